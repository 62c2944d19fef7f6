package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// equipped builds a model with the categories that neither the house nor variety has, in every form that the domain
// accepts.
func equipped(t testing.TB) *site {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "equipped", Name: "Equipped", Owner: "ada"})
	s.do("L0", change.CreateLevel{Name: "0", Elevation: length(-500)})
	s.do("L1", change.CreateLevel{Name: "1", Elevation: length(3000)})
	s.do("wood", change.DefineMaterial{Name: "Wood", Colour: "#aa7744"})
	s.do("white", change.DefineMaterial{Name: "White", Colour: "#ffffff"})
	s.do("wall", change.CreateWall{LevelID: s.ids["L0"], Name: "wall",
		Wall: fabric.Wall{Start: at(0, -200), End: at(40000, -200), Height: length(3000), Thickness: length(200)}})
	s.components()
	s.embodied()
	s.ceilings()
	s.footings()
	s.railings()
	s.curtainWalls()
	s.services()
	return s
}

func (s *site) ceilings() {
	s.do("boards", change.DefineType{Category: state.CategoryCeiling, Name: "Boards",
		Layers: []shape.LayerInput{{Material: "White", Thickness: length(12)},
			{Material: "Wood", Thickness: length(15)}}})
	s.do("own ceiling", change.CreateCeiling{LevelID: s.ids["L0"], Name: "own ceiling", Material: "White",
		Ceiling: fabric.Ceiling{Boundary: ring(0, 8000, 5000, 8000, 4000, 12000, 0, 11000),
			Holes:  []geometry.Ring{ring(1000, 9000, 2000, 9000, 2000, 10000, 1000, 10000)},
			Height: length(2600), Thickness: length(30)}})
	s.do("boarding", change.CreateCeiling{LevelID: s.ids["L1"], Name: "boarding", TypeID: s.ids["boards"],
		Ceiling: fabric.Ceiling{Boundary: ring(0, 8000, 5000, 8000, 5000, 12000), Height: length(2500)}})
}

func (s *site) footings() {
	location, start, end := at(20000, 10000), at(22000, 9000), at(26000, 12000)
	s.do("pad", change.CreateFooting{LevelID: s.ids["L0"], Name: "pad", Material: "White",
		Footing: fabric.Footing{Location: &location, Length: length(1200), Width: length(900), Height: length(400),
			Rotation: 20 * geometry.Degree, Offset: length(-600)}})
	s.do("strip", change.CreateFooting{LevelID: s.ids["L0"], Name: "strip",
		Footing: fabric.Footing{Start: &start, End: &end, Width: length(500),
			Height: length(300), Offset: length(-600)}})
}

func (s *site) railings() {
	paths := [][]geometry.Point3{
		{at(30000, 6000).At(0), at(33000, 6000).At(0), at(34000, 8000).At(length(700)),
			at(31500, 9500).At(length(700))},
		{at(30000, 12000).At(0), at(33000, 12500).At(0), at(32500, 15000).At(0),
			at(29500, 14000).At(0), at(30000, 12000).At(0)},
	}
	for i, path := range paths {
		for k, infill := range stair.RailingInfill("").Enum() {
			r := stair.Railing{Height: length(1000 + 50*int64(k)), Infill: stair.RailingInfill(infill),
				RailingType: stair.RailingUse(stair.RailingUse("").Enum()[k])}
			for _, p := range path {
				r.Path = append(r.Path, p.Add(geometry.Point3{X: length(10000 * int64(k))}))
			}
			name := fmt.Sprintf("railing %d %s", i, infill)
			s.do(name, change.CreateRailing{LevelID: s.ids["L0"], Name: name, Material: "Wood", Railing: r})
		}
	}
}

func (s *site) curtainWalls() {
	s.do("facade", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "facade", Material: "White",
		CurtainWall: fabric.CurtainWall{Start: at(0, 20000), End: at(6000, 22500), Height: length(3200),
			BaseOffset: length(-100), USpacing: length(1250), VSpacing: length(1100)}})
	s.do("pane", change.CreateCurtainWall{LevelID: s.ids["L1"], Name: "pane",
		CurtainWall: fabric.CurtainWall{Start: at(10000, 20000), End: at(10000, 18000), Height: length(2500),
			USpacing: length(5000), VSpacing: length(5000),
			Mullion: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(80),
				Depth: geometry.MM(100)}, PanelThickness: length(120)}})
	door := fabric.Door{Offset: length(1200), Width: length(1800), Height: length(2200), DoorType: fabric.DoorDouble}
	s.do("entrance", change.PlaceDoor{WallID: s.ids["facade"], Name: "entrance", Door: door})
	s.do("exit", change.PlaceDoor{WallID: s.ids["facade"], Name: "exit", Door: fabric.Door{Offset: length(3700),
		Width: length(950), Height: length(2100), SillHeight: length(20), Facing: fabric.FacingExterior}})
	s.do("light", change.PlaceWindow{WallID: s.ids["facade"], Name: "light", ToGrid: true,
		Window: fabric.Window{Offset: length(5400), Width: length(1000), SillHeight: length(1000),
			Height: length(1000)}})
}

