;; Moving cards: the operations of the statements of a program.  Sets of cards are passed by address.

;; Move the cards of the set at @LEFT@ that lie in a zone to another zone, and remove them from the set.
(func $move_from (param $from i32) (param $to i32)
  (local $zone i32)
  (local.set $zone (call $zone (local.get $from)))
  (if (call $ordered (local.get $from))
    (then (call $out_of_pile (local.get $zone) (call $bag (local.get $from))))
    (else
      (drop (call $s_intersect (i32.const @CW@) (i32.const @HERE@) (i32.const @LEFT@) (local.get $zone)))
      (drop (call $s_without (i32.const @CW@) (local.get $zone) (local.get $zone) (i32.const @HERE@)))
      (drop (call $s_without (i32.const @CW@) (i32.const @LEFT@) (i32.const @LEFT@) (i32.const @HERE@)))
      (call $hold (i32.const @HERE@))))
  (call $put_held (local.get $to))
  @RECORD_MOVED@)

;; Move the cards of a set to @HELD@, ascending; the set is then empty.
(func $hold (param $set i32)
  (local $card i64)
  (i32.store (i32.const @HELD@) (i32.const 0))
  (block $done (loop $next
    (local.set $card (call $s_pop (i32.const @CW@) (local.get $set)))
    (br_if $done (i64.lt_s (local.get $card) (i64.const 0)))
    (call $push (i32.const @HELD@) (i32.wrap_i64 (local.get $card)))
    (br $next))))

;; Move the cards of a pile that are in @LEFT@ to @HELD@; they are removed from both.
(func $out_of_pile (param $pile i32) (param $bag i32)
  (local $i i32) (local $kept i32) (local $count i32) (local $card i32) (local $low i32) (local $high i32)
  (i32.store (i32.const @HELD@) (i32.const 0))
  (local.set $count (i32.load (local.get $pile)))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (local.get $count)))
    (local.set $card (call $card (local.get $pile) (local.get $i)))
    (if (call $s_has (i32.const @CW@) (i32.const @LEFT@) (i64.extend_i32_u (local.get $card)))
      (then
        (call $push (i32.const @HELD@) (local.get $card))
        (if (local.get $bag) (then
          (local.set $low (i32.add (local.get $low)
            (i32.lt_s (local.get $i) (i32.load (local.get $bag)))))
          (local.set $high (i32.add (local.get $high)
            (i32.lt_s (local.get $i) (i32.load offset=8 (local.get $bag))))))))
      (else
        (call $set_card (local.get $pile) (local.get $kept) (local.get $card))
        (local.set $kept (i32.add (local.get $kept) (i32.const 1)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.store (local.get $pile) (local.get $kept))
  (if (local.get $bag) (then
    (i64.store (local.get $bag) (i64.sub (i64.load (local.get $bag)) (i64.extend_i32_u (local.get $low))))
    (i64.store offset=8 (local.get $bag)
      (i64.sub (i64.load offset=8 (local.get $bag)) (i64.extend_i32_u (local.get $high))))))
  (drop (call $s_cards (i32.const @CW@) (i32.const @HERE@) (i32.const @HELD@)
    (i32.const 0) (i32.load (i32.const @HELD@))))
  (drop (call $s_without (i32.const @CW@) (i32.const @LEFT@) (i32.const @LEFT@) (i32.const @HERE@))))

;; Move the cards of a set, wherever they lie, to the top of a zone.  The zone `guess` (or -1) is searched first.
(func $move (param $set i32) (param $guess i32) (param $to i32)
  (local $z i32)
  (drop (call $s_copy (i32.const @CW@) (i32.const @LEFT@) (local.get $set)))
  (if (i32.ge_s (local.get $guess) (i32.const 0))
    (then (call $move_from (local.get $guess) (local.get $to))))
  (block $done (loop $next
    (br_if $done (i32.eqz (call $s_any (i32.const @CW@) (i32.const @LEFT@))))
    (br_if $done (i32.ge_s (local.get $z) (i32.const @ZONE_COUNT@)))
    (call $move_from (local.get $z) (local.get $to))
    (local.set $z (i32.add (local.get $z) (i32.const 1)))
    (br $next))))

(func $move_word (param $mask i64) (param $guess i32) (param $to i32)
  (i64.store (i32.const @WORD@) (local.get $mask))
  (call $move (i32.const @WORD@) (local.get $guess) (local.get $to)))

;; Move all cards of a zone to @HELD@, in their order.
(func $empty (param $z i32)
  (local $zone i32)
  (local.set $zone (call $zone (local.get $z)))
  (if (call $ordered (local.get $z))
    (then
      (drop (call $s_zero (i32.const @CW@) (i32.const @LEFT@)))
      (drop (call $s_pile (i32.const @CW@) (i32.const @LEFT@) (local.get $zone)))
      (call $out_of_pile (local.get $zone) (i32.const 0)))
    (else (call $hold (local.get $zone)))))

;; Move every card of a zone, in order, to the top of another.  An unknown order stays unknown or is decided.
(func $move_all (param $from i32) (param $to i32)
  (local $bag i32)
  (if (i32.eq (local.get $from) (local.get $to)) (then (return)))
  (local.set $bag (call $bag (local.get $from)))
  (if (i32.and (i32.ne (local.get $bag) (i32.const 0)) (call $ordered (local.get $to)))
    (then (if (i32.load (call $zone (local.get $from)))
      (then (call $carry_unknown (local.get $from) (local.get $to) (local.get $bag))))))
  (if (local.get $bag) (then
    (i64.store (local.get $bag) (i64.const 0))
    (i64.store offset=8 (local.get $bag) (i64.const 0))))
  (call $empty (local.get $from))
  (call $put_held (local.get $to))
  @RECORD_MOVED@)

(func $carry_unknown (param $from i32) (param $to i32) (param $bag i32)
  (local $target i32)
  (if (i64.eq (i64.load (local.get $bag)) (i64.load offset=8 (local.get $bag))) (then (return)))
  (local.set $target (call $bag (local.get $to)))
  (if (i32.and (i32.ne (local.get $target) (i32.const 0)) (i32.eqz (i32.load (call $zone (local.get $to)))))
    (then
      (i64.store (local.get $target) (i64.load (local.get $bag)))
      (i64.store offset=8 (local.get $target) (i64.load offset=8 (local.get $bag)))
      (return)))
  (block $known (loop $next
    (br_if $known (i64.eq (i64.load (local.get $bag)) (i64.load offset=8 (local.get $bag))))
    (call $settle (local.get $from) (i32.const 1))
    (br $next))))

;; Move every card of the deck into one zone whose bag is empty (`dealing.py` empties all zones first).
(func $fill (param $to i32)
  (if (call $ordered (local.get $to))
    (then (call $whole_pile (call $zone (local.get $to))))
    (else (drop (call $s_copy (i32.const @CW@) (call $zone (local.get $to)) (i32.const @EVERY_CARD@))))))

;; A pile of all cards, ascending.
(func $whole_pile (param $pile i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $pile) (local.get $i)) (i64.load offset=@WHOLE_PILE@ (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const @PILE_SIZE@)))))

