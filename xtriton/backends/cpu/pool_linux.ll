; Linux: a sleeping worker wakes up on another processor than the one of the thread that wakes it.
;
; The scheduler prefers idle processors, but mistakes a halted processor of a virtual machine for one that the host has
; preempted. It then queued the worker behind the thread that had woken it, which continues with the launch, so that the
; worker began several milliseconds later. Therefore this processor is removed from the worker's affinity until the
; worker has begun. The affinity that the user has set remains the limit; a worker with a single processor keeps it.

declare i32 @sched_getcpu()
declare i32 @sched_getaffinity(i32, i64, ptr)
declare i32 @sched_setaffinity(i32, i64, ptr)

; Remove the processor of this thread from the affinity of a sleeping worker, to which this thread has given a job.
define internal void @avoid_this_processor(ptr %worker) nounwind {
entry:
  %others = alloca [128 x i8], align 8
  %number_ = getelementptr %Worker, ptr %worker, i64 0, i32 4
  %number = load i64, ptr %number_
  %thread = trunc i64 %number to i32
  %restore = getelementptr %Worker, ptr %worker, i64 0, i32 5
  %saved = getelementptr %Worker, ptr %worker, i64 0, i32 9
  %pending = load atomic i64, ptr %restore seq_cst, align 8
  %is_saved = icmp ne i64 %pending, 0
  br i1 %is_saved, label %find, label %save
save:
  %got = call i32 @sched_getaffinity(i32 %thread, i64 128, ptr %saved)
  %unknown = icmp slt i32 %got, 0
  br i1 %unknown, label %return, label %find
find:
  %processor = call i32 @sched_getcpu()
  %in_range = icmp ult i32 %processor, 1024
  br i1 %in_range, label %clear, label %return
clear:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %others, ptr align 8 %saved, i64 128, i1 false)
  %word_number = lshr i32 %processor, 6
  %bit_number = and i32 %processor, 63
  %word_ = getelementptr i64, ptr %others, i32 %word_number
  %word = load i64, ptr %word_
  %shift = zext i32 %bit_number to i64
  %bit = shl i64 1, %shift
  %mask = xor i64 %bit, -1
  %cleared = and i64 %word, %mask
  store i64 %cleared, ptr %word_
  %set = call i32 @sched_setaffinity(i32 %thread, i64 128, ptr %others) ; it fails if no processor is left
  %failed = icmp slt i32 %set, 0
  br i1 %failed, label %return, label %done
done:
  store atomic i64 1, ptr %restore seq_cst, align 8
  br label %return
return:
  ret void
}

; Restore the affinity of this thread, a worker that has begun with a job: no other thread changes it during the job.
define internal void @restore_affinity(ptr %worker) nounwind {
entry:
  %restore = getelementptr %Worker, ptr %worker, i64 0, i32 5
  %pending = atomicrmw xchg ptr %restore, i64 0 seq_cst
  %nothing = icmp eq i64 %pending, 0
  br i1 %nothing, label %return, label %set
set:
  %saved = getelementptr %Worker, ptr %worker, i64 0, i32 9
  %done = call i32 @sched_setaffinity(i32 0, i64 128, ptr %saved)
  br label %return
return:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
