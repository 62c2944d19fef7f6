package export

import (
	"bytes"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/verify"
)

// glazedFronts builds three curtain walls. The first goes around a corner and has panels of three kinds, the second
// follows an arc. The third stands in an opening of a skew wall and has a door.
func glazedFronts(t *testing.T) *site {
	s := emptySite(t)
	s.do("", change.DefineMaterial{Name: "Enamelled steel", Colour: "#204060", Density: 7850})
	s.do("corner", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "corner", CurtainWall: fabric.CurtainWall{
		Start: at(0, 10000), Corners: []geometry.Point2{at(4000, 10000)}, End: at(4000, 13000), Height: length(3000),
		ULines: []geometry.Length{length(1000), length(2500), length(5500)}, VBays: 2,
		Panels: []fabric.CurtainCells{{V: []int{0}, Kind: fabric.CellSolid, Material: "Enamelled steel"},
			{U: []int{0}, V: []int{1}, Kind: fabric.CellLouvre}, {U: []int{3}, V: []int{1}, Kind: fabric.CellEmpty}}}})
	mid := at(13000, 12000)
	s.do("arc", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "arc", CurtainWall: fabric.CurtainWall{
		Start: at(10000, 10000), Mid: &mid, End: at(16000, 10000), Height: length(2800), UBays: 6,
		VSpacing: length(1400)}})
	s.do("wall", change.CreateWall{LevelID: s.ids["L0"], Name: "wall", Wall: fabric.Wall{Start: at(0, 0),
		End: at(7000, 2500), Height: length(3000), Thickness: length(300), LocationLine: fabric.LocationInterior}})
	offset := length(1000)
	s.do("hole", change.CreateOpening{HostID: s.ids["wall"], Name: "hole", Offset: &offset, Width: length(4000),
		Height: length(2500)})
	s.do("front", change.CreateCurtainWall{Name: "front", CurtainWall: fabric.CurtainWall{Opening: s.ids["hole"],
		UBays: 4, VBays: 1}})
	s.do("door", change.PlaceDoor{WallID: s.ids["front"], Name: "door", Door: fabric.Door{Offset: length(1050),
		Width: length(900), Height: length(2100)}})
	return s
}

// TestGlazedFrontsComeBack checks in every schema that an import restores the parameters, and that the parts in the
// file have the volumes of the model.
func TestGlazedFrontsComeBack(t *testing.T) {
	s := glazedFronts(t)
	for _, schema := range Schemas() {
		got, _ := reimported(t, s.model, in(schema))
		for _, name := range []string{"corner", "arc", "front", "hole", "door"} {
			was, _ := s.model.Element(s.ids[name])
			is, ok := got.Element(s.ids[name])
			if !ok {
				t.Errorf("%s: %s is gone", schema, name)
				continue
			}
			if diff := shape.Difference(was, is, shape.ParamFacets(was.Category)); len(diff) > 0 {
				t.Errorf("%s: %s differs: %+v", schema, name, diff)
			}
			a, err := shape.Body(s.model, was.ID)
			if was.Category == state.CategoryOpening {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			b, err := shape.Body(got, is.ID)
			if err != nil || math.Abs(a.Volume()-b.Volume()) > 1e-9 {
				t.Errorf("%s: %s has %v m3, had %v: %v", schema, name, b.Volume(), a.Volume(), err)
			}
		}
		r := readIn(t, s, schema)
		louvres := 0
		for _, plate := range r.of("IfcPlate") {
			if r.text(plate, "ObjectType") == "louvre" {
				louvres++
			}
		}
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, s.model, in(schema)); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Bytes(t.Context(), out.Bytes(),
			verify.Options{Rules: []string{"IFC105", "OJP001", "SCHEMA", "WHERE"}})
		if err != nil || schema != SchemaIFC2X3 && len(report.Findings) > 0 {
			t.Errorf("%s: %v, %+v", schema, err, report.Findings)
		}
		if louvres != 1 {
			t.Errorf("%s: %d plates are louvres", schema, louvres)
		}
	}
}
