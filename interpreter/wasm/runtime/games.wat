;; Stepping from question to question, and whole games of random players.

;; Run from a block to the next question, or to the end of the game.
(func $run (param $pc i32)
  (drop (call $play (local.get $pc) (i64.const 0)))
  @RECORD_OVER@)

;; The number of the open question.
(func $ask (result i32)
  (i32.xor (i32.wrap_i64 (i64.load (i32.const @PC@))) (i32.const -1)))

;; Begin a new game and run it to its first question.  Game `index` of a batch depends only on the seed and the index.
(func $start (export "start") (param $seed i64) (param $index i64)
  (memory.copy (i32.const @STATE@) (i32.const @INITIAL@) (i32.const @STATE_SIZE@))
  (i64.store (i32.const @RNG@) (call $stream (local.get $seed) (local.get $index) (i64.const -1)))
  @GAME_BEGINS@
  (call $run (i32.const @START@)))

;; Store the options of the open question from number `skip` on.  Returns how many there are (@MOST@ at most).
(func (export "options") (param $skip i64) (result i32)
  (call $options (call $ask) (local.get $skip)))

;; Answer the question with a stored option, counted from 0, and run to the next question.
(func (export "take") (param $number i32)
  (call $run (call $take (call $ask)
    (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $number) (i32.const @OPTION_SIZE@))))))

;; Both at once: answer with a stored option, run to the next question, and store its options.  Returns how many there
;; are, or -1 if the game is over.
(func (export "step") (param $number i32) (result i32)
  (call $run (call $take (call $ask)
    (i32.add (i32.const @OPTIONS@) (i32.mul (local.get $number) (i32.const @OPTION_SIZE@)))))
  (if (i64.le_s (i64.load (i32.const @PC@)) (i64.const @OVER@)) (then (return (i32.const -1))))
  (call $options (call $ask) (i64.const 0)))

;; Run from the block that the state is at.
(func (export "resume")
  (call $run (i32.wrap_i64 (i64.load (i32.const @PC@)))))

;; The hash of the state; interpreter/state_hash.py computes the same.
(func $number_print (param $word i64) (param $h i64) (result i64)
  (local.set $h (i64.mul (i64.xor (local.get $h) (local.get $word)) (i64.const @MULTIPLIER@)))
  (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))

;; The hash of consecutive numbers.
(func $words_print (param $at i32) (param $end i32) (param $h i64) (result i64)
  (loop $next
    (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load (local.get $at))) (i64.const @MULTIPLIER@)))
    (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
  (local.get $h))

(func $pile_print (param $pile i32) (param $h i64) (result i64)
  (local $end i32)
  (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load32_u (local.get $pile))) (i64.const @MULTIPLIER@)))
  (local.set $end (i32.add (local.get $pile) (i32.shl (i32.load (local.get $pile)) (i32.const 1))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $pile) (local.get $end)))
    (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load16_u offset=8 (local.get $pile)))
      (i64.const @MULTIPLIER@)))
    (local.set $pile (i32.add (local.get $pile) (i32.const 2)))
    (br $next)))
  (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))

;; ---------------------------------------------------------------------------------------------------- whole games

;; 0: nothing is counted. 1: games are summed. 2: deals are paired, and each game is written to the log.
(global $watched (mut i32) (i32.const 0))
(global $live (mut i32) (i32.const 0))
(global $begun (mut i64) (i64.const 0))
;; Whether nobody has been asked yet in the deal.
(global $fresh (mut i32) (i32.const 0))
;; Whether the next deal has begun, and its cards are not gathered yet.
(global $opened (mut i32) (i32.const 0))
(global $seed (mut i64) (i64.const 0))

(func $log (param $value i64)
  (local $at i32)
  (local.set $at (i32.load (i32.const @LOGGED@)))
  (if (i32.ge_u (local.get $at) (i32.const @LOG_SIZE@)) (then (drop (call $index (i64.const -1) (i64.const 0)))))
  (i64.store (i32.add (i32.const @LOG@) (local.get $at)) (local.get $value))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (i32.store (i32.const @LOGGED@) (local.get $at))
  (if (i32.gt_u (local.get $at) (i32.const @LOG_HALF@)) (then (i64.store (i32.const @STOP@) (i64.const 0)))))

(func $log_head (param $kind i32) (param $values i32)
  (call $log (i64.extend_i32_u (i32.or (local.get $kind) (i32.shl (local.get $values) (i32.const 8))))))

(func $bump (param $at i32) (param $by i64)
  (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (local.get $by))))

;; Add two numbers of a game and their products to the sums; large numbers go into the log.
(func $cross2 (param $at i32) (param $which i64) (param $a i64) (param $b i64)
  (if (i32.or (call $large (local.get $a)) (call $large (local.get $b)))
    (then
      (call $log_head (i32.const @CROSS@) (i32.const 3))
      (call $log (local.get $which)) (call $log (local.get $a)) (call $log (local.get $b)))
    (else
      (call $bump (local.get $at) (i64.const 1))
      (call $bump (i32.add (local.get $at) (i32.const 8)) (local.get $a))
      (call $bump (i32.add (local.get $at) (i32.const 16)) (local.get $b))
      (call $bump (i32.add (local.get $at) (i32.const 24)) (i64.mul (local.get $a) (local.get $a)))
      (call $bump (i32.add (local.get $at) (i32.const 32)) (i64.mul (local.get $a) (local.get $b)))
      (call $bump (i32.add (local.get $at) (i32.const 40)) (i64.mul (local.get $b) (local.get $b))))))

