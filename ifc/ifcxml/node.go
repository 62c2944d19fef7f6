package ifcxml

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// node is one element of the document. Names have no namespaces, because the schema alone identifies them.
type node struct {
	name       string
	attributes []xml.Attr
	children   []*node
	text       strings.Builder
	line       int
}

// maxDepth bounds the nesting of elements, and with it the recursion.
const maxDepth = 512

// Fault is the reason why a document is no ifcXML, with its line.
type Fault struct {
	Line    int
	Message string
}

// Error returns the line and the message.
func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Message) }

// parse parses a document into a tree of nodes.
func parse(ctx context.Context, data []byte) (*node, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = charset
	root, open := &node{}, []*node(nil)
	open = append(open, root)
	for n := 0; ; n++ {
		if n%heard == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		token, err := d.Token()
		line, _ := d.InputPos()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, &Fault{line, err.Error()}
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return nil, &Fault{line, fmt.Sprintf("elements are nested deeper than %d", maxDepth)}
			}
			child := &node{name: t.Name.Local, attributes: t.Copy().Attr, line: line}
			top.children = append(top.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text.Write(t)
		}
	}
	if len(root.children) != 1 {
		return nil, &Fault{1, "it has no root element"}
	}
	return root.children[0], nil
}

// heard is the number of tokens between two checks of the context.
const heard = 4096

// charset returns a decoder for documents that are not in UTF-8.
func charset(name string, in io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(in), nil
}

// attribute returns an attribute by its local name, or "" if there is none.
func (n *node) attribute(name string) string {
	for _, a := range n.attributes {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}

// local returns a name without the prefix of its namespace.
func local(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

// find returns the first element with one of the names below a node, in the order of the document, or nil. It does not
// search within elements of IFC classes.
func (n *node) find(names ...string) *node {
	for _, c := range n.children {
		for _, name := range names {
			if strings.EqualFold(c.name, name) {
				return c
			}
		}
		if len(c.children) > 0 && !strings.HasPrefix(c.name, "Ifc") {
			if found := c.find(names...); found != nil {
				return found
			}
		}
	}
	return nil
}
