package main

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"sort"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// The XML of a property or quantity set definition, reduced to the parts that the tables keep.
type (
	setXML struct {
		Version struct {
			Text string `xml:"version,attr"`
		} `xml:"IfcVersion"`
		Name       string        `xml:"Name"`
		Template   string        `xml:"templatetype,attr"`
		Classes    []string      `xml:"ApplicableClasses>ClassName"`
		TypeValue  string        `xml:"ApplicableTypeValue"`
		Properties []propertyXML `xml:"PropertyDefs>PropertyDef"`
		Quantities []quantityXML `xml:"QtoDefs>QtoDef"`
	}
	quantityXML struct {
		Name string `xml:"Name"`
		Type string `xml:"QtoType"`
	}
	propertyXML struct {
		Name string          `xml:"Name"`
		Type propertyTypeXML `xml:"PropertyType"`
	}
	propertyTypeXML struct {
		Single     *typedXML      `xml:"TypePropertySingleValue"`
		Bounded    *typedXML      `xml:"TypePropertyBoundedValue"`
		Enumerated *enumeratedXML `xml:"TypePropertyEnumeratedValue"`
		List       *struct {
			Value typedXML `xml:"ListValue"`
		} `xml:"TypePropertyListValue"`
		Table *struct {
			Defining typedXML `xml:"DefiningValue"`
			Defined  typedXML `xml:"DefinedValue"`
		} `xml:"TypePropertyTableValue"`
		Reference *struct {
			Class string `xml:"reftype,attr"`
		} `xml:"TypePropertyReferenceValue"`
		Complex *struct {
			Properties []propertyXML `xml:"PropertyDef"`
		} `xml:"TypeComplexProperty"`
	}
	enumeratedXML struct {
		List struct {
			Name  string   `xml:"name,attr"`
			Items []string `xml:"EnumItem"`
		} `xml:"EnumList"`
		Constants []string `xml:"ConstantList>ConstantDef>Name"`
	}
	typedXML struct {
		DataType struct {
			Name string `xml:"type,attr"`
		} `xml:"DataType"`
	}
)

