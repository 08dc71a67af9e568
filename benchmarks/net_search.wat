;; Playouts in which all players choose by a net, for `net_search.py`.  Between @s are addresses of the search, between #s
;; those of the net.

;; Rate the options that are compared, at #VALUES#: what a net expects of each at the open question.
(func (export "n_rate")
  (local $i i32)
  (call $to_world (i32.const 0))
  (call $l_seen)
  (call $l_begin (call $l_net (i32.const 0)) (i32.load (i32.const @LAST_ASK@)))
  (loop $next
    (f32.store offset=#VALUES# (i32.shl (local.get $i) (i32.const 2))
      (call $l_rate (call $l_net (i32.const 0)) (i32.load (i32.const @LAST_ASK@))
        (call $root_option (i32.load offset=@ARM.option@ (call $arm_at (local.get $i))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $i) (global.get $s_arms)))))

;; The value of an option in a world if all players continue by the net, each unsure of a value by a number from 0 to
;; `unsure`.  With `ahead` above 0 the playout ends where the side that thinks must choose, after so many choices: what
;; the net expects of the rest is added, `unit` points for each unit of the net.
(func $n_playout (param $option i32) (param $world i32) (param $seed i64) (param $ahead i32) (param $unsure f32)
  (param $unit f32) (result f64)
  (local $ask i32) (local $count i32) (local $i i32) (local $best i32) (local $value f32) (local $most f32)
  (local $rest f32) (local $made i32) (local $left i64)
  (call $to_world (local.get $world))
  (call $dice_of_playout (local.get $seed))
  (global.set $s_scripted (i32.const 0))
  (global.set $watched (i32.const 3))
  (global.set $s_ended (i32.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const 0))
  (memory.copy (i32.const #PUBLIC#) (i32.const #KEPT_MEMORY#) (i32.const #MEMORY_SIZE#))
  (call $l_note (i32.load (i32.const @LAST_ASK@)) (call $option_here (local.get $option)))
  (call $run (call $take (i32.load (i32.const @LAST_ASK@)) (call $option_here (local.get $option))))
  (local.set $left (i64.load (i32.const @LONGEST@)))
  (local.set $rest (f32.const 0))
  (block $out (loop $next
    (br_if $out (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))))
    (br_if $out (i64.le_s (local.get $left) (i64.const 0)))
    (local.set $left (i64.sub (local.get $left) (i64.const 1)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (br_if $out (i32.eqz (local.get $count)))
    (call $l_seen)
    (local.set $best (i32.const 0))
    (if (i32.gt_u (local.get $count) (i32.const 1)) (then
      (call $l_begin (call $l_net (i32.const 0)) (local.get $ask))
      (local.set $i (i32.const 0))
      (local.set $most (f32.const -inf))
      (loop $each
        (local.set $value (f32.add
          (call $l_rate (call $l_net (i32.const 0)) (local.get $ask) (call $l_option_at (local.get $i)))
          (f32.mul (local.get $unsure) (f32.div (f32.convert_i32_u (call $below
            (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3))) (i32.const 65536)))
            (f32.const 65536)))))
        (if (f32.gt (local.get $value) (local.get $most)) (then
          (local.set $most (local.get $value))
          (local.set $best (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $each (i32.lt_u (local.get $i) (local.get $count))))
      (if (i32.and (i32.and (i32.gt_s (local.get $ahead) (i32.const 0)) (i32.ge_s (local.get $made) (local.get $ahead)))
            (i64.eq (call $side_of (i32.load (i32.const @ACTOR@))) (call $own_side)))
        (then
          (local.set $rest (f32.mul (local.get $most) (local.get $unit)))
          (br $out)))
      (local.set $made (i32.add (local.get $made) (i32.const 1)))))
    (call $l_note (local.get $ask) (call $l_option_at (local.get $best)))
    (call $run (call $take (local.get $ask) (call $l_option_at (local.get $best))))
    (br $next)))
  (f64.add (f64.convert_i64_s (call $value)) (f64.promote_f32 (local.get $rest))))

;; Play out every option that is still tried in so many trials, and add the values at #SUMS#.  `ahead` below 0: the
;; players continue by the cheap model, as those of `think`.
(func (export "n_trials") (param $first i32) (param $count i32) (param $ahead i32) (param $unsure f32) (param $unit f32)
  (local $i i32) (local $world i32) (local $seed i64) (local $option i32) (local $at i32)
  (loop $trial
    (local.set $world (i32.rem_u (local.get $first) (i32.load (i32.const @WORLD_COUNT@))))
    (local.set $seed (i64.add (global.get $search_seed)
      (i64.mul (i64.extend_i32_u (local.get $first)) (i64.const @EXTRA@))))
    (local.set $i (i32.const 0))
    (loop $next
      (if (i32.load offset=@ARM.tried@ (call $arm_at (local.get $i))) (then
        (local.set $option (i32.load offset=@ARM.option@ (call $arm_at (local.get $i))))
        (local.set $at (i32.shl (local.get $i) (i32.const 3)))
        (f64.store offset=#SUMS# (local.get $at) (f64.add (f64.load offset=#SUMS# (local.get $at))
          (if (result f64) (i32.lt_s (local.get $ahead) (i32.const 0))
            (then (f64.convert_i64_s (call $playout (local.get $option) (local.get $world) (local.get $seed))))
            (else (call $n_playout (local.get $option) (local.get $world) (local.get $seed) (local.get $ahead)
              (local.get $unsure) (local.get $unit))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_s (local.get $i) (global.get $s_arms))))
    (local.set $first (i32.add (local.get $first) (i32.const 1)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $trial (local.get $count))))
