;; Rates the options of a question: the features that are on, and what a net gives for them.

;; How many features of the question are on; those of an option come after them.
(global $l_of_state (mut i32) (i32.const 0))

(func $l_option_at (param $i i32) (result i32)
  (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $i) (i32.const @OPTION_SIZE@))))

(func $l_net (param $number i32) (result i32)
  (i32.add (i32.const #NETS#) (i32.mul (local.get $number) (i32.const #NET_SIZE#))))

;; Begin to rate the options of a question.
(func $l_begin (param $net i32) (param $ask i32)
  (call $l_state (local.get $ask))
  (global.set $l_of_state (global.get $l_count))
  (call $l_sums (local.get $net) (i32.const 0) (global.get $l_count)))

;; The value of the option stored at an address.  Its features stay where they are.
(func $l_rate (param $net i32) (param $ask i32) (param $option i32) (result f32)
  (global.set $l_count (global.get $l_of_state))
  (call $l_option (local.get $ask) (local.get $option))
  (call $l_sums_of_option (local.get $net) (global.get $l_of_state) (global.get $l_count))
  (call $l_value (local.get $net)))

;; Rate the options of the open question, by a net (1 or 2).  Returns how many there are; the values are at #VALUES#.
(func (export "l_values") (param $net i32) (result i32)
  (local $ask i32) (local $count i32) (local $i i32)
  (local.set $ask (call $ask))
  (local.set $net (call $l_net (i32.sub (local.get $net) (i32.const 1))))
  (local.set $count (call $options (local.get $ask) (i64.const 0)))
  (call $l_seen)
  (call $l_begin (local.get $net) (local.get $ask))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
    (f32.store offset=#VALUES# (i32.shl (local.get $i) (i32.const 2))
      (call $l_rate (local.get $net) (local.get $ask) (call $l_option_at (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (local.get $count))

;; The features that are on for a stored option of the open question: how many, at #ACTIVE#.
(func (export "l_features") (param $option i32) (result i32)
  (drop (call $options (call $ask) (i64.const 0)))
  (call $l_seen)
  (call $l_state (call $ask))
  (call $l_option (call $ask) (call $l_option_at (local.get $option)))
  (global.get $l_count))

;; Remember what lies open at the open question, and the choice that a host stored as its first option.
(func (export "l_recall")
  (call $l_seen)
  (call $l_note (call $ask) (i32.const @OPTIONS@)))

;; A deal begins: nothing is remembered of the one before.
(func $l_anew_deal (export "l_forgotten")
  (call $l_forget)
  (call $l_ask_anew))
