package state

import (
	"encoding/binary"
	"math"
	"reflect"
)

// packing writes values in a compact binary form that depends only on the value: whole numbers as varints, strings as
// indexes into a table, lists with their length. Nil and empty lists are distinguished, because their JSON differs.
type packing struct {
	out     []byte
	strings []string
	places  map[string]uint64
}

func (p *packing) number(n uint64) { p.out = binary.AppendUvarint(p.out, n) }

func (p *packing) signed(n int64) { p.out = binary.AppendVarint(p.out, n) }

// text writes the index of a string in the table, and adds the string to the table at its first occurrence.
func (p *packing) text(s string) {
	place, ok := p.places[s]
	if !ok {
		place = uint64(len(p.strings))
		p.strings = append(p.strings, s)
		p.places[s] = place
	}
	p.number(place)
}

// unpacking reads data written by packing. It sets bad at the first invalid byte and then returns zeros.
type unpacking struct {
	in      []byte
	i       int
	bad     bool
	strings []string
}

func (u *unpacking) number() uint64 {
	if u.i < len(u.in) && u.in[u.i] < 0x80 { // most numbers are small
		u.i++
		return uint64(u.in[u.i-1])
	}
	n, width := binary.Uvarint(u.in[u.i:])
	if width <= 0 {
		u.bad = true
		return 0
	}
	u.i += width
	return n
}

func (u *unpacking) signed() int64 {
	n := u.number()
	return int64(n>>1) ^ -int64(n&1)
}

func (u *unpacking) text() string {
	place := u.number()
	if place >= uint64(len(u.strings)) {
		u.bad = true
		return ""
	}
	return u.strings[place]
}

// count reads the number of items, each of which takes at least a byte. So a damaged count cannot request more memory
// than the input has bytes.
func (u *unpacking) count() int {
	n := u.number()
	if n > uint64(len(u.in)-u.i) {
		u.bad = true
		return 0
	}
	return int(n)
}

// packer writes and reads values of one Go type.
type packer struct {
	write func(p *packing, v reflect.Value)
	read  func(u *unpacking, v reflect.Value) // into a settable zero value
}

// packerOf returns the packer of a type. It panics for types that occur in no state; a test detects such a type when it
// is added.
func packerOf(t reflect.Type) packer {
	if t == reflect.TypeFor[PropertyValue]() {
		return packer{
			func(p *packing, v reflect.Value) { p.text(v.Interface().(PropertyValue).Raw) },
			func(u *unpacking, v reflect.Value) { v.Addr().Interface().(*PropertyValue).Raw = u.text() },
		}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return packer{func(p *packing, v reflect.Value) { p.signed(v.Int()) },
			func(u *unpacking, v reflect.Value) { v.SetInt(u.signed()) }}
	case reflect.Uint64:
		return packer{func(p *packing, v reflect.Value) { p.number(v.Uint()) },
			func(u *unpacking, v reflect.Value) { v.SetUint(u.number()) }}
	case reflect.String:
		return packer{func(p *packing, v reflect.Value) { p.text(v.String()) },
			func(u *unpacking, v reflect.Value) { v.SetString(u.text()) }}
	case reflect.Bool:
		return packer{packBool, func(u *unpacking, v reflect.Value) { v.SetBool(u.number() == 1) }}
	case reflect.Float64:
		return packer{
			func(p *packing, v reflect.Value) { p.number(math.Float64bits(v.Float())) },
			func(u *unpacking, v reflect.Value) { v.SetFloat(math.Float64frombits(u.number())) },
		}
	case reflect.Pointer:
		return pointerPacker(t)
	case reflect.Slice:
		return slicePacker(t)
	case reflect.Struct:
		return structPacker(t)
	}
	panic("domain: the state has a " + t.String() + ", which has no packed form")
}

func packBool(p *packing, v reflect.Value) {
	if v.Bool() {
		p.number(1)
	} else {
		p.number(0)
	}
}

func pointerPacker(t reflect.Type) packer {
	inner := packerOf(t.Elem())
	return packer{
		func(p *packing, v reflect.Value) {
			if v.IsNil() {
				p.number(0)
				return
			}
			p.number(1)
			inner.write(p, v.Elem())
		},
		func(u *unpacking, v reflect.Value) {
			if u.number() == 1 {
				v.Set(reflect.New(t.Elem()))
				inner.read(u, v.Elem())
			}
		},
	}
}

// slicePacker writes 0 for nil, otherwise one more than the length.
func slicePacker(t reflect.Type) packer {
	inner := packerOf(t.Elem())
	return packer{
		func(p *packing, v reflect.Value) {
			if v.IsNil() {
				p.number(0)
				return
			}
			p.number(uint64(v.Len()) + 1)
			for i := range v.Len() {
				inner.write(p, v.Index(i))
			}
		},
		func(u *unpacking, v reflect.Value) {
			n := u.count()
			if n == 0 {
				return
			}
			v.Set(reflect.MakeSlice(t, n-1, n-1))
			for i := 0; i < n-1 && !u.bad; i++ {
				inner.read(u, v.Index(i))
			}
		},
	}
}

func structPacker(t reflect.Type) packer {
	fields := make([]packer, t.NumField())
	for i := range fields {
		if !t.Field(i).IsExported() {
			panic("domain: the state has a " + t.String() + " with a field that cannot be packed: " + t.Field(i).Name)
		}
		fields[i] = packerOf(t.Field(i).Type)
	}
	return packer{
		func(p *packing, v reflect.Value) {
			for i, f := range fields {
				f.write(p, v.Field(i))
			}
		},
		func(u *unpacking, v reflect.Value) {
			for i, f := range fields {
				f.read(u, v.Field(i))
			}
		},
	}
}
