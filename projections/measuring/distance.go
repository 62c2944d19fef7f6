package measuring

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections"
)

// Relation is the relative position of two places.
type Relation string

// These are the relations.
const (
	Apart       Relation = "apart"
	Touching    Relation = "touching"
	Overlapping Relation = "overlapping" // bodies with common volume
	Inside      Relation = "inside"      // a point or body wholly in the other body
)

// Enum lists the relations.
func (Relation) Enum() []string { return []string{"apart", "touching", "overlapping", "inside"} }

// Distance is the result of measuring between two places.
type Distance struct {
	Relation Relation        `json:"relation"`
	Distance geometry.Length `json:"distance" jsonschema:"shortest, of surfaces; of a point inside, to the surface"`

	// The end points are the two nearest points. If the places overlap, both are the centre of the overlap.
	From       geometry.Point3 `json:"from"`
	To         geometry.Point3 `json:"to"`
	Delta      geometry.Point3 `json:"delta" jsonschema:"to less from"`
	Horizontal geometry.Length `json:"horizontal" jsonschema:"in plan"`
	Vertical   geometry.Length `json:"vertical" jsonschema:"up positive"`

	Volume float64          `json:"overlap_volume_m3,omitempty"`
	Depth  *geometry.Length `json:"overlap_depth,omitempty" jsonschema:"by which one has to give way"`

	FacetsOff geometry.Length `json:"facets_off,omitempty" jsonschema:"of round bodies, both together: compared as facets up to that far inside of the curves"`

	Planes *geometry.Length `json:"planes_apart,omitempty" jsonschema:"square to the face, of parallel faces or a face and a point"`
	Angle  *geometry.Angle  `json:"angle,omitempty" jsonschema:"0 to 90 degrees, between faces and what runs along a line"`
}

// Between measures from one place to another one. It returns an error for an invalid place, and OUT_OF_RANGE if both
// places are the same element.
func Between(v *projections.View, from, to Place) (*Distance, error) {
	if from.ElementID != "" && from.ElementID == to.ElementID && (from.Face == nil || to.Face == nil) {
		return nil, state.Errorf(state.OutOfRange,
			"from and to are the same element: name two, or two of its faces").With("parameter", "to")
	}
	a, err := from.find(v, "from")
	if err != nil {
		return nil, err
	}
	b, err := to.find(v, "to")
	if err != nil {
		return nil, err
	}
	d, err := nearest(a, b)
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the bodies cannot be compared exactly: %w",
			err).With("from", from.ElementID).With("to", to.ElementID)
	}
	d.direct(a, b)
	d.FacetsOff = facetsOff(v, from) + facetsOff(v, to)
	return d, nil
}

// facetsOff returns the distance of the facets at a place from the curves of a round body, or 0 if it has none.
func facetsOff(v *projections.View, p Place) geometry.Length {
	m, err := v.Measures().Of(p.ElementID)
	if err != nil {
		return 0 // a point
	}
	return m.FacetsOff
}

// nearest returns the distance between two places. For two bodies it first tests whether they overlap.
func nearest(a, b *subject) (*Distance, error) {
	if a.body != nil && b.body != nil {
		overlap, err := clash.Overlap(a.body, b.body, 0)
		if err != nil {
			return nil, err
		}
		if overlap.Volume > 0 {
			return overlapping(overlap), nil
		}
	}
	apart, at := a.surface.Distance(b.surface)
	d := &Distance{Relation: Apart, From: point(at[0]), To: point(at[1]), Distance: length(apart)}
	switch {
	case apart <= csg.RoundedTolerance:
		d.Relation, d.Distance = Touching, 0
	case a.point != nil && b.body != nil && b.surface.Holds(*a.point),
		b.point != nil && a.body != nil && a.surface.Holds(*b.point):
		d.Relation = Inside
	}
	d.Delta = d.To.Sub(d.From)
	d.Horizontal, d.Vertical = geometry.Distance(d.From.XY(), d.To.XY()), d.Delta.Z
	return d, nil
}

func overlapping(f clash.Finding) *Distance {
	d := &Distance{Relation: Overlapping, From: point(f.Centre), To: point(f.Centre)}
	switch {
	case f.Kind == clash.Touch:
		d.Relation = Touching
		return d
	case f.Contained != clash.Apart:
		d.Relation = Inside
	}
	depth := length(f.Depth)
	d.Volume, d.Depth = rounded(f.Volume), &depth
	return d
}

// parallel is the greatest angle between faces that count as parallel: over ten metres they converge by 0.2 mm.
const parallel = geometry.Degree / 1000

// direct sets the angle between two places, and the distance between the planes of parallel faces.
func (d *Distance) direct(a, b *subject) {
	none := r3.Vector{}
	if a.direction != none && b.direction != none {
		angle := geometry.AngleBetween(a.direction, b.direction)
		angle = min(angle, geometry.HalfTurn-angle)
		if (a.face == nil) != (b.face == nil) { // a line and a plane
			angle = geometry.QuarterTurn - angle
		}
		d.Angle = &angle
	}
	switch {
	case a.face != nil && b.face != nil && *d.Angle <= parallel:
		d.planes(a.face, b.face.Centre)
	case a.face != nil && b.point != nil:
		d.planes(a.face, *b.point)
	case b.face != nil && a.point != nil:
		d.planes(b.face, *a.point)
	}
}

func (d *Distance) planes(f *geometry.FaceMeasure, p geometry.Point3) {
	apart := length(math.Abs(f.Normal.Dot(p.Sub(f.Centre).Vector())))
	d.Planes = &apart
}

func length(micrometres float64) geometry.Length { return geometry.Length(math.Round(micrometres)) }

func point(v r3.Vector) geometry.Point3 {
	return geometry.Point3{X: length(v.X), Y: length(v.Y), Z: length(v.Z)}
}

// rounded rounds m3 to a cubic millimetre and m2 as finely.
func rounded(v float64) float64 { return math.Round(v*1e9) / 1e9 }
