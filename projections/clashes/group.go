package clashes

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Grouping is the key by which findings are grouped.
type Grouping string

// The groupings.
const (
	ByElement  Grouping = "element"  // the element with the most findings, then the same for the remaining findings
	ByCategory Grouping = "category" // the categories of their elements
	ByLevel    Grouping = "level"    // the storey they are on
	ByModel    Grouping = "model"    // the models of their elements: a matrix of models
	// ByDiscipline groups by the disciplines of the links of their elements: a matrix of disciplines.
	ByDiscipline Grouping = "discipline"
)

// Enum lists the groupings.
func (Grouping) Enum() []string {
	return []string{"element", "category", "level", "model", "discipline"}
}

// Group is a set of findings, as indexes in the list.
type Group struct {
	Key      string // id of the element or the level, or the categories
	Findings []int
}

// Traits holds the properties of an element by which findings are grouped.
type Traits struct {
	Category   state.Category
	Model      string // name of its link, "" for an element of the model itself
	Discipline string // discipline of that link
}

// Group returns the findings in groups, the largest group first. Every finding is in exactly one group, in its original
// order.
func (by Grouping) Group(findings []Finding, traits func(state.ID) Traits) []Group {
	keys := make([]string, len(findings))
	switch by {
	case ByElement:
		keys = shared(findings)
	case ByCategory:
		for i, f := range findings {
			keys[i] = strings.Join(slices.Compact(namesOf(f, func(id state.ID) string {
				return string(traits(id).Category)
			})), " + ")
		}
	case ByLevel:
		for i, f := range findings {
			keys[i] = string(f.Level)
		}
	case ByModel:
		for i, f := range findings {
			keys[i] = cellOf(f, func(id state.ID) string { return cmp.Or(traits(id).Model, OwnModel) })
		}
	case ByDiscipline:
		for i, f := range findings {
			keys[i] = cellOf(f, func(id state.ID) string {
				t := traits(id)
				return cmp.Or(t.Discipline, t.Model, OwnModel)
			})
		}
	}
	return groupsOf(keys)
}

// cellOf returns the cell of a matrix for a finding: the names of its elements, or the same name twice if they are
// equal.
func cellOf(f Finding, of func(state.ID) string) string {
	names := slices.Compact(namesOf(f, of))
	if len(names) == 1 {
		names = append(names, names[0])
	}
	return strings.Join(names, " + ")
}

// namesOf returns the sorted names of a finding's elements.
func namesOf(f Finding, of func(state.ID) string) []string {
	names := make([]string, len(f.Elements))
	for i, id := range f.Elements {
		names[i] = of(id)
	}
	slices.Sort(names)
	return names
}

func groupsOf(keys []string) []Group {
	var out []Group
	place := map[string]int{}
	for i, key := range keys {
		at, known := place[key]
		if !known {
			at = len(out)
			place[key] = at
			out = append(out, Group{Key: key})
		}
		out[at].Findings = append(out[at].Findings, i)
	}
	slices.SortFunc(out, func(a, b Group) int {
		return cmp.Or(-cmp.Compare(len(a.Findings), len(b.Findings)), strings.Compare(a.Key, b.Key))
	})
	return out
}

// shared returns for each finding the element under which it is grouped. Repeatedly, the element with the most
// remaining findings takes them. So twenty clashes of a duct with beams are listed once under the duct.
func shared(findings []Finding) []string {
	open := map[state.ID][]int{}
	for i, f := range findings {
		for _, id := range f.Elements {
			open[id] = append(open[id], i)
		}
	}
	queue := make(crowd, 0, len(open))
	for id, list := range open {
		queue = append(queue, party{id, len(list)})
	}
	heap.Init(&queue)
	out := make([]string, len(findings))
	for len(queue) > 0 {
		p := heap.Pop(&queue).(party)
		left := slices.DeleteFunc(open[p.id], func(i int) bool { return out[i] != "" })
		if open[p.id] = left; len(left) < p.findings {
			if len(left) > 0 {
				heap.Push(&queue, party{p.id, len(left)})
			}
			continue
		}
		for _, i := range left {
			out[i] = string(p.id)
		}
	}
	return out
}

// party is an element with its number of findings at the last count.
type party struct {
	id       state.ID
	findings int
}

// crowd is a heap of parties: the party with the most findings first, and among equal parties the lowest id first.
type crowd []party

func (c crowd) Len() int { return len(c) }
func (c crowd) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(c[j].findings, c[i].findings), cmp.Compare(c[i].id, c[j].id)) < 0
}
func (c crowd) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

// Push and Pop implement heap.Interface.
func (c *crowd) Push(p any) { *c = append(*c, p.(party)) }

// Pop removes and returns the last party.
func (c *crowd) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
