package export

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// variety builds a model with one of everything that the house lacks. It has walls at odd angles with every kind of
// join and location line, recesses and unfilled openings, and doors of all kinds. It has all roofs with openings across
// their ridges, every profile, leaning beams and all stairs. It also has drawn and unbounded rooms, levels that are no
// storeys, fixed bodies with every kind of face, and odd names and properties.
func variety(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "variety", Name: "Größe & 'Vielfalt' 設計", Owner: "ada"})
	s.do("L0", change.CreateLevel{Name: "0", Elevation: length(-1500)})
	s.do("L1", change.CreateLevel{Name: "1", Elevation: length(2000)})
	mapped(s.t, s)
	no := false
	s.do("mezzanine", change.CreateLevel{Name: "mezzanine", Elevation: length(500), IsStorey: &no})
	s.do("datum", change.CreateLevel{Name: "datum", Elevation: length(9000), IsStorey: &no})
	s.do("steel", change.DefineMaterial{Name: "Steel", Category: "steel", Colour: "#336699", Density: 7850})
	s.do("glass", change.DefineMaterial{Name: "Glass"})
	s.varietyWalls()
	s.varietyFillers()
	s.varietyPlates()
	s.varietyMembers()
	s.varietyProxies()
	s.varietyRest()
	return s
}

func (s *site) varietyWalls() {
	wall := func(name string, line fabric.LocationLine, use fabric.WallUse, xy ...int64) {
		points := ring(xy...)
		s.do(name, change.CreateWall{LevelID: s.ids["L0"], Name: name,
			Wall: fabric.Wall{Start: points[0], End: points[1], Height: length(3000), Thickness: length(200),
				LocationLine: line, WallType: use}})
	}
	wall("north-east", "", "solid", 0, 0, 5000, 3000)
	wall("east", "interior", "partitioning", 5000, 3000, 9000, 2500)
	wall("third", "exterior", "shear", 5000, 3000, 4000, 7000)
	wall("butting", "", "movable", 2500, 1500, 1000, 5000)
	wall("crossing", "", "plumbing", 6000, -1000, 7500, 6000)
	wall("closing", "", "parapet", 1000, 5000, 4000, 7000)
	for _, j := range [][]string{{"north-east", "east", "third"}, {"third", "closing"}, {"butting", "closing"}} {
		var ids []state.ID
		for _, name := range j {
			ids = append(ids, s.ids[name])
		}
		s.do("", change.JoinElements{ElementIDs: ids, JoinType: fabric.JoinAuto})
	}
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["butting"], s.ids["north-east"]},
		JoinType: fabric.JoinButt})
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["crossing"], s.ids["east"]}, JoinType: fabric.JoinAuto,
		Priority: s.ids["crossing"]})
	s.modify("east", "base_offset", 250)
	s.modify("closing", "material_id", s.ids["steel"])
	offset := length(500)
	s.do("recess", change.CreateOpening{HostID: s.ids["north-east"], Name: "recess", Offset: &offset,
		Width: length(600), Height: length(800), SillHeight: length(300), Depth: length(80)})
	offset2 := length(1600)
	s.do("hatch", change.CreateOpening{HostID: s.ids["north-east"], Name: "hatch", Offset: &offset2, Width: length(600),
		Height: length(800), SillHeight: length(900)})
}

func (s *site) varietyFillers() {
	s.do("long", change.CreateWall{LevelID: s.ids["L1"], Name: "long",
		Wall: fabric.Wall{Start: at(0, 20000), End: at(40000, 20000), Height: length(3000), Thickness: length(250)}})
	s.do("door type", change.DefineType{Category: state.CategoryDoor, Name: "D-900", Material: "Steel",
		Properties: sets(s.t, `{"Pset_DoorCommon": {"FireRating": "EI 30"}}`)})
	s.do("window type", change.DefineType{Category: state.CategoryWindow, Name: "W-900"})
	s.do("unused", change.DefineType{Category: state.CategoryDoor, Name: "unused"})
	x := int64(500)
	for i, kind := range fabric.DoorType("").Enum() {
		for _, swing := range []fabric.Swing{"left", "right"} {
			door := change.PlaceDoor{WallID: s.ids["long"], Name: kind + " " + string(swing),
				Door: fabric.Door{Offset: length(x), Width: length(900), Height: length(2100),
					DoorType: fabric.DoorType(kind), Swing: swing,
					Facing: fabric.Facing([]string{"interior", "exterior"}[i%2])}}
			if kind == "single_swing" || kind == "fixed" {
				door.TypeID = s.ids["door type"]
			}
			s.do(kind+" "+string(swing), door)
			x += 1200
		}
	}
	for _, kind := range fabric.WindowType("").Enum() {
		window := change.PlaceWindow{WallID: s.ids["long"], Name: kind,
			Window: fabric.Window{Offset: length(x), Width: length(900), Height: length(1200), SillHeight: length(800),
				WindowType: fabric.WindowType(kind)}}
		if kind == "fixed" {
			window.TypeID = s.ids["window type"]
		}
		s.do(kind, window)
		x += 1200
	}
}

