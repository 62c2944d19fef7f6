package domain

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Roundness is what a body with round sections measures. Its solids have facets whose corners lie on the curves.
type Roundness struct {
	FacetsOff geometry.Length // how far the facets lie inside of the curves at most
	Volume    float64         // m3, of the round body; 0 where only that of the facets is known
	Area      float64         // m2, of its surface; 0 likewise
}

// Round returns what an element with round sections measures as round: a column, beam or segment of a round profile, a
// fitting with such ports, or a bend. Of a curved wall, and of the result of a boolean operation on such elements, only
// the facets are known.
// It is false for any other element.
func (m *Model) Round(e *Element) (Roundness, bool) {
	if FixedOf(e) != nil {
		return Roundness{}, false
	}
	var off geometry.Length
	switch p := e.Params.(type) {
	case *Proxy:
		if c := p.Combination; c != nil && c.FacetsOff > 0 {
			return Roundness{FacetsOff: c.FacetsOff}, true
		}
	case *Wall:
		if s := m.strip(e); s.arc.curved() {
			return Roundness{FacetsOff: s.chordsOff()}, true
		}
	case *Fitting:
		off = p.facetsOff()
	case extruded:
		if shape, err := p.shape(m, e); err == nil && round(shape.Profile) {
			off = sagitta(shape.Profile.Diameter)
		}
	}
	if off == 0 {
		return Roundness{}, false
	}
	quantities, err := m.Quantities(e.ID)
	volume, ok := QuantityNamed(quantities, "NetVolume")
	if err != nil || !ok {
		return Roundness{}, false
	}
	return Roundness{FacetsOff: off, Volume: volume, Area: m.roundArea(e)}, true
}

// facetsOff returns how far the facets of a fitting lie inside of its curves: those of its sections, and of a bend
// those along its arc.
func (f *Fitting) facetsOff() geometry.Length {
	var off geometry.Length
	for _, port := range f.Ports {
		if round(port.Profile) {
			off = max(off, sagitta(port.Profile.Diameter))
		}
	}
	if f.FittingType == FittingBend {
		off += geometry.ChordTolerance
	}
	return off
}

// sagitta returns how far the middle of a facet lies inside of a circle, rounded up.
func sagitta(diameter geometry.Length) geometry.Length {
	n := geometry.CircleSides(diameter/2, geometry.ChordTolerance)
	return geometry.Length(math.Ceil(float64(diameter) / 2 * (1 - math.Cos(math.Pi/float64(n)))))
}

// roundArea returns the surface of a straight round body with square ends, 0 for any other one.
func (m *Model) roundArea(e *Element) float64 {
	p, ok := e.Params.(extruded)
	if !ok || !AttachmentsOf(e).none() {
		return 0
	}
	shape, err := p.shape(m, e)
	if err != nil {
		return 0
	}
	section, err := shape.Profile.Area()
	if err != nil {
		return 0
	}
	around := shape.Profile.Diameter
	if shape.Profile.Shape == geometry.ProfileCircleHollow {
		around += shape.Profile.Diameter - 2*shape.Profile.WallThickness
	}
	return float64(math.Pi*float64(around.M()*shape.Length.M())) + 2*section
}
