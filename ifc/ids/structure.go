package ids

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// structure compares nodes with their shapes and gathers faults.
type structure struct {
	faults Faults
	space  string // namespace of the elements
}

func (s *structure) add(at Place, format string, args ...any) {
	s.faults = append(s.faults, Fault{at, fmt.Sprintf(format, args...)})
}

// element checks a node and all nodes below it.
func (s *structure) element(n *node, want *shape) {
	s.checkAttributes(n, want)
	switch {
	case want.facets:
		s.restriction(n)
	case want.text:
		s.text(n, want)
	default:
		s.children(n, want)
	}
}

// ignored reports whether attributes of a namespace have no meaning for the content.
func ignored(space string) bool {
	return space == "xmlns" || space == instanceSpace || space == "http://www.w3.org/XML/1998/namespace"
}

func (s *structure) checkAttributes(n *node, want *shape) {
	for _, a := range n.attributes {
		if ignored(a.Name.Space) || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		i := slices.IndexFunc(want.attributes, func(w attribute) bool {
			return w.name == a.Name.Local &&
				a.Name.Space == ""
		})
		if i < 0 {
			s.add(n.Place, "%s has no attribute %s%s", n.name.Local, a.Name.Local,
				otherVersion(n.name.Local, a.Name.Local))
			continue
		}
		if check := want.attributes[i].valid; check != nil {
			if wrong := check(a.Value); wrong != "" {
				s.add(n.Place, "attribute %s of %s: %s", a.Name.Local, n.name.Local, wrong)
			}
		}
	}
	for _, w := range want.attributes {
		if _, given := n.attribute(w.name); w.required && !given {
			s.add(n.Place, "%s lacks its attribute %s", n.name.Local, w.name)
		}
	}
}

func (s *structure) text(n *node, want *shape) {
	if len(n.children) > 0 {
		s.add(n.children[0].Place, "%s holds text, no elements", n.name.Local)
		return
	}
	if want.valid != nil {
		if wrong := want.valid(n.text); wrong != "" {
			s.add(n.Place, "%s: %s", n.name.Local, wrong)
		}
	}
}

// children compares the children of a node with the sequence of its shape. It stops at the first child that does not
// fit, because each later child would only repeat that fault.
func (s *structure) children(n *node, want *shape) {
	if strings.TrimSpace(n.text) != "" {
		s.add(n.Place, "%s holds elements, no text", n.name.Local)
	}
	m := matching{shape: want}
	for _, c := range n.children {
		p := m.next(s.space, c)
		if p == nil {
			s.add(c.Place, "%s is not allowed here within %s%s%s", c.name.Local, n.name.Local, m.expected(),
				otherVersion(n.name.Local, c.name.Local))
			return
		}
		s.element(c, p.shape)
	}
	if missing := m.missing(); missing != "" {
		s.add(cmp.Or(n.end, n.Place), "%s lacks %s", n.name.Local, missing)
	}
}

// matching is a position in the sequence of a shape.
type matching struct {
	shape *shape
	at    int // index of the particle
	count int // children that the particle has matched
}

// next returns the particle that matches the child, or nil.
func (m *matching) next(space string, c *node) *particle {
	if m.shape.choice {
		return m.choose(space, c)
	}
	for turn := 0; turn < 2; turn++ {
		for at, count := m.at, m.count; at < len(m.shape.sequence); at, count = at+1, 0 {
			p := &m.shape.sequence[at]
			if p.is(space, c) && count < p.max {
				m.at, m.count = at, count+1
				return p
			}
			if count < p.min {
				break
			}
		}
		if !m.shape.repeats {
			return nil
		}
		m.at, m.count = 0, 0
	}
	return nil
}

func (m *matching) choose(space string, c *node) *particle {
	for i := range m.shape.sequence {
		if p := &m.shape.sequence[i]; p.is(space, c) && m.count == 0 {
			m.count = 1
			return p
		}
	}
	return nil
}

func (p *particle) is(space string, c *node) bool {
	if p.schema {
		space = schemaNamespace
	}
	return c.name.Local == p.name && c.name.Space == space
}

// expected returns the names of the elements that would fit at this position.
func (m *matching) expected() string {
	var names []string
	for i := range m.shape.sequence {
		if p := &m.shape.sequence[i]; m.shape.choice && m.count == 0 ||
			!m.shape.choice && (i > m.at || i == m.at && m.count < p.max || m.shape.repeats) {
			names = append(names, p.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ": expected " + strings.Join(names, ", ")
}

// missing returns the name of the next element that the sequence requires, or "".
func (m *matching) missing() string {
	if m.shape.choice {
		if m.count > 0 {
			return ""
		}
		return "simpleValue or xs:restriction"
	}
	count := m.count
	for _, p := range m.shape.sequence[m.at:] {
		if count < p.min {
			return p.name
		}
		count = 0
	}
	return ""
}

// otherVersion returns a remark if another version of IDS has an element that 1.0 does not have.
func otherVersion(parent, name string) string {
	switch parent + "/" + name {
	case "specification/minOccurs", "specification/maxOccurs", "property/name", "property/measure",
		"property/datatype", "property/propertyset",
		"attribute/minOccurs", "attribute/maxOccurs", "property/minOccurs",
		"property/maxOccurs", "classification/minOccurs",
		"classification/maxOccurs", "material/minOccurs", "material/maxOccurs", "partOf/minOccurs", "partOf/maxOccurs":
		return " (a form of IDS 0.9: only 1.0 is read)"
	case "partOf/partOf", "partOf/classification", "partOf/attribute", "partOf/property", "partOf/material":
		return " (a form of the draft of IDS 1.1: only 1.0 is read)"
	}
	return ""
}
