package export

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/step"
)

// sharedBodies holds the bodies of the library that several elements share. Each is written once, as a map.
type sharedBodies struct {
	uses map[state.ID]int    // number of elements and parts that have a body
	maps map[string]step.Ref // maps by body, material and styles
}

func newSharedBodies() sharedBodies {
	return sharedBodies{uses: map[state.ID]int{}, maps: map[string]step.Ref{}}
}

// count counts the bodies that an element uses.
func (s *sharedBodies) count(e *state.Element) {
	if id := importer.BodyOf(e); id != "" {
		s.uses[id]++
	}
	if f := state.FixedOf(e); f != nil {
		for _, id := range f.Bodies() {
			if id != "" {
				s.uses[id]++
			}
		}
	}
}

// libraryBody writes a body of the library in the frame of its element, in the colour of a material. If several
// elements share the body and its look, it writes an item mapped from one shared representation.
func (x *exporter) libraryBody(b library, material state.ID) step.Ref {
	write := func() step.Ref { return x.facets(material, b.solids) }
	if slices.ContainsFunc(b.drawn, isBodySurface) {
		write = func() step.Ref { return x.withSurfaces(material, b) }
	} else if x.bodies.uses[b.id] < 2 {
		return x.repeated(material, b.solids)
	}
	if x.bodies.uses[b.id] < 2 {
		return write()
	}
	shown := look{}
	if x.drawn.scope == x.scope.key {
		shown = x.drawn
	}
	key := strings.Join(append([]string{string(b.id), string(material)}, shown.styles...), " ")
	if len(shown.open) > 0 {
		key += " / " + strings.Join(shown.open, " ")
	}
	source, known := x.bodies.maps[key]
	if !known {
		outer := x.drawn
		done := x.within("body " + key)
		x.drawn = look{scope: x.scope.key, styles: shown.styles, open: shown.open}
		source = x.add("IFCREPRESENTATIONMAP", x.origin(), write())
		done()
		x.drawn, x.bodies.maps[key] = outer, source
	}
	_, representation := x.mapped(source)
	return representation
}

// fewestFaces is the least number of faces of a solid that gets its own map. A box has fewer, and takes less space than
// a map.
const fewestFaces = 12

// repeated writes solids of which several may be equal except for their position, such as the bars of a mat. It writes
// each form once and maps the other solids from it. If no solid repeats, it writes them by [exporter.facets].
func (x *exporter) repeated(material state.ID, solids geometry.Body) step.Ref {
	solids = parts(solids)
	first, again := map[string]int{}, false
	forms := make([]string, len(solids))
	for i, s := range solids {
		if s.Frame != geometry.World() || len(s.Vertices) == 0 {
			return x.facets(material, solids)
		}
		forms[i] = formOf(s)
		if _, known := first[forms[i]]; known {
			again = again || len(s.Faces) >= fewestFaces
			continue
		}
		first[forms[i]] = i
	}
	if !again {
		return x.facets(material, solids)
	}
	type painted struct {
		form  string
		style step.Ref
	}
	maps := map[painted]step.Ref{}
	items := make([]step.Ref, len(solids))
	for i, s := range solids {
		of := solids[first[forms[i]]]
		at := painted{forms[i], x.styleOf(material)}
		if _, known := maps[at]; !known {
			form := x.styledFacets([]step.Ref{at.style}, geometry.Body{of})
			maps[at] = x.add("IFCREPRESENTATIONMAP", x.origin(), form)
		}
		to := x.add("IFCCARTESIANTRANSFORMATIONOPERATOR3D", null, null, x.point3(s.Vertices[0].Sub(of.Vertices[0])),
			null, null)
		items[i] = x.add("IFCMAPPEDITEM", maps[at], to)
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String("MappedRepresentation"),
		x.refs(items...))
}

// formOf returns the faces of a solid and its vertices relative to the first vertex. The result is equal for solids
// that differ only in their position.
func formOf(s geometry.Solid) string {
	moved := geometry.Solid{Frame: geometry.World(), Faces: s.Faces, Vertices: make([]geometry.Point3, len(s.Vertices))}
	for i, v := range s.Vertices {
		moved.Vertices[i] = v.Sub(s.Vertices[0])
	}
	return geometry.BodyText(geometry.Body{moved})
}
