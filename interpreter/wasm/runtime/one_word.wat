;; Sets in memory of one word: what the functions of the same names in sets.wat do, without their loops.

(func $one_zero (param $to i32) (result i32)
  (i64.store (local.get $to) (i64.const 0))
  (local.get $to))

(func $one_copy (param $to i32) (param $a i32) (result i32)
  (i64.store (local.get $to) (i64.load (local.get $a)))
  (local.get $to))

(func $one_union (param $to i32) (param $a i32) (param $b i32) (result i32)
  (i64.store (local.get $to) (i64.or (i64.load (local.get $a)) (i64.load (local.get $b))))
  (local.get $to))

(func $one_intersect (param $to i32) (param $a i32) (param $b i32) (result i32)
  (i64.store (local.get $to) (i64.and (i64.load (local.get $a)) (i64.load (local.get $b))))
  (local.get $to))

(func $one_without (param $to i32) (param $a i32) (param $b i32) (result i32)
  (i64.store (local.get $to) (i64.and (i64.load (local.get $a))
    (i64.xor (i64.load (local.get $b)) (i64.const -1))))
  (local.get $to))

(func $one_any (param $a i32) (result i32)
  (i64.ne (i64.load (local.get $a)) (i64.const 0)))

(func $one_count (param $a i32) (result i64)
  (i64.popcnt (i64.load (local.get $a))))
