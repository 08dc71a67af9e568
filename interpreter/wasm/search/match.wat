;; The chance to win the match, estimated from the scores at the end of a deal; it counts near the end of a match.
;;
;; It is learned together with the cheap model, from the same games of the model against itself: a softmax over the
;; sides of a sum of four numbers, which are selected by the score of the side, the best score of the others, both
;; together, and the difference (each in steps; logistic regression by stochastic gradient).  For a match that is over,
;; the result is known.
;;
;; At @CHANCES@: the lowest and the highest score seen in the first matches, how many matches were used for learning,
;; how many deals these had, then the numbers (doubles).

(global $s_match_deals (mut i32) (i32.const 0))
(global $s_near (mut i32) (i32.const 0))

;; The score of a side, with the sign that makes more better.
(func $score_of (param $side i32) (result i64)
  (local $score i64)
  (local.set $score (i64.load offset=@SCORES@ (i32.shl (local.get $side) (i32.const 3))))
  (select (local.get $score) (i64.sub (i64.const 0) (local.get $score)) (i32.const @HIGHEST@)))

(func $score_range (result i64)
  (i64.sub (i64.load offset=@CHANCE.highest@ (i32.const @CHANCES@)) (i64.load offset=@CHANCE.lowest@ (i32.const @CHANCES@))))

;; The step that a number from 0 to the range belongs to.
(func $stepped (param $value i64) (param $range i64) (param $steps i64) (result i32)
  (call $clamped
    (i64.div_s (local.get $value) (i64.add (i64.div_u (local.get $range) (local.get $steps)) (i64.const 1)))
    (i64.sub (local.get $steps) (i64.const 1))))

(func $chance_at (param $number i32) (result i32)
  (i32.add (i32.const @CHANCE_WEIGHTS@) (i32.shl (local.get $number) (i32.const 3))))

;; The best score of the others, and the addresses of the numbers of a side: four places at @CHANCE_CELLS@.
(func $chance_cells (param $side i32)
  (local $i i32) (local $own i64) (local $other i64) (local $low i64) (local $range i64) (local $a i32) (local $b i32)
  (local.set $own (call $score_of (local.get $side)))
  (local.set $other (i64.const -0x4000000000000000))
  (loop $next
    (if (i32.and (i32.ne (local.get $i) (local.get $side)) (i64.gt_s (call $score_of (local.get $i)) (local.get $other)))
      (then (local.set $other (call $score_of (local.get $i)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @SIDES@))))
  (if (i64.eq (local.get $other) (i64.const -0x4000000000000000)) (then (local.set $other (local.get $own))))
  (local.set $low (i64.load offset=@CHANCE.lowest@ (i32.const @CHANCES@)))
  (local.set $range (call $score_range))
  (local.set $a (call $stepped (i64.sub (local.get $own) (local.get $low)) (local.get $range) (i64.const 32)))
  (local.set $b (call $stepped (i64.sub (local.get $other) (local.get $low)) (local.get $range) (i64.const 32)))
  (i32.store (i32.const @CHANCE_CELLS@) (call $chance_at (local.get $a)))
  (i32.store offset=4 (i32.const @CHANCE_CELLS@) (call $chance_at (i32.add (local.get $b) (i32.const 32))))
  (i32.store offset=8 (i32.const @CHANCE_CELLS@) (call $chance_at (i32.add (i32.const 64)
    (i32.add (i32.shl (local.get $a) (i32.const 5)) (local.get $b)))))
  (i32.store offset=12 (i32.const @CHANCE_CELLS@) (call $chance_at (i32.add (i32.const 1088) (call $stepped
    (i64.add (i64.sub (local.get $own) (local.get $other)) (local.get $range))
    (i64.mul (local.get $range) (i64.const 2)) (i64.const 64))))))

;; The probability that each side wins, for the scores at @SCORES@, written to @WINNING@.
(func $win_chances (export "chances")
  (local $i i32) (local $max f64) (local $total f64) (local $sum f64)
  (local.set $max (f64.const -1e300))
  (loop $next
    (call $chance_cells (local.get $i))
    (local.set $sum (f64.add
      (f64.add (f64.load (i32.load (i32.const @CHANCE_CELLS@))) (f64.load (i32.load offset=4 (i32.const @CHANCE_CELLS@))))
      (f64.add (f64.load (i32.load offset=8 (i32.const @CHANCE_CELLS@)))
        (f64.load (i32.load offset=12 (i32.const @CHANCE_CELLS@))))))
    (f64.store offset=@WINNING@ (i32.shl (local.get $i) (i32.const 3)) (local.get $sum))
    (local.set $max (f64.max (local.get $max) (local.get $sum)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @SIDES@))))
  (local.set $i (i32.const 0))
  (loop $next
    (local.set $sum (call $exp (f64.sub
      (f64.load offset=@WINNING@ (i32.shl (local.get $i) (i32.const 3))) (local.get $max))))
    (f64.store offset=@WINNING@ (i32.shl (local.get $i) (i32.const 3)) (local.get $sum))
    (local.set $total (f64.add (local.get $total) (local.get $sum)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @SIDES@))))
  (local.set $i (i32.const 0))
  (loop $next
    (f64.store offset=@WINNING@ (i32.shl (local.get $i) (i32.const 3)) (f64.div
      (f64.load offset=@WINNING@ (i32.shl (local.get $i) (i32.const 3))) (local.get $total)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @SIDES@)))))

