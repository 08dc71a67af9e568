;; Flat Monte Carlo: every option is tried in the same worlds with the same random numbers, and worse options are
;; dropped (sequential halving; Karnin, Koren, Somekh: "Almost optimal exploration in multi-armed bandits", 2013).
;; An arm is what was measured of an option (`ARM` in structs.py).

(global $s_ended (mut i32) (i32.const 0))
(global $s_arms (mut i32) (i32.const 0))
(global $s_left (mut i32) (i32.const 0))
(global $s_round_quota (mut i32) (i32.const 0))
(global $s_played (mut i32) (i32.const 0))
(global $s_arm (mut i32) (i32.const 0))
(global $s_trial (mut i32) (i32.const 0))
(global $s_playout_budget (mut i32) (i32.const 0))
(global $s_rounds (mut i32) (i32.const 1))
(global $search_seed (mut i64) (i64.const 0))

(func $arm_at (param $k i32) (result i32)
  (i32.add (i32.const @ARMS@) (i32.mul (local.get $k) (i32.const @ARM.size@))))
(func $root_option (param $k i32) (result i32)
  (i32.add (i32.const @ROOT@) (i32.mul (local.get $k) (i32.const @OPTION_SIZE@))))

;; A deal begins during thinking, so the deal in question is over.
(func $deal_is_over
  (if (global.get $s_ended) (then (return)))
  (global.set $s_ended (i32.const 1))
  (call $keep_scores)
  (i64.store (i32.const @STOP@) (i64.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const @LOG_ENOUGH@)))

;; Seed the random numbers of all players and of chance for one playout.
(func $dice_of_playout (param $seed i64)
  (local $player i32)
  (i64.store (i32.const @RNG@) (call $mixed (i64.xor (local.get $seed) (i64.const @EXTRA@))))
  (loop $next
    (local.set $seed (i64.add (local.get $seed) (i64.const 0x9E3779B97F4A7C15)))
    (i64.store (i32.add (i32.const @DICE@) (i32.shl (local.get $player) (i32.const 3))) (call $mixed (local.get $seed)))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $player) (i32.const @PLAYERS@)))))

(func $to_world (param $world i32)
  (memory.copy (i32.const @STATE@)
    (i32.add (i32.const @WORLDS@) (i32.mul (local.get $world) (i32.const @STATE_SIZE@))) (i32.const @STATE_SIZE@)))

;; Find an option of the question in the world of the current state: of identical cards, the seat may hold different
;; ones there.
(func $option_here (param $option i32) (result i32)
  (if (i32.const @DISTINCT@) (then (return (call $root_option (local.get $option)))))
  (drop (call $options (i32.load (i32.const @LAST_ASK@)) (i64.const 0)))
  (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@))))

;; The value of an option in a world, if all players continue by the cheap model, or by a net, until the deal ends.
(func $playout (param $option i32) (param $world i32) (param $seed i64) (result i64)
  (call $to_world (local.get $world))
  (call $dice_of_playout (local.get $seed))
  (global.set $s_scripted (i32.const 0))
  (global.set $watched (i32.const 3))
  (global.set $s_ended (i32.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const 0))
  @RECALL@
  (call $run (call $take (i32.load (i32.const @LAST_ASK@)) (call $option_here (local.get $option))))
  @PLAY_ON@
  (call $value))

;; Play from the open question to the end of the deal.
(func $play_on
  (if (global.get $s_ended) (then (return)))
  (if (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)) (then (return)))
  (if (i32.load (i32.const @BY_MODEL@)) (then (call $play_by_model) (return)))
  (drop (call $play (i32.wrap_i64 (i64.load (i32.const @PC@))) (i64.load (i32.const @LONGEST@)))))

;; The value of the deal in question for the thinking seat.
(func $value (result i64)
  (local $value i64) (local $won i64)
  (if (i32.eqz (global.get $s_ended)) (then (call $keep_scores)))
  (local.set $value (i64.sub (call $utility) (i64.load (i32.const @UTILITY_BEFORE@))))
  (if (i32.eqz (global.get $s_ended)) (then
    (if (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)) (then
      (local.set $won (i64.and (call $winners) (i64.const 0x3fffffffffffffff)))
      (if (i64.ne (local.get $won) (i64.const 0)) (then
        (local.set $value (i64.add (local.get $value) (i64.mul (i64.load (i32.const @BONUS@))
          (i64.sub
            (select (i64.div_s (i64.const @SIDES@) (i64.popcnt (local.get $won))) (i64.const 0)
              (i64.ne (i64.and (i64.shr_u (local.get $won) (call $own_side)) (i64.const 1)) (i64.const 0)))
            (i64.const 1)))))))))))
  (if (result i64) (global.get $s_near) (then (call $match_value (local.get $value))) (else (local.get $value))))

