package drawings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// InteriorSpec defines the elevation of a wall of a room, seen from inside. From is the side of the compass on which
// the viewer stands, as with elevations of buildings.
type InteriorSpec struct {
	RoomID   state.ID
	From     Compass
	Scale    int64 // its denominator
	Annotate []Annotation
	Since    *projections.View // an earlier state whose differences are shown in colour
	Cloud    string            // with Since: the index of an issue, whose clouds are drawn in place of colours
	Services bool              // ducts, pipes and trays as well
	Shown    Shown
}

// interior describes the room of an interior elevation: its outline in the frame, whose top may slope, and the
// rectangle around this outline.
type interior struct {
	outline geometry.Region
	lo, hi  geometry.Point2
	wall    float64 // how far the back wall reaches towards the viewer, in the frame
}

// behindFace is how far behind the back face of a room an interior elevation looks. It reaches the doors and windows in
// the openings, but not the next room.
const behindFace = 250 * geometry.Millimetre

// Interior draws an interior elevation of a room: its outline up to its height, and the elements before or in the back
// wall. NOT_FOUND reports that there is no such room, ILLEGAL_STATE that no walls bound it.
func Interior(ctx context.Context, source *projections.View, spec InteriorSpec) (*View, error) {
	if err := checkScale(spec.Scale); err != nil {
		return nil, err
	}
	if err := ready(ctx, source, spec.Since); err != nil {
		return nil, err
	}
	facts, err := source.Rooms().Analyse(spec.RoomID)
	if err != nil {
		return nil, err
	}
	if !facts.Bounded {
		return nil, state.Errorf(state.IllegalState, "room %q is bounded by no walls: it has no elevations",
			facts.Name).With("room_id", spec.RoomID).With("state", "unbounded").With("allowed", []string{})
	}
	x, z, err := spec.From.axes()
	if err != nil {
		return nil, err
	}
	frame := geometry.Placement{X: x, Z: z}
	lo, hi := roomIn(frame, facts)
	frame.Origin = frame.Point(geometry.Point3{Z: hi.Z - geometry.Millimetre})
	frame.Origin.Z = 0
	depth := hi.Z - lo.Z - geometry.Millimetre
	looks := map[Compass]string{South: "north", North: "south", East: "west", West: "east"}[spec.From]
	name := fmt.Sprintf("%s, looking %s", strings.TrimSpace(facts.Number+" "+facts.Name), looks)
	name = spec.Shown.titleOr(name)
	u := &upright{
		view: newView(ctx, source, name, spec.Scale, frame), name: name, depth: depth + behindFace, ground: facts.Base,
		annotate: spec.Annotate, since: spec.Since,
	}
	u.room = &interior{lo: geometry.Point2{X: lo.X, Y: facts.Base},
		hi: geometry.Point2{X: hi.X, Y: facts.Base + facts.Height}, wall: -float64(depth)}
	u.room.outline = u.outlineOf(spec.RoomID)
	u.cloudy, u.shown, u.services = spec.Cloud, spec.Shown, spec.Services
	return u.draw(ctx)
}

// outlineOf returns the outline of a room's body in the frame, or the rectangle around the room if it has no body.
func (u *upright) outlineOf(room state.ID) geometry.Region {
	solids, err := u.source.Measures().Body(room)
	var parts []geometry.Region
	for _, s := range solids {
		if shape, ok := shapeOf(s); ok {
			parts = append(parts, u.shadow(shape))
		}
	}
	if err != nil || len(parts) == 0 {
		return geometry.Region{geometry.Rectangle(u.room.lo, u.room.hi)}
	}
	return geometry.Interrupt(u.stop).UnionWithin(geometry.SeamGap, parts...)
}

// axes returns the X axis of the frame of a view from the side, and the direction to the viewer.
func (c Compass) axes() (x, z r3.Vector, err error) {
	switch c {
	case South:
		return r3.Vector{X: 1}, r3.Vector{Y: -1}, nil
	case North:
		return r3.Vector{X: -1}, r3.Vector{Y: 1}, nil
	case East:
		return r3.Vector{Y: 1}, r3.Vector{X: 1}, nil
	case West:
		return r3.Vector{Y: -1}, r3.Vector{X: -1}, nil
	}
	return x, z, state.Errorf(state.OutOfRange, "there is no elevation from %q: give north, east, south or west",
		c).With("parameter", "from").With("allowed", c.Enum())
}

