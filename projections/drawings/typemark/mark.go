package typemark

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestMark is the number of letters that a mark has at most: tags of doors are as wide.
const longestMark = 8

// Marks returns the marks of types by their names, in the order of names. A name begins with its mark where its first
// word has a digit ("EW1 Cavity wall"), and a short name is its own mark. Every other type gets the letters and the
// first number that no mark has yet, in the order of names. Types of one name have one mark.
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

// short returns a name that is no longer than a mark; "" else.
func short(name string) string {
	if name = strings.TrimSpace(name); utf8.RuneCountInString(name) <= longestMark {
		return name
	}
	return ""
}

// firstWord returns the first word of a name where it can be a mark; "" else.
func firstWord(name string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	word = strings.TrimRight(word, ":,;-")
	letters := strings.ContainsFunc(word, unicode.IsLetter)
	if utf8.RuneCountInString(word) > longestMark || !letters || !strings.ContainsFunc(word, unicode.IsDigit) {
		return ""
	}
	return word
}

// Meaning returns what a legend says of a mark: the name of its type, without the mark that the name begins with.
func Meaning(name, mark string) string {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(name), mark); ok {
		return strings.TrimLeft(rest, " :,;-")
	}
	return name
}
