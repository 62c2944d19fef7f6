package domain

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// cubeSolid returns a cube with its lowest corner at the origin. A size that is not positive gives an invalid solid.
func cubeSolid(size int64) component.SolidInput {
	s := geometry.MM(size)
	return component.SolidInput{
		Vertices: []geometry.Point3{{}, {X: s}, {X: s, Y: s}, {Y: s}, {Z: s}, {X: s, Z: s},
			{X: s, Y: s, Z: s}, {Y: s, Z: s}},
		Faces: [][]int{{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
	}
}

func proxyOf(level state.ID, solids ...component.SolidInput) change.CreateProxy {
	return change.CreateProxy{LevelID: level, Location: shift(1000, 2000, 500), Solids: solids,
		IfcClass: "IfcFurniture", ObjectType: "block"}
}

// proxyParams returns the parameters of a proxy.
func (b *builder) proxyParams(id state.ID) *component.Proxy {
	e, _ := b.model.Element(id)
	return e.Params.(*component.Proxy)
}

func TestAProxyStandsWhereItsBodyIsPut(t *testing.T) {
	p := newPlot(t)
	upper := p.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	op := proxyOf(upper, cubeSolid(1000), cubeSolid(200))
	op.Rotation = 90 * geometry.Degree
	id := p.do(op)
	p.measure(id, "NetVolume", 1.008)
	p.measure(id, "NetSurfaceArea", 6.24)
	body, err := shape.Body(p.model, id)
	if err != nil {
		t.Fatal(err)
	}
	want := geometry.Box{Min: shift(0, 2000, 3500), Max: shift(1000, 3000, 4500)}
	if got := body.Bounds(); got != want {
		t.Errorf("the body is in %v, want %v", got, want)
	}
	checkBody(t, p.model, id)
}

// The library of bodies holds only closed bodies. So a body is refused if dividing its bent faces into triangles leaves
// the surface open.
func TestABodyStaysClosedWhenItsBentFacesAreDivided(t *testing.T) {
	p := newPlot(t)
	for _, corner := range []geometry.Point3{shift(1000, 400_000, 1000), shift(1100, 1200, 1300),
		shift(1_000_000, 1_000_000, 1_000_000), shift(1_000_000, 400_000, 500_000), shift(300, 300, 900)} {
		cube := cubeSolid(1000)
		cube.Vertices[6] = corner
		made, err := p.try(proxyOf(p.level, cube))
		if err != nil {
			if state.CodeOf(err) != state.DegenerateGeometry {
				t.Errorf("%v: %v", corner, err)
			}
			continue
		}
		for _, event := range made.Events {
			if defined, ok := event.(*state.BodyDefined); ok {
				body, err := geometry.ParseBody(defined.Body)
				if err != nil || body[0].Check() != nil {
					t.Errorf("%v: the body in the library is not closed: %v %v", corner, err, body[0].Check())
				}
			}
		}
	}
}

// Elements of one shape share a body. Moving and copying them does not store it again.
func TestABodyIsStoredOnce(t *testing.T) {
	p := newPlot(t)
	first := p.do(proxyOf(p.level, cubeSolid(1000)))
	second := p.do(proxyOf(p.level, cubeSolid(1000)))
	other := p.do(proxyOf(p.level, cubeSolid(999)))
	p.do(change.MoveElement{ElementIDs: []state.ID{first}, Delta: shift(1, 2, 3), Rotation: 30 * geometry.Degree})
	copied := p.do(change.CopyElement{ElementIDs: []state.ID{first}, Delta: delta(5000, 0, 0)})
	p.do(change.DeleteElement{ElementIDs: []state.ID{second}})
	if a, b, c := p.proxyParams(first).BodyID, p.proxyParams(copied).BodyID,
		p.proxyParams(other).BodyID; a != b || a == c {
		t.Errorf("the bodies are %s, %s and %s", a, b, c)
	}
	defined := 0
	for _, e := range p.log {
		if _, ok := e.(*state.BodyDefined); ok {
			defined++
		} else if size := len(state.EncodeEvent(e)); size > 700 {
			t.Errorf("%T takes %d bytes", e, size)
		}
	}
	if defined != 2 {
		t.Errorf("%d bodies are defined, want 2", defined)
	}
	p.measure(copied, "NetVolume", 1)
}

func TestAProxyIsRefused(t *testing.T) {
	p := newPlot(t)
	broken := func(edit func(*component.SolidInput)) []component.SolidInput {
		s := cubeSolid(1000)
		edit(&s)
		return []component.SolidInput{s}
	}
	for _, c := range []struct {
		when string
		edit func(*change.CreateProxy)
		want state.Code
	}{
		{"it has no solid", func(c *change.CreateProxy) { c.Solids = nil }, state.DegenerateGeometry},
		{"a solid has no face", func(c *change.CreateProxy) {
			c.Solids = broken(
				func(s *component.SolidInput) { s.Faces = nil })
		},
			state.DegenerateGeometry},
		{"a face is missing", func(c *change.CreateProxy) {
			c.Solids = broken(func(s *component.SolidInput) { s.Faces = s.Faces[1:] })
		},
			state.DegenerateGeometry},
		{"a face is turned", func(c *change.CreateProxy) {
			c.Solids = broken(
				func(s *component.SolidInput) { slices.Reverse(s.Faces[0]) })
		}, state.DegenerateGeometry},
		{"it is inside out", func(c *change.CreateProxy) {
			c.Solids = broken(func(s *component.SolidInput) {
				for _, f := range s.Faces {
					slices.Reverse(f)
				}
			})
		}, state.DegenerateGeometry},
		{"it is flat", func(c *change.CreateProxy) { c.Solids = []component.SolidInput{cubeSolid(0)} },
			state.DegenerateGeometry},
		{"a face names no vertex", func(c *change.CreateProxy) {
			c.Solids = broken(
				func(s *component.SolidInput) { s.Faces[0][0] = 8 })
		}, state.DegenerateGeometry},
		{"a face names what no vertex can be", func(c *change.CreateProxy) {
			c.Solids = broken(
				func(s *component.SolidInput) { s.Faces[0][0] = 1 << 40 })
		}, state.DegenerateGeometry},
		{"a face crosses itself", func(c *change.CreateProxy) {
			c.Solids = broken(func(s *component.SolidInput) {
				s.Faces[0][0], s.Faces[0][1] = s.Faces[0][1],
					s.Faces[0][0]
			})
		}, state.DegenerateGeometry},
		{"a vertex is out of this world", func(c *change.CreateProxy) {
			c.Solids = broken(
				func(s *component.SolidInput) { s.Vertices[0].X = huge })
		}, state.OutOfModelBounds},
		{"it sticks out of the model", func(c *change.CreateProxy) { c.Location.X = state.DefaultHalfExtent },
			state.OutOfModelBounds},
		{"its location is out of bounds", func(c *change.CreateProxy) { c.Location.Z = huge }, state.OutOfModelBounds},
		{"its level does not exist", func(c *change.CreateProxy) { c.LevelID = "nothing" }, state.NotFound},
		{"its material does not exist", func(c *change.CreateProxy) { c.Material = "cheese" }, state.NotFound},
		{"its class is no name", func(c *change.CreateProxy) { c.IfcClass = "wall" }, state.OutOfRange},
		{"its predefined type is no item", func(c *change.CreateProxy) { c.PredefinedType = "a b" }, state.OutOfRange},
		{"its object type is endless", func(c *change.CreateProxy) { c.ObjectType = strings.Repeat("x", 300) },
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := proxyOf(p.level, cubeSolid(1000))
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

// needles returns a body that no encoding compresses well: many random tetrahedra.
func needles(n int) geometry.Body {
	r := rand.New(rand.NewPCG(1, 2))
	out := make(geometry.Body, n)
	for i := range out {
		at := func() geometry.Length { return geometry.Length(r.Int64N(1e9)) }
		o := geometry.Point3{X: at(), Y: at(), Z: at()}
		out[i] = geometry.Solid{Frame: geometry.World(),
			Vertices: []geometry.Point3{o, o.Add(shift(1, 0, 0)), o.Add(shift(0, 1, 0)), o.Add(shift(0, 0, 1))}}
		for _, f := range [][]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}} {
			out[i].Faces = append(out[i].Faces, geometry.Face{Loops: [][]int32{f}})
		}
	}
	return out
}

// The event of the largest accepted body fits into one append of KurrentDB with its default limit.
func TestABodyIsBounded(t *testing.T) {
	p := newPlot(t)
	refused := p.refused(change.CreateProxy{LevelID: p.level, Body: needles(20_000)}, state.OperationTooLarge)
	size := refused.Data["bytes"].(int)
	id := p.do(change.CreateProxy{LevelID: p.level, Body: needles(20_000 * (change.MaxBodyText - 1000) / size)})
	largest := 0
	for _, e := range p.log {
		largest = max(largest, len(state.EncodeEvent(e)))
	}
	if largest < change.MaxBodyText*9/10 || largest > change.MaxBodyText+200 {
		t.Errorf("the event takes %d bytes", largest)
	}
	checkBody(t, p.model, id)
}

// If two branches make the same shape, the merge has one body, and no body is lost.
func TestBodiesAreMerged(t *testing.T) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	f := &fork{t: t, base: b.model, name: "option"}
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(proxyOf(level, cubeSolid(100)))
	same, own := f.theirs.do(proxyOf(level, cubeSolid(100))), f.theirs.do(proxyOf(level, cubeSolid(200)))
	out := f.must("")
	if len(out.Conflicts) > 0 || out.Counts.Created != 2 {
		t.Errorf("%d conflicts, %d created", len(out.Conflicts), out.Counts.Created)
	}
	merged := out.Decision.After
	if n := merged.Bodies.Len(); n != 2 {
		t.Errorf("there are %d bodies, want 2", n)
	}
	for _, id := range []state.ID{same, own} {
		checkBody(t, merged, id)
	}
	for i, event := range out.Decision.Events[:3] {
		if _, is := event.(*state.BodyDefined); is != (i == 0) {
			t.Errorf("event %d is a %T", i, event)
		}
	}
}
