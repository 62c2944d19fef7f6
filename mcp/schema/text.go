package schema

import "unicode/utf8"

// The functions of this file scan JSON text (RFC 8259) without building values. Each returns the end of what begins at
// i. ok is false if the text is not JSON or not ordinary; the library decides about such texts.

// maxDepth bounds the nesting that is scanned.
const maxDepth = 64

// maxDigits is a number of digits with which every number is within the range of a float64.
const maxDigits = 300

func skipSpace(d []byte, i int) int {
	for i < len(d) && (d[i] == ' ' || d[i] == '\t' || d[i] == '\n' || d[i] == '\r') {
		i++
	}
	return i
}

// endOfString requires d[i] == '"'. plain reports that the content has no escapes.
func endOfString(d []byte, i int) (end int, plain, ok bool) {
	plain = true
	for i++; i < len(d); i++ {
		switch c := d[i]; {
		case c == '"':
			return i + 1, plain, true
		case c < ' ':
			return 0, false, false
		case c == '\\':
			plain = false
			if i = endOfEscape(d, i+1); i == 0 {
				return 0, false, false
			}
		}
	}
	return 0, false, false
}

// endOfEscape returns the index of the last byte of an escape whose backslash precedes i, or 0 if it is invalid.
func endOfEscape(d []byte, i int) int {
	if i >= len(d) {
		return 0
	}
	switch d[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i
	case 'u':
		if i+4 >= len(d) {
			return 0
		}
		for _, c := range d[i+1 : i+5] {
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return 0
			}
		}
		return i + 4
	}
	return 0
}

// endOfNumber returns the end of the number at i. ok is false for numbers with an exponent or more than maxDigits
// characters.
func endOfNumber(d []byte, i int) (end int, whole, ok bool) {
	begin := i
	if i < len(d) && d[i] == '-' {
		i++
	}
	digits := endOfDigits(d, i)
	if digits == i || d[i] == '0' && digits > i+1 {
		return 0, false, false
	}
	i, whole = digits, true
	if i < len(d) && d[i] == '.' {
		whole = false
		if digits = endOfDigits(d, i+1); digits == i+1 {
			return 0, false, false
		}
		i = digits
	}
	if i < len(d) && d[i]|0x20 == 'e' || i-begin > maxDigits {
		return 0, false, false
	}
	return i, whole, true
}

func endOfDigits(d []byte, i int) int {
	for i < len(d) && d[i] >= '0' && d[i] <= '9' {
		i++
	}
	return i
}

func endOfWord(d []byte, i int, word string) (int, bool) {
	end := i + len(word)
	return end, end <= len(d) && string(d[i:end]) == word
}

// members visits the members of the object that begins at i. visit gets the name with its quotes and the index of the
// value, and returns the end of the value.
func members(d []byte, i int, visit func(name []byte, value int) (int, bool)) (end int, ok bool) {
	i = skipSpace(d, i+1)
	if i < len(d) && d[i] == '}' {
		return i + 1, true
	}
	for i < len(d) && d[i] == '"' {
		after, plain, ok := endOfString(d, i)
		if !ok || !plain {
			return 0, false
		}
		value := skipSpace(d, after)
		if value >= len(d) || d[value] != ':' {
			return 0, false
		}
		next, ok := visit(d[i:after], skipSpace(d, value+1))
		if !ok {
			return 0, false
		}
		if next = skipSpace(d, next); next < len(d) && d[next] == '}' {
			return next + 1, true
		}
		if next >= len(d) || d[next] != ',' {
			return 0, false
		}
		i = skipSpace(d, next+1)
	}
	return 0, false
}

// items visits the items of the array that begins at i. visit returns the end of the item.
func items(d []byte, i int, visit func(item int) (int, bool)) (end int, ok bool) {
	i = skipSpace(d, i+1)
	if i < len(d) && d[i] == ']' {
		return i + 1, true
	}
	for i < len(d) {
		next, ok := visit(i)
		if !ok {
			return 0, false
		}
		if next = skipSpace(d, next); next < len(d) && d[next] == ']' {
			return next + 1, true
		}
		if next >= len(d) || d[next] != ',' {
			return 0, false
		}
		i = skipSpace(d, next+1)
	}
	return 0, false
}

// sameWhenWritten reports whether encoding/json would write a string, including its quotes, unchanged: it has no
// escapes, and no characters that are written as escapes.
func sameWhenWritten(text []byte) bool {
	ascii := true
	for _, c := range text[1 : len(text)-1] {
		switch {
		case c < ' ' || c == '\\' || c == '<' || c == '>' || c == '&' || c == 0xE2: // U+2028 and U+2029 begin with E2
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.Valid(text)
}
