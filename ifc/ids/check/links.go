package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// relation is a relationship entity: attribute many lists the related objects, attribute one refers to the relating
// object.
type relation struct{ entity, many, one string }

// The relations that facets follow.
var (
	definesByType       = relation{"IfcRelDefinesByType", "RelatedObjects", "RelatingType"}
	definesByProperties = relation{"IfcRelDefinesByProperties", "RelatedObjects", "RelatingPropertyDefinition"}
	associatesMaterial  = relation{"IfcRelAssociatesMaterial", "RelatedObjects", "RelatingMaterial"}
	associatesClass     = relation{"IfcRelAssociatesClassification", "RelatedObjects", "RelatingClassification"}
	externalReference   = relation{"IfcExternalReferenceRelationship", "RelatedResourceObjects", "RelatingReference"}
	aggregates          = relation{"IfcRelAggregates", "RelatedObjects", "RelatingObject"}
	nests               = relation{"IfcRelNests", "RelatedObjects", "RelatingObject"}
	assignsToGroup      = relation{"IfcRelAssignsToGroup", "RelatedObjects", "RelatingGroup"}
	contained           = relation{"IfcRelContainedInSpatialStructure", "RelatedElements", "RelatingStructure"}
	voids               = relation{"IfcRelVoidsElement", "RelatedOpeningElement", "RelatingBuildingElement"}
	fills               = relation{"IfcRelFillsElement", "RelatedBuildingElement", "RelatingOpeningElement"}

	// These property sets refer to a resource themselves, without a relationship entity.
	materialProperties = relation{"IfcMaterialProperties", "Material", ""}
	profileProperties  = relation{"IfcProfileProperties", "ProfileDefinition", ""}
)

// linked returns the instances on the other side of an instance's relations, in the order of the file.
func (m *Model) linked(r relation, id int) []int {
	links, read := m.links[r.entity]
	if !read {
		links = m.readLinks(r)
		m.links[r.entity] = links
	}
	return links[id]
}

// readLinks reads all instances of a relation and of its subtypes.
func (m *Model) readLinks(r relation) map[int][]int {
	out := map[int][]int{}
	for _, id := range m.instancesOf(r.entity) {
		in := m.decode(id)
		ones := []int{id}
		if r.one != "" {
			ones = refs(in.arg(r.one))
		}
		for _, many := range refs(in.arg(r.many)) {
			out[many] = append(out[many], ones...)
		}
	}
	return out
}

// instancesOf returns the instances of an entity and of its subtypes.
func (m *Model) instancesOf(entity string) []int {
	e, ok := m.schema.Entity(entity)
	if !ok {
		return nil
	}
	var out []int
	var collect func(*schema.Entity)
	collect = func(e *schema.Entity) {
		out = append(out, m.doc.Named(strings.ToUpper(e.Name))...)
		for _, sub := range e.Subtypes() {
			collect(sub)
		}
	}
	collect(e)
	slices.Sort(out)
	return out
}

// typeOf returns the type object of an occurrence, or nil.
func (m *Model) typeOf(in *instance) *instance {
	for _, id := range m.linked(definesByType, in.id) {
		if t := m.get(id); t != nil {
			return t
		}
	}
	return nil
}

// above returns all instances that an instance reaches by the relations in any number of steps, nearest first. It
// visits each instance once, so that a circle of relations ends.
func (m *Model) above(id int, by ...relation) []int {
	seen := map[int]bool{id: true}
	var out []int
	for next := []int{id}; len(next) > 0; {
		var further []int
		for _, at := range next {
			for _, r := range by {
				for _, up := range m.linked(r, at) {
					if !seen[up] {
						seen[up] = true
						further = append(further, up)
					}
				}
			}
		}
		out = append(out, further...)
		next = further
	}
	return out
}

// present returns the classes that the file has instances of, in the order of their names.
func (m *Model) present() []*class {
	byName := map[string]*class{}
	for _, name := range m.doc.Names() {
		if c := m.class(name); c != nil {
			byName[name] = c
		} else if name != "" {
			m.warn("%s has no entity %s", m.schema.Name, name)
		}
	}
	var out []*class
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[name])
	}
	return out
}
