package importer

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// carriedSet is the property set in which our exporter carries data that IFC cannot express. They are facets of an
// element, fields of a type or a material, each as JSON. The exporter writes it only for data that reading the rest of
// the file would not restore.
const carriedSet = "bimstream"

// The names of properties in the carried set.
const (
	carriedVersion  = "version"  // on the project: marks a file of ours
	carriedCategory = "category" // category of an element that would be read as another category
	carriedExtent   = "half_extent"
	carriedProject  = "global_id" // on the project: its GlobalId comes from another program
	carriedBody     = "body"      // a whole fixed body whose solids have their own frames
	carriedShape    = "shape"     // digest of the shape; if it differs, the carried facets are outdated
	carriedSaid     = "said"      // digest of the name and properties; if it differs, the carried facets are outdated
	attachedTop     = "param.attached_top"
	attachedBase    = "param.attached_base"
	falls           = "param.falls"
	fieldPrefix     = "field."
	elementPrefix   = "element."  // on the project: prefix for a whole element that is not in the file
	materialPrefix  = "material." // on the project: prefix for a whole material that is not in the file
)

// SetName returns the name of the property set of carried data.
func SetName() string { return carriedSet }

// Carried is one property of the carried set.
type Carried struct{ Name, Value string }

// isOwn reports whether the project carries our mark.
func isOwn(told []building.Set) bool {
	for _, s := range told {
		if s.Name == carriedSet && carriedText(s, carriedVersion) != "" {
			return true
		}
	}
	return false
}

func carriedText(s building.Set, name string) string {
	for _, p := range s.Properties {
		if p.Name == name {
			text, _ := p.Value.(string)
			return text
		}
	}
	return ""
}

// applyCarried applies the facets in our own property set of a product to the element.
func (r *reader) applyCarried(e *state.Element, p *building.Product) {
	var changes []state.Change
	for _, s := range r.believed(p) {
		if s.Name != carriedSet {
			continue
		}
		for _, p := range s.Properties {
			if text, ok := p.Value.(string); ok && p.Name != carriedShape &&
				p.Name != carriedSaid && json.Valid([]byte(text)) {
				changes = append(changes, state.Change{Facet: state.Facet(p.Name), To: json.RawMessage(text)})
			}
		}
	}
	if len(changes) > 0 {
		*e = *e.Changed(changes)
	}
}

// carriedCategoryOf returns the category in our own property set of a product, "" for none.
func (r *reader) carriedCategoryOf(p *building.Product) state.Category {
	for _, s := range r.believed(p) {
		if c := state.Category(carriedText(s, carriedCategory)); s.Name == carriedSet && c.Known() {
			return c
		}
	}
	return ""
}

// carryInfo applies the bounds in our own property set of the project to the model's info.
func carryInfo(info *state.Info, told []building.Set) {
	for _, s := range told {
		if text := carriedText(s, carriedExtent); s.Name == carriedSet && text != "" {
			_ = json.Unmarshal([]byte(text), &info.HalfExtent)
		}
	}
}

// CarriedOfInfo returns the data about the project that a file must carry so that an import restores it. They are the
// mark of this exporter, whether the GlobalId comes from another program, and bounds other than the default.
func CarriedOfInfo(info state.Info, foreignProject bool) []Carried {
	out := []Carried{{carriedVersion, "1"}}
	if foreignProject {
		out = append(out, Carried{carriedProject, "1"})
	}
	if info.HalfExtent != state.DefaultHalfExtent {
		out = append(out, Carried{carriedExtent, text(info.HalfExtent)})
	}
	return out
}

// CarriedWhole returns the carried form of an element that the file does not contain, such as a group without members.
func CarriedWhole(e *state.Element) Carried { return Carried{elementPrefix + string(e.ID), text(e)} }

// CarriedMaterial returns the carried form of a material that nothing in the file uses.
func CarriedMaterial(m *state.Material) Carried {
	return Carried{materialPrefix + string(m.ID), text(m)}
}

// readCarriedMaterials reads the materials that the project carries whole.
func (r *reader) readCarriedMaterials() {
	if !r.Own {
		return
	}
	for _, s := range r.b.Project.Sets {
		for _, p := range s.Properties {
			told, isText := p.Value.(string)
			if s.Name != carriedSet || !strings.HasPrefix(p.Name, materialPrefix) || !isText {
				continue
			}
			var m state.Material
			if json.Unmarshal([]byte(told), &m) == nil && m.ID != "" && r.byName[m.Name] == nil {
				r.byName[m.Name] = &m
				r.Materials = append(r.Materials, &m)
			}
		}
	}
}

// carriedWhole lists the categories whose elements a file of ours may carry whole: groups without members, and
// constraints, sheets and views, which IFC cannot express. A category precedes the categories that refer to it.
var carriedWhole = []state.Category{state.CategorySystem, state.CategoryZone, state.CategoryConstraint,
	state.CategoryArray, state.CategorySheet, state.CategoryView}

// CarriedWholly returns the categories whose elements a file of ours may carry whole.
func CarriedWholly() []state.Category { return slices.Clone(carriedWhole) }

