package ids

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Limits that keep a document from taking unbounded memory.
const (
	MaxSize  = 64 << 20 // size in bytes; the largest known document has 150 kB
	maxDepth = 32       // nesting of elements; the schema needs 9
)

// node is an element of the document with its place.
type node struct {
	Place
	end        Place // place of the closing tag
	name       xml.Name
	attributes []xml.Attr
	children   []*node
	text       string            // all character data directly in the element
	prefixes   map[string]string // namespaces in scope, by prefix
}

// attribute returns an attribute that has no namespace.
func (n *node) attribute(name string) (string, bool) {
	for _, a := range n.attributes {
		if a.Name.Space == "" && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// child returns the first child of that name, or nil.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name.Local == name {
			return c
		}
	}
	return nil
}

// tree reads XML into nodes.
type tree struct {
	decoder *xml.Decoder
	data    []byte
	counted int // number of bytes of data before line and column
	line    int
	column  int
	open    []*node
	root    *node
}

// parseTree parses a document into nodes. The fault gives the place where the data is no XML.
func parseTree(data []byte) (*node, error) {
	data, err := toUTF8(data)
	if err != nil {
		return nil, Faults{{Place{1, 1}, err.Error()}}
	}
	t := &tree{decoder: xml.NewDecoder(bytes.NewReader(data)), data: data, line: 1, column: 1}
	t.decoder.CharsetReader = charset
	for {
		start := t.place(int(t.decoder.InputOffset()))
		token, err := t.decoder.Token()
		if errors.Is(err, io.EOF) && t.root != nil {
			return t.root, nil
		}
		if err == nil {
			err = t.take(token, start)
		}
		if err != nil {
			return nil, Faults{t.fault(err, start)}
		}
	}
}

// toUTF8 decodes UTF-16 and drops a byte order mark.
func toUTF8(data []byte) ([]byte, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the file is empty")
	}
	out, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), data)
	if err != nil {
		return nil, fmt.Errorf("the text is not encoded as its byte order mark says: %w", err)
	}
	return out, nil
}

// charset returns a decoder for the encoding that the XML declaration names; UTF-16 is already decoded.
func charset(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-") {
		return in, nil
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, fmt.Errorf("the encoding %q is not known", label)
	}
	return e.NewDecoder().Reader(in), nil
}

// place returns the line and column of a byte; offsets must ascend from call to call.
func (t *tree) place(offset int) Place {
	for ; t.counted < offset && t.counted < len(t.data); t.counted++ {
		t.column++
		if t.data[t.counted] == '\n' {
			t.line, t.column = t.line+1, 1
		}
	}
	return Place{t.line, t.column}
}

func (t *tree) fault(err error, start Place) Fault {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return Fault{Place{syntax.Line, 1}, "this is no XML: " + syntax.Msg}
	}
	if errors.Is(err, io.EOF) {
		return Fault{start, "the file has no element"}
	}
	return Fault{start, err.Error()}
}

// take handles one token.
func (t *tree) take(token xml.Token, at Place) error {
	switch token := token.(type) {
	case xml.Directive:
		return errors.New("document type declarations are not read")
	case xml.StartElement:
		return t.begin(token, at)
	case xml.EndElement:
		last := len(t.open) - 1
		t.open[last].end = at
		t.open = t.open[:last]
	case xml.CharData:
		if n := len(t.open); n > 0 {
			t.open[n-1].text += string(token)
		}
	}
	return nil
}

func (t *tree) begin(e xml.StartElement, at Place) error {
	n := &node{Place: at, name: e.Name, attributes: e.Copy().Attr}
	if len(t.open) == maxDepth {
		return fmt.Errorf("elements are nested more than %d deep", maxDepth)
	}
	if len(t.open) > 0 {
		parent := t.open[len(t.open)-1]
		parent.children = append(parent.children, n)
		n.prefixes = parent.prefixes
	} else if t.root != nil {
		return errors.New("there is a second root element")
	} else {
		t.root = n
	}
	n.declare()
	t.open = append(t.open, n)
	return nil
}

// declare adds the prefixes that the element declares to the prefixes of its parent.
func (n *node) declare() {
	copied := false
	for _, a := range n.attributes {
		if a.Name.Space != "xmlns" {
			continue
		}
		if !copied {
			outer := n.prefixes
			n.prefixes = make(map[string]string, len(outer)+1)
			for k, v := range outer {
				n.prefixes[k] = v
			}
			copied = true
		}
		n.prefixes[a.Name.Local] = a.Value
	}
}
