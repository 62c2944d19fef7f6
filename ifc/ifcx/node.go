package ifcx

import (
	"encoding/json"
)

// node is what a layer says of a path: its children and what it inherits by name, nil where that is no more, and its
// attributes.
type node struct {
	Path       string             `json:"path"`
	Children   map[string]*string `json:"children,omitempty"`
	Inherits   map[string]*string `json:"inherits,omitempty"`
	Attributes attributes         `json:"attributes,omitempty"`

	order string // nodes are written in this order
}

// line writes the node as one line of JSON.
func (n *node) line(s schemas) ([]byte, error) {
	out := *n
	out.Attributes = make(attributes, len(n.Attributes))
	for name, value := range n.Attributes {
		out.Attributes[name] = s.written(name, value)
	}
	return json.Marshal(&out)
}

// The names under which nodes are inherited.
const (
	inheritsValues = "values" // the attributes that an element may lose
	inheritsType   = "type"
	inheritsShape  = "shape"
)