// readCarriedWhole reads the elements that the project carries whole.
func (r *reader) readCarriedWhole() {
	if !r.Own {
		return
	}
	for _, s := range r.b.Project.Sets {
		for _, p := range s.Properties {
			told, isText := p.Value.(string)
			if s.Name != carriedSet || !strings.HasPrefix(p.Name, elementPrefix) || !isText {
				continue
			}
			var e state.Element
			if json.Unmarshal([]byte(told), &e) == nil && slices.Contains(carriedWhole, e.Category) {
				r.add(&Draft{Product: &building.Product{Class: "IfcGroup", Name: e.Name}, Element: &e})
			}
		}
	}
}

// CarriedOf returns the data of an element that a file must carry because they differ from the element that was read.
// read is nil if nothing was read.
func CarriedOf(read, e *state.Element) []Carried {
	var out []Carried
	if read == nil || read.Category != e.Category || (state.FixedOf(read) == nil) != (state.FixedOf(e) == nil) {
		read = shape.BlankElement(e.ID, e.Category)
		out = append(out, Carried{carriedCategory, string(e.Category)})
	} else if id := BodyOf(e); id != "" { // the file has the body itself, and the body's id follows from it
		read = withBody(read, id)
	} else if f := state.FixedOf(e); f != nil {
		read = read.WithFixed(state.FixedOf(read).WithBodies(f.Bodies()))
	}
	read, e = withKept(read, e)
	for _, c := range merge.ChangedFacets(read, e) {
		out = append(out, Carried{string(c.Facet), string(c.To)})
	}
	return out
}

// withKept returns the element that was read and the element of the model, prepared for a comparison. It removes the
// kept body from both, because the file has the body itself. A kept body that belongs to other parameters is not in the
// file, so it is removed from the second element.
func withKept(read, e *state.Element) (was, is *state.Element) {
	switch kept := fabric.KeptBodyOf(e); {
	case kept == nil && fabric.HasKeptBody(e):
		return read, fabric.WithoutKeptBody(e)
	case kept == nil || !fabric.HasKeptBody(read):
		return read, e
	}
	return fabric.WithoutKeptBody(read), fabric.WithoutKeptBody(e)
}

// BodyOf returns the id of the fixed body of an element, "" for an element without one.
func BodyOf(e *state.Element) state.ID {
	switch p := e.Params.(type) {
	case *component.Proxy:
		return p.BodyID
	case *component.Component:
		return p.BodyID
	}
	return ""
}

// withBody returns a copy of a proxy or component with the given body.
func withBody(e *state.Element, id state.ID) *state.Element {
	out := *e
	switch p := e.Params.(type) {
	case *component.Proxy:
		told := *p
		told.BodyID = id
		out.Params = &told
	case *component.Component:
		told := *p
		told.BodyID = id
		out.Params = &told
	}
	return &out
}

// CarriedBody returns the data that an export must add to a file so that an import restores a fixed body. If the solids
// have frames of their own, it is the text of the whole body, because a file has only the frame of the element.
// Otherwise there is nothing to add.
func CarriedBody(text string) []Carried {
	body, err := geometry.ParseBody(text)
	if err != nil || !slices.ContainsFunc(body, func(s geometry.Solid) bool { return s.Frame != geometry.World() }) {
		return nil
	}
	return []Carried{{carriedBody, text}}
}

// carriedBodyOf returns the body in our own property set of a product, nil for none.
func (r *reader) carriedBodyOf(p *building.Product) geometry.Body {
	for _, s := range r.believed(p) {
		if text := carriedText(s, carriedBody); s.Name == carriedSet && text != "" {
			if body, err := geometry.ParseBody(text); err == nil {
				return body
			}
		}
	}
	return nil
}

// CarriedOfType returns the fields of a type that a file must carry. read is nil if nothing was read.
func CarriedOfType(read, t *state.Type) []Carried {
	if read == nil {
		read = &state.Type{ID: t.ID}
	}
	return changedFields(*read, *t)
}

// CarriedID returns the carried form of the id of a material.
func CarriedID(id state.ID) Carried { return Carried{"id", string(id)} }

// CarriedOfMaterial returns the fields of a material, besides its id, that a file must carry. read is nil if nothing
// was read.
func CarriedOfMaterial(read, m *state.Material) []Carried {
	if read == nil {
		read = &state.Material{ID: m.ID}
	}
	return changedFields(*read, *m)
}

// changedFields returns the fields of a struct that differ, as JSON.
func changedFields[T any](from, to T) []Carried {
	a, b := fieldsOf(from), fieldsOf(to)
	var out []Carried
	for _, name := range fieldOrder(to) {
		x, y := string(a[name]), string(b[name])
		if x == y {
			continue
		}
		out = append(out, Carried{fieldPrefix + name, orElse(y, "null")})
	}
	return out
}

func fieldsOf(v any) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if raw, err := json.Marshal(v); err == nil {
		_ = json.Unmarshal(raw, &out)
	}
	return out
}

func text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}
