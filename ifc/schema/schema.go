package schema

import (
	"fmt"
	"strings"
)

// Schema is one IFC schema. It is immutable, so several goroutines may use it.
type Schema struct {
	Name      string     `json:"schema"`    // name as in its EXPRESS file: IFC2X3, IFC4, IFC4X3_ADD2
	Entities  []*Entity  `json:"entities"`  // sorted by name
	Types     []*Type    `json:"types"`     // sorted by name
	Functions []Function `json:"functions"` // sorted by name
	Rules     []Rule     `json:"rules"`     // the global rules

	entities map[string]*Entity // entities by name, in upper case and in the schema's spelling
	types    map[string]*Type
	sets     *Sets
}

// Entity returns an entity by its name in any case.
func (s *Schema) Entity(name string) (*Entity, bool) { return find(s.entities, name) }

// Type returns a defined type by its name in any case.
func (s *Schema) Type(name string) (*Type, bool) { return find(s.types, name) }

// find looks up the name as given before its upper case form, because the table has both the schema's spelling and
// upper case.
func find[T any](table map[string]*T, name string) (*T, bool) {
	if v, ok := table[name]; ok {
		return v, true
	}
	v, ok := table[strings.ToUpper(name)]
	return v, ok
}

// link resolves the names of a schema that was just read from its table.
func (s *Schema) link() error {
	s.entities = make(map[string]*Entity, 2*len(s.Entities))
	s.types = make(map[string]*Type, 2*len(s.Types))
	for _, t := range s.Types {
		t.upper = strings.ToUpper(t.Name)
		s.types[t.upper], s.types[t.Name] = t, t
	}
	for _, e := range s.Entities {
		s.entities[strings.ToUpper(e.Name)], s.entities[e.Name] = e, e
	}
	if err := s.linkExpressions(); err != nil {
		return err
	}
	linked := make(map[*Entity]bool, len(s.Entities))
	for _, e := range s.Entities {
		if err := s.linkEntity(e, linked); err != nil {
			return err
		}
	}
	for _, t := range s.Types {
		s.flatten(t, t, map[*Type]bool{})
	}
	return nil
}

// linkEntity links an entity after its supertype.
func (s *Schema) linkEntity(e *Entity, linked map[*Entity]bool) error {
	if linked[e] {
		return nil
	}
	linked[e] = true
	if e.Super != "" {
		super, ok := s.Entity(e.Super)
		if !ok {
			return fmt.Errorf("schema: %s: supertype %s is not declared", e.Name, e.Super)
		}
		if err := s.linkEntity(super, linked); err != nil {
			return err
		}
		e.super = super
	}
	e.link()
	return nil
}

func (s *Schema) linkExpressions() error {
	for _, t := range s.Types {
		if err := s.linkExpression(t.Underlying); err != nil {
			return fmt.Errorf("schema: %s: %w", t.Name, err)
		}
	}
	for _, e := range s.Entities {
		for i := range e.Attributes {
			if err := s.linkExpression(&e.Attributes[i].Type); err != nil {
				return fmt.Errorf("schema: %s: %w", e.Name, err)
			}
		}
	}
	return nil
}

func (s *Schema) linkExpression(x *TypeExpr) error {
	for ; x != nil; x = x.Elem {
		if x.Kind != Named {
			continue
		}
		x.typ, x.entity = s.types[x.Name], s.entities[x.Name] // Name has the declared spelling
		if (x.typ == nil) == (x.entity == nil) {
			return fmt.Errorf("%s is not declared, or twice", x.Name)
		}
	}
	return nil
}

// flatten adds the members of a nested select to t.
func (s *Schema) flatten(t, part *Type, visited map[*Type]bool) {
	for _, name := range part.Select {
		if e, ok := s.Entity(name); ok {
			t.entities = append(t.entities, e)
			continue
		}
		member, ok := s.Type(name)
		if !ok || visited[member] {
			continue
		}
		visited[member] = true
		if member.IsSelect() {
			s.flatten(t, member, visited)
		} else {
			t.types = append(t.types, member)
		}
	}
}
