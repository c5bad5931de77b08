"""Misuse of pointers and atomics: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb

INTS = tb.pointer(tb.int32)
BYTES = tb.pointer(tb.uint8)
CONSTANT = tb.pointer(tb.float32, const=True)


def truth_of_a_value(x: Any, n: Any, i: Any) -> None:
    if n > 0:  # BAD: the truth of a value is known only when the program runs
        tb.store(x, 1.0)


def bounds_of_plain_pointers(x: Any, n: Any, i: Any) -> None:
    tb.store(x + i, 1.0, boundary_check=(0,))  # BAD: boundary_check is for block pointers


def bounds_as_a_number(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.load(p, boundary_check=0)  # BAD: load: boundary_check is a sequence of integers or None, not 0


def load_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.load(n)  # BAD: load takes a pointer, not int32


def other_without_mask(x: Any, n: Any, i: Any) -> None:
    tb.load(x, other=0.0)  # BAD: other is given where mask is false, but there is no mask


def mask_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.store(x, 1.0, mask=n)  # BAD: a mask is of type int1, not int32


def tensor_mask_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.load(x, mask=i > 0)  # BAD: the mask of a load through a scalar pointer is a scalar, not int1[8]


def unknown_cache(x: Any, n: Any, i: Any) -> None:
    tb.load(x, cache_modifier="ca")  # BAD: cache_modifier is one of '', '.ca', '.cg', '.cv', '.cs', not 'ca'


def unaligned_descriptor(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [1], [2])  # BAD: the last dimension of a descriptor's block has at least 16 bytes


def strided_descriptor(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [n], [8])  # BAD: the last stride of a descriptor is the number 1


def wide_offsets(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.advance(p, (n.to(tb.int64),))  # BAD: offsets are 32-bit integers, not int64


def load_of_nothing(x: Any, n: Any, i: Any) -> None:
    tb.load(None)  # BAD: load: pointer is a value, not None


def load_of_a_list(x: Any, n: Any, i: Any) -> None:
    tb.load([x])  # BAD: load: pointer is a value, not [<pointer<fp32>>]


def volatile_as_text(x: Any, n: Any, i: Any) -> None:
    tb.load(x, volatile="yes")  # BAD: load: volatile is True or False, not 'yes'


def padded_integers(x: Any, n: Any, i: Any) -> None:
    q = tb.make_block_ptr(x.to(INTS.type), (n,), (1,), (0,), (8,), (0,))
    tb.load(q, boundary_check=(0,), padding_option="nan")  # BAD: integers cannot be padded with NaN: int32


def boundary_out_of_range(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.load(p, boundary_check=(1,))  # BAD: boundary_check names dimensions below 1 once each, not [1]


def boundary_of_values(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.load(p, boundary_check=(n,))  # BAD: load: boundary_check is a sequence of integers or None, not (<int32>,)


def padding_of_a_pointer(x: Any, n: Any, i: Any) -> None:
    tb.load(x, padding_option="zero")  # BAD: boundary_check and padding_option are for block pointers: see


def mask_of_a_block_pointer(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.load(p, mask=i > 0)  # BAD: block pointers take boundary_check and padding_option, not mask and other


def load_mask_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.load(x + i, mask=i)  # BAD: a mask is of type int1, not int32


def other_of_another_shape(x: Any, n: Any, i: Any) -> None:
    tb.load(x + i, mask=i > 0, other=i[:, None])  # BAD: mask type matches ptr type


def store_mask_of_a_block_pointer(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.store(p, 1.0, mask=i > 0)  # BAD: block pointers take boundary_check, not mask


def store_of_another_block(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.store(p, i)  # BAD: a block of type fp32[8] is stored, not int32[8]


def store_of_more(x: Any, n: Any, i: Any) -> None:
    tb.store(x + i, tb.zeros((4, 8), tb.float32))  # BAD: pointers of shape (8,) cannot store values of shape (4, 8)


def store_of_a_tensor(x: Any, n: Any, i: Any) -> None:
    tb.store(x, i)  # BAD: the value of a store through a scalar pointer is a scalar, not int32[8]


def huge_extent(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (1 << 63,), (1,), (0,), (8,), (0,))  # BAD: 9223372036854775808 does not fit into int64


def fractional_extent(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (tb.load(x),), (1,), (0,), (8,), (0,))  # BAD: expected an integer, not fp32


def extent_as_bool(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (True,), (1,), (0,), (8,), (0,))  # BAD: expected an integer, not True


def narrow_offset(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (n,), (1,), (n.to(tb.int16),), (8,), (0,))  # BAD: offsets are 32-bit integers, not int16


def block_of_pointers(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x + i, (n,), (1,), (0,), (8,), (0,))  # BAD: make_block_ptr takes a pointer to numbers, not


def bad_order(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (1,))  # BAD: order lists every dimension once, not (1,)


def unequal_lengths(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (n, n), (1,), (0,), (8,), (0,))  # BAD: shape, strides, offsets, block_shape and order must be


def block_of_no_dimension(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (), (), (), (), ())  # BAD: a tensor has at least one dimension


def odd_block(x: Any, n: Any, i: Any) -> None:
    tb.make_block_ptr(x, (n,), (1,), (0,), (7,), (0,))  # BAD: extent 0 of a tensor must be a power of two, not 7


def advance_of_a_pointer(x: Any, n: Any, i: Any) -> None:
    tb.advance(x, (0,))  # BAD: advance takes a block pointer, not pointer<fp32>


def advance_of_two(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    p.advance((0, 0))  # BAD: advance takes 1 offsets, not 2


def cas_of_bytes(x: Any, n: Any, i: Any) -> None:
    tb.atomic_cas(x.to(BYTES.type), 0, 1)  # BAD: atomic_cas takes elements of 16, 32 or 64 bits, not uint8


def cas_of_another_type(x: Any, n: Any, i: Any) -> None:
    tb.atomic_cas(x, 0, 1)  # BAD: atomic_cas through pointer<fp32> takes values of type fp32, not int32


def unknown_semantics(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x, 1.0, sem="none")  # BAD: sem is one of 'acquire', 'release', 'acq_rel', 'relaxed', not 'none'


def atomic_through_const(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x.to(CONSTANT.type), 1.0)  # BAD: nothing can be stored through const_pointer<fp32>


def atomic_of_bytes(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x.to(BYTES.type), 1)  # BAD: atomic_add does not take uint8


def atomic_mask_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x + i, 1.0, mask=i)  # BAD: atomic_add through pointer<fp32>[8] takes a value and an int1 mask of its


def atomic_mask_of_python(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x, 1.0, mask=True)  # BAD: atomic_add: mask is a value or None, not True


def atomic_of_a_tensor(x: Any, n: Any, i: Any) -> None:
    tb.atomic_add(x, i)  # BAD: atomic_add through pointer<fp32> takes a value and an int1 mask of its shape, not


def atomic_load_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.atomic_load(n)  # BAD: atomic_load takes a pointer, not int32


def atomic_load_that_releases(x: Any, n: Any, i: Any) -> None:
    tb.atomic_load(x, sem="release")  # BAD: sem is one of 'acquire', 'relaxed', not 'release'


def atomic_load_under_numbers(x: Any, n: Any, i: Any) -> None:
    tb.atomic_load(x + i, i)  # BAD: atomic_load through pointer<fp32>[8] takes an int1 mask of its shape, not int32[8]


def atomic_load_under_a_tensor(x: Any, n: Any, i: Any) -> None:
    tb.atomic_load(x, i > 0)  # BAD: atomic_load through pointer<fp32> takes an int1 mask of its shape, not int1[8]


def atomic_store_that_acquires(x: Any, n: Any, i: Any) -> None:
    tb.atomic_store(x, 1.0, sem="acquire")  # BAD: sem is one of 'release', 'relaxed', not 'acquire'


def atomic_store_of_a_tensor(x: Any, n: Any, i: Any) -> None:
    tb.atomic_store(x, i)  # BAD: atomic_store through pointer<fp32> takes a value of its shape, not int32[8]


def atomic_store_of_more(x: Any, n: Any, i: Any) -> None:
    tb.atomic_store(x + i, i[:, None])  # BAD: pointers of shape (8,) cannot access values of shape (8, 8)


def poll_of_floats(x: Any, n: Any, i: Any) -> None:
    tb.atomic_poll(x, 1.0)  # BAD: atomic_poll takes integers of 16, 32 or 64 bits, not fp32


def poll_of_bytes(x: Any, n: Any, i: Any) -> None:
    tb.atomic_poll(x.to(BYTES.type), 1)  # BAD: atomic_poll takes integers of 16, 32 or 64 bits, not uint8


def poll_for_a_tensor(x: Any, n: Any, i: Any) -> None:
    p = x.to(INTS.type)
    tb.atomic_poll(p, i)  # BAD: atomic_poll through pointer<int32> takes a value of its shape, not int32[8]


def poll_that_releases(x: Any, n: Any, i: Any) -> None:
    tb.atomic_poll(x.to(INTS.type), 1, sem="release")  # BAD: sem is one of 'acquire', 'relaxed', not 'release'


def poll_of_negative_time(x: Any, n: Any, i: Any) -> None:
    tb.atomic_poll(x.to(INTS.type), 1, timeout_ns=-1)  # BAD: timeout_ns is not negative: -1


def poll_of_several_times(x: Any, n: Any, i: Any) -> None:
    tb.atomic_poll(x.to(INTS.type), 1, timeout_ns=i)  # BAD: timeout_ns is a scalar integer, not int32[8]
