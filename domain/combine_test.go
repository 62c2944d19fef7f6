package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// combined runs an operation that keeps its operands, and returns the result.
func (p *plot) combined(op state.CombineOperation, a, b state.ID) *state.Element {
	p.t.Helper()
	id := p.do(change.BooleanOperation{ElementA: a, ElementB: b, Operation: op, KeepOperands: true})
	checkBody(p.t, p.model, id)
	e, _ := p.model.Element(id)
	return e
}

func (p *plot) column(x, y, side int64) state.ID {
	return p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(x, y),
		Height: geometry.MM(3000), Profile: square(side)}})
}

func (p *plot) volumeOf(e *state.Element) float64 {
	p.t.Helper()
	q, err := elements.Quantities(p.model, e.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	v, _ := shape.QuantityNamed(q, "NetVolume")
	return v
}

// The expected values are worked out by hand.
func TestElementsAreCombined(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(3000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	column := p.column(1000, 0, 400)
	beam := p.do(change.CreateBeam{LevelID: p.level, Beam: member.Beam{Start: shift(1000, 0, 3100),
		End: shift(5000, 0, 3100), Profile: square(200)}})
	slab := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, -2000, 5000, 2000),
		Thickness: geometry.MM(200)}})
	shaft := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(4000, 1000),
		Height:     geometry.MM(4000),
		BaseOffset: geometry.MM(-1000), Profile: square(1000)}})
	for _, c := range []struct {
		what string
		op   state.CombineOperation
		a, b state.ID
		want float64
	}{
		{"a wall with its door's opening, cut by a column", component.CombineSubtract, wall, column, 3.0 - 0.4 - 0.24},
		{"a column cut by a wall", component.CombineSubtract, column, wall, 0.48 - 0.24},
		{"what wall and column share", component.CombineIntersect, wall, column, 0.24},
		{"a column on which a beam lies", component.CombineUnion, column, beam, 0.48 + 0.16},
		{"a slab less a shaft", component.CombineSubtract, slab, shaft, 4 - 0.2},
	} {
		e := p.combined(c.op, c.a, c.b)
		if got := p.volumeOf(e); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v m3, want %v", c.what, got, c.want)
		}
		if k := e.Params.(*component.Proxy).Combination; k.A != c.a || k.B != c.b || k.Operation != c.op {
			t.Errorf("%s comes of %+v", c.what, k)
		}
	}
}

// A wall cut by a pipe remains in one part. A wall cut by a wide block falls into two parts, which remain one element.
func TestAResultMayHaveSeveralParts(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(3000, 1700), 200)
	pipe := p.do(change.CreateBeam{LevelID: p.level, Beam: member.Beam{Start: shift(1000, -3000, 1000),
		End:     shift(1500, 3000, 1300),
		Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(150)}}})
	block := p.column(1500, 850, 900)
	for _, c := range []struct {
		b     state.ID
		parts int
	}{{pipe, 1}, {block, 2}} {
		e := p.combined(component.CombineSubtract, wall, c.b)
		body, err := shape.Body(p.model, e.ID)
		if err != nil || len(body) != c.parts {
			t.Errorf("%d parts, want %d: %v", len(body), c.parts, err)
		}
	}
}

