"""Kernels with loops, choices, and functions of their own."""
# ruff: noqa: RET505, PIE808 - Triton's front end reads these as they stand

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair
from triton.language.extra import libdevice

from xtriton.frontend import builder as tb


@triton.jit
def nested(x_ptr, n, m, B: tl.constexpr):
    i = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    count = 0
    for j in range(n):
        part = tl.zeros_like(acc)
        for k in range(j, m, 2):
            part += tl.load(x_ptr + k * B + i)
            count += 1
        for k in range(m, 0, -3):
            part *= k
        acc += part
    for j in range(3):
        tl.store(x_ptr + j, count)
    for j in tl.range(0, n, 1, num_stages=3, loop_unroll_factor=2, flatten=True, disallow_acc_multi_buffer=True):
        acc = acc * j
    tl.store(x_ptr + i, acc + count)


def built_nested(x_ptr, n, m, B):
    i = tb.arange(0, B)
    acc = tb.zeros((B,), tb.float32)
    count = tb.to_tensor(0)
    with tb.for_range(n, acc=acc, count=count) as (j, outer):
        part = tb.zeros_like(outer.acc)
        with tb.for_range(j, m, 2, count=outer.count, part=part) as (k, c):
            c.part += tb.load(x_ptr + k * B + i)
            c.count += 1
        outer.count = c.count
        with tb.for_range(m, 0, -3, part=c.part) as (k, c):
            c.part *= k
        outer.acc += c.part
    with tb.for_range(3) as (j, _):
        tb.store(x_ptr + j, outer.count)
    with tb.for_range(
        0, n, 1, num_stages=3, loop_unroll_factor=2, flatten=True, disallow_acc_multi_buffer=True, acc=outer.acc
    ) as (j, c):
        c.acc = c.acc * j
    tb.store(x_ptr + i, c.acc + outer.count)


@triton.jit
def bounds(x_ptr, a, b, c, d):
    for i in range(a, b):
        tl.store(x_ptr + i, i)
    for i in range(c, d, a):
        tl.store(x_ptr + i, i)
    for i in range(0, d):
        tl.store(x_ptr + i, i)
    for i in range(b, 10, -1):
        x_ptr += i


def built_bounds(x_ptr, a, b, c, d):
    with tb.for_range(a, b) as (i, _):
        tb.store(x_ptr + i, i)
    with tb.for_range(c, d, a) as (i, _):
        tb.store(x_ptr + i, i)
    with tb.for_range(0, d) as (i, _):
        tb.store(x_ptr + i, i)
    with tb.for_range(b, 10, -1, x_ptr=x_ptr) as (i, carried):
        carried.x_ptr += i


@triton.jit
def choices(x_ptr, n, f):
    pid = tl.program_id(0)
    y = f
    z = f * 2
    if pid == 0:
        y = f + 1.0
        new = 3
    elif n > 4:
        y = f + 2.0
        z = 1.0
        new = n
    else:
        new = n + 1
    if pid > 3:
        tl.store(x_ptr, 1.0)
    if n:
        tl.store(x_ptr + 1, y)
    else:
        tl.store(x_ptr + 1, z)
        if pid > 9:
            z += 1.0
    w = y if pid < 2 else z + y
    tl.store(x_ptr + 2, w + new)


def built_choices(x_ptr, n, f):
    pid = tb.program_id(0)
    y = f
    z = f * 2
    with tb.if_(pid == 0, y=y, z=z) as c:
        c.y = f + 1.0
        c.new = 3
    with tb.else_():
        with tb.if_(n > 4, y=y, z=z) as d:
            d.y = f + 2.0
            d.z = 1.0
            d.new = n
        with tb.else_():
            d.new = n + 1
        c.y, c.z, c.new = d.y, d.z, d.new
    with tb.if_(pid > 3):
        tb.store(x_ptr, 1.0)
    with tb.if_(n, z=c.z) as e:
        tb.store(x_ptr + 1, c.y)
    with tb.else_():
        tb.store(x_ptr + 1, e.z)
        with tb.if_(pid > 9, z=e.z) as g:
            g.z += 1.0
        e.z = g.z
    w = tb.if_expression(pid < 2, lambda: c.y, lambda: e.z + c.y)
    tb.store(x_ptr + 2, w + c.new)


