package shape

import (
	"github.com/bimstream/bimstream/domain/state"
)

// An assembly is a whole that is built as one thing, such as a stair with flights and landings, or a truss. Its parts
// name it by their AssemblyID. The whole may be an element of the model, but need not be: in many IFC files an assembly
// consists only of its parts, and people may give it any name. Parts of one assembly may touch and overlap by design,
// so this is not a clash.

// ElementCheckAssembly returns an error if an element would be a part of itself, or if the id of its assembly is too
// long.
func ElementCheckAssembly(e *state.Element) error {
	switch {
	case e.AssemblyID == e.ID && e.ID != "":
		return state.Errorf(state.OutOfRange,
			"an element is no part of itself: give the id of the whole, or null").With(
			"parameter", "assembly_id")
	case len(e.AssemblyID) > maxLabelText:
		return state.Errorf(state.OutOfRange, "assembly_id is longer than %d bytes", maxLabelText).With("parameter",
			"assembly_id")
	}
	return nil
}

// MaxAssemblyDepth bounds the nesting of assemblies. A flight in a stair in a stair hall in a block is three deep.
const MaxAssemblyDepth = 16

// Assemblies returns the assemblies that an element belongs to, the nearest first. An element belongs to an assembly
// directly, or through assemblies that are elements.
func Assemblies(m *state.Model, e *state.Element) []state.ID {
	var out []state.ID
	for ok := true; ok && e.AssemblyID != "" && len(out) < MaxAssemblyDepth; {
		out = append(out, e.AssemblyID)
		e, ok = m.Element(e.AssemblyID)
	}
	return out
}
