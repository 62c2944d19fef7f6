package state

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Upcast turns the data of an event of one version into data of the next version. It is a pure function of the decoded
// object, in which numbers are json.Number so that no digit is lost. It may change and return its argument.
type Upcast func(data map[string]any) map[string]any

// UpcastFrom identifies an upcast by the event and the version that it starts from.
type UpcastFrom struct {
	Name   string
	Schema int
}

// Upcasts is the table of upcasts. Stored bytes are never rewritten. To change the shape of an event's data, raise its
// version in EventRows and add a row here that starts from the old version. Also add a log of the old version to
// testdata/logs, where it is kept for ever.
var Upcasts = map[UpcastFrom]Upcast{
	// Version 2 can record the deviation of the facets of round operands. Version 1 had no such field.
	{"elements.combined", 1}: func(data map[string]any) map[string]any { return data },
	// Version 2 can record a second join of two walls beside the first. In version 1 a join always replaced the other
	// joins of its walls.
	{"elements.joined", 1}: func(data map[string]any) map[string]any { return data },
}

// UpcastData converts the data of an older version of an event to the version of the row. It returns an error for
// unknown versions.
func UpcastData(table map[UpcastFrom]Upcast, row *EventRow, schema int, data []byte) ([]byte, error) {
	if schema > row.Schema {
		return nil, Errorf(StoreCorrupt, "event %q has schema %d, this version reads %d: use a newer bimstream",
			row.Name, schema, row.Schema)
	}
	object, err := decodeObject(data)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "event %q of schema %d does not decode: %w", row.Name, schema, err)
	}
	for ; schema < row.Schema; schema++ {
		step := table[UpcastFrom{row.Name, schema}]
		if step == nil {
			return nil, Errorf(StoreCorrupt, "event %q has schema %d, which no version ever wrote", row.Name, schema)
		}
		object = step(object)
	}
	raised, err := json.Marshal(object)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "event %q does not encode after upcasting: %w", row.Name, err)
	}
	return raised, nil
}

// decodeObject reads one JSON object and refuses text after it.
func decodeObject(data []byte) (map[string]any, error) {
	if !json.Valid(data) {
		return nil, fmt.Errorf("it is not JSON")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		return nil, err
	}
	if object == nil {
		return nil, fmt.Errorf("it is not an object")
	}
	return object, nil
}
