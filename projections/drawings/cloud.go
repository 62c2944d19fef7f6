package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// The sizes of revision clouds on paper.
const (
	cloudOff   = 3 * geometry.Millimetre // from the changed lines to the cloud; two clouds join at twice this distance
	cloudChord = 5 * geometry.Millimetre // the chord of one arc of a cloud
	indexSize  = 7 * geometry.Millimetre // side of the triangle with the index
)

// clouds draws a revision cloud around each place where a view differs from the same view of an earlier state. Each
// cloud has the index of the issue in a triangle. The view itself stays as it is.
func (v *view) clouds(old *view, since uint64, index string) {
	d := &difference{view: v, old: old, fates: map[state.ID]fate{}, owners: newIndex(nil)}
	d.own(v)
	d.own(old)
	boxes := append(d.differing(v.drawing, old.drawing), d.differing(old.drawing, v.drawing)...)
	v.compared = counted(d.fates, since)
	for _, box := range joinedBoxes(boxes) {
		v.goOn()
		v.cloud(box)
		v.cloudIndex(box, index)
	}
}

// differing returns boxes around the lines and arcs that are in one drawing but not in the other.
func (d *difference) differing(of, than *paper.Drawing) []geometry.Box {
	lines, arcs := strokesOf(than), arcsOf(than)
	var out []geometry.Box
	around := func(lo, hi paper.Point) {
		out = append(out, box2(lo.X-cloudOff, lo.Y-cloudOff, hi.X+cloudOff, hi.Y+cloudOff))
	}
	for _, i := range of.Items {
		d.goOn()
		switch m := i.Mark.(type) {
		case paper.Stroke:
			for _, line := range following(notUnder(sidesOf(m), lines, sameLine)) {
				for _, s := range polyline(line) {
					d.fateOf(d.ownerOf(i, s))
					around(min2(s.a, s.b), max2(s.a, s.b))
				}
			}
		case paper.Arc:
			if !arcs[plain(m)] {
				d.fateOf(state.ID(i.Element))
				around(m.Bounds())
			}
		}
	}
	return out
}

func min2(a, b paper.Point) paper.Point { return paper.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)} }
func max2(a, b paper.Point) paper.Point { return paper.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)} }

// joinedBoxes joins boxes whose clouds would overlap, until no two of them do.
func joinedBoxes(boxes []geometry.Box) []geometry.Box {
	parts := make([]geometry.Region, len(boxes))
	for i, b := range boxes {
		parts[i] = geometry.Region{geometry.Rectangle(b.Min.XY(), b.Max.XY())}
	}
	var out []geometry.Box
	for _, p := range geometry.Union(parts...) {
		lo, hi := geometry.Region{p}.Bounds()
		next := box2(lo.X, lo.Y, hi.X, hi.Y)
		for i := 0; i < len(out); i++ {
			if overlap(bulged(out[i]), bulged(next)) {
				next = next.Union(out[i])
				out = slices.Delete(out, i, i+1)
				i = -1
			}
		}
		out = append(out, next)
	}
	return out
}

// bulged returns the box around a cloud with its arcs.
func bulged(b geometry.Box) geometry.Box {
	const by = cloudChord / 2
	return box2(b.Min.X-by, b.Min.Y-by, b.Max.X+by, b.Max.Y+by)
}

// cloud draws arcs along a box; the arcs bulge outward.
func (v *view) cloud(b geometry.Box) {
	corners := geometry.Rectangle(b.Min.XY(), b.Max.XY()).Outer
	for n, a := range corners {
		c := corners[(n+1)%4]
		side := segment{a, c}
		// Texts avoid the side and the outer ends of the arcs, which bulge outward from the side.
		out := paper.Point{X: geometry.Length(cmp.Compare(c.Y, a.Y)) * cloudChord / 2,
			Y: -geometry.Length(cmp.Compare(c.X, a.X)) * cloudChord / 2}
		v.placer.avoid([]segment{side, {a.Add(out), c.Add(out)}})
		long := side.length()
		arcs := max(1, int(round(long/float64(cloudChord))))
		for k := range arcs {
			middle := side.part(long*(float64(k)+0.5)/float64(arcs), long, long).a
			v.add(layerDifference, paper.ClassMark, nil, paper.Arc{
				Centre: middle, Radius: geometry.Length(long / float64(2*arcs)),
				From:  (geometry.HalfTurn + geometry.Angle(n)*geometry.QuarterTurn) % geometry.FullTurn,
				Sweep: geometry.HalfTurn, Pen: paper.Pen50,
			})
		}
	}
}

// cloudIndex writes the index of the issue in a triangle at the first free place beside a cloud.
func (v *view) cloudIndex(b geometry.Box, index string) {
	const off = cloudChord/2 + geometry.Millimetre
	w := paper.SemiBold.Width(index, textSmall)
	side := max(indexSize, 2*w+3*geometry.Millimetre)
	high := geometry.Length(round(float64(side) * 0.866))
	for _, at := range []paper.Point{
		{X: b.Max.X + off + side/2, Y: b.Max.Y - high}, {X: b.Max.X + off + side/2, Y: b.Min.Y},
		{X: b.Min.X - off - side/2, Y: b.Max.Y - high},
		{X: b.Min.X - off - side/2, Y: b.Min.Y}, {X: b.Max.X - side/2, Y: b.Max.Y + off},
		{X: b.Max.X - side/2, Y: b.Min.Y - off - high},
	} {
		ring := geometry.Ring{{X: at.X - side/2, Y: at.Y}, {X: at.X + side/2, Y: at.Y}, {X: at.X, Y: at.Y + high}}
		if !v.placer.free(geometry.Rectangle(paper.Point{X: at.X - side/2, Y: at.Y},
			paper.Point{X: at.X + side/2, Y: at.Y + high}).Outer, textMargin) {
			continue
		}
		v.add(layerDifference, paper.ClassMark, nil, paper.Stroke{Points: ring, Closed: true, Pen: paper.Pen50})
		v.text(layerDifference, nil, paper.Text{At: paper.Point{X: at.X, Y: at.Y + 900}, String: index,
			Height: textSmall, Face: paper.SemiBold, Anchor: paper.Anchor{Across: paper.Centre}})
		v.placer.take(geometry.Rectangle(paper.Point{X: at.X - side/2, Y: at.Y},
			paper.Point{X: at.X + side/2, Y: at.Y + high}).Outer)
		return
	}
	v.warn("NO_ROOM", "there is no place for the index of a revision cloud", "")
}
