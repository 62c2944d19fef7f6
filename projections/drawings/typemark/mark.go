package typemark

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestMark is the largest number of letters of a mark. Its tag is then no wider than the tag of a door.
const longestMark = 8

// Marks returns the marks of types by their names. If the first word of a name has a digit, that word is the mark ("EW1
// Cavity wall"). A short name is its own mark. Every other type, in the order of names, gets the letters followed by
// the first unused number. Types with the same name share a mark.
func Marks(names []string, letters string) map[string]string {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	marks, taken := make(map[string]string, len(sorted)), make(map[string]bool, len(sorted))
	for _, own := range []func(string) string{short, firstWord} {
		for _, name := range sorted {
			if m := own(name); marks[name] == "" && m != "" && !taken[m] {
				marks[name], taken[m] = m, true
			}
		}
	}
	n := 0
	for _, name := range sorted {
		for marks[name] == "" {
			n++
			if m := fmt.Sprintf("%s%d", letters, n); !taken[m] {
				marks[name], taken[m] = m, true
			}
		}
	}
	return marks
}

// short returns a name that is no longer than a mark, or "".
func short(name string) string {
	if name = strings.TrimSpace(name); utf8.RuneCountInString(name) <= longestMark {
		return name
	}
	return ""
}

// firstWord returns the first word of a name if it can be a mark, or "".
func firstWord(name string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	word = strings.TrimRight(word, ":,;-")
	letters := strings.ContainsFunc(word, unicode.IsLetter)
	if utf8.RuneCountInString(word) > longestMark || !letters || !strings.ContainsFunc(word, unicode.IsDigit) {
		return ""
	}
	return word
}

// Meaning returns the text of a legend for a mark: the name of its type, without the mark at its beginning.
func Meaning(name, mark string) string {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(name), mark); ok {
		return strings.TrimLeft(rest, " :,;-")
	}
	return name
}
