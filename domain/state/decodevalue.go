package state

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/bimstream/bimstream/geometry"
)

// point2 reads [x, y].
func (s *Scanner) point2() geometry.Point2 {
	s.need('[')
	x := s.length()
	s.need(',')
	y := s.length()
	s.need(']')
	return geometry.Point2{X: x, Y: y}
}

// point3 reads [x, y, z].
func (s *Scanner) point3() geometry.Point3 {
	s.need('[')
	x := s.length()
	s.need(',')
	y := s.length()
	s.need(',')
	z := s.length()
	s.need(']')
	return geometry.Point3{X: x, Y: y, Z: z}
}

// points reads a list of points in plan.
func (s *Scanner) points() []geometry.Point2 {
	s.need('[')
	out := []geometry.Point2{}
	if s.take(']') {
		return out
	}
	for !s.Unsupported {
		out = append(out, s.point2())
		if s.take(']') {
			return out
		}
		s.need(',')
	}
	return out
}

// longestScalar is a length up to which a number is certainly within the range of floats.
const longestScalar = 64

// PropertyValue reads a property value in the form in which events store it. Strings that encoding/json would write
// differently are unsupported.
func (s *Scanner) PropertyValue() PropertyValue {
	start := s.i
	measured := s.takeText(measureBefore)
	if measured {
		s.i-- // back to the quote
		s.unsupportedIf(!isMeasureName(string(s.text())))
		s.unsupportedIf(!s.takeText(measureAfter[1:]))
	}
	s.scalar()
	if measured {
		s.need('}')
	}
	return PropertyValue{string(s.B[start:s.i])}
}

// scalar reads a string, a number or a boolean.
func (s *Scanner) scalar() {
	switch c := s.peek(); {
	case c == '"':
		s.unsupportedIf(bytes.ContainsAny(s.text(), "<>&\u2028\u2029"))
	case c == 't' || c == 'f':
		s.boolean()
	default:
		s.unsupportedIf(len(s.number()) > longestScalar)
	}
}

// changes reads the changes of an event. Their values share one copy of the event's text.
func (s *Scanner) changes() []Change {
	s.need('[')
	out := []Change{}
	if s.take(']') {
		return out
	}
	copied := bytes.Clone(s.B)
	for !s.Unsupported {
		out = append(out, s.change(copied))
		if s.take(']') {
			return out
		}
		s.need(',')
	}
	return out
}

// change reads one change; all three fields are always written.
func (s *Scanner) change(copied []byte) Change {
	part := func(start int) json.RawMessage { return copied[start:s.i:s.i] }
	var c Change
	s.unsupportedIf(!s.takeText(`{"facet":`))
	c.Facet = Facet(interned(s.text()))
	s.unsupportedIf(!s.takeText(`,"from":`))
	from := s.i
	s.raw()
	c.From = part(from)
	s.unsupportedIf(!s.takeText(`,"to":`))
	to := s.i
	s.raw()
	c.To = part(to)
	s.need('}')
	return c
}

// internedStrings holds frequent strings, so that all occurrences share one copy.
var internedStrings map[string]string

func stringsToIntern() map[string]string {
	out := map[string]string{}
	add := func(text string) { out[text] = text }
	for _, row := range CategoryRows {
		add(string(row.Category))
		t := reflect.TypeOf(row.Params()).Elem()
		for _, p := range parametersOf(t) {
			add(string(ParamFacet(p.Name)))
			if e, ok := reflect.Zero(t.Field(p.index).Type).Interface().(Enumeration); ok {
				for _, item := range e.Enum() {
					add(item)
				}
			}
		}
	}
	for _, f := range []Facet{FacetName, FacetLevel, FacetHost, FacetFills, FacetType, FacetMaterial,
		FacetAssembly, FacetClassification, FacetOrigin} {
		add(string(f))
	}
	return out
}

// interned returns a text as a string. It allocates nothing for a text in internedStrings.
func interned(text []byte) string {
	if s, ok := internedStrings[string(text)]; ok {
		return s
	}
	return string(text)
}

// DecodeValue reads JSON into a settable value, with the scanner if it supports the text, otherwise with encoding/json.
func DecodeValue(raw []byte, v reflect.Value) error {
	if read := ValueReadings[v.Type()]; read != nil {
		s := Scanner{B: raw}
		if v.SetZero(); len(raw) > 0 {
			if read(&s, v); s.Done() {
				return nil
			}
		}
		v.SetZero()
	}
	return json.Unmarshal(raw, v.Addr().Interface())
}

// ValueReadings holds the readings of the types that a facet may have.
var ValueReadings map[reflect.Type]reading

func facetReadings() map[reflect.Type]reading {
	out := map[reflect.Type]reading{}
	add := func(t reflect.Type) {
		if read, ok := readingOf(t); ok {
			out[t] = read
		}
	}
	add(reflect.TypeFor[string]())
	add(reflect.TypeFor[ID]())
	add(reflect.TypeFor[PropertyValue]())
	for _, row := range CategoryRows {
		t := reflect.TypeOf(row.Params()).Elem()
		for i := range t.NumField() {
			add(t.Field(i).Type)
		}
	}
	return out
}
