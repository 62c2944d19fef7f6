package state

import (
	"encoding/binary"
	"encoding/json"
)

// Decoder decodes stored events one after the other and remembers recent ids. Consecutive events often name the same
// levels, types, hosts and walls. Equal ids then share one string, which makes the folded state smaller and the reading
// faster. A nil Decoder remembers nothing. A Decoder serves one goroutine at a time.
type Decoder struct {
	recent [1 << recentBits]ID
}

// recentBits is the base-2 logarithm of the size of the table of recent ids. It has 4096 places, about the number of
// elements of a storey, in 64 KiB.
const recentBits = 12

// DecodeEvent reads stored data as the function DecodeEvent does.
func (d *Decoder) DecodeEvent(name string, schema int, data []byte) (Event, error) {
	row := RowByEventName[name]
	if row == nil {
		return nil, Errorf(StoreCorrupt, "event type %q is unknown to this version: use a newer bimstream", name)
	}
	if schema != row.Schema {
		raised, err := UpcastData(Upcasts, row, schema, data)
		if err != nil {
			return nil, err
		}
		data = raised
	}
	if e := QuickEvent(row, data, d); e != nil {
		return e, nil
	}
	e := row.Empty()
	if err := json.Unmarshal(data, e); err != nil {
		return nil, Errorf(StoreCorrupt, "event %q does not decode: %w", name, err)
	}
	if !e.complete() {
		return nil, Errorf(StoreCorrupt, "event %q does not name its subject", name)
	}
	return e, nil
}

// id returns a text as an id.
func (d *Decoder) id(text []byte) ID {
	if d == nil || len(text) < 8 {
		return ID(text)
	}
	// The end of a UUID is random. Multiplying spreads it over the upper bits (Knuth, The Art of Computer Programming,
	// volume 3, section 6.4; the factor is 2^64 divided by the golden ratio).
	hash := binary.LittleEndian.Uint64(text[len(text)-8:]) * 0x9e3779b97f4a7c15
	place := &d.recent[hash>>(64-recentBits)]
	if string(*place) != string(text) {
		*place = ID(text)
	}
	return *place
}
