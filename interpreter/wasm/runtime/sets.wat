;; Sets in memory: n words, the lowest first, in two's complement (so that -1, `none`, keeps its value).

(func $s_zero (param $n i32) (param $to i32) (result i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.const 0))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $to))

;; A number as a set.
(func $s_number (param $n i32) (param $to i32) (param $value i64) (result i32)
  (local $i i32)
  (i64.store (local.get $to) (local.get $value))
  (block $done (loop $next
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $done (i32.ge_u (local.get $i) (i32.shl (local.get $n) (i32.const 3))))
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.shr_s (local.get $value) (i64.const 63)))
    (br $next)))
  (local.get $to))

(func $s_copy (param $n i32) (param $to i32) (param $a i32) (result i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.load (i32.add (local.get $a) (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $to))

(func $s_union (param $n i32) (param $to i32) (param $a i32) (param $b i32) (result i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.or
      (i64.load (i32.add (local.get $a) (local.get $i))) (i64.load (i32.add (local.get $b) (local.get $i)))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $to))

(func $s_intersect (param $n i32) (param $to i32) (param $a i32) (param $b i32) (result i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.and
      (i64.load (i32.add (local.get $a) (local.get $i))) (i64.load (i32.add (local.get $b) (local.get $i)))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $to))

(func $s_without (param $n i32) (param $to i32) (param $a i32) (param $b i32) (result i32)
  (local $i i32)
  (loop $next
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.and
      (i64.load (i32.add (local.get $a) (local.get $i)))
      (i64.xor (i64.load (i32.add (local.get $b) (local.get $i))) (i64.const -1))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $to))

(func $s_same (param $n i32) (param $a i32) (param $b i32) (result i32)
  (local $i i32)
  (loop $next
    (if (i64.ne (i64.load (i32.add (local.get $a) (local.get $i))) (i64.load (i32.add (local.get $b) (local.get $i))))
      (then (return (i32.const 0))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (i32.const 1))

(func $s_any (param $n i32) (param $a i32) (result i32)
  (local $i i32)
  (loop $next
    (if (i64.ne (i64.load (i32.add (local.get $a) (local.get $i))) (i64.const 0)) (then (return (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (i32.const 0))

(func $s_count (param $n i32) (param $a i32) (result i64)
  (local $i i32) (local $found i64)
  (loop $next
    (local.set $found (i64.add (local.get $found) (i64.popcnt (i64.load (i32.add (local.get $a) (local.get $i))))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
  (local.get $found))

(func $s_has (param $n i32) (param $a i32) (param $element i64) (result i32)
  (if (i64.ge_u (local.get $element) (i64.extend_i32_u (i32.shl (local.get $n) (i32.const 6))))
    (then (return (i32.const 0))))
  (i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u
    (i64.load (i32.add (local.get $a) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $element) (i64.const 6))) (i32.const 3))))
    (local.get $element)))))

;; Add an element.
(func $s_add (param $n i32) (param $a i32) (param $element i64) (result i32)
  (local $at i32)
  (if (i64.ge_u (local.get $element) (i64.extend_i32_u (i32.shl (local.get $n) (i32.const 6))))
    (then (drop (call $index (local.get $element) (i64.const 0)))))
  (local.set $at (i32.add
    (local.get $a) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $element) (i64.const 6))) (i32.const 3))))
  (i64.store (local.get $at)
    (i64.or (i64.load (local.get $at)) (i64.shl (i64.const 1) (local.get $element))))
  (local.get $a))

;; Remove the lowest element and return it; -1 if the set is empty.
(func $s_pop (param $n i32) (param $a i32) (result i64)
  (local $i i32) (local $word i64)
  (block $none (loop $next
    (local.set $word (i64.load (i32.add (local.get $a) (local.get $i))))
    (if (i64.ne (local.get $word) (i64.const 0)) (then
      (i64.store (i32.add (local.get $a) (local.get $i))
        (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (return (i64.add
        (i64.extend_i32_u (i32.shl (local.get $i) (i32.const 3)))
        (i64.ctz (local.get $word))))))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br_if $none (i32.ge_u (local.get $i) (i32.shl (local.get $n) (i32.const 3))))
    (br $next)))
  (i64.const -1))

;; Add a set to a hash: its words, without those that only extend the sign.
(func $s_print (param $n i32) (param $a i32) (param $h i64) (result i64)
  (local $i i32) (local $sign i64)
  (local.set $i (i32.shl (local.get $n) (i32.const 3)))
  (local.set $sign (i64.shr_s
    (i64.load (i32.sub (i32.add (local.get $a) (local.get $i)) (i32.const 8))) (i64.const 63)))
  (block $short (loop $less
    (br_if $short (i32.le_u (local.get $i) (i32.const 8)))
    (br_if $short (i64.ne
      (i64.load (i32.sub (i32.add (local.get $a) (local.get $i)) (i32.const 8))) (local.get $sign)))
    (local.set $i (i32.sub (local.get $i) (i32.const 8)))
    (br $less)))
  (local.set $i (i32.add (local.get $a) (local.get $i)))
  (loop $next
    (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load (local.get $a))) (i64.const @MULTIPLIER@)))
    (local.set $a (i32.add (local.get $a) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $a) (local.get $i))))
  (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))

;; Whether the row that begins at `first` already contains, before an address, what is stored at this address.
(func $repeated (param $size i32) (param $first i32) (param $at i32) (result i32)
  (block $new (loop $next
    (br_if $new (i32.ge_u (local.get $first) (local.get $at)))
    (if (call $s_same (i32.shr_u (local.get $size) (i32.const 3)) (local.get $first) (local.get $at))
      (then (return (i32.const 1))))
    (local.set $first (i32.add (local.get $first) (local.get $size)))
    (br $next)))
  (i32.const 0))
