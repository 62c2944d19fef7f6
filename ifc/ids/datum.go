package ids

import (
	"strconv"
	"strings"
)

// Sort is the kind of a [Datum].
type Sort uint8

// The sorts of data.
const (
	Nothing Sort = iota // no value: null, or a LOGICAL that is unknown
	Text                // STRING, enumeration item, BINARY, date, duration
	Real
	Integer
	Boolean
	Logical
	Object // a reference, a list, a select of objects: a value that cannot be compared
)

// Datum is a value of a model.
type Datum struct {
	Sort  Sort
	Text  string
	Real  float64 // the number in the SI unit that IDS prescribes for its measure
	Whole int64   // a whole number, which has no unit
	True  bool
}

// Empty reports whether the datum counts as no value: nothing at all or an empty text.
func (d Datum) Empty() bool { return d.Sort == Nothing || d.Sort == Text && d.Text == "" }

// String returns the datum as a document would write it.
func (d Datum) String() string {
	switch d.Sort {
	case Text:
		return d.Text
	case Real:
		return strconv.FormatFloat(d.Real, 'g', -1, 64)
	case Integer:
		return strconv.FormatInt(d.Whole, 10)
	case Boolean, Logical:
		return strconv.FormatBool(d.True)
	case Object:
		return "an object or list"
	}
	return ""
}

// equals reports whether the datum equals a text of the document; reals are compared with [tolerance].
func (d Datum) equals(text string) bool {
	switch d.Sort {
	case Text:
		return d.Text == text
	case Real:
		wanted, ok := ParseReal(text)
		return ok && nearly(d.Real, wanted)
	case Integer:
		wanted, ok := parseInteger(text)
		return ok && d.Whole == wanted
	case Boolean:
		return text == "true" && d.True || text == "1" && d.True || text == "false" && !d.True || text == "0" && !d.True
	case Logical: // its base type is xs:string, so the spelling of STEP is accepted too
		return strings.EqualFold(text, strconv.FormatBool(d.True)) || text == "1" && d.True || text == "0" && !d.True
	}
	return false
}
