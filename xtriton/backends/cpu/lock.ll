; The lock of atomic operations of a process. A thread that holds it alone accesses memory by plain loads and stores;
; those that hold it together execute atomic instructions; those that hold it by stripes access memory by plain loads
; and stores, each while it also holds the locks of the pages that it accesses. Its word is the number of threads that
; hold it together, plus 2^32 while a thread holds it alone, plus 2^33 while a waiting thread reserves it, plus 2^34 for
; each thread that holds it by stripes. While it is reserved, no other thread can take it alone or by stripes, but
; threads can still join those that hold it together.
; A thread that joins those that hold it together is counted first, then waits until none holds it by stripes. Hence
; a thread that holds it by stripes sees that others want to hold it together, and a thread that executes atomic
; instructions sees no stripes.

; Where the word is. The loader of an object file writes the address of the word of the process here; files that are
; linked share one, as their definitions are weak. The ninth word counts the threads that had to wait. From the 17th
; word on there are the locks of 512 stripes, each in a line of its own. Page n of 4096 bytes has stripe
; n mod 512.
@xtriton_atomics = weak global ptr @xtriton_atomics_word
@xtriton_atomics_word = weak global [4112 x i64] zeroinitializer, align 128

$declarations

; Hold the lock alone or, where that may take long, together with others. Returns whether alone. %looks is the most
; times that a thread checks whether those that hold it together have released it.
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
  %held = and i64 %before, -12884901888
  %is_held = icmp ne i64 %held, 0
  br i1 %is_held, label %wait, label %done
wait:
  call void @xtriton_wait_for_end(ptr %word)
  fence acq_rel
  br label %done
done:
  ret void
}

; Hold the lock by stripes or, where others hold it together or a thread has reserved it, together with others.
define void @xtriton_join_stripes() noinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  br label %look
look:
  %round = phi i64 [ 1, %entry ], [ %next, %alone ], [ %next, %try ]
  %next = add i64 %round, 1
  %seen = load atomic i64, ptr %word monotonic, align 8
  %others = and i64 %seen, 17179869183
  %is_free = icmp eq i64 %others, 0
  br i1 %is_free, label %try, label %taken
try:
  %more = add i64 %seen, 17179869184
  %exchange = cmpxchg ptr %word, i64 %seen, i64 %more acq_rel acquire
  %is_joined = extractvalue { i64, i1 } %exchange, 1
  br i1 %is_joined, label %done, label %look
taken:
  %is_alone = icmp eq i64 %others, 4294967296
  br i1 %is_alone, label %alone, label %together
alone:
  call void @xtriton_pause(i64 %round)
  br label %look
together:
  %before = atomicrmw add ptr %word, i64 1 acq_rel
  call void @xtriton_wait_for_end(ptr %word)
  br label %done
done:
  ret void
}

; Release the lock, which was held by stripes or together with others.
define void @xtriton_leave_atomics() alwaysinline nounwind {
  %word = load ptr, ptr @xtriton_atomics
  %seen = load atomic i64, ptr %word monotonic, align 8
  %by_stripes = icmp uge i64 %seen, 17179869184
  %held = select i1 %by_stripes, i64 17179869184, i64 1
  %before = atomicrmw sub ptr %word, i64 %held acq_rel
  ret void
}

; Whether this thread, which holds the lock by stripes or together with others, still holds it by stripes: if threads
; wait to hold it together, it joins them.
define i1 @xtriton_holds_stripes() alwaysinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  %seen = load atomic i64, ptr %word monotonic, align 8
  %together = trunc i64 %seen to i32
  %by_stripes = icmp eq i32 %together, 0
  br i1 %by_stripes, label %done, label %other
other:
  call void @xtriton_leave_stripes(ptr %word, i64 %seen)
  fence acq_rel
  br label %done
done:
  ret i1 %by_stripes
}

; Hold the lock together with others instead of by stripes.
define internal void @xtriton_leave_stripes(ptr %word, i64 %seen) noinline cold nounwind {
entry:
  %by_stripes = icmp uge i64 %seen, 17179869184
  br i1 %by_stripes, label %leave, label %done
leave:
  %before = atomicrmw add ptr %word, i64 -17179869183 acq_rel
  call void @xtriton_wait_for_end(ptr %word)
  br label %done
done:
  ret void
}

; Hold the stripes of memory, at least one byte of it.
define void @xtriton_hold_stripes(i64 %address, i64 %bytes) alwaysinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  %end = add i64 %address, %bytes
  %inside = sub i64 %end, 1
  %first = lshr i64 %address, 12
  %last = lshr i64 %inside, 12
  %is_single = icmp eq i64 %first, %last
  br i1 %is_single, label %single, label %several
