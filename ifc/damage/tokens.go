package damage

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
)

// mostChanges is the greatest number of changes in a file; with more changes the first fault would hide the others.
const mostChanges = 6

// Tokens returns a copy of a file with one to six changes. A change replaces a reference by another reference, a number
// by a number that breaks formulas, or an enumeration item by another item of the file. It may also remove an argument
// or an instance, or give an instance the class of another instance.
func Tokens(data []byte, rng *rand.Rand) []byte {
	for range 1 + rng.IntN(mostChanges) {
		data = changes[rng.IntN(len(changes))](data, rng)
	}
	return data
}

var changes = []func([]byte, *rand.Rand) []byte{
	exchange(regexp.MustCompile(`#\d+\b`)),
	exchange(regexp.MustCompile(`#\d+\b`)), // listed twice, because readers most often fail on cycles and wrong classes
	exchange(regexp.MustCompile(`\.[A-Z_]+\.`)),
	replace(regexp.MustCompile(`-?\d+\.\d*(?:E[+-]?\d+)?`), "0.", "-1.", "0.5", "90.", "3.141592653589793", "1.E-9",
		"1.E9", "1.E-300", "1.E300"),
	replace(regexp.MustCompile(`\b\d+\b`), "0", "1", "3", "7", "1000000", "2147483647"),
	replace(regexp.MustCompile(`[^,()';\n]+`), "$"),
	replace(regexp.MustCompile(`(?m)^#\d+ *=.*$`), ""),
	exchange(regexp.MustCompile(`IFC[A-Z0-9]+`)),
}

// replace returns a change that replaces a token by one of the texts.
func replace(token *regexp.Regexp, with ...string) func([]byte, *rand.Rand) []byte {
	return func(data []byte, rng *rand.Rand) []byte {
		return put(data, find(data, token, rng), []byte(with[rng.IntN(len(with))]))
	}
}

// exchange returns a change that replaces a token by another token of the same kind from the file.
func exchange(token *regexp.Regexp) func([]byte, *rand.Rand) []byte {
	return func(data []byte, rng *rand.Rand) []byte {
		at, other := find(data, token, rng), find(data, token, rng)
		if other == nil {
			return data
		}
		return put(data, at, data[other[0]:other[1]])
	}
}

// find returns the range of the first token after a random place in the data section, or nil if there is none.
func find(data []byte, token *regexp.Regexp, rng *rand.Rand) []int {
	start := max(0, bytes.Index(data, []byte("DATA;")))
	at := start + rng.IntN(max(1, len(data)-start))
	if m := token.FindIndex(data[at:]); m != nil {
		return []int{at + m[0], at + m[1]}
	}
	return nil
}

func put(data []byte, at []int, text []byte) []byte {
	if at == nil {
		return data
	}
	return slices.Concat(data[:at[0]], text, data[at[1]:])
}
