;; The cheap model of a player: a softmax over options, linear in the features of each (`features.py`).
;;
;; Its weights are learned in the module, by playing deals against itself (REINFORCE; Williams, 1992): after a deal,
;; each choice of a side is reinforced by what the side gained.  Nothing about a game is built in.  Numbers are IEEE
;; doubles, added and multiplied in a fixed order, so that they are the same on every machine.

(global $s_feature_count (mut i32) (i32.const 0))
(global $s_trace_count (mut i32) (i32.const 0))
(global $s_mean_square (mut f64) (f64.const 1))
(global $s_in_game (mut i32) (i32.const 0))
(global $s_game_number (mut i64) (i64.const 0))
;; How many choices are left of a lesson.
(global $s_lesson (mut i64) (i64.const 0))
;; The cost, in choices, of questions with very many options in playouts.
(global $s_many (mut i64) (i64.const 0))

(func $feature (param $weight i32) (param $value f64)
  (local $at i32)
  (if (i32.ge_s (global.get $s_feature_count) (i32.const @MOST_FEATURES@)) (then (return)))
  (local.set $at (i32.add (i32.const @FEATURES@) (i32.mul (global.get $s_feature_count) (i32.const @FEATURE.size@))))
  (i32.store offset=@FEATURE.weight@ (local.get $at) (local.get $weight))
  (f64.store offset=@FEATURE.value@ (local.get $at) (local.get $value))
  (global.set $s_feature_count (i32.add (global.get $s_feature_count) (i32.const 1))))

(func $weight_at (param $weight i32) (result i32)
  (i32.add (i32.const @WEIGHTS@) (i32.shl (local.get $weight) (i32.const 3))))

;; An approximation of e to the power of a number that is not positive: (1 + x/256)^256.
(func $exp (param $x f64) (result f64)
  (local $i i32)
  (if (f64.lt (local.get $x) (f64.const -30)) (then (return (f64.const 0))))
  (local.set $x (f64.add (f64.const 1) (f64.mul (local.get $x) (f64.const 0.00390625))))
  (local.set $i (i32.const 8))
  (loop $again
    (local.set $x (f64.mul (local.get $x) (local.get $x)))
    (local.set $i (i32.sub (local.get $i) (i32.const 1)))
    (br_if $again (local.get $i)))
  (local.get $x))

;; The address at which options of the same kind (alternative) as a given one are counted.  Before anything is learned,
;; each kind is as likely as the others, however many options it has.
(func $kind_of (param $i i32) (result i32)
  (i32.add (i32.const @KINDS@) (i32.shl (i32.and (i32.const 63)
    (i32.load (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))) (i32.const 2))))