@triton.jit
def early(x_ptr, n, m):
    pid = tl.program_id(0)
    y = n * 2
    if pid >= n:
        return
    if pid > m:
        if pid > 7:
            tl.store(x_ptr, 1)
            return
        y = n * 3
    else:
        y += 1
    if y > 5:
        y += pid
        if m > 3:
            y = m
    tl.store(x_ptr + pid, y)


def built_early(x_ptr, n, m):
    pid = tb.program_id(0)
    y = n * 2
    with tb.if_(pid >= n):
        tb.return_()
    with tb.if_(pid > m, y=y) as c:
        with tb.if_(pid > 7):
            tb.store(x_ptr, 1)
            tb.return_()
        c.y = n * 3
    with tb.else_():
        c.y += 1
    with tb.if_(c.y > 5, y=c.y) as d:
        d.y += pid
        with tb.if_(m > 3, y=d.y) as e:
            e.y = m
        d.y = e.y
    tb.store(x_ptr + pid, d.y)


@triton.jit
def loop_while(x_ptr, n, f, B: tl.constexpr):
    i = 0
    acc = tl.zeros((B,), tl.float32)
    while i < n:
        x = tl.load(x_ptr + i + tl.arange(0, B))
        acc += x * f
        if tl.sum(x) > 3.0:
            i += 2
        else:
            i += 1
    go = tl.load(x_ptr) > 0.0
    while go:
        go = tl.load(x_ptr) > 1.0
    tl.store(x_ptr + tl.arange(0, B), acc + i)


def built_loop_while(x_ptr, n, f, B):
    i = tb.to_tensor(0)
    acc = tb.zeros((B,), tb.float32)
    with tb.while_(lambda c: c.i < n, i=i, acc=acc) as c:
        x = tb.load(x_ptr + c.i + tb.arange(0, B))
        c.acc += x * f
        with tb.if_(tb.sum(x) > 3.0, i=c.i) as d:
            d.i += 2
        with tb.else_():
            d.i += 1
        c.i = d.i
    go = tb.load(x_ptr) > 0.0
    with tb.while_(lambda w: w.go, go=go) as w:
        w.go = tb.load(x_ptr) > 1.0
    tb.store(x_ptr + tb.arange(0, B), c.acc + c.i)


@triton.jit
def scaled(x, factor: tl.constexpr, dtype: tl.constexpr, bias=None, keep: tl.constexpr = True):
    y = x * factor
    if keep:
        y = y.to(dtype)
    if bias is not None:
        y += bias
    return y


@triton.jit
def both(x, y, n):
    if n > 3:
        x, y = y, x
    return x + 1, y, 7


@triton.jit(noinline=True)
def stored(ptr, value, n):
    if n == 0:
        return
    tl.store(ptr, scaled(value, 0.5, tl.float16))


@triton.jit
def picked(x, n, shape: tl.constexpr):
    if n > 2:
        return x
    else:
        return tl.sum(tl.full(shape, x, x.dtype))


