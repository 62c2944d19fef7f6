package domain

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/geometry"
)

// What a stair keeps along its flights: handrails, and guards along landings.
const (
	handrailHeight = 900 * geometry.Millimetre  // IBC 1014.2: 864 to 965; AD K 1.16: 900 to 1000
	guardHeight    = 1100 * geometry.Millimetre // IBC 1015.3: 1067; AD K 3.2: 1100
	railInset      = 40 * geometry.Millimetre   // of the middle of a railing from the edge that it stands on
)

// railingOf is a railing that a stair keeps.
type railingOf struct {
	part   string
	path   []geometry.Point3 // in the world
	height geometry.Length
	use    RailingUse
}

// railings returns what a stair keeps of railings: along each side of each flight, and about its landings.
func (s *StairShape) railings(sides StairRailings) []railingOf {
	var out []railingOf
	riser := roundLength(float64(s.Spec.Rise) / float64(s.Spec.Risers))
	for i := range s.Layout.Flights {
		f := &s.Layout.Flights[i]
		if f.Run == 0 {
			continue
		}
		for _, side := range []stairs.Side{stairs.Left, stairs.Right} {
			if sides != "both" && string(sides) != string(side) {
				continue
			}
			at := -f.Z0 - railInset
			if side == stairs.Right {
				at = -f.Z1 + railInset
			}
			out = append(out, railingOf{fmt.Sprintf("flight %d %s", i+1, side), []geometry.Point3{
				s.Frame.Point(f.At(0, at).At(f.From + riser)), s.Frame.Point(f.At(f.Run, at).At(f.From + f.Rise))},
				handrailHeight, "handrail"})
		}
	}
	return append(out, s.guards(sides)...)
}

// guards returns the guards about the landings of a stair, on the sides that turn away from the well.
func (s *StairShape) guards(sides StairRailings) []railingOf {
	outer := stairs.Right
	if s.Spec.Turn == stairs.Right {
		outer = stairs.Left
	}
	var out []railingOf
	for i, l := range s.Layout.Landings {
		f, next := &s.Layout.Flights[i], &s.Layout.Flights[i+1]
		name := fmt.Sprintf("landing %d", i+1)
		side := func(f *stairs.Flight, of stairs.Side) geometry.Length {
			if of == stairs.Right {
				return -f.Z1 + railInset
			}
			return -f.Z0 - railInset
		}
		add := func(part string, points ...geometry.Point2) {
			path := make([]geometry.Point3, len(points))
			for j, p := range points {
				path[j] = s.Frame.Point(p.At(l.Top))
			}
			out = append(out, railingOf{part, path, guardHeight, "guardrail"})
		}
		if s.Spec.Form == stairs.TwoStraight {
			for _, of := range []stairs.Side{stairs.Left, stairs.Right} {
				if sides == "both" || string(sides) == string(of) {
					add(name+" "+string(of), f.At(f.Run, side(f, of)), next.At(0, side(next, of)))
				}
			}
			continue
		}
		if sides != "both" && string(sides) != string(outer) {
			continue
		}
		far := f.Run + s.TurnDepth() - railInset
		begin, corner := f.At(f.Run, side(f, outer)), f.At(far, side(f, outer))
		end := next.At(0, side(next, outer))
		if s.Spec.Form == stairs.QuarterTurn {
			add(name, begin, corner, end)
			continue
		}
		add(name, begin, corner, next.At(-(s.TurnDepth()-railInset), side(next, outer)), end)
	}
	return out
}

// keepRailings brings the railings along a stair in line with it.
func (t *transaction) keepRailings(e *Element, s *Stair, shape *StairShape, make bool) error {
	needed := map[string]railingOf{}
	var order []railingOf
	if s.Railings != "" && s.Railings != "none" {
		order = shape.railings(s.Railings)
		for _, r := range order {
			needed[r.part] = r
		}
	}
	for _, id := range t.model.HostedBy(e.ID) {
		kept, ok := t.model.Element(id)
		if !ok {
			continue
		}
		railing, ok := kept.Params.(*Railing)
		if !ok || railing.StairPart == "" || railing.Fixed != nil {
			continue
		}
		r, wanted := needed[railing.StairPart]
		delete(needed, railing.StairPart)
		switch {
		case !wanted && !make:
			t.uncut(kept)
		case wanted && make:
			after := *railing
			after.Path = t.model.onLevelOfPath(r.path, kept.LevelID)
			if slices.Equal(after.Path, railing.Path) {
				continue
			}
			if err := t.change(kept, paramFacets(CategoryRailing), func(c *Element) { c.Params = &after }); err != nil {
				return err
			}
		}
	}
	if !make {
		return nil
	}
	for _, r := range order {
		if _, lacking := needed[r.part]; !lacking {
			continue
		}
		railing := (&Railing{Path: t.model.onLevelOfPath(r.path, e.LevelID), Height: r.height, RailingType: r.use,
			StairPart: r.part}).withDefaults()
		made := &Element{ID: t.newID(), Category: CategoryRailing, Name: e.Name + " railing, " + r.part,
			LevelID: e.LevelID, AssemblyID: e.ID, Params: &railing}
		if err := t.create(made); err != nil {
			return err
		}
		t.host(made.ID, e.ID)
	}
	return nil
}

// onLevelOfPath returns a path in the world with heights over a level.
func (m *Model) onLevelOfPath(path []geometry.Point3, level ID) []geometry.Point3 {
	out := slices.Clone(path)
	for i := range out {
		out[i].Z -= m.elevation(level)
	}
	return out
}
