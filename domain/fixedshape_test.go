package domain

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// foreignStair imports a stair of another program: two flights and a landing, a cube each.
func (b *builder) foreignStair(level ID) ID {
	b.t.Helper()
	piece := func(x int64) FixedPiece {
		return FixedPiece{Location: shift(x, 0, 100), IfcClass: "IfcStairFlight"}
	}
	shape := &FixedShape{FixedPiece: FixedPiece{Location: shift(0, 0, 100), PredefinedType: "HALF_TURN_STAIR", Tag: "S-1"}, Parts: []FixedPart{
		{ID: DeriveID("flight", 1), Name: "lower", FixedPiece: piece(0)}, {ID: DeriveID("flight", 2), Name: "upper", FixedPiece: piece(2000)},
		{ID: DeriveID("landing", 1), Name: "landing", FixedPiece: FixedPiece{Location: shift(1000, 0, 100), IfcClass: "IfcSlab", PredefinedType: "LANDING"}},
	}}
	bodies := map[ID]geometry.Body{}
	for _, part := range shape.Parts {
		bodies[part.ID] = geometry.Body{cubeSolid(1000).solid()}
	}
	e := &Element{ID: DeriveID("foreign stair", 1), Category: CategoryStair, Name: "Foreign", LevelID: level, Params: &Stair{Fixed: shape}}
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
	if want := (geometry.Box{Min: shift(500, 0, 1100), Max: shift(3500, 1000, 2100)}); err != nil || body.Bounds() != want {
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
	p.refused(ModifyParameter{ElementID: id, ParameterName: "width", Value: json.RawMessage("1200")}, ConstraintViolated)
	p.refused(ModifyParameter{ElementID: id, ParameterName: "fixed", Value: json.RawMessage("null")}, IllegalState)
	p.do(ModifyParameter{ElementID: id, ParameterName: "Pset_StairCommon.FireRating", Value: json.RawMessage(`"R60"`)})
	e, _ := p.model.Element(id)
	if _, err := p.model.FlightShape(e); CodeOf(err) != IllegalState {
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
		"nothing":            {&Railing{Fixed: &FixedShape{}}, nil, DegenerateGeometry},
		"parameters beside":  {&Railing{Fixed: &FixedShape{}, Height: geometry.MM(1000)}, map[ID]geometry.Body{"e": cube}, ConstraintViolated},
		"a part without":     {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{part}}}, nil, DegenerateGeometry},
		"two parts alike":    {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{part, part}}}, map[ID]geometry.Body{"part": cube}, AlreadyExists},
		"a class":            {&Railing{Fixed: &FixedShape{FixedPiece: FixedPiece{IfcClass: "Railing"}}}, map[ID]geometry.Body{"e": cube}, OutOfRange},
		"out of bounds":      {&Railing{Fixed: &FixedShape{FixedPiece: FixedPiece{Location: shift(99_000_000, 0, 0)}}}, map[ID]geometry.Body{"e": cube}, OutOfModelBounds},
		"ports of a railing": {&Railing{Fixed: &FixedShape{Ports: []FixedPort{{}}}}, map[ID]geometry.Body{"e": cube}, OutOfRange},
		"a port to nowhere":  {&Fitting{Fixed: &FixedShape{Ports: []FixedPort{{}}}}, map[ID]geometry.Body{"e": cube}, DegenerateGeometry},
		"a material":         {&CurtainWall{Fixed: &FixedShape{Parts: []FixedPart{{ID: "part", MaterialID: "none"}}}}, map[ID]geometry.Body{"part": cube}, NotFound},
	} {
		category := map[reflect.Type]Category{reflect.TypeFor[*Railing](): CategoryRailing, reflect.TypeFor[*CurtainWall](): CategoryCurtainWall, reflect.TypeFor[*Fitting](): CategoryPipeFitting}[reflect.TypeOf(c.params)]
		_, err := Decide(p.model, Command{ID: "refused", Do: Import{Elements: []*Element{{ID: "e", Category: category, Name: "x", LevelID: p.level, Params: c.params}}, Bodies: c.bodies}})
		if CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A fitting of another program is connected at its ports, and a run goes on from them with its own profile.
func TestAFixedFittingIsConnectedAtItsPorts(t *testing.T) {
	p := newPlot(t)
	tee := &Element{ID: DeriveID("tee", 1), Category: CategoryPipeFitting, Name: "Tee", LevelID: p.level, Params: &Fitting{Fixed: &FixedShape{
		FixedPiece: FixedPiece{Location: shift(0, 0, 1000)}, Ports: []FixedPort{{shift(1000, 500, 1500), shift(2000, 500, 1500)}, {shift(0, 500, 1500), shift(-1000, 500, 1500)}},
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
	if pipe, _ := p.model.Element(connections[0].Other(tee.ID)); pipe.Params.(*Segment).Start != shift(1200, 500, 1500) && pipe.Params.(*Segment).End != shift(1200, 500, 1500) {
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
	packed, err := Unpack(p.model.Pack())
	if err != nil || string(mustJSON(element(packed, id))) != string(want) || packed.Hash() != p.model.Hash() {
		t.Errorf("unpacked as %s (%v)", mustJSON(element(packed, id)), err)
	}
}
