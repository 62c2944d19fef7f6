package export

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// site is a model being built by commands; ids maps names to its elements.
type site struct {
	t     testing.TB
	model *state.Model
	n     int
	log   []state.Event
	ids   map[string]state.ID
}

func newSite(t testing.TB) *site {
	return &site{t: t, model: state.NewModel(), ids: map[string]state.ID{}}
}

// do runs an operation and returns the id of the first thing that it created.
func (s *site) do(name string, op change.Operation) state.ID {
	s.t.Helper()
	s.n++
	decision, err := domain.Decide(s.model, change.Command{ID: fmt.Sprintf("command-%03d", s.n), Do: op})
	if err != nil {
		s.t.Fatalf("%s: %v", name, err)
	}
	s.model, s.log = decision.After, append(s.log, decision.Events...)
	id := madeBy(decision.Events)
	if name != "" {
		s.ids[name] = id
	}
	return id
}

func madeBy(events []state.Event) state.ID {
	for _, e := range events {
		switch e := e.(type) {
		case *state.ElementCreated:
			return e.Element.ID
		case *state.TypeDefined:
			return e.ID
		case *state.MaterialDefined:
			return e.ID
		}
	}
	return ""
}

func (s *site) modify(name, parameter string, value any) {
	s.t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		s.t.Fatal(err)
	}
	s.do("", change.ModifyParameter{ElementID: s.ids[name], ParameterName: parameter, Value: raw})
}

func length(mm int64) geometry.Length { return geometry.MM(mm) }

func at(x, y int64) geometry.Point2 {
	return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)}
}

func ring(xy ...int64) []geometry.Point2 {
	var out []geometry.Point2
	for i := 0; i < len(xy); i += 2 {
		out = append(out, at(xy[i], xy[i+1]))
	}
	return out
}

