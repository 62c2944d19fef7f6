package shape

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// LayerInput is a layer as a caller gives it: its material by id or by name.
type LayerInput struct {
	Material  string          `json:"material" jsonschema:"material id or name"`
	Thickness geometry.Length `json:"thickness"`
	Function  string          `json:"function,omitempty" jsonschema:"e.g. structure, insulation, finish"`
	Record    string          `json:"-"` // of a layer from an IFC file
}

func ErrThicknessAndLayers() error {
	return state.Errorf(state.InvalidInput,
		"thickness and layers both say how thick the type is: give one of them").With(
		"parameter", "thickness")
}

// LayersOf converts the layers that a caller gives, or returns nil if the caller gives none.
func LayersOf(m *state.Model, given []LayerInput) ([]state.Layer, error) {
	var out []state.Layer
	var sum geometry.Length
	for i, input := range given {
		material, err := MaterialNamed(m, input.Material)
		if err != nil {
			return nil, err
		}
		if err := Positive(fmt.Sprintf("layers[%d].thickness", i), input.Thickness); err != nil {
			return nil, err
		}
		out = append(out, state.Layer{MaterialID: material.ID, Thickness: input.Thickness, Function: input.Function,
			Record: input.Record})
		sum += input.Thickness
		if limit := m.Info().HalfExtent; input.Thickness > limit || sum > limit {
			return nil, state.Errorf(state.OutOfRange,
				"the layers are thicker than the model's extent (%s mm): give smaller lengths", limit).With("parameter",
				"layers").With("max", limit)
		}
	}
	return out, nil
}
