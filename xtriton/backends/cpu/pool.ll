; Launches on several threads: the code that gives out the programs of a grid, and that the threads of the pool run.
; pool.py compiles it once, creates the threads, and has the layouts of a worker and of a launch, whose fields are
; numbered here; it also gives the values of what begins with a dollar sign. No Python runs between the start of a
; launch and its end.
;
; A worker is a thread of the pool. Its word `job` says what it does:
;   0            nothing: it spins for a while, then it sleeps
;   a launch     that it is to help with, which it has not begun
;   a launch + 1 that it helps with
; A launch gives itself to workers that do nothing, and does not wait for those that have not begun when it is over.
;
; The outcome of @start, @resume and @stop: 0 over, 1 over since a program failed, 2 not over, call @resume.

%Worker = type { i64,       ; 0 job
                 i64,       ; 1 how many threads wait on `changed`: this one while it sleeps, or a launch for its end
                 ptr,       ; 2 the next worker of the pool, or null
                 i64,       ; 3 nanoseconds to spin before it sleeps
                 i64,       ; 4 the system's number of the thread, -1 if unknown
                 i64,       ; 5 1: its affinity is to be restored, see pool_linux.ll
                 [2 x i64],
                 [64 x i8], ; 7 mutex of `changed`
                 [64 x i8], ; 8 condition variable `changed`: `job` is another
                 [128 x i8] ; 9 the affinity to be restored
               }

%Launch = type { i64,       ; 0 the first program that no thread has taken
                 i64,       ; 1 the one after the last
                 i64,       ; 2 the least number of programs to take at a time
                 i64,       ; 3 a thread takes what is left divided by this: half of its share
                 i64,       ; 4 not 0: take no more
                 i64,       ; 5 1: a program failed
                 i64,       ; 6 the number of threads that have begun
                 i64,       ; 7 the number of workers that are to help
                 i64,       ; 8 nanoseconds to spin before sleeping until workers have ended
                 ptr,       ; 9 the kernel's entry point
                 ptr,       ; 10 the block that it takes
                 i64,       ; 11 the size of the block in words
                 ptr,       ; 12 the arena of the first thread
                 i64        ; 13 the distance between the arenas of two threads in bytes
               }

declare i32 @clock_gettime(i32, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)

; Entry points

; Start a launch: have workers, of the list that begins with %workers, help, and work.
define i64 @start(ptr %launch, ptr %workers) nounwind {
  call void @give(ptr %launch, ptr %workers)
  %outcome = call i64 @resume(ptr %launch, ptr %workers)
  ret i64 %outcome
}

; Go on with a launch that is not over. It returns from time to time, so that Python can handle signals.
define i64 @resume(ptr %launch, ptr %workers) nounwind {
  %now = call i64 @now()
  %until = add i64 %now, $turn
  %goes_on = call i1 @work(ptr %launch, i64 0, i64 %until)
  br i1 %goes_on, label %return, label %end
end:
  %outcome = call i64 @finish(ptr %launch, ptr %workers)
  ret i64 %outcome
return:
  ret i64 2
}

; End a launch early: no thread takes any more programs.
define i64 @stop(ptr %launch, ptr %workers) nounwind {
  %stopped = getelementptr %Launch, ptr %launch, i64 0, i32 4
  store atomic i64 1, ptr %stopped monotonic, align 8
  %outcome = call i64 @finish(ptr %launch, ptr %workers)
  ret i64 %outcome
}

; What a thread of the pool does, for ever.
define void @serve(ptr %worker) nounwind {
entry:
  %spin_ = getelementptr %Worker, ptr %worker, i64 0, i32 3
  %spin = load i64, ptr %spin_
  br label %idle
idle:
  call void @wait_while(ptr %worker, i64 0, i64 %spin)
  %job = load atomic i64, ptr %worker seq_cst, align 8
  %free = icmp eq i64 %job, 0
  br i1 %free, label %idle, label %accept
accept:                                             ; unless the launch has taken it back
  %helping = or i64 %job, 1
  %exchange = cmpxchg ptr %worker, i64 %job, i64 %helping seq_cst seq_cst
  %accepted = extractvalue { i64, i1 } %exchange, 1
  br i1 %accepted, label %help, label %idle
help:
  call void @restore_affinity(ptr %worker)
  %launch = inttoptr i64 %job to ptr
  %begun = getelementptr %Launch, ptr %launch, i64 0, i32 6
  %number = atomicrmw add ptr %begun, i64 1 seq_cst
  %goes_on = call i1 @work(ptr %launch, i64 %number, i64 9223372036854775807)
  store atomic i64 0, ptr %worker seq_cst, align 8  ; from here on the memory of the launch may be gone
  call void @wake(ptr %worker)
  br label %idle
}