// Without keep_operands, the operands are deleted with their hosted elements and the result replaces them. Undo
// restores them.
func TestOperandsAreAbsorbed(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	door := p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(3000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	column := p.column(1000, 0, 400)
	d, err := Decide(p.model, change.Command{ID: "c", Do: change.BooleanOperation{ElementA: wall, ElementB: column,
		Operation: component.CombineUnion}, Revision: 7})
	if err != nil {
		t.Fatal(err)
	}
	checkDecision(t, p.model, d)
	for _, id := range []state.ID{wall, column, door} {
		if change.Has(d.After, id) {
			t.Errorf("%s is still there", id)
		}
	}
	if len(d.Warnings) == 0 || d.Warnings[0].Code != "HOSTED_DELETED" || d.Warnings[0].Data["element_id"] != door {
		t.Errorf("nothing is said of the door: %v", d.Warnings)
	}
	results := d.After.OfCategory(state.CategoryProxy)
	e, _ := d.After.Element(results[0])
	if c := e.Params.(*component.Proxy).Combination; len(results) != 1 || c.Revision != 7 {
		t.Errorf("%d results, of %+v", len(results), c)
	}
	undone, later := merge.NewTouches(), merge.NewTouches()
	for _, event := range d.Events {
		undone.Note(event)
	}
	back, err := merge.Undo{ID: "u", Before: p.model, After: d.After, Now: d.After, Undone: undone,
		Later: later}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	if diff := merge.Diff(p.model, back.Decision.After, append(undone.IDs(), door)); diff.Len() != 0 {
		t.Errorf("undoing leaves %s", state.MustJSON(diff))
	}
}

func TestABooleanOperationIsRefused(t *testing.T) {
	p := newPlot(t)
	a, b, inside := p.column(0, 0, 400), p.column(5000, 0, 400), p.column(0, 0, 200)
	room := p.do(change.CreateRoom{LevelID: p.level, Room: drawn(20000, "1")})
	for _, c := range []struct {
		op   state.CombineOperation
		a, b state.ID
		want state.Code
	}{
		{component.CombineIntersect, a, b, state.EmptyResult}, {component.CombineSubtract, inside, a,
			state.EmptyResult},
		{component.CombineUnion, a, a, state.OutOfRange}, {"xor", a, b, state.OutOfRange},
		{component.CombineUnion, a, "nothing", state.NotFound}, {component.CombineUnion, "nothing", a, state.NotFound},
		{component.CombineUnion, a, room, state.IllegalState}, {component.CombineUnion, p.level, a, state.IllegalState},
	} {
		p.refused(change.BooleanOperation{ElementA: c.a, ElementB: c.b, Operation: c.op}, c.want)
	}
}

// For any two blocks at any angles, union and intersection together have the volume of both, and subtraction leaves the
// rest. The order of operands does not matter for union and intersection.
func TestVolumesOfCombinationsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPlot(t)
		var ids [2]state.ID
		for i := range ids {
			op := proxyOf(p.level, cubeSolid(1000))
			op.Location = shift(rapid.Int64Range(-800, 800).Draw(t, "x"), rapid.Int64Range(-800, 800).Draw(t, "y"),
				rapid.Int64Range(-800, 800).Draw(t, "z"))
			op.Rotation = geometry.Angle(rapid.Int64Range(0, 24).Draw(t, "turn")) * 15 * geometry.Degree
			ids[i] = p.do(op)
		}
		volume := map[state.CombineOperation]float64{}
		for _, op := range []state.CombineOperation{component.CombineUnion, component.CombineIntersect,
			component.CombineSubtract} {
			d, err := p.try(change.BooleanOperation{ElementA: ids[0], ElementB: ids[1], Operation: op,
				KeepOperands: true})
			if state.CodeOf(err) == state.EmptyResult && op != component.CombineUnion {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", op, err)
			}
			p.model = d.After
			e := p.combined(op, ids[0], ids[1])
			volume[op] = p.volumeOf(e)
			if other := p.combined(op, ids[1], ids[0]); op != component.CombineSubtract &&
				(other.Params.(*component.Proxy).BodyID != e.Params.(*component.Proxy).BodyID ||
					other.Params.(*component.Proxy).Location != e.Params.(*component.Proxy).Location) {
				t.Errorf("%s depends on the order", op)
			}
		}
		const slack = 1e-4 // m3: corners are rounded to a micrometre, over about 10 m2
		if sum := volume[component.CombineUnion] + volume[component.CombineIntersect]; math.Abs(sum-2) > slack {
			t.Errorf("union and intersection have %v m3", sum)
		}
		if rest := volume[component.CombineSubtract] + volume[component.CombineIntersect]; math.Abs(rest-1) > slack {
			t.Errorf("difference and intersection have %v m3", rest)
		}
	})
}