func (s *site) varietyPlates() {
	s.do("deck", change.DefineType{Category: state.CategoryFloor, Name: "deck",
		Layers: []shape.LayerInput{{Material: "Glass", Thickness: length(20)},
			{Material: "Steel", Thickness: length(60)}}})
	s.do("floor", change.CreateFloor{LevelID: s.ids["mezzanine"], TypeID: s.ids["deck"],
		Name: "floor", Floor: fabric.Floor{
			Boundary: ring(20000, 0, 26000, 1000, 24000, 6000, 20000, 5000),
			Holes:    []geometry.Ring{ring(21000, 1000, 22000, 1000, 22000, 2000, 21000, 2000)},
			Offset:   length(40), FloorType: "landing"}})
	location := at(23000, 3000)
	s.do("floor hole", change.CreateOpening{HostID: s.ids["floor"], Name: "floor hole", Location: &location,
		Width: length(700), Height: length(900)})
	s.do("tiles", change.DefineType{Category: state.CategoryRoof, Name: "tiles",
		Layers: []shape.LayerInput{{Material: "Glass", Thickness: length(30)},
			{Material: "Steel", Thickness: length(120)}}})
	for i, kind := range []fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable, fabric.RoofHip} {
		x := 50000 + 12000*int64(i)
		roof := fabric.Roof{Boundary: ring(x, 0, x+8000, 0, x+8000, 6000, x, 6000), RoofType: kind,
			Overhang: length(400), Offset: length(100 * int64(i))}
		if kind != fabric.RoofFlat {
			roof.Slope = 27_500_000
		}
		if kind == fabric.RoofGable {
			roof.RidgeDirection = "y"
		}
		s.do(string(kind), change.CreateRoof{LevelID: s.ids["L1"], TypeID: s.ids["tiles"],
			Name: string(kind), Roof: roof})
		centre := at(x+4100, 3000)
		s.do(string(kind)+" light", change.CreateOpening{HostID: s.ids[string(kind)], Name: string(kind) + " light",
			Location: &centre, Width: length(1500), Height: length(900)})
	}
	s.varietyRidges()
}

// varietyRidges adds roofs whose ridges are parallel to no axis. They are a hip with a valley that an opening crosses,
// one with gables, and one whose edges have slopes and overhangs of their own.
func (s *site) varietyRidges() {
	wide := length(900)
	for _, r := range []struct {
		name string
		roof fabric.Roof
	}{
		{"askew", fabric.Roof{RoofType: fabric.RoofGable,
			Boundary: ring(100000, 0, 106928, 4000, 103928, 9196, 97000, 5196)}},
		{"shed turned", fabric.Roof{RoofType: fabric.RoofShed, RidgeDirection: "y", RidgeAngle: -200 * geometry.Degree,
			Boundary: ring(115000, 0, 121000, 0, 121000, 4000, 115000, 4000)}},
		{"ell", fabric.Roof{RoofType: fabric.RoofHip,
			Boundary: ring(130000, 0, 142000, 0, 142000, 5000, 135000, 5000, 135000, 11000, 130000, 11000)}},
		{"gabled ell", fabric.Roof{RoofType: fabric.RoofGable,
			Gables:   []geometry.Point2{at(162000, 2500), at(152500, 11000)},
			Boundary: ring(150000, 0, 162000, 0, 162000, 5000, 155000, 5000, 155000, 11000, 150000, 11000)}},
		{"half hips", fabric.Roof{RoofType: fabric.RoofHip,
			Boundary: ring(170000, 0, 182000, 0, 182000, 8000, 170000, 8000),
			Edges: []fabric.RoofEdge{{At: at(182000, 4000), Slope: 60 * geometry.Degree, Eaves: length(900)},
				{At: at(176000, 0), Overhang: &wide}}}},
	} {
		r.roof.Slope, r.roof.Overhang = 27_500_000, length(400)
		s.do(r.name, change.CreateRoof{LevelID: s.ids["L1"], TypeID: s.ids["tiles"], Name: r.name, Roof: r.roof})
	}
	valley := at(134000, 4000)
	s.do("valley light", change.CreateOpening{HostID: s.ids["ell"], Name: "valley light", Location: &valley,
		Width: length(1500), Height: length(900)})
}

// profiles lists one profile of each shape.
var profiles = []geometry.Profile{
	{Shape: geometry.ProfileRectangle, Width: geometry.MM(200), Depth: geometry.MM(300)},
	{Shape: geometry.ProfileCircle, Diameter: geometry.MM(250)},
	{Shape: geometry.ProfileI, Width: geometry.MM(150), Depth: geometry.MM(300), WebThickness: geometry.MM(8),
		FlangeThickness: geometry.MM(12)},
	{Shape: geometry.ProfileL, Width: geometry.MM(100), Depth: geometry.MM(150), WallThickness: geometry.MM(10)},
	{Shape: geometry.ProfileT, Width: geometry.MM(150), Depth: geometry.MM(200), WebThickness: geometry.MM(9),
		FlangeThickness: geometry.MM(11)},
	{Shape: geometry.ProfileU, Width: geometry.MM(80), Depth: geometry.MM(200), WebThickness: geometry.MM(8),
		FlangeThickness: geometry.MM(10)},
	{Shape: geometry.ProfileRectangleHollow, Width: geometry.MM(120), Depth: geometry.MM(200),
		WallThickness: geometry.MM(6)},
	{Shape: geometry.ProfileCircleHollow, Diameter: geometry.MM(168), WallThickness: geometry.MM(7)},
}

