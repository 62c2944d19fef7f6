package measuring

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Element holds the measurements of the body of an element as built.
type Element struct {
	ElementID state.ID        `json:"element_id"`
	Category  state.Category  `json:"category"`
	Name      string          `json:"name"`
	Box       geometry.Box    `json:"box"`
	Size      geometry.Point3 `json:"size" jsonschema:"of the box"`
	Volume    float64         `json:"volume_m3"`
	Area      float64         `json:"surface_area_m2"`
	Solids    int             `json:"solids"`
	FacetsOff geometry.Length `json:"facets_off,omitempty" jsonschema:"of a round body: its volume is the round one's, its box and faces are of facets up to this far inside of the curve. Of the result of a boolean its volume too"`
}

// Totals are the sums over elements.
type Totals struct {
	Elements int          `json:"elements"`
	Box      geometry.Box `json:"box"`
	Volume   float64      `json:"volume_m3"`
	Area     float64      `json:"surface_area_m2"`
}

// Elements measures elements, in the order given. The error is NOT_FOUND for an unknown element, and ILLEGAL_STATE for
// an element without a body.
func Elements(v *projections.View, ids []state.ID) ([]Element, Totals, error) {
	totals := Totals{Box: geometry.EmptyBox(), Elements: len(ids)}
	out := make([]Element, len(ids))
	for i, id := range ids {
		m, err := v.Measures().Of(id)
		if err != nil {
			return nil, totals, err
		}
		e, _ := v.Model.Element(id)
		if m.Bounds.Empty() {
			return nil, totals, state.Errorf(state.IllegalState, "a %s has no body to measure: leave it out",
				e.Category).With("element_id", id).With("state", e.Category)
		}
		out[i] = Element{e.ID, e.Category, e.Name, m.Bounds, m.Bounds.Max.Sub(m.Bounds.Min), rounded(m.Volume),
			rounded(m.Area), m.Solids, m.FacetsOff}
		totals.Box = totals.Box.Union(m.Bounds)
		totals.Volume, totals.Area = totals.Volume+m.Volume, totals.Area+m.Area
	}
	totals.Volume, totals.Area = rounded(totals.Volume), rounded(totals.Area)
	return out, totals, nil
}

// Facing is the direction of a face.
type Facing string

// These are the directions of faces.
const (
	FacingUp     Facing = "up"
	FacingDown   Facing = "down"
	FacingSide   Facing = "side"
	FacingSloped Facing = "sloped"
)

// Enum lists the directions.
func (Facing) Enum() []string { return []string{"up", "down", "side", "sloped"} }

// Face is a face of an element's body.
type Face struct {
	Number    int             `json:"face"`
	Facing    Facing          `json:"facing"`
	Area      float64         `json:"area_m2" jsonschema:"less its holes"`
	Perimeter geometry.Length `json:"perimeter"`
	Normal    []float64       `json:"normal" jsonschema:"outward, of length 1"`
	Centre    geometry.Point3 `json:"centre"`
	Box       geometry.Box    `json:"box"`
}

// Faces measures the faces of an element's body. It returns the same errors as [Elements].
func Faces(v *projections.View, id state.ID) ([]Face, error) {
	_, body, err := bodyOf(v, id)
	if err != nil {
		return nil, err
	}
	var out []Face
	for _, s := range body {
		for _, f := range s.Faces {
			m := s.MeasureFace(f)
			out = append(out, Face{
				Number: len(out), Facing: facing(m.Normal.Z), Area: rounded(m.Area), Perimeter: m.Perimeter,
				Centre: m.Centre, Box: m.Box,
				Normal: []float64{component(m.Normal.X), component(m.Normal.Y), component(m.Normal.Z)},
			})
		}
	}
	return out, nil
}

// level is the greatest difference of the upward component of a normal from 1 or 0 for a level or vertical face: a
// millionth, which turns a face by less than a tenth of a degree.
const level = 1e-6

func facing(up float64) Facing {
	switch {
	case up >= 1-level:
		return FacingUp
	case up <= -1+level:
		return FacingDown
	case math.Abs(up) <= level:
		return FacingSide
	}
	return FacingSloped
}

// component rounds a component of a unit vector to a millionth, without negative zeros.
func component(v float64) float64 { return math.Round(v*1e6)/1e6 + 0 }
