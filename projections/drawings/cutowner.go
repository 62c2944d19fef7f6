package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// cutOwners finds the elements to which a line along a cut belongs. An outline encloses several elements together,
// without the seams between them.
type cutOwners struct {
	sides *index
	of    []*state.Element // of each side
}

func (v *view) cutOwners(groups []group) *cutOwners {
	o := &cutOwners{sides: newIndex(nil)}
	for _, g := range groups {
		for _, p := range g.pieces {
			v.goOn()
			for _, s := range rings(v.region(p.region)) {
				o.sides.add(s)
				o.of = append(o.of, p.element)
			}
		}
	}
	return o
}

// at returns the elements whose sides a line runs along.
func (o *cutOwners) at(points []paper.Point) []*state.Element {
	var out []*state.Element
	for i := 1; i < len(points); i++ {
		s := segment{points[i-1], points[i]}
		least := min(float64(leastLine), s.length()/2)
		for _, n := range o.sides.found(s, sameLine) {
			if c, ok := covered(s, o.sides.all[n], float64(sameLine)); ok && c.to-c.from >= least {
				out = append(out, o.of[n])
			}
		}
	}
	return sortedElements(out)
}

// sortedElements returns elements by id, each once.
func sortedElements(all []*state.Element) []*state.Element {
	slices.SortFunc(all, func(a, b *state.Element) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b *state.Element) bool { return a.ID == b.ID })
}

// elements returns the elements of the pieces of the group.
func (g group) elements() []*state.Element {
	var out []*state.Element
	for _, p := range g.pieces {
		out = append(out, p.element)
	}
	return sortedElements(out)
}

// cutLines adds the lines of a cut. Lines that continue in each other become one stroke, which names all its elements.
func (v *view) cutLines(layer string, class paper.Class, owners *cutOwners, segments []segment, pen paper.Pen) {
	for _, points := range chained(segments) {
		v.goOn()
		elements := owners.at(points)
		closed := len(points) > 3 && points[0] == points[len(points)-1]
		if closed {
			points = points[:len(points)-1]
		}
		v.addOf(layer, class, elements, paper.Stroke{Points: points, Closed: closed, Pen: pen, Pattern: paper.Solid})
	}
}
