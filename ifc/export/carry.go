package export

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/step"
)

// carry reads the file as an import would, and adds the data that this reading does not return: facets of elements,
// fields of types and materials. They go into a property set of our own (importer.SetName). Data that IFC can express
// are thus expressed only by IFC, and an import of the file returns the whole model.
func (x *exporter) carry() error {
	x.findUnused()
	x.carryProject()
	x.carryMaterialIDs()
	src, err := building.OpenContext(x.ctx, &x.file)
	if err != nil {
		return state.Errorf(state.Internal, "the file cannot be read back: %w", err)
	}
	read := importer.ReadFacets(src)
	x.carryElements(read)
	x.carryTypes(read)
	x.carryMaterials(read)
	return nil
}

// carryProject marks the file as one of ours, and carries the elements that are not written to it.
func (x *exporter) carryProject() {
	carried := importer.CarriedOfInfo(x.model.Info(), x.projectText("GlobalId", "") != "")
	for _, c := range importer.CarriedWholly() {
		for _, id := range x.model.OfCategory(c) {
			if e, ok := x.element(id); ok && !(writesZone(e) && (c != state.CategorySystem || x.writesSystem(id))) {
				carried = append(carried, importer.CarriedWhole(e))
			}
		}
	}
	carried = append(carried, x.carriedUnused()...)
	defer x.within(carriedSet)()
	x.projectSet(x.project, carriedSet, x.carriedValues(carried)...)
}

// carriedSet names the property set; see docs/ifc.md.
var carriedSet = importer.SetName()

// carriedValues writes the carried values as properties of type IfcText.
func (x *exporter) carriedValues(carried []importer.Carried) []step.Ref {
	out := make([]step.Ref, len(carried))
	for i, c := range carried {
		out[i] = x.singleValue(c.Name, step.Typed{Name: "IFCTEXT", Value: step.String(c.Value)})
	}
	return out
}

// carryElements carries the data of elements in the file that reading does not return.
func (x *exporter) carryElements(read *importer.Reading) {
	objects, elements := x.objects(), read.Elements()
	var all []*state.Element
	x.model.Each(func(e *state.Element) bool {
		all = append(all, e)
		return true
	})
	lacking := make([]lack, len(all))
	processors.Ranges(len(all), func(_, from, to int) {
		for i := from; i < to; i++ {
			processors.Hear(x.ctx)
			lacking[i] = x.lackOf(all[i], elements[all[i].ID], objects)
		}
	})
	for i, e := range all {
		processors.Hear(x.ctx)
		if len(lacking[i].carried) > 0 {
			x.carryElement(e, lacking[i], read)
		}
	}
}

// lack holds the data of an element that reading does not return.
type lack struct {
	globalID string
	object   step.Ref // object of the file that represents the element
	carried  []importer.Carried
}

// lackOf compares an element that is in the file with the element that was read.
func (x *exporter) lackOf(e, read *state.Element, objects map[string]step.Ref) lack {
	l := lack{globalID: ifc.GlobalID(e.ID)}
	var written bool
	if l.object, written = objects[l.globalID]; written {
		l.carried = append(importer.CarriedOf(read, e), x.carriedBody(e)...)
	}
	return l
}

func (x *exporter) carryElement(e *state.Element, l lack, read *importer.Reading) {
	carried := append(l.carried, read.Digests(l.globalID, l.carried)...)
	owner := string(e.ID)
	defer x.within(carriedSet + owner)()
	set := x.addRoot("IFCPROPERTYSET", ifc.DerivedGlobalID(owner, "properties of ", carriedSet), x.history(e.ID),
		step.String(carriedSet), null, x.refs(x.carriedValues(carried)...))
	x.rel("IFCRELDEFINESBYPROPERTIES", owner, "properties "+carriedSet, x.refs(l.object), set)
}

// objects returns the objects of the file that may represent an element, by GlobalId.
func (x *exporter) objects() map[string]step.Ref {
	out, is := make(map[string]step.Ref, x.model.Len()), map[string]bool{}
	for i := range x.file.Instances {
		if i%step.Heard == 0 {
			processors.Hear(x.ctx)
		}
		if !x.origins[i].rooted {
			continue
		}
		in := &x.file.Instances[i]
		isObject, known := is[in.Name]
		if !known {
			e, ok := x.schema.Entity(in.Name)
			isObject = ok && e.IsA("IfcObject")
			is[in.Name] = isObject
		}
		if id, ok := in.Args[0].(step.String); ok && isObject {
			out[string(id)] = step.Ref(in.ID)
		}
	}
	return out
}

// carriedBody returns the data of an element's fixed body that the file must carry.
func (x *exporter) carriedBody(e *state.Element) []importer.Carried {
	body, ok := x.model.FixedBody(importer.BodyOf(e))
	if !ok {
		return nil
	}
	return importer.CarriedBody(body.Body)
}

// carryTypes carries the data of types that reading does not return. Each object that represents a type gets the
// property set.
func (x *exporter) carryTypes(read *importer.Reading) {
	known := map[state.ID]*state.Type{}
	for _, t := range read.Types {
		known[t.ID] = t
	}
	for _, key := range sortedKeys(x.types) {
		ref := x.types[key]
		t, ok := x.model.Type(state.ID(key))
		if tag, tagged := x.file.Instances[ref-1].Args[typeTagAt].(step.String); !ok && tagged {
			t, ok = x.model.Type(state.ID(tag)) // one of several objects that represent a type of doors or windows
		}
		if ok {
			x.carryType(key, ref, importer.CarriedOfType(known[t.ID], t))
		}
	}
}

// carryType adds the property set of carried values to the object of a type.
func (x *exporter) carryType(key string, ref step.Ref, carried []importer.Carried) {
	if len(carried) == 0 {
		return
	}
	defer x.within(carriedSet + key)()
	set := x.addRoot("IFCPROPERTYSET", ifc.DerivedGlobalID(key, "properties of ", carriedSet), x.history(""),
		step.String(carriedSet), null, x.refs(x.carriedValues(carried)...))
	args := x.file.Instances[ref-1].Args
	own, _ := args[typeSets].(step.List)
	args[typeSets] = append(own[:len(own):len(own)], set)
}

// The indexes of attributes of every type object (IfcTypeObject, IfcTypeProduct), equal in all three schemas.
const (
	typeSets  = 5 // index of HasPropertySets
	typeTagAt = 7 // index of Tag
)

// carryMaterialIDs carries the ids of materials, which IFC cannot express.
func (x *exporter) carryMaterialIDs() {
	for _, m := range x.model.Materials() {
		x.carryMaterial(m, "", []importer.Carried{importer.CarriedID(m.ID)})
	}
}

// carryMaterials carries the data of materials that reading does not return.
func (x *exporter) carryMaterials(read *importer.Reading) {
	known := map[state.ID]*state.Material{}
	for _, m := range read.Materials {
		known[m.ID] = m
	}
	for _, m := range x.model.Materials() {
		x.carryMaterial(m, " fields", importer.CarriedOfMaterial(known[m.ID], m))
	}
}

func (x *exporter) carryMaterial(m *state.Material, what string, carried []importer.Carried) {
	if _, unused := x.unused[m.ID]; unused || len(carried) == 0 {
		return
	}
	defer x.within(carriedSet + string(m.ID) + what)()
	values := x.refs(x.carriedValues(carried)...)
	if x.dialect.materialSets {
		x.add("IFCMATERIALPROPERTIES", step.String(carriedSet), null, values, x.materials[m.ID])
		return
	}
	x.add("IFCEXTENDEDMATERIALPROPERTIES", x.materials[m.ID], values, null, step.String(carriedSet))
}
