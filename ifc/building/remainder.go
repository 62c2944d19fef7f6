package building

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/step"
)

// Remainder holds the data of a file that the description does not include, for a report.
type Remainder struct {
	NoLengthUnit bool         // whether the file has no unit of length, so that lengths are read as metres
	Rings        int          // number of rings of placements that are relative to each other
	Quantities   []ClassCount // quantities of products, by class
}

// Remainder returns the data of a file that its description does not include.
func (s *Source) Remainder() Remainder {
	t := Remainder{NoLengthUnit: !s.hasLengthUnit, Rings: s.rings}
	counts := map[string]int{}
	kinds, names := s.index.Kinds()
	acts, asked := make([]func(*step.Instance), len(names)), make([]bool, len(names))
	for i, kind := range kinds {
		in := &s.file.Instances[i]
		if !asked[kind] {
			acts[kind], asked[kind] = s.remaining(in, &t, counts), true
		}
		if act := acts[kind]; act != nil {
			act(in)
		}
	}
	for class, n := range counts {
		t.Quantities = append(t.Quantities, ClassCount{class, n})
	}
	slices.SortFunc(t.Quantities, func(a, b ClassCount) int { return strings.Compare(a.Class, b.Class) })
	return t
}

// remaining returns the function that counts the instances of a class, nil for a class that is not counted.
func (s *Source) remaining(in *step.Instance, t *Remainder, quantities map[string]int) func(*step.Instance) {
	if s.isA(in, "IfcRelDefinesByProperties") {
		return func(in *step.Instance) {
			for _, set := range s.many(in, "RelatingPropertyDefinition") {
				kept := !isBase(strings.TrimSpace(s.text(set, "Name")))
				s.countQuantities(s.many(set, "Quantities"), len(s.many(in, "RelatedObjects")), quantities,
					map[int]bool{}, 0, kept)
			}
		}
	}
	return nil
}

// countQuantities counts each quantity once for every object that has it. For a complex quantity it counts the
// quantities in it. It visits each complex quantity once, since complex quantities may contain each other in a cycle.
// If the set is kept, it counts only the quantities within complex quantities.
func (s *Source) countQuantities(list []*step.Instance, objects int, counts map[string]int, seen map[int]bool,
	depth int, kept bool) {
	for _, q := range list {
		if inner := s.many(q, "HasQuantities"); len(inner) > 0 && depth < maxDepth {
			if !seen[q.ID] {
				seen[q.ID] = true
				s.countQuantities(inner, objects, counts, seen, depth+1, false)
			}
			continue
		}
		if kept && measure.OfQuantity(s.className(q)) != "" {
			continue
		}
		counts[s.className(q)] += objects
	}
}
