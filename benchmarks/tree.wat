;; Information-set tree search (Cowling, Powley, Whitehouse: "Information Set Monte Carlo Tree Search", 2012) for one
;; observer: a node is what the thinking seat sees, whichever player chooses there.  Each playout begins in one of the
;; worlds, descends the tree by UCB1 over the options that exist in this world, adds one edge, and is played to the end
;; of the deal by the cheap model.  `tree_search.py` adds this file to a module, for measurements.
;;
;; An edge (32 bytes, in the table of positions): its key, how often it was taken, how often it was available, the sum
;; of gains.

(global $t_length (mut i32) (i32.const 0))

(func $t_edge (param $key i64) (result i32)
  (local $at i32) (local $left i32) (local $index i32)
  (local.set $index (i32.wrap_i64 (local.get $key)))
  (local.set $left (i32.const 64))
  (loop $next
    (local.set $at (i32.add (i32.const @TABLE@) (i32.shl (i32.and (local.get $index) (i32.const 0x7fff)) (i32.const 5))))
    (if (i64.eq (i64.load (local.get $at)) (local.get $key)) (then (return (local.get $at))))
    (if (i64.eqz (i64.load (local.get $at))) (then
      (i64.store (local.get $at) (local.get $key))
      (return (local.get $at))))
    (local.set $index (i32.add (local.get $index) (i32.const 1)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $next (local.get $left)))
  (i32.const 0))

(func $t_node (param $ask i32) (result i64)
  (call $mixed (i64.add (call $view_hash (i32.load (i32.const @SEAT@)))
    (i64.add (i64.mul (i64.load (i32.const @ACTOR@)) (i64.const @EXTRA@)) (i64.extend_i32_u (local.get $ask))))))

(func $t_words (param $at i32) (param $words i32) (param $node i64) (result i64)
  (loop $next
    (local.set $node (call $mixed (i64.add (local.get $node) (i64.load (local.get $at)))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $words (i32.sub (local.get $words) (i32.const 1)))
    (br_if $next (local.get $words)))
  (i64.or (local.get $node) (i64.const 1)))

(func $t_option (param $i i32) (result i32)
  (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))

;; The natural logarithm of a number not below 1.
(func $t_ln (param $x i32) (result f64)
  (local $e i32) (local $s f64) (local $square f64)
  (local.set $e (i32.sub (i32.const 31) (i32.clz (local.get $x))))
  (local.set $s (f64.div (f64.convert_i32_u (local.get $x))
    (f64.convert_i32_u (i32.shl (i32.const 1) (local.get $e)))))
  (local.set $s (f64.div (f64.sub (local.get $s) (f64.const 1)) (f64.add (local.get $s) (f64.const 1))))
  (local.set $square (f64.mul (local.get $s) (local.get $s)))
  (f64.add (f64.mul (f64.convert_i32_u (local.get $e)) (f64.const 0.6931471805599453))
    (f64.mul (f64.mul (f64.const 2) (local.get $s)) (f64.add (f64.const 1) (f64.mul (local.get $square)
      (f64.add (f64.const 0.3333333333333333) (f64.mul (local.get $square) (f64.const 0.2))))))))

;; Take options by the tree until one is taken for the first time.  Returns 0 if there are no more options to take.
(func $t_down (param $explore f64) (result i32)
  (local $ask i32) (local $count i32) (local $node i64) (local $i i32) (local $edge i32) (local $taken i32)
  (local $score f64) (local $most f64) (local $best i32) (local $best_edge i32) (local $new i32)
  (if (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))) (then (return (i32.const 0))))
  (local.set $ask (call $ask))
  (local.set $count (call $options (local.get $ask) (i64.const 0)))
  (if (i32.eqz (local.get $count)) (then (return (i32.const 0))))
  (if (i32.eq (local.get $count) (i32.const 1)) (then
    (call $run (call $take (local.get $ask) (i32.const @OPTIONS@)))
    (return (i32.const 1))))
  (if (i32.or (i32.gt_s (local.get $count) (i32.const 64)) (i32.ge_s (global.get $t_length) (i32.const 100)))
    (then (return (i32.const 0))))
  (local.set $node (call $t_node (local.get $ask)))
  (local.set $most (f64.const -1e300))
  (loop $next
    (local.set $edge (call $t_edge (call $t_key (local.get $ask) (call $t_option (local.get $i)) (local.get $node))))
    (if (i32.eqz (local.get $edge)) (then (return (i32.const 0))))
    (i32.store offset=12 (local.get $edge) (i32.add (i32.load offset=12 (local.get $edge)) (i32.const 1)))
    (local.set $taken (i32.load offset=8 (local.get $edge)))
    (if (local.get $taken)
      (then (local.set $score (f64.add
        (f64.div (f64.load offset=16 (local.get $edge)) (f64.convert_i32_u (local.get $taken)))
        (f64.mul (f64.mul (local.get $explore) (f64.sqrt (global.get $s_mean_square)))
          (f64.sqrt (f64.div (call $t_ln (i32.load offset=12 (local.get $edge)))
            (f64.convert_i32_u (local.get $taken))))))))
      (else
        (local.set $new (i32.add (local.get $new) (i32.const 1)))
        ;; choose any of the options that were never taken
        (local.set $score (f64.add (f64.const 1e200) (f64.mul (f64.const 1e190) (f64.convert_i32_u
          (call $one_of (i32.const @RNG@) (i32.const 1000000))))))))
    (if (f64.gt (local.get $score) (local.get $most)) (then
      (local.set $most (local.get $score))
      (local.set $best (local.get $i))
      (local.set $best_edge (local.get $edge))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (local.get $count))))
  (local.set $taken (i32.load offset=8 (local.get $best_edge)))
  (i32.store (i32.add (i32.const @PATH@) (i32.shl (global.get $t_length) (i32.const 3))) (local.get $best_edge))
  (i32.store offset=4 (i32.add (i32.const @PATH@) (i32.shl (global.get $t_length) (i32.const 3)))
    (i32.wrap_i64 (call $side_of (i32.load (i32.const @ACTOR@)))))
  (global.set $t_length (i32.add (global.get $t_length) (i32.const 1)))
  (call $run (call $take (local.get $ask) (call $t_option (local.get $best))))
  (i32.ne (local.get $taken) (i32.const 0)))

