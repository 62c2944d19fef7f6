package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// nullForList is the reason of an issue about null in place of a list.
const nullForList = "is of type null, must be array"

// CheckFilling is Check for documents written by Go. Where the schema requires a list, it replaces null, which is the
// JSON form of a nil slice, by an empty list. It returns the document with these replacements and no other changes, and
// the issues that remain.
func (v *Validator) CheckFilling(document []byte) (filled []byte, issues []Issue) {
	issues = v.Check(document)
	var places []string
	for _, issue := range issues {
		if issue.Reason == nullForList {
			places = append(places, issue.Pointer)
		}
	}
	if len(places) == 0 {
		return document, issues
	}
	filled = replaceNulls(document, places)
	return filled, v.Check(filled)
}

// replaceNulls replaces the nulls at the given pointers by [].
func replaceNulls(document []byte, places []string) []byte {
	w := walker{d: json.NewDecoder(bytes.NewReader(document)), places: places}
	w.value(nil)
	out := slices.Clone(document)
	for _, end := range slices.Backward(w.ends) {
		out = slices.Replace(out, end-len("null"), end, '[', ']')
	}
	return out
}

// walker visits a valid document and collects the ends of those nulls whose pointers are in places.
type walker struct {
	d      *json.Decoder
	places []string
	ends   []int
}

func (w *walker) value(at []string) {
	token, err := w.d.Token()
	if err != nil {
		return
	}
	switch token {
	case nil:
		if slices.Contains(w.places, pointer(at)) {
			w.ends = append(w.ends, int(w.d.InputOffset()))
		}
	case json.Delim('['):
		for i := 0; w.d.More(); i++ {
			w.value(append(at[:len(at):len(at)], strconv.Itoa(i)))
		}
		w.close()
	case json.Delim('{'):
		for w.d.More() {
			name, _ := w.d.Token()
			w.value(append(at[:len(at):len(at)], name.(string)))
		}
		w.close()
	}
}

func (w *walker) close() { _, _ = w.d.Token() }
