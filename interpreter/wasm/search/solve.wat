;; Exact values with all cards open.  Alpha-beta search (Knuth and Moore, 1975) until the deal ends, for the side of the
;; thinking seat against all others together; with two sides that is the game-theoretic value.
;;
;; At each depth the state and the options are saved and restored by copying.  The table of positions
;; (`ENTRY` in structs.py) is indexed by the hash of what can still matter in a state (`$live_hash`).

(global $s_nodes (mut i64) (i64.const 0))
(global $s_node_limit (mut i64) (i64.const 0))
(global $s_gave_up (mut i32) (i32.const 0))
(global $s_generation (mut i64) (i64.const 0))

(func $kept_state (param $depth i32) (result i32)
  (i32.add (i32.const @STACK@) (i32.mul (local.get $depth) (i32.const @STATE_SIZE@))))
(func $kept_option (param $depth i32) (param $i i32) (result i32)
  (i32.add (i32.const @STACK_OPTIONS@) (i32.mul (i32.const @OPTION_SIZE@)
    (i32.add (i32.mul (local.get $depth) (i32.const @WIDEST@)) (local.get $i)))))
(func $entry (param $key i64) (result i32)
  (i32.add (i32.const @TABLE@) (i32.mul
    (i32.and (i32.wrap_i64 (local.get $key)) (i32.const @TABLE_MASK@)) (i32.const @ENTRY.size@))))

;; Whether the player who chooses is on the side of the thinking seat.
(func $is_ours (result i32)
  (i64.eq (call $side_of (i32.load (i32.const @ACTOR@))) (call $own_side)))

;; Execute one option of the question that the state is at.
(func $choose (param $ask i32) (param $option i32)
  (global.set $s_ended (i32.const 0))
  (i32.store (i32.const @LOGGED@) (i32.const 0))
  (call $run (call $take (local.get $ask) (local.get $option))))

