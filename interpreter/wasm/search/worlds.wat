;; Worlds: deals that agree with everything that a seat has seen.
;;
;; The host stores what the seat has seen of a deal (`SeatRecord` in search/record.py): the state in which the deal
;; began, the steps (choices) since, and the draws.  The seat does not know the values of draws that it did not see, nor
;; choices (or parts of them) that were hidden from it.  A *world* gives all of these values.  It is valid if the deal,
;; replayed from the state in which it began,
;;
;;   * can draw every card when it is drawn,
;;   * asks the same player the same question at every step, where the seat sees the same (`$view_hash`),
;;   * offers every choice that was made,
;;   * and ends at the open question, with the same number of options.
;;
;; `$replay` returns how many steps a world passes.  Nothing else is known about the game: no suits, no voids.
;;
;; Sampling is a Metropolis chain over valid worlds.  A proposal exchanges two cards among the unseen draws between two
;; shuffles, or decides one hidden choice again.  A proposal and its inverse have the same probability.  So the chain,
;; which accepts every valid proposal and rejects all others, is uniform over valid worlds.  A hidden choice is decided
;; by a number u.  Worlds, not numbers, are to have the same probability; so a world is weighted by one over the share
;; of all u that decide in the same way.  It may also be weighted by the choices of the other players (`$infer`); it is
;; then as likely as these choices make it.  The chain begins with a filling that depends only on what was seen: cards
;; that a player was seen to play go to that player, and the rest is random.  Then proposals are accepted as long as the
;; replay gets as far as before (`$repair`).

(global $s_scripted (mut i32) (i32.const 0))
(global $s_bad (mut i32) (i32.const 0))
(global $s_used (mut i32) (i32.const 0))
(global $s_target (mut i32) (i32.const -1))
(global $s_weight (mut f64) (f64.const 1))
(global $s_offered (mut i32) (i32.const 0))
(global $s_tries (mut i32) (i32.const 0))
;; What the rules are run for in an imagined game; 0: nothing.  A fault of the rules leaves the module in the middle of it.
;; Whoever called the function calls it again: it finds here that the last game stopped, and goes on with the next.
(global $s_imagining (mut i32) (i32.const 0))

(func $draw_at_number (param $k i32) (result i32)
  (i32.add (i32.const @DRAWS@) (i32.mul (local.get $k) (i32.const @DRAW.size@))))
(func $step_at (param $k i32) (result i32)
  (i32.add (i32.const @STEPS_AT@) (i32.mul (local.get $k) (i32.const @STEP_SIZE@))))

