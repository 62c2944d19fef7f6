package drawings

import (
	"math"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// ElevationMark identifies the elevation that a plan marks: of the building from a side, or of a room from inside.
type ElevationMark struct {
	From   Compass  `json:"from" jsonschema:"side it is seen from"`
	RoomID state.ID `json:"room_id,omitempty" jsonschema:"interior, of this"`

	on reference // the sheet with the drawing of an elevation that the model keeps
}

// The sizes of a mark on paper. A mark is a circle with the initial of the elevation's name, and a filled head around
// it that points in the direction of view.
const (
	elevationRadius = 4500 * geometry.Micrometre
	elevationReach  = elevationRadius * 1414 / 1000 // of the head, whose sides touch the circle at 45 degrees
	elevationOff    = 2 * geometry.Millimetre       // from everything drawn
	elevationStep   = 5 * geometry.Millimetre       // between the places tried along a side
)

// looks returns the direction in which an elevation from a side looks, as a vector on paper and as a side of the
// compass. Its mark points in this direction.
func (c Compass) looks() (paper.Point, Compass) {
	switch c {
	case South:
		return paper.Point{Y: 1}, North
	case North:
		return paper.Point{Y: -1}, South
	case East:
		return paper.Point{X: -1}, West
	}
	return paper.Point{X: 1}, East
}

// checkElevations returns an error if an elevation has an unknown side or an unknown room.
func (p *PlanSpec) checkElevations(m *state.Model) error {
	for _, e := range p.Elevations {
		if _, _, err := e.From.axes(); err != nil {
			return err
		}
		if r, ok := m.Element(e.RoomID); e.RoomID != "" && (!ok || r.Category != state.CategoryRoom) {
			return state.Errorf(state.NotFound,
				"no room %q in this model and branch: list rooms with query_elements", e.RoomID).With("room_id",
				e.RoomID)
		}
	}
	return nil
}

// elevationMarks draws the marks of elevations of the building. They stand outside of a rectangle around everything
// drawn so far, on the side from which the elevation is seen.
func (p *plan) elevationMarks(lo, hi paper.Point) {
	for _, e := range p.spec.Elevations {
		p.goOn()
		if e.RoomID == "" {
			way, _ := e.From.looks()
			at, ok := p.elevationPlace(way, lo, hi)
			p.markElevation(e, e.From, at, way, ok)
		}
	}
}

// interiorMarks draws the marks of interior elevations, in their rooms.
func (p *plan) interiorMarks() {
	const size = 2 * elevationReach
	for _, e := range p.spec.Elevations {
		p.goOn()
		room, found := p.model.Element(e.RoomID)
		if !found || room.LevelID != p.level.ID {
			continue // no such room, or on another plan
		}
		way, to := e.From.looks()
		at, ok := paper.Point{}, false
		if facts, err := p.source.Rooms().Analyse(e.RoomID); err == nil && facts.Bounded {
			at, ok = p.placeIn(p.region(facts.Region), size, size, p.placer.free)
		}
		p.markElevation(e, to, at, way, ok)
	}
}

// markElevation draws the mark of an elevation with the initial of its name: S for the South elevation of the building,
// and S for the elevation of a room looking south.
func (p *plan) markElevation(e ElevationMark, name Compass, at, way paper.Point, ok bool) {
	if !ok {
		p.warn("NO_ROOM", "there is no place for the mark of the elevation from "+string(e.From), e.RoomID)
		return
	}
	p.elevationMark(at, way, strings.ToUpper(string(name)[:1]))
	if e.on.sheet != "" {
		p.referenceBubble("A-ELEV-IDEN", at, -float64(way.X), -float64(way.Y), float64(elevationRadius)+1e3, e.on)
	}
}

// elevationPlace returns the free place for a mark that is nearest to the middle of its side.
func (p *plan) elevationPlace(way, lo, hi paper.Point) (paper.Point, bool) {
	const size = 2 * elevationReach
	middle := paper.Point{X: (p.lo.X + p.hi.X) / 2, Y: (p.lo.Y + p.hi.Y) / 2}
	off := geometry.Length(elevationOff + elevationReach)
	switch {
	case way.Y > 0:
		middle.Y = lo.Y - off
	case way.Y < 0:
		middle.Y = hi.Y + off
	case way.X > 0:
		middle.X = lo.X - off
	default:
		middle.X = hi.X + off
	}
	along := paper.Point{X: max(way.Y, -way.Y), Y: max(way.X, -way.X)}
	for n := range elevationTries {
		for _, sign := range []geometry.Length{1, -1} {
			by := sign * geometry.Length(n) * elevationStep
			at := middle.Add(paper.Point{X: along.X * by, Y: along.Y * by})
			if p.placer.free(boxAround(at, size, size), textMargin) {
				return at, true
			}
		}
	}
	return paper.Point{}, false
}

// elevationTries is the number of places tried on either side of the middle. They span half a metre of paper.
const elevationTries = 100

// headSides is the number of sides of the polygon that approximates the circle in the head of a mark, to within 5
// micrometres.
const headSides = 72

// elevationMark draws the circle, the head and the letter of a mark.
func (p *plan) elevationMark(at, way paper.Point, letter string) {
	const r = float64(elevationRadius)
	tip := at.Add(paper.Point{X: way.X * elevationReach, Y: way.Y * elevationReach})
	left := at.Add(paper.Point{X: -way.Y * elevationReach, Y: way.X * elevationReach})
	right := at.Add(paper.Point{X: way.Y * elevationReach, Y: -way.X * elevationReach})
	circle := make(geometry.Ring, headSides)
	for i := range circle {
		turn := geometry.FullTurn * geometry.Angle(i) / headSides
		circle[i] = at.Add(paper.Point{X: geometry.Length(math.Round(r * turn.Cos())),
			Y: geometry.Length(math.Round(r * turn.Sin()))})
	}
	head := geometry.Interrupt(p.stop).Subtract(geometry.Region{orientedTriangle(tip, left, right)},
		geometry.Region{{Outer: circle}})
	p.add("A-ELEV-IDEN", paper.ClassMark, nil, paper.Fill{Region: head})
	p.add("A-ELEV-IDEN", paper.ClassMark, nil, paper.Arc{Centre: at, Radius: elevationRadius,
		Sweep: geometry.FullTurn, Pen: p.pen(bubble)})
	box := boxAround(at, 2*elevationReach, 2*elevationReach)
	p.placer.take(box)
	p.placer.framed = append(p.placer.framed, box)
	p.add("A-ELEV-IDEN", paper.ClassText, nil, paper.Text{At: at, String: letter, Height: textName,
		Face: paper.SemiBold, Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
}
