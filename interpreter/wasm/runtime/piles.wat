;; Cards in zones.  Each zone of an owner has a number.  Its entry at @ZONES@ holds its address, the address of the two
;; slots that say which of its cards are in unknown order (0: none ever are), and whether it is a pile.  A pile is the
;; number of its cards (32 bits, followed by 32 unused bits), then the cards, 16 bits each, bottom first.

(func $zone (param $z i32) (result i32)
  (i32.load (i32.add (i32.const @ZONES@) (i32.shl (local.get $z) (i32.const 4)))))
(func $bag (param $z i32) (result i32)
  (i32.load offset=4 (i32.add (i32.const @ZONES@) (i32.shl (local.get $z) (i32.const 4)))))
(func $ordered (param $z i32) (result i32)
  (i32.load offset=8 (i32.add (i32.const @ZONES@) (i32.shl (local.get $z) (i32.const 4)))))

(func $card (param $pile i32) (param $i i32) (result i32)
  (i32.load16_u offset=8 (i32.add (local.get $pile) (i32.shl (local.get $i) (i32.const 1)))))
(func $set_card (param $pile i32) (param $i i32) (param $card i32)
  (i32.store16 offset=8 (i32.add (local.get $pile) (i32.shl (local.get $i) (i32.const 1))) (local.get $card)))

(func $push (param $pile i32) (param $card i32)
  (local $length i32)
  (local.set $length (i32.load (local.get $pile)))
  (i32.store16 offset=8 (i32.add (local.get $pile) (i32.shl (local.get $length) (i32.const 1))) (local.get $card))
  (i32.store (local.get $pile) (i32.add (local.get $length) (i32.const 1))))

;; Move one card to a zone; in a pile, to the top.
(func $put (param $z i32) (param $card i32)
  (if (call $ordered (local.get $z))
    (then (call $push (call $zone (local.get $z)) (local.get $card)))
    (else (drop (call $s_add (i32.const @CW@) (call $zone (local.get $z)) (i64.extend_i32_u (local.get $card)))))))

;; The cards of a pile as a mask of one word.
(func $pile_mask (param $pile i32) (result i64)
  (local $mask i64) (local $end i32)
  (local.set $end (i32.add (local.get $pile) (i32.shl (i32.load (local.get $pile)) (i32.const 1))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $pile) (local.get $end)))
    (local.set $mask (i64.or (local.get $mask)
      (i64.shl (i64.const 1) (i64.load16_u offset=8 (local.get $pile)))))
    (local.set $pile (i32.add (local.get $pile) (i32.const 2)))
    (br $next)))
  (local.get $mask))

;; The cards with index `low` to `high` - 1 of a pile, as a set in memory.
(func $s_cards (param $n i32) (param $to i32) (param $pile i32) (param $low i32) (param $high i32) (result i32)
  (drop (call $s_zero (local.get $n) (local.get $to)))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $low) (local.get $high)))
    (drop (call $s_add (local.get $n) (local.get $to)
      (i64.extend_i32_u (call $card (local.get $pile) (local.get $low)))))
    (local.set $low (i32.add (local.get $low) (i32.const 1)))
    (br $next)))
  (local.get $to))

(func $s_pile (param $n i32) (param $to i32) (param $pile i32) (result i32)
  (call $s_cards (local.get $n) (local.get $to) (local.get $pile) (i32.const 0) (i32.load (local.get $pile))))

