;; Exact values with all cards open.  Alpha-beta search (Knuth and Moore, 1975) until the deal ends, for the side of the
;; thinking seat against all others together; with two sides that is the game-theoretic value.
;;
;; At each depth the state and the options are saved and restored by copying.  The table of positions
;; (`ENTRY` in structs.py) is indexed by the hash of what can still matter in a state (`$live_hash`); of the two entries
;; that a position may take, the first is for those that took much work.  Options are tried in the order of how often
;; they cut before: at all, and as the answer to the choice before.  Only the first of them is searched with the whole
;; window; the others must show that they are no better with a window of one (Reinefeld, 1983).

(global $s_nodes (mut i64) (i64.const 0))
(global $s_node_limit (mut i64) (i64.const 0))
(global $s_gave_up (mut i32) (i32.const 0))
(global $s_generation (mut i64) (i64.const 0))
(global $s_table_mask (mut i32) (i32.const @FIRST_TABLE_MASK@))

(func $kept_state (param $depth i32) (result i32)
  (i32.add (i32.const @STACK@) (i32.mul (local.get $depth) (i32.const @STATE_SIZE@))))
(func $kept_option (param $depth i32) (param $i i32) (result i32)
  (i32.add (i32.const @STACK_OPTIONS@) (i32.mul (i32.const @OPTION_SIZE@)
    (i32.add (i32.mul (local.get $depth) (i32.const @WIDEST@)) (local.get $i)))))
;; How promising an option is that was not tried yet (below 0: it was).
(func $kept_promise (param $depth i32) (param $i i32) (result i32)
  (i32.add (i32.const @STACK_PROMISES@) (i32.shl
    (i32.add (i32.mul (local.get $depth) (i32.const @WIDEST@)) (local.get $i)) (i32.const 3))))
;; A hash of the option that was chosen at a depth.
(func $chosen (param $depth i32) (result i32)
  (i32.add (i32.const @STACK_CHOSEN@) (i32.shl (local.get $depth) (i32.const 3))))
(func $entry (param $key i64) (result i32)
  (i32.add (i32.const @TABLE@) (i32.mul
    (i32.and (i32.wrap_i64 (local.get $key)) (global.get $s_table_mask)) (i32.const @ENTRY.size@))))
(func $other_entry (param $entry i32) (result i32)
  (i32.add (i32.const @TABLE@) (i32.xor (i32.sub (local.get $entry) (i32.const @TABLE@)) (i32.const @ENTRY.size@))))

;; The entry of a position; 0 if it is not in the table.
(func $found_entry (param $key i64) (result i32)
  (local $entry i32)
  (local.set $entry (call $entry (local.get $key)))
  (if (i64.eq (i64.load offset=@ENTRY.key@ (local.get $entry)) (local.get $key)) (then (return (local.get $entry))))
  (local.set $entry (call $other_entry (local.get $entry)))
  (select (local.get $entry) (i32.const 0) (i64.eq (i64.load offset=@ENTRY.key@ (local.get $entry)) (local.get $key))))

;; The entry that a new position takes, cleared.  `work`: how much it took.
(func $fresh_entry (param $key i64) (param $work i32) (result i32)
  (local $entry i32) (local $first i32)
  (local.set $entry (call $entry (local.get $key)))
  (local.set $first (i32.load offset=@ENTRY.work@ (local.get $entry)))
  (if (i32.lt_s (local.get $work) (local.get $first))
    (then
      (i32.store offset=@ENTRY.work@ (local.get $entry) (i32.sub (local.get $first) (i32.const 1)))
      (local.set $entry (call $other_entry (local.get $entry))))
    (else
      (memory.copy (call $other_entry (local.get $entry)) (local.get $entry) (i32.const @ENTRY.size@))))
  (i64.store offset=@ENTRY.key@ (local.get $entry) (local.get $key))
  (i64.store offset=@ENTRY.low@ (local.get $entry) (i64.const -0x4000000000000000))
  (i64.store offset=@ENTRY.high@ (local.get $entry) (i64.const 0x4000000000000000))
  (i32.store offset=@ENTRY.work@ (local.get $entry) (local.get $work))
  (local.get $entry))

;; Where it is counted how often an option cut: at all, and (`before`: the hash of the choice before it) as an answer.
(func $option_hash (param $ask i32) (param $option i32) (result i64)
  (call $mixed (i64.add (i64.shl (i64.extend_i32_u (local.get $ask)) (i64.const 32)) (i64.add
    (i64.shl (i64.load (local.get $option)) (i64.const 56))
    (i64.load offset=@FIRST_VALUE@ (local.get $option))))))
