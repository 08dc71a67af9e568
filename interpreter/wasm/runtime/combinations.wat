;; Combinations of cards, the smallest first; identical cards count once.  The order is that of `Runtime.combinations`.
;;
;; The cards of one face are a group; a combination is the number of cards taken from each group (always the first
;; ones).  Combinations of one size come in falling order: as many as possible of the first group, then of the second.
;; The next combination removes a card of the last group after which there is room for one more, and fills up from
;; there.
;;
;; Different cards in one word are handled as masks: `groups` is then -1, and the cards are stored in place of the first
;; group.
;;
;; The current position: groups (32 bits), size, highest size, whether it has begun; the combination (@CW@ words); for
;; each group 16 bytes: how many cards are taken, how many there are, and the index of its first card; then the cards as
;; a pile.

(func $c_group (param $c i32) (param $i i32) (result i32)
  (i32.add (i32.add (local.get $c) (i32.const @GROUPS@)) (i32.shl (local.get $i) (i32.const 4))))

(func $c_begin (param $c i32) (param $low i64) (param $high i64) (param $set i32)
  (local $card i64) (local $face i32) (local $last i32) (local $group i32) (local $total i32) (local $cards i32)
  (local.set $last (i32.const -1))
  (if (i32.eq (i32.const @CW@) (i32.const 1)) (then
    (if (i32.eqz (call $alike (i64.load (local.get $set)))) (then
      (i32.store (local.get $c) (i32.const -1))
      (i64.store offset=@GROUPS@ (local.get $c) (i64.load (local.get $set)))
      (call $c_limits (local.get $c) (local.get $low) (local.get $high) (i64.popcnt (i64.load (local.get $set))))
      (return)))))
  (local.set $cards (i32.add (local.get $c) (i32.const @GROUP_CARDS@)))
  (i32.store (local.get $cards) (i32.const 0))
  (i32.store (local.get $c) (i32.const 0))
  (drop (call $s_copy (i32.const @CW@) (i32.const @LEFT@) (local.get $set)))
  (block $done (loop $next
    (local.set $card (call $s_pop (i32.const @CW@) (i32.const @LEFT@)))
    (br_if $done (i64.lt_s (local.get $card) (i64.const 0)))
    (local.set $face (call $face (i32.wrap_i64 (local.get $card))))
    (if (i32.ne (local.get $face) (local.get $last)) (then
      (local.set $last (local.get $face))
      (local.set $group (call $c_group (local.get $c) (i32.load (local.get $c))))
      (i32.store (local.get $c) (i32.add (i32.load (local.get $c)) (i32.const 1)))
      (i32.store offset=4 (local.get $group) (i32.const 0))
      (i32.store offset=8 (local.get $group) (local.get $total))))
    (i32.store offset=4 (local.get $group) (i32.add (i32.load offset=4 (local.get $group)) (i32.const 1)))
    (call $push (local.get $cards) (i32.wrap_i64 (local.get $card)))
    (local.set $total (i32.add (local.get $total) (i32.const 1)))
    (br $next)))
  (call $c_limits (local.get $c) (local.get $low) (local.get $high) (i64.extend_i32_u (local.get $total))))

;; Whether some cards of a mask are identical.
(func $alike (param $mask i64) (result i32)
  (local $face i32) (local $last i32)
  (if (i32.const @DISTINCT@) (then (return (i32.const 0))))
  (local.set $last (i32.const -1))
  (block $done (loop $next
    (br_if $done (i64.eqz (local.get $mask)))
    (local.set $face (call $face (i32.wrap_i64 (i64.ctz (local.get $mask)))))
    (if (i32.eq (local.get $face) (local.get $last)) (then (return (i32.const 1))))
    (local.set $last (local.get $face))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (br $next)))
  (i32.const 0))

;; Begin combinations of at least `low` and at most `high` of `total` cards.
(func $c_limits (param $c i32) (param $low i64) (param $high i64) (param $total i64)
  (if (i64.lt_s (local.get $low) (i64.const 0)) (then (local.set $low (i64.const 0))))
  (if (i64.gt_s (local.get $low) (local.get $total))
    (then (local.set $low (i64.add (local.get $total) (i64.const 1)))))
  (if (i64.gt_s (local.get $high) (local.get $total)) (then (local.set $high (local.get $total))))
  (if (i64.lt_s (local.get $high) (i64.const -1)) (then (local.set $high (i64.const -1))))
  (i32.store offset=4 (local.get $c) (i32.sub (i32.wrap_i64 (local.get $low)) (i32.const 1)))
  (i32.store offset=8 (local.get $c) (i32.wrap_i64 (local.get $high)))
  (i32.store offset=12 (local.get $c) (i32.const 0)))

