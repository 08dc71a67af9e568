;; The stream of records (`stream.py` says what its numbers mean): what a listener of the engine is told, word by word.

;; Whether records are written.
(global $recording (mut i32) (i32.const 0))

;; The place of the statement that is carried out, plus one.
(global $place (mut i64) (i64.const 0))

(func (export "record") (param $on i32)
  (global.set $recording (local.get $on)))

;; Begin a record of so many words after its head.  Returns the address of the first of them; 0 if nothing is to be
;; written.  After a record that does not fit, nothing fits until the stream is emptied.
(func $record (param $kind i32) (param $words i32) (result i32)
  (local $at i32) (local $end i32)
  (if (i32.eqz (global.get $recording)) (then (return (i32.const 0))))
  (local.set $at (i32.load (i32.const @STREAM_USED@)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.add (local.get $words) (i32.const 1)) (i32.const 3))))
  (if (i32.or
        (i32.gt_u (local.get $end) (i32.const @STREAM_SIZE@))
        (i64.ne (i64.load (i32.const @STREAM_LOST@)) (i64.const 0)))
    (then
      (i64.store (i32.const @STREAM_LOST@) (i64.add (i64.load (i32.const @STREAM_LOST@)) (i64.const 1)))
      (return (i32.const 0))))
  (i64.store (i32.const @STREAM_USED@) (i64.extend_i32_u (local.get $end)))
  (i64.store (i32.add (i32.const @STREAM@) (local.get $at))
    (i64.or
      (i64.or
        (i64.shl (i64.extend_i32_u (local.get $kind)) (i64.const @KIND_BIT@))
        (i64.shl (i64.extend_i32_u (local.get $words)) (i64.const @WORDS_BIT@)))
      (i64.shl (global.get $place) (i64.const @PLACE_BIT@))))
  (i32.add (i32.add (i32.const @STREAM@) (i32.const 8)) (local.get $at)))

;; Records of no, one or two fields.
(func $record_0 (param $kind i32)
  (drop (call $record (local.get $kind) (i32.const 0))))
(func $record_1 (param $kind i32) (param $a i64)
  (local $at i32)
  (local.set $at (call $record (local.get $kind) (i32.const 1)))
  (if (local.get $at) (then (i64.store (local.get $at) (local.get $a)))))
(func $record_2 (param $kind i32) (param $a i64) (param $b i64)
  (local $at i32)
  (local.set $at (call $record (local.get $kind) (i32.const 2)))
  (if (local.get $at) (then
    (i64.store (local.get $at) (local.get $a))
    (i64.store offset=8 (local.get $at) (local.get $b)))))

;; Write the cards of a pile from index `low` to `high` - 1.
(func $record_cards (param $at i32) (param $pile i32) (param $low i32) (param $high i32)
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $low) (local.get $high)))
    (i64.store (local.get $at) (i64.extend_i32_u (call $card (local.get $pile) (local.get $low))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $low (i32.add (local.get $low) (i32.const 1)))
    (br $next))))

;; The cards at @HELD@ moved from a zone to another.
(func $record_moved (param $from i32) (param $to i32) (param $dealt i32)
  (local $at i32) (local $count i32)
  (local.set $count (i32.load (i32.const @HELD@)))
  (if (i32.eqz (local.get $count)) (then (return)))
  (local.set $at (call $record (i32.const @KIND_MOVED@) (i32.add (local.get $count) (i32.const 3))))
  (if (i32.eqz (local.get $at)) (then (return)))
  (i64.store (local.get $at) (i64.extend_i32_u (local.get $from)))
  (i64.store offset=8 (local.get $at) (i64.extend_i32_u (local.get $to)))
  (i64.store offset=16 (local.get $at) (i64.extend_i32_u (local.get $dealt)))
  (call $record_cards (i32.add (local.get $at) (i32.const 24)) (i32.const @HELD@) (i32.const 0) (local.get $count)))

(func $record_tucked (param $z i32) (param $pile i32) (param $low i32) (param $high i32) (param $to i32)
  (local $at i32)
  (local.set $at (call $record (i32.const @KIND_TUCKED@)
    (i32.add (i32.sub (local.get $high) (local.get $low)) (i32.const 2))))
  (if (i32.eqz (local.get $at)) (then (return)))
  (i64.store (local.get $at) (i64.extend_i32_u (local.get $z)))
  (i64.store offset=8 (local.get $at) (i64.extend_i32_s (local.get $to)))
  (call $record_cards (i32.add (local.get $at) (i32.const 16)) (local.get $pile) (local.get $low) (local.get $high)))

;; A value that chance drew, at a place of its own; the statement around it goes on.
(func $record_drawn (param $draw i32) (param $value i64) (param $there i64)
  (local $before i64)
  (local.set $before (global.get $place))
  (global.set $place (local.get $there))
  (call $record_2 (i32.const @KIND_DRAWN@) (i64.extend_i32_u (local.get $draw)) (local.get $value))
  (global.set $place (local.get $before)))
(func $recorded_pick (param $mask i64) (param $place i32) (param $draw i32) (result i64)
  (local $value i64)
  (local.set $value (call $pick (local.get $mask) (local.get $place)))
  (call $record_drawn (local.get $draw) (local.get $value)
    (i64.add (i64.extend_i32_u (local.get $place)) (i64.const 1)))
  (local.get $value))
(func $recorded_s_pick (param $n i32) (param $set i32) (param $place i32) (param $draw i32) (result i64)
  (local $value i64)
  (local.set $value (call $s_pick (local.get $n) (local.get $set) (local.get $place)))
  (call $record_drawn (local.get $draw) (local.get $value)
    (i64.add (i64.extend_i32_u (local.get $place)) (i64.const 1)))
  (local.get $value))