;; Make playouts.  `paranoid`: whether all others play against the seat's side; otherwise every player maximises its own
;; value (max-n).  The results are written to the arms.  `explore`: in thousandths, see $t_down.
(func (export "tree") (param $playouts i32) (param $seed i64) (param $explore i32) (param $paranoid i32)
  (local $trial i32) (local $i i32) (local $at i32) (local $edge i32) (local $side i32) (local $gain f64) (local $own i32)
  (local $node i64) (local $arm i32)
  (memory.fill (i32.const @TABLE@) (i32.const 0) (i32.const 0x100000))
  (local.set $own (i32.shl (i32.wrap_i64 (call $own_side)) (i32.const 3)))
  (local.set $seed (call $mixed (local.get $seed)))
  (loop $next
    (call $to_world (i32.rem_u (local.get $trial) (i32.load (i32.const @WORLD_COUNT@))))
    (call $dice_of_playout (i64.add (local.get $seed) (i64.mul (i64.extend_i32_u (local.get $trial)) (i64.const @EXTRA@))))
    (global.set $s_scripted (i32.const 0))
    (global.set $watched (i32.const 3))
    (global.set $s_ended (i32.const 0))
    (i32.store (i32.const @LOGGED@) (i32.const 0))
    (call $keep_scores)
    (memory.copy (i32.const @LAST_SCORES@) (i32.const @SCORES@) (i32.const @SCORES_SIZE@))
    (global.set $t_length (i32.const 0))
    (loop $down (br_if $down (call $t_down
      (f64.div (f64.convert_i32_u (local.get $explore)) (f64.const 1000)))))
    (call $play_by_model)
    (call $gains)
    (local.set $i (i32.const 0))
    (block $done (loop $back
      (br_if $done (i32.ge_s (local.get $i) (global.get $t_length)))
      (local.set $at (i32.add (i32.const @PATH@) (i32.shl (local.get $i) (i32.const 3))))
      (local.set $edge (i32.load (local.get $at)))
      (local.set $side (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 3)))
      (local.set $gain (f64.load offset=@GAINS@ (local.get $side)))
      (if (local.get $paranoid) (then
        (local.set $gain (f64.load offset=@GAINS@ (local.get $own)))
        (if (i32.ne (local.get $side) (local.get $own)) (then (local.set $gain (f64.neg (local.get $gain)))))))
      (i32.store offset=8 (local.get $edge) (i32.add (i32.load offset=8 (local.get $edge)) (i32.const 1)))
      (f64.store offset=16 (local.get $edge) (f64.add (f64.load offset=16 (local.get $edge)) (local.get $gain)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $back)))
    (local.set $trial (i32.add (local.get $trial) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $trial) (local.get $playouts))))
  (call $to_world (i32.const 0))
  (drop (call $options (i32.load (i32.const @LAST_ASK@)) (i64.const 0)))
  (local.set $node (call $t_node (i32.load (i32.const @LAST_ASK@))))
  (local.set $i (i32.const 0))
  (loop $each
    (local.set $arm (call $arm_at (local.get $i)))
    (local.set $edge (call $t_edge (call $t_key (i32.load (i32.const @LAST_ASK@))
      (call $t_option (i32.load offset=20 (local.get $arm))) (local.get $node))))
    (if (local.get $edge) (then
      (i64.store (local.get $arm) (i64.trunc_f64_s (f64.load offset=16 (local.get $edge))))
      (i32.store offset=16 (local.get $arm) (i32.load offset=8 (local.get $edge)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $each (i32.lt_s (local.get $i) (global.get $s_arms))))
  (global.set $watched (i32.const 0)))
