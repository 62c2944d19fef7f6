package state

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
)

// reducerVersion counts changes in how events change the state. Raise it whenever the evolution of an existing event
// changes, so that packed states of the old evolution are not used. ReducerVersion already covers changes to the shape
// of the state.
const reducerVersion = 1

// ReducerVersion identifies the evolution and the shape of the state in this build. A packed state can be used only by
// a build with the same version.
func ReducerVersion() string {
	h := sha256.New()
	for _, t := range []reflect.Type{reflect.TypeFor[Info](), reflect.TypeFor[Element](), reflect.TypeFor[Type](),
		reflect.TypeFor[Material](), reflect.TypeFor[FixedBody](), reflect.TypeFor[Join](),
		reflect.TypeFor[Connection](), reflect.TypeFor[ModelLink]()} {
		Describe(h.Write, t)
	}
	for _, row := range CategoryRows {
		_, _ = fmt.Fprintf(h, "\n%s ", row.Category)
		Describe(h.Write, reflect.TypeOf(row.Params()).Elem())
	}
	return fmt.Sprintf("%s/%d/%s", StateVersion, reducerVersion, hex.EncodeToString(h.Sum(nil)[:8]))
}

// Describe writes the shape of a type: names and kinds of its fields, recursively.
func Describe(write func([]byte) (int, error), t reflect.Type) {
	_, _ = write([]byte(t.String() + ":" + t.Kind().String()))
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		Describe(write, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			_, _ = write([]byte("{" + t.Field(i).Name))
			Describe(write, t.Field(i).Type)
		}
		_, _ = write([]byte("}"))
	}
}

// The packers of the parts of a state.
var (
	infoPacker       = packerOf(reflect.TypeFor[Info]())
	typePacker       = packerOf(reflect.TypeFor[Type]())
	materialPacker   = packerOf(reflect.TypeFor[Material]())
	bodyPacker       = packerOf(reflect.TypeFor[FixedBody]())
	joinPacker       = packerOf(reflect.TypeFor[Join]())
	connectionPacker = packerOf(reflect.TypeFor[Connection]())
	linkedPacker     = packerOf(reflect.TypeFor[[]ModelLink]())
	psetsPacker      = packerOf(reflect.TypeFor[[]PropertySet]())
	codesPacker      = packerOf(reflect.TypeFor[[]Classification]())
	originPacker     = packerOf(reflect.TypeFor[*Origin]())
	paramsPackers    []packer // in the order of the table of categories
)

func packersOfParams() []packer {
	out := make([]packer, len(CategoryRows))
	for i, row := range CategoryRows {
		out[i] = packerOf(reflect.TypeOf(row.Params()).Elem())
	}
	return out
}

// Pack returns the state in a compact form; equal states give equal bytes. It is for caches only, because the form
// changes with ReducerVersion, while the log does not.
func (m *Model) Pack() []byte {
	m.Ordered()
	p := &packing{places: make(map[string]uint64, 2*m.Len())}
	write := func(k packer, v any) { k.write(p, reflect.ValueOf(v).Elem()) }
	write(infoPacker, &m.info)
	write(linkedPacker, &m.linked)
	p.number(uint64(m.Len()))
	m.Each(func(e *Element) bool { p.element(e); return true })
	p.number(uint64(m.types.Len()))
	m.types.Scan(func(_ ID, t *Type) bool { write(typePacker, t); return true })
	p.number(uint64(m.materials.Len()))
	m.materials.Scan(func(_ ID, v *Material) bool { write(materialPacker, v); return true })
	p.number(uint64(m.Bodies.Len()))
	m.Bodies.Scan(func(_ ID, b *FixedBody) bool { write(bodyPacker, b); return true })
	p.number(uint64(m.JoinIndex.ByID.Len()))
	m.JoinIndex.ByID.Scan(func(_ ID, j *Join) bool { write(joinPacker, j); return true })
	p.number(uint64(m.ConnectionIndex.ByID.Len()))
	m.ConnectionIndex.ByID.Scan(func(_ ID, c *Connection) bool { write(connectionPacker, c); return true })
	p.number(uint64(m.Made.Len()))
	m.Made.Scan(func(c Category, n int) bool { p.text(string(c)); p.number(uint64(n)); return true })
	return p.withTable()
}

// withTable returns the table of strings followed by the data that refers to it.
func (p *packing) withTable() []byte {
	size := 0
	table := binary.AppendUvarint(nil, uint64(len(p.strings)))
	for _, s := range p.strings {
		table = binary.AppendUvarint(table, uint64(len(s)))
		size += len(s)
	}
	out := make([]byte, 0, len(table)+size+len(p.out)+2*binary.MaxVarintLen64)
	out = binary.AppendUvarint(out, uint64(len(table)))
	out = append(out, table...)
	out = binary.AppendUvarint(out, uint64(size))
	for _, s := range p.strings {
		out = append(out, s...)
	}
	return append(out, p.out...)
}

// categoryPlace returns the index of a category's row.
func categoryPlace(c Category) int {
	return slices.IndexFunc(CategoryRows, func(r CategoryRow) bool { return r.Category == c })
}

func (p *packing) element(e *Element) {
	place := categoryPlace(e.Category)
	p.number(uint64(place))
	for _, s := range []string{string(e.ID), e.Name, string(e.LevelID), string(e.TypeID), string(e.HostID),
		string(e.FillsID), string(e.MaterialID), string(e.AssemblyID)} {
		p.text(s)
	}
	paramsPackers[place].write(p, reflect.ValueOf(e.Params).Elem())
	psetsPacker.write(p, reflect.ValueOf(&e.Psets).Elem())
	codesPacker.write(p, reflect.ValueOf(&e.Codes).Elem())
	originPacker.write(p, reflect.ValueOf(&e.Origin).Elem())
}