;; Take `left` cards from group i on, as many of each group as there are.
(func $c_fill (param $c i32) (param $i i32) (param $left i32)
  (local $group i32) (local $taken i32)
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (i32.load (local.get $c))))
    (local.set $group (call $c_group (local.get $c) (local.get $i)))
    (local.set $taken (i32.load offset=4 (local.get $group)))
    (if (i32.gt_s (local.get $taken) (local.get $left)) (then (local.set $taken (local.get $left))))
    (i32.store (local.get $group) (local.get $taken))
    (local.set $left (i32.sub (local.get $left) (local.get $taken)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; The combination as a set.
(func $c_make (param $c i32)
  (local $i i32) (local $j i32) (local $group i32) (local $set i32) (local $cards i32)
  (local.set $set (i32.add (local.get $c) (i32.const 16)))
  (local.set $cards (i32.add (local.get $c) (i32.const @GROUP_CARDS@)))
  (drop (call $s_zero (i32.const @CW@) (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (i32.load (local.get $c))))
    (local.set $group (call $c_group (local.get $c) (local.get $i)))
    (local.set $j (i32.const 0))
    (block $all (loop $card
      (br_if $all (i32.ge_s (local.get $j) (i32.load (local.get $group))))
      (drop (call $s_add (i32.const @CW@) (local.get $set) (i64.extend_i32_u
        (call $card (local.get $cards) (i32.add (i32.load offset=8 (local.get $group)) (local.get $j))))))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (br $card)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; The same for a mask: find the last taken card that is followed by a free one.  Remove it and all taken cards after
;; it, and take one card more than these from the next free one on.
(func $c_next_mask (param $c i32) (result i32)
  (local $all i64) (local $set i64) (local $i i64) (local $left i64) (local $rest i64)
  (local.set $all (i64.load offset=@GROUPS@ (local.get $c)))
  (if (i32.load offset=12 (local.get $c)) (then
    (local.set $set (i64.load offset=16 (local.get $c)))
    (local.set $rest (i64.and (local.get $all) (i64.xor (local.get $set) (i64.const -1))))
    (if (i64.ne (local.get $rest) (i64.const 0)) (then
      (local.set $i (i64.and (local.get $set) (i64.sub
        (i64.shl (i64.const 1) (i64.sub (i64.const 63) (i64.clz (local.get $rest)))) (i64.const 1))))
      (if (i64.ne (local.get $i) (i64.const 0)) (then
        (local.set $i (i64.shl (i64.const 1) (i64.sub (i64.const 63) (i64.clz (local.get $i)))))
        (local.set $rest (i64.and (local.get $all)
          (i64.xor (i64.sub (i64.shl (local.get $i) (i64.const 1)) (i64.const 1)) (i64.const -1))))
        (local.set $left (i64.add (i64.popcnt (i64.and (local.get $set) (local.get $rest))) (i64.const 1)))
        (i64.store offset=16 (local.get $c) (call $with_lowest
          (i64.and (local.get $set) (i64.sub (local.get $i) (i64.const 1))) (local.get $rest) (local.get $left)))
        (return (i32.const 1))))))))
  (i32.store offset=12 (local.get $c) (i32.const 1))
  (i32.store offset=4 (local.get $c) (i32.add (i32.load offset=4 (local.get $c)) (i32.const 1)))
  (if (i32.gt_s (i32.load offset=4 (local.get $c)) (i32.load offset=8 (local.get $c))) (then (return (i32.const 0))))
  (i64.store offset=16 (local.get $c)
    (call $with_lowest (i64.const 0) (local.get $all) (i64.load32_s offset=4 (local.get $c))))
  (i32.const 1))

;; The lowest elements of a mask, as a mask.
(func $with_lowest (param $mask i64) (param $of i64) (param $count i64) (result i64)
  (block $done (loop $next
    (br_if $done (i64.eqz (local.get $count)))
    (local.set $mask (i64.or (local.get $mask) (i64.and (local.get $of) (i64.sub (i64.const 0) (local.get $of)))))
    (local.set $of (i64.and (local.get $of) (i64.sub (local.get $of) (i64.const 1))))
    (local.set $count (i64.sub (local.get $count) (i64.const 1)))
    (br $next)))
  (local.get $mask))

;; Go to the next combination.  Returns 0 if there is none.
(func $c_next (param $c i32) (result i32)
  (local $i i32) (local $right i32) (local $space i32) (local $group i32)
  (if (i32.lt_s (i32.load (local.get $c)) (i32.const 0)) (then (return (call $c_next_mask (local.get $c)))))
  (if (i32.load offset=12 (local.get $c)) (then
    (local.set $i (i32.load (local.get $c)))
    (block $none (loop $back
      (br_if $none (i32.eqz (local.get $i)))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (local.set $group (call $c_group (local.get $c) (local.get $i)))
      (if (i32.and (i32.gt_s (i32.load (local.get $group)) (i32.const 0)) (i32.lt_s (local.get $right) (local.get $space)))
        (then
          (i32.store (local.get $group) (i32.sub (i32.load (local.get $group)) (i32.const 1)))
          (call $c_fill (local.get $c) (i32.add (local.get $i) (i32.const 1)) (i32.add (local.get $right) (i32.const 1)))
          (call $c_make (local.get $c))
          (return (i32.const 1))))
      (local.set $right (i32.add (local.get $right) (i32.load (local.get $group))))
      (local.set $space (i32.add (local.get $space) (i32.load offset=4 (local.get $group))))
      (br $back)))))
  (i32.store offset=12 (local.get $c) (i32.const 1))
  (i32.store offset=4 (local.get $c) (i32.add (i32.load offset=4 (local.get $c)) (i32.const 1)))
  (if (i32.gt_s (i32.load offset=4 (local.get $c)) (i32.load offset=8 (local.get $c))) (then (return (i32.const 0))))
  (call $c_fill (local.get $c) (i32.const 0) (i32.load offset=4 (local.get $c)))
  (call $c_make (local.get $c))
  (i32.const 1))

;; How many combinations there are in total (up to the bound), called directly after the beginning.  @WAYS@ holds for
;; each size the number of combinations of the groups so far; one more group is added with none to all of its cards.
(func $c_ways (param $c i32) (result i64)
  (local $i i32) (local $size i32) (local $taken i32) (local $high i32) (local $found i64)
  (local.set $high (i32.load offset=8 (local.get $c)))
  (if (i32.lt_s (i32.load (local.get $c)) (i32.const 0)) (then (return (call $ways
    (i64.popcnt (i64.load offset=@GROUPS@ (local.get $c)))
    (i64.add (i64.load32_s offset=4 (local.get $c)) (i64.const 1))
    (i64.extend_i32_s (local.get $high))))))
  (memory.fill (i32.const @WAYS@) (i32.const 0) (i32.const @WAYS_SIZE@))
  (i64.store (i32.const @WAYS@) (i64.const 1))
  (block $done (loop $group
    (br_if $done (i32.ge_s (local.get $i) (i32.load (local.get $c))))
    (local.set $size (local.get $high))
    (block $sizes (loop $smaller
      (br_if $sizes (i32.le_s (local.get $size) (i32.const 0)))
      (local.set $found (call $c_way (local.get $size)))
      (local.set $taken (i32.load offset=4 (call $c_group (local.get $c) (local.get $i))))
      (if (i32.gt_s (local.get $taken) (local.get $size)) (then (local.set $taken (local.get $size))))
      (block $all (loop $fewer
        (br_if $all (i32.eqz (local.get $taken)))
        (local.set $found
          (i64.add (local.get $found) (call $c_way (i32.sub (local.get $size) (local.get $taken)))))
        (local.set $taken (i32.sub (local.get $taken) (i32.const 1)))
        (br $fewer)))
      (i64.store (i32.add (i32.const @WAYS@) (i32.shl (local.get $size) (i32.const 3)))
        (select (local.get $found) (i64.const @MANY@) (i64.lt_s (local.get $found) (i64.const @MANY@))))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (br $smaller)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $group)))
  (local.set $found (i64.const 0))
  (local.set $size (i32.load offset=4 (local.get $c)))
  (block $summed (loop $next
    (local.set $size (i32.add (local.get $size) (i32.const 1)))
    (br_if $summed (i32.gt_s (local.get $size) (local.get $high)))
    (local.set $found (i64.add (local.get $found) (call $c_way (local.get $size))))
    (br $next)))
  (local.get $found))

(func $c_way (param $size i32) (result i64)
  (i64.load (i32.add (i32.const @WAYS@) (i32.shl (local.get $size) (i32.const 3)))))

;; n over k, but at most @MANY@.
(func $over (param $n i64) (param $k i64) (result i64)
  (if (i64.gt_u (local.get $k) (local.get $n)) (then (return (i64.const 0))))
  (i64.load offset=@OVERS@ (i32.wrap_i64
    (i64.add (i64.mul (local.get $n) (i64.const @OVER_ROW@)) (i64.shl (local.get $k) (i64.const 3))))))

;; How many combinations of `low` to `high` cards of a mask there are (@MOST@ at most).
(func $c_count (param $mask i64) (param $low i64) (param $high i64) (result i64)
  (local $found i64)
  (if (i64.lt_s (local.get $low) (i64.const 0)) (then (local.set $low (i64.const 0))))
  (local.set $found (i64.popcnt (local.get $mask)))
  (if (i64.gt_s (local.get $high) (local.get $found)) (then (local.set $high (local.get $found))))
  (if (call $alike (local.get $mask))
    (then (local.set $found (call $r_count (local.get $mask) (local.get $low) (local.get $high))))
    (else (local.set $found (call $ways (local.get $found) (local.get $low) (local.get $high)))))
  (select (i64.const @MOST@) (local.get $found) (i64.gt_s (local.get $found) (i64.const @MOST@))))

;; The same for a number of different cards, without the limit @MOST@ (but at most @MANY@).
(func $ways (param $n i64) (param $low i64) (param $high i64) (result i64)
  (local $found i64)
  (if (i64.lt_s (local.get $low) (i64.const 0)) (then (local.set $low (i64.const 0))))
  (if (i64.gt_s (local.get $high) (local.get $n)) (then (local.set $high (local.get $n))))
  (block $done (loop $next
    (br_if $done (i64.gt_s (local.get $low) (local.get $high)))
    (local.set $found (i64.add (local.get $found) (call $over (local.get $n) (local.get $low))))
    (local.set $low (i64.add (local.get $low) (i64.const 1)))
    (br $next)))
  (local.get $found))

;; The k-th of them.
(func $c_pick (param $mask i64) (param $low i64) (param $high i64) (param $k i64) (result i64)
  (local $n i64) (local $made i64) (local $with i64)
  (local.set $n (i64.popcnt (local.get $mask)))
  (if (i64.lt_s (local.get $low) (i64.const 0)) (then (local.set $low (i64.const 0))))
  (if (call $alike (local.get $mask))
    (then (return (call $r_pick (local.get $mask) (local.get $low)
      (select (local.get $high) (local.get $n) (i64.lt_s (local.get $high) (local.get $n))) (local.get $k)))))
  (block $size (loop $next
    (local.set $with (call $over (local.get $n) (local.get $low)))
    (br_if $size (i64.lt_s (local.get $k) (local.get $with)))
    (local.set $k (i64.sub (local.get $k) (local.get $with)))
    (local.set $low (i64.add (local.get $low) (i64.const 1)))
    (br $next)))
  (block $done (loop $next
    (br_if $done (i64.eqz (local.get $low)))
    (local.set $n (i64.sub (local.get $n) (i64.const 1)))
    (local.set $with (call $over (local.get $n) (i64.sub (local.get $low) (i64.const 1))))
    (if (i64.lt_s (local.get $k) (local.get $with))
      (then
        (local.set $made (i64.or (local.get $made)
          (i64.and (local.get $mask) (i64.sub (i64.const 0) (local.get $mask)))))
        (local.set $low (i64.sub (local.get $low) (i64.const 1))))
      (else (local.set $k (i64.sub (local.get $k) (local.get $with)))))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (br $next)))
  (local.get $made))

;; If some cards are identical, @ROWS@ holds for each kind of card, the highest first, a row with the number of
;; combinations of each size of that kind and those before it.  Before the row is the number of cards of the kind.  This
;; is the last row:
(global $rows (mut i32) (i32.const 0))
;; The cards of these rows, and their largest size.
(global $rows_of (mut i64) (i64.const 0))
(global $rows_high (mut i64) (i64.const -1))

(func $r_count (param $mask i64) (param $low i64) (param $high i64) (result i64)
  (local $row i32) (local $cards i32) (local $card i64) (local $face i32) (local $size i32) (local $found i64)
  (local $taken i32) (local $way i32)
  (global.set $rows_of (local.get $mask))
  (global.set $rows_high (local.get $high))
  (local.set $row (i32.const @ROWS@))
  (memory.fill (local.get $row) (i32.const 0) (i32.const @ROW@))
  (i64.store offset=8 (local.get $row) (i64.const 1))
  (block $done (loop $kind
    (br_if $done (i64.eqz (local.get $mask)))
    (local.set $card (i64.sub (i64.const 63) (i64.clz (local.get $mask))))
    (local.set $face (call $face (i32.wrap_i64 (local.get $card))))
    (local.set $cards (i32.const 0))
    (block $all (loop $same
      (local.set $mask (i64.xor (local.get $mask) (i64.shl (i64.const 1) (local.get $card))))
      (local.set $cards (i32.add (local.get $cards) (i32.const 1)))
      (br_if $all (i64.eqz (local.get $mask)))
      (local.set $card (i64.sub (i64.const 63) (i64.clz (local.get $mask))))
      (br_if $same (i32.eq (local.get $face) (call $face (i32.wrap_i64 (local.get $card)))))))
    (local.set $row (i32.add (local.get $row) (i32.const @ROW@)))
    (i32.store (local.get $row) (local.get $cards))
    (local.set $size (i32.const 0))
    (block $sizes (loop $next
      (br_if $sizes (i64.gt_s (i64.extend_i32_s (local.get $size)) (local.get $high)))
      (local.set $taken (select (local.get $cards) (local.get $size) (i32.lt_s (local.get $cards) (local.get $size))))
      (local.set $way (i32.add (local.get $row) (i32.shl (local.get $size) (i32.const 3))))
      (local.set $found (i64.const 0))
      (loop $more
        (local.set $found (i64.add (local.get $found)
          (i64.load offset=8 (i32.sub (i32.sub (local.get $way) (i32.const @ROW@)) (i32.shl (local.get $taken) (i32.const 3))))))
        (local.set $taken (i32.sub (local.get $taken) (i32.const 1)))
        (br_if $more (i32.ge_s (local.get $taken) (i32.const 0))))
      (i64.store offset=8 (local.get $way)
        (select (local.get $found) (i64.const @MANY@) (i64.lt_s (local.get $found) (i64.const @MANY@))))
      (local.set $size (i32.add (local.get $size) (i32.const 1)))
      (br $next)))
    (br $kind)))
  (global.set $rows (local.get $row))
  (local.set $found (i64.const 0))
  (block $summed (loop $next
    (br_if $summed (i64.gt_s (local.get $low) (local.get $high)))
    (local.set $found (i64.add (local.get $found)
      (i64.load offset=8 (i32.add (local.get $row) (i32.shl (i32.wrap_i64 (local.get $low)) (i32.const 3))))))
    (local.set $low (i64.add (local.get $low) (i64.const 1)))
    (br $next)))
  (local.get $found))

(func $r_pick (param $mask i64) (param $low i64) (param $high i64) (param $k i64) (result i64)
  (local $way i32) (local $size i32) (local $cards i32) (local $taken i32) (local $made i64) (local $ways i64)
  (if (i32.or (i64.ne (local.get $mask) (global.get $rows_of)) (i64.ne (local.get $high) (global.get $rows_high)))
    (then (drop (call $r_count (local.get $mask) (local.get $low) (local.get $high)))))
  (local.set $size (i32.wrap_i64 (local.get $low)))
  (local.set $way (i32.add (global.get $rows) (i32.shl (local.get $size) (i32.const 3))))
  (block $there (loop $larger
    (local.set $ways (i64.load offset=8 (local.get $way)))
    (br_if $there (i64.lt_s (local.get $k) (local.get $ways)))
    (local.set $k (i64.sub (local.get $k) (local.get $ways)))
    (local.set $size (i32.add (local.get $size) (i32.const 1)))
    (local.set $way (i32.add (local.get $way) (i32.const 8)))
    (br $larger)))
  (block $done (loop $kind
    (br_if $done (i32.eqz (local.get $size)))
    (local.set $cards (i32.load (i32.sub (local.get $way) (i32.shl (local.get $size) (i32.const 3)))))
    (local.set $taken (select (local.get $cards) (local.get $size) (i32.lt_s (local.get $cards) (local.get $size))))
    (local.set $way (i32.sub (i32.sub (local.get $way) (i32.const @ROW@)) (i32.shl (local.get $taken) (i32.const 3))))
    (block $these (loop $fewer
      (local.set $ways (i64.load offset=8 (local.get $way)))
      (br_if $these (i64.lt_s (local.get $k) (local.get $ways)))
      (local.set $k (i64.sub (local.get $k) (local.get $ways)))
      (local.set $way (i32.add (local.get $way) (i32.const 8)))
      (local.set $taken (i32.sub (local.get $taken) (i32.const 1)))
      (br $fewer)))
    (local.set $size (i32.sub (local.get $size) (local.get $taken)))
    (loop $card
      (if (i32.gt_s (local.get $taken) (i32.const 0)) (then
        (local.set $made (i64.or (local.get $made)
          (i64.and (local.get $mask) (i64.sub (i64.const 0) (local.get $mask)))))))
      (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
      (local.set $taken (i32.sub (local.get $taken) (i32.const 1)))
      (local.set $cards (i32.sub (local.get $cards) (i32.const 1)))
      (br_if $card (local.get $cards)))
    (br $kind)))
  (local.get $made))
