;; Deal cards from a pile of completely unknown order to a hand of one word.  The result is the same as drawing them one
;; by one.
(func $deal_straight (param $count i32) (param $pile i32) (param $bag i32) (param $hand i32)
  (local $x i64) (local $z i64) (local $left i64) (local $mask i64) (local $at i32) (local $end i32)
  @SCRIPTED_STRAIGHT@
  (local.set $x (i64.load (i32.const @RNG@)))
  (local.set $left (i64.load32_u (local.get $pile)))
  (local.set $mask (i64.load (local.get $hand)))
  (local.set $end (i32.add (local.get $pile) (i32.shl (i32.wrap_i64 (local.get $left)) (i32.const 1))))
  (loop $next
    (local.set $at (local.get $pile))
    (if (i64.gt_u (local.get $left) (i64.const 1)) (then
      (local.set $x (i64.add (local.get $x) (i64.const 0x9E3779B97F4A7C15)))
      (local.set $z (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
      (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
      (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
      (local.set $at (i32.add (local.get $pile) (i32.shl
        (i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (local.get $left)) (i64.const 32)))
        (i32.const 1))))))
    @FIRST@
    (local.set $mask (i64.or (local.get $mask) (i64.shl (i64.const 1) (i64.load16_u offset=8 (local.get $at)))))
    (local.set $left (i64.sub (local.get $left) (i64.const 1)))
    (local.set $end (i32.sub (local.get $end) (i32.const 2)))
    @DOWN@
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $next (local.get $count)))
  (i64.store (i32.const @RNG@) (local.get $x))
  (i32.store (local.get $pile) (i32.wrap_i64 (local.get $left)))
  (i64.store offset=8 (local.get $bag) (local.get $left))
  (i64.store (local.get $hand) (local.get $mask)))

