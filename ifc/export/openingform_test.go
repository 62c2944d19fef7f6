package export

import (
	"bytes"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/verify"
)

// formedWalls builds a house with a straight and a curved wall that have openings, windows and doors of all forms.
func formedWalls(t *testing.T) *site {
	s := house(t)
	mid := at(63000, 22000)
	s.do("straight", change.CreateWall{LevelID: s.ids["Ground"], Name: "straight", Wall: fabric.Wall{
		Start: at(60000, 10000), End: at(80000, 13000), Height: length(3500), Thickness: length(400)}})
	s.do("curved", change.CreateWall{LevelID: s.ids["Ground"], Name: "curved", Wall: fabric.Wall{
		Start: at(60000, 20000), End: at(66000, 20000), Mid: &mid, Height: length(3500), Thickness: length(300)}})
	form := func(f fabric.OpeningForm) *fabric.OpeningForm { return &f }
	offset := func(mm int64) *geometry.Length { l := length(mm); return &l }
	bow := at(500, 1300)
	for i, o := range []struct {
		name string
		do   change.Operation
	}{
		{"round", change.PlaceWindow{Window: fabric.Window{Width: length(1000), Height: length(1000),
			SillHeight: length(1000), Form: form(fabric.OpeningForm{Shape: fabric.OutlineEllipse})}}},
		{"arch", change.PlaceWindow{Window: fabric.Window{Width: length(1200), Height: length(1800),
			SillHeight: length(800), WindowType: fabric.WindowDoubleVertical,
			Form: form(fabric.OpeningForm{Shape: fabric.OutlineArch})}}},
		{"portal", change.PlaceDoor{Door: fabric.Door{Width: length(1400), Height: length(2600),
			DoorType: fabric.DoorDouble, Form: form(fabric.OpeningForm{Shape: fabric.OutlinePointed})}}},
		{"segment", change.PlaceDoor{Door: fabric.Door{Width: length(1000), Height: length(2200),
			Form: form(fabric.OpeningForm{Shape: fabric.OutlineArch, Rise: length(150)})}}},
		{"embrasure", change.PlaceWindow{Window: fabric.Window{Width: length(800), Height: length(1200),
			SillHeight: length(900), Form: form(fabric.OpeningForm{Splay: 30 * geometry.Degree})}}},
		{"skew", change.CreateOpening{Width: length(600), Height: length(900), SillHeight: length(900),
			Form: form(fabric.OpeningForm{Shape: fabric.OutlineArch, Skew: -20 * geometry.Degree})}},
		{"bow", change.CreateOpening{SillHeight: length(600), Form: form(fabric.OpeningForm{
			Shape: fabric.OutlinePolygon, Points: []fabric.OutlinePoint{{At: at(0, 0)}, {At: at(1000, 0)},
				{At: at(1000, 900), Mid: &bow}, {At: at(0, 900)}}})}},
		{"niche", change.CreateOpening{Width: length(600), Height: length(1500), SillHeight: length(300),
			Depth: length(120), Face: fabric.FaceExterior, Form: form(fabric.OpeningForm{Shape: fabric.OutlineArch})}},
		{"chase", change.CreateOpening{Width: length(200), Height: length(3000), Depth: length(60)}},
	} {
		place := func(wall string, along int64) change.Operation {
			switch op := o.do.(type) {
			case change.PlaceWindow:
				op.WallID, op.Offset, op.Name = s.ids[wall], length(along), o.name
				return op
			case change.PlaceDoor:
				op.WallID, op.Offset, op.Name = s.ids[wall], length(along), o.name
				return op
			case change.CreateOpening:
				op.HostID, op.Offset, op.Name = s.ids[wall], offset(along), o.name
				return op
			}
			return nil
		}
		s.do(o.name, place("straight", 500+int64(i)*2000))
		if i%3 == 1 {
			s.do(o.name+" 2", place("curved", 1000+int64(i)*700))
		}
	}
	s.do("over", change.CreateOpening{HostID: s.ids["straight"], Name: "over", Offset: offset(16600),
		SillHeight: length(1200), Width: length(1000), Height: length(600)})
	return s
}

func TestRoundTripOfOpeningsOfAnyForm(t *testing.T) {
	s := formedWalls(t)
	everyForm(func(o Options) {
		back, _ := reimported(t, s.model, o)
		sameState(t, back, s.model)
	})
}

// TestOpeningsOfAnyFormKeepTheRules checks that a file with openings of any form breaks no rule of its schema, and has
// no unreferenced instance.
func TestOpeningsOfAnyFormKeepTheRules(t *testing.T) {
	s := formedWalls(t)
	for _, schema := range []string{SchemaIFC4, SchemaIFC4X3} {
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, s.model, in(schema)); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Bytes(t.Context(), out.Bytes(),
			verify.Options{Rules: []string{"IFC105", "SCHEMA", "WHERE"}})
		if err != nil || len(report.Findings) != 0 {
			t.Errorf("%s: %v %v", schema, err, report.Findings)
		}
	}
}
