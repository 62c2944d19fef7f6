package domain

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// foreignStair imports a stair of another program: two flights and a landing, each a cube.
func (b *builder) foreignStair(level state.ID) state.ID {
	b.t.Helper()
	piece := func(x int64) state.FixedPiece {
		return state.FixedPiece{Location: shift(x, 0, 100), IfcClass: "IfcStairFlight"}
	}
	shape := &state.FixedShape{FixedPiece: state.FixedPiece{Location: shift(0, 0, 100),
		PredefinedType: "HALF_TURN_STAIR",
		Tag:            "S-1"}, Parts: []state.FixedPart{
		{ID: state.DeriveID("flight", 1), Name: "lower", FixedPiece: piece(0)},
		{ID: state.DeriveID("flight", 2), Name: "upper", FixedPiece: piece(2000)},
		{ID: state.DeriveID("landing", 1), Name: "landing", FixedPiece: state.FixedPiece{Location: shift(1000, 0, 100),
			IfcClass: "IfcSlab", PredefinedType: "LANDING"}},
	}}
	bodies := map[state.ID]geometry.Body{}
	for _, part := range shape.Parts {
		bodies[part.ID] = geometry.Body{cubeSolid(1000).Solid()}
	}
	e := &state.Element{ID: state.DeriveID("foreign stair", 1), Category: state.CategoryStair, Name: "Foreign",
		LevelID: level,
		Params:  &stair.Stair{Fixed: shape}}
	b.do(change.Import{Elements: []*state.Element{e}, Bodies: bodies})
	return e.ID
}

// A stair of several flights is one stair: it is measured, moved and copied with its parts.
func TestAFixedStairGoesWithItsParts(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	p.measure(id, "NetVolume", 3)
	p.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(500, 0, 1000)})
	e, _ := p.model.Element(id)
	if at := state.FixedOf(e).Parts[1].Location; at != shift(2500, 0, 1100) {
		t.Errorf("the upper flight is at %v", at)
	}
	body, err := shape.Body(p.model, id)
	if want := (geometry.Box{Min: shift(500, 0, 1100), Max: shift(3500, 1000, 2100)}); err != nil ||
		body.Bounds() != want {
		t.Errorf("the stair is in %v, want %v (%v)", body.Bounds(), want, err)
	}
	checkBody(t, p.model, id)

	copied, _ := p.model.Element(p.do(change.CopyElement{ElementIDs: []state.ID{id}, Delta: delta(0, 5000, 0)}))
	for i, part := range state.FixedOf(copied).Parts {
		if original := state.FixedOf(e).Parts[i]; part.ID == original.ID || part.BodyID != original.BodyID {
			t.Errorf("part %d of the copy has the id %s and the body %s", i, part.ID, part.BodyID)
		}
	}
}

// A fixed shape has no other parameters, and none can be set.
func TestAFixedShapeHasNoParameters(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "width", Value: json.RawMessage("1200")},
		state.ConstraintViolated)
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "fixed", Value: json.RawMessage("null")},
		state.IllegalState)
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "Pset_StairCommon.FireRating",
		Value: json.RawMessage(`"R60"`)})
	e, _ := p.model.Element(id)
	if _, err := stair.StairShapeOf(p.model, e); state.CodeOf(err) != state.IllegalState {
		t.Errorf("its flight is answered with %v", err)
	}
}

