;; How often a seat was asked the same before in a deal that lasts long (`asked.py`).

;; Where it is counted how often the seat that is asked was asked, and where the marks of its last questions lie.
(func $l_asked_count (result i32)
  (i32.add (i32.const #ASKED_COUNTS#) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 2))))
(func $l_marks (result i32)
  (i32.add (i32.const #MARKS#) (i32.mul (i32.load (i32.const @ACTOR@)) (i32.const #MARKS_SIZE#))))

;; The mark of the open question: a hash of what the seat that is asked sees and remembers, and of how many options it
;; has.  What lies open was remembered before.
(func $l_mark_of (param $ask i32) (param $count i32) (result i64)
  (local $at i32) (local $end i32) (local $h i64)
  (call $l_state (local.get $ask))
  (local.set $h (call $number_print (i64.extend_i32_u (local.get $ask)) (i64.extend_i32_u (local.get $count))))
  (local.set $end (i32.shl (global.get $l_count) (i32.const 1)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $h (call $number_print (i64.load16_u offset=#ACTIVE# (local.get $at)) (local.get $h)))
    (local.set $at (i32.add (local.get $at) (i32.const 2)))
    (br $next)))
  (local.get $h))

;; The same, for a host.
(func (export "l_mark") (result i64)
  (call $l_seen)
  (call $l_mark_of (call $ask) (call $options (call $ask) (i64.const 0))))

;; How many of the last questions of the seat had a mark, if so many were kept.
(func $l_count_of (param $mark i64) (param $kept i32) (result i32)
  (local $at i32) (local $end i32) (local $n i32)
  (local.set $at (call $l_marks))
  (local.set $end (i32.add (local.get $at) (i32.shl
    (select (local.get $kept) (i32.const #MOST_ASKED#) (i32.lt_u (local.get $kept) (i32.const #MOST_ASKED#)))
    (i32.const 3))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $n (i32.add (local.get $n) (i64.eq (i64.load (local.get $at)) (local.get $mark))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br $next)))
  (local.get $n))

;; How many of the last questions of the seat that is asked had the same mark as the open one, which then is kept as one
;; of them.  The first questions of a deal are only counted.
(func $l_again (param $ask i32) (param $count i32) (result i32)
  (local $asked i32) (local $n i32) (local $mark i64)
  (local.set $asked (i32.load (call $l_asked_count)))
  (i32.store (call $l_asked_count) (i32.add (local.get $asked) (i32.const 1)))
  (if (i32.lt_u (local.get $asked) (i32.const #FEW_ASKED#)) (then (return (i32.const 0))))
  (local.set $asked (i32.sub (local.get $asked) (i32.const #FEW_ASKED#)))
  (local.set $mark (call $l_mark_of (local.get $ask) (local.get $count)))
  (local.set $n (call $l_count_of (local.get $mark) (local.get $asked)))
  (i64.store (i32.add (call $l_marks)
    (i32.shl (i32.rem_u (local.get $asked) (i32.const #MOST_ASKED#)) (i32.const 3))) (local.get $mark))
  (local.get $n))

;; Keep the open question as one that its seat was asked, for a host that goes through the choices of a deal.
(func (export "l_asked")
  (call $l_seen)
  (drop (call $l_again (call $ask) (call $options (call $ask) (i64.const 0)))))

;; How many of the last questions of the seat that is asked had the same mark as the open one.
(func (export "l_repeats") (result i32)
  (if (i32.le_u (i32.load (call $l_asked_count)) (i32.const #FEW_ASKED#)) (then (return (i32.const 0))))
  (call $l_seen)
  (call $l_count_of (call $l_mark_of (call $ask) (call $options (call $ask) (i64.const 0)))
    (i32.sub (i32.load (call $l_asked_count)) (i32.const #FEW_ASKED#))))

;; A deal begins: no seat was asked anything.
(func $l_ask_anew (memory.fill (i32.const #ASKED_COUNTS#) (i32.const 0) (i32.const #ASKED_COUNTS_SIZE#)))
