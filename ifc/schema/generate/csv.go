package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// The cells of the IFC2X3 list, which are literals of lists and records with single quotes.
type (
	propertyCSV struct {
		Name string          `json:"property_name"`
		Type string          `json:"property_type"`
		Data json.RawMessage `json:"data_type"`
	}
	dataCSV struct {
		Instance string   `json:"instance"`
		Values   []string `json:"values"`
	}
)

func csvTable(data []byte) (name string, table any, err error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return "", nil, err
	}
	var sets []*schema.PropertySet
	for i, row := range rows[1:] {
		set, err := csvSet(row)
		if err != nil {
			return "", nil, fmt.Errorf("row %d, %s: %w", i+2, row[0], err)
		}
		sets = append(sets, set)
	}
	return "IFC2X3_sets", sorted(sets, nil), nil
}

func csvSet(row []string) (*schema.PropertySet, error) {
	if len(row) != 4 {
		return nil, fmt.Errorf("%d columns instead of 4", len(row))
	}
	var classes []string
	if err := json.Unmarshal([]byte(asJSON(row[1])), &classes); err != nil {
		return nil, err
	}
	var properties []propertyCSV
	if err := json.Unmarshal([]byte(asJSON(row[3])), &properties); err != nil {
		return nil, err
	}
	if class, predefined, narrowed := strings.Cut(row[2], ".PredefinedType="); narrowed {
		classes = append(classes, class+"/"+predefined)
	}
	set := &schema.PropertySet{Name: row[0], Applicable: applicable(classes)}
	for _, p := range properties {
		property, err := p.property()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		set.Properties = append(set.Properties, property)
	}
	return set, nil
}

// property reads one cell; a property without a type is a performance history, which refers to a time series.
func (p *propertyCSV) property() (schema.Property, error) {
	kind, known := csvKinds[p.Type]
	if !known {
		return schema.Property{}, fmt.Errorf("unknown kind of property %q", p.Type)
	}
	out := schema.Property{Name: strings.TrimSpace(p.Name), Kind: kind}
	switch kind {
	case schema.TableValue:
		return out, csvTableValue(&out, p.Data)
	case schema.ComplexProperty:
		return out, csvParts(&out, p.Data)
	}
	var d dataCSV
	if err := json.Unmarshal(p.Data, &d); err != nil {
		return out, err
	}
	if kind == schema.EnumeratedValue {
		out.Enum, out.Items = d.Instance, trimmed(d.Values)
	} else {
		out.DataType = strings.TrimSpace(d.Instance)
	}
	return out, nil
}

var csvKinds = map[string]schema.PropertyKind{
	"":                           schema.ReferenceValue,
	"IfcPropertySingleValue":     schema.SingleValue,
	"IfcPropertyEnumeratedValue": schema.EnumeratedValue,
	"IfcPropertyBoundedValue":    schema.BoundedValue,
	"IfcPropertyListValue":       schema.ListValue,
	"IfcPropertyTableValue":      schema.TableValue,
	"IfcPropertyReferenceValue":  schema.ReferenceValue,
	"IfcComplexProperty":         schema.ComplexProperty,
}

func csvTableValue(out *schema.Property, data json.RawMessage) error {
	var columns []dataCSV
	if err := json.Unmarshal(data, &columns); err != nil {
		return err
	}
	if len(columns) != 2 {
		return fmt.Errorf("a table of %d columns instead of 2", len(columns))
	}
	out.Defining, out.DataType = strings.TrimSpace(columns[0].Instance), strings.TrimSpace(columns[1].Instance)
	return nil
}

func csvParts(out *schema.Property, data json.RawMessage) error {
	var parts []struct {
		Value propertyCSV `json:"complex_values"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for i := range parts {
		part, err := parts[i].Value.property()
		if err != nil {
			return err
		}
		out.Parts = append(out.Parts, part)
	}
	return nil
}

// asJSON converts a literal with single quotes to JSON. A bare word is None, or a string that lacks its first quote.
func asJSON(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\'' || c == '"':
			i += quotedAsJSON(&b, s[i:])
		case word(c) && c > '9':
			i += bareAsJSON(&b, s[i:])
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// quotedAsJSON writes the string at the front of s and returns its length in s.
func quotedAsJSON(b *strings.Builder, s string) int {
	i := 1
	var text []byte
	for ; i < len(s) && s[i] != s[0]; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		text = append(text, s[i])
	}
	writeJSON(b, string(text))
	return min(i+1, len(s))
}

func bareAsJSON(b *strings.Builder, s string) int {
	i := 0
	for i < len(s) && word(s[i]) {
		i++
	}
	if s[:i] == "None" {
		b.WriteString("null")
		return i
	}
	writeJSON(b, s[:i])
	if i < len(s) && s[i] == '\'' {
		i++
	}
	return i
}

func writeJSON(b *strings.Builder, s string) {
	text, _ := json.Marshal(s) // a string always has a JSON form
	b.Write(text)
}
