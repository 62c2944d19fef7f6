package pattern

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// letters are the characters of the drawn patterns and texts; some of them have a meaning in patterns.
const letters = "abc1ä.-^$"

// expression is a pattern with a matcher that is independent of the compiler. ends returns every position at which a
// match can end that begins at a given position.
type expression struct {
	text string
	ends func(in []rune, at int) []int
}

func letter(r rune) expression {
	text := string(r)
	if strings.ContainsRune(".-", r) {
		text = `\` + text
	}
	return oneOf(text, func(c rune) bool { return c == r })
}

func oneOf(text string, holds func(rune) bool) expression {
	return expression{text, func(in []rune, at int) []int {
		if at < len(in) && holds(in[at]) {
			return []int{at + 1}
		}
		return nil
	}}
}

func (e expression) then(next expression) expression {
	return expression{e.text + next.text, func(in []rune, at int) []int {
		var out []int
		for _, middle := range e.ends(in, at) {
			out = append(out, next.ends(in, middle)...)
		}
		return out
	}}
}

func (e expression) or(other expression) expression {
	return expression{"(" + e.text + "|" + other.text + ")",
		func(in []rune, at int) []int { return append(e.ends(in, at), other.ends(in, at)...) }}
}

func (e expression) times(low, high int) expression {
	out := expression{fmt.Sprintf("(%s){%d,%d}", e.text, low, high), nil}
	out.ends = func(in []rune, at int) []int {
		reached, all := []int{at}, []int{}
		for n := 0; n <= high; n++ {
			if n >= low {
				all = append(all, reached...)
			}
			var next []int
			for _, place := range reached {
				next = append(next, e.ends(in, place)...)
			}
			reached = next
		}
		return all
	}
	return out
}

// drawn draws an expression of a given depth.
func drawn(t *rapid.T, depth int) expression {
	leaves := []expression{letter(rapid.SampledFrom([]rune(letters)).Draw(t, "letter")),
		oneOf(".", func(rune) bool { return true }),
		oneOf(`\d`, func(r rune) bool { return r == '1' }),
		oneOf(`\w`, func(r rune) bool { return !strings.ContainsRune(".-", r) }),
		oneOf(`[a-c-[b]]`, func(r rune) bool { return r == 'a' || r == 'c' }),
		oneOf(`[^a1]`, func(r rune) bool { return r != 'a' && r != '1' }),
		oneOf(`\p{L}`, func(r rune) bool { return strings.ContainsRune("abcä", r) })}
	if depth == 0 {
		return rapid.SampledFrom(leaves).Draw(t, "leaf")
	}
	left := drawn(t, depth-1)
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return left.then(drawn(t, depth-1))
	case 1:
		return left.or(drawn(t, depth-1))
	case 2:
		low := rapid.IntRange(0, 2).Draw(t, "low")
		return left.times(low, low+rapid.IntRange(0, 2).Draw(t, "more"))
	}
	return left
}

// TestPatternsAgreeWithASlowMatcher draws patterns and texts, and compares the compiled pattern with the slow matcher.
func TestPatternsAgreeWithASlowMatcher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t, 3)
		re, err := Compile(e.text)
		if err != nil {
			t.Fatalf("%s: %v", e.text, err)
		}
		for range 8 {
			in := rapid.SliceOfN(rapid.RuneFrom([]rune(letters)), 0, 6).Draw(t, "text")
			want := false
			for _, end := range e.ends(in, 0) {
				want = want || end == len(in)
			}
			if re.MatchString(string(in)) != want {
				t.Fatalf("%s against %q: not %v", e.text, string(in), want)
			}
		}
	})
}