(func $cuts_at (param $hash i64) (param $before i64) (result i32)
  (i32.add (i32.const @CUTS@) (i32.shl (i32.and (i32.const @CUTS_MASK@)
    (i32.wrap_i64 (call $mixed (i64.xor (local.get $hash) (i64.mul (local.get $before) (i64.const 31))))))
    (i32.const 3))))

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
  (local $nodes i64) (local $before i64) (local $hash i64) (local $promise i64) (local $most i64) (local $work i32)
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
      (i64.store (call $chosen (local.get $depth)) (call $option_hash (local.get $ask) (i32.const @OPTIONS@)))
      (call $choose (local.get $ask) (i32.const @OPTIONS@))
      (br $only)))
    (local.set $nodes (global.get $s_nodes))
    (local.set $ours (call $is_ours))
    (local.set $key (call $live_hash (local.get $ask) (global.get $s_generation)))
    (local.set $entry (call $found_entry (local.get $key)))
    (local.set $first (i32.const -1))
    (local.set $low (local.get $alpha))
    (local.set $high (local.get $beta))
    (if (local.get $entry) (then
      (local.set $value (i64.load offset=@ENTRY.low@ (local.get $entry)))
      (if (i64.ge_s (local.get $value) (local.get $high)) (then (return (local.get $value))))
      (if (i64.gt_s (local.get $value) (local.get $low)) (then (local.set $low (local.get $value))))
      (local.set $value (i64.load offset=@ENTRY.high@ (local.get $entry)))
      (if (i64.le_s (local.get $value) (local.get $low)) (then (return (local.get $value))))
      (if (i64.lt_s (local.get $value) (local.get $high)) (then (local.set $high (local.get $value))))
      (local.set $first (i32.load offset=@ENTRY.option@ (local.get $entry)))
      (if (i32.ge_s (local.get $first) (local.get $count)) (then (local.set $first (i32.const -1))))))
    (local.set $alpha (local.get $low))
    (local.set $beta (local.get $high))
    (memory.copy (call $kept_state (local.get $depth)) (i32.const @STATE@) (i32.const @STATE_SIZE@))
    (memory.copy (call $kept_option (local.get $depth) (i32.const 0)) (i32.const @OPTIONS@)
      (i32.mul (local.get $count) (i32.const @OPTION_SIZE@)))
    ;; the choice before is that of this depth if only one option was there since
    (local.set $before (i64.load (call $chosen (local.get $depth))))
    (loop $each
      (local.set $hash (call $option_hash (local.get $ask) (call $kept_option (local.get $depth) (local.get $i))))
      (i64.store (call $kept_promise (local.get $depth) (local.get $i))
        (i64.add (i64.load (call $cuts_at (local.get $hash) (i64.extend_i32_u (local.get $ours))))
          (i64.shl (i64.load (call $cuts_at (local.get $hash) (local.get $before))) (i64.const @ANSWERS@))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_s (local.get $i) (local.get $count))))
    (if (i32.ge_s (local.get $first) (i32.const 0)) (then
      (i64.store (call $kept_promise (local.get $depth) (local.get $first)) (i64.const 0x4000000000000000))))
    (local.set $best (select (i64.const -0x4000000000000000) (i64.const 0x4000000000000000) (local.get $ours)))
    (local.set $first (i32.const 1))
    (block $cut (loop $next
      ;; the most promising option that was not tried
      (local.set $i (i32.const 0))
      (local.set $most (i64.const -1))
      (loop $each
        (local.set $promise (i64.load (call $kept_promise (local.get $depth) (local.get $i))))
        (if (i64.gt_s (local.get $promise) (local.get $most)) (then
          (local.set $most (local.get $promise)) (local.set $k (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $each (i32.lt_s (local.get $i) (local.get $count))))
      (br_if $cut (i64.lt_s (local.get $most) (i64.const 0)))
      (i64.store (call $kept_promise (local.get $depth) (local.get $k)) (i64.const -1))
      (local.set $hash (call $option_hash (local.get $ask) (call $kept_option (local.get $depth) (local.get $k))))
      (i64.store (call $chosen (i32.add (local.get $depth) (i32.const 1))) (local.get $hash))
      (call $again (local.get $depth) (local.get $ask) (local.get $k))
      (if (i32.or (local.get $first) (i64.le_s (i64.sub (local.get $high) (local.get $low)) (i64.const 1)))
        (then
          (local.set $value (call $solve (i32.add (local.get $depth) (i32.const 1)) (local.get $low) (local.get $high))))
        (else
          (local.set $value (if (result i64) (local.get $ours)
            (then (call $solve (i32.add (local.get $depth) (i32.const 1))
              (local.get $low) (i64.add (local.get $low) (i64.const 1))))
            (else (call $solve (i32.add (local.get $depth) (i32.const 1))
              (i64.sub (local.get $high) (i64.const 1)) (local.get $high)))))
          (if (i32.and (i64.gt_s (local.get $value) (local.get $low)) (i64.lt_s (local.get $value) (local.get $high))) (then
            (if (global.get $s_gave_up) (then (return (i64.const 0))))
            (i64.store (call $chosen (i32.add (local.get $depth) (i32.const 1))) (local.get $hash))
            (call $again (local.get $depth) (local.get $ask) (local.get $k))
            (local.set $value
              (call $solve (i32.add (local.get $depth) (i32.const 1)) (local.get $low) (local.get $high)))))))
      (if (global.get $s_gave_up) (then (return (i64.const 0))))
      (local.set $first (i32.const 0))
      (if (local.get $ours)
        (then
          (if (i64.gt_s (local.get $value) (local.get $best)) (then
            (local.set $best (local.get $value)) (local.set $best_option (local.get $k))))
          (if (i64.gt_s (local.get $best) (local.get $low)) (then (local.set $low (local.get $best)))))
        (else
          (if (i64.lt_s (local.get $value) (local.get $best)) (then
            (local.set $best (local.get $value)) (local.set $best_option (local.get $k))))
          (if (i64.lt_s (local.get $best) (local.get $high)) (then (local.set $high (local.get $best))))))
      (br_if $next (i64.lt_s (local.get $low) (local.get $high)))
      ;; it cut: the more work it spared, the more it counts
      (call $promote (local.get $hash) (i64.extend_i32_u (local.get $ours)) (local.get $nodes))
      (call $promote (local.get $hash) (local.get $before) (local.get $nodes))))
    (local.set $work (i32.wrap_i64 (i64.sub (i64.const 64)
      (i64.clz (i64.sub (global.get $s_nodes) (local.get $nodes))))))
    (local.set $entry (call $found_entry (local.get $key)))
    (if (i32.eqz (local.get $entry)) (then
      (local.set $entry (call $fresh_entry (local.get $key) (local.get $work)))))
    (if (i64.gt_s (local.get $best) (local.get $alpha)) (then
      (i64.store offset=@ENTRY.low@ (local.get $entry) (local.get $best))))
    (if (i64.lt_s (local.get $best) (local.get $beta)) (then
      (i64.store offset=@ENTRY.high@ (local.get $entry) (local.get $best))))
    (i32.store offset=@ENTRY.option@ (local.get $entry) (local.get $best_option))
    (return (local.get $best))))
  (call $value))

