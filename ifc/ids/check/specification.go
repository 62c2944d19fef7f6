package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
)

// Options control the content of a report.
type Options struct {
	// MaxFailures bounds the failures that are listed for each requirement; all failures are counted. 0 lists all
	// failures.
	MaxFailures int
	// SkipOtherVersions leaves out specifications for other versions of IFC than the version of the model. IDS treats
	// ifcVersion as metadata, so without this option such specifications are checked, with a warning.
	SkipOtherVersions bool
}

// Run checks a model against a document; it returns nil when the context of the model ends. faults is the document's
// audit, or nil for a document that is known to be sound. If the audit has findings, the verdict is [Invalid], but the
// specifications are still checked.
func Run(d *ids.Document, faults *audit.Report, m *Model, o Options) (out *Report) {
	defer unlessCancelled(&out)
	out = Refused(d, faults)
	out.Schema, out.Instances = m.Schema(), m.Len()
	if out.Status == "" {
		out.Status = Pass
	}
	for i, s := range d.Specifications {
		result := m.specification(i, s, o)
		out.Specifications = append(out.Specifications, result)
		out.count(&result)
	}
	switch {
	case out.Status != Pass:
	case out.Counts.Failed > 0:
		out.Status = Fail
	case out.Counts.Skipped > 0:
		out.Status = Incomplete
	}
	out.Warnings = append(out.Warnings, m.warnings...)
	return out
}

// cancelled is the panic value of a check whose context has ended; it never leaves the package.
type cancelled struct{}

// goOn panics with cancelled if the context of the check has ended.
func (m *Model) goOn() {
	if m.ctx.Err() != nil {
		panic(cancelled{})
	}
}

// unlessCancelled, when deferred, recovers from cancelled and sets the report to nil.
func unlessCancelled(out **Report) {
	switch r := recover().(type) {
	case nil:
	case cancelled:
		*out = nil
	default:
		panic(r)
	}
}

// Refused is the report on a document that no model can be checked against; it holds only the findings of the audit.
func Refused(d *ids.Document, faults *audit.Report) *Report {
	out := &Report{Audit: []audit.Finding{}, Specifications: []Specification{}, Warnings: []string{}}
	if d != nil {
		out.Title = d.Info.Title
	}
	if faults != nil {
		out.Audit = append(out.Audit, faults.Findings...)
		out.Warnings = append(out.Warnings, faults.Warnings...)
		if faults.Status != audit.OK {
			out.Status = Invalid
		}
	}
	return out
}

func (r *Report) count(s *Specification) {
	r.Counts.Specifications++
	for _, q := range s.Requirements {
		r.Counts.Failures += q.Failed
	}
	switch s.Status {
	case Pass:
		r.Counts.Passed++
		if s.Applicable == 0 {
			r.Counts.NothingApplies++
		}
	case Fail:
		r.Counts.Failed++
	default:
		r.Counts.Skipped++
	}
}

// specification checks one specification.
func (m *Model) specification(i int, s *ids.Specification, o Options) Specification {
	out := Specification{Index: i + 1, Name: s.Name, Identifier: s.Identifier, Description: s.Description,
		Instructions: s.Instructions, Line: s.Line,
		Occurrence: s.Occurrence(), Status: Pass, Requirements: []Requirement{}}
	if !slices.Contains(s.Versions, m.version()) {
		if o.SkipOtherVersions {
			out.Status, out.Message = "", fmt.Sprintf("skipped: it is for %s, the model is %s",
				strings.Join(s.Versions, ", "), m.version())
			return out
		}
		m.warn("specification %d is for %s, the model is %s: it was judged all the same", i+1,
			strings.Join(s.Versions, ", "), m.version())
	}
	applicable := m.applicable(s)
	out.Applicable = len(applicable)
	if out.Occurrence == ids.ProhibitedSpecification {
		m.prohibited(&out, s, applicable, o)
		return out
	}
	m.requirements(&out, s, applicable, o)
	if out.Failed > 0 {
		out.Status = Fail
	}
	if len(applicable) == 0 {
		out.Message = "no element is applicable"
		if out.Occurrence == ids.RequiredSpecification {
			out.Status, out.Message = Fail, "no element is applicable, but at least one is required"
		}
	}
	return out
}

// prohibited reports every applicable element as a failure, because the specification allows no applicable element.
func (m *Model) prohibited(out *Specification, s *ids.Specification, applicable []*instance, o Options) {
	q := Requirement{Facet: "applicability", Line: s.Applicability.Line, Text: "no element may be applicable",
		Cardinality: ids.Prohibited, Failures: []Failure{}}
	for _, in := range applicable {
		m.goOn()
		q.fail(m.failure(in, NotAllowed, "it is applicable, but no element may be"), o)
	}
	out.Failed = len(applicable)
	if out.Failed > 0 {
		out.Status, out.Message = Fail, fmt.Sprintf("%d elements are applicable, but none may be", out.Failed)
	}
	out.Requirements = append(out.Requirements, q)
}

func (m *Model) requirements(out *Specification, s *ids.Specification, applicable []*instance, o Options) {
	for _, f := range s.Requirements.Facets {
		c := f.Shared()
		out.Requirements = append(out.Requirements, Requirement{Facet: f.Kind(), Line: c.Line, Text: describe(f),
			Instructions: c.Instructions,
			Cardinality:  c.Cardinality, Failures: []Failure{}})
	}
	for _, in := range applicable {
		m.goOn()
		good := true
		for i, f := range s.Requirements.Facets {
			q := &out.Requirements[i]
			if result := m.compare(f, in); result.passes(q.Cardinality) {
				q.Passed++
			} else {
				good = false
				q.fail(m.explain(f, in, result), o)
			}
		}
		if good {
			out.Passed++
		} else {
			out.Failed++
		}
	}
}

func (q *Requirement) fail(f Failure, o Options) {
	q.Failed++
	if o.MaxFailures > 0 && len(q.Failures) >= o.MaxFailures {
		q.Omitted++
		return
	}
	q.Failures = append(q.Failures, f)
}

// compare compares an instance with a facet.
func (m *Model) compare(f ids.Facet, in *instance) outcome {
	switch f := f.(type) {
	case *ids.Entity:
		return m.entity(f, in)
	case *ids.Attribute:
		return m.attribute(f, in)
	case *ids.Classification:
		return m.classification(f, in)
	case *ids.Property:
		return m.property(f, in)
	case *ids.PartOf:
		return m.partOf(f, in)
	case *ids.Material:
		return m.material(f, in)
	}
	return outcome{}
}
