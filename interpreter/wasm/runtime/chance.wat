;; Chance: SplitMix64.  It draws the same numbers as interpreter/engine/chance.py (version 1; they never change).

(func $mixed (param $z i64) (result i64)
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))

;; The first generator state of game `index`; with `player` from 0 on, the first state of that player's own generator.
(func $stream (param $seed i64) (param $index i64) (param $player i64) (result i64)
  (call $mixed (i64.add
    (call $mixed (i64.xor (local.get $seed) (i64.const 0x5851F42D4C957F2D)))
    (i64.add
      (i64.mul (i64.const 0x9E3779B97F4A7C15) (i64.add (i64.shl (local.get $index) (i64.const 1)) (i64.const 1)))
      (i64.mul (i64.add (local.get $player) (i64.const 1)) (i64.const 0xD1B54A32D192ED03))))))

;; Draw a number from 0 to n - 1 with the generator whose state is at an address.
(func $below (param $at i32) (param $n i32) (result i32)
  (local $z i64)
  (local.set $z (i64.add (i64.load (local.get $at)) (i64.const 0x9E3779B97F4A7C15)))
  (i64.store (local.get $at) (local.get $z))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
  (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (i64.extend_i32_u (local.get $n)))
    (i64.const 32))))

;; Choose one of n things.  Nothing is drawn if there is only one.
(func $one_of (param $at i32) (param $n i32) (result i32)
  (if (result i32) (i32.gt_u (local.get $n) (i32.const 1))
    (then (call $below (local.get $at) (local.get $n)))
    (else (i32.const 0))))

;; The k-th element, counted from 0, of a mask.
(func $kth (param $mask i64) (param $k i32) (result i64)
  (block $there (loop $next
    (br_if $there (i32.eqz (local.get $k)))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (local.set $k (i32.sub (local.get $k) (i32.const 1)))
    (br $next)))
  (i64.ctz (local.get $mask)))
