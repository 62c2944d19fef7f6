package table

import (
	"cmp"
	"strings"
)

// Compare orders cells: empty cells last, then by kind, numbers by their value to nine decimals, texts in natural
// order, in which D2 comes before D10.
func Compare(a, b Cell) int {
	switch {
	case a.kind == "" || b.kind == "":
		return cmp.Compare(empties(a), empties(b))
	case a.kind != b.kind:
		return cmp.Compare(a.kind, b.kind)
	case a.kind == KindText:
		return natural(a.text, b.text)
	}
	return cmp.Compare(nine(a.number), nine(b.number))
}

func empties(c Cell) int {
	if c.kind == "" {
		return 1
	}
	return 0
}

// natural compares texts with the numbers in them as numbers. Texts that differ in leading zeros only are compared
// letter by letter.
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		n, m := digits(x), digits(y)
		if n > 0 && m > 0 {
			p, q := strings.TrimLeft(x[:n], "0"), strings.TrimLeft(y[:m], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
				return c
			}
			x, y = x[n:], y[m:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits returns the length of the number that a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
