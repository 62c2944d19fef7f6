package ifc

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// equipped has what neither the house nor variety has, in every form that the domain admits.
func equipped(t testing.TB) *site {
	s := newSite(t)
	s.do("", domain.CreateModel{ID: "equipped", Name: "Equipped", Owner: "ada"})
	s.do("L0", domain.CreateLevel{Name: "0", Elevation: length(-500)})
	s.do("L1", domain.CreateLevel{Name: "1", Elevation: length(3000)})
	s.do("wood", domain.DefineMaterial{Name: "Wood", Colour: "#aa7744"})
	s.do("white", domain.DefineMaterial{Name: "White", Colour: "#ffffff"})
	s.do("wall", domain.CreateWall{LevelID: s.ids["L0"], Name: "wall", Wall: domain.Wall{Start: at(0, -200), End: at(40000, -200), Height: length(3000), Thickness: length(200)}})
	s.components()
	return s
}

// table answers a top on two legs, one square and one round.
func table() []domain.ComponentPart {
	square := geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(60), Depth: geometry.MM(60)}
	return []domain.ComponentPart{
		{At: at(0, 0).At(length(700)), Profile: geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(1200), Depth: geometry.MM(800)}, Height: length(40)},
		{At: at(-500, 0).At(0), Profile: square, Height: length(700)},
		{At: at(500, 0).At(0), Profile: geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(80)}, Height: length(700)},
	}
}

// components places two of every use by a type and one by its size, and one of every category without a use.
func (s *site) components() {
	s.do("Table", domain.DefineComponentType{Category: "furniture", Name: "Table", Use: "table", Parts: table(), Material: "Wood",
		Properties: sets(s.t, `{"Pset_FurnitureTypeCommon": {"Style": "plain"}}`)})
	for i, turn := range []geometry.Angle{0, 30 * geometry.Degree} {
		op := domain.PlaceComponent{Category: "furniture", LevelID: s.ids["L0"], TypeID: s.ids["Table"], Name: "table", Component: domain.Component{Location: at(2000*int64(i), 5000).At(0), Rotation: turn}}
		if i == 1 {
			op.Name, op.Material = "white table", "White"
		}
		s.do(op.Name, op)
	}
	x := int64(1000)
	for _, category := range domain.ComponentCategory("").Enum() {
		for _, use := range append(domain.ComponentUses(domain.Category(category)), "") {
			s.componentsOf(domain.ComponentCategory(category), domain.ComponentUse(use), x)
			x += 1500
		}
	}
}

func (s *site) componentsOf(category domain.ComponentCategory, use domain.ComponentUse, x int64) {
	name := strings.TrimSpace(string(category) + " " + string(use))
	box := domain.Component{Use: use, Location: at(x, 500).At(length(100)), Width: length(600), Depth: length(400), Height: length(500)}
	s.do("own "+name, domain.PlaceComponent{Category: category, HostID: s.ids["wall"], Name: "own " + name, Material: "Wood", Component: box})
	kind := s.do("", domain.DefineComponentType{Category: category, Name: "type " + name, Use: use, Width: box.Width, Depth: box.Depth, Height: box.Height})
	for i := range int64(2) {
		s.do("", domain.PlaceComponent{Category: category, LevelID: s.ids["L1"], TypeID: kind, Name: "typed " + name, Component: domain.Component{Location: at(x, 2000*i).At(0)}})
	}
}
