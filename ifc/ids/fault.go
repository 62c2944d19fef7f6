package ids

import (
	"fmt"
	"strings"
)

// Place is where something stands in a document.
type Place struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in bytes, from 1
}

// At returns the place itself; facets and values embed it.
func (p Place) At() Place { return p }

// Fault is something that the XML schema of IDS does not allow.
type Fault struct {
	Place
	Message string `json:"message"`
}

// String returns "line:column: message".
func (f Fault) String() string { return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Message) }

// Faults are the faults of one document in its order. It is the error of [Read].
type Faults []Fault

// Error returns the first fault and how many follow.
func (f Faults) Error() string {
	var b strings.Builder
	b.WriteString(f[0].String())
	if len(f) > 1 {
		fmt.Fprintf(&b, " (and %d more)", len(f)-1)
	}
	return b.String()
}