;; Shuffle a pile: its order becomes unknown, and no player knows its cards any more.
(func $shuffle (param $z i32)
  (local $pile i32) (local $bag i32) (local $count i32)
  @RECORD_SHUFFLED@
  (local.set $pile (call $zone (local.get $z)))
  (local.set $bag (call $bag (local.get $z)))
  (local.set $count (i32.load (local.get $pile)))
  (i64.store (local.get $bag) (i64.const 0))
  (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (local.get $count)))
  (if (i32.eq (local.get $count) (i32.const @CARDS@)) (then
    (call $whole_pile (local.get $pile))
    (call $forget_all)
    (return)))
  (drop (call $s_pile (i32.const @CW@) (i32.const @LEFT@) (local.get $pile)))
  (call $forget_left)
  (call $hold (i32.const @LEFT@))
  (i32.store (local.get $pile) (i32.const 0))
  (call $put_held (local.get $z)))

;; The address of the cards that are known to a player.
(func $known (param $player i32) (result i32)
  (i32.add (i32.const @KNOWN@) (i32.mul (local.get $player) (i32.shl (i32.const @CW@) (i32.const 3)))))

;; Make cards known to the players of a mask, or to all (-1).
(func $show (param $set i32) (param $to i64)
  (local $player i32)
  (loop $next
    (if (i64.ne (i64.and (i64.const 1) (i64.shr_s (local.get $to) (i64.extend_i32_u (local.get $player)))) (i64.const 0))
      (then (drop (call $s_union (i32.const @CW@) (call $known (local.get $player))
        (call $known (local.get $player)) (local.get $set)))))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $player) (i32.const @PLAYERS@)))))

;; A random element of a mask.
(func $pick (param $mask i64) (param $place i32) (result i64)
  (if (i64.eqz (local.get $mask))
    (then (call $fault (i32.const @nothing to pick@) (local.get $place) (i64.const 0) (i64.const 0) (i64.const 0)) (unreachable)))
  @SCRIPTED_PICK@
  (call $kth (local.get $mask) (call $one_of (i32.const @RNG@) (i32.wrap_i64 (i64.popcnt (local.get $mask))))))