// Invalid fixed shapes are refused, whichever command creates them.
func TestWhatAFixedShapeCannotBe(t *testing.T) {
	p := newPlot(t)
	cube := geometry.Body{cubeSolid(1000).Solid()}
	part := state.FixedPart{ID: "part", FixedPiece: state.FixedPiece{}}
	for name, c := range map[string]struct {
		params state.Params
		bodies map[state.ID]geometry.Body
		code   state.Code
	}{
		"nothing": {&stair.Railing{Fixed: &state.FixedShape{}}, nil, state.DegenerateGeometry},
		"parameters beside": {&stair.Railing{Fixed: &state.FixedShape{}, Height: geometry.MM(1000)},
			map[state.ID]geometry.Body{"e": cube}, state.ConstraintViolated},
		"a part without": {&fabric.CurtainWall{Fixed: &state.FixedShape{Parts: []state.FixedPart{part}}}, nil,
			state.DegenerateGeometry},
		"two parts alike": {&fabric.CurtainWall{Fixed: &state.FixedShape{Parts: []state.FixedPart{part, part}}},
			map[state.ID]geometry.Body{"part": cube}, state.AlreadyExists},
		"a class": {&stair.Railing{Fixed: &state.FixedShape{FixedPiece: state.FixedPiece{IfcClass: "Railing"}}},
			map[state.ID]geometry.Body{"e": cube}, state.OutOfRange},
		"out of bounds": {&stair.Railing{Fixed: &state.FixedShape{FixedPiece: state.FixedPiece{Location: shift(
			99_000_000, 0, 0)}}},
			map[state.ID]geometry.Body{"e": cube}, state.OutOfModelBounds},
		"ports of a railing": {&stair.Railing{Fixed: &state.FixedShape{Ports: []state.FixedPort{{}}}},
			map[state.ID]geometry.Body{"e": cube}, state.OutOfRange},
		"a port to nowhere": {&services.Fitting{Fixed: &state.FixedShape{Ports: []state.FixedPort{{}}}},
			map[state.ID]geometry.Body{"e": cube}, state.DegenerateGeometry},
		"a material": {&fabric.CurtainWall{Fixed: &state.FixedShape{Parts: []state.FixedPart{{ID: "part",
			MaterialID: "none"}}}},
			map[state.ID]geometry.Body{"part": cube}, state.NotFound},
	} {
		category := map[reflect.Type]state.Category{reflect.TypeFor[*stair.Railing](): state.CategoryRailing,
			reflect.TypeFor[*fabric.CurtainWall](): state.CategoryCurtainWall,
			reflect.TypeFor[*services.Fitting]():   state.CategoryPipeFitting}[reflect.TypeOf(c.params)]
		_, err := Decide(p.model, change.Command{ID: "refused",
			Do: change.Import{Elements: []*state.Element{{ID: "e", Category: category, Name: "x", LevelID: p.level,
				Params: c.params}}, Bodies: c.bodies}})
		if state.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A fitting of another program is connected at its ports, and a run continues from them with its own profile.
func TestAFixedFittingIsConnectedAtItsPorts(t *testing.T) {
	p := newPlot(t)
	tee := &state.Element{ID: state.DeriveID("tee", 1), Category: state.CategoryPipeFitting, Name: "Tee",
		LevelID: p.level,
		Params: &services.Fitting{Fixed: &state.FixedShape{
			FixedPiece: state.FixedPiece{Location: shift(0, 0, 1000)},
			Ports: []state.FixedPort{{At: shift(1000, 500, 1500), Toward: shift(2000, 500, 1500)},
				{At: shift(0, 500, 1500), Toward: shift(-1000, 500, 1500)}},
		}}}
	p.do(change.Import{Elements: []*state.Element{tee},
		Bodies: map[state.ID]geometry.Body{tee.ID: {cubeSolid(1000).Solid()}}})
	p.do(pipeOf(p.level, shift(1000, 500, 1500), shift(4000, 500, 1500)))
	connections := p.model.ConnectionsOf(tee.ID)
	if len(connections) != 1 {
		t.Fatalf("the pipe has %d connections with the fitting", len(connections))
	}
	ports, err := services.Ports(p.model, change.Element(p.model, tee.ID))
	if err != nil || ports[0].Profile != *pipeOf(p.level).Profile || ports[1].Profile != (geometry.Profile{}) {
		t.Errorf("the profiles of the ports are %v and %v (%v)", ports[0].Profile, ports[1].Profile, err)
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{tee.ID}, Delta: shift(200, 0, 0)})
	if pipe, _ := p.model.Element(connections[0].Other(tee.ID)); pipe.Params.(*services.Segment).Start !=
		shift(1200, 500, 1500) && pipe.Params.(*services.Segment).End != shift(1200, 500, 1500) {
		t.Errorf("the pipe did not follow: %+v", pipe.Params)
	}
}

// A fixed shape is read as stored, from its event and from a packed state.
func TestAFixedShapeIsStored(t *testing.T) {
	p := newPlot(t)
	id := p.foreignStair(p.level)
	want := state.MustJSON(change.Element(p.model, id))
	var read state.Element
	if err := json.Unmarshal(want, &read); err != nil || string(state.MustJSON(&read)) != string(want) {
		t.Errorf("read as %s (%v)", state.MustJSON(&read), err)
	}
	packed, err := state.Unpack(p.model.Pack(), backwards, nil)
	if err != nil || string(state.MustJSON(change.Element(packed, id))) != string(want) ||
		packed.Hash() != p.model.Hash() {
		t.Errorf("unpacked as %s (%v)", state.MustJSON(change.Element(packed, id)), err)
	}
}

// foreignShell imports a wall, floor or roof of another program: a block of 1 m.
func (p *plot) foreignShell(category state.Category, name string, at geometry.Point3) state.ID {
	p.t.Helper()
	e := shape.BlankElement(state.DeriveID(name, 7),
		category).WithFixed(&state.FixedShape{FixedPiece: state.FixedPiece{Location: at}})
	e.Name, e.LevelID = name, p.level
	p.do(change.Import{Elements: []*state.Element{e},
		Bodies: map[state.ID]geometry.Body{e.ID: {cubeSolid(1000).Solid()}}})
	return e.ID
}

// A wall, floor or roof of another program has a body but no parameters. No element can be set in it, joined to it or
// cut out of it, and no room is bounded by it. Other elements beside it work as usual.
func TestForeignWallsFloorsAndRoofsTakeNothing(t *testing.T) {
	p := newPlot(t)
	wall, floor, roof := p.foreignShell(state.CategoryWall, "curved", shift(0, 0, 0)),
		p.foreignShell(state.CategoryFloor, "ramp", shift(2000, 0, 0)),
		p.foreignShell(state.CategoryRoof, "vault", shift(4000, 0, 3000))
	corner := func(x, y int64) geometry.Point2 { return shift(x, y, 0).XY() }
	straight := p.wall(corner(-1000, -1000), corner(9000, -1000), 200)
	p.wall(corner(9000, -1000), corner(9000, 9000), 200)
	p.wall(corner(9000, 9000), corner(-1000, 9000), 200)
	p.wall(corner(-1000, 9000), corner(-1000, -1000), 200)
	width, height, offset := geometry.MM(900), geometry.MM(2100), geometry.MM(10)
	for _, host := range []state.ID{wall, floor, roof} {
		p.refused(change.CreateOpening{HostID: host, Offset: &offset, Width: width, Height: height}, state.IllegalState)
		p.measure(host, "NetVolume", 1)
		checkBody(t, p.model, host)
	}
	p.refused(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: offset, Width: width, Height: height}},
		state.IllegalState)
	p.refused(change.JoinElements{ElementIDs: []state.ID{wall, straight}, JoinType: fabric.JoinAuto},
		state.IllegalState)
	p.refused(change.Import{Joins: []state.Join{{ID: "j", A: straight, B: wall, Kind: fabric.JoinL}}},
		state.IllegalState)
	opening := &state.Element{ID: "hole", Category: state.CategoryOpening, LevelID: p.level, HostID: wall,
		Params: &fabric.Opening{Width: width, Height: height, OpeningType: fabric.OpeningThrough}}
	p.refused(change.Import{Elements: []*state.Element{opening}}, state.IllegalState)
	p.refused(change.ModifyParameter{ElementID: wall, ParameterName: "height", Value: json.RawMessage("3000")},
		state.ConstraintViolated)
	if _, err := fabric.WallPlanOf(p.model, wall); state.CodeOf(err) != state.IllegalState {
		t.Errorf("the plan of a wall without parameters is answered with %v", err)
	}

	p.do(change.MoveElement{ElementIDs: []state.ID{wall, floor, roof}, Delta: shift(0, 0, 500)})
	if e, _ := p.model.Element(roof); state.FixedOf(e).Location != shift(4000, 0, 3500) {
		t.Errorf("the roof is at %v", state.FixedOf(e).Location)
	}
	p.do(change.CopyElement{ElementIDs: []state.ID{wall}, Delta: delta(0, 5000, 0)})
	seed := corner(7000, 7000)
	e, _ := p.model.Element(p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: &seed}, Name: "Yard"}))
	if shape, err := room.RoomShapeOf(p.model, e, fabric.WallsOn(p.model, p.level)); err != nil ||
		len(shape.Bounding) != 4 ||
		slices.Contains(shape.Bounding, wall) {
		t.Errorf("the room about them is bounded by %v (%v)", shape.Bounding, err)
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
}
