package tables

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// finest is the number of decimals that workbooks and JSON keep of a number.
const finest = 9

// shown reports whether a number of the file equals a value as CSV shows it: rounded to the decimals of its column.
func (e *editing) shown(v, value float64, text string, column table.Column) bool {
	decimals := column.Decimals
	if column.Kind != table.KindNumber {
		decimals = mostDecimals
	}
	_, fraction, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	return len(fraction) <= decimals && table.Rounded(v, decimals) == table.Rounded(value, decimals)
}

// number parses a number of the file.
func (e *editing) number(text string) (float64, bool) {
	if e.grid.Comma {
		text = strings.Replace(text, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// truth parses a truth value in the form of workbooks, JSON or CSV.
func truth(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "1", "true", "yes":
		return true, true
	case "0", "false", "no":
		return false, true
	}
	return false, false
}

// valueOf parses a text as the kind of the original cell, or if that was empty, as the kind of its column. An empty
// text removes the value.
func (e *editing) valueOf(was table.Cell, text string, ofColumn table.Kind) (json.RawMessage, error) {
	kind := was.Kind()
	if kind == "" {
		kind = ofColumn
	}
	switch {
	case text == "":
		return json.RawMessage("null"), nil
	case kind == table.KindNumber:
		v, ok := e.number(text)
		if !ok {
			return nil, fmt.Errorf("%q is no number", text)
		}
		return json.Marshal(v)
	case kind == table.KindBoolean:
		b, ok := truth(text)
		if !ok {
			return nil, fmt.Errorf("%q is neither yes nor no", text)
		}
		return json.Marshal(b)
	}
	return json.Marshal(text)
}
