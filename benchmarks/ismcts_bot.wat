;; The search of OpenSpiel's ISMCTSBot (open_spiel/algorithms/is_mcts.cc) in a module: `ismcts_bot.py` adds it.
;;
;; Each simulation begins in a world of its own and goes down a tree whose nodes are what the player who chooses there
;; has known since the beginning of the search.  At a node that nobody visited, the rest of the deal is played by
;; chance.  At others, an option that was never taken comes first, then that with the highest upper bound (UCT).
;;
;; An entry of the table (32 bytes): its key; how often a node, or an option of it, was visited; whether the node was
;; reached before; the sum of what the option brought the side that chose it.

(global $b_length (mut i32) (i32.const 0))

(func $b_entry (param $key i64) (result i32)
  (local $at i32) (local $index i32) (local $left i32)
  (local.set $key (i64.or (local.get $key) (i64.const 1)))
  (local.set $index (i32.wrap_i64 (i64.shr_u (local.get $key) (i64.const 1))))
  (local.set $left (i32.const #SEARCHED#))
  (loop $next
    (local.set $at (i32.add (i32.const @TABLE@) (i32.shl (i32.and (local.get $index) (i32.const #MASK#)) (i32.const 5))))
    (if (i64.eq (i64.load (local.get $at)) (local.get $key)) (then (return (local.get $at))))
    (if (i64.eqz (i64.load (local.get $at))) (then
      (i64.store (local.get $at) (local.get $key))
      (return (local.get $at))))
    (local.set $index (i32.add (local.get $index) (i32.const 1)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $next (local.get $left)))
  (i32.const 0))

;; The natural logarithm of a number not below 1.
(func $b_ln (param $x i32) (result f64)
  (local $e i32) (local $s f64) (local $square f64)
  (local.set $e (i32.sub (i32.const 31) (i32.clz (local.get $x))))
  (local.set $s (f64.div (f64.convert_i32_u (local.get $x))
    (f64.convert_i32_u (i32.shl (i32.const 1) (local.get $e)))))
  (local.set $s (f64.div (f64.sub (local.get $s) (f64.const 1)) (f64.add (local.get $s) (f64.const 1))))
  (local.set $square (f64.mul (local.get $s) (local.get $s)))
  (f64.add (f64.mul (f64.convert_i32_u (local.get $e)) (f64.const 0.6931471805599453))
    (f64.mul (f64.mul (f64.const 2) (local.get $s)) (f64.add (f64.const 1) (f64.mul (local.get $square)
      (f64.add (f64.const 0.3333333333333333) (f64.mul (local.get $square)
        (f64.add (f64.const 0.2) (f64.mul (local.get $square) (f64.const 0.14285714285714285))))))))))

(func $b_known (param $player i32) (result i32)
  (i32.add (i32.const #KNOWN#) (i32.shl (local.get $player) (i32.const 3))))

(func $b_option (param $i i32) (result i32)
  (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))

;; Every player gets to know a choice, as far as it is known to others, and what lies on the table after it.
(func $b_note (param $ask i32) (param $option i32)
  (local $player i32) (local $at i32) (local $own i64) (local $others i64)
  (local.set $own (call $b_choice (local.get $ask) (local.get $option) (i32.const 1)))
  (local.set $others (call $b_choice (local.get $ask) (local.get $option) (i32.const 0)))
  (loop $next
    (local.set $at (call $b_known (local.get $player)))
    (i64.store (local.get $at) (call $mixed (i64.add (i64.mul (i64.load (local.get $at)) (i64.const @EXTRA@))
      (select (local.get $own) (local.get $others)
        (i64.eq (i64.load (i32.const @ACTOR@)) (i64.extend_i32_u (local.get $player)))))))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $player) (i32.const @PLAYERS@)))))
(func $b_see
  (local $player i32) (local $at i32)
  (loop $next
    (local.set $at (call $b_known (local.get $player)))
    (i64.store (local.get $at) (call $mixed (i64.add (i64.mul (i64.load (local.get $at)) (i64.const @EXTRA@))
      (call $view_hash (local.get $player)))))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $player) (i32.const @PLAYERS@)))))

;; One step down the tree.  Returns 0 where the simulation leaves it.
(func $b_down (param $explore f64) (result i32)
  (local $ask i32) (local $count i32) (local $key i64) (local $node i32) (local $i i32) (local $edge i32)
  (local $score f64) (local $most f64) (local $best i32) (local $best_edge i32) (local $alike i32) (local $visits i32)
  (if (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))) (then (return (i32.const 0))))
  (if (i32.ge_u (global.get $b_length) (i32.const #DEEPEST#)) (then (return (i32.const 0))))
  (local.set $ask (call $ask))
  (local.set $count (call $options (local.get $ask) (i64.const 0)))
  (if (i32.eqz (local.get $count)) (then (return (i32.const 0))))
  (local.set $key (call $mixed (i64.add (i64.load (call $b_known (i32.wrap_i64 (i64.load (i32.const @ACTOR@)))))
    (i64.add (i64.mul (i64.load (i32.const @ACTOR@)) (i64.const @EXTRA@)) (i64.extend_i32_u (local.get $ask))))))
  (local.set $node (call $b_entry (local.get $key)))
  (if (i32.eqz (local.get $node)) (then (return (i32.const 0))))
  (if (i32.eqz (i32.load offset=12 (local.get $node))) (then
    (i32.store offset=12 (local.get $node) (i32.const 1))
    (return (i32.const 0))))
  (local.set $most (f64.const -1e300))
  (local.set $visits (i32.load offset=8 (local.get $node)))
  (loop $next
    (local.set $edge (call $b_entry (call $mixed (i64.add (local.get $key) (i64.extend_i32_u (i32.add (local.get $i) (i32.const 1)))))))
    (if (i32.eqz (local.get $edge)) (then (return (i32.const 0))))
    (local.set $score (if (result f64) (i32.load offset=8 (local.get $edge))
      (then (f64.add
        (f64.div (f64.load offset=16 (local.get $edge)) (f64.convert_i32_u (i32.load offset=8 (local.get $edge))))
        (f64.mul (local.get $explore) (f64.sqrt
          (f64.div (call $b_ln (local.get $visits)) (f64.convert_i32_u (i32.load offset=8 (local.get $edge))))))))
      (else (f64.const 1e299))))
    ;; of options that are as good, each is as likely
    (if (f64.gt (local.get $score) (f64.add (local.get $most) (f64.const 1e-6))) (then
      (local.set $most (local.get $score))
      (local.set $alike (i32.const 0))))
    (if (f64.ge (local.get $score) (f64.sub (local.get $most) (f64.const 1e-6))) (then
      (local.set $alike (i32.add (local.get $alike) (i32.const 1)))
      (if (i32.eqz (call $one_of (i32.const @RNG@) (local.get $alike))) (then
        (local.set $best (local.get $i))
        (local.set $best_edge (local.get $edge))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count))))
  (local.set $i (i32.add (i32.const @PATH@) (i32.shl (global.get $b_length) (i32.const 4))))
  (i32.store (local.get $i) (local.get $best_edge))
  (i32.store offset=4 (local.get $i) (i32.wrap_i64 (call $side_of (i32.wrap_i64 (i64.load (i32.const @ACTOR@))))))
  (i32.store offset=8 (local.get $i) (local.get $node))
  (global.set $b_length (i32.add (global.get $b_length) (i32.const 1)))
  (call $b_note (local.get $ask) (call $b_option (local.get $best)))
  (call $run (call $take (local.get $ask) (call $b_option (local.get $best))))
  (if (i32.eqz (global.get $s_ended)) (then (call $b_see)))
  (i32.const 1))

(func (export "b_begin")
  (memory.fill (i32.const @TABLE@) (i32.const 0) (i32.shl (i32.const #ENTRIES#) (i32.const 5))))

;; One simulation in each of the worlds that are there, from one of them on.  If a world breaks the rules, the call
;; fails, and its number is at #WORLD#; the simulation in it counts nowhere.
(func (export "b_simulate") (param $world i32) (param $worlds i32) (param $seed i64) (param $explore f64)
  (local $i i32) (local $at i32) (local $edge i32)
  (local.set $seed (call $mixed (local.get $seed)))
  (loop $next
    (i32.store (i32.const #WORLD#) (local.get $world))
    (call $to_world (local.get $world))
    (call $dice_of_playout (i64.add (local.get $seed) (i64.mul (i64.extend_i32_u (local.get $world)) (i64.const @EXTRA@))))
    (global.set $s_scripted (i32.const 0))
    (global.set $watched (i32.const 3))
    (global.set $s_ended (i32.const 0))
    (i32.store (i32.const @LOGGED@) (i32.const 0))
    (call $keep_scores)
    (memory.copy (i32.const @LAST_SCORES@) (i32.const @SCORES@) (i32.const @SCORES_SIZE@))
    (memory.fill (i32.const #KNOWN#) (i32.const 0) (i32.shl (i32.const @PLAYERS@) (i32.const 3)))
    (call $b_see)
    (i64.store (call $b_known (i32.wrap_i64 (i64.load (i32.const @ACTOR@)))) (i64.const 0))
    (global.set $b_length (i32.const 0))
    (loop $down (br_if $down (call $b_down (local.get $explore))))
    (if (i32.eqz (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))) (then
      (drop (call $play (i32.wrap_i64 (i64.load (i32.const @PC@))) (i64.load (i32.const @LONGEST@))))))
    (call $gains)
    (local.set $i (i32.const 0))
    (block $done (loop $back
      (br_if $done (i32.ge_u (local.get $i) (global.get $b_length)))
      (local.set $at (i32.add (i32.const @PATH@) (i32.shl (local.get $i) (i32.const 4))))
      (local.set $edge (i32.load offset=8 (local.get $at)))
      (i32.store offset=8 (local.get $edge) (i32.add (i32.load offset=8 (local.get $edge)) (i32.const 1)))
      (local.set $edge (i32.load (local.get $at)))
      (i32.store offset=8 (local.get $edge) (i32.add (i32.load offset=8 (local.get $edge)) (i32.const 1)))
      (f64.store offset=16 (local.get $edge) (f64.add (f64.load offset=16 (local.get $edge))
        (f64.load offset=@GAINS@ (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 3)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $back)))
    (local.set $world (i32.add (local.get $world) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $world) (local.get $worlds))))
  (global.set $watched (i32.const 0)))

;; Make worlds: in each, the cards that the seat does not see lie anywhere in the places of unseen cards.  The host wrote
;; a world without them, their numbers, rows (what is written where, and which of the places it is), and parts of piles
;; whose order nobody knows, in which cards are kept ascending.
(func (export "b_deal") (param $worlds i32) (param $seed i64) (param $cards i32) (param $rows i32) (param $parts i32)
  (local $world i32) (local $state i32) (local $i i32) (local $j i32) (local $at i32) (local $row i32) (local $card i32)
  (i64.store (i32.const #DEALS#) (call $mixed (local.get $seed)))
  (loop $next
    (local.set $state (i32.add (i32.const @WORLDS@) (i32.mul (local.get $world) (i32.const @STATE_SIZE@))))
    (memory.copy (local.get $state) (i32.const #BASE#) (i32.const @STATE_SIZE@))
    (local.set $i (local.get $cards))
    (block $shuffled (loop $more
      (br_if $shuffled (i32.lt_s (local.get $i) (i32.const 2)))
      (local.set $j (i32.add (i32.const #UNSEEN#)
        (i32.shl (call $one_of (i32.const #DEALS#) (local.get $i)) (i32.const 2))))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (local.set $at (i32.add (i32.const #UNSEEN#) (i32.shl (local.get $i) (i32.const 2))))
      (local.set $card (i32.load (local.get $at)))
      (i32.store (local.get $at) (i32.load (local.get $j)))
      (i32.store (local.get $j) (local.get $card))
      (br $more)))
    (local.set $i (i32.const 0))
    (block $written (loop $write
      (br_if $written (i32.ge_u (local.get $i) (local.get $rows)))
      (local.set $row (i32.add (i32.const #ROWS#) (i32.mul (local.get $i) (i32.const 12))))
      (local.set $at (i32.add (local.get $state) (i32.load offset=4 (local.get $row))))
      (local.set $card (i32.load (i32.add (i32.const #UNSEEN#) (i32.shl (i32.load offset=8 (local.get $row)) (i32.const 2)))))
      (if (i32.eqz (i32.load (local.get $row))) (then
        (local.set $at (i32.add (local.get $at) (i32.shr_u (local.get $card) (i32.const 3))))
        (i32.store8 (local.get $at) (i32.or (i32.load8_u (local.get $at))
          (i32.shl (i32.const 1) (i32.and (local.get $card) (i32.const 7)))))))
      (if (i32.eq (i32.load (local.get $row)) (i32.const 1)) (then (i32.store16 (local.get $at) (local.get $card))))
      (if (i32.eq (i32.load (local.get $row)) (i32.const 2)) (then
        (i64.store (local.get $at) (i64.extend_i32_u (local.get $card)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $write)))
    (local.set $i (i32.const 0))
    (block $sorted (loop $sort
      (br_if $sorted (i32.ge_u (local.get $i) (local.get $parts)))
      (local.set $row (i32.add (i32.const #PARTS#) (i32.shl (local.get $i) (i32.const 3))))
      (call $b_sort (i32.add (local.get $state) (i32.load (local.get $row))) (i32.load offset=4 (local.get $row)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $sort)))
    (local.set $world (i32.add (local.get $world) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $world) (local.get $worlds)))))

;; Sort so many numbers of 16 bits by insertion.
(func $b_sort (param $first i32) (param $count i32)
  (local $end i32) (local $at i32) (local $to i32) (local $card i32)
  (local.set $end (i32.add (local.get $first) (i32.shl (local.get $count) (i32.const 1))))
  (local.set $at (local.get $first))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $card (i32.load16_u (local.get $at)))
    (local.set $to (local.get $at))
    (block $there (loop $down
      (br_if $there (i32.le_u (local.get $to) (local.get $first)))
      (br_if $there (i32.le_u (i32.load16_u (i32.sub (local.get $to) (i32.const 2))) (local.get $card)))
      (i32.store16 (local.get $to) (i32.load16_u (i32.sub (local.get $to) (i32.const 2))))
      (local.set $to (i32.sub (local.get $to) (i32.const 2)))
      (br $down)))
    (i32.store16 (local.get $to) (local.get $card))
    (local.set $at (i32.add (local.get $at) (i32.const 2)))
    (br $next))))

;; How often an option of the question was taken.
(func (export "b_visits") (param $option i32) (result i32)
  (local $key i64)
  (call $to_world (i32.const 0))
  (local.set $key (call $mixed (i64.add
    (i64.mul (i64.load (i32.const @ACTOR@)) (i64.const @EXTRA@)) (i64.extend_i32_u (call $ask)))))
  (i32.load offset=8 (call $b_entry (call $mixed (i64.add (local.get $key)
    (i64.extend_i32_u (i32.add (local.get $option) (i32.const 1))))))))
