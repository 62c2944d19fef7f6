package domain

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// foreignStair imports a stair of another program: two flights and a landing, a cube each.
func (b *builder) foreignStair(level ID) ID {
	b.t.Helper()
	piece := func(x int64) FixedPiece {
		return FixedPiece{Location: shift(x, 0, 100), IfcClass: "IfcStairFlight"}
	}
	shape := &FixedShape{FixedPiece: FixedPiece{Location: shift(0, 0, 100), PredefinedType: "HALF_TURN_STAIR",
		Tag: "S-1"}, Parts: []FixedPart{
		{ID: DeriveID("flight", 1), Name: "lower", FixedPiece: piece(0)},
		{ID: DeriveID("flight", 2), Name: "upper", FixedPiece: piece(2000)},
		{ID: DeriveID("landing", 1), Name: "landing", FixedPiece: FixedPiece{Location: shift(1000, 0, 100),
			IfcClass: "IfcSlab", PredefinedType: "LANDING"}},
	}}
	bodies := map[ID]geometry.Body{}
	for _, part := range shape.Parts {
		bodies[part.ID] = geometry.Body{cubeSolid(1000).solid()}
	}
	e := &Element{ID: DeriveID("foreign stair", 1), Category: CategoryStair, Name: "Foreign", LevelID: level,
		Params: &Stair{Fixed: shape}}
	b.do(Import{Elements: []*Element{e}, Bodies: bodies})
	return e.ID
}

// A stair of several flights is one stair: it is measured, moved and copied with its parts.
func TestAFixedStairGoesWithItsParts(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	p.measure(id, "NetVolume", 3)
	p.do(MoveElement{ElementIDs: []ID{id}, Delta: shift(500, 0, 1000)})
	e, _ := p.model.Element(id)
	if at := FixedOf(e).Parts[1].Location; at != shift(2500, 0, 1100) {
		t.Errorf("the upper flight is at %v", at)
	}
	body, err := p.model.Body(id)
	if want := (geometry.Box{Min: shift(500, 0, 1100), Max: shift(3500, 1000, 2100)}); err != nil ||
		body.Bounds() != want {
		t.Errorf("the stair is in %v, want %v (%v)", body.Bounds(), want, err)
	}
	checkBody(t, p.model, id)

	copied, _ := p.model.Element(p.do(CopyElement{ElementIDs: []ID{id}, Delta: delta(0, 5000, 0)}))
	for i, part := range FixedOf(copied).Parts {
		if original := FixedOf(e).Parts[i]; part.ID == original.ID || part.BodyID != original.BodyID {
			t.Errorf("part %d of the copy has the id %s and the body %s", i, part.ID, part.BodyID)
		}
	}
}

// A fixed shape has no parameters beside it, and none can be set.
func TestAFixedShapeHasNoParameters(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	p.refused(ModifyParameter{ElementID: id, ParameterName: "width", Value: json.RawMessage("1200")},
		ConstraintViolated)
	p.refused(ModifyParameter{ElementID: id, ParameterName: "fixed", Value: json.RawMessage("null")}, IllegalState)
	p.do(ModifyParameter{ElementID: id, ParameterName: "Pset_StairCommon.FireRating", Value: json.RawMessage(`"R60"`)})
	e, _ := p.model.Element(id)
	if _, err := p.model.StairShape(e); CodeOf(err) != IllegalState {
		t.Errorf("its flight is answered with %v", err)
	}
}

