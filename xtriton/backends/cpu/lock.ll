; The lock of atomic operations of a process. A thread that holds it alone accesses memory by plain loads and stores;
; those that hold it together execute atomic instructions. Its word is the number of the latter, plus 2^32 while a
; thread holds it alone, plus 2^33 while a waiting thread reserves it: no other thread can then take it alone, but
; threads can still join those that hold it together.

; Where the word is. The loader of an object file writes the address of the word of the process here; files that are
; linked share one, as their definitions are weak. The ninth word counts the threads that had to wait.
@xtriton_atomics = weak global ptr @xtriton_atomics_word
@xtriton_atomics_word = weak global [16 x i64] zeroinitializer, align 128

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
  %held = and i64 %before, 4294967296
  %is_held = icmp ne i64 %held, 0
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

; A thread that holds the lock alone releases it soon, and taking turns is faster than atomic instructions: others
; wait for it. Threads that hold the lock together may keep it, for example while a program spins on memory: after a
; few looks, the thread joins them. Every 128th thread looks more often and reserves the lock, since otherwise
; threads that have once joined each other would go on to do so.
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
  %still = and i64 %before, 4294967296
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

; Wait until no thread holds the lock alone. The caller is counted, so that none gets it again.
define internal void @xtriton_wait_for_end(ptr %word) noinline cold nounwind {
entry:
  br label %look
look:
  %round = phi i64 [ 1, %entry ], [ %next, %look ]
  %next = add i64 %round, 1
  call void @xtriton_pause(i64 %round)
  %seen = load atomic i64, ptr %word acquire, align 8
  %held = and i64 %seen, 4294967296
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