;; The share of the match that a side has won, if the match is over.
(func $won_share (param $won i64) (param $side i64) (result f64)
  (f64.div (f64.convert_i64_u (i64.and (i64.shr_u (local.get $won) (local.get $side)) (i64.const 1)))
    (f64.convert_i64_u (i64.popcnt (local.get $won)))))

(func $winners_mask (result i64) (i64.and (call $winners) (i64.const 0x3fffffffffffffff)))

;; The probability that the side of the thinking seat wins the match; the scores at the end of a deal are at @SCORES@.
(func $match_chance (result f64)
  (local $won i64)
  (if (i32.and (i32.eqz (global.get $s_ended)) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))) (then
    (local.set $won (call $winners_mask))
    (if (i64.ne (local.get $won) (i64.const 0)) (then (return (call $won_share (local.get $won) (call $own_side)))))))
  (call $win_chances)
  (f64.load offset=@WINNING@ (i32.shl (i32.wrap_i64 (call $own_side)) (i32.const 3))))

;; ------------------------------------------------------------------------------------------------------- learning

;; Begin a deal in a match that is used for learning: store all scores.
(func $keep_moment
  (if (i32.eqz (i32.const @SCORED@)) (then (return)))
  (if (i32.ge_s (global.get $s_match_deals) (i32.const @MOST_MATCH_DEALS@)) (then (return)))
  (memory.copy (i32.add (i32.const @MATCH_DEALS@) (i32.mul (global.get $s_match_deals) (i32.const @SCORES_SIZE@)))
    (i32.const @SCORES@) (i32.const @SCORES_SIZE@))
  (global.set $s_match_deals (i32.add (global.get $s_match_deals) (i32.const 1))))

;; End a match: learn from the result.  The first matches only show the range of the scores.
(func $learn_match (param $rate f64)
  (local $i i32) (local $side i32) (local $won i64) (local $by f64) (local $k i32) (local $cell i32) (local $matches i64)
  (if (i32.eqz (i32.const @SCORED@)) (then (return)))
  (local.set $won (call $winners_mask))
  (if (i64.eqz (local.get $won)) (then (global.set $s_match_deals (i32.const 0)) (return)))
  (call $keep_scores)
  (call $keep_moment) ;; for the range only
  (local.set $matches (i64.load offset=@CHANCE.matches@ (i32.const @CHANCES@)))
  (i64.store offset=@CHANCE.matches@ (i32.const @CHANCES@) (i64.add (local.get $matches) (i64.const 1)))
  (i64.store offset=@CHANCE.deals@ (i32.const @CHANCES@) (i64.add (i64.load offset=@CHANCE.deals@ (i32.const @CHANCES@))
    (i64.extend_i32_u (i32.sub (global.get $s_match_deals) (i32.const 1)))))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (global.get $s_match_deals)))
    (memory.copy (i32.const @SCORES@) (i32.add (i32.const @MATCH_DEALS@) (i32.mul (local.get $i) (i32.const @SCORES_SIZE@)))
      (i32.const @SCORES_SIZE@))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (local.set $side (i32.const 0))
    (if (i64.lt_u (local.get $matches) (i64.const @RANGE_MATCHES@))
      (then
        (loop $widen
          (if (i64.lt_s (call $score_of (local.get $side)) (i64.load offset=@CHANCE.lowest@ (i32.const @CHANCES@)))
            (then (i64.store offset=@CHANCE.lowest@ (i32.const @CHANCES@) (call $score_of (local.get $side)))))
          (if (i64.gt_s (call $score_of (local.get $side)) (i64.load offset=@CHANCE.highest@ (i32.const @CHANCES@)))
            (then (i64.store offset=@CHANCE.highest@ (i32.const @CHANCES@) (call $score_of (local.get $side)))))
          (local.set $side (i32.add (local.get $side) (i32.const 1)))
          (br_if $widen (i32.lt_s (local.get $side) (i32.const @SIDES@)))))
      (else
        (br_if $done (i32.ge_s (local.get $i) (global.get $s_match_deals)))
        (call $win_chances)
        (loop $each
          (local.set $by (f64.mul (local.get $rate) (f64.sub
            (call $won_share (local.get $won) (i64.extend_i32_u (local.get $side)))
            (f64.load offset=@WINNING@ (i32.shl (local.get $side) (i32.const 3))))))
          (call $chance_cells (local.get $side))
          (local.set $k (i32.const 0))
          (loop $cells
            (local.set $cell (i32.load offset=@CHANCE_CELLS@ (i32.shl (local.get $k) (i32.const 2))))
            (f64.store (local.get $cell) (f64.add (f64.load (local.get $cell)) (local.get $by)))
            (local.set $k (i32.add (local.get $k) (i32.const 1)))
            (br_if $cells (i32.lt_s (local.get $k) (i32.const 4))))
          (local.set $side (i32.add (local.get $side) (i32.const 1)))
          (br_if $each (i32.lt_s (local.get $side) (i32.const @SIDES@))))))
    (br $next)))
  (global.set $s_match_deals (i32.const 0)))

