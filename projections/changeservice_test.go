package projections

import (
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// shift moves an element, sometimes with connected elements, or without hosted elements.
func (c *changes) shift() changing.Operation {
	op := changing.MoveElement{ElementIDs: []state.ID{c.any()}, Delta: c.delta(), Connected: c.random.IntN(3) == 0,
		Rotation: geometry.Angle(c.random.IntN(2)*c.random.IntN(4)) * 90 * geometry.Degree}
	if c.random.IntN(6) == 0 {
		op.WithHosted = new(bool)
	}
	return op
}

// shiftAll moves several elements at once, or all elements of a level.
func (c *changes) shiftAll() changing.Operation {
	ids := c.several(c.categories()...)
	if c.random.IntN(3) == 0 {
		ids = c.model.OnLevel(c.pick(state.CategoryLevel))
	}
	about := c.corner()
	return changing.MoveElement{ElementIDs: ids, Delta: c.delta(), About: &about,
		Rotation: geometry.Angle(c.random.IntN(2)) * 90 * geometry.Degree}
}

func (c *changes) delta() geometry.Point3 {
	d := geometry.Point3{X: c.mm(-3000, 3000, 500), Y: c.mm(-3000, 3000, 500)}
	switch c.random.IntN(4) {
	case 0:
		d.Z = c.mm(-500, 500, 250)
	case 1:
		d.X, d.Y, d.Z = 0, 0, c.mm(-500, 500, 250)
	}
	return d
}

func (c *changes) copied() changing.Operation {
	op := changing.CopyElement{ElementIDs: c.several(c.categories()...), Count: c.random.IntN(3)}
	delta := c.delta()
	op.Delta = &delta
	if c.random.IntN(3) == 0 {
		op.ToLevel, op.Count = c.pick(state.CategoryLevel), 0
	}
	return op
}

func (c *changes) delete() changing.Operation {
	return changing.DeleteElement{ElementIDs: c.several(c.categories()...)}
}

func (c *changes) system() changing.Operation {
	return changing.CreateSystem{Name: c.name("System"), System: services.System{Use: choice[services.SystemUse](c)}}
}

func (c *changes) serve() changing.Operation {
	op := changing.SetSystem{ElementIDs: []state.ID{c.segment()}, Connected: c.random.IntN(2) == 0}
	for _, id := range c.model.OfCategory(state.CategorySystem) {
		if c.random.IntN(2) == 0 {
			op.SystemID = id
		}
	}
	return op
}

func (c *changes) segment() state.ID {
	return c.of(state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray, state.CategoryDuctFitting)
}

func (c *changes) ports() changing.Operation {
	return changing.JoinPorts{ElementIDs: c.model.OfCategory(oneOf(c, state.CategoryDuct, state.CategoryPipe,
		state.CategoryCableTray))}
}

// run draws a duct, pipe or cable tray along grid lines that other runs share, so that the runs branch, cross and
// continue each other.
func (c *changes) run() changing.Operation {
	kind := choice[services.ServiceKind](c)
	profile := map[services.ServiceKind]*geometry.Profile{
		"duct": {Shape: "rectangle", Width: geometry.MM(300), Depth: c.mm(200, 300, 100)},
		"pipe": {Shape: "circle", Diameter: c.mm(100, 150, 50)},
		"cable_tray": {Shape: "u", Width: geometry.MM(60), Depth: geometry.MM(200), WebThickness: geometry.MM(2),
			FlangeThickness: geometry.MM(2)},
	}[kind]
	z := c.mm(2500, 3500, 500)
	a, b := c.line(), c.line()
	path := []geometry.Point3{a.At(z), {X: b.X, Y: a.Y, Z: z}}
	if c.random.IntN(2) == 0 {
		path = append(path, b.At(z))
	}
	op := changing.CreateSegment{System: kind, LevelID: c.pick(state.CategoryLevel), Path: path, Profile: profile}
	if e, ok := c.model.Element(c.pick(state.Category(kind))); ok && c.random.IntN(2) == 0 { // continues another one
		connect, other := c.random.IntN(3) == 0, e.Params.(*services.Segment)
		op.LevelID, op.Connect, op.Profile = e.LevelID, &connect, other.Profile
		op.Path = []geometry.Point3{other.End, other.End.Add(other.End.Sub(other.Start))}
	}
	return op
}

// line returns a point of the grid on which services lie, between the walls.
func (c *changes) line() geometry.Point2 {
	return geometry.Point2{X: c.mm(500, 9500, 3000), Y: c.mm(500, 9500, 3000)}
}

func (c *changes) cube(size int64) component.SolidInput {
	s := geometry.MM(size)
	var out component.SolidInput
	for _, z := range []geometry.Length{0, s} {
		out.Vertices = append(out.Vertices, geometry.Point3{Z: z}, geometry.Point3{X: s, Z: z},
			geometry.Point3{X: s, Y: s, Z: z}, geometry.Point3{Y: s, Z: z})
	}
	out.Faces = [][]int{{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}
	return out
}

func (c *changes) proxy() changing.Operation {
	return changing.CreateProxy{LevelID: c.pick(state.CategoryLevel), Location: c.spot().At(0),
		Solids: []component.SolidInput{c.cube(600)}}
}

// received adds elements of another program: a wall, floor, roof or ceiling with a body but without parameters, or a
// wall with parameters and a window, and joins with an existing wall.
func (c *changes) received() changing.Operation {
	c.made++
	id := func(n int) state.ID { return state.DeriveID(c.name("received"), n) }
	on := c.pick(state.CategoryLevel)
	if c.random.IntN(2) == 0 {
		return c.receivedWindow(id, on)
	}
	slab := func(w, d, h int64) geometry.Body {
		body, err := geometry.Extrude(geometry.World(),
			geometry.Region{geometry.Rectangle(at(0, 0), at(w, d))}, 0, geometry.MM(h))
		if err != nil {
			return nil
		}
		return geometry.Body{body}
	}
	type foreign struct {
		category state.Category
		params   func(f *state.FixedShape) state.Params
		body     geometry.Body
		z        int64
	}
	f := oneOf(c,
		foreign{state.CategoryWall, func(f *state.FixedShape) state.Params { return &fabric.Wall{Fixed: f} },
			slab(3000, 200, 2500), 0},
		foreign{state.CategoryFloor, func(f *state.FixedShape) state.Params { return &fabric.Floor{Fixed: f} },
			slab(6000, 6000, 200), -200},
		foreign{state.CategoryCeiling, func(f *state.FixedShape) state.Params { return &fabric.Ceiling{Fixed: f} },
			slab(6000, 3000, 50), 2400},
		foreign{state.CategoryRoof, func(f *state.FixedShape) state.Params { return &fabric.Roof{Fixed: f} },
			slab(6000, 6000, 200), 2700})
	e := &state.Element{ID: id(1), Category: f.category, Name: c.name("Foreign"), LevelID: on,
		Params: f.params(&state.FixedShape{FixedPiece: state.FixedPiece{Location: c.corner().At(geometry.MM(f.z))}})}
	return changing.Import{Elements: []*state.Element{e}, Bodies: map[state.ID]geometry.Body{e.ID: f.body}}
}

func (c *changes) receivedWindow(id func(int) state.ID, on state.ID) changing.Operation {
	wall := &state.Element{ID: id(1), Category: state.CategoryWall, Name: c.name("Wall received"), LevelID: on,
		Params: &fabric.Wall{Start: c.corner(), End: c.corner(), Height: geometry.MM(2700),
			Thickness: geometry.MM(200)}}
	opening := &state.Element{ID: id(2), Category: state.CategoryOpening, Name: c.name("Void"), LevelID: on,
		HostID: wall.ID, Params: &fabric.Opening{Offset: geometry.MM(1000), Width: geometry.MM(900),
			Height: geometry.MM(1000), SillHeight: geometry.MM(900)}}
	window := &state.Element{ID: id(3), Category: state.CategoryWindow, Name: c.name("Window received"), LevelID: on,
		HostID: wall.ID, FillsID: opening.ID, Params: &fabric.Window{Offset: geometry.MM(1000), Width: geometry.MM(900),
			Height: geometry.MM(1000), SillHeight: geometry.MM(900)}}
	return changing.Import{Elements: []*state.Element{wall, opening, window}}
}

func (c *changes) informed() changing.Operation {
	text := c.name("of the model")
	return changing.SetModelInfo{Description: &text}
}
