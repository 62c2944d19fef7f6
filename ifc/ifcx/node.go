package ifcx

import (
	"encoding/json"
	"maps"
	"slices"
)

// node is a node of a layer: its children and inherited nodes by name, and its attributes. A nil path removes the child
// or the inherited node.
type node struct {
	path       string
	children   map[string]*string
	inherits   map[string]*string
	attributes attributes

	order string // the key by which nodes are sorted
}

// The names under which nodes inherit other nodes.
const (
	inheritsValues = "values" // attributes that an element may lose
	inheritsType   = "type"
	inheritsShape  = "shape"
)

// setChild sets the path of a child, or removes the child if the path is nil.
func (n *node) setChild(name string, path *string) { n.children = with(n.children, name, path) }

// setInherited sets the path of an inherited node, or removes it if the path is nil.
func (n *node) setInherited(name string, path *string) { n.inherits = with(n.inherits, name, path) }

func with(paths map[string]*string, name string, path *string) map[string]*string {
	if paths == nil {
		paths = map[string]*string{}
	}
	paths[name] = path
	return paths
}

// tell sets attributes of the node.
func (n *node) tell(of attributes) {
	if n.attributes == nil {
		n.attributes = attributes{}
	}
	maps.Copy(n.attributes, of)
}

// tellOf sets one attribute of the node.
func (n *node) tellOf(name string, value any) {
	a := attributes{}
	a.set(name, value)
	n.tell(a)
}

// appendTo writes the node as one line of JSON.
func (n *node) appendTo(b []byte, s schemas) []byte {
	b = append(b, `{"path":`...)
	b = appendText(b, n.path)
	b = appendPaths(b, "children", n.children)
	b = appendPaths(b, "inherits", n.inherits)
	for i, name := range slices.Sorted(maps.Keys(n.attributes)) {
		if b = append(b, ','); i == 0 {
			b = append(b, `"attributes":{`...)
		}
		b = append(appendText(b, name), ':')
		b = append(b, s.written(name, n.attributes[name])...)
	}
	if len(n.attributes) > 0 {
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendPaths appends a JSON member that holds paths by name; it appends nothing if there are no paths.
func appendPaths(b []byte, member string, paths map[string]*string) []byte {
	for i, name := range slices.Sorted(maps.Keys(paths)) {
		if b = append(b, ','); i == 0 {
			b = append(append(append(b, '"'), member...), `":{`...)
		}
		b = append(appendText(b, name), ':')
		if path := paths[name]; path != nil {
			b = appendText(b, *path)
		} else {
			b = append(b, null...)
		}
	}
	if len(paths) > 0 {
		b = append(b, '}')
	}
	return b
}

// appendText appends a text as a JSON string.
func appendText(b []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	return append(b, quoted...)
}
