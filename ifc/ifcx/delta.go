package ifcx

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// delta collects the nodes of one layer.
type delta struct {
	layers *Layers
	nodes  map[string]*node
	unused []string // meshes that have lost a body
}

// at returns the layer's node of a path and creates it if needed. The order of the first call determines where the node
// is written.
func (d *delta) at(path, order string) *node {
	n := d.nodes[path]
	if n == nil {
		n = &node{path: path, order: order}
		d.nodes[path] = n
	}
	return n
}

// The first letters of the sort keys of nodes.
const (
	orderProject = "a"
	orderElement = "b" // the id and the role of the node follow
	orderType    = "c"
	orderMesh    = "d"
)

func (d *delta) sorted() []*node {
	return slices.SortedFunc(maps.Values(d.nodes), func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.path, b.path))
	})
}

// projectID is the key of the project among the written elements.
const projectID state.ID = ""

// project writes the changes of the project and the change set itself: the root node names the author and the reason.
func (d *delta) project(s Source, c Change) {
	info := s.Model.Info()
	is := &entry{own: attributes{}}
	is.own.set(attributeClass, classValue("IfcProject"))
	is.own.set(attributeName, info.Name)
	for _, told := range []struct{ name, value string }{
		{"branch", c.Branch}, {"revision", strconv.FormatUint(c.Revision, 10)}, {"user", c.User}, {"agent", c.Agent},
		{"tool", c.Tool}, {"command_id", c.CommandID}, {"reason", c.Reason}, {"at", c.At.Format(time.RFC3339Nano)},
		{"hash", c.Hash},
	} {
		is.own.set(ownPrefix+"change::"+told.name, told.value)
	}
	values := attributes{}
	for _, told := range []struct{ name, value string }{
		{"description", info.Description}, {"author", info.Author}, {"organization", info.Organization},
	} {
		if told.value != "" {
			values.set(ownPrefix+"model::"+told.name, told.value)
		}
	}
	is.values = newValues(state.ID(info.ID), values)
	d.own(info.ID, orderProject, d.layers.elements[projectID], is)
	d.layers.elements[projectID] = is
}

// element writes the differences between two states of an element. was or is is nil if the element does not exist in
// that state.
func (d *delta) element(id state.ID, was, is *entry) {
	order, path := orderElement+string(id), string(id)
	if was != nil && (is == nil || was.parent != is.parent) {
		d.at(was.parent, orderElement+was.parent).setChild(was.key, nil)
	}
	if is != nil && (was == nil || was.parent != is.parent) {
		d.at(is.parent, orderElement+is.parent).setChild(is.key, &path)
	}
	if is == nil {
		if was != nil {
			d.remove(path, order, was)
		}
		return
	}
	d.own(path, order, was, is)
	if d.layers.hidden[path] {
		n := d.at(path, order)
		n.tellOf(attributeDeleted, false)
		d.show(n)
	}
	d.bodies(path, order, was, is)
}

// remove writes that an element was deleted. It detaches the bodies, because the element may be restored with other
// bodies.
func (d *delta) remove(path, order string, was *entry) {
	n := d.at(path, order)
	n.tellOf(attributeDeleted, true)
	d.hide(n)
	for i := range was.bodies {
		d.removeBody(n, order, i, &was.bodies[i])
	}
}

// own writes the changed attributes of an element: on its own node, and on the node that it inherits.
func (d *delta) own(path, order string, was, is *entry) {
	before := cmp.Or(was, &entry{})
	if changed := before.own.changed(is.own); len(changed) > 0 {
		d.at(path, order).tell(changed)
	}
	order += "/values"
	if before.values.path != is.values.path {
		d.at(path, order).setInherited(inheritsValues, &is.values.path)
		before = &entry{} // the new node has no attributes yet, so all are written
	}
	if changed := before.values.attributes.changed(is.values.attributes); len(changed) > 0 {
		d.at(is.values.path, order).tell(changed)
	}
	d.inheritType(order, is)
}