;; Remove the card at an index from a pile; the cards above it move down, eight at a time.
(func $draw_at (param $pile i32) (param $i i32) (result i32)
  (local $card i32) (local $length i32) (local $at i32) (local $end i32)
  (local.set $card (call $card (local.get $pile) (local.get $i)))
  (local.set $length (i32.sub (i32.load (local.get $pile)) (i32.const 1)))
  (i32.store (local.get $pile) (local.get $length))
  (local.set $at (i32.add (local.get $pile) (i32.shl (local.get $i) (i32.const 1))))
  (local.set $end (i32.add (local.get $pile) (i32.shl (local.get $length) (i32.const 1))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (v128.store offset=8 (local.get $at) (v128.load offset=10 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br $next)))
  (local.get $card))

;; Draw a random card of the unknown part of a pile.  Returns its index.  Of identical cards the first is drawn.
(func $drawn (param $pile i32) (param $low i32) (param $high i32) (result i32)
  (local $i i32)
  @SCRIPTED_DRAW@
  (local.set $i (i32.add (local.get $low)
    (call $one_of (i32.const @RNG@) (i32.sub (local.get $high) (local.get $low)))))
  (if (i32.eqz (i32.const @DISTINCT@)) (then
    (block $first (loop $back
      (br_if $first (i32.le_s (local.get $i) (local.get $low)))
      (br_if $first (i32.ne
        (call $face (call $card (local.get $pile) (local.get $i)))
        (call $face (call $card (local.get $pile) (i32.sub (local.get $i) (i32.const 1))))))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (br $back)))))
  (local.get $i))

(func $face (param $card i32) (result i32)
  (i32.load16_u (i32.add (i32.const @FACES@) (i32.shl (local.get $card) (i32.const 1)))))

;; Draw the card at one end of the unknown part of a pile; it stays there.
(func $settle (param $z i32) (param $top i32)
  (local $pile i32) (local $bag i32) (local $low i32) (local $high i32) (local $i i32) (local $card i32)
  (local.set $pile (call $zone (local.get $z)))
  (local.set $bag (call $bag (local.get $z)))
  (local.set $low (i32.load (local.get $bag)))
  (local.set $high (i32.load offset=8 (local.get $bag)))
  (local.set $i (call $drawn (local.get $pile) (local.get $low) (local.get $high)))
  (local.set $card (call $card (local.get $pile) (local.get $i)))
  (if (local.get $top)
    (then
      (local.set $high (i32.sub (local.get $high) (i32.const 1)))
      (block $done (loop $next
        (br_if $done (i32.ge_s (local.get $i) (local.get $high)))
        (call $set_card (local.get $pile) (local.get $i)
          (call $card (local.get $pile) (i32.add (local.get $i) (i32.const 1))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (local.get $high))))
    (else
      (block $done (loop $next
        (br_if $done (i32.le_s (local.get $i) (local.get $low)))
        (call $set_card (local.get $pile) (local.get $i)
          (call $card (local.get $pile) (i32.sub (local.get $i) (i32.const 1))))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $next)))
      (i64.store (local.get $bag) (i64.extend_i32_u (i32.add (local.get $low) (i32.const 1))))))
  (call $set_card (local.get $pile) (local.get $i) (local.get $card))
  @RECORD_SETTLED@)

;; The card on top or at the bottom of a pile; -1 if it is empty.
(func $pile_end (param $z i32) (param $top i32) (result i64)
  (local $pile i32) (local $bag i32)
  (local.set $pile (call $zone (local.get $z)))
  (if (i32.eqz (i32.load (local.get $pile))) (then (return (i64.const -1))))
  (local.set $bag (call $bag (local.get $z)))
  (if (local.get $bag) (then
    (if (i64.ne (i64.load (local.get $bag)) (i64.load offset=8 (local.get $bag))) (then
      (if (if (result i32) (local.get $top)
            (then (i32.eq (i32.load offset=8 (local.get $bag)) (i32.load (local.get $pile))))
            (else (i32.eqz (i32.load (local.get $bag)))))
        (then (call $settle (local.get $z) (local.get $top))))))))
  (i64.extend_i32_u (call $card (local.get $pile)
    (select (i32.sub (i32.load (local.get $pile)) (i32.const 1)) (i32.const 0) (local.get $top)))))

;; The set of the cards at one end of a pile: `count` cards, or all if there are fewer.
(func $s_pile_ends (param $n i32) (param $to i32) (param $z i32) (param $top i32) (param $amount i64) (result i32)
  (local $pile i32) (local $bag i32) (local $count i32) (local $length i32)
  (local.set $pile (call $zone (local.get $z)))
  (local.set $length (i32.load (local.get $pile)))
  (local.set $count (i32.wrap_i64 (select
    (i64.extend_i32_u (local.get $length))
    (select (i64.const 0) (local.get $amount) (i64.lt_s (local.get $amount) (i64.const 0)))
    (i64.gt_s (local.get $amount) (i64.extend_i32_u (local.get $length))))))
  (local.set $bag (call $bag (local.get $z)))
  (if (local.get $bag) (then
    (block $known (loop $next
      (br_if $known (i64.eq (i64.load (local.get $bag)) (i64.load offset=8 (local.get $bag))))
      (br_if $known (i32.eqz (if (result i32) (local.get $top)
        (then (i32.gt_s (i32.load offset=8 (local.get $bag)) (i32.sub (local.get $length) (local.get $count))))
        (else (i32.lt_s (i32.load (local.get $bag)) (local.get $count))))))
      (call $settle (local.get $z) (local.get $top))
      (br $next)))))
  (call $s_cards (local.get $n) (local.get $to) (local.get $pile)
    (select (i32.sub (local.get $length) (local.get $count)) (i32.const 0) (local.get $top))
    (select (local.get $length) (local.get $count) (local.get $top))))

;; Remove the top card of a pile and return it.
(func $take_top (param $z i32) (result i32)
  (local $pile i32) (local $bag i32) (local $left i32)
  (local.set $pile (call $zone (local.get $z)))
  (local.set $bag (call $bag (local.get $z)))
  (local.set $left (i32.sub (i32.load (local.get $pile)) (i32.const 1)))
  (if (i32.eqz (local.get $bag)) (then
    (i32.store (local.get $pile) (local.get $left))
    (return (call $card (local.get $pile) (local.get $left)))))
  (if (i32.and
        (i32.ne (i32.load (local.get $bag)) (i32.load offset=8 (local.get $bag)))
        (i32.gt_s (i32.load offset=8 (local.get $bag)) (local.get $left)))
    (then
      (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (local.get $left)))
      (return (call $draw_at (local.get $pile)
        (call $drawn (local.get $pile) (i32.load (local.get $bag)) (i32.add (local.get $left) (i32.const 1)))))))
  (if (i32.gt_s (i32.load (local.get $bag)) (local.get $left))
    (then (i64.store (local.get $bag) (i64.extend_i32_u (local.get $left)))))
  (if (i32.gt_s (i32.load offset=8 (local.get $bag)) (local.get $left))
    (then (i64.store offset=8 (local.get $bag) (i64.extend_i32_u (local.get $left)))))
  (i32.store (local.get $pile) (local.get $left))
  (call $card (local.get $pile) (local.get $left)))

;; Deal cards from the top of a pile to a zone, one by one; they are kept at @HELD@ until all are taken.
(func $deal (param $amount i64) (param $at_most i32) (param $from i32) (param $to i32) (param $place i32)
  (local $count i32) (local $i i32)
  (local.set $count (i32.load (call $zone (local.get $from))))
  (if (i64.gt_s (local.get $amount) (i64.extend_i32_u (local.get $count)))
    (then
      (if (i32.eqz (local.get $at_most)) (then
        (call $fault (i32.const @too few@) (local.get $place)
          (local.get $amount) (i64.extend_i32_u (local.get $count)) (i64.const 0)) (unreachable))))
    (else (local.set $count (i32.wrap_i64 (local.get $amount)))))
  (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (local.get $count)))
    (call $set_card (i32.const @HELD@) (local.get $i) (call $take_top (local.get $from)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.store (i32.const @HELD@) (local.get $count))
  (call $put_held (local.get $to))
  @RECORD_DEALT@)

;; Deal one card from the top of a pile to a zone.
(func $deal_one (param $at_most i32) (param $from i32) (param $to i32) (param $place i32)
  (if (i32.eqz (i32.load (call $zone (local.get $from)))) (then
    (if (local.get $at_most) (then (return)))
    (call $fault (i32.const @too few@) (local.get $place) (i64.const 1) (i64.const 0) (i64.const 0)) (unreachable)))
  (call $put (local.get $to) (call $take_top (local.get $from))))

;; Move the cards of @HELD@ to a zone, in their order.
(func $put_held (param $to i32)
  (local $i i32) (local $count i32)
  (local.set $count (i32.load (i32.const @HELD@)))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (local.get $count)))
    (call $put (local.get $to) (call $card (i32.const @HELD@) (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))
