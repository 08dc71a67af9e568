;;; hoyle-mode.el --- Rules of card games  -*- lexical-binding: t; -*-
;; Made by `python -m hoyle.language_server.highlighting` from the grammar; do not edit.

;;; Code:

(defvar hoyle-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defconst hoyle-declarations '("add" "after" "always" "change" "deck" "define" "describe" "example" "game" "incident" "keep" "kind" "language" "main" "names" "not" "option" "phase" "players" "preset" "ranking" "remember" "remove" "replace" "require" "ruling" "set" "shape" "source" "table" "values" "variant" "written" "zones"))
(defconst hoyle-statements '("add" "chooses" "cut" "deal" "for" "game" "gather" "if" "let" "move" "nothing" "otherwise" "play" "remove" "repeat" "replace" "set" "show" "shuffle" "start" "stop" "subtract"))
(defconst hoyle-words '("a" "able" "about" "again" "allow" "any" "around" "at" "be" "beats" "before" "beside" "bottom" "by" "choice" "copies" "counterclockwise" "down" "draw" "during" "each" "end" "equal" "every" "everyone" "expect" "face" "far" "first" "following" "follows" "from" "gained" "highest" "into" "jokers" "last" "least" "led" "left" "lie" "line" "lines" "lowest" "means" "middle" "more" "most" "of" "on" "one" "opposite" "order" "other" "over" "partners" "places" "played" "playing" "private" "random" "remembered" "round" "row" "rows" "rule" "secret" "see" "sequence" "shared" "size" "so" "steps" "taken" "the" "then" "they" "times" "to" "together" "top" "total" "trick" "until" "up" "value" "way" "where" "who" "wild" "wins" "with" "without" "won" "zone"))
(defconst hoyle-operators '("and" "except" "has" "in" "is" "mod" "not" "or"))
(defconst hoyle-constants '("empty" "joker" "no" "none" "yes"))
(defconst hoyle-types '("card" "cards" "number" "player" "players" "rank" "ranks" "suit" "suits" "team" "teams"))

(defvar hoyle-font-lock-keywords
  `((,(concat "^" (regexp-opt hoyle-declarations 'words)) 1 font-lock-keyword-face)
    ("^\\(?:phase\\|table\\|define\\|option\\)[ \t]+\\([a-z][a-z0-9_]*\\)"
     1 font-lock-function-name-face)
    (,(concat "\\(?:^[ \t]+\\|:[ \t]+\\|->[ \t]+\\|,[ \t]+\\)" (regexp-opt hoyle-statements 'words))
     1 font-lock-keyword-face)
    ("\\.\\([a-z][a-z0-9_]*\\)" 1 font-lock-variable-name-face)
    (,(regexp-opt hoyle-operators 'words) . font-lock-builtin-face)
    (,(regexp-opt hoyle-constants 'words) . font-lock-constant-face)
    (,(regexp-opt hoyle-types 'words) . font-lock-type-face)
    (,(regexp-opt hoyle-words 'words) . font-lock-builtin-face)
    ("\\<[A-Z][A-Za-z0-9]*\\>" . font-lock-constant-face)
    ("\\[[a-z0-9_,; -]*[0-9][a-z0-9_,; -]*\\][ \t]*\\(?:#.*\\)?$" 0 font-lock-doc-face t)))

;;;###autoload
(define-derived-mode hoyle-mode prog-mode "Hoyle"
  "Major mode for rule files of hoyle."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(hoyle-font-lock-keywords)))

;;;###autoload
(define-derived-mode hoyle-play-mode text-mode "Hoyle script"
  "Major mode for scripted games of hoyle."
  (setq-local comment-start "# "))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.hoyle\\'" . hoyle-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.play\\'" . hoyle-play-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((hoyle-mode hoyle-play-mode) . ("hoyle" "lsp"))))

(provide 'hoyle-mode)
;;; hoyle-mode.el ends here
