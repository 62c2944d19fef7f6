package drawings

import (
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Compared counts the drawn elements that differ in the drawing of a difference: added, removed and changed.
type Compared struct {
	Since   uint64 `json:"since_revision"`
	Added   int    `json:"added"`
	Gone    int    `json:"gone"`
	Changed int    `json:"changed" jsonschema:"they look different here"`
}

// The inks of differences. Earlier lines are dashed too, because copies are grey.
var (
	inkAdded   = paper.Ink{R: 0x00, G: 0x80, B: 0x38}
	inkGone    = paper.Ink{R: 0xd0, G: 0x20, B: 0x20}
	inkChanged = paper.Ink{R: 0x14, G: 0x50, B: 0xd0}
	inkSame    = paper.Grey

	tintAdded   = paper.Ink{R: 0xb8, G: 0xe6, B: 0xc4}
	tintGone    = paper.Ink{R: 0xf8, G: 0xcc, B: 0xc8}
	tintChanged = paper.Ink{R: 0xc4, G: 0xd8, B: 0xf8}
	tintBefore  = paper.Ink{R: 0xf0, G: 0xe4, B: 0xb8}
)

// fate is what happened to an element between two states.
type fate int

const (
	changed fate = iota // or the same
	added
	gone
)

// leastTint is the area on paper, in mm2, under which a difference of areas comes from the rounding of corners. It is
// the area of a strip 100 mm long and one micrometre wide, which is the resolution of points on paper.
const leastTint = 0.1

// difference compares the drawing of a view with the drawing of the same view of an earlier state.
type difference struct {
	*view
	old    *view
	fates  map[state.ID]fate // of the elements that differ
	owners *index            // sides of the cut areas of each element, now and before
	owner  []state.ID
}

// compare draws in colour how a view differs from the view of an earlier state. The earlier view has lines and no
// annotation. Lines and cut areas that are new, gone or moved are coloured, and unchanged lines turn grey. compare is
// called before annotation, so that texts and chains keep off removed lines.
func (v *view) compare(old *view, since uint64) {
	if v.cloudy != "" {
		v.clouds(old, since, v.cloudy)
		return
	}
	d := &difference{view: v, old: old, fates: map[state.ID]fate{}, owners: newIndex(nil)}
	d.own(v)
	d.own(old)
	d.areas()
	fresh, past := strokesOf(v.drawing), strokesOf(old.drawing)
	arcs := arcsOf(v.drawing)
	before := arcsOf(old.drawing)
	var out []paper.Item
	for _, i := range v.drawing.Items {
		out = append(out, d.now(i, past, before)...)
	}
	v.drawing.Items = out
	for _, i := range old.drawing.Items {
		d.before(i, fresh, arcs)
	}
	v.compared, v.fates = counted(d.fates, since), d.fates
}

// counted returns how many elements were added, removed and changed.
func counted(fates map[state.ID]fate, since uint64) *Compared {
	out := &Compared{Since: since}
	for _, f := range fates {
		switch f {
		case added:
			out.Added++
		case gone:
			out.Gone++
		default:
			out.Changed++
		}
	}
	return out
}

// own records the sides of the cut area of each element of a view. The outline of several elements that form one area
// names no element itself.
func (d *difference) own(v *view) {
	for _, id := range slices.Sorted(maps.Keys(v.parts)) {
		for _, s := range rings(v.region(v.parts[id])) {
			d.owners.add(s)
			d.owner = append(d.owner, id)
		}
	}
}

// fateOf returns whether an element was added, removed or changed, and records that it differs.
func (d *difference) fateOf(id state.ID) fate {
	f := changed
	if _, ok := d.old.model.Element(id); !ok {
		f = added
	} else if _, ok := d.model.Element(id); !ok {
		f = gone
	}
	if id != "" {
		d.fates[id] = f
	}
	return f
}

// areas tints, element by element, the areas that are cut only now and the areas that were cut only before.
func (d *difference) areas() {
	ids := slices.Collect(maps.Keys(d.parts))
	ids = append(ids, slices.Collect(maps.Keys(d.old.parts))...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		d.goOn()
		now, before := d.region(d.parts[id]), d.region(d.old.parts[id])
		came, went := geometry.Subtract(now, before), geometry.Subtract(before, now)
		if paperArea(came) < leastTint && paperArea(went) < leastTint {
			continue
		}
		inks := map[fate][2]paper.Ink{added: {tintAdded, tintAdded}, gone: {tintGone, tintGone},
			changed: {tintChanged, tintBefore}}[d.fateOf(id)]
		for i, r := range []geometry.Region{came, went} {
			if paperArea(r) >= leastTint {
				e, _ := d.element(id)
				d.add(layerDifference, paper.ClassPoche, e, paper.Fill{Region: r, Ink: inks[i]})
			}
		}
	}
}

// paperArea returns an area on paper in mm2. Region.Area treats micrometres on paper as lengths in the building and
// returns m2.
func paperArea(r geometry.Region) float64 { return r.Area() * 1e6 }

// element returns an element of the present state, or of the earlier state if the present one lacks it.
func (d *difference) element(id state.ID) (*state.Element, bool) {
	if e, ok := d.model.Element(id); ok {
		return e, true
	}
	return d.old.model.Element(id)
}

// now returns the items for a mark of the present drawing, grey where the earlier drawing has it and coloured where it
// is new.
func (d *difference) now(i paper.Item, past *index, before map[paper.Arc]bool) []paper.Item {
	switch m := i.Mark.(type) {
	case paper.Stroke:
		return d.strokes(i, m, past)
	case paper.Arc:
		if m.Ink = inkSame; !before[plain(m)] {
			m.Ink = d.ink(state.ID(i.Element))
		}
		i.Mark = m
	case paper.Hatch:
		m.Ink = inkSame
		i.Mark = m
	}
	return []paper.Item{i}
}

// strokes divides a stroke into the parts that the earlier drawing has and the new parts.
func (d *difference) strokes(i paper.Item, m paper.Stroke, past *index) []paper.Item {
	segments := sidesOf(m)
	fresh := notUnder(segments, past, sameLine)
	same := notUnder(segments, newIndex(fresh), sameLine)
	out := pieces(i, m, same, inkSame)
	for _, s := range fresh {
		out = append(out, pieces(i, m, []segment{s}, d.ink(d.ownerOf(i, s)))...)
	}
	return out
}

// pieces returns the segments of a stroke as strokes with an ink.
func pieces(i paper.Item, m paper.Stroke, segments []segment, ink paper.Ink) []paper.Item {
	var out []paper.Item
	for _, points := range chained(segments) {
		m.Points, m.Closed, m.Ink = points, false, ink
		i.Mark = m
		out = append(out, i)
	}
	return out
}

// before draws, dashed, the parts of an earlier mark that are gone.
func (d *difference) before(i paper.Item, fresh *index, arcs map[paper.Arc]bool) {
	i.Layer, i.Class = layerDifference, paper.ClassSeen
	switch m := i.Mark.(type) {
	case paper.Stroke:
		m.Pattern = paper.Dashed
		for _, line := range following(notUnder(sidesOf(m), fresh, sameLine)) {
			sides := polyline(line)
			d.drawing.Items = append(d.drawing.Items, pieces(i, m, sides, d.ink(d.ownerOf(i, sides[0])))...)
			d.placer.avoid(sides)
		}
	case paper.Arc:
		if !arcs[plain(m)] {
			m.Pattern, m.Ink = paper.Dashed, d.ink(state.ID(i.Element))
			i.Mark = m
			d.drawing.Add(i)
		}
	}
}

func (d *difference) ink(id state.ID) paper.Ink {
	return map[fate]paper.Ink{added: inkAdded, gone: inkGone, changed: inkChanged}[d.fateOf(id)]
}

// ownerOf returns the element to which a line belongs: the element of the mark, or the element along whose cut the line
// runs. Added and removed elements take precedence over changed ones.
func (d *difference) ownerOf(i paper.Item, s segment) state.ID {
	if i.Element != "" {
		return state.ID(i.Element)
	}
	var best state.ID
	for _, n := range d.owners.found(s, sameLine) {
		c, ok := covered(s, d.owners.all[n], float64(sameLine))
		if !ok || c.to-c.from < s.length()/2 {
			continue
		}
		_, was := d.old.model.Element(d.owner[n])
		_, is := d.model.Element(d.owner[n])
		if !was || !is {
			return d.owner[n]
		}
		if _, differs := d.fates[d.owner[n]]; differs || best == "" {
			best = d.owner[n]
		}
	}
	return best
}

// strokesOf returns the sides of all strokes of a drawing.
func strokesOf(d *paper.Drawing) *index {
	out := newIndex(nil)
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Stroke); ok {
			for _, s := range sidesOf(m) {
				out.add(s)
			}
		}
	}
	return out
}

