;; Whole games of players who choose by the net, and its lessons: deep Monte Carlo.  After a deal, the value that the net
;; gives to each choice is drawn towards what the side of the player gained from then on.  (Zha et al., "DouZero", 2021.)

(global $l_deal_ended (mut i32) (i32.const 0))
;; Whether what a whole game brings counts instead of what a deal brings.
(global $l_whole (mut i32) (i32.const 0))
(global $l_records (mut i32) (i32.const 0))
;; After how many choices a deal is given up (0: never).  That is worth less to everybody than losing it would be, so
;; players learn not to do the same thing for ever.
(global $l_longest (mut i64) (i64.const 0))
(global $l_noted (mut i64) (i64.const 0))
(global $l_in_game (mut i32) (i32.const 0))
;; By how much players are unsure of each value while they learn.
(global $l_doubt (mut f32) (f32.const 0))
;; Whether only one side of each game learns, in turn, against players who choose by the second net.
(global $l_against (mut i32) (i32.const 0))
(global $l_game_number (mut i64) (i64.const 0))
(global $l_dice_seed (mut i64) (i64.const 0))

;; Which player chooses at a seat: 0 by chance; 1, 2 by the first or second net.
(func $l_player (param $seat i32) (result i32) (i32.load8_u offset=#PLAYERS# (local.get $seat)))
;; By how much a player is unsure of a value: a number from 0 to `mixing`, from the dice of the one who chooses.
(func $l_unsure (param $mixing f32) (result f32)
  (if (f32.eq (local.get $mixing) (f32.const 0)) (then (return (f32.const 0))))
  (f32.mul (local.get $mixing) (f32.div (f32.convert_i32_u (call $below
    (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3))) (i32.const 65536)))
    (f32.const 65536))))
