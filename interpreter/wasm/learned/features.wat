;; Writes down the features that are on (`features.py`).

(global $l_count (mut i32) (i32.const 0))
(global $l_seat (mut i32) (i32.const 0))
(global $l_known (mut i32) (i32.const 0))
;; The ruling suit plus one, by which cards are numbered; 0: none.
(global $l_at (mut i32) (i32.const 0))

(func $l_on (param $feature i32)
  (if (i32.lt_u (global.get $l_count) (i32.const #MOST_ACTIVE#)) (then
    (i32.store16 offset=#ACTIVE# (i32.shl (global.get $l_count) (i32.const 1)) (local.get $feature))
    (global.set $l_count (i32.add (global.get $l_count) (i32.const 1))))))

(func $l_side_of (param $player i32) (result i64)
  (i64.load32_u offset=#SIDE_OF# (i32.shl (local.get $player) (i32.const 2))))

(func $l_number_at (param $at i32) (param $card i32) (result i32)
  (i32.load16_u offset=#CARD_NUMBERS# (i32.shl (i32.add (i32.mul (local.get $at) (i32.const #CARD_COUNT#))
    (local.get $card)) (i32.const 1))))
(func $l_number (param $card i32) (result i32) (call $l_number_at (global.get $l_at) (local.get $card)))
(func $l_group (param $group i32) (result i32)
  (i32.load8_u offset=#GROUP_NUMBERS# (i32.add (i32.mul (global.get $l_at) (i32.const #GROUP_COUNT#)) (local.get $group))))

;; The features of the cards of a set.  A second card of the same face has a feature of its own; which of the two it is
;; makes no difference.
(func $l_cards (param $set i32) (param $start i32) (param $at i32)
  (local $word i64) (local $i i32) (local $card i32) (local $face i32) (local $last i32) (local $more i32)
  (local.set $last (i32.const -1))
  (loop $next_word
    (local.set $word (i64.load (i32.add (local.get $set) (i32.shl (local.get $i) (i32.const 3)))))
    (block $empty (loop $next
      (br_if $empty (i64.eqz (local.get $word)))
      (local.set $card (i32.add (i32.shl (local.get $i) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
      (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (if (i32.gt_u (i32.const #COPIES#) (i32.const 1))
        (then
          (local.set $face (call $face (local.get $card)))
          (local.set $more (select (i32.add (local.get $more) (i32.const 1)) (i32.const 0)
            (i32.eq (local.get $face) (local.get $last))))
          (local.set $last (local.get $face))
          (if (i32.lt_u (local.get $more) (i32.const #COPIES#)) (then
            (call $l_on (i32.add (i32.add (local.get $start) (i32.mul (local.get $more) (i32.const #FACE_COUNT#)))
              (call $l_number_at (local.get $at) (local.get $card)))))))
        (else (call $l_on (i32.add (local.get $start) (call $l_number_at (local.get $at) (local.get $card))))))
      (br $next)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next_word (i32.lt_u (local.get $i) (i32.const @CW@)))))

(func $l_cards_at (param $set i32) (param $start i32)
  (if (i64.lt_s (i64.load (i32.add (local.get $set) (i32.const #LAST_WORD#))) (i64.const 0)) (then (return)))
  (call $l_cards (local.get $set) (local.get $start) (global.get $l_at)))

;; The hand as it is numbered if a suit rules.
(func $l_under (param $hand i32) (param $suit i32) (param $start i32)
  (if (i32.ge_u (local.get $suit) (i32.const #SUIT_VALUES#)) (then (return)))
  (call $l_cards (local.get $hand) (local.get $start) (i32.add (local.get $suit) (i32.const 1))))

(func $l_how_many (param $place i32) (param $pile i32) (result i32)
  (if (result i32) (local.get $pile) (then (i32.load (local.get $place)))
    (else (i32.wrap_i64 (call $s_count (i32.const @CW@) (local.get $place))))))

(func $l_unseen (param $place i32) (param $pile i32) (param $hidden i32)
  (local $n i32)
  (local.set $n (call $l_how_many (local.get $place) (local.get $pile)))
  (if (local.get $n) (then (call $l_on (i32.add (local.get $hidden)
    (select (local.get $n) (i32.const #COUNTED#) (i32.lt_u (local.get $n) (i32.const #COUNTED#))))))))

;; A zone whose cards the seat sees (`looks`), or of which it may know some.
(func $l_zone (param $place i32) (param $pile i32) (param $looks i32) (param $start i32) (param $hidden i32)
  (local $n i32)
  (local.set $n (call $l_how_many (local.get $place) (local.get $pile)))
  (if (i32.eqz (local.get $n)) (then (return)))
  (if (i32.eqz (i32.or (local.get $looks) (i32.const #OTHERS_KNOWN#))) (then
    (if (i32.ge_s (local.get $hidden) (i32.const 0))
      (then (call $l_unseen (local.get $place) (local.get $pile) (local.get $hidden))))
    (return)))
  (call $l_to_set (local.get $place) (local.get $pile))
  (if (i32.eqz (local.get $looks)) (then
    (drop (call $s_intersect (i32.const @CW@) (i32.const #TEMP#) (i32.const #TEMP#) (global.get $l_known)))
    (local.set $n (i32.sub (local.get $n) (i32.wrap_i64 (call $s_count (i32.const @CW@) (i32.const #TEMP#)))))
    (if (i32.and (i32.ge_s (local.get $hidden) (i32.const 0)) (i32.ne (local.get $n) (i32.const 0)))
      (then (call $l_on (i32.add (local.get $hidden)
        (select (local.get $n) (i32.const #COUNTED#) (i32.lt_u (local.get $n) (i32.const #COUNTED#)))))))))
  (drop (call $s_union (i32.const @CW@) (i32.const #VISIBLE#) (i32.const #VISIBLE#) (i32.const #TEMP#)))
  (if (i32.ge_s (local.get $start) (i32.const 0))
    (then (call $l_cards (i32.const #TEMP#) (local.get $start) (global.get $l_at)))))

;; The topmost cards of an open pile, by how deep they lie.
(func $l_top (param $pile i32) (param $start i32) (param $deep i32)
  (local $i i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (local.get $deep)))
    (br_if $done (i32.ge_u (local.get $i) (i32.load (local.get $pile))))
    (call $l_on (i32.add (local.get $start) (call $l_number (call $card (local.get $pile)
      (i32.sub (i32.sub (i32.load (local.get $pile)) (i32.const 1)) (local.get $i))))))
    (local.set $start (i32.add (local.get $start) (i32.const #FACE_COUNT#)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; One of as many values, counted from the seat; none for a value below 0.
(func $l_one (param $value i64) (param $start i32) (param $from i32) (param $many i32)
  (local $i i32)
  (if (i64.lt_s (local.get $value) (i64.const 0)) (then (return)))
  (local.set $i (i32.sub (i32.wrap_i64 (local.get $value)) (local.get $from)))
  (if (i32.lt_s (local.get $i) (i32.const 0)) (then (local.set $i (i32.add (local.get $i) (local.get $many)))))
  (call $l_on (i32.add (local.get $start) (local.get $i))))

(func $l_mask (param $mask i64) (param $start i32) (param $from i32) (param $many i32)
  (if (i64.lt_s (local.get $mask) (i64.const 0)) (then (return)))
  (block $empty (loop $next
    (br_if $empty (i64.eqz (local.get $mask)))
    (call $l_one (i64.ctz (local.get $mask)) (local.get $start) (local.get $from) (local.get $many))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (br $next))))

;; A number by its size: its sign, its highest bit and the bit after it.
(func $l_log (param $value i64) (result i32)
  (local $size i64) (local $bits i64) (local $cell i64)
  (local.set $size (select (i64.sub (i64.const 0) (local.get $value)) (local.get $value)
    (i64.lt_s (local.get $value) (i64.const 0))))
  (if (i64.eqz (local.get $size)) (then (return (i32.const 24))))
  (local.set $bits (i64.sub (i64.const 63) (i64.clz (local.get $size))))
  (local.set $cell (i64.add (i64.shl (local.get $bits) (i64.const 1)) (i64.and (i64.const 1)
    (i64.shr_u (i64.shl (local.get $size) (i64.const 1)) (local.get $bits)))))
  (local.set $cell (select (local.get $cell) (i64.const 23) (i64.lt_s (local.get $cell) (i64.const 23))))
  (i32.wrap_i64 (select (i64.sub (i64.const 23) (local.get $cell)) (i64.add (i64.const 25) (local.get $cell))
    (i64.lt_s (local.get $value) (i64.const 0)))))

;; Cards that the seat remembers and does not see any more; then the cards of which it knows nothing, at #UNSEEN#.
(func $l_gone (param $start i32)
  (drop (call $s_union (i32.const @CW@) (i32.const #TEMP#) (i32.const #PUBLIC#)
    (i32.add (i32.const #OWN#) (i32.mul (global.get $l_seat) (i32.const #SET_SIZE#)))))
  (drop (call $s_without (i32.const @CW@) (i32.const #TEMP#) (i32.const #TEMP#) (i32.const #VISIBLE#)))
  (if (i32.ge_s (local.get $start) (i32.const 0))
    (then (call $l_cards (i32.const #TEMP#) (local.get $start) (global.get $l_at))))
  (drop (call $s_union (i32.const @CW@) (i32.const #TEMP#) (i32.const #TEMP#) (i32.const #VISIBLE#)))
  (drop (call $s_without (i32.const @CW@) (i32.const #UNSEEN#) (i32.const @EVERY_CARD@) (i32.const #TEMP#))))

(func $l_lacking (param $start i32)
  (local $i i32) (local $seat i32) (local $mask i64)
  (local.set $i (i32.const 1))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.const #SEATS#)))
    (local.set $seat (i32.rem_u (i32.add (global.get $l_seat) (local.get $i)) (i32.const #SEATS#)))
    (local.set $mask (i64.load offset=#LACKING# (i32.shl (local.get $seat) (i32.const 3))))
    (block $empty (loop $bits
      (br_if $empty (i64.eqz (local.get $mask)))
      (call $l_on (i32.add (local.get $start) (call $l_group (i32.wrap_i64 (i64.ctz (local.get $mask))))))
      (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
      (br $bits)))
    (local.set $start (i32.add (local.get $start) (i32.const #GROUP_COUNT#)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; The cell of what a player chose last of a kind, plus one; 0 if nothing was chosen.
(func $l_last (param $seat i32) (param $kind i32) (result i32)
  (i32.load16_u offset=#SAID# (i32.shl (i32.add (i32.mul (local.get $seat) (i32.const #CHOSEN_KINDS#))
    (local.get $kind)) (i32.const 1))))

;; A feature is on if a player's last choice of a kind named a value.  The value there is what the cell leaves if it is
;; divided and the remainder taken; a player is counted from who chose.
(func $l_same (param $seat i32) (param $kind i32) (param $divisor i32) (param $size i32) (param $low i64)
  (param $turned i32) (param $value i64) (param $feature i32)
  (local $cell i32) (local $there i64)
  (local.set $cell (call $l_last (local.get $seat) (local.get $kind)))
  (if (i32.eqz (local.get $cell)) (then (return)))
  (local.set $cell (i32.rem_u (i32.div_u (i32.sub (local.get $cell) (i32.const 1)) (local.get $divisor))
    (local.get $size)))
  (local.set $there (select
    (i64.extend_i32_u (i32.rem_u (i32.add (local.get $cell) (local.get $seat)) (i32.const #SEATS#)))
    (i64.add (i64.extend_i32_u (local.get $cell)) (local.get $low))
    (local.get $turned)))
  (if (i64.eq (local.get $there) (local.get $value)) (then (call $l_on (local.get $feature)))))

;; How many cards that beat a card, if its group is led, may be out: at most 3.
(func $l_better (param $card i32) (result i32)
  (local $at i32) (local $n i32)
  (local.set $at (i32.add (i32.const #HIGHER#) (i32.mul (i32.const #SET_SIZE#)
    (i32.add (i32.mul (global.get $l_at) (i32.const #CARD_COUNT#)) (local.get $card)))))
  (drop (call $s_intersect (i32.const @CW@) (i32.const #TEMP#) (local.get $at) (i32.const #UNSEEN#)))
  (local.set $n (i32.wrap_i64 (call $s_count (i32.const @CW@) (i32.const #TEMP#))))
  (select (local.get $n) (i32.const 3) (i32.lt_u (local.get $n) (i32.const 3))))