(func $solve (param $depth i32) (param $alpha i64) (param $beta i64) (result i64)
  (local $ask i32) (local $count i32) (local $ours i32) (local $key i64) (local $entry i32) (local $i i32) (local $k i32)
  (local $best i64) (local $best_option i32) (local $value i64) (local $low i64) (local $high i64) (local $first i32)
  (block $over (loop $only
    (br_if $over (global.get $s_ended))
    (br_if $over (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (global.set $s_nodes (i64.add (global.get $s_nodes) (i64.const 1)))
    (local.set $ask (call $ask))
    (local.set $count (call $options (local.get $ask) (i64.const 0)))
    (if (i32.or (i64.gt_s (global.get $s_nodes) (global.get $s_node_limit))
          (i32.or (i32.gt_s (local.get $count) (i32.const @WIDEST@))
            (i32.or (i32.eqz (local.get $count)) (i32.ge_s (local.get $depth) (i32.const @DEEPEST@)))))
      (then (global.set $s_gave_up (i32.const 1)) (return (i64.const 0))))
    (if (i32.eq (local.get $count) (i32.const 1)) (then
      (call $choose (local.get $ask) (i32.const @OPTIONS@))
      (br $only)))
    (local.set $ours (call $is_ours))
    (local.set $key (call $live_hash (local.get $ask) (global.get $s_generation)))
    (local.set $entry (call $entry (local.get $key)))
    (local.set $first (i32.const -1))
    (if (i64.eq (i64.load offset=@ENTRY.key@ (local.get $entry)) (local.get $key)) (then
      (local.set $value (i64.load offset=@ENTRY.value@ (local.get $entry)))
      (local.set $k (i32.load offset=@ENTRY.bound@ (local.get $entry)))
      (local.set $first (i32.load offset=@ENTRY.option@ (local.get $entry)))
      (if (i32.eqz (local.get $k)) (then (return (local.get $value))))
      (if (i32.and (i32.eq (local.get $k) (i32.const 1)) (i64.ge_s (local.get $value) (local.get $beta)))
        (then (return (local.get $value))))
      (if (i32.and (i32.eq (local.get $k) (i32.const 2)) (i64.le_s (local.get $value) (local.get $alpha)))
        (then (return (local.get $value))))
      (if (i32.ge_s (local.get $first) (local.get $count)) (then (local.set $first (i32.const -1))))))
    (local.set $low (local.get $alpha))
    (local.set $high (local.get $beta))
    (memory.copy (call $kept_state (local.get $depth)) (i32.const @STATE@) (i32.const @STATE_SIZE@))
    (memory.copy (call $kept_option (local.get $depth) (i32.const 0)) (i32.const @OPTIONS@)
      (i32.mul (local.get $count) (i32.const @OPTION_SIZE@)))
    (local.set $best (select (i64.const -0x4000000000000000) (i64.const 0x4000000000000000) (local.get $ours)))
    (local.set $i (i32.const -1))
    (block $cut (loop $next
      ;; the option that was best before comes first (as number -1), then the others
      (if (i32.lt_s (local.get $i) (i32.const 0))
        (then
          (if (i32.lt_s (local.get $first) (i32.const 0)) (then (local.set $i (i32.const 0)) (br $next)))
          (local.set $k (local.get $first)))
        (else
          (br_if $cut (i32.ge_s (local.get $i) (local.get $count)))
          (local.set $k (local.get $i))
          (if (i32.eq (local.get $k) (local.get $first)) (then
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $next)))))
      (memory.copy (i32.const @STATE@) (call $kept_state (local.get $depth)) (i32.const @STATE_SIZE@))
      (call $choose (local.get $ask) (call $kept_option (local.get $depth) (local.get $k)))
      (local.set $value (call $solve (i32.add (local.get $depth) (i32.const 1)) (local.get $low) (local.get $high)))
      (if (global.get $s_gave_up) (then (return (i64.const 0))))
      (if (local.get $ours)
        (then
          (if (i64.gt_s (local.get $value) (local.get $best)) (then
            (local.set $best (local.get $value)) (local.set $best_option (local.get $k))))
          (if (i64.gt_s (local.get $best) (local.get $low)) (then (local.set $low (local.get $best)))))
        (else
          (if (i64.lt_s (local.get $value) (local.get $best)) (then
            (local.set $best (local.get $value)) (local.set $best_option (local.get $k))))
          (if (i64.lt_s (local.get $best) (local.get $high)) (then (local.set $high (local.get $best))))))
      (br_if $cut (i64.ge_s (local.get $low) (local.get $high)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (i64.store offset=@ENTRY.key@ (local.get $entry) (local.get $key))
    (i64.store offset=@ENTRY.value@ (local.get $entry) (local.get $best))
    ;; 0 exact, 1 lower bound, 2 upper bound
    (i32.store offset=@ENTRY.bound@ (local.get $entry)
      (select (i32.const 2) (select (i32.const 1) (i32.const 0) (i64.ge_s (local.get $best) (local.get $beta)))
        (i64.le_s (local.get $best) (local.get $alpha))))
    (i32.store offset=@ENTRY.option@ (local.get $entry) (local.get $best_option))
    (return (local.get $best))))
  (call $value))

(func $begin_solving (param $limit i64)
  (global.set $s_scripted (i32.const 0))
  (global.set $watched (i32.const 3))
  (global.set $s_ended (i32.const 0))
  (global.set $s_gave_up (i32.const 0))
  (global.set $s_nodes (i64.const 0))
  (global.set $s_node_limit (local.get $limit)))

;; Clear the table of positions: another seat thinks, or the question is another.
(func $new_generation
  (global.set $s_generation (call $mixed (i64.add (global.get $s_generation) (i64.const 1)))))

;; The value of an option of the state at @BASE@ for the seat at @SEAT@, examining at most a given number of positions.
;; It is written to @SOLVED@.  Returns 0 if that number was exceeded.  `option`: a number; -1: the state itself.
(func (export "solve") (param $option i32) (param $limit i64) (param $fresh i32) (result i32)
  (local $ask i32)
  (if (local.get $fresh) (then (call $new_generation)))
  (memory.copy (i32.const @STATE@) (i32.const @BASE@) (i32.const @STATE_SIZE@))
  (i64.store (i32.const @UTILITY_BEFORE@) (i64.const 0))
  (call $keep_scores)
  (i64.store (i32.const @UTILITY_BEFORE@) (call $utility))
  (global.set $s_near (i32.const 0))
  (call $begin_solving (local.get $limit))
  (if (i32.ge_s (local.get $option) (i32.const 0)) (then
    (local.set $ask (call $ask))
    (drop (call $options (local.get $ask) (i64.const 0)))
    (call $choose (local.get $ask)
      (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@))))))
  (i64.store offset=@SOLUTION.value@ (i32.const @SOLVED@)
    (call $solve (i32.const 0) (i64.const -0x4000000000000000) (i64.const 0x4000000000000000)))
  (i64.store offset=@SOLUTION.positions@ (i32.const @SOLVED@) (global.get $s_nodes))
  (global.set $watched (i32.const 0))
  (i32.eqz (global.get $s_gave_up)))

;; Answer the question of the state with an option, as `take` does.  Returns 1 if this ended the deal (or the game).
(func (export "follow") (param $option i32) (result i32)
  (local $ask i32)
  (local.set $ask (call $ask))
  (global.set $s_scripted (i32.const 0))
  (global.set $watched (i32.const 3))
  (drop (call $options (local.get $ask) (i64.const 0)))
  (call $choose (local.get $ask)
    (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $option) (i32.const @OPTION_SIZE@))))
  (if (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (then (i64.store offset=@SOLUTION.value@ (i32.const @SOLVED@) (call $value))))
  (global.set $watched (i32.const 0))
  (i32.or (global.get $s_ended) (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@))))

;; The exact value of every option of the question in one world, added to the arms.  Returns 0 if it needs more than
;; `limit` positions in all.
(func (export "exact") (param $world i32) (param $limit i64) (result i32)
  (local $i i32) (local $arm i32) (local $value i64)
  (call $begin_solving (local.get $limit))
  (call $new_generation)
  (block $done (loop $next
    (br_if $done (i32.ge_s (local.get $i) (global.get $s_arms)))
    (local.set $arm (call $arm_at (local.get $i)))
    (call $to_world (local.get $world))
    (call $choose (i32.load (i32.const @LAST_ASK@)) (call $option_here (i32.load offset=@ARM.option@ (local.get $arm))))
    (i64.store offset=@ARM.exact@ (local.get $arm)
      (call $solve (i32.const 0) (i64.const -0x4000000000000000) (i64.const 0x4000000000000000)))
    (if (global.get $s_gave_up) (then
      (global.set $watched (i32.const 0))
      (return (i32.const 0))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (global.set $watched (i32.const 0))
  (local.set $i (i32.const 0))
  (block $added (loop $next
    (br_if $added (i32.ge_s (local.get $i) (global.get $s_arms)))
    (local.set $arm (call $arm_at (local.get $i)))
    (local.set $value (i64.load offset=@ARM.exact@ (local.get $arm)))
    (call $add_value (local.get $i) (local.get $value))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i64.store offset=@SOLUTION.value@ (i32.const @SOLVED@) (global.get $s_nodes))
  (i32.const 1))