;; The next draw of the record, if it is a card from a pile: its index in the unknown part.
(func $scripted_draw (param $pile i32) (param $low i32) (param $high i32) (result i32)
  (local $draw i32) (local $face i32) (local $i i32)
  (local.set $draw (call $draw_at_number (global.get $s_used)))
  (global.set $s_used (i32.add (global.get $s_used) (i32.const 1)))
  (if (i32.le_s (global.get $s_used) (i32.load (i32.const @DRAW_COUNT@))) (then
    (if (i32.eqz (i32.load offset=@DRAW.kind@ (local.get $draw))) (then
      (local.set $face (call $face (i32.load offset=@DRAW.value@ (local.get $draw))))
      (local.set $i (local.get $low))
      (block $none (loop $next
        (br_if $none (i32.ge_s (local.get $i) (local.get $high)))
        (if (i32.eq (call $face (call $card (local.get $pile) (local.get $i))) (local.get $face))
          (then (return (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))))))
  (global.set $s_bad (i32.const 1))
  (i32.add (local.get $low)
    (call $one_of (i32.const @RNG@) (i32.sub (local.get $high) (local.get $low)))))

;; The next draw of the record, if it is a pick: the index of the element; -1 if it must be found by its value.
(func $scripted_pick_number (param $count i32) (result i32)
  (local $draw i32)
  (local.set $draw (call $draw_at_number (global.get $s_used)))
  (global.set $s_used (i32.add (global.get $s_used) (i32.const 1)))
  (if (i32.gt_s (global.get $s_used) (i32.load (i32.const @DRAW_COUNT@))) (then
    (global.set $s_bad (i32.const 1))
    (return (i32.const 0))))
  (if (i32.eqz (i32.load offset=@DRAW.kind@ (local.get $draw))) (then
    (global.set $s_bad (i32.const 1))
    (return (i32.const 0))))
  (if (i32.load offset=@DRAW.known@ (local.get $draw)) (then (return (i32.const -1))))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul (i64.load32_u offset=@DRAW.value@ (local.get $draw)) (i64.extend_i32_u (local.get $count))) (i64.const 32))))

(func $scripted_pick (param $mask i64) (result i64)
  (local $k i32) (local $value i64) (local $left i64)
  (local.set $k (call $scripted_pick_number (i32.wrap_i64 (i64.popcnt (local.get $mask)))))
  (if (i32.ge_s (local.get $k) (i32.const 0)) (then (return (call $kth (local.get $mask) (local.get $k)))))
  (local.set $value (i64.load32_u offset=@DRAW.value@ (call $draw_at_number (i32.sub (global.get $s_used) (i32.const 1)))))
  (if (i64.ne (i64.and (i64.shr_u (local.get $mask) (local.get $value)) (i64.const 1)) (i64.const 0))
    (then (return (local.get $value))))
  (global.set $s_bad (i32.const 1))
  (i64.ctz (local.get $mask)))

(func $scripted_s_pick (param $n i32) (param $set i32) (result i64)
  (local $k i32) (local $value i64)
  (local.set $k (call $scripted_pick_number (i32.wrap_i64 (call $s_count (local.get $n) (local.get $set)))))
  (drop (call $s_copy (local.get $n) (i32.const @PICKED@) (local.get $set)))
  (if (i32.lt_s (local.get $k) (i32.const 0)) (then
    (local.set $value (i64.load32_u offset=@DRAW.value@ (call $draw_at_number (i32.sub (global.get $s_used) (i32.const 1)))))
    (if (call $s_has (local.get $n) (local.get $set) (local.get $value)) (then (return (local.get $value))))
    (global.set $s_bad (i32.const 1))
    (local.set $k (i32.const 0))))
  (block $there (loop $next
    (br_if $there (i32.eqz (local.get $k)))
    (drop (call $s_pop (local.get $n) (i32.const @PICKED@)))
    (local.set $k (i32.sub (local.get $k) (i32.const 1)))
    (br $next)))
  (call $s_pop (local.get $n) (i32.const @PICKED@)))

;; --------------------------------------------------------------------------------------------------- what is seen

;; The hash of what a seat sees: the same as `view_hash` in search/seen.py.
(func $view_hash (export "view_hash") (param $seat i32) (result i64)
  (local $z i32) (local $total i64) (local $found i64) (local $eyes i32) (local $zone i32) (local $bag i32)
  (local $low i32) (local $high i32) (local $count i32) (local $i i32) (local $c i32) (local $left i64) (local $at i64)
  (local $var i32) (local $words i32) (local $word i64) (local $slot i64)
  (block $zones (loop $next_zone
    (br_if $zones (i32.ge_s (local.get $z) (i32.const @ZONE_COUNT@)))
    (local.set $zone (call $zone (local.get $z)))
    (local.set $eyes (i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u
      (i64.load (i32.add (i32.const @EYES@) (i32.shl (local.get $z) (i32.const 3)))) (i64.extend_i32_u (local.get $seat))))))
    (if (call $ordered (local.get $z))
      (then
        (local.set $count (i32.load (local.get $zone)))
        (local.set $found (i64.mul (i64.extend_i32_u (local.get $count)) (i64.const @PLACE@)))
        (if (i32.or (local.get $eyes) (i32.ge_s (i32.const @KNOWN@) (i32.const 0))) (then
          (local.set $low (i32.const 0)) (local.set $high (i32.const 0))
          (local.set $bag (call $bag (local.get $z)))
          (if (local.get $bag) (then
            (local.set $low (i32.load (local.get $bag)))
            (local.set $high (i32.load offset=8 (local.get $bag)))))
          (local.set $i (i32.const 0))
          (block $cards (loop $next_card
            (br_if $cards (i32.ge_s (local.get $i) (local.get $count)))
            (local.set $c (call $card (local.get $zone) (local.get $i)))
            (if (i32.or (local.get $eyes) (call $is_known (local.get $seat) (local.get $c))) (then
              (local.set $at (if (result i64) (i32.and (i32.ge_s (local.get $i) (local.get $low)) (i32.lt_s (local.get $i) (local.get $high)))
                (then (i64.const @NO_ORDER@)) (else (i64.extend_i32_u (local.get $i)))))
              (local.set $found (i64.add (local.get $found) (call $card_number (local.get $c) (local.get $at))))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $next_card))))))
      (else
        (local.set $found (i64.mul (call $s_count (i32.const @CW@) (local.get $zone)) (i64.const @PLACE@)))
        (if (i32.or (local.get $eyes) (i32.ge_s (i32.const @KNOWN@) (i32.const 0))) (then
          (drop (call $s_copy (i32.const @CW@) (i32.const @HASHED@) (local.get $zone)))
          (block $cards (loop $next_card
            (local.set $left (call $s_pop (i32.const @CW@) (i32.const @HASHED@)))
            (br_if $cards (i64.lt_s (local.get $left) (i64.const 0)))
            (local.set $c (i32.wrap_i64 (local.get $left)))
            (if (i32.or (local.get $eyes) (call $is_known (local.get $seat) (local.get $c))) (then
              (local.set $found (i64.add (local.get $found) (call $card_number (local.get $c) (i64.const @NO_ORDER@))))))
            (br $next_card)))))))
    (local.set $z (i32.add (local.get $z) (i32.const 1)))
    (local.set $total (i64.add (local.get $total) (call $mixed (i64.xor (local.get $found)
      (i64.mul (i64.extend_i32_u (local.get $z)) (i64.const @ZONE@))))))
    (br $next_zone)))
  (local.set $var (i32.const @VARIABLES@))
  (block $variables (loop $next_variable
    (br_if $variables (i32.ge_u (local.get $var) (i32.const @VARIABLES_END@)))
    (local.set $zone (i32.load offset=@VARIABLE.address@ (local.get $var)))
    (local.set $words (i32.sub (i32.load offset=@VARIABLE.words@ (local.get $var)) (i32.const 1)))
    (local.set $slot (i64.mul (i64.add (i64.load32_u offset=@VARIABLE.slot@ (local.get $var)) (i64.const 1)) (i64.const @VARIABLE@)))
    ;; words that only extend the sign are left out
    (block $short (loop $shorter
      (br_if $short (i32.eqz (local.get $words)))
      (local.set $word (i64.load (i32.add (local.get $zone) (i32.shl (local.get $words) (i32.const 3)))))
      (br_if $short (i64.gt_u (i64.add (local.get $word) (i64.const 1)) (i64.const 1)))
      (if (i32.lt_s (local.get $words) (i32.sub (i32.load offset=@VARIABLE.words@ (local.get $var)) (i32.const 1))) (then
        (br_if $short (i64.ne (local.get $word)
          (i64.load offset=8 (i32.add (local.get $zone) (i32.shl (local.get $words) (i32.const 3))))))))
      (local.set $words (i32.sub (local.get $words) (i32.const 1)))
      (br $shorter)))
    (local.set $i (i32.const 0))
    (loop $next_word
      (local.set $word (i64.load (i32.add (local.get $zone) (i32.shl (local.get $i) (i32.const 3)))))
      (if (i32.and (i32.load offset=@VARIABLE.card@ (local.get $var)) (i64.ge_s (local.get $word) (i64.const 0)))
        (then (local.set $word (i64.extend_i32_u (call $face (i32.wrap_i64 (local.get $word)))))))
      (local.set $total (i64.add (local.get $total) (call $mixed (i64.xor (local.get $word) (local.get $slot)))))
      (local.set $slot (i64.add (local.get $slot) (i64.const @PLACE@)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next_word (i32.le_s (local.get $i) (local.get $words))))
    (local.set $var (i32.add (local.get $var) (i32.const @VARIABLE.size@)))
    (br $next_variable)))
  (local.get $total))

(func $is_known (param $seat i32) (param $card i32) (result i32)
  (if (result i32) (i32.lt_s (i32.const @KNOWN@) (i32.const 0))
    (then (i32.const 0))
    (else (call $s_has (i32.const @CW@) (call $known (local.get $seat)) (i64.extend_i32_u (local.get $card))))))

(func $card_number (param $card i32) (param $at i64) (result i64)
  (call $mixed (i64.add
    (i64.extend_i32_u (i32.add (call $face (local.get $card)) (i32.const 1)))
    (i64.shl (i64.add (local.get $at) (i64.const 1)) (i64.const 32)))))

;; ------------------------------------------------------------------------------------------------------- choices

(func $same_face (param $a i64) (param $b i64) (result i32)
  (if (i64.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
  (if (i32.or (i32.const @DISTINCT@)
        (i32.or (i64.lt_s (local.get $a) (i64.const 0)) (i64.lt_s (local.get $b) (i64.const 0))))
    (then (return (i32.const 0))))
  (i32.eq (call $face (i32.wrap_i64 (local.get $a))) (call $face (i32.wrap_i64 (local.get $b)))))

;; Whether two sets contain the same faces.
(func $same_cards (param $n i32) (param $a i32) (param $b i32) (result i32)
  (if (call $s_same (local.get $n) (local.get $a) (local.get $b)) (then (return (i32.const 1))))
  (if (i32.const @DISTINCT@) (then (return (i32.const 0))))
  (i64.eq (call $face_sum (local.get $n) (local.get $a)) (call $face_sum (local.get $n) (local.get $b))))

(func $face_sum (param $n i32) (param $set i32) (result i64)
  (local $sum i64) (local $card i64)
  (drop (call $s_copy (local.get $n) (i32.const @HASHED@) (local.get $set)))
  (block $done (loop $next
    (local.set $card (call $s_pop (local.get $n) (i32.const @HASHED@)))
    (br_if $done (i64.lt_s (local.get $card) (i64.const 0)))
    (local.set $sum (i64.add (local.get $sum) (call $card_number (i32.wrap_i64 (local.get $card)) (i64.const 0))))
    (br $next)))
  (local.get $sum))

;; Whether a set has a given number of cards, and all cards of another set.
(func $may_be (param $n i32) (param $set i32) (param $some i32) (param $count i32) (result i32)
  (if (i64.ne (call $s_count (local.get $n) (local.get $set)) (i64.extend_i32_u (local.get $count)))
    (then (return (i32.const 0))))
  (if (i32.eqz (i32.const @DISTINCT@)) (then (return (i32.const 1))))
  (drop (call $s_without (local.get $n) (i32.const @HASHED@) (local.get $some) (local.get $set)))
  (i32.eqz (call $s_any (local.get $n) (i32.const @HASHED@))))

;; ------------------------------------------------------------------------------------------------------- replaying

;; The option of the open question that a step takes in this world; -1 if there is none.  The options are stored
;; afterwards.
(func $option_of (param $step i32) (param $ask i32) (result i32)
  (local $count i32) (local $i i32) (local $found i32) (local $at i32)
  (local $likely i32) (local $k i32) (local $only i32) (local $u i64) (local $share f64)
  (local.set $count (call $options (local.get $ask) (i64.const 0)))
  (global.set $s_offered (local.get $count))
  ;; questions with many options take longer, so they count for more
  (global.set $s_tries (i32.add (global.get $s_tries) (i32.shr_u (local.get $count) (i32.const 7))))
  (local.set $at (i32.const @OPTIONS@))
  (if (i32.eqz (i32.load offset=@STEP.secret@ (local.get $step)))
    (then
      (block $none (loop $next
        (br_if $none (i32.ge_s (local.get $i) (local.get $count)))
        (if (call $matches (local.get $ask) (local.get $at) (local.get $step)) (then (return (local.get $i))))
        (local.set $at (i32.add (local.get $at) (i32.const @OPTION_SIZE@)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (return (i32.const -1))))
  (call $make_later (local.get $step))
  (block $all (loop $next
    (br_if $all (i32.ge_s (local.get $i) (local.get $count)))
    (if (call $may_match (local.get $ask) (local.get $at) (local.get $step)) (then
      (local.set $found (i32.add (local.get $found) (i32.const 1)))
      (local.set $likely (i32.add (local.get $likely) (i32.eqz (call $names_later (local.get $ask) (local.get $at)))))))
    (local.set $at (i32.add (local.get $at) (i32.const @OPTION_SIZE@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (if (i32.eqz (local.get $found)) (then (return (i32.const -1))))
  ;; mostly one of those that keep the cards that were played later
  (local.set $u (i64.load32_u offset=@STEP.decided@ (local.get $step)))
  (local.set $only (i32.and (i32.ne (local.get $likely) (i32.const 0))
    (i64.ne (i64.and (local.get $u) (i64.const 7)) (i64.const 0))))
  (local.set $k (i32.wrap_i64 (i64.shr_u
    (i64.mul (local.get $u) (i64.extend_i32_u (select (local.get $likely) (local.get $found) (local.get $only))))
    (i64.const 32))))
  (local.set $i (i32.const -1))
  (local.set $at (i32.sub (i32.const @OPTIONS@) (i32.const @OPTION_SIZE@)))
  (loop $next
    (local.set $at (i32.add (local.get $at) (i32.const @OPTION_SIZE@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.eqz (call $may_match (local.get $ask) (local.get $at) (local.get $step))))
    (if (local.get $only) (then
      (br_if $next (call $names_later (local.get $ask) (local.get $at)))))
    (local.set $k (i32.sub (local.get $k) (i32.const 1)))
    (br_if $next (i32.ge_s (local.get $k) (i32.const 0))))
  ;; the share of all u with which this option is taken
  (local.set $share (f64.div (f64.const 1) (f64.convert_i32_u (local.get $found))))
  (if (local.get $likely) (then
    (local.set $share (f64.mul (local.get $share) (f64.const 0.125)))
    (if (i32.eqz (call $names_later (local.get $ask) (local.get $at))) (then
      (local.set $share (f64.add (local.get $share)
        (f64.div (f64.const 0.875) (f64.convert_i32_u (local.get $likely)))))))))
  (global.set $s_weight (f64.div (global.get $s_weight) (local.get $share)))
  (local.get $i))

;; Write the cards that a player was seen to play after a step to @LATER@.
(func $make_later (param $step i32)
  (local $k i32) (local $play i32) (local $number i32)
  (drop (call $s_zero (i32.const @CW@) (i32.const @LATER@)))
  (local.set $number (i32.div_u (i32.sub (local.get $step) (i32.const @STEPS_AT@)) (i32.const @STEP_SIZE@)))
  (local.set $play (i32.const @PLAYS@))
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $k) (i32.load (i32.const @PLAY_COUNT@))))
    (if (i32.and (i32.eq (i32.load offset=@PLAY.player@ (local.get $play)) (i32.load offset=@STEP.player@ (local.get $step)))
          (i32.gt_s (i32.load offset=@PLAY.step@ (local.get $play)) (local.get $number)))
      (then (drop (call $s_add (i32.const @CW@) (i32.const @LATER@) (i64.load32_u offset=@PLAY.card@ (local.get $play))))))
    (local.set $play (i32.add (local.get $play) (i32.const @PLAY.size@)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next))))

(func $may_match (param $ask i32) (param $at i32) (param $step i32) (result i32)
  (if (i32.lt_s (i32.load offset=@STEP.alternative@ (local.get $step)) (i32.const 0)) (then (return (i32.const 1))))
  (call $matches (local.get $ask) (local.get $at) (local.get $step)))

;; Weight a world by how likely the choices of the other players were in it, if they choose by the cheap model with the
;; probability @TRUST@ (in thousandths), and otherwise at random (Rebstock, Solinas, Buro, Sturtevant: "Policy based
;; inference in trick-taking card games", 2019).
(func $infer (param $ask i32) (param $option i32)
  (local $trust f64) (local $total f64)
  (if (i32.or (i32.le_s (global.get $s_offered) (i32.const 1)) (i32.gt_s (global.get $s_offered) (i32.const @MOST_MODELLED@)))
    (then (return)))
  (local.set $trust (f64.div (f64.convert_i64_s (i64.load (i32.const @TRUST@))) (f64.const 1000)))
  (local.set $total (call $likelihoods (local.get $ask) (global.get $s_offered)))
  (global.set $s_weight (f64.mul (global.get $s_weight) (f64.add
    (f64.mul (local.get $trust) (f64.div
      (f64.load (i32.add (i32.const @LIKELY@) (i32.mul (local.get $option) (i32.const @LIKELY.size@)))) (local.get $total)))
    (f64.div (f64.sub (f64.const 1) (local.get $trust)) (f64.convert_i32_s (global.get $s_offered)))))))

;; Replay the world.  Returns how many steps agree; one more than there are if all of it agrees.  The choices that were
;; not seen are stored at @PATH@.
(func $replay (export "replay") (result i32)
  (local $i i32) (local $pc i32) (local $step i32) (local $option i32) (local $count i32)
  (global.set $s_tries (i32.add (global.get $s_tries) (i32.const 1)))
  (memory.copy (i32.const @STATE@) (i32.const @BASE@) (i32.const @STATE_SIZE@))
  (i64.store (i32.const @RNG@) (i64.load (i32.const @CHAIN@)))
  (global.set $s_scripted (i32.const 1))
  (global.set $s_bad (i32.const 0))
  (global.set $s_used (i32.const 0))
  (global.set $s_weight (f64.const 1))
  (i32.store (i32.const @LOGGED@) (i32.const 0))
  (local.set $count (i32.load (i32.const @STEP_COUNT@)))
  (if (i64.ge_s (i64.load (i32.const @PC@)) (i64.const 0))
    (then (call $run (i32.wrap_i64 (i64.load (i32.const @PC@))))))
  (local.set $step (i32.const @STEPS_AT@))
  (block $failed (loop $next
    (local.set $pc (i32.wrap_i64 (i64.load (i32.const @PC@))))
    (br_if $failed (i32.or (global.get $s_bad) (i32.le_s (local.get $pc) (i32.const @OVER@))))
    (if (i32.ge_s (local.get $i) (local.get $count)) (then
      (br_if $failed (i32.ne (i32.xor (local.get $pc) (i32.const -1)) (i32.load (i32.const @LAST_ASK@))))
      (br_if $failed (i32.ne (global.get $s_used) (i32.load (i32.const @DRAW_COUNT@))))
      (br_if $failed (i64.ne (i64.load (i32.const @LAST_HASH@)) (call $view_hash (i32.load (i32.const @SEAT@)))))
      (br_if $failed (i32.ne (i32.load (i32.const @OPTION_COUNT@))
        (call $options (i32.load (i32.const @LAST_ASK@)) (i64.const 0))))
      (global.set $s_scripted (i32.const 0))
      (return (i32.add (local.get $count) (i32.const 1)))))
    (br_if $failed (i64.ne (i64.load (i32.const @ACTOR@)) (i64.load32_s offset=@STEP.player@ (local.get $step))))
    (if (local.get $i) (then
      (br_if $failed (i64.ne (i64.load offset=@STEP.hash@ (local.get $step)) (call $view_hash (i32.load (i32.const @SEAT@)))))))
    (if (i32.lt_s (i32.load offset=@STEP.ask@ (local.get $step)) (i32.const 0))
      (then (call $run (call $declare (i32.load offset=@STEP.alternative@ (local.get $step)) (i32.xor (local.get $pc) (i32.const -1)))))
      (else
        (br_if $failed (i32.ne (i32.xor (local.get $pc) (i32.const -1)) (i32.load offset=@STEP.ask@ (local.get $step))))
        (local.set $option (call $option_of (local.get $step) (i32.load offset=@STEP.ask@ (local.get $step))))
        (br_if $failed (i32.lt_s (local.get $option) (i32.const 0)))
        (if (i64.ne (i64.load (i32.const @TRUST@)) (i64.const 0)) (then
          (if (i32.ne (i32.load offset=@STEP.player@ (local.get $step)) (i32.load (i32.const @SEAT@)))
            (then (call $infer (i32.load offset=@STEP.ask@ (local.get $step)) (local.get $option))))))
        (if (i32.load offset=@STEP.secret@ (local.get $step)) (then
          (memory.copy (i32.add (i32.const @PATH@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@)))
            (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@)))
            (i32.const @OPTION_SIZE@))))
        (call $run (call $take (i32.load offset=@STEP.ask@ (local.get $step))
          (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@)))))))
    (local.set $step (i32.add (local.get $step) (i32.const @STEP_SIZE@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (global.set $s_scripted (i32.const 0))
  (local.get $i))
