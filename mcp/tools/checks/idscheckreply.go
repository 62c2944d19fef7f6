package checks

import (
	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// idsReport is the reply: the verdict and a page of one list.
type idsReport struct {
	RunID          string             `json:"validation_run_id,omitempty" jsonschema:"none on later pages"`
	Status         check.Status       `json:"status" jsonschema:"pass, fail, incomplete or invalid: the document is faulty"`
	Title          string             `json:"title"`
	IDS            string             `json:"ids"`
	SHA256         string             `json:"sha256" jsonschema:"of the document"`
	File           string             `json:"file,omitempty"`
	Revision       uint64             `json:"revision,omitempty" jsonschema:"of the model that was checked"`
	Schema         string             `json:"schema,omitempty"`
	Counts         check.Counts       `json:"counts"`
	Faults         int                `json:"faults" jsonschema:"of the document: list audit"`
	NotChecked     []idsSkipped       `json:"not_checked,omitempty" jsonschema:"specifications that were left out, the first; counts.skipped says how many"`
	Specifications []idsSpecification `json:"specifications,omitempty"`
	Requirements   []idsRequirement   `json:"requirements,omitempty"`
	Failures       []idsFailure       `json:"failures,omitempty"`
	Audit          []audit.Finding    `json:"audit,omitempty"`
	app.Paging
}

// idsSpecification is a specification without the elements that fail it.
type idsSpecification struct {
	Index        int            `json:"index"`
	Name         string         `json:"name"`
	Occurrence   ids.Occurrence `json:"occurrence"`
	Status       check.Status   `json:"status" jsonschema:"empty: skipped"`
	Message      string         `json:"message,omitempty"`
	Applicable   int            `json:"applicable"`
	Passed       int            `json:"passed"`
	Failed       int            `json:"failed"`
	Requirements int            `json:"requirements" jsonschema:"how many: list requirements"`
}

// idsSkipped is a specification that was not judged.
type idsSkipped struct {
	Specification int    `json:"specification"`
	Name          string `json:"specification_name"`
	Reason        string `json:"reason"`
}

// mostSkipped is how many unchecked specifications a reply and a record name; the counts include all.
const mostSkipped = 10

func skippedOf(r *check.Report) (out []idsSkipped) {
	for _, s := range r.Specifications {
		if s.Status == "" && len(out) < mostSkipped {
			out = append(out, idsSkipped{s.Index, Bounded(s.Name), Bounded(s.Message)})
		}
	}
	return out
}

type idsRequirement struct {
	Specification int             `json:"specification"`
	Requirement   int             `json:"requirement" jsonschema:"of the specification, from 1"`
	Text          string          `json:"text"`
	Instructions  string          `json:"instructions,omitempty"`
	Cardinality   ids.Cardinality `json:"cardinality"`
	Passed        int             `json:"passed"`
	Failed        int             `json:"failed"`
}

// idsFailure is an element that fails a requirement.
type idsFailure struct {
	Specification int    `json:"specification"`
	Requirement   int    `json:"requirement" jsonschema:"of the specification, from 1"`
	ElementID     string `json:"element_id,omitempty"`
	check.Failure
}

// room returns the size to count for a list item. It is larger than the item, so that a list takes three quarters of a
// reply of 40 kB and leaves the rest for the verdict and the warnings.
func room[T any](item T) int { return app.BytesOf(item) * 4 / 3 }

// fill adds the page of the list that the call asks for.
func (d *idsReport) fill(r *check.Report, a checkIDS, p *app.Page) {
	switch a.List {
	case listAudit:
		d.Audit, d.Paging = app.Take(p, faultsOf(r), room[audit.Finding])
	case listRequirements:
		d.Requirements, d.Paging = app.Take(p, requirementsOf(r, a.Specification), room[idsRequirement])
	case listFailures:
		d.Failures, d.Paging = app.Take(p, failuresOf(r, a.Specification), room[idsFailure])
	default:
		d.Specifications, d.Paging = app.Take(p, specificationsOf(r), room[idsSpecification])
	}
}

func faultsOf(r *check.Report) []audit.Finding {
	out := make([]audit.Finding, len(r.Audit))
	for i, f := range r.Audit {
		f.Message = Bounded(f.Message)
		out[i] = f
	}
	return out
}

func specificationsOf(r *check.Report) []idsSpecification {
	var out []idsSpecification
	for _, s := range r.Specifications {
		out = append(out, idsSpecification{s.Index, Bounded(s.Name), s.Occurrence, s.Status, s.Message, s.Applicable,
			s.Passed, s.Failed, len(s.Requirements)})
	}
	return out
}

func requirementsOf(r *check.Report, only int) []idsRequirement {
	var out []idsRequirement
	for _, s := range r.Specifications {
		for i, q := range s.Requirements {
			if only == 0 || only == s.Index {
				out = append(out, idsRequirement{s.Index, i + 1, Bounded(q.Text), Bounded(q.Instructions),
					q.Cardinality, q.Passed, q.Failed})
			}
		}
	}
	return out
}

// mostWarnings is how many warnings of a check a reply holds; a last warning gives the total.
const mostWarnings = 10

// warnIDS adds the warnings of a check to the outcome.
func warnIDS(outcome *mcp.Outcome, r *check.Report) {
	if n := r.Counts.Skipped; n > 0 {
		outcome.Warnings = append(outcome.Warnings, mcp.Warning{Code: "NOT_CHECKED",
			Message: "specifications for other versions of IFC were left out: nothing is known of what they ask",
			Data:    map[string]any{"specifications": n}})
	}
	for i, w := range r.Warnings {
		if i == mostWarnings {
			outcome.Warnings = append(outcome.Warnings,
				mcp.Warning{Code: "IDS", Message: "and more warnings: bimstream check-ids lists them",
					Data: map[string]any{"total": len(r.Warnings)}})
			return
		}
		outcome.Warnings = append(outcome.Warnings, mcp.Warning{Code: "IDS", Message: Bounded(w)})
	}
}
