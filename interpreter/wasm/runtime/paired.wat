;; Adds up paired games: reads the logs of the same games under A and under B (`tallies.py`), and sums what
;; `batch/pairing.py` and `batch/course.py` sum.  A module of its own, the same for all rules.

(module
(memory (export "memory") 8)

;; How many sides have scores.
(global $scores (mut i32) (i32.const 0))
;; Set if a number was too large for sums of products in 64 bits.
(global $large (mut i32) (i32.const 0))

;; Set if there are entries of other kinds.
(global $others (mut i32) (i32.const 0))

;; Sums of products of four numbers: the games, the sums, the products of each pair once.
(func $cross (param $at i32) (param $a i64) (param $b i64) (param $c i64) (param $d i64)
  (call $check (local.get $a)) (call $check (local.get $b)) (call $check (local.get $c)) (call $check (local.get $d))
  (call $more (local.get $at) (i64.const 1))
  (call $more (i32.add (local.get $at) (i32.const 8)) (local.get $a))
  (call $more (i32.add (local.get $at) (i32.const 16)) (local.get $b))
  (call $more (i32.add (local.get $at) (i32.const 24)) (local.get $c))
  (call $more (i32.add (local.get $at) (i32.const 32)) (local.get $d))
  (call $more (i32.add (local.get $at) (i32.const 40)) (i64.mul (local.get $a) (local.get $a)))
  (call $more (i32.add (local.get $at) (i32.const 48)) (i64.mul (local.get $a) (local.get $b)))
  (call $more (i32.add (local.get $at) (i32.const 56)) (i64.mul (local.get $a) (local.get $c)))
  (call $more (i32.add (local.get $at) (i32.const 64)) (i64.mul (local.get $a) (local.get $d)))
  (call $more (i32.add (local.get $at) (i32.const 72)) (i64.mul (local.get $b) (local.get $b)))
  (call $more (i32.add (local.get $at) (i32.const 80)) (i64.mul (local.get $b) (local.get $c)))
  (call $more (i32.add (local.get $at) (i32.const 88)) (i64.mul (local.get $b) (local.get $d)))
  (call $more (i32.add (local.get $at) (i32.const 96)) (i64.mul (local.get $c) (local.get $c)))
  (call $more (i32.add (local.get $at) (i32.const 104)) (i64.mul (local.get $c) (local.get $d)))
  (call $more (i32.add (local.get $at) (i32.const 112)) (i64.mul (local.get $d) (local.get $d))))

(func $more (param $at i32) (param $by i64)
  (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (local.get $by))))

(func $check (param $value i64)
  (if (i64.gt_u (i64.add (local.get $value) (i64.const @LARGEST@)) (i64.const @TWICE@))
    (then (global.set $large (i32.const 1)))))

;; The entry of a log after another.
(func $next (param $at i32) (result i32)
  (i32.add (local.get $at) (i32.add (i32.const 8)
    (i32.shr_u (i32.and (i32.load (local.get $at)) (i32.const 0xFFFFFF00)) (i32.const 5)))))

;; The first entry of a deal, or of the outcome of a game, from an entry on.
(func $entry (param $at i32) (result i32)
  (block $found (loop $search
    (br_if $found (i32.eq (i32.load8_u (local.get $at)) (i32.const @DEAL@)))
    (br_if $found (i32.eq (i32.load8_u (local.get $at)) (i32.const @OUTCOME@)))
    (global.set $others (i32.const 1))
    (local.set $at (call $next (local.get $at)))
    (br $search)))
  (local.get $at))

;; A measure of a game: that there is one, and its two numbers.
(func $measure (param $at i32) (param $number i32) (param $sum i64) (param $of i64)
  (local.set $at (i32.add (local.get $at) (i32.mul (local.get $number) (i32.const 24))))
  (i64.store (local.get $at) (i64.const 1))
  (i64.store offset=8 (local.get $at) (local.get $sum))
  (i64.store offset=16 (local.get $at) (local.get $of)))

