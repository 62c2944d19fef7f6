package ids

import (
	"fmt"
	"strings"
)

// Place is a position in a document.
type Place struct {
	Line   int `json:"line"`   // line, counted from 1
	Column int `json:"column"` // column in bytes, counted from 1
}

// At returns the place itself; facets and values embed it.
func (p Place) At() Place { return p }

// Fault is a violation of the XML schema of IDS.
type Fault struct {
	Place
	Message string `json:"message"`
}

// String returns "line:column: message".
func (f Fault) String() string { return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Message) }

// Faults are the faults of one document in document order. [Read] returns them as its error.
type Faults []Fault

// Error returns the first fault and the number of further faults.
func (f Faults) Error() string {
	var b strings.Builder
	b.WriteString(f[0].String())
	if len(f) > 1 {
		fmt.Fprintf(&b, " (and %d more)", len(f)-1)
	}
	return b.String()
}
