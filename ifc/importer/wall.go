package importer

import (
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// wallDraft holds the data of a wall that are not in its element.
type wallDraft struct {
	footprint geometry.Region // footprint in the frame of the model
	straight  *fabric.Wall    // the wall by its footprint alone, if that is a rectangle; otherwise nil
	byAxis    bool
	line      *arcLine // reference line of a curved wall by its axis; nil for other walls
}

// wallUses maps the predefined types of walls to the model's uses.
var wallUses = map[string]fabric.WallUse{
	"SOLIDWALL": "solid", "PARTITIONING": "partitioning", "SHEAR": "shear", "PARAPET": "parapet",
	"PLUMBINGWALL": "plumbing", "MOVABLE": "movable",
}

// wall reads a wall that is an upright prism, by its axis or by its rectangular footprint.
func (r *reader) wall(p *building.Product) (*Draft, error) {
	b, err := r.upright(p)
	if err != nil {
		return nil, err
	}
	level, z := r.levelOf(p), r.world(p).O.Z
	common := fabric.Wall{Height: length(b.top - b.bottom), BaseOffset: above(z+b.bottom, level),
		WallType: wallUses[r.kindOf(p)]}
	d := &wallDraft{}
	for _, polygon := range b.region {
		d.footprint = append(d.footprint, r.worldPolygon(p, polygon)...)
	}
	d.straight = r.rectangular(p, b, common)
	first := r.alongAxis(p, b, common)
	if first == nil {
		first, d.line = r.alongArc(p, b, common)
	}
	d.byAxis = first != nil
	if first == nil {
		first = d.straight
	}
	if first == nil {
		return nil, form("it has no axis that is straight or an arc, and its footprint is no rectangle")
	}
	e := r.element(p, state.CategoryWall, first)
	thickness := first.Thickness
	first.Thickness = 0
	r.layer(e, p, thickness)
	r.ownThickness(e, thickness, &first.Thickness)
	if first.Mid != nil {
		b.note = "" // the chords become arcs of the model
	}
	return &Draft{Product: p, Element: e, Note: b.note, wall: d}, nil
}

func (r *reader) worldPolygon(p *building.Product, polygon geometry.Polygon) geometry.Region {
	holes := make([]geometry.Ring, len(polygon.Holes))
	for i, h := range polygon.Holes {
		holes[i] = r.inWorld(p, h)
	}
	out, err := geometry.NewPolygon(r.inWorld(p, polygon.Outer), holes...)
	if err != nil {
		return nil
	}
	return geometry.Region{out}
}

// strip is the extent of a wall in a plan whose X axis runs along the wall.
type strip struct{ x0, x1, y0, y1 float64 }

// bandOf returns the extent of a region along and across a direction in plan, measured from a point.
func bandOf(region geometry.Region, origin, along r3.Vector) strip {
	s := strip{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, polygon := range region {
		for _, q := range polygon.Outer {
			v := q.At(0).Vector().Sub(origin)
			x, y := along.Dot(v), float64(along.X*v.Y)-float64(along.Y*v.X)
			s = strip{min(s.x0, x), max(s.x1, x), min(s.y0, y), max(s.y1, y)}
		}
	}
	return s
}

// alongAxis reads a wall whose reference line is its axis; nil if it has no straight and level axis.
func (r *reader) alongAxis(p *building.Product, b prism, common fabric.Wall) *fabric.Wall {
	axis := r.src.Axis(p)
	if len(axis) != 2 || math.Abs(axis[0].Z-axis[1].Z) > sameHeight {
		return nil
	}
	a, e := flat(axis[0]), flat(axis[1])
	along := e.Sub(a)
	n := along.Norm()
	if !(n > 0) {
		return nil
	}
	along = geometry.Times(along, 1/n)
	s := bandOf(b.region, a, along)
	w := common
	w.Thickness = length(s.y1 - s.y0)
	shift := 0.0
	w.LocationLine, shift = locationOf(s)
	if !r.Own && math.Abs(shift) > n { // the axis lies outside the wall
		return nil
	}
	left := r3.Vector{X: -along.Y, Y: along.X}
	frame := r.world(p)
	w.Start = building.Rounded(frame.Point(a.Add(geometry.Times(left, shift)))).XY()
	w.End = building.Rounded(frame.Point(e.Add(geometry.Times(left, shift)))).XY()
	return &w
}

func flat(v r3.Vector) r3.Vector { return r3.Vector{X: v.X, Y: v.Y} }

// onLine is the greatest distance, in micrometres, between a face and the reference line on it. It also bounds the
// distance between the reference line and the middle of the wall. It is not zero because the faces were rounded to the
// grid.
const onLine = 2

// locationOf returns the position of the reference line between the faces, and the distance by which the line must move
// to its left. The distance is 0 if the line is in the middle or on a face; otherwise the line moves to the middle.
func locationOf(s strip) (fabric.LocationLine, float64) {
	middle := (s.y0 + s.y1) / 2
	switch {
	case math.Abs(middle) <= onLine:
		return fabric.LocationCenter, 0
	case math.Abs(s.y1) <= onLine:
		return fabric.LocationInterior, 0
	case math.Abs(s.y0) <= onLine:
		return fabric.LocationExterior, 0
	}
	return fabric.LocationCenter, middle
}

// rectangular reads a wall by its footprint alone. The reference line runs through the middle of the footprint, along
// its longer side. It returns nil if the footprint is no rectangle.
func (r *reader) rectangular(p *building.Product, b prism, common fabric.Wall) *fabric.Wall {
	plan, ok := rectangleOf(b.region)
	if !ok {
		return nil
	}
	middle, frame, w := (plan.y0+plan.y1)/2, r.world(p), common
	w.LocationLine, w.Thickness = fabric.LocationCenter, length(plan.y1-plan.y0)
	w.Start = building.Rounded(frame.Point(plan.at(plan.x0, middle))).XY()
	w.End = building.Rounded(frame.Point(plan.at(plan.x1, middle))).XY()
	return &w
}

// parts maps the items of IfcConnectionTypeEnum to the parts of a wall at which another wall meets it.
var parts = map[string]state.WallPart{"ATSTART": fabric.PartStart, "ATEND": fabric.PartEnd, "ATPATH": state.PartSpan}

// readJoins reads the joins of walls.
func (r *reader) readJoins() {
	seen := map[[2]state.ID][]*state.Join{}
	for _, c := range r.b.Connections {
		r.src.Hear()
		a, b, at := r.drafts[c.Relating], r.drafts[c.Related], instance{c.Number, c.GlobalID, ""}
		if a == nil || b == nil || a.wall == nil || b.wall == nil {
			r.Report.leftInstance("IfcRelConnectsPathElements", at, "it connects what is no wall with parameters")
			continue
		}
		partA, okA := parts[c.RelatingPart]
		partB, okB := parts[c.RelatedPart]
		j := &state.Join{A: a.Element.ID, B: b.Element.ID, APart: partA, BPart: partB,
			Through: b.Element.ID, Type: fabric.JoinButt}
		if j.A > j.B {
			j.A, j.B, j.APart, j.BPart = j.B, j.A, j.BPart, j.APart
		}
		if !okA || !okB {
			r.Report.leftInstance("IfcRelConnectsPathElements", at, "it does not say where the walls meet")
			continue
		}
		walls := [2]state.ID{j.A, j.B}
		if reason := saidAlready(seen[walls], j, isArc(a) || isArc(b)); reason != "" {
			r.Report.leftInstance("IfcRelConnectsPathElements", at, reason)
			continue
		}
		seen[walls] = append(seen[walls], j)
		j.ID, _ = r.ids.of(c.GlobalID, c.Number)
		r.relations[j.ID] = at
		j.Kind = kindOf(a, b, partA, partB)
		if r.Own {
			told(j, c.Text)
		} else {
			r.seen(j, a, b, partA, partB)
		}
		r.Joins = append(r.Joins, j)
	}
}

func isArc(d *Draft) bool {
	w, ok := d.Element.Params.(*fabric.Wall)
	return ok && w.Mid != nil
}

// saidAlready returns why a join is refused because of existing joins of the same walls, or "" if it is accepted.
// Straight walls have one join; an arc and another wall may have two.
func saidAlready(have []*state.Join, j *state.Join, curved bool) string {
	for _, first := range have {
		switch {
		case first.APart == j.APart && first.BPart == j.BPart:
			return "it says again where the walls meet"
		case !curved:
			return "its walls are joined at another place already, and straight walls have one join"
		case first.SameMeeting(j):
			return "an end of its walls is joined to the other one already"
		}
	}
	return ""
}

// kindOf returns the kind of the join of two walls.
func kindOf(a, b *Draft, partA, partB state.WallPart) state.JoinKind {
	switch {
	case partA == state.PartSpan && partB == state.PartSpan:
		return fabric.JoinX
	case partA == state.PartSpan || partB == state.PartSpan:
		return fabric.JoinT
	}
	_, d := outOf(a, partA)
	_, e := outOf(b, partB)
	if math.Abs(float64(d.X*e.Y)-float64(d.Y*e.X)) < parallelTolerance {
		return fabric.JoinInline
	}
	return fabric.JoinL
}

// told applies the type and kind that our exporter writes in the description of a join.
func told(j *state.Join, text string) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) > 0 && slices.Contains(fabric.JoinAuto.Enum(), words[0]) {
		j.Type = state.JoinType(words[0])
	}
	if len(words) > 1 {
		for _, kind := range []state.JoinKind{fabric.JoinL, fabric.JoinT, fabric.JoinX, fabric.JoinInline} {
			if strings.EqualFold(string(kind), words[1]) {
				j.Kind = kind
			}
		}
	}
	if j.Type == fabric.JoinMitre || j.Kind == fabric.JoinInline {
		j.Through = ""
	}
}

// seen derives the type of a corner from the footprints. The wall that runs through extends beyond the end of its axis,
// and the other one ends before it. In a mitre both walls extend beyond their axes.
func (r *reader) seen(j *state.Join, a, b *Draft, partA, partB state.WallPart) {
	if j.Kind == fabric.JoinInline {
		j.Through = ""
	}
	if j.Kind != fabric.JoinL {
		return
	}
	beyondA, beyondB := reach(a, partA) > 0, reach(b, partB) > 0
	switch {
	case beyondA && beyondB:
		j.Type, j.Through = fabric.JoinMitre, ""
	case beyondA:
		j.Through = a.Element.ID
	}
}

// reach returns the distance by which a wall's footprint extends beyond an end of its reference line; negative if the
// footprint ends before that end.
func reach(d *Draft, part state.WallPart) float64 {
	if arc, curved := arcOf(d); curved {
		return reachOfArc(d.wall.footprint, arc, part)
	}
	end, out := outOf(d, part)
	return bandOf(d.wall.footprint, end, out).x1
}
