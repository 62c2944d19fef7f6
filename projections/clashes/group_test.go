package clashes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// pairsOf makes findings of pairs such as "d1 b1"; the letter is the category.
func pairsOf(pairs ...string) []Finding {
	out := make([]Finding, len(pairs))
	for i, p := range pairs {
		for _, id := range strings.Fields(p) {
			out[i].Elements = append(out[i].Elements, state.ID(id))
		}
		out[i].Level = state.ID("L" + p[len(p)-1:])
	}
	return out
}

func TestFindingsAreGrouped(t *testing.T) {
	traits := func(id state.ID) Traits {
		return map[byte]Traits{'c': {Category: state.CategoryColumn, Model: "STR", Discipline: "structure"},
			'f': {Category: state.CategoryFloor}}[id[0]]
	}
	// The floor f1 meets four columns, and c3 meets two more floors. The pair of f1 and c3 is listed under f1, which
	// has more findings.
	findings := pairsOf("c1 f1", "c2 f1", "c3 f1", "c4 f1", "c3 f2", "c3 f3", "c8 c9")
	for by, want := range map[Grouping]string{
		ByElement:  "[{f1 [0 1 2 3]} {c3 [4 5]} {c8 [6]}]",
		ByCategory: "[{column + floor [0 1 2 3 4 5]} {column [6]}]",
		ByLevel:    "[{L1 [0 1 2 3]} {L2 [4]} {L3 [5]} {L9 [6]}]",

		ByModel:      "[{STR + own [0 1 2 3 4 5]} {STR + STR [6]}]",
		ByDiscipline: "[{own + structure [0 1 2 3 4 5]} {structure + structure [6]}]",
	} {
		if got := fmt.Sprint(by.Group(findings, traits)); got != want {
			t.Errorf("%s: %s, want %s", by, got, want)
		}
	}
}

// A thousand findings are returned once each, and the groups are sorted by decreasing size.
func TestGroupsHoldEveryFindingOnce(t *testing.T) {
	var findings []Finding
	for i := range 1000 {
		findings = append(findings, pairsOf(fmt.Sprintf("c%d f%d", i*i%37, i%101))...)
	}
	var seen []int
	last := len(findings)
	for _, g := range ByElement.Group(findings, nil) {
		seen = append(seen, g.Findings...)
		if len(g.Findings) > last {
			t.Errorf("a group of %d comes after one of %d", len(g.Findings), last)
		}
		last = len(g.Findings)
	}
	slices.Sort(seen)
	for i, at := range seen {
		if i != at {
			t.Fatalf("finding %d is in no group or in several", i)
		}
	}
	if len(seen) != len(findings) {
		t.Errorf("%d findings in groups, want %d", len(seen), len(findings))
	}
}
