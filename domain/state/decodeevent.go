package state

import (
	"reflect"
)

// EventReadings holds the readings of events by stored name. Logs hold millions of these events: element.created,
// element.modified, element.moved, element.hosted, element.deleted, elements.joined.
var EventReadings = readingsOfEvents()

func readingsOfEvents() map[string]reading {
	out := map[string]reading{}
	for _, row := range EventRows {
		if read, ok := readingOf(reflect.TypeOf(row.Empty()).Elem()); ok {
			out[row.Name] = read
		}
	}
	return out
}

// QuickEvent reads stored data of the current schema. It returns nil for text that the scanner does not support.
func QuickEvent(row *EventRow, data []byte, memory *Decoder) Event {
	read := EventReadings[row.Name]
	if read == nil {
		return nil
	}
	e := row.Empty()
	s := Scanner{B: data, memory: memory}
	if read(&s, reflect.ValueOf(e).Elem()); !s.Done() || !e.complete() {
		return nil
	}
	return e
}

// ParamsReadings and the variables below it hold the readings of the parts of an element. Register and init set them.
// Initializing them here would be an initialization cycle, because the code that makes readings refers to these
// variables through the reading of elements.
var (
	ParamsReadings map[Category]paramsReading
	readPsets      reading
	readCodes      reading
	readOrigin     reading
)

func init() {
	readPsets, _ = readingOf(reflect.TypeFor[[]PropertySet]())
	readCodes, _ = readingOf(reflect.TypeFor[[]Classification]())
	readOrigin, _ = readingOf(reflect.TypeFor[*Origin]())
}

func readingsOfParams() map[Category]paramsReading {
	out := map[Category]paramsReading{}
	for _, row := range CategoryRows {
		if read, ok := readingOf(reflect.TypeOf(row.Params()).Elem()); ok {
			out[row.Category] = paramsReading{row.Params, read}
		}
	}
	return out
}

type paramsReading struct {
	empty func() Params
	read  reading
}

// element reads an element in its stored form, in which parameters are always written.
func (s *Scanner) element() *Element {
	e := new(Element)
	s.unsupportedIf(!s.takeText(`{"id":`))
	e.ID = s.id()
	s.unsupportedIf(!s.takeText(`,"category":`))
	e.Category = Category(interned(s.text()))
	s.unsupportedIf(!s.takeText(`,"name":`))
	e.Name = string(s.text())
	s.optionalID(`,"level_id":`, &e.LevelID)
	s.optionalID(`,"type_id":`, &e.TypeID)
	s.optionalID(`,"host_id":`, &e.HostID)
	s.optionalID(`,"fills_id":`, &e.FillsID)
	s.optionalID(`,"material_id":`, &e.MaterialID)
	s.optionalID(`,"assembly_id":`, &e.AssemblyID)
	s.unsupportedIf(!s.takeText(`,"params":`))
	s.params(e)
	if s.takeText(`,"psets":`) {
		readPsets(s, reflect.ValueOf(&e.Psets).Elem())
	}
	if s.takeText(`,"classification":`) {
		readCodes(s, reflect.ValueOf(&e.Codes).Elem())
	}
	if s.takeText(`,"origin":`) {
		readOrigin(s, reflect.ValueOf(&e.Origin).Elem())
	}
	s.need('}')
	return e
}

func (s *Scanner) optionalID(key string, id *ID) {
	if s.takeText(key) {
		*id = s.id()
	}
}

func (s *Scanner) params(e *Element) {
	p, ok := ParamsReadings[e.Category]
	if s.unsupportedIf(!ok); s.Unsupported {
		return
	}
	e.Params = p.empty()
	p.read(s, reflect.ValueOf(e.Params).Elem())
}
