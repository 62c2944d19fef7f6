package ifcx

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/meshfile"
	"github.com/bimstream/bimstream/ifc/export"
)

// Body is a closed surface of one colour, in the world's coordinates.
type Body struct {
	Mesh   geometry.Mesh
	Colour meshfile.Colour
}

// Source is a model at a revision, with functions for the bodies and quantities of its elements.
type Source struct {
	Model *state.Model
	// Bodies returns the surfaces of an element in a fixed order, one for each colour; none if the element has no body
	Bodies     func(*state.Element) ([]Body, error)
	Quantities func(state.ID) ([]state.Quantity, error)
}

// entry holds the nodes of an element, or of the project, at a revision.
type entry struct {
	parent, key string     // path of the parent node, and the name as its child
	own         attributes // attributes that the element always has
	values      valuesNode
	typePath    string // path of the attributes of its type
	bodies      []bodyNode
}

// bodyNode is the node of a body: its position, its appearance and its shape.
type bodyNode struct {
	path       string
	attributes attributes
	shape      string // path of its mesh
	mesh       []byte // nil once it is written
}

// valuesNode holds the attributes that its owner may lose.
type valuesNode struct {
	path       string
	attributes attributes
}

// newValues returns a node with the given attributes. The path of the node depends on the names of the attributes, so
// that an owner that loses an attribute inherits another node.
func newValues(owner state.ID, of attributes) valuesNode {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	return valuesNode{derivedPath("values", string(owner)+"\x00"+strings.Join(names, "\x00"), 0), of}
}

// derivedPath returns the path of a node that belongs to another node and has no id of its own.
func derivedPath(role, owner string, n int) string {
	return string(state.DeriveID("ifcx/"+role+"/"+owner, n))
}

// hidden are the categories whose bodies must not be drawn, because they would hide their content or are only a hole.
var hidden = []state.Category{state.CategoryRoom, state.CategoryOpening}

// entryOf returns the nodes of an element, or nil if the element does not exist. If its body cannot be made, the entry
// has no body and the error is the reason.
func entryOf(s Source, classes *export.Classes, id state.ID) (*entry, error) {
	e, ok := s.Model.Element(id)
	if !ok {
		return nil, nil
	}
	class, quantitySet := classes.Of(s.Model, e)
	out := &entry{parent: parentOf(s.Model, e), key: string(e.Category) + "-" + string(e.ID), own: attributes{}}
	out.own.set(attributeClass, classValue(class))
	out.own.set(attributeName, e.Name)
	values := attributes{}
	values.parameters(e)
	values.sets(e.Psets)
	values.material(s.Model, e)
	values.classification(e.Codes)
	if level, is := e.Params.(*shape.Level); is {
		values.setJSON(attributeElevation, appendMetres(nil, level.Elevation))
	}
	quantities, err := s.Quantities(id)
	if err != nil {
		quantities = nil // the body fails too, and its error gives the reason
	}
	values.quantities(quantitySet, quantities)
	out.values = newValues(id, values)
	if !e.Category.Physical() {
		return out, nil
	}
	bodies, err := s.Bodies(e)
	for i, b := range bodies {
		if len(b.Mesh.Triangles) > 0 {
			out.bodies = append(out.bodies, newBody(id, i, b, slices.Contains(hidden, e.Category)))
		}
	}
	return out, err
}

// parentOf returns the path of an element's parent node. It is the first that exists of the host, the assembly, the
// level, the building, the site and the project.
func parentOf(m *state.Model, e *state.Element) string {
	info := m.Info()
	switch e.ID {
	case info.SiteID:
		return info.ID
	case info.BuildingID:
		return string(info.SiteID)
	}
	for _, id := range []state.ID{e.HostID, e.AssemblyID, e.LevelID, info.BuildingID, info.SiteID} {
		if _, ok := m.Element(id); ok && id != e.ID {
			return string(id)
		}
	}
	return info.ID
}

// newBody places a body at its least coordinates, so that equal shapes at other places share the mesh.
func newBody(owner state.ID, n int, b Body, invisible bool) bodyNode {
	least := b.Mesh.Vertices[0]
	for _, v := range b.Mesh.Vertices {
		least = geometry.Point3{X: min(least.X, v.X), Y: min(least.Y, v.Y), Z: min(least.Z, v.Z)}
	}
	mesh := meshJSON(b.Mesh, least)
	digest := sha256.Sum256(mesh)
	out := bodyNode{path: derivedPath("body", string(owner), n), attributes: attributes{},
		shape: derivedPath("shape", hex.EncodeToString(digest[:]), 0), mesh: mesh}
	at := appendPoint(nil, least)
	out.attributes.setJSON(attributeTransform,
		[]byte(`{"transform":[[1,0,0,0],[0,1,0,0],[0,0,1,0],`+string(at[:len(at)-1])+`,1]]}`))
	var rgb [3]float64
	for i := range rgb {
		rgb[i] = portion(b.Colour[i])
	}
	out.attributes.set(attributeColour, rgb)
	out.attributes.set(attributeOpacity, portion(b.Colour[3]))
	if invisible {
		out.attributes.set(attributeVisibility, visibility(false))
	}
	return out
}

// portion converts a number from 0 to 255 to a number from 0 to 1, rounded to thousandths.
func portion(of255 uint8) float64 {
	const thousandths = 1000
	return float64((int(of255)*thousandths+127)/255) / thousandths
}

// visibility returns the value of the visibility attribute.
func visibility(visible bool) map[string]string {
	if visible {
		return map[string]string{"visibility": "inherited"}
	}
	return map[string]string{"visibility": "invisible"}
}

// meshJSON writes a mesh with its corners relative to a point.
func meshJSON(m geometry.Mesh, origin geometry.Point3) []byte {
	out := []byte(`{"points":[`)
	for i, v := range m.Vertices {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPoint(out, v.Sub(origin))
	}
	out = append(out, `],"faceVertexIndices":[`...)
	for i, t := range m.Triangles {
		for j, corner := range t {
			if i+j > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendInt(out, int64(corner), 10)
		}
	}
	return append(out, "]}"...)
}
