package tables

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// finest is the number of decimals that a workbook and JSON have of a number.
const finest = 9

// shown reports whether a number of the file is what CSV shows of a value: rounded to the decimals of its column.
func (e *editing) shown(v, value float64, text string, column table.Column) bool {
	decimals := column.Decimals
	if column.Kind != table.KindNumber {
		decimals = mostDecimals
	}
	_, fraction, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	return len(fraction) <= decimals && table.Rounded(v, decimals) == table.Rounded(value, decimals)
}

// number reads a number of the file.
func (e *editing) number(text string) (float64, bool) {
	if e.grid.Comma {
		text = strings.Replace(text, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// truth reads a truth value, as workbooks, JSON and CSV have it.
func truth(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "1", "true", "yes":
		return true, true
	case "0", "false", "no":
		return false, true
	}
	return false, false
}

// valueOf reads a text as what the cell held, or, where it was empty, as what its column holds. An empty text takes the
// value away.
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
