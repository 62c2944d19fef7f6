package audit

import (
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/schema"
)

// classes is the set of classes that a facet leaves possible, by name in upper case; nil means every class.
type classes map[string]bool

// intersect returns the classes that are in both sets.
func intersect(a, b classes) classes {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := classes{}
	for name := range a {
		if b[name] {
			out[name] = true
		}
	}
	return out
}

// impossible reports whether the set leaves no class.
func (c classes) impossible() bool { return c != nil && len(c) == 0 }

// space holds the names of one schema that the audit looks up.
type space struct {
	version    string // version as written in ifcVersion
	schema     *schema.Schema
	names      []string // names of classes, in upper case
	attributes map[string][]*schema.Attribute
	owners     map[string]classes // classes that have an attribute, by the attribute's name
	predefined map[string][]string
	kinds      map[string]classes // concrete classes at and below an entity
}

// spaces builds each space on first use; a space does not change afterwards.
var spaces = map[string]func() *space{
	"IFC2X3":      sync.OnceValue(func() *space { return newSpace("IFC2X3", schema.IFC2X3()) }),
	"IFC4":        sync.OnceValue(func() *space { return newSpace("IFC4", schema.IFC4()) }),
	"IFC4X3_ADD2": sync.OnceValue(func() *space { return newSpace("IFC4X3_ADD2", schema.IFC4X3()) }),
}

func newSpace(version string, s *schema.Schema) *space {
	out := &space{version: version, schema: s, attributes: map[string][]*schema.Attribute{},
		owners:     map[string]classes{},
		predefined: map[string][]string{}, kinds: map[string]classes{}}
	for _, e := range s.Entities {
		out.enter(e)
	}
	if version == "IFC2X3" {
		for name := range ids.Mapped2X3() {
			out.names = append(out.names, name)
		}
		slices.Sort(out.names)
	}
	return out
}

// enter adds the names of an entity and of its attributes to the space.
func (s *space) enter(e *schema.Entity) {
	name := strings.ToUpper(e.Name)
	s.names = append(s.names, name)
	all := e.AllAttributes()
	for i := range all {
		a := &all[i]
		s.attributes[a.Name] = append(s.attributes[a.Name], a)
		if s.owners[a.Name] == nil {
			s.owners[a.Name] = classes{}
		}
		s.owners[a.Name][name] = true
		if t := a.Type.Type(); a.Name == "PredefinedType" && t != nil {
			s.predefined[name] = t.Items
		}
	}
	if e.Abstract {
		return
	}
	for above := e; above != nil; above = above.Supertype() {
		top := strings.ToUpper(above.Name)
		if s.kinds[top] == nil {
			s.kinds[top] = classes{}
		}
		s.kinds[top][name] = true
	}
}

// below returns the concrete classes at and below some entities, which are named as the schema spells them.
func (s *space) below(tops ...string) classes {
	out := classes{}
	for _, top := range tops {
		for name := range s.kinds[strings.ToUpper(top)] {
			out[name] = true
		}
	}
	return out
}

// belowAttribute returns the concrete classes that an attribute of an entity may refer to.
func (s *space) belowAttribute(entity, attribute string) classes {
	e, ok := s.schema.Entity(entity)
	if !ok {
		return classes{}
	}
	a, _, ok := e.Attribute(attribute)
	if !ok {
		return classes{}
	}
	x := &a.Type
	for x.Kind.IsAggregate() {
		x = x.Elem
	}
	if x.Entity() != nil {
		return s.below(x.Entity().Name)
	}
	var tops []string
	if x.Type() != nil {
		for _, e := range x.Type().Entities() {
			tops = append(tops, e.Name)
		}
	}
	return s.below(tops...)
}

// named returns the classes that the names mean. A name from the agreement for IFC2X3 means its occurrence class and
// its type class.
func (s *space) named(names []string) classes {
	out := classes{}
	mapped := ids.Mapped2X3()
	for _, n := range names {
		if m, ok := mapped[n]; ok && s.version == "IFC2X3" {
			out[m.Occurrence], out[m.Type] = true, true
			if _, exists := s.schema.Entity(n); !exists {
				continue
			}
		}
		out[n] = true
	}
	return out
}
