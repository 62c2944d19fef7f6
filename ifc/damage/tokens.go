package damage

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
)

// mostChanges is how many places of a file Tokens changes at most: with many, the first fault hides the others.
const mostChanges = 6

// Tokens returns a copy of a file with one to six of its tokens changed: a reference leads to another instance, a
// number becomes one that breaks formulas, an enumeration another one of the file, an argument nothing, an instance is
// gone or of the class of another one.
func Tokens(data []byte, rng *rand.Rand) []byte {
	for range 1 + rng.IntN(mostChanges) {
		data = changes[rng.IntN(len(changes))](data, rng)
	}
	return data
}

var changes = []func([]byte, *rand.Rand) []byte{
	exchange(regexp.MustCompile(`#\d+\b`)),
	exchange(regexp.MustCompile(`#\d+\b`)), // cycles and wrong classes are what readers break at: twice as often
	exchange(regexp.MustCompile(`\.[A-Z_]+\.`)),
	replace(regexp.MustCompile(`-?\d+\.\d*(?:E[+-]?\d+)?`), "0.", "-1.", "0.5", "90.", "3.141592653589793", "1.E-9",
		"1.E9", "1.E-300", "1.E300"),
	replace(regexp.MustCompile(`\b\d+\b`), "0", "1", "3", "7", "1000000", "2147483647"),
	replace(regexp.MustCompile(`[^,()';\n]+`), "$"),
	replace(regexp.MustCompile(`(?m)^#\d+ *=.*$`), ""),
	exchange(regexp.MustCompile(`IFC[A-Z0-9]+`)),
}

// replace puts one of some texts for a token.
func replace(token *regexp.Regexp, with ...string) func([]byte, *rand.Rand) []byte {
	return func(data []byte, rng *rand.Rand) []byte {
		return put(data, find(data, token, rng), []byte(with[rng.IntN(len(with))]))
	}
}

// exchange puts another token of the file for a token of its kind.
func exchange(token *regexp.Regexp) func([]byte, *rand.Rand) []byte {
	return func(data []byte, rng *rand.Rand) []byte {
		at, other := find(data, token, rng), find(data, token, rng)
		if other == nil {
			return data
		}
		return put(data, at, data[other[0]:other[1]])
	}
}

// find returns where the first such token behind a random place of the data section is, nil without one.
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
