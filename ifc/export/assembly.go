package export

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// assembling holds the state of assemblies while their parts and wholes are written.
type assembling struct {
	wholes     map[state.ID]bool            // ids that elements name as their assembly
	standing   map[state.ID]standingProduct // products of parts and wholes
	assembled  []*state.Element             // parts that have no other place than their storey
	parts      map[step.Ref]bool            // parts that are aggregated, and not contained in a storey
	decomposed map[step.Ref]step.Ref        // the relation that lists the parts of each whole
	replaced   []step.Ref                   // frames that placed parts in their storeys
	ofShapes   map[state.ID]bool            // parts of fixed shapes
}

// standingProduct is a written product with its placement.
type standingProduct struct {
	ref step.Ref
	at  placing
}

func newAssembling() assembling {
	return assembling{wholes: map[state.ID]bool{}, standing: map[state.ID]standingProduct{},
		parts: map[step.Ref]bool{}, decomposed: map[step.Ref]step.Ref{}}
}

// stood remembers the product of an element that is a part or a whole.
func (x *exporter) stood(e *state.Element, ref step.Ref, at placing) {
	if x.wholes[e.ID] || e.AssemblyID != "" {
		x.standing[e.ID] = standingProduct{ref, at}
	}
}

// assemblies relates the parts of assemblies to their wholes. A whole is an element, or an IfcElementAssembly that has
// nothing but its parts. A part is placed relative to its whole (OJP001) and is not also contained in a storey
// (SPS003). Assemblies that IFC cannot express in this way are carried in the property set of our own (carry.go). In
// these the whole is no building element, or the part stands in an opening and is placed relative to it.
func (x *exporter) assemblies() {
	of := grouping{}
	slices.SortFunc(x.assembled, func(a, b *state.Element) int { // the whole gets the storey of its lowest part
		return cmp.Or(cmp.Compare(shape.Elevation(x.model, a.LevelID), shape.Elevation(x.model, b.LevelID)),
			cmp.Compare(a.ID, b.ID))
	})
	for _, e := range x.assembled {
		part, written := x.standing[e.ID]
		if !written || e.HostID != "" && opensHost(e.Category) {
			continue
		}
		whole, ok := x.wholeFor(e)
		if !ok || x.standsUnder(whole.at.ref, part.at.ref) || x.takenForPiece(e) {
			continue
		}
		local := x.file.Instances[part.at.ref-1].Args
		if frame, ok := local[1].(step.Ref); ok {
			x.replaced = append(x.replaced, frame)
		}
		local[0], local[1] = whole.at.ref, x.axes(relative(whole.at.frame, part.at.frame))
		x.parts[part.ref] = true
		of.put(string(e.AssemblyID), part.ref)
	}
	for _, id := range of.keys {
		x.compose(id, x.standing[state.ID(id)].ref, of.members[id])
	}
}

// compose makes products parts of a whole that may already have parts. One relation lists all parts, since stairs and
// roofs of IFC2X3 may have only one (IfcRoof.WR1).
func (x *exporter) compose(id string, whole step.Ref, parts []step.Ref) {
	rel, made := x.decomposed[whole]
	if !made {
		x.aggregate(id, "assembly", whole, parts...)
		return
	}
	args := x.file.Instances[rel-1].Args
	own, _ := args[relatedObjects].(step.List)
	args[relatedObjects] = append(own[:len(own):len(own)], x.refs(parts...)...)
}

// The indexes of attributes, equal in all three schemas.
const (
	relatedObjects = 5 // index in IfcRelAggregates
	representation = 6 // index in IfcProduct
)

// decomposable reports whether a product may have parts. In IFC2X3 a roof, stair or ramp has either a body or parts, so
// such a product with a body may not have parts.
func (x *exporter) decomposable(ref step.Ref) bool {
	in := &x.file.Instances[ref-1]
	_, bodied := in.Args[representation].(step.Ref)
	return !bodied || x.options.Schema != SchemaIFC2X3 || in.Name != "IFCROOF" && in.Name != "IFCSTAIR" &&
		in.Name != "IFCRAMP"
}

// opensHost reports whether an element of a category, if it is hosted, stands in an opening of its host.
func opensHost(c state.Category) bool {
	return c == state.CategoryOpening || c == state.CategoryDoor || c == state.CategoryWindow ||
		c == state.CategorySkylight
}

// wholeFor returns the product that is the whole of a part. It writes the whole if it is no element of the model.
func (x *exporter) wholeFor(e *state.Element) (standingProduct, bool) {
	id := e.AssemblyID
	if whole, written := x.standing[id]; written {
		is, _ := x.element(id)
		return whole, is == nil || x.decomposable(whole.ref) && is.Category.Physical() &&
			is.Category != state.CategoryRoom && is.Category != state.CategoryOpening
	}
	if _, is := x.element(id); is || !x.free(id) {
		return standingProduct{}, false
	}
	defer x.within("assembly " + string(id))()
	at := x.place(x.storeys[e.LevelID], geometry.World())
	name := string(id)
	if uuid.Validate(name) == nil {
		name = ""
	}
	ref := x.addRoot("IFCELEMENTASSEMBLY", ifc.GlobalID(id), x.history(""), label(name), null, null, at.ref, null, null,
		notDefined, notDefined)
	x.contained.put(string(x.storeyOf(elements.StoreyOf(x.model, e))), ref)
	x.standing[id] = standingProduct{ref, at}
	return x.standing[id], true
}

// free reports whether an id belongs to no type, join, connection or part of a fixed shape, so that its GlobalId is
// unused.
func (x *exporter) free(id state.ID) bool {
	_, isType := x.model.Type(id)
	_, isJoin := x.model.Join(id)
	_, isConnection := x.model.Connection(id)
	return !isType && !isJoin && !isConnection && !x.pieces()[id]
}

// pieces returns the ids of the parts of fixed shapes.
func (x *exporter) pieces() map[state.ID]bool {
	if x.ofShapes == nil {
		x.ofShapes = map[state.ID]bool{}
		for _, e := range x.all {
			if f := state.FixedOf(e); f != nil {
				for _, p := range f.Parts {
					x.ofShapes[p.ID] = true
				}
			}
		}
	}
	return x.ofShapes
}

// standsUnder reports whether a placement is relative to another placement, over any number of steps.
func (x *exporter) standsUnder(at, other step.Ref) bool {
	for at != other {
		parent, ok := x.file.Instances[at-1].Args[0].(step.Ref)
		if !ok {
			return false
		}
		at = parent
	}
	return true
}

// takenForPiece reports whether a reader would take an element for a piece of the body of its whole. That happens if
// the whole has a fixed shape, because parts of most classes are then pieces of the shape.
func (x *exporter) takenForPiece(e *state.Element) bool {
	whole, ok := x.element(e.AssemblyID)
	return ok && state.FixedOf(whole) != nil && e.Category != state.CategoryRailing &&
		e.Category != state.CategoryDoor && e.Category != state.CategoryWindow && e.Category != state.CategorySkylight
}