// inheritType writes the type whose attributes the element's values node inherits, unless the node already inherits it.
// The node may exist already, because the element used it with another type.
func (d *delta) inheritType(order string, is *entry) {
	if d.layers.typed[is.values.path] == is.typePath {
		return
	}
	d.layers.typed[is.values.path] = is.typePath
	inherited := &is.typePath
	if is.typePath == "" {
		inherited = nil
	}
	d.at(is.values.path, order).setInherited(inheritsType, inherited)
}

// typeOf writes the changes of a type and returns the path of its attributes, or "" if there is no such type.
func (d *delta) typeOf(m *state.Model, id state.ID) string {
	t, ok := m.Type(id)
	if !ok {
		return ""
	}
	was := d.layers.types[id]
	if was.of == t {
		return was.values.path
	}
	is := writtenType{t, valuesOfType(t)}
	if was.values.path != is.values.path {
		was = writtenType{}
	}
	if changed := was.values.attributes.changed(is.values.attributes); len(changed) > 0 {
		d.at(is.values.path, orderType+string(id)).tell(changed)
	}
	d.layers.types[id] = is
	return is.values.path
}

// bodies writes the changes of an element's bodies.
func (d *delta) bodies(path, order string, was, is *entry) {
	var before []bodyNode
	if was != nil {
		before = was.bodies
	}
	for i := range is.bodies {
		b := &is.bodies[i]
		if i < len(before) {
			d.changeBody(order, &before[i], b)
			continue
		}
		d.at(path, order).setChild(bodyName(i), &b.path)
		d.changeBody(order, &bodyNode{}, b)
	}
	for i := len(is.bodies); i < len(before); i++ {
		d.removeBody(d.at(path, order), order, i, &before[i])
	}
}

// bodyName is the name of an element's body as a child of the element.
func bodyName(i int) string {
	if i == 0 {
		return "Body"
	}
	return "Body " + strconv.Itoa(i+1)
}

func (d *delta) changeBody(order string, was, is *bodyNode) {
	order += "/body"
	if changed := was.attributes.changed(is.attributes); len(changed) > 0 {
		d.at(is.path, order).tell(changed)
	}
	if d.layers.hidden[is.path] {
		n := d.at(is.path, order)
		d.show(n)
		n.tell(is.attributes) // the body may itself be invisible, so its own attributes come last
	}
	if was.shape == is.shape {
		return
	}
	d.at(is.path, order).setInherited(inheritsShape, &is.shape)
	d.gain(is)
	is.mesh = nil // the mesh is written once
	if was.shape != "" {
		d.lose(was)
	}
}

func (d *delta) removeBody(of *node, order string, i int, was *bodyNode) {
	of.setChild(bodyName(i), nil)
	d.hide(d.at(was.path, order+"/body"))
	d.lose(was)
}

// gain counts one more body of a mesh, and writes the mesh for the first body.
func (d *delta) gain(b *bodyNode) {
	count, known := d.layers.meshes[b.shape]
	d.layers.meshes[b.shape] = count + 1
	if !known {
		d.at(b.shape, orderMesh).tell(attributes{attributeMesh: b.mesh})
	} else if d.layers.hidden[b.shape] {
		d.show(d.at(b.shape, orderMesh))
	}
}

// lose counts one body of a mesh less.
func (d *delta) lose(b *bodyNode) {
	d.layers.meshes[b.shape]--
	d.unused = append(d.unused, b.shape)
}

// hideUnused hides the meshes without a body. No node refers to them, so viewers would draw them as roots.
func (d *delta) hideUnused() {
	for _, path := range d.unused {
		if d.layers.meshes[path] == 0 && !d.layers.hidden[path] {
			d.hide(d.at(path, orderMesh))
		}
	}
}

func (d *delta) hide(n *node) {
	n.tellOf(attributeVisibility, visibility(false))
	d.layers.hidden[n.path] = true
}

// show makes a hidden node visible again.
func (d *delta) show(n *node) {
	n.tellOf(attributeVisibility, visibility(true))
	delete(d.layers.hidden, n.path)
}
