;; Numbers: faults, and the operations that WebAssembly defines differently from the rules.

;; The fault that stopped the game is stored at the beginning of the memory.  Then the module is left by an exception,
;; because a trap would be a signal to the process, and signal handlers that are set after wasmtime's (as `faulthandler`
;; does) would end the process.
(tag $stopped)
(func $fault (param $kind i32) (param $place i32) (param $a i64) (param $b i64) (param $c i64)
  (i32.store (i32.const @FAULT@) (local.get $kind))
  (i32.store offset=4 (i32.const @FAULT@) (local.get $place))
  (i64.store offset=8 (i32.const @FAULT@) (local.get $a))
  (i64.store offset=16 (i32.const @FAULT@) (local.get $b))
  (i64.store offset=24 (i32.const @FAULT@) (local.get $c))
  (throw $stopped))

;; Check that there are not too many numbers in a loop.
(func $numbers (param $low i64) (param $high i64) (param $place i32)
  (local $count i64)
  (local.set $count (i64.add (i64.sub (local.get $high) (local.get $low)) (i64.const 1)))
  (if (i64.gt_s (local.get $count) (i64.const @STEP_LIMIT@))
    (then (call $fault (i32.const @too many@) (local.get $place) (local.get $count) (i64.const 0) (i64.const 0)) (unreachable))))

;; a / b, rounded down.
(func $divide (param $a i64) (param $b i64) (param $place i32) (result i64)
  (local $q i64)
  (if (i64.eqz (local.get $b))
    (then (call $fault (i32.const @division@) (local.get $place) (i64.const 0) (i64.const 0) (i64.const 0)) (unreachable)))
  (local.set $q (i64.div_s (local.get $a) (local.get $b)))
  (i64.sub (local.get $q) (i64.extend_i32_u (i32.and
    (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a))
    (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))))))

;; The remainder, with the sign of b.
(func $remainder (param $a i64) (param $b i64) (param $place i32) (result i64)
  (i64.sub (local.get $a) (i64.mul (call $divide (local.get $a) (local.get $b) (local.get $place)) (local.get $b))))

;; Check an index as the rules count it.  An index out of range is a bug of Hoyle and stops the game.
(func $index (param $i i64) (param $count i64) (result i32)
  (if (i64.ge_u (local.get $i) (local.get $count))
    (then (call $fault (i32.const @broken@) (i32.const 0) (local.get $i) (local.get $count) (i64.const 0)) (unreachable)))
  (i32.wrap_i64 (local.get $i)))

;; Whether a mask has an element; the element may be any number.
(func $has (param $mask i64) (param $i i64) (result i32)
  (i32.and
    (i64.lt_u (local.get $i) (i64.const 63))
    (i32.wrap_i64 (i64.and (i64.shr_u (local.get $mask) (local.get $i)) (i64.const 1)))))

;; The players of a mask as seen from a seat: bit i is the player i seats to its left.
(func $turned (param $mask i64) (param $seat i64) (result i64)
  (i64.and
    (i64.or
      (i64.shr_u (local.get $mask) (local.get $seat))
      (i64.shl (local.get $mask) (i64.sub (i64.const @PLAYERS@) (local.get $seat))))
    (i64.sub (i64.shl (i64.const 1) (i64.const @PLAYERS@)) (i64.const 1))))

;; The first player of a mask from a seat on; -1 if the mask is empty.
(func $first_seat (param $mask i64) (param $seat i64) (result i64)
  (local $at i64)
  (local.set $seat (call $remainder (local.get $seat) (i64.const @PLAYERS@) (i32.const 0)))
  (local.set $mask (call $turned (local.get $mask) (local.get $seat)))
  (if (i64.eqz (local.get $mask)) (then (return (i64.const -1))))
  (local.set $at (i64.add (local.get $seat) (i64.ctz (local.get $mask))))
  (if (result i64) (i64.ge_s (local.get $at) (i64.const @PLAYERS@))
    (then (i64.sub (local.get $at) (i64.const @PLAYERS@)))
    (else (local.get $at))))

;; Check that there are not too many sets of `low` to `high` elements.
(func $subsets (param $of i64) (param $low i64) (param $high i64) (param $place i32)
  (local $few i64) (local $i i64) (local $ways i64) (local $all i64)
  (block $done (loop $next
    (br_if $done (i64.gt_s (local.get $low) (local.get $high)))
    (local.set $few (i64.sub (local.get $of) (local.get $low)))
    (if (i64.lt_s (local.get $low) (local.get $few)) (then (local.set $few (local.get $low))))
    (local.set $ways (i64.const 1))
    (local.set $i (i64.const 0))
    (block $counted (loop $more
      (br_if $counted (i64.ge_s (local.get $i) (local.get $few)))
      (local.set $ways (i64.div_u
        (i64.mul (local.get $ways) (i64.sub (local.get $of) (local.get $i)))
        (i64.add (local.get $i) (i64.const 1))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br_if $more (i64.le_s (local.get $ways) (i64.const @TRIAL_LIMIT@)))))
    (local.set $all (i64.add (local.get $all) (local.get $ways)))
    (if (i64.gt_s (local.get $all) (i64.const @TRIAL_LIMIT@))
      (then (call $fault (i32.const @too many to try@) (local.get $place) (i64.const @TRIAL_LIMIT@) (i64.const 0) (i64.const 0)) (unreachable)))
    (local.set $low (i64.add (local.get $low) (i64.const 1)))
    (br $next))))

;; A set to which the lowest elements of a mask are added until it has a given size.
(func $lowest (param $mask i64) (param $set i64) (param $size i64) (result i64)
  (block $done (loop $next
    (br_if $done (i64.ge_s (i64.popcnt (local.get $set)) (local.get $size)))
    (local.set $set (i64.or (local.get $set) (i64.and (local.get $mask) (i64.sub (i64.const 0) (local.get $mask)))))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (br $next)))
  (local.get $set))

;; The next set of the same size with elements of a mask; -1 after the last.
(func $next_subset (param $mask i64) (param $set i64) (param $size i64) (result i64)
  (local $top i64) (local $carried i64)
  (if (i64.eqz (local.get $set)) (then (return (i64.const -1))))
  (local.set $top (i64.shr_u (i64.const -1) (i64.clz (local.get $mask))))
  (local.set $carried (i64.add
    (i64.or (local.get $set) (i64.and (local.get $top) (i64.xor (local.get $mask) (i64.const -1))))
    (i64.and (local.get $set) (i64.sub (i64.const 0) (local.get $set)))))
  (if (i64.gt_u (local.get $carried) (local.get $top)) (then (return (i64.const -1))))
  (call $lowest (local.get $mask) (i64.and (local.get $carried) (local.get $mask)) (local.get $size)))
