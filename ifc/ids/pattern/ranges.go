package pattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// span is a range of code points that includes both ends.
type span struct{ low, high rune }

// set is a set of code points as spans in ascending order that neither touch nor overlap.
type set []span

// normal sorts and joins spans.
func normal(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return int(a.low) - int(b.low) })
	var out set
	for _, s := range spans {
		if n := len(out); n > 0 && s.low <= out[n-1].high+1 {
			out[n-1].high = max(out[n-1].high, s.high)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func (s set) union(other set) set { return normal(append(slices.Clone(s), other...)) }

// complement returns all code points that are not in s.
func (s set) complement() set {
	var out set
	next := rune(0)
	for _, r := range s {
		if r.low > next {
			out = append(out, span{next, r.low - 1})
		}
		next = r.high + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return out
}

// minus returns the code points that are in s but not in other.
func (s set) minus(other set) set { return s.complement().union(other).complement() }

// fromTable converts a table of package unicode to a set.
func fromTable(t *unicode.RangeTable) set {
	var spans []span
	for _, r := range t.R16 {
		spans = appendStrided(spans, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		spans = appendStrided(spans, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return normal(spans)
}

func appendStrided(spans []span, low, high, stride rune) []span {
	if stride == 1 {
		return append(spans, span{low, high})
	}
	for c := low; c <= high; c += stride {
		spans = append(spans, span{c, c})
	}
	return spans
}

// nothing is a class in Go's syntax that matches no character.
const nothing = `[^\x{0}-\x{10FFFF}]`

// goSyntax writes the set as a class of package regexp.
func (s set) goSyntax() string {
	if len(s) == 0 {
		return nothing
	}
	var b strings.Builder
	b.WriteByte('[')
	for _, r := range s {
		fmt.Fprintf(&b, `\x{%X}`, r.low)
		if r.high > r.low {
			fmt.Fprintf(&b, `-\x{%X}`, r.high)
		}
	}
	b.WriteByte(']')
	return b.String()
}