single:
  %lock = call ptr @xtriton_stripe(ptr %word, i64 %first)
  %exchange = cmpxchg ptr %lock, i64 0, i64 1 acq_rel acquire
  %is_held = extractvalue { i64, i1 } %exchange, 1
  br i1 %is_held, label %done, label %several
several:
  call void @xtriton_wait_for_stripes(ptr %word, i64 %first, i64 %last)
  fence acq_rel
  br label %done
done:
  ret void
}

; Release the stripes of memory.
define void @xtriton_release_stripes(i64 %address, i64 %bytes) alwaysinline nounwind {
entry:
  %word = load ptr, ptr @xtriton_atomics
  %end = add i64 %address, %bytes
  %inside = sub i64 %end, 1
  %first = lshr i64 %address, 12
  %last = lshr i64 %inside, 12
  %is_single = icmp eq i64 %first, %last
  br i1 %is_single, label %single, label %several
single:
  %lock = call ptr @xtriton_stripe(ptr %word, i64 %first)
  fence acq_rel
  store atomic i64 0, ptr %lock release, align 8
  br label %done
several:
  fence acq_rel
  call void @xtriton_end_stripes(ptr %word, i64 %first, i64 %last)
  br label %done
done:
  ret void
}

; The lock of a page.
define internal ptr @xtriton_stripe(ptr %word, i64 %page) alwaysinline nounwind {
  %number = and i64 %page, 511
  %line = shl i64 %number, 3
  %place = add i64 %line, 16
  %lock = getelementptr i64, ptr %word, i64 %place
  ret ptr %lock
}

; The stripes of consecutive pages: those before %wrapped, and %count from %start on. All threads take them in this
; order, so that none waits for one that waits for it.
define internal { i64, i64, i64 } @xtriton_stripes(i64 %first, i64 %last) alwaysinline nounwind {
  %distance = sub i64 %last, %first
  %pages = add i64 %distance, 1
  %all = call i64 @llvm.umin.i64(i64 %pages, i64 512)
  %start = and i64 %first, 511
  %end = add i64 %start, %all
  %above = call i64 @llvm.umax.i64(i64 %end, i64 512)
  %wrapped = sub i64 %above, 512
  %count = sub i64 %all, %wrapped
  %one = insertvalue { i64, i64, i64 } poison, i64 %wrapped, 0
  %two = insertvalue { i64, i64, i64 } %one, i64 %start, 1
  %three = insertvalue { i64, i64, i64 } %two, i64 %count, 2
  ret { i64, i64, i64 } %three
}

define internal void @xtriton_wait_for_stripes(ptr %word, i64 %first, i64 %last) noinline cold nounwind {
entry:
  %stripes = call { i64, i64, i64 } @xtriton_stripes(i64 %first, i64 %last)
  %wrapped = extractvalue { i64, i64, i64 } %stripes, 0
  %start = extractvalue { i64, i64, i64 } %stripes, 1
  %count = extractvalue { i64, i64, i64 } %stripes, 2
  %all = add i64 %wrapped, %count
  %gap = sub i64 %start, %wrapped
  br label %stripe
stripe:
  %done_ = phi i64 [ 0, %entry ], [ %next_, %held ]
  %is_wrapped = icmp ult i64 %done_, %wrapped
  %skipped = select i1 %is_wrapped, i64 0, i64 %gap
  %number = add i64 %done_, %skipped
  %lock = call ptr @xtriton_stripe(ptr %word, i64 %number)
  br label %look
look:
  %round = phi i64 [ 1, %stripe ], [ %next, %pause ], [ %next, %try ]
  %next = add i64 %round, 1
  %seen = load atomic i64, ptr %lock monotonic, align 8
  %is_free = icmp eq i64 %seen, 0
  br i1 %is_free, label %try, label %pause
pause:
  call void @xtriton_pause(i64 %round)
  br label %look
try:
  %exchange = cmpxchg ptr %lock, i64 0, i64 1 acq_rel acquire
  %is_held = extractvalue { i64, i1 } %exchange, 1
  br i1 %is_held, label %held, label %look
held:
  %next_ = add i64 %done_, 1
  %goes_on = icmp ult i64 %next_, %all
  br i1 %goes_on, label %stripe, label %done
done:
  ret void
}

define internal void @xtriton_end_stripes(ptr %word, i64 %first, i64 %last) noinline cold nounwind {
entry:
  %distance = sub i64 %last, %first
  %pages = add i64 %distance, 1
  %all = call i64 @llvm.umin.i64(i64 %pages, i64 512)
  br label %stripe
stripe:
  %done_ = phi i64 [ 0, %entry ], [ %next, %stripe ]
  %page = add i64 %first, %done_
  %lock = call ptr @xtriton_stripe(ptr %word, i64 %page)
  store atomic i64 0, ptr %lock release, align 8
  %next = add i64 %done_, 1
  %goes_on = icmp ult i64 %next, %all
  br i1 %goes_on, label %stripe, label %done
done:
  ret void
}

