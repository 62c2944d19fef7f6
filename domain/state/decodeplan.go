package state

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// reading decodes one value of a Go type from a scanner into a settable, zero reflect.Value. Readings are made once
// from the types of events and parameters, so a new parameter or category needs no line here.
type reading func(s *Scanner, v reflect.Value)

// readingOf makes the reading of a type. ok is false for a type that encoding/json must decode.
func readingOf(t reflect.Type) (read reading, ok bool) {
	if r, special := specialReadings[t]; special {
		return r, true
	}
	if reflect.PointerTo(t).Implements(unmarshalerType) {
		return readUnmarshaler, true
	}
	switch t.Kind() {
	case reflect.String:
		return stringReading(t), true
	case reflect.Int, reflect.Int64:
		return func(s *Scanner, v reflect.Value) { v.SetInt(s.integer()) }, true
	case reflect.Float64:
		return func(s *Scanner, v reflect.Value) { v.SetFloat(s.float()) }, true
	case reflect.Bool:
		return func(s *Scanner, v reflect.Value) { v.SetBool(s.boolean()) }, true
	case reflect.Pointer:
		return pointerReading(t)
	case reflect.Slice:
		return sliceReading(t)
	case reflect.Struct:
		return structReading(t)
	}
	return nil, false
}

var unmarshalerType = reflect.TypeFor[json.Unmarshaler]()

// specialReadings holds the readings of the most frequent types and of types whose JSON differs from their Go type.
var specialReadings = map[reflect.Type]reading{
	reflect.TypeFor[geometry.Length](): func(s *Scanner, v reflect.Value) { v.SetInt(int64(s.length())) },
	reflect.TypeFor[geometry.Point2](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(*geometry.Point2) = s.point2()
	},
	reflect.TypeFor[geometry.Point3](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(*geometry.Point3) = s.point3()
	},
	reflect.TypeFor[[]geometry.Point2](): func(s *Scanner, v reflect.Value) {
		*v.Addr().Interface().(*[]geometry.Point2) = s.points()
	},
	reflect.TypeFor[geometry.Ring](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(*geometry.Ring) = s.points()
	},
	reflect.TypeFor[PropertyValue](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(*PropertyValue) = s.PropertyValue()
	},
	reflect.TypeFor[json.RawMessage](): func(s *Scanner, v reflect.Value) { v.SetBytes(bytes.Clone(s.raw())) },
	reflect.TypeFor[[]Change](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(*[]Change) = s.changes()
	},
	reflect.TypeFor[*Element](): func(s *Scanner,
		v reflect.Value) {
		*v.Addr().Interface().(**Element) = s.element()
	},
}

// readUnmarshaler passes the text of a value to the type's own decoder. It leaves null to encoding/json, which has its
// own rules for null.
func readUnmarshaler(s *Scanner, v reflect.Value) {
	if s.peek() == 'n' {
		s.Unsupported = true
		return
	}
	raw := s.raw()
	if !s.Unsupported {
		s.Unsupported = v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(raw) != nil
	}
}

// stringReading reads a string. Items of enumerations, categories and facets are interned.
func stringReading(t reflect.Type) reading {
	if t == reflect.TypeFor[Category]() || t == reflect.TypeFor[Facet]() ||
		t.Implements(reflect.TypeFor[Enumeration]()) {
		return func(s *Scanner, v reflect.Value) { v.SetString(interned(s.text())) }
	}
	if t == reflect.TypeFor[ID]() {
		return func(s *Scanner, v reflect.Value) { v.SetString(string(s.id())) }
	}
	return func(s *Scanner, v reflect.Value) { v.SetString(string(s.text())) }
}

func pointerReading(t reflect.Type) (reading, bool) {
	read, ok := readingOf(t.Elem())
	return func(s *Scanner, v reflect.Value) {
		if s.peek() == 'n' {
			s.Unsupported = true
			return
		}
		v.Set(reflect.New(t.Elem()))
		read(s, v.Elem())
	}, ok
}

func sliceReading(t reflect.Type) (reading, bool) {
	read, ok := readingOf(t.Elem())
	return func(s *Scanner, v reflect.Value) {
		s.need('[')
		v.Set(reflect.MakeSlice(t, 0, 0))
		if s.take(']') {
			return
		}
		for n := 0; !s.Unsupported; n++ {
			v.Grow(1)
			v.SetLen(n + 1)
			v.Index(n).SetZero()
			read(s, v.Index(n))
			if s.take(']') {
				return
			}
			s.need(',')
		}
	}, ok
}

// member is one field of an object: its key as written, its index in the struct, and its reading.
type member struct {
	key   string
	index []int
	read  reading
}

func structReading(t reflect.Type) (reading, bool) {
	members, ok := membersOf(t, nil)
	return func(s *Scanner, v reflect.Value) { s.object(v, members) }, ok
}

// membersOf lists the fields of a struct in order, with the fields of embedded structs in place.
func membersOf(t reflect.Type, path []int) (members []member, ok bool) {
	for i := range t.NumField() {
		f, index := t.Field(i), append(slices.Clone(path), i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			inner, ok := membersOf(f.Type, index)
			if !ok {
				return nil, false
			}
			members = append(members, inner...)
			continue
		}
		read, ok := readingOf(f.Type)
		if !ok || name == "" || !f.IsExported() {
			return nil, false
		}
		members = append(members, member{`"` + name + `":`, index, read})
	}
	return members, true
}

// object reads an object whose keys are in the order of the members. Any key may be missing.
func (s *Scanner) object(v reflect.Value, members []member) {
	s.need('{')
	if s.take('}') {
		return
	}
	for !s.Unsupported {
		members = s.following(members)
		if s.Unsupported {
			return
		}
		field := v
		for _, i := range members[0].index {
			field = field.Field(i)
		}
		members[0].read(s, field)
		members = members[1:]
		if s.take('}') {
			return
		}
		s.need(',')
	}
}

// following skips the next key and returns the members from that key on.
func (s *Scanner) following(members []member) []member {
	for i := range members {
		if s.takeText(members[i].key) {
			return members[i:]
		}
	}
	s.Unsupported = true
	return nil
}
