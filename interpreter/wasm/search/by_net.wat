;; Playouts in which all players choose by a net, in a module that can rate options, too (`learned/rating.wat`).

(global $s_by_net (mut i32) (i32.const 0))

;; Say whether playouts go on by the net.  What is remembered now, at the question that is thought about, is what every
;; one of them begins with.
(func (export "search_by_net") (param $on i32)
  (global.set $s_by_net (local.get $on))
  (memory.copy (i32.const @REMEMBERED@) (i32.const @PUBLIC@) (i32.const @MEMORY_SIZE@)))

;; Remember what was remembered at the question, and the option with which a playout begins.
(func $recall_question (param $option i32)
  (memory.copy (i32.const @PUBLIC@) (i32.const @REMEMBERED@) (i32.const @MEMORY_SIZE@))
  (call $l_note (i32.load (i32.const @LAST_ASK@)) (local.get $option)))

;; Play from the open question to the end of the deal.  Every player takes the option of which the net expects most, and
;; is a little unsure of each value, so that not all playouts in a world are the same.
(func $play_by_net
  (local $ask i32) (local $count i32) (local $best i32) (local $left i64) (local $dice i32)
  (local.set $left (i64.load (i32.const @LONGEST@)))
  (block $out (loop $next
    (br_if $out (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))))
    (br_if $out (i64.le_s (local.get $left) (i64.const 0)))
    (local.set $left (i64.sub (local.get $left) (i64.const 1)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (br_if $out (i32.eqz (local.get $count)))
    (call $l_seen)
    (local.set $best (i32.const 0))
    (if (i32.gt_s (local.get $count) (i32.const 1)) (then
      (global.set $s_many (i64.add (global.get $s_many) (i64.extend_i32_u (i32.shr_u (local.get $count) (i32.const 6)))))
      (local.set $dice (i32.add (i32.const @DICE@) (i32.shl (i32.load (i32.const @ACTOR@)) (i32.const 3))))
      (if (i32.gt_s (local.get $count) (i32.const @MOST_MODELLED@)) (then
        (call $draw_some (local.get $dice) (local.get $count))
        (local.set $count (i32.const @FEW_MODELLED@))))
      (local.set $best (call $best_by_net (local.get $ask) (local.get $count) (local.get $dice)))))
    (call $l_note (local.get $ask) (call $l_option_at (local.get $best)))
    (call $run (call $take (local.get $ask) (call $l_option_at (local.get $best))))
    (br $next))))

;; The number of the stored option of which the net expects most.
(func $best_by_net (param $ask i32) (param $count i32) (param $dice i32) (result i32)
  (local $i i32) (local $best i32) (local $value f32) (local $most f32)
  (call $l_begin (call $l_net (i32.const 0)) (local.get $ask))
  (local.set $most (f32.const -inf))
  (loop $each
    (local.set $value (f32.add
      (call $l_rate (call $l_net (i32.const 0)) (local.get $ask) (call $l_option_at (local.get $i)))
      (f32.mul (f32.const @UNSURE@)
        (f32.div (f32.convert_i32_u (call $below (local.get $dice) (i32.const 65536))) (f32.const 65536)))))
    (if (f32.gt (local.get $value) (local.get $most)) (then
      (local.set $most (local.get $value))
      (local.set $best (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $each (i32.lt_s (local.get $i) (local.get $count))))
  (local.get $best))
