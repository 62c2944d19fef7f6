package express

import "strings"

// token is a word, number, string or symbol. Words are in upper case because EXPRESS ignores case.
type token struct {
	kind  tokenKind
	text  string // text of a word or symbol; for a string, the text between the quotes
	start int    // byte offset in the text
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken
	stringToken
	binaryToken
	symbolToken
)

// symbols are the symbols of more than one character; a longer symbol precedes its prefixes.
var symbols = [...]string{":<>:", ":=:", ":=", "<=", ">=", "<>", "<*", "||", "**"}

// tokens splits EXPRESS text into tokens (ISO 10303-11 clause 7) and drops comments.
func tokens(text string) ([]token, error) {
	var out []token
	for i := 0; i < len(text); {
		t, n := next(text[i:])
		if n == 0 {
			return nil, &SyntaxError{Offset: i, Message: "a comment or string is not closed"}
		}
		if t.kind != endToken {
			t.start = i
			out = append(out, t)
		}
		i += n
	}
	return append(out, token{kind: endToken, start: len(text)}), nil
}

// next returns the token at the front of s and its length, or length 0 if a string or comment is not closed. Blanks and
// comments return kind endToken.
func next(s string) (token, int) {
	switch c := s[0]; {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return token{}, 1
	case strings.HasPrefix(s, "(*"):
		return token{}, comment(s)
	case strings.HasPrefix(s, "--"):
		return token{}, strings.IndexByte(s+"\n", '\n')
	case c == '\'':
		return quoted(s)
	case c == '%':
		n := 1 + span(s[1:], func(c byte) bool { return c == '0' || c == '1' })
		return token{kind: binaryToken, text: s[1:n]}, n
	case digit(c):
		n := numeral(s)
		return token{kind: numberToken, text: s[:n]}, n
	case letter(c):
		n := span(s, func(c byte) bool { return letter(c) || digit(c) || c == '_' })
		return token{kind: wordToken, text: strings.ToUpper(s[:n])}, n
	}
	for _, symbol := range symbols {
		if strings.HasPrefix(s, symbol) {
			return token{kind: symbolToken, text: symbol}, len(symbol)
		}
	}
	return token{kind: symbolToken, text: s[:1]}, 1
}

// quoted reads a string literal; a doubled quote means one quote.
func quoted(s string) (token, int) {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '\'':
		case i+1 < len(s) && s[i+1] == '\'':
			i++
		default:
			return token{kind: stringToken, text: strings.ReplaceAll(s[1:i], "''", "'")}, i + 1
		}
	}
	return token{}, 0
}

// numeral returns the length of "12", "12." or "12.5E-3". A number needs a digit before its point.
func numeral(s string) int {
	n := span(s, digit)
	if n < len(s) && s[n] == '.' {
		n++
		n += span(s[n:], digit)
	}
	if n < len(s) && s[n]|0x20 == 'e' {
		e := n + 1
		if e < len(s) && (s[e] == '+' || s[e] == '-') {
			e++
		}
		if digits := span(s[e:], digit); digits > 0 {
			return e + digits
		}
	}
	return n
}

// comment returns the length of a comment, which may contain nested comments, or 0 if it is not closed.
func comment(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "(*":
			depth++
			i++
		case "*)":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// span returns the number of bytes at the front of s that satisfy in.
func span(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