;; Go back to the question of a depth, and choose one of its options.
(func $again (param $depth i32) (param $ask i32) (param $option i32)
  (memory.copy (i32.const @STATE@) (call $kept_state (local.get $depth)) (i32.const @STATE_SIZE@))
  (call $choose (local.get $ask) (call $kept_option (local.get $depth) (local.get $option))))

;; An option cut; `nodes`: how many positions had been looked at before.
(func $promote (param $hash i64) (param $before i64) (param $nodes i64)
  (local $at i32) (local $more i64)
  (local.set $at (call $cuts_at (local.get $hash) (local.get $before)))
  (local.set $more (i64.sub (i64.const 64) (i64.clz (i64.sub (global.get $s_nodes) (local.get $nodes)))))
  (i64.store (local.get $at) (i64.add (i64.load (local.get $at))
    (i64.add (i64.const 1) (i64.mul (local.get $more) (local.get $more))))))

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

;; Make the table of positions one of two to the power of `bits` entries.
(func (export "remember") (param $bits i32) (result i32)
  (global.set $s_table_mask (i32.sub (i32.shl (i32.const 1) (local.get $bits)) (i32.const 1)))
  (global.get $s_table_mask))

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
  ;; how many worlds are solved must not depend on what was thought about before
  (if (i32.eqz (local.get $world)) (then (memory.fill (i32.const @CUTS@) (i32.const 0) (i32.const @CUTS_SIZE@))))
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