// table returns the parts of a table: a top on two legs, one square and one round.
func table() []state.ComponentPart {
	square := geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(60), Depth: geometry.MM(60)}
	return []state.ComponentPart{
		{At: at(0, 0).At(length(700)), Profile: geometry.Profile{Shape: geometry.ProfileRectangle,
			Width: geometry.MM(1200), Depth: geometry.MM(800)}, Height: length(40)},
		{At: at(-500, 0).At(0), Profile: square, Height: length(700)},
		{At: at(500, 0).At(0), Profile: geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(80)},
			Height: length(700)},
	}
}

// components places two components by a type, one component by its size for every use, and one component without a use
// for every category.
func (s *site) components() {
	s.do("Table", change.DefineComponentType{Category: "furniture", Name: "Table", Use: "table",
		Parts: table(), Material: "Wood",
		Properties: sets(s.t, `{"Pset_FurnitureTypeCommon": {"Style": "plain"}}`)})
	for i, turn := range []geometry.Angle{0, 30 * geometry.Degree} {
		op := change.PlaceComponent{Category: "furniture", LevelID: s.ids["L0"], TypeID: s.ids["Table"], Name: "table",
			Component: component.Component{Location: at(2000*int64(i), 5000).At(0), Rotation: turn}}
		if i == 1 {
			op.Name, op.Material = "white table", "White"
		}
		s.do(op.Name, op)
	}
	x := int64(1000)
	for _, category := range component.ComponentCategory("").Enum() {
		for _, use := range append(component.ComponentUses(state.Category(category)), "") {
			s.componentsOf(component.ComponentCategory(category), state.ComponentUse(use), x)
			x += 1500
		}
	}
}

// embodied imports components with bodies of their own. One has the class of its use, one is turned and has its own
// class and type, and two share a body.
func (s *site) embodied() {
	kind := state.ID("11111111-2222-4333-8444-555555555555")
	body := geometry.Body{tetrahedron(), block(s.t, geometry.World(), 500, 600, 700, 100)}
	brought := change.Import{Types: []state.Type{{ID: kind, Category: state.CategoryTerminal, Name: "Beacon",
		IfcClass: "IfcAirTerminalType", PredefinedType: "GRILLE"}}, Bodies: map[state.ID]geometry.Body{}}
	for i, c := range []struct {
		category state.Category
		params   component.Component
	}{
		{state.CategoryFurniture, component.Component{Use: "sofa"}},
		{state.CategoryTerminal, component.Component{IfcClass: "IfcAirTerminal", PredefinedType: "GRILLE",
			ObjectType: "beacon", Tag: "T-1", Rotation: 33 * geometry.Degree}},
		{state.CategoryEquipment, component.Component{}},
	} {
		e := &state.Element{ID: state.DeriveID("embodied", i), Category: c.category,
			Name: fmt.Sprintf("embodied %d", i), LevelID: s.ids["L0"]}
		c.params.Location = at(int64(3000*i), 40000).At(length(250))
		if c.category == state.CategoryTerminal {
			e.TypeID = kind
		}
		e.Params = &c.params
		brought.Elements = append(brought.Elements, e)
		brought.Bodies[e.ID] = body
	}
	s.do("", brought)
}

func (s *site) componentsOf(category component.ComponentCategory, use state.ComponentUse, x int64) {
	name := strings.TrimSpace(string(category) + " " + string(use))
	box := component.Component{Use: use, Location: at(x, 500).At(length(100)), Width: length(600),
		Depth: length(400), Height: length(500)}
	s.do("own "+name, change.PlaceComponent{Category: category, HostID: s.ids["wall"], Name: "own " + name,
		Material: "Wood", Component: box})
	kind := s.do("", change.DefineComponentType{Category: category, Name: "type " + name, Use: use, Width: box.Width,
		Depth: box.Depth, Height: box.Height})
	for i := range int64(2) {
		s.do("", change.PlaceComponent{Category: category, LevelID: s.ids["L1"], TypeID: kind, Name: "typed " + name,
			Component: component.Component{Location: at(x, 2000*i).At(0)}})
	}
}