(func $cross3 (param $at i32) (param $which i64) (param $a i64) (param $b i64) (param $c i64)
  (if (i32.or (call $large (local.get $a)) (i32.or (call $large (local.get $b)) (call $large (local.get $c))))
    (then
      (call $log_head (i32.const @CROSS@) (i32.const 4))
      (call $log (local.get $which)) (call $log (local.get $a)) (call $log (local.get $b)) (call $log (local.get $c)))
    (else
      (call $bump (local.get $at) (i64.const 1))
      (call $bump (i32.add (local.get $at) (i32.const 8)) (local.get $a))
      (call $bump (i32.add (local.get $at) (i32.const 16)) (local.get $b))
      (call $bump (i32.add (local.get $at) (i32.const 24)) (local.get $c))
      (call $bump (i32.add (local.get $at) (i32.const 32)) (i64.mul (local.get $a) (local.get $a)))
      (call $bump (i32.add (local.get $at) (i32.const 40)) (i64.mul (local.get $a) (local.get $b)))
      (call $bump (i32.add (local.get $at) (i32.const 48)) (i64.mul (local.get $a) (local.get $c)))
      (call $bump (i32.add (local.get $at) (i32.const 56)) (i64.mul (local.get $b) (local.get $b)))
      (call $bump (i32.add (local.get $at) (i32.const 64)) (i64.mul (local.get $b) (local.get $c)))
      (call $bump (i32.add (local.get $at) (i32.const 72)) (i64.mul (local.get $c) (local.get $c))))))

(func $large (param $a i64) (result i32)
  (i64.gt_u (i64.add (local.get $a) (i64.const 0x100000)) (i64.const 0x200000)))

;; The random numbers of the players.
(func $dice (param $seed i64)
  (local $player i32)
  (loop $next
    (i64.store (i32.add (i32.const @DICE@) (i32.shl (local.get $player) (i32.const 3)))
      (call $stream (local.get $seed) (i64.load (i32.const @GAME@)) (i64.extend_i32_u (local.get $player))))
    (local.set $player (i32.add (local.get $player) (i32.const 1)))
    (br_if $next (i32.lt_s (local.get $player) (i32.const @PLAYERS@)))))

;; A deal begins here, though its cards are gathered later.
(func $deal_opens
  (if (i32.eqz (global.get $watched)) (then (return)))
  (call $note)
  (global.set $opened (i32.const 1)))

;; Begin a deal.  If deals are paired, chance is seeded again.
(func $deal_begins
  @DEAL_BEGINS@
  (if (i32.eqz (global.get $watched)) (then (return)))
  @THINKING@
  (if (i32.eqz (global.get $opened)) (then (call $note)))
  (global.set $opened (i32.const 0))
  (if (i64.gt_s (global.get $begun) (i64.const 0)) (then (call $deal_ends)))
  (global.set $begun (i64.add (global.get $begun) (i64.const 1)))
  (call $look)
  (global.set $fresh (i32.const 1))
  (if (i64.eq (global.get $begun) (i64.const 1)) (then (call $look_first)))
  (if (i32.eq (global.get $watched) (i32.const 2)) (then
    (i64.store (i32.const @RNG@) (call $mixed (i64.add
      (call $stream (global.get $seed) (i64.load (i32.const @GAME@)) (i64.const -1))
      (i64.mul (i64.const @EXTRA@) (global.get $begun)))))
    (if (i64.gt_s (i64.load (i32.const @DECISIONS@)) (i64.const 0)) (then
      (call $dice (call $mixed (i64.add (global.get $seed)
        (i64.mul (i64.const @EXTRA@) (global.get $begun))))))))))

(func $open (param $index i64)
  (i64.store (i32.const @GAME@) (local.get $index))
  (global.set $begun (i64.const 0))
  (global.set $fresh (i32.const 0))
  (global.set $opened (i32.const 0))
  (call $forget)
  (call $start (global.get $seed) (local.get $index))
  (call $dice (global.get $seed))
  (global.set $live (i32.const 1)))

;; Play games `first` to `first + count - 1`, with at most `budget` choices in all.  Returns how many of them ended.
;; The next call continues a game that did not end.  It also stops when the log is half full.
(func (export "games") (param $how i32) (param $seed i64) (param $first i64) (param $count i64) (param $budget i64)
  (result i64)
  (local $done i64)
  (global.set $watched (local.get $how))
  (global.set $seed (local.get $seed))
  (block $out (loop $game
    (br_if $out (i32.gt_u (i32.load (i32.const @LOGGED@)) (i32.const @LOG_HALF@)))
    (if (i32.eqz (global.get $live)) (then
      (br_if $out (i64.ge_u (local.get $done) (local.get $count)))
      (call $open (i64.add (local.get $first) (local.get $done)))))
    (local.set $budget (call @PLAY@ (i32.wrap_i64 (i64.load (i32.const @PC@))) (local.get $budget)))
    (br_if $out (i64.gt_s (i64.load (i32.const @PC@)) (i64.const @OVER@)))
    (call $close)
    (global.set $live (i32.const 0))
    (local.set $done (i64.add (local.get $done) (i64.const 1)))
    (br $game)))
  (local.get $done))
