package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// upcast turns the data of an event of one version into that of the next. It is a pure function of the decoded object,
// in which numbers are json.Number so that no digit is lost; it may change and return its argument.
type upcast func(data map[string]any) map[string]any

// upcastFrom names an upcast by the event and the version that it starts from.
type upcastFrom struct {
	name   string
	schema int
}

// upcasts is the table of upcasts. Stored bytes are never rewritten. To change the shape of an event's data, raise its
// version in eventRows, add a row here that leads from the version before, and add a log of the version before to
// testdata/logs, which is kept for ever.
var upcasts = map[upcastFrom]upcast{
	// version 2 may say how far the facets of round operands are off; version 1 did not, as if none were round
	{"elements.combined", 1}: func(data map[string]any) map[string]any { return data },
	// version 2 may say that a join is recorded beside another one of its walls; version 1 always replaced it
	{"elements.joined", 1}: func(data map[string]any) map[string]any { return data },
}

// upcastData brings the data of an event of an older version to the version of the row. Versions that this build does
// not know are an error.
func upcastData(table map[upcastFrom]upcast, row *eventRow, schema int, data []byte) ([]byte, error) {
	if schema > row.schema {
		return nil, Errorf(StoreCorrupt, "event %q has schema %d, this version reads %d: use a newer bimstream",
			row.name, schema, row.schema)
	}
	object, err := decodeObject(data)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "event %q of schema %d does not decode: %w", row.name, schema, err)
	}
	for ; schema < row.schema; schema++ {
		step := table[upcastFrom{row.name, schema}]
		if step == nil {
			return nil, Errorf(StoreCorrupt, "event %q has schema %d, which no version ever wrote", row.name, schema)
		}
		object = step(object)
	}
	raised, err := json.Marshal(object)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "event %q does not encode after upcasting: %w", row.name, err)
	}
	return raised, nil
}

// decodeObject reads one JSON object and nothing after it.
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