; Release the lock, which was held alone or together with others.
define void @xtriton_end_atomics(i1 %alone) alwaysinline nounwind {
  %word = load ptr, ptr @xtriton_atomics
  %held = select i1 %alone, i64 4294967296, i64 1
  %before = atomicrmw sub ptr %word, i64 %held acq_rel
  ret void
}

; A thread that holds the lock alone releases it soon, and taking turns is faster than atomic instructions: others
; wait for it. Threads that hold the lock together or by stripes may keep it, for example while a program spins on
; memory: after a few looks, the thread joins those that hold it together. Every 128th thread looks more often and
; reserves the lock, since otherwise threads that have once joined each other would go on to do so.
define internal i1 @xtriton_wait_for_lock(ptr %word, i64 %looks) noinline cold nounwind {
entry:
  %number_ = getelementptr i64, ptr %word, i64 8
  %number = atomicrmw add ptr %number_, i64 1 monotonic
  %part = and i64 %number, 127
  %asks = icmp eq i64 %part, 127
  %some = lshr i64 %looks, 4
  %few = call i64 @llvm.umin.i64(i64 %some, i64 16)
  %most = select i1 %asks, i64 %looks, i64 %few
  br label %look
look:
  %round = phi i64 [ 1, %entry ], [ %next, %alone ], [ %next, %together ], [ %next, %lost ]
  %left = phi i64 [ %most, %entry ], [ %left, %alone ], [ %fewer, %together ], [ %left, %lost ]
  %asking = phi i1 [ false, %entry ], [ %asking, %alone ], [ %asked, %together ], [ %asking, %lost ]
  %next = add i64 %round, 1
  call void @xtriton_pause(i64 %round)
  %seen = load atomic i64, ptr %word monotonic, align 8
  %own = select i1 %asking, i64 8589934592, i64 0
  %others = xor i64 %seen, %own
  %is_free = icmp eq i64 %others, 0
  br i1 %is_free, label %try, label %taken
try:
  %exchange = cmpxchg ptr %word, i64 %seen, i64 4294967296 acq_rel acquire
  %is_alone = extractvalue { i64, i1 } %exchange, 1
  br i1 %is_alone, label %done, label %lost
lost:
  br label %look
taken:
  %held = and i64 %seen, 4294967296
  %is_held = icmp ne i64 %held, 0
  br i1 %is_held, label %alone, label %shared
alone:
  br label %look
shared:
  %request = and i64 %seen, 8589934592
  %is_requested = icmp ne i64 %request, 0
  %refrains = xor i1 %asks, true
  %quiet = or i1 %is_requested, %refrains
  br i1 %quiet, label %together, label %ask
ask:
  %requested = or i64 %seen, 8589934592
  %question = cmpxchg ptr %word, i64 %seen, i64 %requested monotonic monotonic
  %is_asked = extractvalue { i64, i1 } %question, 1
  br label %together
together:
  %asked = phi i1 [ %asking, %shared ], [ %is_asked, %ask ]
  %fewer = sub i64 %left, 1
  %goes_on = icmp sgt i64 %fewer, 0
  br i1 %goes_on, label %look, label %join
join:
  ; The request ends with the same instruction.
  %difference = select i1 %asked, i64 -8589934591, i64 1
  %before = atomicrmw add ptr %word, i64 %difference acq_rel
  %still = and i64 %before, -12884901888
  %is_still = icmp ne i64 %still, 0
  br i1 %is_still, label %wait, label %joined
wait:
  call void @xtriton_wait_for_end(ptr %word)
  br label %joined
joined:
  ret i1 false
done:
  ret i1 true
}

; Wait until no thread holds the lock alone or by stripes. The caller is counted, so that no thread takes it in these
; ways meanwhile.
define internal void @xtriton_wait_for_end(ptr %word) noinline cold nounwind {
entry:
  br label %look
look:
  %round = phi i64 [ 1, %entry ], [ %next, %look ]
  %next = add i64 %round, 1
  call void @xtriton_pause(i64 %round)
  %seen = load atomic i64, ptr %word acquire, align 8
  %held = and i64 %seen, -12884901888
  %is_held = icmp ne i64 %held, 0
  br i1 %is_held, label %look, label %done
done:
  ret void
}

; Pause; after many rounds let a thread run that may hold the lock.
define internal void @xtriton_pause(i64 %round) alwaysinline nounwind {
entry:
  $pause
  %part = and i64 %round, 1023
  %is_long = icmp eq i64 %part, 0
  br i1 %is_long, label %long, label %done
long:
  $yield
  br label %done
done:
  ret void
}
