package ifc

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/intake"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
	"github.com/bimstream/bimstream/ifc/takeover"
)

// carry reads the file as an import would, and adds to it what that does not give back: facets of elements, fields of
// types and materials, in a property set of our own (takeover.SetName). What IFC has a place for is thus told by IFC
// alone, and an import of the file is the model.
func (x *exporter) carry() error {
	x.carryProject()
	x.carryMaterialIDs()
	src, err := intake.Open(&x.file)
	if err != nil {
		return domain.Errorf(domain.Internal, "the file cannot be read back: %w", err)
	}
	read := takeover.ReadFacets(src)
	x.carryElements(read)
	x.carryTypes(read)
	x.carryMaterials(read)
	return nil
}

// carryProject marks the file as one of ours, and carries the elements that are not in it.
func (x *exporter) carryProject() {
	carried := takeover.CarriedOfInfo(x.model.Info())
	for _, c := range []domain.Category{domain.CategorySystem, domain.CategoryZone} {
		for _, id := range x.model.OfCategory(c) {
			if e, ok := x.model.Element(id); ok && !(writesZone(e) && (c != domain.CategorySystem || x.writesSystem(id))) {
				carried = append(carried, takeover.CarriedWhole(e))
			}
		}
	}
	defer x.within(carriedSet)()
	x.projectSet(x.project, carriedSet, x.carriedValues(carried)...)
}

// carriedSet names the property set; see docs/ifc.md.
var carriedSet = takeover.SetName()

// carriedValues writes what is carried as texts.
func (x *exporter) carriedValues(carried []takeover.Carried) []step.Ref {
	out := make([]step.Ref, len(carried))
	for i, c := range carried {
		out[i] = x.singleValue(c.Name, step.Typed{Name: "IFCTEXT", Value: step.String(c.Value)})
	}
	return out
}

// carryElements adds what reading does not give back of elements that are in the file.
func (x *exporter) carryElements(read *takeover.Reading) {
	products := x.rooted()
	elements := read.Elements()
	x.model.Each(func(e *domain.Element) bool {
		product, written := products[GlobalID(e.ID)]
		if !written {
			return true
		}
		carried := append(takeover.CarriedOf(elements[e.ID], e), x.carriedBody(e)...)
		if len(carried) == 0 {
			return true
		}
		carried = append(carried, read.Digests(GlobalID(e.ID), carried)...)
		defer x.within(carriedSet + string(e.ID))()
		owner := string(e.ID)
		set := x.addRoot("IFCPROPERTYSET", derivedGlobalID(owner, "properties of "+carriedSet), x.history(e.ID), step.String(carriedSet), null, refs(x.carriedValues(carried)...))
		x.rel("IFCRELDEFINESBYPROPERTIES", owner, "properties "+carriedSet, refs(product), set)
		return true
	})
}

// rooted answers what has a GlobalId, by that.
func (x *exporter) rooted() map[string]step.Ref {
	out := make(map[string]step.Ref, x.model.Len())
	for i := range x.file.Instances {
		in := &x.file.Instances[i]
		if len(in.Args) == 0 {
			continue
		}
		if id, ok := in.Args[0].(step.String); ok && len(id) == schema.GUIDLength && !x.origins[i].shared {
			out[string(id)] = step.Ref(in.ID)
		}
	}
	return out
}

// carriedBody answers what the file must carry of a fixed body.
func (x *exporter) carriedBody(e *domain.Element) []takeover.Carried {
	body, ok := x.model.FixedBody(takeover.BodyOf(e))
	if !ok {
		return nil
	}
	return takeover.CarriedBody(body.Body)
}

// carryTypes adds what reading does not give back of types. Each object that stands for a type has the set.
func (x *exporter) carryTypes(read *takeover.Reading) {
	known := map[domain.ID]*domain.Type{}
	for _, t := range read.Types {
		known[t.ID] = t
	}
	for _, key := range sortedKeys(x.types) {
		ref := x.types[key]
		tag, _ := x.file.Instances[ref-1].Args[typeTag].(step.String)
		if t, ok := x.model.Type(domain.ID(tag)); ok {
			x.carryType(key, ref, takeover.CarriedOfType(known[t.ID], t))
		}
	}
}

// carryType adds a set to the object of a type.
func (x *exporter) carryType(key string, ref step.Ref, carried []takeover.Carried) {
	if len(carried) == 0 {
		return
	}
	defer x.within(carriedSet + key)()
	set := x.addRoot("IFCPROPERTYSET", derivedGlobalID(key, "properties of "+carriedSet), x.history(""), step.String(carriedSet), null, refs(x.carriedValues(carried)...))
	args := x.file.Instances[ref-1].Args
	own, _ := args[typeSets].(step.List)
	args[typeSets] = append(own[:len(own):len(own)], set)
}

// The places of attributes of every type object (IfcTypeObject, IfcTypeProduct) in all three schemas.
const (
	typeSets = 5 // HasPropertySets
	typeTag  = 7 // Tag
)

// carryMaterialIDs adds the ids of materials, for which IFC has no place.
func (x *exporter) carryMaterialIDs() {
	for _, m := range x.model.Materials() {
		x.carryMaterial(m, "", []takeover.Carried{takeover.CarriedID(m.ID)})
	}
}

// carryMaterials adds what reading does not give back of materials.
func (x *exporter) carryMaterials(read *takeover.Reading) {
	known := map[domain.ID]*domain.Material{}
	for _, m := range read.Materials {
		known[m.ID] = m
	}
	for _, m := range x.model.Materials() {
		x.carryMaterial(m, " fields", takeover.CarriedOfMaterial(known[m.ID], m))
	}
}

func (x *exporter) carryMaterial(m *domain.Material, what string, carried []takeover.Carried) {
	if len(carried) == 0 {
		return
	}
	defer x.within(carriedSet + string(m.ID) + what)()
	values := refs(x.carriedValues(carried)...)
	if x.dialect.materialSets {
		x.add("IFCMATERIALPROPERTIES", step.String(carriedSet), null, values, x.materials[m.ID])
		return
	}
	x.add("IFCEXTENDEDMATERIALPROPERTIES", x.materials[m.ID], values, null, step.String(carriedSet))
}