;; The number of the best of the stored options; of equal ones the first.  A net that mixes is unsure of each value.
(func $l_best (param $net i32) (param $ask i32) (param $count i32) (result i32)
  (local $i i32) (local $best i32) (local $value f32) (local $most f32) (local $mixing f32)
  (local.set $most (f32.const -inf))
  (local.set $mixing (f32.load (i32.add (local.get $net) (i32.const #MIXING_AT#))))
  (call $l_begin (local.get $net) (local.get $ask))
  (loop $next
    (local.set $value (call $l_rate (local.get $net) (local.get $ask) (call $l_option_at (local.get $i))))
    (local.set $value (f32.add (local.get $value) (call $l_unsure (local.get $mixing))))
    (if (f32.gt (local.get $value) (local.get $most)) (then
      (local.set $most (local.get $value))
      (local.set $best (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $i) (local.get $count))))
  (local.get $best))

;; The same for a player who was asked the same so many times before in this deal: if its net does not mix, the one so
;; many places after the best.
(func $l_next_best (param $net i32) (param $ask i32) (param $count i32) (param $before i32) (result i32)
  (local $i i32) (local $best i32) (local $value f32) (local $most f32)
  (if (f32.ne (f32.load (i32.add (local.get $net) (i32.const #MIXING_AT#))) (f32.const 0))
    (then (return (call $l_best (local.get $net) (local.get $ask) (local.get $count)))))
  (call $l_begin (local.get $net) (local.get $ask))
  (loop $each
    (f32.store offset=#VALUES# (i32.shl (local.get $i) (i32.const 2))
      (call $l_rate (local.get $net) (local.get $ask) (call $l_option_at (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $each (i32.lt_u (local.get $i) (local.get $count))))
  (local.set $before (i32.rem_u (local.get $before) (local.get $count)))
  (loop $again
    (local.set $i (i32.const 0))
    (local.set $most (f32.const -inf))
    (loop $next
      (local.set $value (f32.load offset=#VALUES# (i32.shl (local.get $i) (i32.const 2))))
      (if (f32.gt (local.get $value) (local.get $most)) (then
        (local.set $most (local.get $value))
        (local.set $best (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $count))))
    (f32.store offset=#VALUES# (i32.shl (local.get $best) (i32.const 2)) (f32.const -inf))
    (local.set $before (i32.sub (local.get $before) (i32.const 1)))
    (br_if $again (i32.ge_s (local.get $before) (i32.const 0))))
  (local.get $best))

;; Remember a choice, and make it.
(func $l_take (param $ask i32) (param $option i32)
  (call $l_note (local.get $ask) (local.get $option))
  (call $run (call $take (local.get $ask) (local.get $option))))

(func $l_none (param $ask i32)
  (call $fault (i32.const @no choice@)
    (i32.wrap_i64 (i64.load offset=#ASK_PLACES# (i32.shl (local.get $ask) (i32.const 3))))
    (i64.const 0) (i64.const 0) (i64.const 0)))

;; Answer the open question with an option written down, as a player who is watched: what it shows is remembered.
(func (export "l_answer") (param $number i32)
  (call $l_seen)
  (call $l_take (call $ask) (call $l_option_at (local.get $number))))

;; Play on for at most `budget` choices, or until the log is half full.  Returns how many are left.
(func $l_play (param $pc i32) (param $budget i64) (result i64)
  (local $ask i32) (local $count i32) (local $player i32) (local $best i32) (local $before i32)
  (if (i32.ge_s (local.get $pc) (i32.const 0)) (then (call $run (local.get $pc))))
  (block $out (loop $next
    (br_if $out (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (br_if $out (i64.le_s (local.get $budget) (i64.const 0)))
    (br_if $out (i32.gt_u (i32.load (i32.const @LOGGED@)) (i32.const @LOG_HALF@)))
    (local.set $budget (i64.sub (local.get $budget) (i64.const 1)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (if (i32.eqz (local.get $count)) (then (call $l_none (local.get $ask))))
    (call $l_seen)
    (local.set $best (i32.const 0))
    (local.set $player (call $l_player (i32.load (i32.const @ACTOR@))))
    (if (local.get $player) (then (local.set $before (call $l_again (local.get $ask) (local.get $count)))))
    (if (i32.gt_u (local.get $count) (i32.const 1)) (then
      (local.set $best (if (result i32) (local.get $player)
        (then (if (result i32) (local.get $before)
          (then (call $l_next_best (call $l_net (i32.sub (local.get $player) (i32.const 1))) (local.get $ask)
            (local.get $count) (local.get $before)))
          (else (call $l_best (call $l_net (i32.sub (local.get $player) (i32.const 1))) (local.get $ask)
            (local.get $count)))))
        (else (call $one_of (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3)))
          (local.get $count)))))))
    (call $l_take (local.get $ask) (call $l_option_at (local.get $best)))
    (br $next)))
  (local.get $budget))

;; ------------------------------------------------------------------------------------------------------- lessons

;; A deal begins: what was remembered of the last is forgotten.
(func $l_deal_begins
  (if (i32.eqz (i32.const #GATHERS#)) (then (if (i32.eqz (call $l_together)) (then (return)))))
  (call $l_anew_deal)
  (if (i32.eq (global.get $watched) (i32.const 4)) (then
    (if (i32.eqz (i32.or (global.get $l_deal_ended) (global.get $l_whole))) (then
      (global.set $l_deal_ended (i32.const 1))
      (call $l_scores (i32.const #SCORES#)))))))

;; Whether the deal that ended is to be dealt again: it brought nothing to anybody, as many of these deals do.
(func $l_dealt_again (result i32)
  (local $i i32) (local $empty i32)
  (local.set $empty (i32.and (i32.gt_s (i32.const #SCORED#) (i32.const 0))
    (i64.gt_s (i64.load (i32.const @PC@)) (i64.const @OVER@))))
  (block $told (loop $next
    (br_if $told (i32.ge_s (local.get $i) (i32.const #SCORED#)))
    (local.set $empty (i32.and (local.get $empty) (i64.eq
      (i64.load offset=#SCORES# (i32.shl (local.get $i) (i32.const 3)))
      (i64.load offset=#BEFORE# (i32.shl (local.get $i) (i32.const 3))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (f32.store (i32.const #EMPTY#) (f32.add (f32.load (i32.const #EMPTY#)) (f32.mul (f32.const #EMPTY_RATE#)
    (f32.sub (f32.convert_i32_u (local.get $empty)) (f32.load (i32.const #EMPTY#))))))
  (i32.and (local.get $empty) (f32.gt (f32.load (i32.const #EMPTY#)) (f32.const #MOST_EMPTY#))))

;; What a side has gained in the deal by #SCORES#, so many times over as there are others, less what they all have gained.
(func $l_gained (param $side i32) (result i64)
  (local $i i32) (local $gain i64)
  (block $summed (loop $next
    (br_if $summed (i32.ge_s (local.get $i) (i32.const #SCORED#)))
    (local.set $gain (i64.add (local.get $gain) (i64.mul
      (select (i64.sub (i64.const #SIDES#) (i64.const 1)) (i64.const -1) (i32.eq (local.get $i) (local.get $side)))
      (i64.sub (i64.load offset=#SCORES# (i32.shl (local.get $i) (i32.const 3)))
        (i64.load offset=#BEFORE# (i32.shl (local.get $i) (i32.const 3)))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.get $gain))

;; The same for one of the others, and more if it is better.
(func $l_of_one (param $gain i64) (result f32)
  (if (i32.eqz (i32.const #HIGHEST#)) (then (local.set $gain (i64.sub (i64.const 0) (local.get $gain)))))
  (f32.div (f32.convert_i64_s (local.get $gain)) (f32.const #OTHERS#)))

;; What each side gained in the deal that ended, more than the others, at #GAINS#, and the scale of gains.
(func $l_gains
  (local $i i32) (local $at i32) (local $won i64) (local $square f32)
  (if (i32.eqz (global.get $l_deal_ended)) (then (call $l_scores (i32.const #SCORES#))))
  (if (i32.and (i32.eqz (i32.const #SCORED#)) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (then (local.set $won (i64.and (call $winners) (i64.const 0x3fffffffffffffff)))))
  (loop $next
    (local.set $at (i32.shl (local.get $i) (i32.const 3)))
    (f32.store offset=#GAINS# (local.get $at) (call $l_of_one (if (result i64) (i32.const #SCORED#)
      (then (call $l_gained (local.get $i)))
      (else (i64.sub (i64.mul (i64.const #SIDES#)
        (i64.and (i64.shr_u (local.get $won) (i64.extend_i32_u (local.get $i))) (i64.const 1)))
        (i64.popcnt (local.get $won)))))))
    (local.set $square (f32.add (local.get $square) (f32.mul
      (f32.load offset=#GAINS# (local.get $at)) (f32.load offset=#GAINS# (local.get $at)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const #SIDES#))))
  (local.set $square (f32.div (local.get $square) (f32.const #SIDES#)))
  (i64.store (i32.const #DEALS#) (i64.add (i64.load (i32.const #DEALS#)) (i64.const 1)))
  ;; the scale is the root of the mean square, at first of few deals, later nearly fixed
  (f32.store (i32.const #SQUARE#) (f32.add (f32.load (i32.const #SQUARE#)) (f32.mul
    (f32.max (f32.const 0.0005) (f32.div (f32.const 1) (f32.convert_i64_s (i64.load (i32.const #DEALS#)))))
    (f32.sub (local.get $square) (f32.load (i32.const #SQUARE#))))))
  (f32.store (i32.const #SCALE#) (f32.sqrt (f32.add (f32.load (i32.const #SQUARE#)) (f32.const 1e-6)))))

;; What a side has gained in this deal so far, more than the others.
(func $l_so_far (param $side i32) (result f32)
  (if (i32.eqz (i32.const #SCORED#)) (then (return (f32.const 0))))
  (call $l_scores (i32.const #SCORES#))
  (call $l_of_one (call $l_gained (local.get $side))))

;; Keep the features of a choice: who chose, how many features, what the side has gained so far, which features.
(func $l_record
  (local $at i32)
  (global.set $l_noted (i64.add (global.get $l_noted) (i64.const 1)))
  (if (i32.lt_u (global.get $l_records) (i32.const #MOST_RECORDS#))
    (then
      (local.set $at (global.get $l_records))
      (global.set $l_records (i32.add (global.get $l_records) (i32.const 1))))
    (else ;; of a longer deal, choices drawn by lot
      (local.set $at (i32.wrap_i64 (i64.rem_u (call $mixed (i64.add (global.get $l_noted) (global.get $l_dice_seed)))
        (global.get $l_noted))))
      (if (i32.ge_u (local.get $at) (i32.const #MOST_RECORDS#)) (then (return)))))
  (local.set $at (i32.add (i32.const #RECORDS#) (i32.mul (local.get $at) (i32.const #RECORD_SIZE#))))
  (i32.store (local.get $at) (i32.load (i32.const @ACTOR@)))
  (i32.store offset=4 (local.get $at) (global.get $l_count))
  (f32.store offset=8 (local.get $at)
    (call $l_so_far (i32.wrap_i64 (call $l_side_of (i32.load (i32.const @ACTOR@))))))
  (memory.copy (i32.add (local.get $at) (i32.const #RECORD_HEAD#)) (i32.const #ACTIVE#)
    (i32.shl (global.get $l_count) (i32.const 1))))

;; Learn from the deal that ended.
(func $l_learn (param $rate f32)
  (call $l_gains)
  (call $l_draw (local.get $rate)))

;; Learn from a deal that is given up: that is so bad for everybody that nobody who is about to lose would wish it.
(func $l_give_up (param $rate f32)
  (local $i i32)
  (loop $next
    (f32.store offset=#GAINS# (i32.shl (local.get $i) (i32.const 3))
      (f32.mul (f32.const #GIVEN_UP#) (f32.load (i32.const #SCALE#))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (i32.const #SIDES#))))
  (call $l_draw (local.get $rate)))

;; Say by how much players are unsure of each value while they learn.
(func (export "l_be_unsure") (param $mixing f32) (global.set $l_doubt (local.get $mixing)))

;; Say whether the players of the second net are learned against, from the next game on.
(func (export "l_learn_against") (param $on i32)
  (global.set $l_against (local.get $on))
  (global.set $l_in_game (i32.const 0)))

;; Whether the player who chooses learns.
(func $l_learns (result i32)
  (i32.or (i32.eqz (global.get $l_against)) (i64.eq (call $l_side_of (i32.load (i32.const @ACTOR@)))
    (i64.rem_u (global.get $l_game_number) (i64.const #SIDES#)))))

;; Give up deals after so many choices from now on.
(func (export "l_end_after") (param $longest i64) (global.set $l_longest (local.get $longest)))

;; Draw the value of each choice towards what its side gained from then on.  The last choice comes first: what is expected
;; of a later choice of the same player counts for a share, so that less of what is drawn towards is chance.  What a
;; partner expects would not do: the partner does not know the player's cards, so they would seem to matter less.
(func $l_draw (param $rate f32)
  (local $i i32) (local $at i32) (local $net i32) (local $player i32) (local $value f32) (local $error f32)
  (local $target f32) (local $before f32) (local $n i32)
  (if (f32.le (local.get $rate) (f32.const 0)) (then (return)))
  (loop $each
    (f32.store offset=#GAINED# (i32.shl (local.get $player) (i32.const 3))
      (f32.load offset=#GAINS# (i32.shl (i32.wrap_i64 (call $l_side_of (local.get $player))) (i32.const 3))))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $each (i32.lt_u (local.get $player) (i32.const #SEATS#))))
  ;; All choices of a deal together: a long deal is not worth more than others.
  (local.set $rate (f32.mul (local.get $rate) (f32.min (f32.const 1) (f32.div (f32.const #ONE_DEAL#)
    (f32.convert_i32_u (i32.add (global.get $l_records) (i32.const 1)))))))
  (local.set $net (call $l_net (i32.const 0)))
  (local.set $i (global.get $l_records))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $i)))
    (local.set $i (i32.sub (local.get $i) (i32.const 1)))
    (local.set $at (i32.add (i32.const #RECORDS#) (i32.mul (local.get $i) (i32.const #RECORD_SIZE#))))
    (local.set $n (i32.load offset=4 (local.get $at)))
    (memory.copy (i32.const #ACTIVE#) (i32.add (local.get $at) (i32.const #RECORD_HEAD#))
      (i32.shl (local.get $n) (i32.const 1)))
    (call $l_sums (local.get $net) (i32.const 0) (local.get $n))
    (memory.copy (i32.const #SUM#) (i32.const #ACC#) (i32.const #SUM_SIZE#))
    (local.set $player (i32.shl (i32.load (local.get $at)) (i32.const 3)))
    (local.set $before (f32.load offset=8 (local.get $at)))
    (local.set $target (f32.div (f32.sub (f32.load offset=#GAINED# (local.get $player)) (local.get $before))
      (f32.load (i32.const #SCALE#))))
    (local.set $target (f32.max (f32.const -5) (f32.min (f32.const 5) (local.get $target))))
    (local.set $value (call $l_value (local.get $net)))
    (local.set $error (f32.sub (local.get $value) (local.get $target)))
    (f32.store (i32.const #LOSS#) (f32.add (f32.load (i32.const #LOSS#)) (f32.mul (f32.const 0.0005)
      (f32.sub (f32.mul (local.get $error) (local.get $error)) (f32.load (i32.const #LOSS#))))))
    (call $l_correct (local.get $net) (f32.max (f32.const -2) (f32.min (f32.const 2) (local.get $error)))
      (local.get $n) (f32.mul (local.get $rate) (f32.min (f32.const 1) (f32.div (f32.const #USUALLY_ON#)
        (f32.convert_i32_u (local.get $n))))))
    (if (i64.le_u (global.get $l_noted) (i64.const #MOST_RECORDS#)) (then ;; they lie in their order
      (f32.store offset=#GAINED# (local.get $player) (f32.add (f32.load offset=#GAINED# (local.get $player))
        (f32.mul (f32.const #FORESEEN#) (f32.sub
          (f32.add (local.get $before) (f32.mul (local.get $value) (f32.load (i32.const #SCALE#))))
          (f32.load offset=#GAINED# (local.get $player))))))))
    (br $next))))

;; Whether a deal has lasted for more than a share (one of so many) of what is endured.
(func $l_lasts (param $of i64) (result i32)
  (i32.and (i64.gt_s (global.get $l_longest) (i64.const 0))
    (i64.gt_s (i64.mul (global.get $l_noted) (local.get $of)) (global.get $l_longest))))

;; Choose during learning: mostly the best option, but unsure of each value, now and then any.  So nobody learns against
;; players who always do the same.  In a deal that lasts longer than usual they are sure, and soon try nothing, so that
;; whoever would do the same for ever is not saved by accident.  Of very many options only some are looked at.
(func $l_try (param $ask i32) (param $count i32) (param $explore i32) (result i32)
  (local $dice i32) (local $i i32) (local $k i32) (local $best i32) (local $value f32) (local $most f32) (local $net i32) (local $unsure f32)
  (local.set $dice (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3))))
  (local.set $net (call $l_net (i32.const 0)))
  (call $l_begin (local.get $net) (local.get $ask))
  (if (i32.and (i32.eqz (call $l_lasts (i64.const 2)))
      (i32.lt_u (call $below (local.get $dice) (i32.const 65536)) (local.get $explore))) (then
    (return (call $below (local.get $dice) (local.get $count)))))
  (local.set $unsure (select (f32.const 0) (global.get $l_doubt) (call $l_lasts (i64.const 4))))
  (local.set $most (f32.const -inf))
  (loop $next
    (local.set $k (local.get $i))
    (if (i32.gt_u (local.get $count) (i32.const #LOOKED_AT#))
      (then (local.set $k (call $below (local.get $dice) (local.get $count)))))
    (local.set $value (f32.add (call $l_unsure (local.get $unsure))
      (call $l_rate (local.get $net) (local.get $ask) (call $l_option_at (local.get $k)))))
    (if (f32.gt (local.get $value) (local.get $most)) (then
      (local.set $most (local.get $value))
      (local.set $best (local.get $k))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $i)
      (select (i32.const #LOOKED_AT#) (local.get $count) (i32.gt_u (local.get $count) (i32.const #LOOKED_AT#))))))
  (local.get $best))

;; Give up the games that are not over.
(func (export "l_anew")
  (global.set $live (i32.const 0))
  (global.set $l_in_game (i32.const 0))
  (global.set $watched (i32.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const 0)))

;; Say whether whole games count; forget how large gains are.
(func (export "l_count_whole") (param $whole i32)
  (global.set $l_whole (local.get $whole))
  (global.set $l_in_game (i32.const 0))
  (i64.store (i32.const #DEALS#) (i64.const 0))
  (f32.store (i32.const #SQUARE#) (f32.const 0)))

;; A lesson: games of the first net against itself, for about so many choices.  `rate`: how much is learned (0: nothing);
;; `explore`: how often, in 65536, any option is tried.
(func (export "l_train") (param $choices i64) (param $seed i64) (param $rate f32) (param $explore i32)
  (local $ask i32) (local $count i32) (local $best i32) (local $option i32)
  (global.set $watched (i32.const 4))
  (global.set $l_dice_seed (local.get $seed))
  (block $out (loop $next
    (br_if $out (i64.le_s (local.get $choices) (i64.const 0)))
    (local.set $choices (i64.sub (local.get $choices) (i64.const 1)))
    (i32.store (i32.const @LOGGED@) (i32.const 0))
    (if (i32.eqz (global.get $l_in_game)) (then
      (global.set $l_deal_ended (i32.const 1)) ;; no deal ends when the first of a game begins
      (i64.store (i32.const @GAME@) (global.get $l_game_number))
      (call $start (local.get $seed) (global.get $l_game_number))
      (call $dice (call $mixed (i64.add (local.get $seed) (i64.const @EXTRA@))))
      (global.set $l_game_number (i64.add (global.get $l_game_number) (i64.const 1)))
      (global.set $l_in_game (i32.const 1))
      (global.set $l_deal_ended (i32.const 0))
      (call $l_fresh)
      (call $l_scores (i32.const #BEFORE#))))
    (if (i32.or (global.get $l_deal_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))) (then
      ;; a deal that is dealt again goes on: its choices are drawn towards what the next brings, so players do not learn
      ;; to throw every deal in
      (if (i32.eqz (call $l_dealt_again)) (then
        (call $l_learn (local.get $rate))
        (memory.copy (i32.const #BEFORE#) (i32.const #SCORES#) (i32.const #SCORES_SIZE#))
        (call $l_fresh)))
      (global.set $l_deal_ended (i32.const 0))
      (if (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)) (then
        (global.set $l_in_game (i32.const 0))
        (br $next)))))
    (if (call $l_lasts (i64.const 1)) (then
      (call $l_give_up (local.get $rate))
      (call $l_fresh)
      (global.set $l_in_game (i32.const 0))
      (br $next)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (if (i32.eqz (local.get $count)) (then (call $l_none (local.get $ask))))
    (call $l_seen)
    (local.set $best (i32.const 0))
    (if (i32.gt_u (local.get $count) (i32.const 1)) (then
      (if (call $l_learns)
        (then
          (local.set $best (call $l_try (local.get $ask) (local.get $count) (local.get $explore)))
          (local.set $option (call $l_option_at (local.get $best)))
          (global.set $l_count (global.get $l_of_state))
          (call $l_option (local.get $ask) (local.get $option))
          (call $l_record))
        (else (local.set $best
          (call $l_best (call $l_net (i32.const 1)) (local.get $ask) (local.get $count)))))))
    (local.set $choices (i64.sub (local.get $choices) (i64.extend_i32_u (i32.shr_u (local.get $count) (i32.const 4)))))
    (call $l_take (local.get $ask) (call $l_option_at (local.get $best)))
    (br $next)))
  (global.set $watched (i32.const 0)))

(func $l_fresh
  (global.set $l_records (i32.const 0))
  (global.set $l_noted (i64.const 0)))

;; A fresh first net: small numbers drawn by lot, and measures of rows that have learned nothing.
(func (export "l_begin_net") (param $seed i64)
  (local $i i32) (local $at i32) (local $size f32)
  (local.set $at (call $l_net (i32.const 0)))
  (local.set $seed (call $mixed (local.get $seed)))
  (loop $next
    (local.set $size (f32.const #FIRST_SIZE#))
    (if (i32.ge_u (local.get $i) (i32.const #SECOND_AT#)) (then (local.set $size (f32.const 0.3))))
    (if (i32.and (i32.ge_u (local.get $i) (i32.const #BIAS_AT#)) (i32.lt_u (local.get $i) (i32.const #LAST_AT#)))
      (then (local.set $size (f32.const 0))))
    (if (i32.ge_u (local.get $i) (i32.const #LAST_BIAS_AT#)) (then (local.set $size (f32.const 0))))
    (local.set $seed (i64.add (local.get $seed) (i64.const 0x9E3779B97F4A7C15)))
    (f32.store (i32.add (local.get $at) (local.get $i)) (f32.mul (local.get $size) (f32.sub (f32.mul (f32.const 2)
      (f32.div (f32.convert_i64_u (i64.shr_u (call $mixed (local.get $seed)) (i64.const 40))) (f32.const 16777216)))
      (f32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 4)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const #NET_SIZE#))))
  (call $l_unmeasured))

;; Measures of rows that have learned nothing.
(func $l_unmeasured (export "l_unmeasured")
  (local $i i32)
  (loop $next
    (f32.store offset=#MEASURES# (local.get $i) (f32.const #FRESH#))
    (local.set $i (i32.add (local.get $i) (i32.const 4)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const #MEASURES_SIZE#)))))

;; Draw the first net towards the second: a share of the way.
(func (export "l_blend") (param $share f32)
  (local $i i32) (local $a i32) (local $b i32)
  (local.set $a (call $l_net (i32.const 0)))
  (local.set $b (call $l_net (i32.const 1)))
  (loop $next
    (v128.store (local.get $a) (f32x4.add (v128.load (local.get $a)) (f32x4.mul (f32x4.splat (local.get $share))
      (f32x4.sub (v128.load (local.get $b)) (v128.load (local.get $a))))))
    (local.set $a (i32.add (local.get $a) (i32.const 16)))
    (local.set $b (i32.add (local.get $b) (i32.const 16)))
    (local.set $i (i32.add (local.get $i) (i32.const 16)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const #NET_SIZE#)))))
