// Margins, ends of lines and comments of rule files.
//
// The end of a line and the margins that open or close a block cover no characters, so that a node begins and ends where
// its text does: the end of a line and of a block stand right behind the last word, the start of a block right before
// its first.  What is between one line and the next (blanks, line ends) is one token that may stand anywhere, as comments
// may.  A margin that fits nowhere is `_misplaced`, which no rule takes: an error.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <stddef.h>
#include <string.h>

enum Token { NEWLINE, INDENT, DEDENT, LINE_BREAK, COMMENT, MISPLACED };

// Within a line; behind one, with blocks to close before the next; behind one, with none to close; before anything.
enum Place { WITHIN, BEHIND, SETTLED, START };

#define DEEPEST 40
#define TAB 4

typedef struct {
    uint8_t place;
    uint8_t depth;
    uint16_t opening;  // the margin of the block that starts with the next line, or 0
    uint16_t margins[DEEPEST];
} Scanner;

void *tree_sitter_hoyle_external_scanner_create(void) {
    Scanner *scanner = ts_calloc(1, sizeof(Scanner));
    scanner->place = START;
    return scanner;
}

void tree_sitter_hoyle_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_hoyle_external_scanner_serialize(void *payload, char *buffer) {
    Scanner *scanner = payload;
    unsigned length = offsetof(Scanner, margins) + scanner->depth * sizeof(uint16_t);
    memcpy(buffer, scanner, length);
    return length;
}

void tree_sitter_hoyle_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = payload;
    memset(scanner, 0, sizeof(Scanner));
    scanner->place = START;
    if (length > 0) memcpy(scanner, buffer, length);
}

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static inline uint16_t wider(uint16_t margin, int32_t c) {
    if (margin > UINT16_MAX - TAB || c == '\r') return margin;
    return c == '\t' ? (margin / TAB + 1) * TAB : margin + 1;
}

static inline bool found(TSLexer *lexer, enum Token token) {
    lexer->result_symbol = token;
    return true;
}

static void to_end_of_line(TSLexer *lexer) {
    while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
}

// The margin of the next line that says something; 0 at the end of the file.
static uint16_t next_margin(TSLexer *lexer) {
    uint16_t margin = 0;
    for (;;) {
        if (lexer->eof(lexer)) return 0;
        int32_t c = lexer->lookahead;
        if (c == '#') {
            to_end_of_line(lexer);
        } else if (c == '\n' || is_blank(c)) {
            margin = c == '\n' ? 0 : wider(margin, c);
            lexer->advance(lexer, false);
        } else {
            return margin;
        }
    }
}

static inline uint16_t top(Scanner *scanner) { return scanner->depth > 0 ? scanner->margins[scanner->depth - 1] : 0; }

// Between two lines, where no block closes any more: a comment, what is between lines, or the start of a block.
static bool between(Scanner *scanner, TSLexer *lexer) {
    if (lexer->lookahead == '#') {
        to_end_of_line(lexer);
        lexer->mark_end(lexer);
        scanner->place = SETTLED;
        return found(lexer, COMMENT);
    }
    if (lexer->lookahead == '\n') {
        uint16_t margin = 0;
        while (lexer->lookahead == '\n' || is_blank(lexer->lookahead)) {
            margin = lexer->lookahead == '\n' ? 0 : wider(margin, lexer->lookahead);
            lexer->advance(lexer, false);
        }
        lexer->mark_end(lexer);
        bool at_text = lexer->lookahead != '#' && !lexer->eof(lexer);
        if (at_text && margin > top(scanner)) scanner->opening = margin;
        scanner->place = at_text && scanner->opening == 0 ? WITHIN : SETTLED;
        return found(lexer, LINE_BREAK);
    }
    if (lexer->eof(lexer) || scanner->opening == 0) return false;
    bool fits = scanner->depth < DEEPEST;
    if (fits) scanner->margins[scanner->depth++] = scanner->opening;
    scanner->opening = 0;
    scanner->place = WITHIN;
    return found(lexer, fits ? INDENT : MISPLACED);
}

bool tree_sitter_hoyle_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)valid;  // a word that cannot stand there is an error, not a reason to read on
    Scanner *scanner = payload;
    bool at_start = scanner->place == START && lexer->get_column(lexer) == 0;
    lexer->mark_end(lexer);
    uint16_t margin = 0;
    while (is_blank(lexer->lookahead)) {
        margin = wider(margin, lexer->lookahead);
        lexer->advance(lexer, true);
    }
    bool at_text = !lexer->eof(lexer) && lexer->lookahead != '\n' && lexer->lookahead != '#';
    if (at_start && at_text) {
        if (margin == 0) return false;
        scanner->place = WITHIN;
        return found(lexer, MISPLACED);
    }
    if (at_start || scanner->place == SETTLED) return between(scanner, lexer);
    if (scanner->place != BEHIND) {
        if (at_text) return false;
        margin = next_margin(lexer);
        scanner->opening = margin > top(scanner) ? margin : 0;
        scanner->place = margin < top(scanner) ? BEHIND : SETTLED;
        return found(lexer, NEWLINE);
    }
    margin = next_margin(lexer);
    if (scanner->depth > 0) scanner->depth--;
    if (margin > top(scanner)) {
        scanner->margins[scanner->depth++] = margin;
        scanner->place = SETTLED;
        return found(lexer, MISPLACED);
    }
    scanner->place = margin < top(scanner) ? BEHIND : SETTLED;
    return found(lexer, DEDENT);
}
