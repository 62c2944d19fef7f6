package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/ifc/ids"
)

// Status is the verdict on a document.
type Status string

// The verdicts, as the audit tool names them.
const (
	OK             Status = "Ok"
	ContentError   Status = "IdsContentError"   // the document can be read, but does not make sense
	StructureError Status = "IdsStructureError" // the document breaks the XML schema
)

// ExitCode returns the exit status that the audit tool has for this verdict.
func (s Status) ExitCode() int {
	switch s {
	case OK:
		return 0
	case StructureError:
		return 8
	}
	return 16
}

// Finding is one mistake in a document.
type Finding struct {
	Code Code `json:"code"`
	ids.Place
	Message string `json:"message"`
}

// String returns "line:column: code message".
func (f Finding) String() string {
	return fmt.Sprintf("%d:%d: %d %s", f.Line, f.Column, f.Code, f.Message)
}

// Report is the result of an audit.
type Report struct {
	Status   Status    `json:"status"`
	Findings []Finding `json:"findings"` // sorted by line
	Warnings []string  `json:"warnings,omitempty"`
}

// Audit reads a document and judges it. The returned document is nil if the data is no IDS at all.
func Audit(data []byte, o ids.ReadOptions) (*ids.Document, *Report) {
	a := &auditor{report: &Report{Status: OK, Findings: []Finding{}}}
	d, err := ids.Read(data, o)
	var faults ids.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			a.add(Structure, f.Place, "%s", f.Message)
		}
	}
	if d != nil && (d.Lenient || d.SchemaLocation == ids.SchemaLocation || len(faults) == 0) {
		a.document(d) // a document of another version would have a finding for nearly every element
	} else if d != nil {
		a.schemaLocation(d)
	}
	slices.SortStableFunc(a.report.Findings, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Column, y.Column))
	})
	return d, a.report
}

// auditor gathers findings.
type auditor struct {
	report *Report
	spec   *ids.Specification
	space  []*space // one for each version that the specification names
}

func (a *auditor) add(code Code, at ids.Place, format string, args ...any) {
	a.report.Findings = append(a.report.Findings, Finding{code, at, fmt.Sprintf(format, args...)})
	switch {
	case code == Structure || code == UnknownSchema:
		a.report.Status = StructureError
	case a.report.Status == OK:
		a.report.Status = ContentError
	}
}

func (a *auditor) document(d *ids.Document) {
	if d.Lenient {
		a.report.Warnings = append(a.report.Warnings,
			"the document has no namespace and was read all the same: other programs refuse it")
	} else {
		a.schemaLocation(d)
	}
	for _, s := range d.Specifications {
		a.specification(s)
	}
}

func (a *auditor) schemaLocation(d *ids.Document) {
	if d.SchemaLocation != ids.SchemaLocation {
		a.add(UnknownSchema, ids.Place{Line: 1, Column: 1}, "xsi:schemaLocation is %q, not %q",
			d.SchemaLocation, ids.SchemaLocation)
	}
}