;; Reads a game into the room of its rules: what each side gained, the measures, the winners, the choices, the deals.
;; Returns where the next game begins.
(func $game (param $at i32) (param $room i32) (result i32)
  (local $first i32) (local $i i32) (local $k i32) (local $deals i32) (local $winner i32) (local $leader i32)
  (local $alone i32) (local $behind i32) (local $place i32)
  (local $won i64) (local $value i64) (local $highest i64) (local $of_winner i64) (local $lag i64) (local $worst i64)
  (local $changes i64) (local $lags i64) (local $own i64) (local $sum i64) (local $better i64) (local $dealt i64)
  (local $rest i64)
  (memory.fill (local.get $room) (i32.const 0) (i32.const @CLEARED@))
  (local.set $at (call $entry (local.get $at)))
  (local.set $first (local.get $at))
  (block $over (loop $deal
    (br_if $over (i32.eq (i32.load8_u (local.get $at)) (i32.const @OUTCOME@)))
    (local.set $deals (i32.add (local.get $deals) (i32.const 1)))
    (local.set $i (i32.const 0))
    (block $done (loop $side
      (br_if $done (i32.ge_u (local.get $i) (global.get $scores)))
      (call $more (i32.add (i32.add (local.get $room) (i32.const @GAINED@)) (i32.shl (local.get $i) (i32.const 3)))
        (i64.load offset=32 (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 3)))))
      (call $check (i64.load offset=32 (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 3)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $side)))
    (local.set $at (call $entry (call $next (local.get $at))))
    (br $deal)))
  (local.set $won (i64.load offset=16 (local.get $at)))
  (i64.store offset=@WON@ (local.get $room) (local.get $won))
  (i64.store offset=@CHOICES@ (local.get $room) (i64.load offset=40 (local.get $at)))
  (i64.store offset=@DEALS@ (local.get $room) (i64.extend_i32_u (local.get $deals)))
  (i64.store offset=@BEGAN@ (local.get $room) (i64.extend_i32_u (local.get $first)))
  (local.set $winner (select (i32.wrap_i64 (i64.ctz (local.get $won))) (i32.const -1)
    (i64.eq (i64.popcnt (local.get $won)) (i64.const 1))))
  (if (i32.and (i32.ne (global.get $scores) (i32.const 0)) (i32.ne (local.get $deals) (i32.const 0))) (then
    (block $done (loop $side
      (local.set $place (i32.add (local.get $room) (i32.shl (local.get $k) (i32.const 3))))
      (local.set $value (i64.load offset=56 (i32.add (local.get $at) (i32.shl (local.get $k) (i32.const 3)))))
      (call $check (local.get $value))
      (i64.store offset=@RUNNING@ (local.get $place)
        (i64.sub (local.get $value) (i64.load offset=@GAINED@ (local.get $place))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br_if $side (i32.lt_u (local.get $k) (global.get $scores)))))
    (local.set $alone (i32.const -1))
    (local.set $behind (i32.const -1))
    (local.set $worst (i64.const 0))
    (local.set $k (i32.const 0))
    (local.set $first (call $entry (local.get $first)))
    (loop $deal
      (local.set $i (i32.const 0))
      (local.set $leader (i32.const -1))
      (loop $side
        (local.set $place (i32.add (local.get $room) (i32.shl (local.get $i) (i32.const 3))))
        (local.set $value (i64.add (i64.load offset=@RUNNING@ (local.get $place))
          (i64.load offset=32 (i32.add (local.get $first) (i32.shl (local.get $i) (i32.const 3))))))
        (i64.store offset=@RUNNING@ (local.get $place) (local.get $value))
        (local.set $value (i64.mul (local.get $value) (i64.load offset=@SIGN@ (local.get $room))))
        (if (i32.or (i32.eqz (local.get $i)) (i64.gt_s (local.get $value) (local.get $highest)))
          (then (local.set $highest (local.get $value)) (local.set $leader (local.get $i)))
          (else (if (i64.eq (local.get $value) (local.get $highest)) (then (local.set $leader (i32.const -1))))))
        (if (i32.eq (local.get $i) (local.get $winner)) (then (local.set $of_winner (local.get $value))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $side (i32.lt_u (local.get $i) (global.get $scores))))
      (if (i32.ge_s (local.get $leader) (i32.const 0)) (then
        (if (i32.and (i32.ge_s (local.get $alone) (i32.const 0)) (i32.ne (local.get $alone) (local.get $leader)))
          (then (local.set $changes (i64.add (local.get $changes) (i64.const 1)))))
        (local.set $alone (local.get $leader))))
      (if (i32.ne (local.get $leader) (local.get $winner)) (then (local.set $behind (local.get $k))))
      (local.set $lag (i64.sub (local.get $highest) (local.get $of_winner)))
      (if (i64.gt_s (local.get $lag) (local.get $worst)) (then (local.set $worst (local.get $lag))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (if (i32.and (i64.ne (local.get $lag) (i64.const 0)) (i32.lt_u (local.get $k) (local.get $deals)))
        (then (local.set $lags (i64.add (local.get $lags) (i64.const 1)))))
      (local.set $first (call $entry (call $next (local.get $first))))
      (br_if $deal (i32.lt_u (local.get $k) (local.get $deals))))
    (local.set $value (i64.extend_i32_s (i32.sub (local.get $deals) (i32.const 1))))
    (call $measure (local.get $room) (i32.const @lead_changes@) (local.get $changes) (local.get $value))
    (if (i32.ge_s (local.get $winner) (i32.const 0)) (then
      (call $measure (local.get $room) (i32.const @drama@) (local.get $lags) (local.get $value))
      (local.set $k (i32.add (local.get $behind) (i32.const 2)))
      (call $measure (local.get $room) (i32.const @decided@) (i64.extend_i32_s
        (select (local.get $k) (local.get $deals) (i32.lt_s (local.get $k) (local.get $deals))))
        (i64.extend_i32_s (local.get $deals)))
      (call $measure (local.get $room) (i32.const @comeback@) (local.get $worst) (i64.const 1))))))
  (local.set $value (i64.load offset=48 (local.get $at)))
  (if (i32.and (i64.ge_s (local.get $value) (i64.const 0))
      (i64.ne (i64.load offset=@PARTS@ (local.get $room)) (i64.const 0))) (then
    (call $measure (local.get $room) (i32.const @first_dealer@) (i64.and (i64.const 1) (i64.shr_u (local.get $won)
      (i64.load8_u offset=@SIDE_OF@ (i32.add (local.get $room) (i32.wrap_i64 (local.get $value)))))) (i64.const 1))
    (if (global.get $scores) (then
      (local.set $first (i32.wrap_i64 (i64.load offset=@BEGAN@ (local.get $room))))
      (block $over (loop $deal
        (br_if $over (i32.eq (i32.load8_u (local.get $first)) (i32.const @OUTCOME@)))
        (local.set $value (i64.load offset=8 (local.get $first)))
        (if (i64.ge_s (local.get $value) (i64.const 0)) (then
          (local.set $i (i32.const 0))
          (local.set $sum (i64.const 0))
          (loop $side
            (local.set $sum (i64.add (local.get $sum)
              (i64.load offset=32 (i32.add (local.get $first) (i32.shl (local.get $i) (i32.const 3))))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $side (i32.lt_u (local.get $i) (global.get $scores))))
          (local.set $own (i64.load offset=32 (i32.add (local.get $first) (i32.shl
            (i32.load8_u offset=@SIDE_OF@ (i32.add (local.get $room) (i32.wrap_i64 (local.get $value))))
            (i32.const 3)))))
          (local.set $rest (i64.popcnt (i64.and (i64.load offset=24 (local.get $first)) (i64.xor (i64.const -1)
            (i64.shl (i64.const 1) (i64.load8_u offset=@SIDE_OF@
              (i32.add (local.get $room) (i32.wrap_i64 (local.get $value)))))))))
          (local.set $rest (i64.sub (i64.extend_i32_u (i32.sub (global.get $scores) (i32.const 1))) (local.get $rest)))
          (if (i64.eqz (local.get $rest)) (then (local.set $rest (i64.const 1))))
          (local.set $better (i64.add (local.get $better) (i64.sub
            (i64.mul (local.get $own) (i64.load offset=@PARTS@ (local.get $room)))
            (i64.mul (i64.sub (local.get $sum) (local.get $own))
              (i64.div_u (i64.load offset=@PARTS@ (local.get $room)) (local.get $rest))))))
          (local.set $dealt (i64.add (local.get $dealt) (i64.load offset=@PARTS@ (local.get $room))))))
        (local.set $first (call $entry (call $next (local.get $first))))
        (br $deal)))
      (call $measure (local.get $room) (i32.const @dealer@)
        (i64.mul (local.get $better) (i64.load offset=@SIGN@ (local.get $room))) (local.get $dealt))))))
  (call $next (local.get $at)))

;; Whether two deals brought the same.
(func $same (param $a i32) (param $b i32) (result i32)
  (local $i i32)
  (block $done (loop $side
    (br_if $done (i32.ge_u (local.get $i) (global.get $scores)))
    (if (i64.ne (i64.load offset=32 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 3))))
        (i64.load offset=32 (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 3)))))
      (then (return (i32.const 0))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $side)))
  (i32.const 1))