;; --------------------------------------------------------------------------------------------------- while searching

;; The value of a deal near the end of a match: first ten thousandths of the chance to win, then points (20 bits).
(func $match_value (param $points i64) (result i64)
  (local $most i64)
  (local.set $most (i64.const 0x7ffff))
  (if (i64.gt_s (local.get $points) (local.get $most)) (then (local.set $points (local.get $most))))
  (local.set $most (i64.sub (i64.const 0) (local.get $most)))
  (if (i64.lt_s (local.get $points) (local.get $most)) (then (local.set $points (local.get $most))))
  (i64.add (local.get $points) (i64.shl
    (i64.trunc_f64_s (f64.mul (f64.const 1e4) (call $match_chance))) (i64.const 20))))

(func $points_in (param $value i64) (result i64)
  (if (i32.eqz (global.get $s_near)) (then (return (local.get $value))))
  (i64.sub (i64.and (i64.add (local.get $value) (i64.const 0x80000)) (i64.const 0xfffff)) (i64.const 0x80000)))

;; Add the value of a playout, or of a world that was solved, to an arm.
(func $add_value (param $number i32) (param $value i64)
  (local $arm i32) (local $points i64) (local $sum i32)
  (local.set $arm (call $arm_at (local.get $number)))
  (local.set $points (call $points_in (local.get $value)))
  (i64.store offset=@ARM.total@ (local.get $arm) (i64.add (i64.load offset=@ARM.total@ (local.get $arm)) (local.get $points)))
  (i64.store offset=@ARM.squares@ (local.get $arm)
    (i64.add (i64.load offset=@ARM.squares@ (local.get $arm)) (i64.mul (local.get $points) (local.get $points))))
  (i32.store offset=@ARM.playouts@ (local.get $arm) (i32.add (i32.load offset=@ARM.playouts@ (local.get $arm)) (i32.const 1)))
  (local.set $sum (i32.add (i32.const @MATCH_SUMS@) (i32.shl (local.get $number) (i32.const 3))))
  (i64.store (local.get $sum) (i64.add (i64.load (local.get $sum)) (local.get $value))))

;; Whether the match is near its end: how many of a few playouts end it.  Before that, `$s_near` is 0.  Called again after a
;; fault of the rules, it goes on with the next of them.
(global $s_near_trial (mut i32) (i32.const 0))
(global $s_near_over (mut i32) (i32.const 0))
(func $look_near (param $seed i64)
  (global.set $s_near (i32.const 0))
  (if (i32.eqz (i32.load (i32.const @MATCH@))) (then (return)))
  (if (i64.lt_s (i64.load offset=@CHANCE.matches@ (i32.const @CHANCES@)) (i64.const @FEWEST_MATCHES@)) (then (return)))
  ;; if a match is one deal, points are the better guide: they say more than who won
  (if (i64.lt_s (i64.mul (i64.load offset=@CHANCE.deals@ (i32.const @CHANCES@)) (i64.const 2))
        (i64.mul (i64.load offset=@CHANCE.matches@ (i32.const @CHANCES@)) (i64.const 3))) (then (return)))
  (if (i32.eq (global.get $s_imagining) (i32.const @LOOKING_NEAR@))
    (then (global.set $s_near_trial (i32.add (global.get $s_near_trial) (i32.const 1))))
    (else (global.set $s_near_trial (i32.const 0)) (global.set $s_near_over (i32.const 0))))
  (global.set $s_imagining (i32.const @LOOKING_NEAR@))
  (block $enough (loop $next
    (br_if $enough (i32.ge_s (global.get $s_near_trial) (i32.const @NEAR_TRIALS@)))
    (drop (call $playout
      (i32.load offset=@ARM.option@ (call $arm_at (i32.rem_u (global.get $s_near_trial) (global.get $s_arms))))
      (i32.rem_u (global.get $s_near_trial) (i32.load (i32.const @WORLD_COUNT@)))
      (call $mixed (i64.add (local.get $seed) (i64.mul (i64.extend_i32_u (global.get $s_near_trial)) (i64.const @EXTRA@))))))
    (global.set $s_near_over (i32.add (global.get $s_near_over)
      (i32.and (i32.eqz (global.get $s_ended)) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))))
    (global.set $s_near_trial (i32.add (global.get $s_near_trial) (i32.const 1)))
    (br $next)))
  (global.set $s_near (i32.ge_s (global.get $s_near_over) (i32.load (i32.const @MATCH@)))))