; Workers

; Give a launch to as many workers as it wants, of those that do nothing.
define internal void @give(ptr %launch, ptr %workers) nounwind {
entry:
  %wanted_ = getelementptr %Launch, ptr %launch, i64 0, i32 7
  %wanted = load i64, ptr %wanted_
  %job = ptrtoint ptr %launch to i64
  br label %next
next:
  %worker = phi ptr [ %workers, %entry ], [ %following, %skip ]
  %left = phi i64 [ %wanted, %entry ], [ %left_now, %skip ]
  %none = icmp eq ptr %worker, null
  %enough = icmp sle i64 %left, 0
  %over = or i1 %none, %enough
  br i1 %over, label %return, label %try
try:
  %exchange = cmpxchg ptr %worker, i64 0, i64 %job seq_cst seq_cst
  %given = extractvalue { i64, i1 } %exchange, 1
  br i1 %given, label %wake, label %skip
wake:
  %fewer = sub i64 %left, 1
  %waiting_ = getelementptr %Worker, ptr %worker, i64 0, i32 1
  %waiting = load atomic i64, ptr %waiting_ seq_cst, align 8
  %spins = icmp eq i64 %waiting, 0
  br i1 %spins, label %skip, label %rouse
rouse:
  call void @avoid_this_processor(ptr %worker)
  call void @wake(ptr %worker)
  br label %skip
skip:
  %left_now = phi i64 [ %left, %try ], [ %fewer, %wake ], [ %fewer, %rouse ]
  %following_ = getelementptr %Worker, ptr %worker, i64 0, i32 2
  %following = load ptr, ptr %following_
  br label %next
return:
  ret void
}

; Take a launch back from workers that have not begun, and wait for the others.
define internal i64 @finish(ptr %launch, ptr %workers) nounwind {
entry:
  %job = ptrtoint ptr %launch to i64
  %helping = or i64 %job, 1
  %spin_ = getelementptr %Launch, ptr %launch, i64 0, i32 8
  %spin = load i64, ptr %spin_
  br label %next
next:
  %worker = phi ptr [ %workers, %entry ], [ %following, %wait ]
  %none = icmp eq ptr %worker, null
  br i1 %none, label %return, label %wait
wait:
  %exchange = cmpxchg ptr %worker, i64 %job, i64 0 seq_cst seq_cst
  call void @wait_while(ptr %worker, i64 %helping, i64 %spin)
  %following_ = getelementptr %Worker, ptr %worker, i64 0, i32 2
  %following = load ptr, ptr %following_
  br label %next
return:
  %failed_ = getelementptr %Launch, ptr %launch, i64 0, i32 5
  %failed = load atomic i64, ptr %failed_ seq_cst, align 8
  ret i64 %failed
}