;; Add games whose logs begin at two addresses.  For each, three words are written: the winners under A and under B, and
;; how many of the deals that both have differ.  Returns 1 if a number was too large, and 2 more if there are entries of
;; other kinds.
(func (export "add") (param $a i32) (param $b i32) (param $to i32) (param $count i32) (param $scores i32) (result i32)
  (local $i i32) (local $next_a i32) (local $next_b i32) (local $deals i32) (local $x i32) (local $y i32)
  (local $differing i64)
  (global.set $scores (local.get $scores))
  (global.set $large (i32.const 0))
  (global.set $others (i32.const 0))
  (memory.fill (i32.const @TOTALS@) (i32.const 0) (i32.const @TOTALS_SIZE@))
  (block $out (loop $game
    (br_if $out (i32.eqz (local.get $count)))
    (local.set $next_a (call $game (local.get $a) (i32.const @A@)))
    (local.set $next_b (call $game (local.get $b) (i32.const @B@)))
    (local.set $x (i32.wrap_i64 (i64.load (i32.const @DEALS_A@))))
    (local.set $y (i32.wrap_i64 (i64.load (i32.const @DEALS_B@))))
    (local.set $deals (select (local.get $x) (local.get $y) (i32.lt_u (local.get $x) (local.get $y))))
    (call $more (i32.const @TOTALS@) (i64.extend_i32_u (local.get $deals)))
    (local.set $differing (i64.const 0))
    (local.set $x (i32.wrap_i64 (i64.load (i32.const @BEGAN_A@))))
    (local.set $y (i32.wrap_i64 (i64.load (i32.const @BEGAN_B@))))
    (block $done (loop $deal
      (br_if $done (i32.eqz (local.get $deals)))
      (local.set $differing (i64.add (local.get $differing)
        (i64.extend_i32_u (i32.eqz (call $same (local.get $x) (local.get $y))))))
      (local.set $x (call $entry (call $next (local.get $x))))
      (local.set $y (call $entry (call $next (local.get $y))))
      (local.set $deals (i32.sub (local.get $deals) (i32.const 1)))
      (br $deal)))
    (i64.store (local.get $to) (i64.load (i32.const @WON_A@)))
    (i64.store offset=8 (local.get $to) (i64.load (i32.const @WON_B@)))
    (i64.store offset=16 (local.get $to) (local.get $differing))
    (local.set $to (i32.add (local.get $to) (i32.const 24)))
    (call $cross (i32.const @LENGTH@) (i64.load (i32.const @DEALS_A@)) (i64.load (i32.const @CHOICES_A@))
      (i64.load (i32.const @DEALS_B@)) (i64.load (i32.const @CHOICES_B@)))
    (local.set $i (i32.const 0))
    (block $done (loop $side
      (br_if $done (i32.ge_u (local.get $i) (local.get $scores)))
      (call $cross (i32.add (i32.const @SCORED@) (i32.mul (local.get $i) (i32.const 120)))
        (i64.load offset=@GAINED_A@ (i32.shl (local.get $i) (i32.const 3))) (i64.load (i32.const @DEALS_A@))
        (i64.load offset=@GAINED_B@ (i32.shl (local.get $i) (i32.const 3))) (i64.load (i32.const @DEALS_B@)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $side)))
    (local.set $i (i32.const 0))
    (loop $each
      (local.set $x (i32.mul (local.get $i) (i32.const 24)))
      (if (i64.ne (i64.const 0) (i64.or (i64.load offset=@A@ (local.get $x)) (i64.load offset=@B@ (local.get $x))))
        (then (call $cross (i32.add (i32.const @MEASURED@) (i32.mul (local.get $i) (i32.const 120)))
          (i64.load offset=@A_SUM@ (local.get $x)) (i64.load offset=@A_OF@ (local.get $x))
          (i64.load offset=@B_SUM@ (local.get $x)) (i64.load offset=@B_OF@ (local.get $x)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (i32.const @MEASURES@))))
    (local.set $a (local.get $next_a))
    (local.set $b (local.get $next_b))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $game)))
  (i32.or (global.get $large) (i32.shl (global.get $others) (i32.const 1))))
)