@triton.jit
def functions(x_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    y = scaled(x, 2, tl.float32)
    z = scaled(x, 2, tl.float32) + scaled(y, 0.25, dtype=tl.float16, bias=n, keep=False)
    a, b, c = both(x, z, n)
    d, e, f = both(n, n * 2, n)
    stored(x_ptr, e, n)
    stored(x_ptr + 1, n, d)
    g = picked(e, n, (4, 2)) + scaled(f, 3, tl.int8, None)
    tl.store(x_ptr + i, a * b + c + g)


@tb.function(name="parity.builder_pairs.control.scaled")
def built_scaled(x, factor, dtype, bias=None, keep=True):
    y = x * factor
    if keep:
        y = y.to(dtype)
    if bias is not None:
        y += bias
    return y


@tb.function(name="parity.builder_pairs.control.both")
def built_both(x, y, n):
    y = tb.to_tensor(y)
    with tb.if_(n > 3, x=x, y=y) as c:
        c.x, c.y = y, x
    return c.x + 1, c.y, 7


@tb.function(noinline=True, name="parity.builder_pairs.control.stored")
def built_stored(ptr, value, n):
    with tb.if_(n == 0):
        tb.return_()
    tb.store(ptr, built_scaled(value, 0.5, tb.float16))


@tb.function(name="parity.builder_pairs.control.picked")
def built_picked(x, n, shape):
    with tb.if_(n > 2):
        tb.return_(x)
    with tb.else_():
        tb.return_(tb.sum(tb.full(shape, x, x.dtype)))


def built_functions(x_ptr, n, B):
    i = tb.arange(0, B)
    x = tb.load(x_ptr + i)
    y = built_scaled(x, 2, tb.float32)
    z = built_scaled(x, 2, tb.float32) + built_scaled(y, 0.25, dtype=tb.float16, bias=n, keep=False)
    a, b, c = built_both(x, z, n)
    c = tb.to_tensor(c)
    d, e, f = built_both(n, n * 2, n)
    f = tb.to_tensor(f)
    built_stored(x_ptr, e, n)
    built_stored(x_ptr + 1, n, d)
    g = built_picked(e, n, (4, 2)) + built_scaled(f, 3, tb.int8, None)
    tb.store(x_ptr + i, a * b + c + g)


@triton.jit
def clipped(x, low):
    if x < low:
        return low
    else:
        return x


@triton.jit
def two(a, b, c, d):
    return a + c, b + d, a > c, b > d


@triton.jit
def foreign(x_ptr, n, B: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, B))
    y = libdevice.tanh(x) + libdevice.pow(x, 2.0) + libdevice.tanh(1.5)
    z = tl.map_elementwise(clipped, x, y)
    s, t = tl.map_elementwise(two, x, z, pack=2)
    for i in tl.range(0, n, disable_licm=True, warp_specialize=True):
        z += i
    j = n
    while tl.condition(j > 0, disable_licm=True):
        j -= 1
    tl.store(x_ptr + tl.arange(0, B), z + s + t + j)


@tb.function(name="parity.builder_pairs.control.clipped")
def built_clipped(x, low):
    with tb.if_(x < low):
        tb.return_(low)
    with tb.else_():
        tb.return_(x)


@tb.function(name="parity.builder_pairs.control.two")
def built_two(a, b, c, d):
    return a + c, b + d, a > c, b > d


def tanh(x):
    types = {(tb.float32,): ("__nv_tanhf", tb.float32), (tb.float64,): ("__nv_tanh", tb.float64)}
    return tb.extern_elementwise("", "", [x], types, is_pure=True)


def power(x, y):
    return tb.extern_elementwise("", "", [x, y], {(tb.float32, tb.float32): ("__nv_powf", tb.float32)}, is_pure=True)


def built_foreign(x_ptr, n, B):
    x = tb.load(x_ptr + tb.arange(0, B))
    y = tanh(x) + power(x, 2.0) + tanh(1.5)
    z = tb.map_elementwise(built_clipped, x, y)
    s, t = tb.map_elementwise(built_two, x, z, pack=2)
    with tb.for_range(0, n, disable_licm=True, warp_specialize=True, z=z) as (i, c):
        c.z += i
    with tb.while_(lambda w: w.j > 0, disable_licm=True, j=n) as w:
        w.j -= 1
    tb.store(x_ptr + tb.arange(0, B), c.z + s + t + w.j)