// roomIn returns the corners of a room's plan in a frame.
func roomIn(frame geometry.Placement, r projections.RoomFacts) (lo, hi geometry.Point3) {
	lo = geometry.Point3{X: geometry.LengthOverflow, Z: geometry.LengthOverflow}
	hi = geometry.Point3{X: -geometry.LengthOverflow, Z: -geometry.LengthOverflow}
	for _, p := range r.Region {
		for _, q := range p.Outer {
			l := frame.Local(q.At(0))
			lo = geometry.Point3{X: min(lo.X, l.X), Z: min(lo.Z, l.Z)}
			hi = geometry.Point3{X: max(hi.X, l.X), Z: max(hi.Z, l.Z)}
		}
	}
	return lo, hi
}

// inRoom draws the outline of the room and the visible lines within it.
func (u *upright) inRoom(picture linework.Picture) {
	sides := rings(u.region(u.room.outline))
	u.lines("A-ELEV-OTLN", paper.ClassCut, nil, sides, u.pen(cutHeavy), paper.Solid)
	u.placer.block(sides)
	const around = 10 * geometry.Millimetre // on paper; its own border is not the room's
	lo, hi := u.at(u.room.lo), u.at(u.room.hi)
	box := geometry.Rectangle(paper.Point{X: lo.X - around, Y: lo.Y - around},
		paper.Point{X: hi.X + around, Y: hi.Y + around})
	beyond := newAreas(geometry.Interrupt(u.stop).Subtract(geometry.Region{box}, u.region(u.room.outline)))
	var within []linework.Line
	for _, l := range picture.Lines {
		if l.Class != linework.Visible {
			continue
		}
		s := segment{u.at(l.Points[0]), u.at(l.Points[1])}
		from, to, ok := clip(s, box.Outer)
		if !ok {
			continue
		}
		long := s.length()
		for _, part := range beyond.outside(u.goOn, []segment{s.part(from*long, to*long, long)}) {
			l.Points = []geometry.Point2{{X: u.real(part.a.X), Y: u.real(part.a.Y)},
				{X: u.real(part.b.X), Y: u.real(part.b.Y)}}
			within = append(within, l)
		}
	}
	u.seen(u.bodies, within, sides)
}

// roomMarks adds the width and height of the room, the heights of the openings in its wall, level marks and the title.
func (u *upright) roomMarks() {
	r := u.room
	if u.wants(AnnotateDimensions) {
		chains := []chain{{kind: chainOverall, points: []geometry.Length{r.lo.Y, r.hi.Y}}}
		if openings := u.openingHeights(r.lo.Y, r.hi.Y); len(openings) > 0 {
			chains = slices.Insert(chains, 0, chain{kind: chainOpenings, points: append(openings, r.lo.Y, r.hi.Y)})
		}
		for i, c := range chains {
			c.side = west
			slices.Sort(c.points)
			c.points = slices.CompactFunc(c.points, func(a,
				b geometry.Length) bool {
				return (b - a).Abs() < samePoint
			})
			u.beside(&c, i)
			u.drawChain(c)
		}
		u.drawChain(chain{
			kind: chainOverall, side: south, points: []geometry.Length{r.lo.X, r.hi.X},
			line: u.lo.Y - 10*geometry.Millimetre, start: u.lo.Y - 3*geometry.Millimetre,
		})
	}
	if u.wants(AnnotateLevels) {
		for _, h := range []geometry.Length{r.lo.Y, r.hi.Y} {
			from := u.hi.X + 2*geometry.Millimetre
			y := u.length(h)
			u.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{{X: from, Y: y},
				{X: from + 26*geometry.Millimetre, Y: y}}, Pen: u.pen(dimensionLine)})
			u.drawLevel(paper.Point{X: from + 8*geometry.Millimetre, Y: y}, height(h), false)
		}
	}
	if u.wants(AnnotateTitle) {
		u.title(u.name, false)
	}
	u.differenceLegend()
}

// Interiors draws the elevations of a room from all sides, in the order of the compass, beginning with the north wall.
func Interiors(ctx context.Context, source *projections.View, spec InteriorSpec) ([]*View, error) {
	var out []*View
	for _, from := range []Compass{South, West, North, East} {
		spec.From = from
		v, err := Interior(ctx, source, spec)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