// archiveTable reads every definition of an archive; all of them belong to one schema.
func archiveTable(data []byte) (name string, table any, err error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", nil, err
	}
	var properties []*schema.PropertySet
	var quantities []*schema.QuantitySet
	for _, f := range archive.File {
		if path.Ext(f.Name) != ".xml" {
			continue
		}
		set, err := readSet(f)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if name != "" && name != set.Version.Text {
			return "", nil, fmt.Errorf("%s is of %s, not of %s", f.Name, set.Version.Text, name)
		}
		name = set.Version.Text
		if err := set.appendTo(&properties, &quantities); err != nil {
			return "", nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return name + "_sets", sorted(properties, quantities), nil
}

// sorted returns the sets in the order of their names.
func sorted(p []*schema.PropertySet, q []*schema.QuantitySet) *schema.Sets {
	sort.Slice(p, func(i, j int) bool { return p[i].Name < p[j].Name })
	sort.Slice(q, func(i, j int) bool { return q[i].Name < q[j].Name })
	return &schema.Sets{Properties: p, Quantities: q}
}

func readSet(f *zip.File) (*setXML, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	set := &setXML{}
	return set, xml.Unmarshal(text, set)
}

// appendTo adds the set to the list of its kind, which the prefix of its name determines.
func (s *setXML) appendTo(properties *[]*schema.PropertySet, quantities *[]*schema.QuantitySet) error {
	if strings.HasPrefix(s.Name, "Qto_") {
		q, err := s.quantitySet()
		*quantities = append(*quantities, q)
		return err
	}
	p, err := s.propertySet()
	*properties = append(*properties, p)
	return err
}

func (s *setXML) propertySet() (*schema.PropertySet, error) {
	out := &schema.PropertySet{Name: strings.TrimSpace(s.Name), Template: s.Template, Applicable: s.applicable()}
	for _, p := range s.Properties {
		property, err := p.property()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		out.Properties = append(out.Properties, property)
	}
	return out, nil
}

// applicable returns the applicable classes. IFC4 and IFC4X3 write predefined types as Class/TYPE in either of two
// elements.
func (s *setXML) applicable() []schema.Applicable {
	texts := s.Classes
	if strings.Contains(s.TypeValue, "/") || len(texts) == 0 {
		texts = append(texts, strings.Split(s.TypeValue, ",")...)
	}
	if out := applicable(texts); len(out) > 0 {
		return out
	}
	// A few definitions of IFC4 name no class, but their own names contain it, e.g. Pset_CivilElementCommon.
	name := strings.TrimPrefix(strings.TrimSpace(s.Name), "Pset_")
	return applicable([]string{"Ifc" + strings.TrimSuffix(strings.TrimSuffix(name, "Common"), "PHistory")})
}

// applicable drops duplicates, and drops a class alone if the class with a predefined type is listed too.
func applicable(texts []string) []schema.Applicable {
	narrowed := map[string]bool{}
	seen := map[schema.Applicable]bool{}
	var all, out []schema.Applicable
	for _, text := range texts {
		class, predefined, _ := strings.Cut(strings.TrimSpace(text), "/")
		a := schema.Applicable{Class: class, Predefined: predefined}
		if class != "" && !seen[a] {
			all = append(all, a)
			seen[a] = true
		}
		narrowed[class] = narrowed[class] || predefined != ""
	}
	for _, a := range all {
		if a.Predefined != "" || !narrowed[a.Class] {
			out = append(out, a)
		}
	}
	return out
}

func (p *propertyXML) property() (schema.Property, error) {
	out := schema.Property{Name: strings.TrimSpace(p.Name)}
	switch t := &p.Type; {
	case t.Single != nil:
		out.Kind, out.DataType = schema.SingleValue, t.Single.DataType.Name
	case t.Bounded != nil:
		out.Kind, out.DataType = schema.BoundedValue, t.Bounded.DataType.Name
	case t.Enumerated != nil:
		out.Kind, out.Enum, out.Items = schema.EnumeratedValue, t.Enumerated.List.Name, t.Enumerated.items()
	case t.List != nil:
		out.Kind, out.DataType = schema.ListValue, t.List.Value.DataType.Name
	case t.Table != nil:
		out.Kind, out.DataType, out.Defining = schema.TableValue, t.Table.Defined.DataType.Name,
			t.Table.Defining.DataType.Name
	case t.Reference != nil:
		out.Kind, out.DataType = schema.ReferenceValue, t.Reference.Class
	case t.Complex != nil:
		out.Kind = schema.ComplexProperty
		return out, addParts(&out, t.Complex.Properties)
	default:
		return out, fmt.Errorf("property of unknown kind")
	}
	return out, nil
}

func addParts(out *schema.Property, parts []propertyXML) error {
	for _, part := range parts {
		q, err := part.property()
		if err != nil {
			return err
		}
		out.Parts = append(out.Parts, q)
	}
	return nil
}

// items returns the items; some definitions leave the list empty and only describe each item.
func (e *enumeratedXML) items() []string {
	if len(e.List.Items) > 0 {
		return trimmed(e.List.Items)
	}
	return trimmed(e.Constants)
}

func trimmed(texts []string) []string {
	for i := range texts {
		texts[i] = strings.TrimSpace(texts[i])
	}
	return texts
}

var quantityKinds = map[string]schema.QuantityKind{"Q_LENGTH": schema.Length,
	"Q_AREA": schema.Area, "Q_VOLUME": schema.Volume,
	"Q_WEIGHT": schema.Weight, "Q_COUNT": schema.Count, "Q_TIME": schema.Time}

func (s *setXML) quantitySet() (*schema.QuantitySet, error) {
	out := &schema.QuantitySet{Name: strings.TrimSpace(s.Name), Applicable: s.applicable()}
	for _, q := range s.Quantities {
		kind, known := quantityKinds[strings.TrimSpace(q.Type)]
		if !known {
			return nil, fmt.Errorf("%s: unknown kind of quantity %q", q.Name, q.Type)
		}
		out.Quantities = append(out.Quantities, schema.Quantity{Name: strings.TrimSpace(q.Name), Kind: kind})
	}
	return out, nil
}
