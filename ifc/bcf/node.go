package bcf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/text"
)

// node is an element of an XML file. A reader finds children by name; a writer keeps their order.
type node struct {
	name       string
	attributes []attribute
	text       string
	children   []*node
}

type attribute struct{ name, value string }

// parse reads an XML file. It ignores namespaces, because the schemas have no namespaces, and follows no entity or
// reference.
func parse(data []byte) (*node, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(label, "utf8") || strings.EqualFold(label, "us-ascii") {
			return in, nil
		}
		return nil, fmt.Errorf("the encoding %q is not read: write UTF-8", label)
	}
	root := &node{}
	open, count := []*node{root}, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(root.children) == 1 {
			return root.children[0], nil
		}
		if err != nil {
			return nil, fmt.Errorf("no XML: %w", err)
		}
		switch token := token.(type) {
		case xml.Directive:
			return nil, errors.New("document type declarations are not read")
		case xml.StartElement:
			n := nodeOf(token)
			if count++; count > maxElements || len(open) > maxDepth {
				return nil, fmt.Errorf("%w: more than %d elements, or more than %d within each other",
					ErrTooLarge, maxElements, maxDepth)
			}
			last := open[len(open)-1]
			last.children = append(last.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if n := open[len(open)-1]; len(n.children) == 0 {
				n.text += string(token)
			}
		}
	}
}

func nodeOf(e xml.StartElement) *node {
	n := &node{name: e.Name.Local}
	for _, a := range e.Attr {
		n.attributes = append(n.attributes, attribute{a.Name.Local, a.Value})
	}
	return n
}

// all returns the children with a name in any case, because 2.1 has both IsExternal and isExternal.
func (n *node) all(name string) (out []*node) {
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		if strings.EqualFold(c.name, name) {
			out = append(out, c)
		}
	}
	return out
}

// child returns the first child with a name, or nil. All methods accept nil as an empty element.
func (n *node) child(name string) *node {
	if all := n.all(name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// attribute returns an attribute's value, or "".
func (n *node) attribute(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attributes {
		if strings.EqualFold(a.name, name) {
			return strings.TrimSpace(a.value)
		}
	}
	return ""
}

// value returns the text of the first child with a name.
func (n *node) value(name string) string { return n.child(name).own() }

func (n *node) own() string {
	if n == nil {
		return ""
	}
	return strings.TrimSpace(n.text)
}

// add appends an element and returns it.
func (n *node) add(name string, attributes ...attribute) *node {
	c := &node{name: name}
	for _, a := range attributes {
		if a.value != "" {
			c.attributes = append(c.attributes, a)
		}
	}
	n.children = append(n.children, c)
	return c
}

// leaf appends an element with a text, unless the text is blank, because 3.0 allows no blank element.
func (n *node) leaf(name, text string) {
	if text = strings.TrimSpace(text); text != "" {
		n.add(name).text = text
	}
}

// leaves appends an element for each text.
func (n *node) leaves(name string, texts []string) {
	for _, text := range texts {
		n.leaf(name, text)
	}
}

// date appends an element with a time, unless the time is zero.
func (n *node) date(name string, t time.Time) {
	if !t.IsZero() {
		n.leaf(name, t.UTC().Format(time.RFC3339Nano))
	}
}

// day appends an element with a time. It keeps the time's own zone, because the time denotes a day in that zone.
func (n *node) day(name string, t time.Time) {
	if !t.IsZero() {
		n.leaf(name, t.Format(time.RFC3339Nano))
	}
}

func (n *node) number(name string, v float64) { n.leaf(name, strconv.FormatFloat(v, 'f', -1, 64)) }

func (n *node) point(name string, p Point) {
	c := n.add(name)
	c.number("X", p.X)
	c.number("Y", p.Y)
	c.number("Z", p.Z)
}

// encode returns an element and its content as an XML file.
func (n *node) encode() []byte {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	n.write(&out, "")
	return out.Bytes()
}

func (n *node) write(out *bytes.Buffer, indent string) {
	fmt.Fprintf(out, "%s<%s", indent, n.name)
	for _, a := range n.attributes {
		fmt.Fprintf(out, ` %s="%s"`, a.name, escape(a.value))
	}
	switch {
	case len(n.children) > 0:
		out.WriteString(">\n")
		for _, c := range n.children {
			c.write(out, indent+"  ")
		}
		fmt.Fprintf(out, "%s</%s>\n", indent, n.name)
	case n.text != "":
		fmt.Fprintf(out, ">%s</%s>\n", escape(n.text), n.name)
	default:
		out.WriteString("/>\n")
	}
}

// escape returns a text with XML escapes and with a mark for each hidden character.
func escape(s string) string {
	var out bytes.Buffer
	if err := xml.EscapeText(&out, []byte(text.Block(s))); err != nil {
		panic("bcf: a buffer refuses bytes: " + err.Error())
	}
	return out.String()
}

// readTime parses an xs:dateTime; a time without a zone is UTC, as BCF requires.
func readTime(text string) (time.Time, bool) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02"} {
		if t, err := time.Parse(form, text); err == nil && t.Year() >= 1 && t.UTC().Year() <= 9999 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// readNumber parses a finite xs:double.
func readNumber(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

func readBool(text string) bool { return text == "1" || strings.EqualFold(text, "true") }

func boolText(b bool) string { return strconv.FormatBool(b) }
