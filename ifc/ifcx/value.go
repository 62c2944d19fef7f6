package ifcx

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/bimstream/bimstream/geometry"
)

// attributes are the attributes of a node by name, with their values as JSON.
type attributes map[string]json.RawMessage

// set sets an attribute to a value that always has a JSON form.
func (a attributes) set(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic("ifcx: " + name + ": " + err.Error())
	}
	a.setJSON(name, text)
}

// setJSON sets an attribute to a JSON value; null does not set it.
func (a attributes) setJSON(name string, value json.RawMessage) {
	if !bytes.Equal(value, null) {
		a[name] = value
	}
}

var null = json.RawMessage("null")

// changed returns the attributes of b that a lacks or has with another value.
func (a attributes) changed(b attributes) attributes {
	out := attributes{}
	for name, value := range b {
		if !bytes.Equal(a[name], value) {
			out[name] = value
		}
	}
	return out
}

// micrometresPerMetre is the number of units of a geometry.Length in a metre.
const micrometresPerMetre = 1_000_000

// appendMetres appends a length in metres without rounding.
func appendMetres(b []byte, l geometry.Length) []byte {
	if l < 0 {
		b, l = append(b, '-'), -l
	}
	b = strconv.AppendInt(b, int64(l/micrometresPerMetre), 10)
	rest := l % micrometresPerMetre
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for unit := geometry.Length(micrometresPerMetre / 10); rest > 0; unit /= 10 {
		b = append(b, byte('0'+rest/unit))
		rest %= unit
	}
	return b
}

// appendPoint appends a point in metres.
func appendPoint(b []byte, p geometry.Point3) []byte {
	b = appendMetres(append(b, '['), p.X)
	b = appendMetres(append(b, ','), p.Y)
	b = appendMetres(append(b, ','), p.Z)
	return append(b, ']')
}
