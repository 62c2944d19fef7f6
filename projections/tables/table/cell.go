package table

import (
	"encoding/json"
	"math"
	"strconv"

	foreign "github.com/bimstream/bimstream/domain/text"
)

// Cell is a typed value. The zero value is empty.
type Cell struct {
	kind   Kind // "" for an empty cell
	text   string
	number float64
}

// Text returns a cell with a text, or an empty cell for an empty text. Each hidden character is replaced by a mark.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{kind: KindText, text: foreign.Block(s)}
}

// Number returns a cell with a number, which is finite.
func Number(v float64) Cell { return Cell{kind: KindNumber, number: v} }

// Boolean returns a cell with a truth value.
func Boolean(b bool) Cell {
	c := Cell{kind: KindBoolean}
	if b {
		c.number = 1
	}
	return c
}

// Kind returns the kind of the cell's value, or "" for an empty cell.
func (c Cell) Kind() Kind { return c.kind }

// Number returns the number of a cell, and whether it holds one.
func (c Cell) Number() (float64, bool) { return c.number, c.kind == KindNumber }

// Any returns the value as a string, a float64 with nine decimals, a bool or nil.
func (c Cell) Any() any {
	switch c.kind {
	case KindText:
		return c.text
	case KindNumber:
		return nine(c.number)
	case KindBoolean:
		return c.number != 0
	}
	return nil
}

// MarshalJSON writes the value, with at most nine decimals of a number.
func (c Cell) MarshalJSON() ([]byte, error) { return json.Marshal(c.Any()) }

// JSONSchema returns the JSON schema of a cell.
func (Cell) JSONSchema() string {
	return `{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]}`
}

// Print returns the cell as text. Numbers have the given number of decimals.
func (c Cell) Print(decimals int) string {
	switch c.kind {
	case KindText:
		return c.text
	case KindNumber:
		return Rounded(c.number, decimals)
	case KindBoolean:
		if c.number != 0 {
			return "yes"
		}
		return "no"
	}
	return ""
}

// finest is the greatest number of meaningful decimals: a cubic millimetre in cubic metres. Further decimals come from
// binary fractions.
const finest = 9

// nine returns a number rounded to nine decimals.
func nine(v float64) float64 {
	r := math.Round(v*1e9) / 1e9
	if math.Abs(v) >= 1<<53/1e9 {
		return v // too large to have nine decimals
	}
	if r == 0 {
		return 0 // never -0
	}
	return r
}

// Rounded returns a number with 0 to 9 decimals; halves are rounded away from zero. It rounds the decimal number: 1.005
// becomes 1.01, although its binary fraction is less.
func Rounded(v float64, decimals int) string {
	decimals = max(0, min(decimals, finest))
	scale := math.Pow10(decimals)
	if r := math.Round(nine(float64(nine(v)*scale))) / scale; r != 0 {
		return strconv.FormatFloat(r, 'f', decimals, 64)
	}
	return strconv.FormatFloat(0, 'f', decimals, 64)
}