// sidesOf returns the segments of a stroke.
func sidesOf(m paper.Stroke) []segment {
	var out []segment
	for i := 1; i < len(m.Points); i++ {
		out = append(out, segment{m.Points[i-1], m.Points[i]})
	}
	if n := len(m.Points); m.Closed && n > 1 {
		out = append(out, segment{m.Points[n-1], m.Points[0]})
	}
	return out
}

// arcsOf returns the set of the arcs of a drawing, without their inks.
func arcsOf(d *paper.Drawing) map[paper.Arc]bool {
	out := map[paper.Arc]bool{}
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Arc); ok {
			out[plain(m)] = true
		}
	}
	return out
}

// plain returns an arc without its ink.
func plain(a paper.Arc) paper.Arc {
	a.Ink = paper.Ink{}
	return a
}

// differenceLegend draws a legend of the colours below a view.
func (v *view) differenceLegend() {
	if v.compared == nil || v.cloudy != "" {
		return
	}
	fresh := fmt.Sprintf("new since revision %d", v.compared.Since)
	if v.planned {
		fresh = "new"
	}
	lo, _ := v.bounds()
	y := lo.Y - 9*geometry.Millimetre
	x := lo.X
	for _, row := range []struct {
		text    string
		ink     paper.Ink
		tint    paper.Ink
		pattern paper.Pattern
	}{
		{fresh, inkAdded, tintAdded, paper.Solid},
		{"removed", inkGone, tintGone, paper.Dashed},
		{"changed", inkChanged, tintChanged, paper.Solid}, {"as it was", inkChanged, tintBefore, paper.Dashed},
	} {
		box := geometry.Rectangle(paper.Point{X: x, Y: y},
			paper.Point{X: x + 12*geometry.Millimetre, Y: y + 4*geometry.Millimetre})
		v.add(layerDifference, paper.ClassPoche, nil, paper.Fill{Region: geometry.Region{box}, Ink: row.tint})
		v.add(layerDifference, paper.ClassMark, nil, paper.Stroke{Points: box.Outer, Closed: true, Pen: paper.Pen35,
			Ink: row.ink, Pattern: row.pattern})
		v.text(layerText, nil, paper.Text{At: paper.Point{X: x + 14*geometry.Millimetre, Y: y + 800},
			String: row.text, Height: textSmall})
		x += 18*geometry.Millimetre + paper.Regular.Width(row.text, textSmall)
	}
}