;; Begin to search the open question; the worlds must exist.  `playouts`: the number in total.  Returns how many options
;; are tried.  After a fault of the rules in a playout: call it again, at most @NEAR_TRIALS@ times.
(func (export "search_begin") (param $playouts i32) (param $seed i64) (result i32)
  (local $count i32) (local $i i32) (local $option i32)
  (call $to_world (i32.const 0))
  (local.set $count (call $options (i32.load (i32.const @LAST_ASK@)) (i64.const 0)))
  (memory.copy (i32.const @ROOT@) (i32.const @OPTIONS@) (i32.mul (local.get $count) (i32.const @OPTION_SIZE@)))
  (global.set $s_ended (i32.const 0))
  (i64.store (i32.const @UTILITY_BEFORE@) (i64.const 0))
  (call $keep_scores)
  (i64.store (i32.const @UTILITY_BEFORE@) (call $utility))
  (global.set $search_seed (call $mixed (local.get $seed)))
  (global.set $s_arms (select (i32.const @MOST_ARMS@) (local.get $count) (i32.gt_s (local.get $count) (i32.const @MOST_ARMS@))))
  (if (i32.gt_s (local.get $count) (i32.const @MOST_ARMS@)) (then (call $rate_options (local.get $count))))
  (local.set $i (i32.const 0))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (global.get $s_arms)))
    ;; if there are too many options, only those that the model rates best
    (local.set $option (select (call $best_left (local.get $count)) (local.get $i)
      (i32.gt_s (local.get $count) (i32.const @MOST_ARMS@))))
    (i32.store offset=@ARM.option@ (call $arm_at (local.get $i)) (local.get $option))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (call $look_near (global.get $search_seed))
  (call $search_again (local.get $playouts))
  (global.get $s_arms))

;; Begin once more to compare the same options: nothing is known about them, and there are so many playouts.
(func $search_again (export "search_again") (param $playouts i32)
  (local $i i32) (local $option i32)
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (global.get $s_arms)))
    (local.set $option (i32.load offset=@ARM.option@ (call $arm_at (local.get $i))))
    (memory.fill (call $arm_at (local.get $i)) (i32.const 0) (i32.const @ARM.size@))
    (i64.store offset=@MATCH_SUMS@ (i32.shl (local.get $i) (i32.const 3)) (i64.const 0))
    (i32.store offset=@ARM.option@ (call $arm_at (local.get $i)) (local.get $option))
    (i32.store offset=@ARM.tried@ (call $arm_at (local.get $i)) (i32.const 1))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (global.set $s_left (global.get $s_arms))
  (global.set $s_rounds (i32.sub (i32.const 32) (i32.clz (i32.sub (global.get $s_arms) (i32.const 1)))))
  (if (i32.lt_s (global.get $s_rounds) (i32.const 1)) (then (global.set $s_rounds (i32.const 1))))
  (global.set $s_playout_budget (local.get $playouts))
  (global.set $s_imagining (i32.const 0))
  (global.set $s_trial (i32.const 0))
  (global.set $s_arm (i32.const 0))
  (call $begin_round))

