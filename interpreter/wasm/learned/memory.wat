;; The cards of a zone as a set, at #TEMP#.
(func $l_to_set (param $place i32) (param $pile i32)
  (local $i i32) (local $card i32) (local $at i32)
  (if (i32.eqz (local.get $pile)) (then
    (drop (call $s_copy (i32.const @CW@) (i32.const #TEMP#) (local.get $place)))
    (return)))
  (drop (call $s_zero (i32.const @CW@) (i32.const #TEMP#)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load (local.get $place))))
    (local.set $card (call $card (local.get $place) (local.get $i)))
    (local.set $at (i32.add (i32.const #TEMP#) (i32.shl (i32.shr_u (local.get $card) (i32.const 6)) (i32.const 3))))
    (i64.store (local.get $at) (i64.or (i64.load (local.get $at))
      (i64.shl (i64.const 1) (i64.extend_i32_u (i32.and (local.get $card) (i32.const 63))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; Whether all cards lie together: then a deal begins.
(func $l_together (result i32)
  (local $i i32) (local $zone i32)
  (loop $next
    (local.set $zone (i32.add (i32.const @ZONES@) (i32.shl (local.get $i) (i32.const 4))))
    (if (i32.load offset=8 (local.get $zone)) (then
      (if (i32.eq (i32.load (i32.load (local.get $zone))) (i32.const @CARDS@)) (then (return (i32.const 1))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const @ZONE_COUNT@))))
  (i32.const 0))
