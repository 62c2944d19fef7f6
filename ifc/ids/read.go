package ids

import (
	"fmt"
	"strings"
)

// ReadOptions control how a document is read.
type ReadOptions struct {
	// Lenient accepts documents without a namespace, because many documents in use have no namespace.
	Lenient bool
}

// Read reads a document. The error is [Faults]: the violations of the XML schema of IDS 1.0, with line and column. With
// faults, the document holds the parts that could be read, for an audit; it is nil if the data is no IDS at all.
func Read(data []byte, o ReadOptions) (*Document, error) {
	if len(data) > MaxSize {
		return nil, Faults{{Place{1, 1}, fmt.Sprintf("the document has %d bytes, at most %d are read", len(data),
			MaxSize)}}
	}
	root, err := parseTree(data)
	if err != nil {
		return nil, err
	}
	lenient := o.Lenient && root.name.Space == ""
	if err := checkRoot(root, lenient); err != nil {
		return nil, err
	}
	s := &structure{space: root.name.Space}
	if lenient {
		dropLocation(root)
	}
	s.element(root, documentShape)
	d := convert(root)
	d.Lenient = lenient
	if len(s.faults) > 0 {
		return d, s.faults
	}
	return d, nil
}

// dropLocation removes the schemaLocation attributes of a document without namespace, which have no namespace either.
func dropLocation(root *node) {
	kept := root.attributes[:0]
	for _, a := range root.attributes {
		if a.Name.Local != "schemaLocation" && a.Name.Local != "noNamespaceSchemaLocation" {
			kept = append(kept, a)
		}
	}
	root.attributes = kept
}

func checkRoot(root *node, lenient bool) error {
	switch {
	case root.name.Local != "ids":
		return Faults{{root.Place, fmt.Sprintf("the root element is %s, not ids", root.name.Local)}}
	case root.name.Space == "" && !lenient:
		return Faults{{root.Place, "ids is in no namespace, but must be in " + namespace +
			": declare it by xmlns, or read the document leniently"}}
	case root.name.Space != namespace && !lenient:
		return Faults{{root.Place, fmt.Sprintf("ids is in the namespace %s, not in %s", root.name.Space, namespace)}}
	}
	return nil
}

// convert builds a document from the nodes and skips nodes that it cannot use.
func convert(root *node) *Document {
	d := &Document{}
	for _, a := range root.attributes {
		if a.Name.Space == instanceSpace && a.Name.Local == "schemaLocation" {
			d.SchemaLocation = strings.Join(strings.Fields(a.Value), " ")
		}
	}
	if info := root.child("info"); info != nil {
		d.Info = convertInfo(info)
	}
	if all := root.child("specifications"); all != nil {
		for _, c := range all.children {
			if c.name.Local == "specification" {
				d.Specifications = append(d.Specifications, convertSpecification(c))
			}
		}
	}
	return d
}

func convertInfo(n *node) Info {
	text := func(name string) string {
		if c := n.child(name); c != nil {
			return c.text
		}
		return ""
	}
	return Info{text("title"), text("copyright"), text("version"), text("description"), text("author"), text("date"),
		text("purpose"), text("milestone")}
}

func convertSpecification(n *node) *Specification {
	s := &Specification{Place: n.Place, MinOccurs: "1", MaxOccurs: "1"}
	s.Name, _ = n.attribute("name")
	s.Identifier, _ = n.attribute("identifier")
	s.Description, _ = n.attribute("description")
	s.Instructions, _ = n.attribute("instructions")
	version, _ := n.attribute("ifcVersion")
	s.Versions = strings.Fields(version)
	if c := n.child("applicability"); c != nil {
		s.Applicability = convertGroup(c)
		if v, ok := c.attribute("minOccurs"); ok {
			s.MinOccurs = strings.TrimSpace(v)
		}
		if v, ok := c.attribute("maxOccurs"); ok {
			s.MaxOccurs = strings.TrimSpace(v)
		}
	}
	if c := n.child("requirements"); c != nil {
		s.HasRequirements = true
		s.Requirements = convertGroup(c)
	}
	return s
}

func convertGroup(n *node) Group {
	g := Group{Place: n.Place}
	g.Description, _ = n.attribute("description")
	for _, c := range n.children {
		if f := convertFacet(c); f != nil {
			g.Facets = append(g.Facets, f)
		}
	}
	return g
}

func convertFacet(n *node) Facet {
	common := convertCommon(n)
	switch n.name.Local {
	case "entity":
		return convertEntity(n)
	case "attribute":
		return &Attribute{Common: common, Name: convertValue(n.child("name")), Value: convertValue(n.child("value"))}
	case "classification":
		return &Classification{Common: common, Value: convertValue(n.child("value")),
			System: convertValue(n.child("system"))}
	case "property":
		p := &Property{Common: common, Set: convertValue(n.child("propertySet")),
			BaseName: convertValue(n.child("baseName")), Value: convertValue(n.child("value"))}
		p.DataType, _ = n.attribute("dataType")
		return p
	case "partOf":
		p := &PartOf{Common: common}
		p.Relation, _ = n.attribute("relation")
		if c := n.child("entity"); c != nil {
			p.Whole = convertEntity(c)
		}
		return p
	case "material":
		return &Material{Common: common, Value: convertValue(n.child("value"))}
	}
	return nil
}

func convertEntity(n *node) *Entity {
	return &Entity{Common: convertCommon(n), Name: convertValue(n.child("name")),
		PredefinedType: convertValue(n.child("predefinedType"))}
}

func convertCommon(n *node) Common {
	c := Common{Place: n.Place, Cardinality: Required}
	c.Instructions, _ = n.attribute("instructions")
	c.URI, _ = n.attribute("uri")
	if stated, ok := n.attribute("cardinality"); ok {
		c.Stated, c.IsStated = stated, true
		if stated == string(Optional) || stated == string(Prohibited) {
			c.Cardinality = Cardinality(stated)
		}
	}
	return c
}

func convertValue(n *node) *Value {
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		switch c.name.Local {
		case "simpleValue":
			return &Value{Place: n.Place, Content: c.Place, Simple: c.text}
		case "restriction":
			return &Value{Place: n.Place, Content: c.Place, Restriction: convertRestriction(c)}
		}
	}
	return nil
}

func convertRestriction(n *node) *Restriction {
	r := &Restriction{Place: n.Place}
	r.StatedBase, _ = n.attribute("base")
	prefix, local, found := strings.Cut(r.StatedBase, ":")
	if found && n.prefixes[prefix] == schemaNamespace {
		r.Base = "xs:" + local
	}
	for _, c := range n.children {
		value, _ := c.attribute("value")
		r.Constraints = append(r.Constraints, Constraint{Place: c.Place, Kind: c.name.Local, Value: value})
	}
	return r
}