func (s *site) varietyMembers() {
	s.do("IPE", change.DefineType{Category: state.CategoryBeam, Name: "IPE", Profile: &profiles[2], Material: "Steel"})
	for i := range profiles {
		p, x := &profiles[i], 1000*int64(i)
		name := string(p.Shape)
		s.do("column "+name, change.CreateColumn{BaseLevel: s.ids["L0"], Name: "column " + name, Material: "Steel",
			Column: member.Column{Location: at(x, -5000), TopLevel: s.ids["L1"], TopOffset: length(-200), Profile: p,
				Rotation: geometry.Angle(i) * 15 * geometry.Degree}})
		s.do("beam "+name, change.CreateBeam{LevelID: s.ids["L1"], Name: "beam " + name,
			Beam: member.Beam{Start: at(x, -9000).At(0), End: at(x+300*int64(i), -6000).At(length(250 * int64(i))),
				Profile: p, Rotation: geometry.Angle(i) * 10 * geometry.Degree,
				Justification: member.Justification([]string{"center", "top", "bottom"}[i%3])}})
	}
	s.do("typed beam", change.CreateBeam{LevelID: s.ids["L1"], TypeID: s.ids["IPE"], Name: "typed beam",
		Beam: member.Beam{Start: at(0, -12000).At(0), End: at(0, -12000).At(length(-2500)), Justification: "top"}})
	for i, side := range []stair.StairSide{"center", "left", "right"} {
		x := 2500 * int64(i)
		s.do("stair "+string(side), change.CreateStair{LevelID: s.ids["L0"], Name: "stair " + string(side),
			Stair: stair.Stair{Start: at(x, -20000), Toward: at(x+1000, -18000),
				TopLevel: s.ids["L1"], Width: length(1100), Risers: 19, Tread: length(270),
				Justification: side, Waist: length(140)}})
	}
}

func (s *site) varietyRest() {
	s.do("drawn", change.CreateRoom{LevelID: s.ids["L0"], Name: "drawn",
		Room: room.Room{Boundary: ring(30000, 0, 33000, 0, 33000, 4000, 31000, 5000, 30000, 4000),
			Height: length(2400)}})
	for i, w := range [][]int64{{60000, 30000, 64000, 30000}, {64000, 30000, 64000, 34000},
		{64000, 34000, 60000, 34000}, {60000, 34000, 60000, 30000}} {
		points := ring(w...)
		s.do(fmt.Sprintf("cell %d", i), change.CreateWall{LevelID: s.ids["L0"], Name: fmt.Sprintf("cell %d", i),
			Wall: fabric.Wall{Start: points[0], End: points[1], Height: length(2600), Thickness: length(100)}})
	}
	seed := at(62000, 32000)
	s.do("open", change.CreateRoom{LevelID: s.ids["L0"], Name: "open", Room: room.Room{Seed: &seed, Number: "X"}})
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["cell 2"]}})
	s.do("parallel", change.CreateGrid{Name: "parallel",
		Axes: []shape.GridAxis{{Tag: "1", Start: at(0, 0), End: at(0, 9000)},
			{Tag: "2", Start: at(5000, 0), End: at(5000, 9000)}}})
	s.do("fan", change.CreateGrid{Name: "fan", Axes: []shape.GridAxis{{Tag: "A", Start: at(0, 0), End: at(9000, 0)},
		{Tag: "B", Start: at(0, 0), End: at(0, 9000)},
		{Tag: "C", Start: at(0, 0), End: at(9000, 9000)}, {Tag: "D", Start: at(0, 0), End: at(9000, 4000)}}})
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["east"]}, Psets: sets(s.t, `{
		"Pset_WallCommon": {"Status": "NEW", "IsExternal": true, "LoadBearing": "yes", "Reference": "own", "Nonsense": 3, "ThermalTransmittance": 0.3},
		"Pset_Mine": {"A": 1}, "Pset_DoorCommon": {"FireRating": "x"}, "Energy": {"Text": "warm ß", "Number": 1.5, "Flag": false}}`),
		Classification: []state.Classification{{System: "Uniclass 2015", Code: "EF_25_10", Name: "Walls",
			URI: "https://uniclass.thenbs.com/taxon/ef_25_10"},
			{System: "Uniclass 2015", Code: "EF_25_10", Name: "Walls",
				URI: "https://uniclass.thenbs.com/taxon/ef_25_10"}, {System: "NL-SfB", Code: "21.11"}}})
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["third"], s.ids["column i"]},
		Classification: []state.Classification{{System: "NL-SfB", Code: "21.11"}}})
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["stair left"]},
		Psets: sets(s.t, `{"Pset_StairCommon": {"NumberOfRiser": 20, "FireExit": true}}`)})
}
