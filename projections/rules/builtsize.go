package rules

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// builtSize measures the least of the lengths, widths and heights of an element in mm, because an element of a few
// millimetres cannot be built. Thicknesses do not count. A size given in metres by mistake shows as a few millimetres.
func builtSize(s *subjects, r *Rule) ([]Measurement, error) {
	return s.categories(r, func(e *state.Element) []Measurement {
		box, ok := s.boxOf(e)
		if !ok || state.FixedOf(e) != nil {
			return nil
		}
		size, ok := sizeOf(e, box)
		if !ok {
			return nil
		}
		return []Measurement{of(e, size.MM(), "least of its lengths, widths and heights").in(middleOfBox(box))}
	})
}

// sizeOf returns the least of the sizes that characterize an element, or false if its category has none.
func sizeOf(e *state.Element, box geometry.Box) (geometry.Length, bool) {
	high := box.Max.Z - box.Min.Z
	across := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	switch p := e.Params.(type) {
	case *fabric.Wall, *fabric.CurtainWall:
		return min(across, high), true
	case *member.Column:
		return high, true
	case *member.Beam:
		return max(across, high), true
	case *fabric.Floor, *fabric.Roof, *fabric.Ceiling:
		return across, true
	case *stair.Stair:
		return p.Width, true
	case *stair.Ramp:
		return p.Width, true
	case *fabric.Door:
		return min(p.Width, p.Height), true
	case *fabric.Window:
		return min(p.Width, p.Height), true
	case *fabric.Skylight:
		return min(p.Width, p.Height), true
	case *fabric.Footing:
		return p.Width, true
	case *stair.Railing:
		return p.Height, true
	}
	return 0, false
}