; Wait while the job of a worker is %job: spin for so many nanoseconds, then sleep; again after each time of waking up.
define internal void @wait_while(ptr %worker, i64 %job, i64 %spin) nounwind {
entry:
  %first = load atomic i64, ptr %worker seq_cst, align 8
  %same_at_first = icmp eq i64 %first, %job
  br i1 %same_at_first, label %spins, label %return
spins:
  %begin = call i64 @now()
  %end = add i64 %begin, %spin
  br label %look
look:
  %time = call i64 @now()
  %goes_on = icmp slt i64 %time, %end
  br i1 %goes_on, label %pause, label %sleep
pause:
  %round = phi i64 [ 16, %look ], [ %rounds_left, %pause_again ]
  $pause
  %now = load atomic i64, ptr %worker seq_cst, align 8
  %same = icmp eq i64 %now, %job
  br i1 %same, label %pause_again, label %return
pause_again:
  %rounds_left = sub i64 %round, 1
  %more = icmp ne i64 %rounds_left, 0
  br i1 %more, label %pause, label %look
sleep:
  %waiting = getelementptr %Worker, ptr %worker, i64 0, i32 1
  %mutex = getelementptr %Worker, ptr %worker, i64 0, i32 7
  %changed = getelementptr %Worker, ptr %worker, i64 0, i32 8
  %locked = call i32 @pthread_mutex_lock(ptr %mutex)
  %before = atomicrmw add ptr %waiting, i64 1 seq_cst
  %then = load atomic i64, ptr %worker seq_cst, align 8
  %still = icmp eq i64 %then, %job
  br i1 %still, label %wait, label %leave
wait:                                               ; a launch may have been taken back: the next one follows soon
  %woken = call i32 @pthread_cond_wait(ptr %changed, ptr %mutex)
  br label %leave
leave:
  %next = phi i1 [ false, %sleep ], [ true, %wait ]
  %after = atomicrmw sub ptr %waiting, i64 1 seq_cst
  %unlocked = call i32 @pthread_mutex_unlock(ptr %mutex)
  br i1 %next, label %spins, label %return
return:
  ret void
}

; After the job of a worker has changed: wake up the threads that wait for that.
define internal void @wake(ptr %worker) nounwind {
  %waiting_ = getelementptr %Worker, ptr %worker, i64 0, i32 1
  %waiting = load atomic i64, ptr %waiting_ seq_cst, align 8
  %nobody = icmp eq i64 %waiting, 0
  br i1 %nobody, label %return, label %broadcast
broadcast:
  %mutex = getelementptr %Worker, ptr %worker, i64 0, i32 7
  %changed = getelementptr %Worker, ptr %worker, i64 0, i32 8
  %locked = call i32 @pthread_mutex_lock(ptr %mutex) ; a thread that is counted in %waiting waits by now
  %unlocked = call i32 @pthread_mutex_unlock(ptr %mutex)
  %woken = call i32 @pthread_cond_broadcast(ptr %changed)
  br label %return
return:
  ret void
}

; Programs

; Run programs of a launch as its thread %number until none is left, or until a time. Whether that came first.
; A thread takes half of its share of what is left, but what takes about half a turn at most: first one program,
; then twice as many each time.
define internal i1 @work(ptr %launch, i64 %number, i64 %until) nounwind noinline {
entry:
  %kernel_ = getelementptr %Launch, ptr %launch, i64 0, i32 9
  %kernel = load ptr, ptr %kernel_
  %given_ = getelementptr %Launch, ptr %launch, i64 0, i32 10
  %given = load ptr, ptr %given_
  %words_ = getelementptr %Launch, ptr %launch, i64 0, i32 11
  %words = load i64, ptr %words_
  %arenas_ = getelementptr %Launch, ptr %launch, i64 0, i32 12
  %arenas = load ptr, ptr %arenas_
  %distance_ = getelementptr %Launch, ptr %launch, i64 0, i32 13
  %distance = load i64, ptr %distance_
  %offset = mul i64 %number, %distance
  %arena = getelementptr i8, ptr %arenas, i64 %offset
  %block = alloca i64, i64 %words, align 64
  br label %copy
copy:
  %word = phi i64 [ 0, %entry ], [ %next_word, %copy ]
  %from = getelementptr i64, ptr %given, i64 %word
  %to = getelementptr i64, ptr %block, i64 %word
  %copied = load i64, ptr %from
  store i64 %copied, ptr %to
  %next_word = add i64 %word, 1
  %more_words = icmp slt i64 %next_word, %words
  br i1 %more_words, label %copy, label %begin
begin:
  %first_ = getelementptr i8, ptr %block, i64 $first
  %last_ = getelementptr i8, ptr %block, i64 $last
  %arena_ = getelementptr i8, ptr %block, i64 $arena
  store ptr %arena, ptr %arena_
  store { i64, i64 } zeroinitializer, ptr %arena    ; nothing failed so far
  br label %next
next:
  %step = phi i64 [ 1, %begin ], [ %new_step, %measure ]
  %part = call { i64, i64 } @take(ptr %launch, i64 %step)
  %first = extractvalue { i64, i64 } %part, 0
  %last = extractvalue { i64, i64 } %part, 1
  %some = icmp slt i64 %first, %last
  br i1 %some, label %run, label %over
run:
  store i64 %first, ptr %first_
  store i64 %last, ptr %last_
  %start = call i64 @now()
  %failed = call i64 %kernel(ptr %block)
  %fine = icmp eq i64 %failed, 0
  br i1 %fine, label %measure, label %fail
measure:
  %end = call i64 @now()
  %took = sub i64 %end, %start
  %short = icmp slt i64 %took, $quarter_turn
  %long = icmp sgt i64 %took, $half_turn
  %twice = shl i64 %step, 1
  %half = lshr i64 %step, 1
  %shrunk = select i1 %long, i64 %half, i64 %step
  %least_step = call i64 @llvm.smax.i64(i64 %shrunk, i64 1)
  %may_grow = icmp slt i64 %step, 1099511627776
  %grows = and i1 %short, %may_grow
  %new_step = select i1 %grows, i64 %twice, i64 %least_step
  %is_late = icmp sge i64 %end, %until
  br i1 %is_late, label %late, label %next
fail:                                               ; the arena says what; and where this part ends
  %end_ = getelementptr i8, ptr %arena, i64 $part_end
  store i64 %last, ptr %end_
  %failed_ = getelementptr %Launch, ptr %launch, i64 0, i32 5
  store atomic i64 1, ptr %failed_ seq_cst, align 8
  %stopped = getelementptr %Launch, ptr %launch, i64 0, i32 4
  store atomic i64 1, ptr %stopped seq_cst, align 8
  br label %over
over:
  ret i1 false
late:
  ret i1 true
}