// What no fixed shape can be is refused, whatever brings it.
func TestWhatAFixedShapeCannotBe(t *testing.T) {
	p := newPlot(t)
	cube := geometry.Body{cubeSolid(1000).solid()}
	part := FixedPart{ID: "part", FixedPiece: FixedPiece{}}
	for name, c := range map[string]struct {
		params Params
		bodies map[ID]geometry.Body
		code   Code
	}{
		"nothing": {&Railing{Fixed: &FixedShape{}}, nil, DegenerateGeometry},
		"parameters beside": {&Railing{Fixed: &FixedShape{}, Height: geometry.MM(1000)},
			map[ID]geometry.Body{"e": cube}, ConstraintViolated},
		"a part without": {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{part}}}, nil, DegenerateGeometry},
		"two parts alike": {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{part, part}}},
			map[ID]geometry.Body{"part": cube}, AlreadyExists},
		"a class": {&Railing{Fixed: &FixedShape{FixedPiece: FixedPiece{IfcClass: "Railing"}}},
			map[ID]geometry.Body{"e": cube}, OutOfRange},
		"out of bounds": {&Railing{Fixed: &FixedShape{FixedPiece: FixedPiece{Location: shift(99_000_000, 0, 0)}}},
			map[ID]geometry.Body{"e": cube}, OutOfModelBounds},
		"ports of a railing": {&Railing{Fixed: &FixedShape{Ports: []FixedPort{{}}}},
			map[ID]geometry.Body{"e": cube}, OutOfRange},
		"a port to nowhere": {&Fitting{Fixed: &FixedShape{Ports: []FixedPort{{}}}},
			map[ID]geometry.Body{"e": cube}, DegenerateGeometry},
		"a material": {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{{ID: "part", MaterialID: "none"}}}},
			map[ID]geometry.Body{"part": cube}, NotFound},
	} {
		category := map[reflect.Type]Category{reflect.TypeFor[*Railing](): CategoryRailing,
			reflect.TypeFor[*CurtainWall](): CategoryCurtainWall,
			reflect.TypeFor[*Fitting]():     CategoryPipeFitting}[reflect.TypeOf(c.params)]
		_, err := Decide(p.model, Command{ID: "refused",
			Do: Import{Elements: []*Element{{ID: "e", Category: category, Name: "x", LevelID: p.level,
				Params: c.params}}, Bodies: c.bodies}})
		if CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A fitting of another program is connected at its ports, and a run goes on from them with its own profile.
func TestAFixedFittingIsConnectedAtItsPorts(t *testing.T) {
	p := newPlot(t)
	tee := &Element{ID: DeriveID("tee", 1), Category: CategoryPipeFitting, Name: "Tee", LevelID: p.level,
		Params: &Fitting{Fixed: &FixedShape{
			FixedPiece: FixedPiece{Location: shift(0, 0, 1000)},
			Ports: []FixedPort{{shift(1000, 500, 1500), shift(2000, 500, 1500)},
				{shift(0, 500, 1500), shift(-1000, 500, 1500)}},
		}}}
	p.do(Import{Elements: []*Element{tee}, Bodies: map[ID]geometry.Body{tee.ID: {cubeSolid(1000).solid()}}})
	p.do(pipeOf(p.level, shift(1000, 500, 1500), shift(4000, 500, 1500)))
	connections := p.model.ConnectionsOf(tee.ID)
	if len(connections) != 1 {
		t.Fatalf("the pipe has %d connections with the fitting", len(connections))
	}
	ports, err := p.model.Ports(element(p.model, tee.ID))
	if err != nil || ports[0].Profile != *pipeOf(p.level).Profile || ports[1].Profile != (geometry.Profile{}) {
		t.Errorf("the profiles of the ports are %v and %v (%v)", ports[0].Profile, ports[1].Profile, err)
	}
	p.do(MoveElement{ElementIDs: []ID{tee.ID}, Delta: shift(200, 0, 0)})
	if pipe, _ := p.model.Element(connections[0].Other(tee.ID)); pipe.Params.(*Segment).Start !=
		shift(1200, 500, 1500) && pipe.Params.(*Segment).End != shift(1200, 500, 1500) {
		t.Errorf("the pipe did not follow: %+v", pipe.Params)
	}
}

// What is stored of a fixed shape is read as it was, from its event and from a packed state.
func TestAFixedShapeIsStored(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	want := mustJSON(element(p.model, id))
	var read Element
	if err := json.Unmarshal(want, &read); err != nil || string(mustJSON(&read)) != string(want) {
		t.Errorf("read as %s (%v)", mustJSON(&read), err)
	}
	packed, err := Unpack(p.model.Pack(), backwards, nil)
	if err != nil || string(mustJSON(element(packed, id))) != string(want) || packed.Hash() != p.model.Hash() {
		t.Errorf("unpacked as %s (%v)", mustJSON(element(packed, id)), err)
	}
}

// foreignShell imports a wall, floor or roof of another program: a block of 1 m.
func (p *plot) foreignShell(category Category, name string, at geometry.Point3) ID {
	p.t.Helper()
	e := BlankElement(DeriveID(name, 7), category).WithFixed(&FixedShape{FixedPiece: FixedPiece{Location: at}})
	e.Name, e.LevelID = name, p.level
	p.do(Import{Elements: []*Element{e}, Bodies: map[ID]geometry.Body{e.ID: {cubeSolid(1000).solid()}}})
	return e.ID
}

// A wall, floor or roof of another program has a body and no parameters: nothing is set in it, joined to it or cut out
// of it, no room is found by it, and all else goes on beside it.
func TestForeignWallsFloorsAndRoofsTakeNothing(t *testing.T) {
	p := newPlot(t)
	wall, floor, roof := p.foreignShell(CategoryWall, "curved", shift(0, 0, 0)),
		p.foreignShell(CategoryFloor, "ramp", shift(2000, 0, 0)),
		p.foreignShell(CategoryRoof, "vault", shift(4000, 0, 3000))
	corner := func(x, y int64) geometry.Point2 { return shift(x, y, 0).XY() }
	straight := p.wall(corner(-1000, -1000), corner(9000, -1000), 200)
	p.wall(corner(9000, -1000), corner(9000, 9000), 200)
	p.wall(corner(9000, 9000), corner(-1000, 9000), 200)
	p.wall(corner(-1000, 9000), corner(-1000, -1000), 200)
	width, height, offset := geometry.MM(900), geometry.MM(2100), geometry.MM(10)
	for _, host := range []ID{wall, floor, roof} {
		p.refused(CreateOpening{HostID: host, Offset: &offset, Width: width, Height: height}, IllegalState)
		p.measure(host, "NetVolume", 1)
		checkBody(t, p.model, host)
	}
	p.refused(PlaceDoor{WallID: wall, Door: Door{Offset: offset, Width: width, Height: height}}, IllegalState)
	p.refused(JoinElements{ElementIDs: []ID{wall, straight}, JoinType: JoinAuto}, IllegalState)
	p.refused(Import{Joins: []Join{{ID: "j", A: straight, B: wall, Kind: JoinL}}}, IllegalState)
	opening := &Element{ID: "hole", Category: CategoryOpening, LevelID: p.level, HostID: wall,
		Params: &Opening{Width: width, Height: height, OpeningType: OpeningThrough}}
	p.refused(Import{Elements: []*Element{opening}}, IllegalState)
	p.refused(ModifyParameter{ElementID: wall, ParameterName: "height", Value: json.RawMessage("3000")},
		ConstraintViolated)
	if _, err := p.model.WallPlan(wall); CodeOf(err) != IllegalState {
		t.Errorf("the plan of a wall without parameters is answered with %v", err)
	}

	p.do(MoveElement{ElementIDs: []ID{wall, floor, roof}, Delta: shift(0, 0, 500)})
	if e, _ := p.model.Element(roof); FixedOf(e).Location != shift(4000, 0, 3500) {
		t.Errorf("the roof is at %v", FixedOf(e).Location)
	}
	p.do(CopyElement{ElementIDs: []ID{wall}, Delta: delta(0, 5000, 0)})
	seed := corner(7000, 7000)
	e, _ := p.model.Element(p.do(CreateRoom{LevelID: p.level, Room: Room{Seed: &seed}, Name: "Yard"}))
	if shape, err := p.model.RoomShape(e, p.model.WallsOn(p.level)); err != nil || len(shape.Bounding) != 4 ||
		slices.Contains(shape.Bounding, wall) {
		t.Errorf("the room about them is bounded by %v (%v)", shape.Bounding, err)
	}
	p.do(DeleteElement{ElementIDs: []ID{wall}})
}
