;; Numbers: faults, and the operations that WebAssembly does otherwise than the rules mean them.

;; What stopped the game lies at the foot of the memory, then the module is left by an exception: a trap would be a
;; signal to the process, and whoever sets handlers of signals after wasmtime (a `faulthandler` does) would end it.
(tag $stopped)
(func $fault (param $kind i32) (param $place i32) (param $a i64) (param $b i64) (param $c i64)
  (i32.store (i32.const @FAULT@) (local.get $kind))
  (i32.store offset=4 (i32.const @FAULT@) (local.get $place))
  (i64.store offset=8 (i32.const @FAULT@) (local.get $a))
  (i64.store offset=16 (i32.const @FAULT@) (local.get $b))
  (i64.store offset=24 (i32.const @FAULT@) (local.get $c))
  (throw $stopped))

;; How many numbers are gone through cannot be too many.
(func $numbers (param $low i64) (param $high i64) (param $place i32)
  (local $count i64)
  (local.set $count (i64.add (i64.sub (local.get $high) (local.get $low)) (i64.const 1)))
  (if (i64.gt_s (local.get $count) (i64.const @STEP_LIMIT@))
    (then (call $fault (i32.const @too many@) (local.get $place) (local.get $count) (i64.const 0) (i64.const 0)))))

;; a / b, rounded down.
(func $divide (param $a i64) (param $b i64) (param $place i32) (result i64)
  (local $q i64)
  (if (i64.eqz (local.get $b))
    (then (call $fault (i32.const @division@) (local.get $place) (i64.const 0) (i64.const 0) (i64.const 0))))
  (local.set $q (i64.div_s (local.get $a) (local.get $b)))
  (i64.sub (local.get $q) (i64.extend_i32_u (i32.and
    (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a))
    (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))))))

;; What is left over, with the sign of b.
(func $remainder (param $a i64) (param $b i64) (param $place i32) (result i64)
  (i64.sub (local.get $a) (i64.mul (call $divide (local.get $a) (local.get $b) (local.get $place)) (local.get $b))))

;; An index as the rules count it; one that is out of its row is a fault of ours and stops the game.
(func $index (param $i i64) (param $count i64) (result i32)
  (if (i64.ge_u (local.get $i) (local.get $count))
    (then (call $fault (i32.const @broken@) (i32.const 0) (local.get $i) (local.get $count) (i64.const 0))))
  (i32.wrap_i64 (local.get $i)))

;; Whether a mask has an element, whatever number that is.
(func $has (param $mask i64) (param $i i64) (result i32)
  (i32.and
    (i64.lt_u (local.get $i) (i64.const 63))
    (i32.wrap_i64 (i64.and (i64.shr_u (local.get $mask) (local.get $i)) (i64.const 1)))))

;; The players of a mask as seen from a seat: bit i is the player i seats to the left of it.
(func $turned (param $mask i64) (param $seat i64) (result i64)
  (i64.and
    (i64.or
      (i64.shr_u (local.get $mask) (local.get $seat))
      (i64.shl (local.get $mask) (i64.sub (i64.const @PLAYERS@) (local.get $seat))))
    (i64.sub (i64.shl (i64.const 1) (i64.const @PLAYERS@)) (i64.const 1))))

;; The first player of a mask from a seat on; -1 if it is empty.
(func $first_seat (param $mask i64) (param $seat i64) (result i64)
  (local $at i64)
  (local.set $seat (call $remainder (local.get $seat) (i64.const @PLAYERS@) (i32.const 0)))
  (local.set $mask (call $turned (local.get $mask) (local.get $seat)))
  (if (i64.eqz (local.get $mask)) (then (return (i64.const -1))))
  (local.set $at (i64.add (local.get $seat) (i64.ctz (local.get $mask))))
  (if (result i64) (i64.ge_s (local.get $at) (i64.const @PLAYERS@))
    (then (i64.sub (local.get $at) (i64.const @PLAYERS@)))
    (else (local.get $at))))