(func $s_pick (param $n i32) (param $set i32) (param $place i32) (result i64)
  (local $k i32)
  (if (i32.eqz (call $s_any (local.get $n) (local.get $set)))
    (then (call $fault (i32.const @nothing to pick@) (local.get $place) (i64.const 0) (i64.const 0) (i64.const 0)) (unreachable)))
  @SCRIPTED_S_PICK@
  (drop (call $s_copy (local.get $n) (i32.const @PICKED@) (local.get $set)))
  (local.set $k (call $one_of (i32.const @RNG@) (i32.wrap_i64 (call $s_count (local.get $n) (local.get $set)))))
  (block $there (loop $next
    (br_if $there (i32.eqz (local.get $k)))
    (drop (call $s_pop (local.get $n) (i32.const @PICKED@)))
    (local.set $k (i32.sub (local.get $k) (i32.const 1)))
    (br $next)))
  (call $s_pop (local.get $n) (i32.const @PICKED@)))
;; Move the top cards of a pile to its bottom, or into its middle: among the cards of unknown order, which stay
;; ascending, or, if there are none, above half of the others.
(func $tuck (param $z i32) (param $count i64) (param $middle i32)
  (local $pile i32) (local $bag i32) (local $n i32) (local $below i32) (local $at i32) (local $low i32) (local $high i32)
  (local $card i32)
  (local.set $pile (call $zone (local.get $z)))
  (local.set $n (i32.load (local.get $pile)))
  (if (i64.le_s (local.get $count) (i64.const 0)) (then (return)))
  (if (i64.ge_s (local.get $count) (i64.extend_i32_u (local.get $n))) (then (return)))
  (local.set $below (i32.sub (local.get $n) (i32.wrap_i64 (local.get $count))))
  (local.set $bag (call $bag (local.get $z)))
  (if (local.get $bag) (then
    (local.set $low (i32.load (local.get $bag)))
    (local.set $high (i32.load offset=8 (local.get $bag)))))
  @RECORD_TUCKED@
  (if (i32.and (local.get $middle) (i32.lt_s (local.get $low) (local.get $high)))
    (then
      (drop (call $s_cards (i32.const @CW@) (i32.const @LEFT@) (local.get $pile) (local.get $below) (local.get $n)))
      (call $forget_left)
      (block $done (loop $next
        (br_if $done (i32.ge_s (local.get $below) (local.get $n)))
        (local.set $card (call $card (local.get $pile) (local.get $below)))
        (local.set $at (local.get $low))
        (block $found (loop $on
          (br_if $found (i32.ge_s (local.get $at) (local.get $high)))
          (br_if $found (i32.gt_s (call $card (local.get $pile) (local.get $at)) (local.get $card)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $on)))
        (call $shift (local.get $pile) (local.get $at) (local.get $below) (i32.const 1))
        (call $set_card (local.get $pile) (local.get $at) (local.get $card))
        (local.set $high (i32.add (local.get $high) (i32.const 1)))
        (local.set $below (i32.add (local.get $below) (i32.const 1)))
        (br $next)))
      (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (local.get $high))))
    (else
      (memory.copy (i32.const @HELD@) (i32.add (i32.add (local.get $pile) (i32.const 8)) (i32.shl (local.get $below) (i32.const 1)))
        (i32.shl (i32.wrap_i64 (local.get $count)) (i32.const 1)))
      (if (local.get $middle) (then (local.set $at (i32.shr_u (local.get $below) (i32.const 1)))))
      (call $shift (local.get $pile) (local.get $at) (local.get $below) (i32.wrap_i64 (local.get $count)))
      (memory.copy (i32.add (i32.add (local.get $pile) (i32.const 8)) (i32.shl (local.get $at) (i32.const 1))) (i32.const @HELD@)
        (i32.shl (i32.wrap_i64 (local.get $count)) (i32.const 1)))
      (if (i32.lt_s (local.get $low) (local.get $high)) (then
        (i64.store (local.get $bag) (i64.extend_i32_u (i32.add (local.get $low) (i32.wrap_i64 (local.get $count)))))
        (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (i32.add (local.get $high) (i32.wrap_i64 (local.get $count))))))))))

;; Move the cards of a pile from index `low` to `high` - 1 up by a number of places.
(func $shift (param $pile i32) (param $low i32) (param $high i32) (param $by i32)
  (local.set $pile (i32.add (i32.add (local.get $pile) (i32.const 8)) (i32.shl (local.get $low) (i32.const 1))))
  (memory.copy (i32.add (local.get $pile) (i32.shl (local.get $by) (i32.const 1))) (local.get $pile)
    (i32.shl (i32.sub (local.get $high) (local.get $low)) (i32.const 1))))
