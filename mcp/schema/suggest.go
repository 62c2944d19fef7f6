package schema

import (
	"math"
	"strings"
)

// Nearest returns the candidate that a misspelt name most likely means, or "" if none is near. A candidate that differs
// only in case or separators comes first. Otherwise it is the one with the smallest edit distance, up to a third of the
// name's length. Among equally near candidates the first is returned.
func Nearest(name string, candidates []string) string {
	plain := strip(name)
	best, bound := "", max(1, len(name)/3)+1
	for _, c := range candidates {
		letters := strip(c)
		if letters == plain {
			return c
		}
		if longer := len(letters) - len(plain); longer >= bound || -longer >= bound {
			continue // each additional letter is at least one edit
		}
		if d := distance(plain, letters); d < bound {
			best, bound = c, d
		}
	}
	return best
}

// SameLetters reports whether two names are equal apart from case and separators.
func SameLetters(a, b string) bool { return strip(a) == strip(b) }

var separators = strings.NewReplacer("_", "", "-", "", " ", "", ".", "")

func strip(s string) string { return separators.Replace(strings.ToLower(s)) }

// maxComparedBytes bounds the work on names, whose length a caller chooses.
const maxComparedBytes = 64

// distance returns the number of insertions, deletions, substitutions and swaps of neighbours that change a to b
// (restricted Damerau-Levenshtein distance).
func distance(a, b string) int {
	if len(a) > maxComparedBytes || len(b) > maxComparedBytes {
		return math.MaxInt // not near
	}
	var rows [3][maxComparedBytes + 1]int
	for j := range len(b) + 1 {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, above2 := &rows[(i+1)%3], &rows[i%3], &rows[(i+2)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], above2[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
