;; Finds the melds without common cards that leave the least of a hand of one word.  The search is the same as in
;; engine/melding.py.

(global $melds_best (mut i64) (i64.const 0))
(global $melds_found (mut i64) (i64.const 0))
(global $melds_gain (mut i64) (i64.const 0))
(global $melds_looked (mut i64) (i64.const 0))
(global $melds_place (mut i32) (i32.const 0))

;; The same number of cards of each kind, but those with the lowest numbers.
(func $first_ones (param $mask i64) (result i64)
  (local $down i64) (local $i i32)
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (i32.const @MOST_ALIKE@)))
    (local.set $down (i64.and (i64.const @SAME_AS_NEXT@)
      (i64.and (i64.shr_u (local.get $mask) (i64.const 1)) (i64.xor (local.get $mask) (i64.const -1)))))
    (local.set $mask (i64.or (local.get $down)
      (i64.and (local.get $mask) (i64.xor (i64.shl (local.get $down) (i64.const 1)) (i64.const -1)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.get $mask))

(func $worth_at (param $card i64) (result i32)
  (i32.add (i32.const @MELD_WORTH@) (i32.shl (i32.wrap_i64 (local.get $card)) (i32.const 3))))
(func $melds_of (param $card i32) (result i32)
  (i32.load (i32.add (i32.const @MELD_AT@) (i32.shl (local.get $card) (i32.const 2)))))

;; The cards of a mask that the best melds leave over.  The values of the cards are at `values`, by card.  The melds of
;; the deck are stored from one address up to another; those of this hand are stored at @MELDS@, with the index of the
;; first one for each lowest card.
(func $leftover (param $mask i64) (param $values i32) (param $from i32) (param $to i32) (param $place i32) (result i64)
  (local $hand i64) (local $m i64) (local $h i64) (local $union i64) (local $worth i64) (local $left i64) (local $sure i64)
  (local $out i32) (local $card i32) (local $found i64)
  (local.set $hand (call $first_ones (local.get $mask)))
  (local.set $out (i32.const @MELDS@))
  (block $read (loop $next
    (br_if $read (i32.ge_u (local.get $from) (local.get $to)))
    (local.set $m (i64.load (local.get $from)))
    (local.set $from (i32.add (local.get $from) (i32.const 8)))
    (br_if $next (i64.ne (i64.and (local.get $m) (local.get $hand)) (local.get $m)))
    (block $there (loop $on
      (br_if $there (i64.gt_u (i64.extend_i32_u (local.get $card)) (i64.ctz (local.get $m))))
      (i32.store (i32.add (i32.const @MELD_AT@) (i32.shl (local.get $card) (i32.const 2))) (local.get $out))
      (local.set $card (i32.add (local.get $card) (i32.const 1)))
      (br $on)))
    (i64.store (local.get $out) (local.get $m))
    (local.set $out (i32.add (local.get $out) (i32.const 8)))
    (local.set $union (i64.or (local.get $union) (local.get $m)))
    (br $next)))
  (block $full (loop $on
    (br_if $full (i32.gt_u (local.get $card) (i32.const 64)))
    (i32.store (i32.add (i32.const @MELD_AT@) (i32.shl (local.get $card) (i32.const 2))) (local.get $out))
    (local.set $card (i32.add (local.get $card) (i32.const 1)))
    (br $on)))
  (global.set $melds_gain (i64.const 0))
  (global.set $melds_best (i64.const 1))
  (if (i32.const @DISTINCT@) (then
    (local.set $sure (i64.and (local.get $hand) (i64.xor (local.get $union) (i64.const -1))))))
  (local.set $m (local.get $mask))
  (local.set $h (local.get $hand))
  (block $done (loop $next
    (br_if $done (i64.eqz (local.get $m)))
    (local.set $worth (i64.add (i64.const 1) (i64.mul (i64.const 1024) (i64.load
      (i32.add (local.get $values) (i32.shl (i32.wrap_i64 (i64.ctz (local.get $m))) (i32.const 3)))))))
    (i64.store (call $worth_at (i64.ctz (local.get $h))) (local.get $worth))
    (if (i64.ne (i64.const 0) (i64.and (local.get $sure) (i64.and (local.get $h) (i64.sub (i64.const 0) (local.get $h)))))
      (then (local.set $left (i64.add (local.get $left) (local.get $worth)))))
    (if (i64.lt_s (local.get $worth) (i64.const 0))
      (then
        (global.set $melds_gain (i64.add (global.get $melds_gain) (local.get $worth)))
        (global.set $melds_best (i64.sub (global.get $melds_best) (local.get $worth))))
      (else (global.set $melds_best (i64.add (global.get $melds_best) (local.get $worth)))))
    (local.set $m (i64.and (local.get $m) (i64.sub (local.get $m) (i64.const 1))))
    (local.set $h (i64.and (local.get $h) (i64.sub (local.get $h) (i64.const 1))))
    (br $next)))
  (global.set $melds_looked (i64.const 0))
  (global.set $melds_found (i64.const 0))
  (global.set $melds_place (local.get $place))
  (call $leave (i64.and (local.get $hand) (i64.xor (local.get $sure) (i64.const -1))) (local.get $left) (local.get $sure))
  (local.set $m (local.get $mask))
  (local.set $h (local.get $hand))
  (block $shown (loop $next
    (br_if $shown (i64.eqz (local.get $m)))
    (if (i64.ne (i64.const 0)
          (i64.and (global.get $melds_found) (i64.and (local.get $h) (i64.sub (i64.const 0) (local.get $h)))))
      (then (local.set $found
        (i64.or (local.get $found) (i64.and (local.get $m) (i64.sub (i64.const 0) (local.get $m)))))))
    (local.set $m (i64.and (local.get $m) (i64.sub (local.get $m) (i64.const 1))))
    (local.set $h (i64.and (local.get $h) (i64.sub (local.get $h) (i64.const 1))))
    (br $next)))
  (local.get $found))

;; The lowest remaining card goes into one of its melds, or is left over.
(func $leave (param $rest i64) (param $left i64) (param $which i64)
  (local $at i32) (local $end i32) (local $m i64) (local $last i64)
  (global.set $melds_looked (i64.add (global.get $melds_looked) (i64.const 1)))
  (if (i64.gt_s (global.get $melds_looked) (i64.const @TRIAL_LIMIT@)) (then
    (call $fault (i32.const @too many to try@) (global.get $melds_place)
      (i64.const @TRIAL_LIMIT@) (i64.const 0) (i64.const 0)) (unreachable)))
  (if (i64.ge_s (i64.add (local.get $left) (global.get $melds_gain)) (global.get $melds_best)) (then (return)))
  (if (i64.eqz (local.get $rest)) (then
    (if (i64.lt_s (local.get $left) (global.get $melds_best)) (then
      (global.set $melds_best (local.get $left))
      (global.set $melds_found (local.get $which))))
    (return)))
  (local.set $at (call $melds_of (i32.wrap_i64 (i64.ctz (local.get $rest)))))
  (local.set $end (call $melds_of (i32.add (i32.wrap_i64 (i64.ctz (local.get $rest))) (i32.const 1))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $m (i64.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br_if $next (i64.ne (i64.and (local.get $m) (local.get $rest)) (local.get $m)))
    (call $leave (call $first_ones (i64.xor (local.get $rest) (local.get $m))) (local.get $left) (local.get $which))
    (br $next)))
  (local.set $last (i64.and (local.get $rest) (i64.sub (i64.const 0) (local.get $rest))))
  (if (i32.eqz (i32.const @DISTINCT@)) (then
    (block $far (loop $more
      (br_if $far (i64.eqz (i64.and (local.get $last) (i64.const @SAME_AS_NEXT@))))
      (br_if $far (i64.eqz (i64.and (local.get $rest) (i64.shl (local.get $last) (i64.const 1)))))
      (local.set $last (i64.shl (local.get $last) (i64.const 1)))
      (br $more)))))
  (call $leave
    (i64.xor (local.get $rest) (local.get $last))
    (i64.add (local.get $left) (i64.load (call $worth_at (i64.ctz (local.get $last)))))
    (i64.or (local.get $which) (local.get $last))))
