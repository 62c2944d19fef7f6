package elements

import (
	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Round returns measures of an element with round sections: a column, beam or segment with a round profile, a fitting
// with such ports, or a bend. For a curved wall, and for the result of a boolean operation on round elements, only the
// deviation of the facets is known. It returns false for other elements.
func Round(m *state.Model, e *state.Element) (bodyshape.Roundness, bool) {
	if state.FixedOf(e) != nil {
		return bodyshape.Roundness{}, false
	}
	var off geometry.Length
	switch p := e.Params.(type) {
	case *component.Proxy:
		if c := p.Combination; c != nil && c.FacetsOff > 0 {
			return bodyshape.Roundness{FacetsOff: c.FacetsOff}, true
		}
	case *fabric.Wall:
		if s := fabric.StripOf(m, e); s.Arc.Curved() {
			return bodyshape.Roundness{FacetsOff: s.ChordsOff()}, true
		}
	case *services.Fitting:
		off = fittingFacetsOff(p)
	case bodyshape.Extruded:
		if shape, err := p.Shape(m, e); err == nil && bodyshape.Round(shape.Profile) {
			off = bodyshape.Sagitta(shape.Profile.Diameter)
		}
	}
	if off == 0 {
		return bodyshape.Roundness{}, false
	}
	quantities, err := Quantities(m, e.ID)
	volume, ok := bodyshape.QuantityNamed(quantities, "NetVolume")
	if err != nil || !ok {
		return bodyshape.Roundness{}, false
	}
	return bodyshape.Roundness{FacetsOff: off, Volume: volume, Area: roundArea(m, e)}, true
}

// fittingFacetsOff returns how far the facets of a fitting lie inside its curves. It adds the deviation across its
// sections and, for a bend, along its arc.
func fittingFacetsOff(f *services.Fitting) geometry.Length {
	var off geometry.Length
	for _, port := range f.Ports {
		if bodyshape.Round(port.Profile) {
			off = max(off, bodyshape.Sagitta(port.Profile.Diameter))
		}
	}
	if f.FittingType == services.FittingBend {
		off += geometry.ChordTolerance
	}
	return off
}

// roundArea returns the surface in m2 of a straight round body with square ends, or 0 for other elements.
func roundArea(m *state.Model, e *state.Element) float64 {
	p, ok := e.Params.(bodyshape.Extruded)
	if !ok || !state.AttachmentsOf(e).None() {
		return 0
	}
	shape, err := p.Shape(m, e)
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
