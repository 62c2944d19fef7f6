package domain

// Parts of a whole that is built as one thing, such as the flights and landings of a stair or the beams and plates of a
// truss, name it by their AssemblyID. The whole may be an element of the model; an IFC file often has an assembly that is
// nothing but its parts, and people may name one as they like. What parts of one assembly do to each other is by design.

// checkAssembly refuses an assembly that cannot be one.
func (e *Element) checkAssembly() error {
	switch {
	case e.AssemblyID == e.ID && e.ID != "":
		return Errorf(OutOfRange, "an element is no part of itself: give the id of the whole, or null").With("parameter", "assembly_id")
	case len(e.AssemblyID) > maxLabelText:
		return Errorf(OutOfRange, "assembly_id is longer than %d bytes", maxLabelText).With("parameter", "assembly_id")
	}
	return nil
}

// maxAssemblyDepth bounds how far a part's whole may be a part itself: stairs in stair halls in blocks are three.
const maxAssemblyDepth = 16

// Assemblies returns what an element is a part of, directly or over others that are elements, from the nearest on.
func (m *Model) Assemblies(e *Element) []ID {
	var out []ID
	for ok := true; ok && e.AssemblyID != "" && len(out) < maxAssemblyDepth; {
		out = append(out, e.AssemblyID)
		e, ok = m.Element(e.AssemblyID)
	}
	return out
}

// assemblyFor returns the assembly of a copy: never that of the original, since a copied part is a part of something else.
// Parts that are copied together stay together, and with their whole where that is copied too.
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