@triton.jit
def branching(x, n):
    if n > 3:
        x += 1
    else:
        if n == 1:
            return x
        elif n == 2:
            x *= 2
            return x + 1
        x = x * 3
    if x > 9:
        return x
    else:
        return x - 1


@tb.function(name="parity.builder_pairs.control.branching")
def built_branching(x, n):
    with tb.if_(n > 3, x=x) as c:
        c.x += 1
    with tb.else_():
        with tb.if_(n == 1, x=c.x) as d:
            tb.return_(d.x)
        with tb.else_():
            with tb.if_(n == 2, x=d.x) as e:
                e.x *= 2
                tb.return_(e.x + 1)
            d.x = e.x
        c.x = d.x * 3
    with tb.if_(c.x > 9):
        tb.return_(c.x)
    with tb.else_():
        tb.return_(c.x - 1)


@triton.jit
def mixed(p, n, m):
    a = n
    b = m
    for i in range(n):
        if i > 1:
            if i > 2:
                a += 1
            else:
                b += 1
            while a < b:
                a += branching(b, i)
                if a == 3:
                    for j in range(0, a):
                        b += j
        elif i == 0:
            a, b = b, a
    if a > b:
        t = a
        return
    else:
        t = b
        if b > 3:
            t = a
    if t == 1:
        tl.store(p, t)
        return
    tl.store(p + 1, t + a)


def built_mixed(p, n, m):
    a = n
    b = m
    with tb.for_range(n, a=a, b=b) as (i, outer):
        with tb.if_(i > 1, a=outer.a, b=outer.b) as c:
            with tb.if_(i > 2, a=c.a, b=c.b) as d:
                d.a += 1
            with tb.else_():
                d.b += 1
            with tb.while_(lambda w: w.a < w.b, a=d.a, b=d.b) as w:
                w.a += built_branching(w.b, i)
                with tb.if_(w.a == 3, b=w.b) as d:
                    with tb.for_range(0, w.a, b=d.b) as (j, f):
                        f.b += j
                    d.b = f.b
                w.b = d.b
            c.a, c.b = w.a, w.b
        with tb.else_():
            with tb.if_(i == 0, a=c.a, b=c.b) as d:
                d.a, d.b = c.b, c.a
            c.a, c.b = d.a, d.b
        outer.a, outer.b = c.a, c.b
    with tb.if_(outer.a > outer.b) as c:
        c.t = outer.a
        tb.return_()
    with tb.else_():
        t = outer.b
        with tb.if_(outer.b > 3, t=t) as d:
            d.t = outer.a
        c.t = d.t
    with tb.if_(c.t == 1):
        tb.store(p, c.t)
        tb.return_()
    tb.store(p + 1, c.t + outer.a)


F32, I32 = tb.pointer(tb.float32, 16), tb.pointer(tb.int32, 16)
N = tb.scalar(tb.int32, 16)

PAIRS = [
    Pair(nested, {"x_ptr": F32, "n": tb.int32, "m": tb.int32, "B": 32}, built=built_nested),
    Pair(
        bounds,
        {"x_ptr": tb.pointer(tb.int64), "a": tb.int32, "b": tb.int64, "c": tb.uint32, "d": tb.int32},
        built=built_bounds,
    ),
    Pair(choices, {"x_ptr": F32, "n": tb.int32, "f": tb.float32}, built=built_choices),
    Pair(early, {"x_ptr": I32, "n": N, "m": tb.int32}, built=built_early),
    Pair(loop_while, {"x_ptr": F32, "n": tb.int32, "f": tb.float32, "B": 16}, built=built_loop_while),
    Pair(functions, {"x_ptr": F32, "n": tb.int32, "B": 64}, built=built_functions),
    Pair(foreign, {"x_ptr": F32, "n": tb.int32, "B": 64}, built=built_foreign),
    Pair(mixed, {"p": I32, "n": tb.int32, "m": tb.int32}, built=built_mixed),
]
