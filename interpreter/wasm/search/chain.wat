;; The Markov chain over worlds; see worlds.wat.
;;
;; For each epoch (the time between two shuffles) there is a list (@CANDIDATES@) of the cards that no seen draw of the
;; epoch took and that are not known to have been elsewhere (these are stored after the draws).  First in the list are
;; the cards that no player was seen to play since.  Most proposals use these, because a card that was seen in a
;; player's hand can rarely have been elsewhere.

(func $list (param $epoch i32) (result i32)
  (i32.add (i32.const @CANDIDATES@) (i32.mul (local.get $epoch) (i32.const @LIST_SIZE@))))
(func $listed (param $list i32) (param $i i32) (result i32)
  (i32.load16_u offset=@LIST.size@ (i32.add (local.get $list) (i32.shl (local.get $i) (i32.const 1)))))

;; Make the lists.  For each: how many cards belong to no play, how many cards there are, how many unseen draws; then
;; the cards.
(func $lists
  (local $e i32) (local $list i32) (local $c i32) (local $i i32) (local $draw i32) (local $first i32) (local $free i32)
  (local $swap i32)
  (i32.store (i32.const @UNSEEN_COUNT@) (i32.const 0))
  (i32.store (i32.const @HIDDEN_COUNT@) (i32.const 0))
  (block $epochs (loop $next_epoch
    (br_if $epochs (i32.ge_s (local.get $e) (i32.load (i32.const @EPOCH_COUNT@))))
    (local.set $list (call $list (local.get $e)))
    (memory.fill (local.get $list) (i32.const 0) (i32.const @LIST.size@))
    (drop (call $s_zero (i32.const @CW@) (i32.const @SET@)))
    (local.set $first (i32.const 0x7fffffff))
    (local.set $i (i32.const 0))
    (block $draws (loop $next_draw
      (br_if $draws (i32.ge_s (local.get $i)
        (i32.add (i32.load (i32.const @DRAW_COUNT@)) (i32.load (i32.const @ABSENT_COUNT@)))))
      (local.set $draw (call $draw_at_number (local.get $i)))
      (if (i32.and (i32.eq (i32.load offset=@DRAW.epoch@ (local.get $draw)) (local.get $e)) (i32.eqz (i32.load offset=@DRAW.kind@ (local.get $draw))))
        (then
          (if (i32.load offset=@DRAW.known@ (local.get $draw))
            (then (drop (call $s_add (i32.const @CW@) (i32.const @SET@) (i64.load32_u offset=@DRAW.value@ (local.get $draw)))))
            (else
              (i32.store offset=@LIST.unseen@ (local.get $list) (i32.add (i32.load offset=@LIST.unseen@ (local.get $list)) (i32.const 1)))
              (i32.store (i32.add (i32.const @UNSEEN@) (i32.shl (i32.load (i32.const @UNSEEN_COUNT@)) (i32.const 2))) (local.get $draw))
              (i32.store (i32.const @UNSEEN_COUNT@) (i32.add (i32.load (i32.const @UNSEEN_COUNT@)) (i32.const 1)))
              (if (i32.lt_s (i32.load offset=@DRAW.step@ (local.get $draw)) (local.get $first))
                (then (local.set $first (i32.load offset=@DRAW.step@ (local.get $draw)))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next_draw)))
    (if (i32.load offset=@LIST.unseen@ (local.get $list)) (then
      (block $cards (loop $next_card
        (br_if $cards (i32.ge_s (local.get $c) (i32.const @CARDS@)))
        (if (i32.eqz (call $s_has (i32.const @CW@) (i32.const @SET@) (i64.extend_i32_u (local.get $c)))) (then
          (local.set $i (i32.load offset=@LIST.count@ (local.get $list)))
          (i32.store16 offset=@LIST.size@ (i32.add (local.get $list) (i32.shl (local.get $i) (i32.const 1))) (local.get $c))
          (i32.store offset=@LIST.count@ (local.get $list) (i32.add (local.get $i) (i32.const 1)))
          (if (i32.eqz (call $played_since (local.get $c) (local.get $first))) (then
            (local.set $free (i32.load offset=@LIST.free@ (local.get $list)))
            (local.set $swap (call $listed (local.get $list) (local.get $free)))
            (i32.store16 offset=@LIST.size@ (i32.add (local.get $list) (i32.shl (local.get $free) (i32.const 1))) (local.get $c))
            (i32.store16 offset=@LIST.size@ (i32.add (local.get $list) (i32.shl (local.get $i) (i32.const 1))) (local.get $swap))
            (i32.store offset=@LIST.free@ (local.get $list) (i32.add (local.get $free) (i32.const 1)))))))
        (local.set $c (i32.add (local.get $c) (i32.const 1)))
        (br $next_card)))
      (local.set $c (i32.const 0))))
    (local.set $e (i32.add (local.get $e) (i32.const 1)))
    (br $next_epoch)))
  ;; what is decided by a number: hidden choices, and picks that were not shown
  (local.set $i (i32.const 0))
  (block $steps (loop $next
    (br_if $steps (i32.ge_s (local.get $i) (i32.load (i32.const @STEP_COUNT@))))
    (if (i32.load offset=@STEP.secret@ (call $step_at (local.get $i))) (then
      (call $is_hidden (i32.add (call $step_at (local.get $i)) (i32.const @STEP.decided@)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.set $i (i32.const 0))
  (block $picks (loop $next
    (br_if $picks (i32.ge_s (local.get $i) (i32.load (i32.const @DRAW_COUNT@))))
    (local.set $draw (call $draw_at_number (local.get $i)))
    (if (i32.and (i32.ne (i32.load offset=@DRAW.kind@ (local.get $draw)) (i32.const 0)) (i32.eqz (i32.load offset=@DRAW.known@ (local.get $draw))))
      (then (call $is_hidden (local.get $draw))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

(func $is_hidden (param $at i32)
  (local $n i32)
  (local.set $n (i32.load (i32.const @HIDDEN_COUNT@)))
  (i32.store (i32.add (i32.const @HIDDEN@) (i32.shl (local.get $n) (i32.const 2))) (local.get $at))
  (i32.store (i32.const @HIDDEN_COUNT@) (i32.add (local.get $n) (i32.const 1))))

;; Plays: cards that were seen in choices (`PLAY` in structs.py).
(func $played_since (param $card i32) (param $step i32) (result i32)
  (local $i i32) (local $at i32)
  (local.set $at (i32.const @PLAYS@))
  (block $none (loop $next
    (br_if $none (i32.ge_s (local.get $i) (i32.load (i32.const @PLAY_COUNT@))))
    (if (i32.and (i32.eq (i32.load offset=@PLAY.card@ (local.get $at)) (local.get $card))
          (i32.ge_s (i32.load offset=@PLAY.step@ (local.get $at)) (local.get $step))) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const @PLAY.size@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.const 0))

(func $random (param $n i32) (result i32)
  (call $one_of (i32.const @CHAIN@) (local.get $n)))
(func $number32 (result i32)
  (i64.store (i32.const @CHAIN@) (i64.add (i64.load (i32.const @CHAIN@)) (i64.const 0x9E3779B97F4A7C15)))
  (i32.wrap_i64 (i64.shr_u (call $mixed (i64.load (i32.const @CHAIN@))) (i64.const 32))))

(func $used_set (param $epoch i32) (result i32)
  (i32.add (i32.const @USED@) (i32.mul (local.get $epoch) (i32.const @SET_SIZE@))))

;; Whether a play or sighting says that its card was where a draw went.
(func $came_from (param $play i32) (param $draw i32) (result i32)
  (if (i32.load offset=@PLAY.zone@ (local.get $play))
    (then (return (i32.eq (i32.load offset=@PLAY.zone@ (local.get $play)) (i32.load offset=@DRAW.zone@ (local.get $draw))))))
  (i32.and (i32.ge_s (i32.load offset=@DRAW.owner@ (local.get $draw)) (i32.const 0))
    (i32.eq (i32.load offset=@PLAY.player@ (local.get $play)) (i32.load offset=@DRAW.owner@ (local.get $draw)))))

;; Whether a card was seen anywhere from a step on, before a play or sighting of it (these are in order of time).
(func $seen_between (param $card i32) (param $step i32) (param $until i32) (result i32)
  (local $at i32)
  (local.set $at (i32.const @PLAYS@))
  (block $none (loop $next
    (br_if $none (i32.ge_u (local.get $at) (local.get $until)))
    (if (i32.and (i32.eq (i32.load offset=@PLAY.card@ (local.get $at)) (local.get $card))
          (i32.ge_s (i32.load offset=@PLAY.step@ (local.get $at)) (local.get $step))) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const @PLAY.size@)))
    (br $next)))
  (i32.const 0))

;; Whether a card was dealt in an earlier epoch of this filling and not seen since: it cannot be drawn again.  A card
;; that is known to be drawn later, and was not seen in between, cannot be drawn now either.
(func $held (param $card i32) (param $draw i32) (result i32)
  (local $i i32) (local $other i32)
  (if (i32.gt_s (i32.load (i32.const @EPOCH_COUNT@)) (i32.const 2)) (then
    (block $none (loop $next
      (br_if $none (i32.ge_s (local.get $i) (i32.load (i32.const @DRAW_COUNT@))))
      (local.set $other (call $draw_at_number (local.get $i)))
      (if (i32.and
            (i32.and (i32.load offset=@DRAW.known@ (local.get $other)) (i32.eqz (i32.load offset=@DRAW.kind@ (local.get $other))))
            (i32.and (i32.eq (i32.load offset=@DRAW.value@ (local.get $other)) (local.get $card))
              (i32.gt_s (i32.load offset=@DRAW.epoch@ (local.get $other)) (i32.load offset=@DRAW.epoch@ (local.get $draw))))) (then
        (return (i32.eqz (call $seen_before (local.get $card)
          (i32.load offset=@DRAW.step@ (local.get $draw)) (i32.load offset=@DRAW.step@ (local.get $other)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (local.set $i (i32.const 0))))
  (if (i32.lt_s (i32.load offset=@DRAW.epoch@ (local.get $draw)) (i32.const 2)) (then (return (i32.const 0))))
  (block $none (loop $next
    (br_if $none (i32.ge_s (local.get $i) (i32.load (i32.const @UNSEEN_COUNT@))))
    (local.set $other (i32.load (i32.add (i32.const @UNSEEN@) (i32.shl (local.get $i) (i32.const 2)))))
    (br_if $none (i32.ge_s (i32.load offset=@DRAW.epoch@ (local.get $other)) (i32.load offset=@DRAW.epoch@ (local.get $draw))))
    (if (i32.eq (i32.load offset=@DRAW.value@ (local.get $other)) (local.get $card)) (then
      (return (i32.eqz (call $seen_before (local.get $card)
        (i32.load offset=@DRAW.step@ (local.get $other)) (i32.load offset=@DRAW.step@ (local.get $draw)))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.const 0))

(func $seen_before (param $card i32) (param $from i32) (param $until i32) (result i32)
  (local $i i32) (local $at i32)
  (local.set $at (i32.const @PLAYS@))
  (block $none (loop $next
    (br_if $none (i32.ge_s (local.get $i) (i32.load (i32.const @PLAY_COUNT@))))
    (if (i32.eq (i32.load offset=@PLAY.card@ (local.get $at)) (local.get $card)) (then
      (if (i32.and (i32.ge_s (i32.load offset=@PLAY.step@ (local.get $at)) (local.get $from))
            (i32.lt_s (i32.load offset=@PLAY.step@ (local.get $at)) (local.get $until))) (then (return (i32.const 1))))))
    (local.set $at (i32.add (local.get $at) (i32.const @PLAY.size@)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.const 0))

;; The first filling: a card that was seen to come from where a draw went is assigned to that draw; the rest is random.
(func $fill_in
  (local $i i32) (local $k i32) (local $draw i32) (local $play i32) (local $set i32) (local $list i32) (local $c i32)
  (memory.fill (i32.const @USED@) (i32.const 0) (i32.mul (i32.load (i32.const @EPOCH_COUNT@)) (i32.const @SET_SIZE@)))
  (local.set $i (i32.const 0))
  (block $seen (loop $next
    (br_if $seen (i32.ge_s (local.get $i)
        (i32.add (i32.load (i32.const @DRAW_COUNT@)) (i32.load (i32.const @ABSENT_COUNT@)))))
    (local.set $draw (call $draw_at_number (local.get $i)))
    (if (i32.and (i32.eqz (i32.load offset=@DRAW.kind@ (local.get $draw))) (i32.load offset=@DRAW.known@ (local.get $draw))) (then
      (drop (call $s_add (i32.const @CW@) (call $used_set (i32.load offset=@DRAW.epoch@ (local.get $draw))) (i64.load32_u offset=@DRAW.value@ (local.get $draw))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.set $i (i32.const 0))
  (block $draws (loop $next
    (br_if $draws (i32.ge_s (local.get $i) (i32.load (i32.const @UNSEEN_COUNT@))))
    (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@) (i32.shl (local.get $i) (i32.const 2)))))
    (local.set $set (call $used_set (i32.load offset=@DRAW.epoch@ (local.get $draw))))
    (i32.store offset=@DRAW.value@ (local.get $draw) (i32.const -1))
    (if (i32.load offset=@DRAW.zone@ (local.get $draw)) (then
      (local.set $k (i32.const 0))
      (local.set $play (i32.const @PLAYS@))
      (block $none (loop $next_play
        (br_if $none (i32.ge_s (local.get $k) (i32.load (i32.const @PLAY_COUNT@))))
        (if (i32.and (call $came_from (local.get $play) (local.get $draw))
              (i32.ge_s (i32.load offset=@PLAY.step@ (local.get $play)) (i32.load offset=@DRAW.step@ (local.get $draw)))) (then
          (if (i32.eqz (i32.or
                (call $s_has (i32.const @CW@) (local.get $set) (i64.load32_u offset=@PLAY.card@ (local.get $play)))
                (i32.or (call $held (i32.load offset=@PLAY.card@ (local.get $play)) (local.get $draw))
                  (call $seen_between (i32.load offset=@PLAY.card@ (local.get $play)) (i32.load offset=@DRAW.step@ (local.get $draw)) (local.get $play))))) (then
            (i32.store offset=@DRAW.value@ (local.get $draw) (i32.load offset=@PLAY.card@ (local.get $play)))
            (drop (call $s_add (i32.const @CW@) (local.get $set) (i64.load32_u offset=@PLAY.card@ (local.get $play))))
            (br $none)))))
        (local.set $play (i32.add (local.get $play) (i32.const @PLAY.size@)))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $next_play)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.set $i (i32.const 0))
  (block $draws (loop $next
    (br_if $draws (i32.ge_s (local.get $i) (i32.load (i32.const @UNSEEN_COUNT@))))
    (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@) (i32.shl (local.get $i) (i32.const 2)))))
    (if (i32.lt_s (i32.load offset=@DRAW.value@ (local.get $draw)) (i32.const 0)) (then
      (local.set $set (call $used_set (i32.load offset=@DRAW.epoch@ (local.get $draw))))
      (local.set $list (call $list (i32.load offset=@DRAW.epoch@ (local.get $draw))))
      (local.set $k (call $random (i32.load offset=@LIST.count@ (local.get $list))))
      (local.set $play (i32.const 0))
      (block $found (loop $again
        (local.set $c (call $listed (local.get $list) (local.get $k)))
        (br_if $found (i32.eqz (i32.or
          (call $s_has (i32.const @CW@) (local.get $set) (i64.extend_i32_u (local.get $c)))
          (call $held (local.get $c) (local.get $draw)))))
        (local.set $play (i32.add (local.get $play) (i32.const 1)))
        (br_if $found (i32.gt_s (local.get $play) (i32.load offset=@LIST.count@ (local.get $list))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (if (i32.ge_s (local.get $k) (i32.load offset=@LIST.count@ (local.get $list))) (then (local.set $k (i32.const 0))))
        (br $again)))
      (i32.store offset=@DRAW.value@ (local.get $draw) (local.get $c))
      (drop (call $s_add (i32.const @CW@) (local.get $set) (i64.extend_i32_u (local.get $c))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.set $i (i32.const 0))
  (block $all (loop $next
    (br_if $all (i32.ge_s (local.get $i) (i32.load (i32.const @HIDDEN_COUNT@))))
    (i32.store (i32.load (i32.add (i32.const @HIDDEN@) (i32.shl (local.get $i) (i32.const 2)))) (call $number32))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; ------------------------------------------------------------------------------------------------------ proposals

;; The last proposal: two cards of an epoch (-1: of all), or a number at an address and its old value.
(global $s_a (mut i32) (i32.const 0))
(global $s_b (mut i32) (i32.const 0))
(global $s_in (mut i32) (i32.const 0))
(global $s_at (mut i32) (i32.const 0))
(global $s_was (mut i32) (i32.const 0))

;; Exchange two cards among the unseen draws.  Returns whether there were any.
(func $exchange (result i32)
  (local $i i32) (local $draw i32) (local $found i32)
  (block $all (loop $next
    (br_if $all (i32.ge_s (local.get $i) (i32.load (i32.const @UNSEEN_COUNT@))))
    (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@) (i32.shl (local.get $i) (i32.const 2)))))
    (if (i32.or (i32.lt_s (global.get $s_in) (i32.const 0)) (i32.eq (global.get $s_in) (i32.load offset=@DRAW.epoch@ (local.get $draw)))) (then
      (if (i32.eq (i32.load offset=@DRAW.value@ (local.get $draw)) (global.get $s_a))
        (then (i32.store offset=@DRAW.value@ (local.get $draw) (global.get $s_b)) (local.set $found (i32.const 1)))
        (else (if (i32.eq (i32.load offset=@DRAW.value@ (local.get $draw)) (global.get $s_b))
          (then (i32.store offset=@DRAW.value@ (local.get $draw) (global.get $s_a)) (local.set $found (i32.const 1))))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.get $found))

(func $undo
  (if (global.get $s_at)
    (then (i32.store (global.get $s_at) (global.get $s_was)))
    (else (drop (call $exchange)))))

(func $redecide (result i32)
  (global.set $s_at (i32.load (i32.add (i32.const @HIDDEN@)
    (i32.shl (call $random (i32.load (i32.const @HIDDEN_COUNT@))) (i32.const 2)))))
  (global.set $s_was (i32.load (global.get $s_at)))
  (i32.store (global.get $s_at) (call $number32))
  (i32.const 1))

;; Make a proposal.  Returns 0 if it changes nothing.
(func $propose (result i32)
  (local $draw i32) (local $list i32) (local $n i32)
  (if (i32.load (i32.const @HIDDEN_COUNT@)) (then
    (if (i32.eqz (i32.load (i32.const @UNSEEN_COUNT@))) (then (return (call $redecide))))
    (if (i32.eqz (call $random (i32.const 4))) (then (return (call $redecide))))))
  (if (i32.eqz (i32.load (i32.const @UNSEEN_COUNT@))) (then (return (i32.const 0))))
  (global.set $s_at (i32.const 0))
  (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@)
    (i32.shl (call $random (i32.load (i32.const @UNSEEN_COUNT@))) (i32.const 2)))))
  (global.set $s_in (i32.load offset=@DRAW.epoch@ (local.get $draw)))
  (local.set $list (call $list (global.get $s_in)))
  (local.set $n (i32.load offset=@LIST.count@ (local.get $list)))
  (if (i32.ge_s (i32.load offset=@LIST.free@ (local.get $list)) (i32.const 2)) (then
    (if (call $random (i32.const 8)) (then (local.set $n (i32.load offset=@LIST.free@ (local.get $list)))))))
  (global.set $s_a (call $listed (local.get $list) (call $random (local.get $n))))
  (global.set $s_b (call $listed (local.get $list) (call $random (local.get $n))))
  (if (i32.eq (global.get $s_a) (global.get $s_b)) (then (return (i32.const 0))))
  (if (i32.gt_s (i32.load (i32.const @EPOCH_COUNT@)) (i32.const 2)) (then
    (if (call $random (i32.const 2)) (then (global.set $s_in (i32.const -1))))))
  (call $exchange))

;; A proposal that may repair a replay that fails at a step: it moves a card that should be there, or one that should
;; not.
(func $propose_for (param $failing i32) (result i32)
  (local $k i32) (local $play i32) (local $draw i32) (local $list i32) (local $sighted i32) (local $any i32)
  (if (i32.or (i32.eqz (i32.load (i32.const @UNSEEN_COUNT@))) (i32.eqz (call $random (i32.const 3))))
    (then (return (call $propose))))
  (if (i32.ge_s (local.get $failing) (i32.load (i32.const @STEP_COUNT@))) (then (return (call $propose))))
  (if (call $random (i32.const 2)) (then
    (local.set $play (i32.const @PLAYS@))
    (local.set $sighted (call $random (i32.const 2)))
    (block $none (loop $next
      (br_if $none (i32.ge_s (local.get $k) (i32.load (i32.const @PLAY_COUNT@))))
      (if (i32.and (i32.eq (i32.load offset=@PLAY.step@ (local.get $play)) (local.get $failing))
            (i32.eq (i32.ne (i32.load offset=@PLAY.zone@ (local.get $play)) (i32.const 0)) (local.get $sighted))) (then
        (global.set $s_a (i32.load offset=@PLAY.card@ (local.get $play)))
        (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@)
          (i32.shl (call $random (i32.load (i32.const @UNSEEN_COUNT@))) (i32.const 2)))))
        (global.set $s_b (i32.load offset=@DRAW.value@ (local.get $draw)))
        (if (i32.eq (global.get $s_a) (global.get $s_b)) (then (return (i32.const 0))))
        (global.set $s_at (i32.const 0))
        (global.set $s_in (i32.load offset=@DRAW.epoch@ (local.get $draw)))
        (if (i32.eqz (call $is_candidate (global.get $s_a) (call $list (global.get $s_in)))) (then (return (i32.const 0))))
        (return (call $exchange))))
      (local.set $play (i32.add (local.get $play) (i32.const @PLAY.size@)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $next)))))
  ;; a card of the player who could not have made this choice: mostly one that was not seen to be played (of equal cards
  ;; it is not known which was)
  (local.set $any (if (result i32) (i32.const @DISTINCT@) (then (i32.eqz (call $random (i32.const 8)))) (else (i32.const 1))))
  (local.set $k (i32.const 16))
  (block $mine (loop $again
    (local.set $draw (i32.load (i32.add (i32.const @UNSEEN@)
      (i32.shl (call $random (i32.load (i32.const @UNSEEN_COUNT@))) (i32.const 2)))))
    (if (i32.eq (i32.load offset=@DRAW.owner@ (local.get $draw)) (i32.load offset=@STEP.player@ (call $step_at (local.get $failing)))) (then
      (br_if $mine (i32.or (local.get $any)
        (call $is_free (i32.load offset=@DRAW.value@ (local.get $draw)) (call $list (i32.load offset=@DRAW.epoch@ (local.get $draw))))))))
    (local.set $k (i32.sub (local.get $k) (i32.const 1)))
    (br_if $again (local.get $k))))
  (global.set $s_at (i32.const 0))
  (global.set $s_in (i32.load offset=@DRAW.epoch@ (local.get $draw)))
  (local.set $list (call $list (global.get $s_in)))
  (global.set $s_a (i32.load offset=@DRAW.value@ (local.get $draw)))
  (local.set $k (i32.load offset=@LIST.free@ (local.get $list)))
  (if (i32.or (local.get $any) (i32.lt_s (local.get $k) (i32.const 2)))
    (then (local.set $k (i32.load offset=@LIST.count@ (local.get $list)))))
  (global.set $s_b (call $listed (local.get $list) (call $random (local.get $k))))
  (if (i32.eq (global.get $s_a) (global.get $s_b)) (then (return (i32.const 0))))
  (call $exchange))

(func $is_candidate (param $card i32) (param $list i32) (result i32)
  (call $is_among (local.get $card) (local.get $list) (i32.load offset=@LIST.count@ (local.get $list))))
(func $is_free (param $card i32) (param $list i32) (result i32)
  (call $is_among (local.get $card) (local.get $list) (i32.load offset=@LIST.free@ (local.get $list))))
(func $is_among (param $card i32) (param $list i32) (param $count i32) (result i32)
  (local $i i32)
  (block $none (loop $next
    (br_if $none (i32.ge_s (local.get $i) (local.get $count)))
    (if (i32.eq (call $listed (local.get $list) (local.get $i)) (local.get $card)) (then (return (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.const 0))

;; After how many replays without progress a filling is given up: few at first, because another filling may need no
;; repair.
(global $s_patience (mut i32) (i32.const @PATIENCE@))

;; Repair a filling until the world is valid.  Returns whether that took no more than the allowed number of replays.
(func $repair (param $limit i32) (result i32)
  (local $reached i32) (local $now i32) (local $whole i32) (local $idle i32)
  (local.set $whole (i32.add (i32.load (i32.const @STEP_COUNT@)) (i32.const 1)))
  (local.set $reached (call $replay))
  (block $out (loop $next
    (br_if $out (i32.eq (local.get $reached) (local.get $whole)))
    (br_if $out (i32.ge_s (global.get $s_tries) (local.get $limit)))
    (local.set $idle (i32.add (local.get $idle) (i32.const 1)))
    (br_if $out (i32.gt_s (local.get $idle) (global.get $s_patience)))
    (br_if $next (i32.eqz (call $propose_for (local.get $reached))))
    (local.set $now (call $replay))
    (if (i32.lt_s (local.get $now) (local.get $reached))
      (then (call $undo))
      (else
        (if (i32.gt_s (local.get $now) (local.get $reached)) (then (local.set $idle (i32.const 0))))
        (local.set $reached (local.get $now))))
    (br $next)))
  (if (i32.and (i32.ne (local.get $reached) (local.get $whole)) (i32.lt_s (global.get $s_patience) (i32.const @PATIENCE@)))
    (then (global.set $s_patience (i32.mul (global.get $s_patience) (i32.const 2)))))
  (i32.eq (local.get $reached) (local.get $whole)))

;; Make a number of steps of the chain.  The state of the world that is reached is stored at @CURRENT@.
(func $walk_on (param $count i32)
  (local $whole i32) (local $before f64)
  (local.set $whole (i32.add (i32.load (i32.const @STEP_COUNT@)) (i32.const 1)))
  (local.set $before (f64.load (i32.const @WEIGHT@)))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $next (i32.eqz (call $propose)))
    (if (i32.eq (call $replay) (local.get $whole))
      (then
        (if (f64.lt (f64.mul (local.get $before) (f64.div (f64.convert_i32_u (call $number32)) (f64.const 4294967296)))
              (global.get $s_weight))
          (then
            (local.set $before (global.get $s_weight))
            (memory.copy (i32.const @CURRENT@) (i32.const @STATE@) (i32.const @STATE_SIZE@))
            (br $next)))))
    (call $undo)
    (br $next)))
  (f64.store (i32.const @WEIGHT@) (local.get $before)))

;; Read the record, and compute what follows from it.  `seed`: the seed of the chain.
(func (export "worlds_begin") (param $seed i64)
  (i64.store (i32.const @CHAIN@) (call $mixed (local.get $seed)))
  (i32.store (i32.const @WORLD_COUNT@) (i32.const 0))
  (i32.store (i32.const @ALIVE@) (i32.const 0))
  (global.set $s_patience (i32.const @FIRST_PATIENCE@))
  (global.set $s_imagining (i32.const 0))
  (call $lists))

;; Sample worlds until there are `count`, with a new start every `each` worlds and `steps` proposals between two worlds.
;; Returns how many there are.  It stops after about `tries` replays.  After a fault of the rules, which the world had in
;; which it was met, and not the game: call it again; it goes on with another filling.
(func (export "worlds") (param $count i32) (param $each i32) (param $steps i32) (param $tries i32) (result i32)
  (local $n i32)
  (if (i32.eq (global.get $s_imagining) (i32.const @SAMPLING@))
    (then (i32.store (i32.const @ALIVE@) (i32.const 0)) (global.set $s_scripted (i32.const 0)))
    (else (global.set $s_tries (i32.const 0))))
  (global.set $s_imagining (i32.const @SAMPLING@))
  (global.set $watched (i32.const 0))
  (block $out (loop $next
    (local.set $n (i32.load (i32.const @WORLD_COUNT@)))
    (br_if $out (i32.ge_s (local.get $n) (local.get $count)))
    (br_if $out (i32.ge_s (global.get $s_tries) (local.get $tries)))
    (if (i32.or (i32.eqz (i32.load (i32.const @ALIVE@))) (i32.eqz (i32.rem_u (local.get $n) (local.get $each)))) (then
      (call $fill_in)
      (if (i32.eqz (call $repair (local.get $tries))) (then (br $next)))
      (i32.store (i32.const @ALIVE@) (i32.const 1))
      (f64.store (i32.const @WEIGHT@) (global.get $s_weight))
      (memory.copy (i32.const @CURRENT@) (i32.const @STATE@) (i32.const @STATE_SIZE@))))
    (call $walk_on (local.get $steps))
    (memory.copy (i32.add (i32.const @WORLDS@) (i32.mul (local.get $n) (i32.const @STATE_SIZE@)))
      (i32.const @CURRENT@) (i32.const @STATE_SIZE@))
    (i32.store (i32.const @WORLD_COUNT@) (i32.add (local.get $n) (i32.const 1)))
    (br $next)))
  (global.set $s_imagining (i32.const 0))
  (i32.load (i32.const @WORLD_COUNT@)))