; Take the next programs of a launch, at most %step: from a first one to before a last one, or none.
; The parts become smaller with what is left (guided self-scheduling: Polychronopoulos and Kuck, 1987).
define internal { i64, i64 } @take(ptr %launch, i64 %step) nounwind {
entry:
  %last_ = getelementptr %Launch, ptr %launch, i64 0, i32 1
  %last = load i64, ptr %last_
  %least_ = getelementptr %Launch, ptr %launch, i64 0, i32 2
  %least = load i64, ptr %least_
  %shares_ = getelementptr %Launch, ptr %launch, i64 0, i32 3
  %shares = load i64, ptr %shares_
  %stopped_ = getelementptr %Launch, ptr %launch, i64 0, i32 4
  br label %again
again:
  %stopped = load atomic i64, ptr %stopped_ monotonic, align 8
  %goes_on = icmp eq i64 %stopped, 0
  %first = load atomic i64, ptr %launch monotonic, align 8
  %left = sub i64 %last, %first
  %some = icmp sgt i64 %left, 0
  %takes = and i1 %goes_on, %some
  br i1 %takes, label %try, label %none
try:
  %share = sdiv i64 %left, %shares
  %wanted = call i64 @llvm.smax.i64(i64 %share, i64 %least)
  %bounded = call i64 @llvm.smin.i64(i64 %wanted, i64 %step)
  %count = call i64 @llvm.smin.i64(i64 %bounded, i64 %left)
  %next = add i64 %first, %count
  %exchange = cmpxchg ptr %launch, i64 %first, i64 %next seq_cst seq_cst
  %taken = extractvalue { i64, i1 } %exchange, 1
  br i1 %taken, label %part, label %again
part:
  %begin = insertvalue { i64, i64 } poison, i64 %first, 0
  %found = insertvalue { i64, i64 } %begin, i64 %next, 1
  ret { i64, i64 } %found
none:
  ret { i64, i64 } zeroinitializer
}

; Nanoseconds of the clock that does not jump.
define internal i64 @now() nounwind {
  %time = alloca { i64, i64 }
  %failed = call i32 @clock_gettime(i32 $clock, ptr %time)
  %nanoseconds_ = getelementptr { i64, i64 }, ptr %time, i64 0, i32 1
  %seconds = load i64, ptr %time
  %nanoseconds = load i64, ptr %nanoseconds_
  %scaled = mul i64 %seconds, 1000000000
  %now = add i64 %scaled, %nanoseconds
  ret i64 %now
}