;; The probability of each stored option, times the returned sum, with the index of its features: `LIKELY` in
;; structs.py, at @LIKELY@.
(func $likelihoods (param $ask i32) (param $count i32) (result f64)
  (local $i i32) (local $at i32) (local $k i32) (local $known i32) (local $feature i32) (local $kind i32)
  (local $sum f64) (local $max f64) (local $total f64)
  (global.set $s_feature_count (i32.const 0))
  (local.set $max (f64.const -1e300))
  (local.set $at (i32.const @LIKELY@))
  (memory.fill (i32.const @KINDS@) (i32.const 0) (i32.const 256))
  (loop $next
    (local.set $kind (i32.shl (i32.and (i32.const 63)
      (i32.load offset=@OPTIONS@ (i32.mul (local.get $i) (i32.const @OPTION_SIZE@)))) (i32.const 2)))
    (i32.store offset=@KINDS@ (local.get $kind) (i32.add (i32.load offset=@KINDS@ (local.get $kind)) (i32.const 1)))
    (i32.store offset=@LIKELY.features@ (local.get $at) (local.get $known))
    (i32.store offset=@LIKELY.kind@ (local.get $at) (local.get $kind))
    (call $features (local.get $ask) (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))
    (local.set $k (local.get $known))
    (local.set $known (global.get $s_feature_count))
    (local.set $sum (f64.const 0))
    (local.set $feature (i32.add (i32.const @FEATURES@) (i32.mul (local.get $k) (i32.const @FEATURE.size@))))
    (block $added (loop $add
      (br_if $added (i32.ge_s (local.get $k) (local.get $known)))
      (local.set $sum (f64.add (local.get $sum) (f64.mul (f64.load offset=@FEATURE.value@ (local.get $feature))
        (f64.load offset=@WEIGHTS@ (i32.shl (i32.load offset=@FEATURE.weight@ (local.get $feature)) (i32.const 3))))))
      (local.set $feature (i32.add (local.get $feature) (i32.const @FEATURE.size@)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $add)))
    (f64.store offset=@LIKELY.share@ (local.get $at) (local.get $sum))
    (local.set $max (f64.max (local.get $max) (local.get $sum)))
    (local.set $at (i32.add (local.get $at) (i32.const @LIKELY.size@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count))))
  (i32.store offset=@LIKELY.features@ (local.get $at) (local.get $known))
  (local.set $at (i32.const @LIKELY@))
  (local.set $i (i32.const 0))
  (loop $next
    (local.set $sum (f64.div (call $exp (f64.sub (f64.load offset=@LIKELY.share@ (local.get $at)) (local.get $max)))
      (f64.convert_i32_u (i32.load offset=@KINDS@ (i32.load offset=@LIKELY.kind@ (local.get $at))))))
    (f64.store offset=@LIKELY.share@ (local.get $at) (local.get $sum))
    (local.set $total (f64.add (local.get $total) (local.get $sum)))
    (local.set $at (i32.add (local.get $at) (i32.const @LIKELY.size@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count))))
  (local.get $total))

;; If there are too many options, move some random ones to the front, to choose from these.
(func $draw_some (param $dice i32) (param $count i32)
  (local $i i32) (local $a i32) (local $b i32)
  (loop $next
    (local.set $a (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))
    (local.set $b (i32.add (local.get $a) (i32.mul (i32.const @OPTION_SIZE@)
      (call $below (local.get $dice) (i32.sub (local.get $count) (local.get $i))))))
    (memory.copy (i32.const @OPTION_HELD@) (local.get $a) (i32.const @OPTION_SIZE@))
    (memory.copy (local.get $a) (local.get $b) (i32.const @OPTION_SIZE@))
    (memory.copy (local.get $b) (i32.const @OPTION_HELD@) (i32.const @OPTION_SIZE@))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @FEW_MODELLED@)))))

