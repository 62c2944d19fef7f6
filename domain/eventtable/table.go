package eventtable

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/text"
)

// Row describes a kind of event.
type Row[E any] struct {
	Name   string   // the stored name
	Schema int      // the version of its shape, from 1
	Empty  func() E // returns a pointer to an event of the kind
	// Upcasts convert the data of older versions, one version at a time: the first from version 1 to 2, and so on.
	Upcasts []func(data []byte) ([]byte, error)
}

// Table lists the kinds of events of a stream.
type Table[E any] []Row[E]

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON. Each hidden
// character of a text is replaced by a mark. Encode panics for an event that is not in the table or cannot be encoded,
// because that is an error of the program.
func (t Table[E]) Encode(e E) (name string, schema int, data []byte) {
	for _, row := range t {
		if reflect.TypeOf(row.Empty()) != reflect.TypeOf(e) {
			continue
		}
		data, err := json.Marshal(e)
		if err != nil {
			panic(fmt.Sprintf("%s does not encode: %v", row.Name, err))
		}
		harmless, _ := text.JSON(data)
		return row.Name, row.Schema, harmless
	}
	panic(fmt.Sprintf("%T is not in the table of events", e))
}

// Decode returns the event of a stored form. The error STORE_CORRUPT reports an event that this build does not know,
// and data that do not decode.
func (t Table[E]) Decode(name string, schema int, data []byte) (E, error) {
	var none E
	for _, row := range t {
		if row.Name != name || schema > row.Schema || schema < row.oldest() {
			continue
		}
		e := row.Empty()
		data, err := row.upcast(schema, data)
		if err == nil {
			err = json.Unmarshal(data, e)
		}
		if err != nil {
			return none, state.Errorf(state.StoreCorrupt, "an event %s does not decode: %w", name, err)
		}
		return e, nil
	}
	return none, state.Errorf(state.StoreCorrupt, "this program does not know events %s of version %d: take a "+
		"newer one", name, schema)
}

// oldest returns the oldest version from which there are upcasts.
func (r Row[E]) oldest() int { return r.Schema - len(r.Upcasts) }

// upcast converts data of a version to the version of the row.
func (r Row[E]) upcast(schema int, data []byte) (out []byte, err error) {
	for out = data; schema < r.Schema && err == nil; schema++ {
		out, err = r.Upcasts[schema-r.oldest()](out)
	}
	return out, err
}
