; The lock of atomic operations of a process. Its word counts the threads that hold it together with others, plus 2^32
; if one holds it alone. A thread that holds it alone accesses memory by plain loads and stores; the others execute
; atomic instructions.

; Where the word is. The loader of an object file writes the address of the word of the process here; files that are
; linked share one, as their definitions are weak.
@xtriton_atomics = weak global ptr @xtriton_atomics_word
@xtriton_atomics_word = weak global [16 x i64] zeroinitializer, align 128

$declarations

; Hold the lock alone, looking for that at most %looks times, or else together with others. Returns whether alone.
; This is inlined, as LLVM may move accesses of arrays that do not alias across calls, but not across atomic
; instructions and fences that order them.
define i1 @xtriton_begin_atomics(i64 %looks) alwaysinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  %exchange = cmpxchg ptr %word, i64 0, i64 4294967296 acq_rel acquire
  %free = extractvalue { i64, i1 } %exchange, 1
  br i1 %free, label %done, label %wait
wait:
  %alone = call i1 @xtriton_wait_for_lock(ptr %word, i64 %looks)
  fence acq_rel
  br label %done
done:
  %result = phi i1 [ true, %entry ], [ %alone, %wait ]
  ret i1 %result
}

; Hold the lock together with others.
define void @xtriton_join_atomics() alwaysinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  %before = atomicrmw add ptr %word, i64 1 acq_rel
  %is_held = icmp uge i64 %before, 4294967296
  br i1 %is_held, label %wait, label %done
wait:
  call void @xtriton_wait_for_end(ptr %word)
  fence acq_rel
  br label %done
done:
  ret void
}

; Release the lock, which was held alone or not.
define void @xtriton_end_atomics(i1 %alone) alwaysinline nounwind {
  %word = load ptr, ptr @xtriton_atomics
  %held = select i1 %alone, i64 4294967296, i64 1
  %before = atomicrmw sub ptr %word, i64 %held acq_rel
  ret void
}

define internal i1 @xtriton_wait_for_lock(ptr %word, i64 %looks) noinline cold nounwind {
entry:
  br label %look
look:
  %left = phi i64 [ %looks, %entry ], [ %fewer, %again ]
  $pause
  %seen = load atomic i64, ptr %word monotonic, align 8
  %is_free = icmp eq i64 %seen, 0
  br i1 %is_free, label %try, label %again
try:
  %exchange = cmpxchg ptr %word, i64 0, i64 4294967296 acq_rel acquire
  %alone = extractvalue { i64, i1 } %exchange, 1
  br i1 %alone, label %done, label %again
again:
  %fewer = sub i64 %left, 1
  %some = icmp sgt i64 %fewer, 0
  br i1 %some, label %look, label %join
join:
  %before = atomicrmw add ptr %word, i64 1 acq_rel
  %is_held = icmp uge i64 %before, 4294967296
  br i1 %is_held, label %wait, label %together
wait:
  call void @xtriton_wait_for_end(ptr %word)
  br label %together
together:
  ret i1 false
done:
  ret i1 true
}

; Wait until no thread holds the lock alone. The caller is counted, so that none gets it again.
define internal void @xtriton_wait_for_end(ptr %word) noinline cold nounwind {
entry:
  br label %look
look:
  %round = phi i64 [ 1, %entry ], [ %next, %again ], [ 1, %yield ]
  $pause
  %seen = load atomic i64, ptr %word acquire, align 8
  %is_held = icmp uge i64 %seen, 4294967296
  br i1 %is_held, label %again, label %done
again:
  %next = add i64 %round, 1
  %is_long = icmp sgt i64 %round, 128
  br i1 %is_long, label %yield, label %look
yield:                                              ; the thread that holds it does not run
  $yield
  br label %look
done:
  ret void
}