func sets(t testing.TB, text string) shape.PropertySets {
	t.Helper()
	var out shape.PropertySets
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// stamp is the time of every export of the tests.
var stamp = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func defaults() Options {
	return Options{Stamp: stamp, Revision: 99, Application: Application{Name: "bimstream",
		Version: "1.0.0", Organization: "bimstream"}}
}

// house builds the standard small building. It has two storeys of mitred outer walls, butting partitions, openings,
// slabs, a gable roof, a stair, two columns with a beam, and five rooms.
func house(t testing.TB) *site {
	s := newSite(t)
	latitude, longitude := 52*geometry.Degree+370216, 4*geometry.Degree+895168
	s.do("", change.CreateModel{ID: "3f1c8a52-0a5b-4d0e-9a3e-6f4f0f3f9b11", Owner: "ada", Name: "House",
		SiteName: "Plot 7", BuildingName: "House", BuildingUse: "Residential",
		Author: "Ada Bouwman", Organization: "Bouwman Architects", Latitude: &latitude, Longitude: &longitude,
		TrueNorth: 30 * geometry.Degree})
	s.houseLibrary()
	for _, l := range []struct {
		name string
		z    int64
	}{{"Ground", 0}, {"First", 3000}, {"Roof", 6000}} {
		s.do(l.name, change.CreateLevel{Name: l.name, Elevation: length(l.z)})
	}
	s.houseWalls()
	s.houseOpenings()
	s.houseSlabs()
	s.houseFrame()
	s.houseRooms()
	return s
}

func (s *site) houseLibrary() {
	for _, m := range []change.DefineMaterial{
		{Name: "Gypsum", Category: "gypsum", Colour: "#f0f0eb", Density: 900},
		{Name: "Brick", Category: "brick", Colour: "#a0503c", Density: 1800},
		{Name: "Insulation", Category: "insulation", Colour: "#e6dc82", Density: 30},
		{Name: "Render", Category: "plaster", Colour: "#dcdcd2", Density: 1600},
		{Name: "Stud", Category: "wood", Density: 120},
		{Name: "Concrete", Category: "concrete", Colour: "#b4b4b4", Density: 2400},
	} {
		s.do(m.Name, m)
	}
	s.do("EXT-300", change.DefineType{Category: state.CategoryWall, Name: "EXT-300", Layers: []shape.LayerInput{
		{Material: "Gypsum", Thickness: length(15), Function: "finish"},
		{Material: "Brick", Thickness: length(175), Function: "structure"},
		{Material: "Insulation", Thickness: length(100), Function: "insulation"},
		{Material: "Render", Thickness: length(10), Function: "finish"}},
		Properties: sets(
			s.t,
			`{"Pset_WallCommon": {"IsExternal": true, "LoadBearing": true, "FireRating": "REI 60", "ThermalTransmittance": 0.28}}`,
		)})
	s.do("INT-120", change.DefineType{Category: state.CategoryWall, Name: "INT-120", Layers: []shape.LayerInput{
		{Material: "Gypsum", Thickness: geometry.FromMM(12.5)}, {Material: "Stud", Thickness: length(95)},
		{Material: "Gypsum", Thickness: geometry.FromMM(12.5)}}})
}

func (s *site) houseWalls() {
	for _, w := range []struct {
		name, level, kind string
		x0, y0, x1, y1    int64
	}{
		{"W1", "Ground", "EXT-300", 150, 150, 11850, 150}, {"W2", "Ground", "EXT-300", 11850, 150, 11850, 7850},
		{"W3", "Ground", "EXT-300", 11850, 7850, 150, 7850}, {"W4", "Ground", "EXT-300", 150, 7850, 150, 150},
		{"P1", "Ground", "INT-120", 7000, 150, 7000, 7850},
		{"W5", "First", "EXT-300", 150, 150, 11850, 150}, {"W6", "First", "EXT-300", 11850, 150, 11850, 7850},
		{"W7", "First", "EXT-300", 11850, 7850, 150, 7850}, {"W8", "First", "EXT-300", 150, 7850, 150, 150},
		{"P2", "First", "INT-120", 5000, 150, 5000, 7850}, {"P3", "First", "INT-120", 5000, 4000, 11850, 4000},
	} {
		s.do(w.name, change.CreateWall{LevelID: s.ids[w.level], Name: w.name, TypeID: s.ids[w.kind],
			Wall: fabric.Wall{Start: at(w.x0, w.y0), End: at(w.x1, w.y1), Height: length(2800)}})
	}
	for _, j := range []struct {
		kind  state.JoinType
		walls []string
	}{
		{fabric.JoinMitre, []string{"W1", "W2"}}, {fabric.JoinMitre, []string{"W2", "W3"}},
		{fabric.JoinMitre, []string{"W3", "W4"}}, {fabric.JoinMitre, []string{"W4", "W1"}},
		{fabric.JoinButt, []string{"P1", "W1"}}, {fabric.JoinButt, []string{"P1", "W3"}},
		{fabric.JoinMitre, []string{"W5", "W6"}}, {fabric.JoinMitre, []string{"W6", "W7"}},
		{fabric.JoinMitre, []string{"W7", "W8"}}, {fabric.JoinMitre, []string{"W8", "W5"}},
		{fabric.JoinButt, []string{"P2", "W5"}}, {fabric.JoinButt, []string{"P2", "W7"}},
		{fabric.JoinButt, []string{"P3", "P2"}}, {fabric.JoinButt, []string{"P3", "W6"}},
	} {
		ids := []state.ID{s.ids[j.walls[0]], s.ids[j.walls[1]]}
		s.do("", change.JoinElements{ElementIDs: ids, JoinType: j.kind})
	}
}

func (s *site) houseOpenings() {
	for _, d := range []struct {
		name, wall            string
		offset, width, height int64
		kind                  fabric.DoorType
	}{
		{"D1", "W1", 2000, 1100, 2200, ""}, {"D2", "W3", 3000, 2400, 2200, "double_door"},
		{"D3", "P1", 3000, 900, 2100, ""},
		{"D4", "P2", 1000, 900, 2100, ""}, {"D5", "P2", 5200, 900, 2100, ""},
	} {
		s.do(d.name, change.PlaceDoor{WallID: s.ids[d.wall], Name: d.name,
			Door: fabric.Door{Offset: length(d.offset), Width: length(d.width),
				Height: length(d.height), DoorType: d.kind}})
	}
	for _, f := range []struct {
		name, wall                  string
		offset, width, height, sill int64
	}{
		{"F1", "W1", 4500, 1500, 1200, 900}, {"F2", "W1", 8200, 1800, 1400, 800}, {"F3", "W2", 2000, 1200, 1200, 900},
		{"F4", "W2", 4600, 1200, 1200, 900},
		{"F5", "W3", 7500, 1500, 1200, 900}, {"F6", "W4", 3100, 1500, 1200, 900}, {"F7", "W5", 1500, 1500, 1200, 900},
		{"F8", "W5", 4900, 1500, 1200, 900},
		{"F9", "W5", 8400, 1500, 1200, 900}, {"F10", "W6", 3100, 1500, 1200, 900}, {"F11", "W7", 2000, 1500, 1200, 900},
		{"F12", "W7", 7500, 1500, 1200, 900},
		{"F13", "W8", 3100, 1500, 1200, 900},
	} {
		s.do(f.name, change.PlaceWindow{WallID: s.ids[f.wall], Name: f.name,
			Window: fabric.Window{Offset: length(f.offset), Width: length(f.width), Height: length(f.height),
				SillHeight: length(f.sill)}})
	}
}

func (s *site) houseSlabs() {
	plan := ring(0, 0, 12000, 0, 12000, 8000, 0, 8000)
	s.do("S0", change.CreateFloor{LevelID: s.ids["Ground"], Name: "S0",
		Floor: fabric.Floor{Boundary: plan, Thickness: length(300), FloorType: "baseslab"}})
	s.do("S1", change.CreateFloor{LevelID: s.ids["First"], Name: "S1",
		Floor: fabric.Floor{Boundary: plan, Thickness: length(200)}})
	s.do("H1", change.CreateOpening{HostID: s.ids["S1"], Name: "Stair hole",
		Polygon: ring(7300, 6500, 11050, 6500, 11050, 7500, 7300, 7500)})
	s.modify("S0", "material_id", s.ids["Concrete"])
	s.modify("S1", "material_id", s.ids["Concrete"])
	s.do("R1", change.CreateRoof{LevelID: s.ids["Roof"], Name: "R1",
		Roof: fabric.Roof{Boundary: plan, RoofType: fabric.RoofGable, Slope: 35 * geometry.Degree,
			Thickness: length(250), Overhang: length(500), RidgeDirection: "x", Offset: length(-200)}})
	s.do("T1", change.CreateStair{LevelID: s.ids["Ground"], Name: "T1",
		Stair: stair.Stair{Start: at(7300, 6500), Toward: at(11050, 6500), TopLevel: s.ids["First"],
			Width: length(1000), Risers: 16, Tread: length(250), Justification: "right"}})
}

func (s *site) houseFrame() {
	square := &geometry.Profile{Shape: geometry.ProfileRectangle, Width: length(300), Depth: length(300)}
	for i, name := range []string{"C1", "C2"} {
		s.do(name, change.CreateColumn{BaseLevel: s.ids["Ground"], Name: name, Material: "Concrete",
			Column: member.Column{Location: at(2000+3000*int64(i), 4000), Height: length(2800), Profile: square}})
	}
	s.do("B1", change.CreateBeam{LevelID: s.ids["Ground"], Name: "B1", Material: "Concrete", Beam: member.Beam{
		Start: at(2150, 4000).At(length(2800)), End: at(4850, 4000).At(length(2800)), Justification: "top",
		Profile: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: length(200), Depth: length(400)}}})
	s.do("G1", change.CreateGrid{Name: "Grid", Axes: []shape.GridAxis{
		{Tag: "A", Start: at(-1000, 150), End: at(13000, 150)},
		{Tag: "B", Start: at(-1000, 7850), End: at(13000, 7850)},
		{Tag: "1", Start: at(150, -1000), End: at(150, 9000)},
		{Tag: "2", Start: at(11850, -1000), End: at(11850, 9000)}}})
}

func (s *site) houseRooms() {
	for _, r := range []struct {
		number, name, level string
		x, y                int64
	}{
		{"001", "Living", "Ground", 2000, 2000}, {"002", "Hall", "Ground", 9000, 2000},
		{"101", "Studio", "First", 2000, 2000}, {"102", "Bedroom", "First", 8000, 2000},
		{"103", "Landing", "First", 8000, 6000},
	} {
		seed := at(r.x, r.y)
		s.do(r.number, change.CreateRoom{LevelID: s.ids[r.level], Name: r.name,
			Room: room.Room{Seed: &seed, Number: r.number, Usage: r.name}})
	}
}
