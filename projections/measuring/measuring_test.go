package measuring

import (
	"fmt"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// yard is a model under construction.
type yard struct {
	t      *testing.T
	view   *projections.View
	number int
	ground state.ID
}

const testModel = "11111111-1111-4111-8111-111111111111"

func newYard(t *testing.T) *yard {
	y := &yard{t: t, view: projections.EmptyView(testModel, projections.MainBranch)}
	y.do(change.CreateModel{ID: testModel, Name: "Yard", Owner: "ada"})
	y.ground = y.do(change.CreateLevel{Name: "Ground", Elevation: geometry.MM(500)})
	return y
}

func (y *yard) do(op change.Operation) (made state.ID) {
	y.t.Helper()
	y.number++
	d, err := y.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", y.number), Do: op})
	if err != nil {
		y.t.Fatalf("%T: %v", op, err)
	}
	y.view = y.view.Preview(d.Events)
	for _, e := range d.Events {
		if c, ok := state.CreatedBy(e); ok && made == "" {
			made = c.ID
		}
	}
	return made
}

func mm(x, y int64) geometry.Point2     { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }
func at(x, y, z int64) *geometry.Point3 { p := mm(x, y).At(geometry.MM(z)); return &p }

// wall adds a wall of 200 mm, 3 m high, whose foot is at 500.
func (y *yard) wall(x0, y0, x1, y1 int64) state.ID {
	return y.do(change.CreateWall{LevelID: y.ground, Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1),
		Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
}

// post adds a column of 300 x 300 mm, 3 m high, whose foot is at 500.
func (y *yard) post(x, at int64) state.ID {
	return y.do(change.CreateColumn{BaseLevel: y.ground,
		Column: member.Column{Location: mm(x, at), Height: geometry.MM(3000),
			Profile: &geometry.Profile{Shape: geometry.ProfileRectangle,
				Width: geometry.MM(300), Depth: geometry.MM(300)}}})
}

func (y *yard) between(from, to Place) *Distance {
	y.t.Helper()
	d, err := Between(y.view, from, to)
	if err != nil {
		y.t.Fatal(err)
	}
	return d
}

func TestElementsApartTouchingAndOverlapping(t *testing.T) {
	y := newYard(t)
	wall := y.wall(0, 0, 5000, 0)
	for name, c := range map[string]struct {
		post     state.ID
		relation Relation
		distance int64
		volume   float64
	}{
		"far":        {y.post(2000, 1250), Apart, 1000, 0},
		"touching":   {y.post(1000, 250), Touching, 0, 0},
		"overlaping": {y.post(3000, 200), Overlapping, 0, 0.3 * 0.05 * 3},
		"inside": {y.do(change.CreateColumn{BaseLevel: y.ground,
			Column: member.Column{Location: mm(4000, 0), Height: geometry.MM(1000),
				Profile: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(100),
					Depth: geometry.MM(100)}}}), Inside, 0, 0.01},
	} {
		d := y.between(Place{ElementID: wall}, Place{ElementID: c.post})
		if d.Relation != c.relation || d.Distance != geometry.MM(c.distance) || d.Volume != c.volume {
			t.Errorf("%s: %+v", name, d)
		}
	}
	far := y.between(Place{ElementID: wall}, Place{ElementID: y.post(2000, 1250)})
	if far.From.Y != geometry.MM(100) || far.To.Y != geometry.MM(1100) || far.Horizontal != geometry.MM(1000) ||
		far.Vertical != 0 || far.Delta.Y != geometry.MM(1000) {
		t.Errorf("measured %+v", far)
	}
	if far.Angle == nil || *far.Angle != geometry.QuarterTurn {
		t.Errorf("a wall and a column are at %v", far.Angle)
	}
}

func TestPointsAndElements(t *testing.T) {
	y := newYard(t)
	wall := Place{ElementID: y.wall(0, 0, 5000, 0)}
	outside := y.between(Place{Point: at(2000, 400, 4000)}, wall)
	if outside.Relation != Apart || outside.Distance.MM() != 583.095 || outside.Vertical != geometry.MM(-500) ||
		outside.Horizontal != geometry.MM(300) {
		t.Errorf("outside: %+v", outside)
	}
	if inside := y.between(wall, Place{Point: at(2000, 20, 2000)}); inside.Relation != Inside ||
		inside.Distance != geometry.MM(80) {
		t.Errorf("inside: %+v", inside)
	}
	if points := y.between(Place{Point: at(0, 0, 0)}, Place{Point: at(3000, 4000, 12000)}); points.Distance !=
		geometry.MM(13000) || points.Horizontal != geometry.MM(5000) || points.Angle != nil {
		t.Errorf("points: %+v", points)
	}
}

// Walls stand at 30 degrees; openings of doors are holes in the faces; the faces that face each other are 800 mm apart.
func TestFacesAndAngles(t *testing.T) {
	y := newYard(t)
	wall, other, skew := y.wall(0, 0, 5000, 0), y.wall(0, 1000, 5000, 1000), y.wall(0, 10000, 5000, 10000+2887)
	y.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	if d := y.between(Place{ElementID: wall}, Place{ElementID: skew}); d.Angle.Degrees() < 29.9 ||
		d.Angle.Degrees() > 30.1 {
		t.Errorf("walls at %v degrees", d.Angle)
	}
	face := func(id state.ID, normal float64) Place {
		faces, err := Faces(y.view, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faces {
			if f.Normal[1] == normal && f.Facing == FacingSide && f.Area > 5 {
				return Place{ElementID: id, Face: &f.Number}
			}
		}
		t.Fatalf("no face of %s looks that way", id)
		return Place{}
	}
	inner, outer := face(wall, 1), face(other, -1)
	faces, _ := Faces(y.view, wall)
	if f := faces[*inner.Face]; f.Area != 5*3-1*2 || f.Centre.Y != geometry.MM(100) || f.Box.Min.Z != geometry.MM(500) {
		t.Errorf("the face with the door: %+v", f)
	}
	if d := y.between(inner, outer); *d.Planes != geometry.MM(800) || *d.Angle != 0 || d.Distance != geometry.MM(800) {
		t.Errorf("faces: %+v", d)
	}
	if d := y.between(inner, Place{Point: at(9000, 400, 600)}); *d.Planes != geometry.MM(300) ||
		d.Distance.MM() <= 4000 {
		t.Errorf("a point beside the face: %+v", d)
	}
	if d := y.between(inner, Place{ElementID: y.post(3000, 3000)}); *d.Angle != 0 {
		t.Errorf("a column is at %v degrees to the face of a wall", d.Angle)
	}
	total := 0.0
	for i, f := range faces {
		if total += f.Area; f.Number != i {
			t.Errorf("face %d has the number %d", i, f.Number)
		}
	}
	list, totals, err := Elements(y.view, []state.ID{wall, other})
	if err != nil || list[0].Volume != 5*0.2*3-1*0.2*2 || totals.Volume != list[0].Volume+list[1].Volume ||
		totals.Elements != 2 || totals.Box.Max != *at(5000, 1100, 3500) {
		t.Errorf("%+v, %+v, %v", list, totals, err)
	}
	if diff := total - list[0].Area; diff > 1e-9 || diff < -1e-9 {
		t.Errorf("the faces have %v m2, the wall %v", total, list[0].Area)
	}
}

func TestPaths(t *testing.T) {
	p, err := Along(newYard(t).view, []geometry.Point3{*at(0, 0, 100), *at(4000, 0, 100),
		*at(4000, 3000, 100), *at(0, 3000, 100)})
	if err != nil || p.Length != geometry.MM(11000) || len(p.Legs) != 3 || p.Area != 12 || len(p.Angles) != 2 ||
		p.Angles[0] != geometry.QuarterTurn {
		t.Errorf("%+v, %v", p, err)
	}
	upright, err := Along(newYard(t).view, []geometry.Point3{*at(0, 0, 0), *at(1000, 0, 0),
		*at(2000, 0, 0), *at(2000, 0, 3000)})
	if err != nil || upright.Angles[0] != geometry.HalfTurn || upright.Area != 3 {
		t.Errorf("%+v, %v", upright, err)
	}
}

func TestWhatCannotBeMeasured(t *testing.T) {
	y := newYard(t)
	wall, seven, hundred := y.wall(0, 0, 5000, 0), 7, 100
	negative := -1
	for name, c := range map[string]struct {
		from, to Place
		want     state.Code
	}{
		"nothing": {Place{}, Place{ElementID: wall}, state.InvalidInput},
		"two in one": {Place{ElementID: wall, Point: at(0, 0, 0)},
			Place{Point: at(0, 0, 1)}, state.InvalidInput},
		"a face of a point": {Place{Point: at(0, 0, 0), Face: &seven}, Place{ElementID: wall}, state.InvalidInput},
		"nobody":            {Place{ElementID: wall}, Place{ElementID: "nobody"}, state.NotFound},
		"itself":            {Place{ElementID: wall}, Place{ElementID: wall}, state.OutOfRange},
		"no such face":      {Place{ElementID: wall, Face: &hundred}, Place{Point: at(0, 0, 0)}, state.OutOfRange},
		"a negative face":   {Place{ElementID: wall, Face: &negative}, Place{Point: at(0, 0, 0)}, state.OutOfRange},
		"a level":           {Place{ElementID: y.ground}, Place{ElementID: wall}, state.IllegalState},
		"out of bounds":     {Place{Point: at(1e9, 0, 0)}, Place{ElementID: wall}, state.OutOfModelBounds},
	} {
		if _, err := Between(y.view, c.from, c.to); state.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := Elements(y.view, []state.ID{wall, y.ground}); state.CodeOf(err) != state.IllegalState {
		t.Errorf("a level among elements: %v", err)
	}
	for _, points := range [][]geometry.Point3{nil, {*at(0, 0, 0)}, {*at(0, 0, 0), *at(0, 0, 0)},
		{*at(0, 0, 0), *at(1e9, 0, 0)}} {
		if _, err := Along(y.view, points); err == nil {
			t.Errorf("%v is a path", points)
		}
	}
}

// Round bodies are compared as facets, and measurements between them report the deviation of the facets.
func TestDistancesOfRoundBodiesSayHowFarTheirFacetsAreOff(t *testing.T) {
	y := newYard(t)
	round := func(x int64) state.ID {
		return y.do(change.CreateColumn{BaseLevel: y.ground, Column: member.Column{Location: mm(x, 5000),
			Height:  geometry.MM(3000),
			Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(400)}}})
	}
	a, near, far, square := round(0), round(200), round(2000), y.post(3000, 5000)
	off := func(id state.ID) geometry.Length {
		m, err := y.view.Measures().Of(id)
		if err != nil || m.FacetsOff <= 0 {
			t.Fatalf("%v, %v", m.FacetsOff, err)
		}
		return m.FacetsOff
	}
	for other, want := range map[state.ID]geometry.Length{near: 2 * off(a), far: 2 * off(a), square: off(a)} {
		if d := y.between(Place{ElementID: a}, Place{ElementID: other}); d.FacetsOff != want {
			t.Errorf("%+v: want facets off by %v", d, want)
		}
	}
	// Two circles of radius r whose centres are r apart overlap in (2 pi/3 - sqrt(3)/2) r^2.
	d := y.between(Place{ElementID: a}, Place{ElementID: near})
	lens := (2*math.Pi/3 - math.Sqrt(3)/2) * 0.2 * 0.2 * 3
	around := 4 * math.Pi / 3 * 0.2 * 3 // perimeter of the lens, times its height
	if short := lens - d.Volume; short < 0 || short > around*d.FacetsOff.M()/2 {
		t.Errorf("%v m3 in common, %v short of what circles have; facets off by %v", d.Volume, short, d.FacetsOff)
	}
	if d := y.between(Place{ElementID: square}, Place{Point: at(0, 0, 0)}); d.FacetsOff != 0 {
		t.Errorf("a square post and a point: facets off by %v", d.FacetsOff)
	}
}

// TestAnglesOfCurvedWalls checks that an arc has no single direction and so no angle. A door in it has the direction of
// the tangent at its middle.
func TestAnglesOfCurvedWalls(t *testing.T) {
	y := newYard(t)
	mid := geometry.Point2{X: 2121320, Y: 2121320}
	arc := y.do(change.CreateWall{LevelID: y.ground, Wall: fabric.Wall{Start: mm(3000, 0), End: mm(0, 3000), Mid: &mid,
		Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
	door := y.do(change.PlaceDoor{WallID: arc, Door: fabric.Door{Offset: 1570796 - geometry.MM(450),
		Width: geometry.MM(900), Height: geometry.MM(2000)}})
	for _, e := range y.view.Model.HostedBy(arc) {
		if found, ok := y.view.Model.Element(e); ok && found.Category == state.CategoryDoor {
			door = e
		}
	}
	straight := y.wall(5000, 0, 9000, 0)
	if d := y.between(Place{ElementID: arc}, Place{ElementID: straight}); d.Angle != nil {
		t.Errorf("an arc and a wall are at %v", *d.Angle)
	}
	d := y.between(Place{ElementID: door}, Place{ElementID: straight})
	if d.Angle == nil || math.Abs(d.Angle.Degrees()-60) > 1e-3 {
		t.Errorf("a door in an arc and a wall are at %v, expected 60 degrees", d.Angle)
	}
}
