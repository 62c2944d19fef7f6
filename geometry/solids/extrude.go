package solids

import (
	"fmt"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Extrude returns the prism between a profile in the XY plane and its image moved by a vector in micrometres, upright
// or oblique. Its volume is the area of the profile times the height of the vector. It returns ErrNoVolume if the
// vector lies in the plane, and the errors of geometry.NewPolygon for an invalid ring.
func Extrude(profile geometry.Region, by r3.Vector) (csg.Shape, error) {
	if by.Z == 0 {
		return csg.Shape{}, fmt.Errorf("extruded by %v um: %w", by, ErrNoVolume)
	}
	var s surface
	err := eachPolygon(profile, func(rings []geometry.Ring) error {
		start := s.section(rings, func(p geometry.Point2) r3.Vector { return flat(p) })
		end := s.section(rings, func(p geometry.Point2) r3.Vector { return flat(p).Add(by) })
		s.between(start, end)
		s.caps(start, end)
		return nil
	})
	if err != nil {
		return csg.Shape{}, err
	}
	return s.shape(by.Z < 0)
}

// section adds a vertex at the place of every corner of the rings, and returns the section.
func (s *surface) section(rings []geometry.Ring, place func(geometry.Point2) r3.Vector) section {
	out := make(section, len(rings))
	for i, ring := range rings {
		for _, p := range ring {
			out[i] = append(out[i], s.add(place(p)))
		}
	}
	return out
}
