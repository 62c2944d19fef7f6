package state

import (
	"reflect"
)

// Unpack reads the output of Pack of a build with the same ReducerVersion. It returns an error for input that is
// recognizably invalid; callers protect the bytes by a digest. together calls independent tasks, as for Fold. once
// wraps a function so that only the first call runs it, and concurrent calls wait. If once is given, the indexes of the
// elements are built when they are first needed; if it is nil, they are built immediately.
func Unpack(packed []byte, together func(tasks ...func()), once func(func()) func()) (*Model, error) {
	u := &unpacking{in: packed}
	u.table()
	m := NewModel()
	read := func(k packer, v any) { k.read(u, reflect.ValueOf(v).Elem()) }
	read(infoPacker, &m.info)
	read(linkedPacker, &m.linked)
	elements := u.elements()
	for i := u.count(); i > 0 && !u.bad; i-- {
		t := new(Type)
		read(typePacker, t)
		m.types.Load(t.ID, t)
	}
	for i := u.count(); i > 0 && !u.bad; i-- {
		v := new(Material)
		read(materialPacker, v)
		m.materials.Load(v.ID, v)
	}
	for i := u.count(); i > 0 && !u.bad; i-- {
		b := new(FixedBody)
		read(bodyPacker, b)
		m.Bodies.Load(b.ID, b)
	}
	joins := unpackedList[Join](u, joinPacker)
	connections := unpackedList[Connection](u, connectionPacker)
	for i := u.count(); i > 0 && !u.bad; i-- {
		m.Made.Load(Category(u.text()), int(u.number()))
	}
	if u.bad || u.i != len(u.in) {
		return nil, Errorf(StoreCorrupt, "this is not a packed state")
	}
	together(
		func() {
			if once == nil {
				m.loadElements(elements, together)
			} else {
				m.loadLate(elements, together, once)
			}
		},
		func() { m.JoinIndex.load(joins) },
		func() { m.ConnectionIndex.load(connections) },
	)
	return m, nil
}

// unpackedList reads a list of values that share an allocation.
func unpackedList[T any](u *unpacking, k packer) []*T {
	values := make([]T, u.count())
	out := make([]*T, len(values))
	for i := range values {
		k.read(u, reflect.ValueOf(&values[i]).Elem())
		out[i] = &values[i]
	}
	return out
}

// table reads the strings, which share one copy of their bytes.
func (u *unpacking) table() {
	end := u.count() + u.i
	lengths := make([]int, u.count())
	for i := range lengths {
		lengths[i] = int(u.number())
	}
	u.bad = u.bad || u.i != end
	size := u.count()
	if u.bad {
		return
	}
	all := string(u.in[u.i : u.i+size])
	u.i += size
	u.strings = make([]string, len(lengths))
	for i, n := range lengths {
		if n < 0 || n > len(all) {
			u.bad = true
			return
		}
		u.strings[i], all = all[:n], all[n:]
	}
}

// slab is the number of elements that share an allocation. It makes allocations rare, but an element that is still in
// use keeps only a few others in memory.
const slab = 64

// elements reads the elements in the order of their ids.
func (u *unpacking) elements() []*Element {
	out := make([]*Element, u.count())
	var room []Element
	for i := range out {
		if len(room) == 0 {
			room = make([]Element, slab)
		}
		out[i], room = &room[0], room[1:]
		if u.element(out[i]); u.bad {
			return nil
		}
	}
	return out
}

func (u *unpacking) element(e *Element) {
	place := int(u.number())
	if place < 0 || place >= len(CategoryRows) {
		u.bad = true
		return
	}
	e.Category = CategoryRows[place].Category
	e.ID, e.Name, e.LevelID, e.TypeID = ID(u.text()), u.text(), ID(u.text()), ID(u.text())
	e.HostID, e.FillsID, e.MaterialID, e.AssemblyID = ID(u.text()), ID(u.text()), ID(u.text()), ID(u.text())
	e.Params = CategoryRows[place].Params()
	paramsPackers[place].read(u, reflect.ValueOf(e.Params).Elem())
	if u.i+2 < len(u.in) && u.in[u.i] == 0 && u.in[u.i+1] == 0 && u.in[u.i+2] == 0 {
		u.i += 3 // no properties, classification or origin
		return
	}
	psetsPacker.read(u, reflect.ValueOf(&e.Psets).Elem())
	codesPacker.read(u, reflect.ValueOf(&e.Codes).Elem())
	originPacker.read(u, reflect.ValueOf(&e.Origin).Elem())
}
