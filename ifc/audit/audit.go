package audit

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Options choose what is audited.
type Options struct {
	Rules      []string // ids of the rules to run, all where empty
	MaxPerRule int      // findings kept of one rule, DefaultMaxPerRule where 0; all are counted
}

// DefaultMaxPerRule keeps a report readable where one fault of a program repeats for every element.
const DefaultMaxPerRule = 100

// Audit reads a file and runs the rules over it. The error is r's, or tells a rule that is not carried; whatever is
// wrong with the file is in the report.
func Audit(r io.Reader, o Options) (*Report, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return Bytes(data, o)
}

// Bytes is [Audit] for a file in memory, which it does not keep.
func Bytes(data []byte, o Options) (*Report, error) {
	for _, id := range o.Rules {
		if !slices.ContainsFunc(table, func(r Rule) bool { return r.ID == id }) {
			return nil, fmt.Errorf("audit: no rule %q: the rules carried are listed by Rules", id)
		}
	}
	f, err := step.ParseBytes(data)
	s := newSubject(f, err)
	for i := range table {
		if len(o.Rules) == 0 || slices.Contains(o.Rules, table[i].ID) {
			s.run(&table[i], o)
		}
	}
	s.count()
	return s.report, nil
}

// subject is the file under audit.
type subject struct {
	file   *step.File
	syntax error
	schema *schema.Schema // nil where FILE_SCHEMA names none that is known
	model  *express.Model // nil without schema
	report *Report

	precision *precisions // what precisionAt looks up, nil before
}

func newSubject(f *step.File, syntax error) *subject {
	s := &subject{file: f, syntax: syntax, report: &Report{Instances: len(f.Instances), Findings: []Finding{},
		Rules: []Outcome{}, NotRun: []Unevaluated{}}}
	if len(f.Header.Schemas) > 0 {
		s.report.Schema = f.Header.Schemas[0]
		s.schema, _ = schema.ByName(s.report.Schema)
	}
	if s.schema != nil {
		s.model = express.NewModel(f, s.schema)
	}
	return s
}

// check is one rule at work on a subject.
type check struct {
	*subject
	rule    *Rule
	applied bool
	found   []Finding
	reason  string // why it could not be evaluated
}

func (s *subject) run(r *Rule, o Options) {
	c := &check{subject: s, rule: r}
	out := Outcome{ID: r.ID, Title: r.Title, Severity: r.Severity, Status: NotApplied}
	switch {
	case r.needsSchema && s.schema == nil:
		c.reason = fmt.Sprintf("the schema %q is not known", s.report.Schema)
	case r.needsSchema && !r.For(s.schema.Name):
	default:
		r.run(c)
	}
	switch {
	case len(c.found) > 0:
		out.Status = Failed
	case c.reason != "":
		out.Status, out.Reason = NotEvaluated, c.reason
	case c.applied:
		out.Status = Passed
	}
	out.Findings = len(c.found)
	most := o.MaxPerRule
	if most == 0 {
		most = DefaultMaxPerRule
	}
	kept := c.found[:min(most, len(c.found))]
	s.report.Omitted += len(c.found) - len(kept)
	s.report.Findings = append(s.report.Findings, kept...)
	s.report.Rules = append(s.report.Rules, out)
	s.tally(c.found)
}

// tally counts findings by their own severity, which may be milder than the rule's.
func (s *subject) tally(found []Finding) {
	for _, f := range found {
		i := slices.IndexFunc(s.report.Counts, func(c CountOf) bool { return c.Severity == f.Severity })
		if i < 0 {
			s.report.Counts = append(s.report.Counts, CountOf{Severity: f.Severity})
			i = len(s.report.Counts) - 1
		}
		s.report.Counts[i].Findings++
	}
}

// count completes the counts, the gravest severity first.
func (s *subject) count() {
	counts := make([]CountOf, 0, len(Severities()))
	for _, severity := range Severities() {
		c := CountOf{Severity: severity}
		for _, known := range s.report.Counts {
			if known.Severity == severity {
				c = known
			}
		}
		counts = append(counts, c)
	}
	s.report.Counts = counts
}

// whole reports something about the file as a whole.
func (c *check) whole(format string, args ...any) {
	c.applied = true
	c.found = append(c.found, Finding{Rule: c.rule.ID, Severity: c.rule.Severity, Message: fmt.Sprintf(format, args...)})
}

// at reports something about an instance.
func (c *check) at(x *express.Instance, attribute, format string, args ...any) {
	c.applied = true
	c.found = append(c.found, Finding{Rule: c.rule.ID, Severity: c.rule.Severity, Message: fmt.Sprintf(format, args...),
		ID: x.ID, Entity: x.Class(), GlobalID: c.globalID(x), Attribute: attribute})
}

// mild makes a warning of the last finding.
func (c *check) mild() { c.found[len(c.found)-1].Severity = Practice }

// syntaxErrors takes the syntax errors out of what step.ParseBytes answered.
func syntaxErrors(err error) (errs step.Errors, other error) {
	if errors.As(err, &errs) {
		if errors.Is(err, step.ErrTooManyErrors) {
			other = step.ErrTooManyErrors
		}
		return errs, other
	}
	return nil, err
}
