package ids

import (
	"bytes"
	"encoding/xml"
	"strings"

	foreign "github.com/bimstream/bimstream/domain/text"
)

// writer writes elements with indentation.
type writer struct {
	b     bytes.Buffer
	depth int
}

// Write returns the document as XML of IDS 1.0. The same document gives the same bytes.
func (d *Document) Write() []byte {
	w := &writer{}
	w.b.WriteString(xml.Header)
	w.open("ids", "xmlns", namespace, "xmlns:xs", schemaNamespace, "xmlns:xsi", instanceSpace,
		"xsi:schemaLocation", SchemaLocation)
	w.info(d.Info)
	w.open("specifications")
	for _, s := range d.Specifications {
		w.specification(s)
	}
	w.close("specifications")
	w.close("ids")
	return w.b.Bytes()
}

// start writes an opening tag. attributes are names and values in turn; start omits empty attributes except name and
// value.
func (w *writer) start(name, end string, attributes []string) {
	w.b.WriteString(strings.Repeat("  ", w.depth) + "<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] == "" && attributes[i] != "name" && attributes[i] != "value" {
			continue
		}
		w.b.WriteString(" " + attributes[i] + `="`)
		w.escape(attributes[i+1])
		w.b.WriteString(`"`)
	}
	w.b.WriteString(end)
}

// escape writes a text with XML escapes and with a mark for each hidden character. Writing to the buffer cannot fail.
func (w *writer) escape(s string) { _ = xml.EscapeText(&w.b, []byte(foreign.Block(s))) }

func (w *writer) open(name string, attributes ...string) {
	w.start(name, ">\n", attributes)
	w.depth++
}

func (w *writer) close(name string) {
	w.depth--
	w.b.WriteString(strings.Repeat("  ", w.depth) + "</" + name + ">\n")
}

func (w *writer) empty(name string, attributes ...string) { w.start(name, "/>\n", attributes) }

func (w *writer) text(name, text string) {
	w.start(name, ">", nil)
	w.escape(text)
	w.b.WriteString("</" + name + ">\n")
}

func (w *writer) info(i Info) {
	w.open("info")
	w.text("title", i.Title)
	for _, part := range [][2]string{{"copyright", i.Copyright}, {"version", i.Version},
		{"description", i.Description}, {"author", i.Author},
		{"date", i.Date}, {"purpose", i.Purpose}, {"milestone", i.Milestone}} {
		if part[1] != "" {
			w.text(part[0], part[1])
		}
	}
	w.close("info")
}

func (w *writer) specification(s *Specification) {
	w.open("specification", "name", s.Name, "ifcVersion", strings.Join(s.Versions, " "), "identifier", s.Identifier,
		"description", s.Description,
		"instructions", s.Instructions)
	w.open("applicability", "minOccurs", s.MinOccurs, "maxOccurs", s.MaxOccurs)
	for _, f := range s.Applicability.Facets {
		w.facet(f, false)
	}
	w.close("applicability")
	if s.HasRequirements {
		w.open("requirements", "description", s.Requirements.Description)
		for _, f := range s.Requirements.Facets {
			w.facet(f, true)
		}
		w.close("requirements")
	}
	w.close("specification")
}

// facet writes a facet; only a facet of the requirements has a cardinality, instructions and an address.
func (w *writer) facet(f Facet, required bool) {
	c := f.Shared()
	var more []string
	if required {
		more = []string{"uri", c.URI, "cardinality", c.Stated, "instructions", c.Instructions}
	}
	switch f := f.(type) {
	case *Entity:
		w.entity(f, more...)
	case *Attribute:
		w.values("attribute", more, "name", f.Name, "value", f.Value)
	case *Classification:
		w.values("classification", more, "value", f.Value, "system", f.System)
	case *Property:
		w.values("property", append([]string{"dataType", f.DataType}, more...), "propertySet", f.Set, "baseName",
			f.BaseName, "value", f.Value)
	case *Material:
		w.values("material", more, "value", f.Value)
	case *PartOf:
		w.open("partOf", append([]string{"relation", f.Relation}, more...)...)
		w.entity(f.Whole)
		w.close("partOf")
	}
}

func (w *writer) entity(f *Entity, attributes ...string) {
	if f != nil {
		w.values("entity", attributes, "name", f.Name, "predefinedType", f.PredefinedType)
	}
}

// values writes an element that contains values; parts are names and values in turn.
func (w *writer) values(name string, attributes []string, parts ...any) {
	w.open(name, attributes...)
	for i := 0; i+1 < len(parts); i += 2 {
		if v := parts[i+1].(*Value); v != nil {
			w.open(parts[i].(string))
			w.value(v)
			w.close(parts[i].(string))
		}
	}
	w.close(name)
}

func (w *writer) value(v *Value) {
	if v.Restriction == nil {
		w.text("simpleValue", v.Simple)
		return
	}
	base := v.Restriction.Base
	if base == "" {
		base = v.Restriction.StatedBase
	}
	w.open("xs:restriction", "base", base)
	for _, c := range v.Restriction.Constraints {
		if c.Kind != "annotation" {
			w.empty("xs:"+c.Kind, "value", c.Value)
		}
	}
	w.close("xs:restriction")
}
