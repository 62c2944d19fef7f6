package main

import (
	"fmt"
	"strings"
)

// token is a word, number, string or symbol of an EXPRESS file.
type token struct {
	text  string
	start int
	line  int
}

// tokens splits EXPRESS text into tokens (ISO 10303-11 clause 7) and drops comments.
func tokens(src string) ([]token, error) {
	var out []token
	line := 1
	for i := 0; i < len(src); {
		n, keep := next(src[i:])
		if n == 0 {
			return nil, fmt.Errorf("line %d: a comment or string is not closed", line)
		}
		if keep {
			out = append(out, token{src[i : i+n], i, line})
		}
		line += strings.Count(src[i:i+n], "\n")
		i += n
	}
	return out, nil
}

// next returns the length of the token, blank or comment at the front of s, and whether it is a token. The length is 0
// if a comment or string does not end.
func next(s string) (n int, keep bool) {
	switch c := s[0]; {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return 1, false
	case strings.HasPrefix(s, "(*"):
		return comment(s), false
	case strings.HasPrefix(s, "--"):
		return strings.IndexByte(s+"\n", '\n'), false
	case c == '\'':
		return strings.IndexByte(s[1:], '\'') + 2, true
	case word(c):
		for n < len(s) && word(s[n]) {
			n++
		}
		return n, true
	}
	for _, symbol := range []string{":=:", ":<>:", ":=", "<=", ">=", "<>", "<*", "||", "**"} {
		if strings.HasPrefix(s, symbol) {
			return len(symbol), true
		}
	}
	return 1, true
}

// comment returns the length of a comment, which may contain nested comments.
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

func word(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}
