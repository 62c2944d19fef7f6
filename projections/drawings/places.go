package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// checkLines returns OUT_OF_MODEL_BOUNDS if a section line reaches beyond the model's bounds.
func checkLines(v *projections.View, lines ...SectionLine) error {
	for _, l := range lines {
		for _, p := range [...]geometry.Point2{l.Start, l.End} {
			if err := checkPlace(v, "the line of section "+l.Name, p.At(0)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkPlace returns OUT_OF_MODEL_BOUNDS if a point lies beyond the model's bounds.
func checkPlace(v *projections.View, name string, p geometry.Point3) error {
	if v.Model.Bounds().Contains(geometry.Box{Min: p, Max: p}) {
		return nil
	}
	return state.Errorf(state.OutOfModelBounds, "%s lies outside the model's bounds of %s mm about the origin",
		name, v.Model.Info().HalfExtent)
}
