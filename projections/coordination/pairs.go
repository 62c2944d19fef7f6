package coordination

import (
	"cmp"
	"slices"
	"strings"
)

// Pair counts the clashes between two disciplines, or within one.
type Pair struct {
	A, B     string
	New      int
	Open     int
	Unjudged int
	Gone     int
	Approved int // accepted clashes among New and Open
	Days     int // age of the oldest clash among New and Open that is not approved
}

// There returns the number of clashes that the last check found.
func (p *Pair) There() int { return p.New + p.Open }

// Pairs returns the matrix of clashes: the pairs of disciplines with clashes, sorted by their number, the largest
// first.
func (r *Report) Pairs() []Pair {
	var out []Pair
	for _, c := range r.Clashes {
		a, b := c.pair()
		i := slices.IndexFunc(out, func(p Pair) bool { return p.A == a && p.B == b })
		if i < 0 {
			i = len(out)
			out = append(out, Pair{A: a, B: b})
		}
		r.count(&out[i], &c)
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.There(), b.There()), strings.Compare(a.A, b.A), strings.Compare(a.B, b.B))
	})
	return out
}

func (r *Report) count(p *Pair, c *Clash) {
	switch c.Fate {
	case New:
		p.New++
	case Open:
		p.Open++
	case Unjudged:
		p.Unjudged++
	case Gone:
		p.Gone++
	}
	switch there := c.Fate == New || c.Fate == Open; {
	case there && c.approved():
		p.Approved++
	case there:
		p.Days = max(p.Days, r.days(c.First))
	}
}

// pair returns the disciplines of a clash in alphabetical order. They are equal if all elements have the same
// discipline.
func (c *Clash) pair() (a, b string) {
	var names []string
	for _, e := range c.Elements {
		names = append(names, e.Of)
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return "", ""
	}
	return names[0], names[len(names)-1]
}

// PartyAge counts the open tasks of a party by age.
type PartyAge struct {
	Party   string
	Open    int
	Ages    [len(ageBounds) + 1]int
	Overdue int
	Done    int // tasks completed since the previous check
}

// ageBounds are the upper bounds, in days, of the ages of tasks: one, two and four weekly meetings.
var ageBounds = [...]int{7, 14, 28}

// Parties returns how many tasks each party has. The party with the most open tasks comes first.
func (r *Report) Parties() []PartyAge {
	var out []PartyAge
	today := r.At.UTC().Format("2006-01-02")
	for _, t := range r.Tasks {
		i := slices.IndexFunc(out, func(p PartyAge) bool { return p.Party == t.Party })
		if i < 0 {
			i = len(out)
			out = append(out, PartyAge{Party: t.Party})
		}
		if t.Done {
			out[i].Done++
			continue
		}
		out[i].Open++
		age, _ := slices.BinarySearch(ageBounds[:], r.days(t.Created))
		out[i].Ages[age]++
		if t.Due != "" && t.Due < today {
			out[i].Overdue++
		}
	}
	slices.SortFunc(out, func(a, b PartyAge) int {
		return cmp.Or(-cmp.Compare(a.Open, b.Open), strings.Compare(a.Party, b.Party))
	})
	return out
}