;; Every card goes to one zone: a record for each zone that had some, or for that zone if only the order changes.
(func $recorded_gather (param $to i32)
  (local $z i32) (local $moved i32)
  (if (global.get $recording) (then
    (block $done (loop $next
      (br_if $done (i32.ge_s (local.get $z) (i32.const @ZONE_COUNT@)))
      (if (i32.ne (local.get $z) (local.get $to)) (then
        (call $empty (local.get $z))
        (local.set $moved (i32.or (local.get $moved) (i32.load (i32.const @HELD@))))
        (call $record_moved (local.get $z) (local.get $to) (i32.const 0))))
      (local.set $z (i32.add (local.get $z) (i32.const 1)))
      (br $next)))
    (if (i32.eqz (local.get $moved)) (then
      (if (call $out_of_order (local.get $to)) (then
        (call $record_moved (local.get $to) (local.get $to) (i32.const 0))))))))
  (call $gather (local.get $to)))

;; Whether the cards of a pile, which go to @HELD@, lie in another order than the deck, or in one that nobody knows.
(func $out_of_order (param $z i32) (result i32)
  (local $at i32) (local $bag i32)
  (if (i32.eqz (call $ordered (local.get $z))) (then (return (i32.const 0))))
  (call $empty (local.get $z))
  (local.set $bag (call $bag (local.get $z)))
  (if (local.get $bag) (then
    (if (i64.ne (i64.load (local.get $bag)) (i64.load offset=8 (local.get $bag))) (then (return (i32.const 1))))))
  (loop $next
    (if (i32.lt_u (local.get $at) (i32.load (i32.const @HELD@))) (then
      (if (i32.ne (local.get $at) (call $card (i32.const @HELD@) (local.get $at))) (then (return (i32.const 1))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))))
  (i32.const 0))

(func $recorded_show (param $set i32) (param $to i64)
  (local $at i32) (local $count i32)
  (drop (call $s_copy (i32.const @CW@) (i32.const @LEFT@) (local.get $set)))
  (call $hold (i32.const @LEFT@))
  (local.set $count (i32.load (i32.const @HELD@)))
  (local.set $at (call $record (i32.const @KIND_SHOWN@) (i32.add (local.get $count) (i32.const 1))))
  (if (local.get $at) (then
    (i64.store (local.get $at) (local.get $to))
    (call $record_cards (i32.add (local.get $at) (i32.const 8)) (i32.const @HELD@) (i32.const 0) (local.get $count))))
  (call $show (local.get $set) (local.get $to)))

;; The cards that the next change of a number counts.
(func $recorded_cards (param $set i32)
  (local $at i32) (local $count i32)
  (drop (call $s_copy (i32.const @CW@) (i32.const @LEFT@) (local.get $set)))
  (call $hold (i32.const @LEFT@))
  (local.set $count (i32.load (i32.const @HELD@)))
  (if (i32.eqz (local.get $count)) (then (return)))
  (local.set $at (call $record (i32.const @KIND_CARDS_COUNTED@) (local.get $count)))
  (if (local.get $at) (then
    (call $record_cards (local.get $at) (i32.const @HELD@) (i32.const 0) (local.get $count)))))

;; Store a number in the slot of a variable, and record whether that changes it.
(func $recorded_set (param $slot i32) (param $value i64) (param $variable i32) (param $owner i32)
  (local $before i64) (local $at i32)
  (local.set $before (i64.load (local.get $slot)))
  (i64.store (local.get $slot) (local.get $value))
  (if (i64.eq (local.get $before) (local.get $value)) (then
    (local.set $at (call $record (i32.const @KIND_SET_AGAIN@) (i32.const 3)))
    (if (local.get $at) (then
      (i64.store (local.get $at) (i64.extend_i32_u (local.get $variable)))
      (i64.store offset=8 (local.get $at) (i64.extend_i32_s (local.get $owner)))
      (i64.store offset=16 (local.get $at) (local.get $value))))
    (return)))
  (local.set $at (call $record (i32.const @KIND_ASSIGNED@) (i32.const 4)))
  (if (local.get $at) (then
    (i64.store (local.get $at) (i64.extend_i32_u (local.get $variable)))
    (i64.store offset=8 (local.get $at) (i64.extend_i32_s (local.get $owner)))
    (i64.store offset=16 (local.get $at) (local.get $before))
    (i64.store offset=24 (local.get $at) (local.get $value)))))

;; The same for a set of several words.
(func $recorded_copy (param $n i32) (param $slot i32) (param $set i32) (param $variable i32) (param $owner i32)
  (local $at i32)
  (if (call $s_same (local.get $n) (local.get $slot) (local.get $set)) (then
    (local.set $at (call $record (i32.const @KIND_SET_AGAIN@) (i32.add (local.get $n) (i32.const 2))))
    (if (local.get $at) (then
      (i64.store (local.get $at) (i64.extend_i32_u (local.get $variable)))
      (i64.store offset=8 (local.get $at) (i64.extend_i32_s (local.get $owner)))
      (drop (call $s_copy (local.get $n) (i32.add (local.get $at) (i32.const 16)) (local.get $set))))))
  (else
    (local.set $at (call $record (i32.const @KIND_ASSIGNED@)
      (i32.add (i32.shl (local.get $n) (i32.const 1)) (i32.const 2))))
    (if (local.get $at) (then
      (i64.store (local.get $at) (i64.extend_i32_u (local.get $variable)))
      (i64.store offset=8 (local.get $at) (i64.extend_i32_s (local.get $owner)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (drop (call $s_copy (local.get $n) (local.get $at) (local.get $slot)))
      (drop (call $s_copy (local.get $n)
        (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 3))) (local.get $set)))))))
  (drop (call $s_copy (local.get $n) (local.get $slot) (local.get $set))))