(func $rate_options (param $count i32)
  (local $i i32)
  (loop $next
    (f64.store (i32.add (i32.const @RATED@) (i32.shl (local.get $i) (i32.const 3)))
      (call $logit (i32.load (i32.const @LAST_ASK@)) (call $root_option (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count)))))

;; The best rated option that was not returned before.
(func $best_left (param $count i32) (result i32)
  (local $i i32) (local $best i32) (local $at i32)
  (if (i32.le_s (local.get $count) (i32.const @MOST_ARMS@)) (then (return (i32.const 0))))
  (loop $next
    (if (f64.gt (f64.load (i32.add (i32.const @RATED@) (i32.shl (local.get $i) (i32.const 3))))
          (f64.load (i32.add (i32.const @RATED@) (i32.shl (local.get $best) (i32.const 3)))))
      (then (local.set $best (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count))))
  (f64.store (i32.add (i32.const @RATED@) (i32.shl (local.get $best) (i32.const 3))) (f64.const -1e300))
  (local.get $best))

(func $begin_round
  (global.set $s_played (i32.const 0))
  (global.set $s_round_quota (i32.div_s (global.get $s_playout_budget) (i32.mul (global.get $s_rounds) (global.get $s_left))))
  (if (i32.lt_s (global.get $s_round_quota) (i32.const 1)) (then (global.set $s_round_quota (i32.const 1)))))

;; Continue the search for about a given number of choices.  Returns 1 if it is finished.  After a fault of the rules in a
;; playout: call it again; the playout counts as what it was worth so far.
(func (export "search") (param $choices i64) (result i32)
  (local $arm i32) (local $value i64) (local $before i64)
  (if (i32.eqz (i32.load (i32.const @WORLD_COUNT@))) (then (return (i32.const 1))))
  (loop $next
    (if (i32.le_s (global.get $s_left) (i32.const 1)) (then (return (i32.const 1))))
    (local.set $arm (call $arm_at (global.get $s_arm)))
    (if (i32.load offset=@ARM.tried@ (local.get $arm)) (then
      (if (i32.eq (global.get $s_imagining) (i32.const @PLAYING_OUT@))
        (then (local.set $value (call $value)))
        (else
          (global.set $s_imagining (i32.const @PLAYING_OUT@))
          (local.set $value (call $playout (i32.load offset=@ARM.option@ (local.get $arm))
            (i32.rem_u (global.get $s_trial) (i32.load (i32.const @WORLD_COUNT@)))
            (i64.add (global.get $search_seed) (i64.mul (i64.extend_i32_u (global.get $s_trial)) (i64.const @EXTRA@)))))))
      (global.set $s_imagining (i32.const 0))
      (call $add_value (global.get $s_arm) (local.get $value))
      (local.set $choices (i64.sub (local.get $choices) (i64.sub (i64.load (i32.const @DECISIONS@)) (i64.load
        (i32.add (i32.const @WORLDS@) (i32.const @DECISIONS_AT@))))))
      (local.set $choices (i64.sub (local.get $choices) (global.get $s_many)))
      (global.set $s_many (i64.const 0))))
    (global.set $s_arm (i32.add (global.get $s_arm) (i32.const 1)))
    (if (i32.ge_s (global.get $s_arm) (global.get $s_arms)) (then
      (global.set $s_arm (i32.const 0))
      (global.set $s_trial (i32.add (global.get $s_trial) (i32.const 1)))
      (global.set $s_played (i32.add (global.get $s_played) (i32.const 1)))
      (if (i32.ge_s (global.get $s_played) (global.get $s_round_quota)) (then
        (call $halve)
        (if (i32.le_s (global.get $s_left) (i32.const 1)) (then (return (i32.const 1))))
        (call $begin_round)))))
    (br_if $next (i64.gt_s (local.get $choices) (i64.const 0))))
  (i32.const 0))

;; Keep the better half of the arms; between equal ones, chance decides.
(func $halve
  (local $keep i32) (local $i i32) (local $worst i32)
  (local.set $keep (i32.div_s (i32.add (global.get $s_left) (i32.const 1)) (i32.const 2)))
  (block $done (loop $next
    (br_if $done (i32.le_s (global.get $s_left) (local.get $keep)))
    (local.set $worst (i32.const -1))
    (local.set $i (i32.const 0))
    (block $found (loop $look
      (br_if $found (i32.ge_s (local.get $i) (global.get $s_arms)))
      (if (i32.load offset=@ARM.tried@ (call $arm_at (local.get $i))) (then
        (if (i32.lt_s (local.get $worst) (i32.const 0))
          (then (local.set $worst (local.get $i)))
          (else (if (call $worse (local.get $i) (local.get $worst))
            (then (local.set $worst (local.get $i))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $look)))
    (i32.store offset=@ARM.tried@ (call $arm_at (local.get $worst)) (i32.const 0))
    (global.set $s_left (i32.sub (global.get $s_left) (i32.const 1)))
    (br $next))))

;; Whether an arm that is still tried (by number) is worse than another; both were tried equally often.
(func $worse (param $a i32) (param $b i32) (result i32)
  (local $x i64) (local $y i64)
  (local.set $x (i64.load offset=@MATCH_SUMS@ (i32.shl (local.get $a) (i32.const 3))))
  (local.set $y (i64.load offset=@MATCH_SUMS@ (i32.shl (local.get $b) (i32.const 3))))
  (local.set $a (call $arm_at (local.get $a)))
  (local.set $b (call $arm_at (local.get $b)))
  (if (i64.ne (local.get $x) (local.get $y)) (then (return (i64.lt_s (local.get $x) (local.get $y)))))
  (i64.lt_u
    (call $mixed (i64.add (global.get $search_seed) (i64.load32_u offset=@ARM.option@ (local.get $a))))
    (call $mixed (i64.add (global.get $search_seed) (i64.load32_u offset=@ARM.option@ (local.get $b))))))
