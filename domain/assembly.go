package domain

// An assembly is a whole that is built as one thing, such as a stair with flights and landings, or a truss. Its parts
// name it by their AssemblyID. The whole may be an element of the model. It need not be: an IFC file often has an
// assembly that is nothing but its parts, and people may give it any name. Parts of one assembly may touch and overlap:
// that is by design and no clash.

// checkAssembly refuses an assembly that cannot be one.
func (e *Element) checkAssembly() error {
	switch {
	case e.AssemblyID == e.ID && e.ID != "":
		return Errorf(OutOfRange, "an element is no part of itself: give the id of the whole, or null").With(
			"parameter", "assembly_id")
	case len(e.AssemblyID) > maxLabelText:
		return Errorf(OutOfRange, "assembly_id is longer than %d bytes", maxLabelText).With("parameter", "assembly_id")
	}
	return nil
}

// maxAssemblyDepth bounds the nesting of assemblies. A flight in a stair in a stair hall in a block is three deep.
const maxAssemblyDepth = 16

// Assemblies returns the wholes that an element is a part of, directly or through wholes that are elements, the nearest
// first.
func (m *Model) Assemblies(e *Element) []ID {
	var out []ID
	for ok := true; ok && e.AssemblyID != "" && len(out) < maxAssemblyDepth; {
		out = append(out, e.AssemblyID)
		e, ok = m.Element(e.AssemblyID)
	}
	return out
}

// assemblyFor returns the assembly of a copy. It is never that of the original: a copied part belongs to another whole.
// Parts that are copied together keep one assembly, and keep their whole where that is copied too.
func (r *copier) assemblyFor(e *Element) ID {
	if e.AssemblyID == "" {
		return ""
	}
	return r.copyOf(e.AssemblyID)
}

// copyOf returns the id of the copy of an element or a whole, the same one throughout a round of copies.
func (r *copier) copyOf(id ID) ID {
	if r.wholes[id] == "" {
		r.wholes[id] = r.newID()
	}
	return r.wholes[id]
}
