package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// curtainGrid holds the places of the bars of a curtain wall: mullions along it, transoms up.
type curtainGrid struct {
	mullions, transoms []Interval
	bar                geometry.Length // the width of a bar
	corners            []int           // for a mullion between two facets the index of the facet after it, otherwise 0
}

func (c *CurtainWall) grid() curtainGrid {
	bar := c.MullionProfile().Width
	mullions, corners := c.mullions(c.facets(0))
	return curtainGrid{mullions, c.upwards().bars(bar), bar, corners}
}

// curtainMember is a part of the frame of a door or window.
type curtainMember struct {
	kind CurtainPartKind
	name string
	patch
}

// curtainFrame is a door or window in a curtain wall with its frame: jambs from transom to transom, between them a head
// and, above the base, a sill.
type curtainFrame struct {
	of      state.ID
	hole    patch
	members []curtainMember
}

// frame returns the frame of a door or window. If a mullion or transom of the grid is at an edge, or less than half its
// width beside the edge, it serves as jamb, head or sill. The gap between it and the door or window is filled.
func (g curtainGrid) frame(r OpeningRect) curtainFrame {
	hole := patch{Interval{r.Offset, r.Offset + r.Width}, Interval{r.Sill, r.Sill + r.Height}}
	top, bottom := g.head(hole), g.sill(hole)
	upright := Interval{g.below(bottom.From), g.above(top.To)}
	f := curtainFrame{of: r.Filler, hole: hole}
	for _, m := range []curtainMember{
		{CurtainMullion, "start jamb", patch{g.startJamb(hole), upright}},
		{CurtainMullion, "end jamb", patch{g.endJamb(hole), upright}},
		{CurtainTransom, "sill", patch{hole.u, bottom}}, {CurtainTransom, "head", patch{hole.u, top}},
	} {
		if !m.empty() {
			f.members = append(f.members, m)
		}
	}
	return f
}

func (g curtainGrid) startJamb(hole patch) Interval {
	edge := hole.u.From
	for _, m := range g.mullions {
		if m.To <= edge && m.To > edge-g.bar/2 {
			return Interval{m.To, edge}
		}
	}
	return Interval{edge - g.bar, edge}
}

func (g curtainGrid) endJamb(hole patch) Interval {
	edge := hole.u.To
	for _, m := range g.mullions {
		if m.From >= edge && m.From < edge+g.bar/2 {
			return Interval{edge, m.From}
		}
	}
	return Interval{edge, edge + g.bar}
}

// head returns the heights of the head. A head over several bays replaces the transom there and runs through.
func (g curtainGrid) head(hole patch) Interval {
	edge := hole.v.To
	for _, t := range g.transoms {
		if t.From >= edge && t.From < edge+g.bar/2 {
			if g.overBays(hole) {
				return Interval{edge, t.To}
			}
			return Interval{edge, t.From}
		}
	}
	return Interval{edge, edge + g.bar}
}

// sill returns the heights of the sill by the same rules as head. A sill on the base is empty.
func (g curtainGrid) sill(hole patch) Interval {
	edge := hole.v.From
	for _, t := range g.transoms {
		if t.To <= edge && t.To > edge-g.bar/2 {
			if g.overBays(hole) {
				return Interval{t.From, edge}
			}
			return Interval{t.To, edge}
		}
	}
	return Interval{max(0, edge-g.bar), edge}
}

// overBays reports whether a mullion of the grid crosses the door or window.
func (g curtainGrid) overBays(hole patch) bool {
	return slices.ContainsFunc(g.mullions, hole.u.meets)
}

// above returns the height at which jambs end over a head. It is the height of the next transom, or of the top of the
// head if the head replaces that transom.
func (g curtainGrid) above(head geometry.Length) geometry.Length {
	for _, t := range g.transoms {
		switch {
		case t.To == head:
			return head
		case t.To > head:
			return max(t.From, head)
		}
	}
	return head
}

// below returns the height at which jambs begin under a sill, by the same rules as above.
func (g curtainGrid) below(sill geometry.Length) geometry.Length {
	for _, t := range slices.Backward(g.transoms) {
		switch {
		case t.From == sill:
			return sill
		case t.From < sill:
			return min(t.To, sill)
		}
	}
	return sill
}

// frames returns the doors and windows in a grid with their frames. Where the jambs of two neighbours would overlap,
// the first one keeps its jamb.
func (g curtainGrid) frames(rects []OpeningRect) []curtainFrame {
	out := make([]curtainFrame, len(rects))
	for i, r := range rects {
		out[i] = g.frame(r)
	}
	for i := range out {
		var taken []patch
		for k := range out {
			if k != i {
				taken = append(taken, out[k].hole)
			}
			if k < i {
				taken = append(taken, out[k].patches()...)
			}
		}
		out[i].clear(taken)
	}
	return out
}

func (f *curtainFrame) patches() []patch {
	out := make([]patch, len(f.members))
	for i, m := range f.members {
		out[i] = m.patch
	}
	return out
}

// clear removes from a frame the patches that are already taken.
func (f *curtainFrame) clear(taken []patch) {
	var left []curtainMember
	for _, m := range f.members {
		for _, p := range m.withoutAll(taken, m.kind == CurtainMullion) {
			left = append(left, curtainMember{m.kind, m.name, p})
		}
	}
	f.members = left
}