;; The rating of an option stored at an address: higher is better.
(func $logit (param $ask i32) (param $option i32) (result f64)
  (local $k i32) (local $feature i32) (local $sum f64)
  (global.set $s_feature_count (i32.const 0))
  (call $features (local.get $ask) (local.get $option))
  (local.set $feature (i32.const @FEATURES@))
  (block $added (loop $add
    (br_if $added (i32.ge_s (local.get $k) (global.get $s_feature_count)))
    (local.set $sum (f64.add (local.get $sum) (f64.mul
      (f64.load offset=@FEATURE.value@ (local.get $feature)) (f64.load offset=@WEIGHTS@ (i32.shl (i32.load offset=@FEATURE.weight@ (local.get $feature)) (i32.const 3))))))
    (local.set $feature (i32.add (local.get $feature) (i32.const @FEATURE.size@)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $add)))
  (local.get $sum))

;; How often the model takes a kind of option where many options of several kinds are offered: a running mean for each
;; question and kind, kept during learning.  A kind with a single option among many may be tried too rarely to be
;; learned.  Then the model would never take it, and the players in playouts would continue as if no player ever did.
(func $rate_of (param $ask i32) (param $i i32) (result i32)
  (i32.add (i32.const @KIND_RATES@) (i32.shl (i32.add (i32.shl (local.get $ask) (i32.const 6))
    (i32.and (i32.const 63) (i32.load (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))))
    (i32.const 3))))
(func $same_kind (param $i i32) (param $j i32) (result i32)
  (i32.eq (call $kind_of (local.get $i)) (call $kind_of (local.get $j))))

;; Note which kind was taken.  The stored mean is that of not taking it: 0 where nothing was noted yet.
(func $note_kinds (param $ask i32) (param $count i32) (param $chosen i32)
  (local $i i32) (local $rate i32)
  (if (i32.le_s (local.get $count) (i32.const @MANY@)) (then (return)))
  (loop $next
    (if (i32.or (i32.eqz (local.get $i)) (i32.eqz (call $same_kind (local.get $i) (i32.sub (local.get $i) (i32.const 1)))))
      (then
        (local.set $rate (call $rate_of (local.get $ask) (local.get $i)))
        (f64.store (local.get $rate) (f64.add (f64.load (local.get $rate)) (f64.mul (f64.const 0.00390625) (f64.sub
          (f64.convert_i32_u (i32.eqz (call $same_kind (local.get $i) (local.get $chosen))))
          (f64.load (local.get $rate))))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count)))))

;; Of many options, the only one of another kind than all the rest, if the model never takes it: every second time;
;; otherwise -1.
(func $unlearned (param $ask i32) (param $count i32) (param $dice i32) (result i32)
  (local $i i32)
  (if (i32.le_s (local.get $count) (i32.const @MANY@)) (then (return (i32.const -1))))
  (if (i32.ne (i32.load (call $kind_of (i32.const 0))) (i32.sub (local.get $count) (i32.const 1)))
    (then
      (if (i32.ne (i32.load (call $kind_of (i32.const 1))) (i32.sub (local.get $count) (i32.const 1)))
        (then (return (i32.const -1)))))
    (else (local.set $i (i32.sub (local.get $count) (i32.const 1)))))
  (if (f64.le (f64.load (call $rate_of (local.get $ask) (local.get $i))) (f64.const @NEVER@)) (then (return (i32.const -1))))
  (select (i32.const -1) (local.get $i) (call $below (local.get $dice) (i32.const 2))))

;; Choose one of the stored options (some may change places) as the model does.  Returns its number.  `learn`: whether
;; the features of the choice are stored.
(func $policy (param $ask i32) (param $count i32) (param $learn i32) (result i32)
  (local $dice i32) (local $left f64) (local $i i32) (local $at i32) (local $total f64)
  (if (i32.le_s (local.get $count) (i32.const 1)) (then (return (i32.const 0))))
  (local.set $dice (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3))))
  (if (i32.gt_s (local.get $count) (i32.const @MOST_MODELLED@)) (then
    (call $draw_some (local.get $dice) (local.get $count))
    (local.set $count (i32.const @FEW_MODELLED@))))
  (if (i64.ne (i64.const 0) (i64.and (i64.const 1)
          (i64.shr_u (i64.load (i32.const @BY_CHANCE@)) (call $side_of (i32.load (i32.const @ACTOR@))))))
    (then (return (call $one_of (local.get $dice) (local.get $count)))))
  (local.set $total (call $likelihoods (local.get $ask) (local.get $count)))
  (if (i32.eqz (local.get $learn)) (then
    (local.set $i (call $unlearned (local.get $ask) (local.get $count) (local.get $dice)))
    (if (i32.ge_s (local.get $i) (i32.const 0)) (then (return (local.get $i))))
    (local.set $i (i32.const 0))))
  (local.set $left (f64.mul (local.get $total)
    (f64.div (f64.convert_i32_u (call $below (local.get $dice) (i32.const 1000000000))) (f64.const 1e9))))
  ;; during learning, a random option is tried now and then
  (if (local.get $learn) (then (if (i32.eqz (call $below (local.get $dice) (i32.const 16))) (then
    (local.set $i (call $below (local.get $dice) (local.get $count)))
    (call $remember (local.get $i) (local.get $count) (local.get $total))
    (return (local.get $i))))))
  (local.set $at (i32.const @LIKELY@))
  (block $found (loop $next
    (local.set $left (f64.sub (local.get $left) (f64.load offset=@LIKELY.share@ (local.get $at))))
    (br_if $found (f64.lt (local.get $left) (f64.const 0)))
    (br_if $found (i32.ge_s (i32.add (local.get $i) (i32.const 1)) (local.get $count)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (local.set $at (i32.add (local.get $at) (i32.const @LIKELY.size@)))
    (br $next)))
  (if (local.get $learn) (then
    (call $note_kinds (local.get $ask) (local.get $count) (local.get $i))
    (call $remember (local.get $i) (local.get $count) (local.get $total))))
  (local.get $i))

;; Rate the question that the state is at: write the probability of each option (at @LIKELY@, times the sum, which
;; follows the last).  Returns how many there are, or 0 if there are too many.
(func (export "model") (result i32)
  (local $count i32)
  (local.set $count (call $options (call $ask) (i64.const 0)))
  (if (i32.or (i32.eqz (local.get $count)) (i32.gt_s (local.get $count) (i32.const @MOST_MODELLED@)))
    (then (return (i32.const 0))))
  (f64.store (i32.add (i32.const @LIKELY@) (i32.mul (local.get $count) (i32.const @LIKELY.size@)))
    (call $likelihoods (call $ask) (local.get $count)))
  (local.get $count))

;; The derivative of the log-probability of a choice by each weight: `TRACE` in structs.py.
(func $remember (param $chosen i32) (param $count i32) (param $total f64)
  (local $i i32) (local $at i32) (local $k i32) (local $share f64) (local $side i32) (local $trace i32) (local $feature i32)
  (local.set $side (i32.wrap_i64 (call $side_of (i32.load (i32.const @ACTOR@)))))
  (local.set $at (i32.const @LIKELY@))
  (loop $next
    (local.set $share (f64.sub (f64.convert_i32_u (i32.eq (local.get $i) (local.get $chosen)))
      (f64.div (f64.load offset=@LIKELY.share@ (local.get $at)) (local.get $total))))
    (local.set $k (i32.load offset=@LIKELY.features@ (local.get $at)))
    (block $done (loop $add
      (br_if $done (i32.ge_s (local.get $k) (i32.load offset=@LIKELY.following@ (local.get $at))))
      (br_if $done (i32.ge_s (global.get $s_trace_count) (i32.const @MOST_TRACED@)))
      (local.set $feature (i32.add (i32.const @FEATURES@) (i32.mul (local.get $k) (i32.const @FEATURE.size@))))
      (local.set $trace (i32.add (i32.const @TRACE@) (i32.mul (global.get $s_trace_count) (i32.const @TRACE.size@))))
      (i32.store offset=@TRACE.weight@ (local.get $trace) (i32.load offset=@FEATURE.weight@ (local.get $feature)))
      (i32.store offset=@TRACE.side@ (local.get $trace) (local.get $side))
      (f64.store offset=@TRACE.amount@ (local.get $trace) (f64.mul (local.get $share) (f64.load offset=@FEATURE.value@ (local.get $feature))))
      (global.set $s_trace_count (i32.add (global.get $s_trace_count) (i32.const 1)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $add)))
    (local.set $at (i32.add (local.get $at) (i32.const @LIKELY.size@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count)))))

;; What each side gained in the deal that ended, compared with the others, written to @GAINS@.
(func $gains
  (local $i i32) (local $total i64) (local $gain i64) (local $at i32) (local $won i64) (local $scale f64)
  (if (i32.eqz (global.get $s_ended)) (then (call $keep_scores)))
  (block $summed (loop $next
    (br_if $summed (i32.ge_s (local.get $i) (i32.const @SCORED@)))
    (local.set $at (i32.shl (local.get $i) (i32.const 3)))
    (local.set $total (i64.add (local.get $total) (i64.sub
      (i64.load offset=@SCORES@ (local.get $at)) (i64.load offset=@LAST_SCORES@ (local.get $at)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (if (i32.and (i32.eqz (i32.const @SCORED@)) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (then (local.set $won (i64.and (call $winners) (i64.const 0x3fffffffffffffff)))))
  (local.set $i (i32.const 0))
  (loop $next
    (local.set $at (i32.shl (local.get $i) (i32.const 3)))
    (if (i32.const @SCORED@)
      (then (local.set $gain (i64.sub (i64.mul (i64.const @SIDES@) (i64.sub
        (i64.load offset=@SCORES@ (local.get $at)) (i64.load offset=@LAST_SCORES@ (local.get $at))))
        (local.get $total))))
      (else (local.set $gain (i64.and (i64.shr_u (local.get $won) (i64.extend_i32_u (local.get $i))) (i64.const 1)))))
    (if (i32.eqz (i32.const @HIGHEST@)) (then (local.set $gain (i64.sub (i64.const 0) (local.get $gain)))))
    (f64.store offset=@GAINS@ (local.get $at) (f64.convert_i64_s (local.get $gain)))
    (local.set $scale (f64.add (local.get $scale) (f64.mul
      (f64.load offset=@GAINS@ (local.get $at)) (f64.load offset=@GAINS@ (local.get $at)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const @SIDES@))))
  (global.set $s_mean_square (f64.add (global.get $s_mean_square) (f64.mul (f64.const 0.01)
    (f64.sub (f64.div (local.get $scale) (f64.const @SIDES@)) (global.get $s_mean_square))))))

(func $learn (param $rate f64)
  (local $k i32) (local $trace i32) (local $weight i32)
  (call $gains)
  (i64.store (i32.const @DEALS_LEARNED@) (i64.add (i64.load (i32.const @DEALS_LEARNED@)) (i64.const 1)))
  (f64.store (i32.const @GAINED@) (f64.add (f64.load (i32.const @GAINED@)) (f64.load (i32.const @GAINS@))))
  (local.set $rate (f64.div (local.get $rate) (f64.add (f64.sqrt (global.get $s_mean_square)) (f64.const 1e-9))))
  (local.set $trace (i32.const @TRACE@))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $k) (global.get $s_trace_count)))
    (local.set $weight (call $weight_at (i32.load offset=@TRACE.weight@ (local.get $trace))))
    (f64.store (local.get $weight) (f64.add (f64.load (local.get $weight)) (f64.mul (local.get $rate) (f64.mul
      (f64.load offset=@GAINS@ (i32.shl (i32.load offset=@TRACE.side@ (local.get $trace)) (i32.const 3)))
      (f64.load offset=@TRACE.amount@ (local.get $trace))))))
    (local.set $trace (i32.add (local.get $trace) (i32.const @TRACE.size@)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next)))
  (global.set $s_trace_count (i32.const 0)))

(func $begin_deal
  (global.set $s_ended (i32.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const 0))
  (global.set $s_trace_count (i32.const 0)))

;; Play games of the model against itself, for about a given number of choices, and learn from them.  `rate` in
;; millionths (0: only play).  The next call continues unfinished games.  After a fault of the rules: call it again; it goes
;; on with the rest of its choices and another game.  A game that stopped counts as @STOPPED_GAME@ choices, so a lesson ends.
(func (export "train") (param $choices i64) (param $seed i64) (param $rate i64)
  (local $ask i32) (local $count i32) (local $option i32) (local $speed f64)
  (local.set $speed (f64.div (f64.convert_i64_s (local.get $rate)) (f64.const 1e6)))
  (global.set $s_scripted (i32.const 0))
  (global.set $watched (i32.const 3))
  (if (i32.eq (global.get $s_imagining) (i32.const @TEACHING@)) (then
    (local.set $choices (i64.sub (global.get $s_lesson) (i64.const @STOPPED_GAME@)))
    (global.set $s_in_game (i32.const 0))
    (call $begin_deal)))
  (global.set $s_imagining (i32.const @TEACHING@))
  (block $out (loop $next
    (br_if $out (i64.le_s (local.get $choices) (i64.const 0)))
    (local.set $choices (i64.sub (local.get $choices) (i64.const 1)))
    (global.set $s_lesson (local.get $choices))
    (if (i32.eqz (global.get $s_in_game)) (then
      (global.set $s_ended (i32.const 1)) ;; no deal ends when the first deal of a game begins
      (call $start (local.get $seed) (global.get $s_game_number))
      (call $dice_of_playout (call $stream (local.get $seed) (global.get $s_game_number) (i64.const -1)))
      (global.set $s_game_number (i64.add (global.get $s_game_number) (i64.const 1)))
      (global.set $s_in_game (i32.const 1))
      (call $begin_deal)
      (call $keep_scores)
      (global.set $s_match_deals (i32.const 0))
      (call $keep_moment)
      (memory.copy (i32.const @LAST_SCORES@) (i32.const @SCORES@) (i32.const @SCORES_SIZE@))))
    (if (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))) (then
      (call $learn (local.get $speed))
      (memory.copy (i32.const @LAST_SCORES@) (i32.const @SCORES@) (i32.const @SCORES_SIZE@))
      (if (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)) (then
        (call $learn_match (local.get $speed))
        (call $begin_deal)
        (global.set $s_in_game (i32.const 0))
        (br $next)))
      (call $keep_moment)
      (call $begin_deal)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (if (i32.eqz (local.get $count)) (then (global.set $s_in_game (i32.const 0)) (br $next)))
    (local.set $option (call $policy (local.get $ask) (local.get $count) (i32.const 1)))
    ;; questions with many options take longer, so they count for more
    (local.set $choices (i64.sub (local.get $choices) (i64.extend_i32_u (i32.add
      (i32.shr_u (global.get $s_feature_count) (i32.const 5)) (i32.shr_u (local.get $count) (i32.const 4))))))
    (call $run (call $take (local.get $ask)
      (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@)))))
    (br $next)))
  (global.set $s_imagining (i32.const 0))
  (global.set $watched (i32.const 0)))

;; Play from the open question to the end of the deal, by the model.
(func $play_by_model
  (local $ask i32) (local $count i32) (local $left i64)
  (local.set $left (i64.load (i32.const @LONGEST@)))
  (block $out (loop $next
    (br_if $out (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))))
    (br_if $out (i64.le_s (local.get $left) (i64.const 0)))
    (local.set $left (i64.sub (local.get $left) (i64.const 1)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (br_if $out (i32.eqz (local.get $count)))
    (global.set $s_many (i64.add (global.get $s_many) (i64.extend_i32_u (i32.shr_u (local.get $count) (i32.const 6)))))
    (call $run (call $take (local.get $ask) (i32.add (i32.const @OPTIONS@) (i32.mul
      (call $policy (local.get $ask) (local.get $count) (i32.const 0)) (i32.const @OPTION_SIZE@)))))
    (br $next))))
