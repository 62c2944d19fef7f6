package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Options select the rules and bound the findings.
type Options struct {
	Rules      []string // ids of the rules to run; empty means all
	MaxPerRule int      // findings kept for one rule; 0 means DefaultMaxPerRule; all are counted
}

// DefaultMaxPerRule keeps a report readable if a program repeats one fault for every element.
const DefaultMaxPerRule = 100

// Read reads a file and runs the rules over it. The error comes from r or from the context, or names an unknown rule;
// all faults of the file are in the report. If the context is cancelled there is no report.
func Read(ctx context.Context, r io.Reader, o Options) (*Report, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return Bytes(ctx, data, o)
}

// Bytes is like [Read] for a file in memory, which it does not keep.
func Bytes(ctx context.Context, data []byte, o Options) (*Report, error) {
	for _, id := range o.Rules {
		if !slices.ContainsFunc(table, func(r Rule) bool { return r.ID == id }) {
			return nil, fmt.Errorf("verify: no rule %q: the rules carried are listed by Rules", id)
		}
	}
	f, err := step.ParseContext(ctx, data)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s := newSubject(ctx, f, err)
	s.data = data
	return s.judged(o, func(*Rule) bool { return true })
}

// File runs the rules over a file that a program built in memory, except the rules that judge a file's text. It does
// not change the file. Its only error is the error of the context.
func File(ctx context.Context, f *step.File, o Options) (*Report, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return newSubject(ctx, f, nil).judged(o, func(r *Rule) bool { return !r.ofText })
}

// judged runs the requested rules for which suits is true, until the context is cancelled.
func (s *subject) judged(o Options, suits func(*Rule) bool) (*Report, error) {
	for i := range table {
		if suits(&table[i]) && (len(o.Rules) == 0 || slices.Contains(o.Rules, table[i].ID)) {
			s.run(&table[i], o)
		}
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
	}
	s.tally(nil)
	return s.report, nil
}

// subject is the file under verification.
type subject struct {
	ctx    context.Context // context of the run; long rules check it
	data   []byte
	file   *step.File
	syntax error
	schema *schema.Schema // nil if FILE_SCHEMA names no known schema
	model  *express.Model // nil if there is no schema
	report *Report

	precision *precisions // the cache of precisionAt, nil until its first call
}

func newSubject(ctx context.Context, f *step.File, syntax error) *subject {
	s := &subject{ctx: ctx, file: f, syntax: syntax, report: &Report{Instances: len(f.Instances), Findings: []Finding{},
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

// check is the run of one rule on a subject. It counts findings beyond the maximum without keeping them, so that a
// large file with a fault in every instance cannot fill the memory.
type check struct {
	*subject
	rule    *Rule
	applied bool
	found   []Finding
	most    int
	counts  map[Severity]int // numbers of all findings by severity
	reason  string           // why the rule could not be evaluated
	pairs   int              // pairs of edges compared
}

func (s *subject) run(r *Rule, o Options) {
	c := &check{subject: s, rule: r, most: o.MaxPerRule, counts: map[Severity]int{}}
	if c.most == 0 {
		c.most = DefaultMaxPerRule
	}
	out := Outcome{ID: r.ID, Title: r.Title, Severity: r.Severity, Status: NotApplied}
	switch {
	case r.needsSchema && s.schema == nil:
		c.reason = fmt.Sprintf("the schema %q is not known", s.report.Schema)
	case r.needsSchema && !r.For(s.schema.Name):
	default:
		r.run(c)
	}
	for _, severity := range Severities() {
		out.Findings += c.counts[severity]
	}
	switch {
	case out.Findings > 0:
		out.Status = Failed
	case c.reason != "":
		out.Status, out.Reason = NotEvaluated, c.reason
	case c.applied:
		out.Status = Passed
	}
	s.report.Omitted += out.Findings - len(c.found)
	s.report.Findings = append(s.report.Findings, c.found...)
	s.report.Rules = append(s.report.Rules, out)
	s.tally(c.counts)
}

// tally adds findings to the report's counts by their own severity, which may be milder than the severity of the rule.
func (s *subject) tally(counts map[Severity]int) {
	for _, severity := range Severities() {
		i := slices.IndexFunc(s.report.Counts, func(c CountOf) bool { return c.Severity == severity })
		if i < 0 {
			s.report.Counts = append(s.report.Counts, CountOf{Severity: severity})
			i = len(s.report.Counts) - 1
		}
		s.report.Counts[i].Findings += counts[severity]
	}
}

// add adds a finding of the rule; a finding without severity gets the rule's severity.
func (c *check) add(f Finding) {
	c.applied = true
	f.Rule, f.Severity = c.rule.ID, cmp.Or(f.Severity, c.rule.Severity)
	c.counts[f.Severity]++
	if len(c.found) < c.most {
		c.found = append(c.found, f)
	}
}

// whole adds a finding about the file as a whole.
func (c *check) whole(format string, args ...any) {
	c.add(Finding{Message: fmt.Sprintf(format, args...)})
}

// at adds a finding about an instance.
func (c *check) at(x *express.Instance, attribute, format string, args ...any) {
	c.atAs("", x, attribute, format, args...)
}

// atAs is like at, but with a severity that may differ from the severity of the rule.
func (c *check) atAs(severity Severity, x *express.Instance, attribute, format string, args ...any) {
	f := Finding{Severity: severity, ID: x.ID, Entity: x.Class(), Attribute: attribute}
	if len(c.found) < c.most {
		f.Message, f.GlobalID = fmt.Sprintf(format, args...), c.globalID(x)
	}
	c.add(f)
}

// syntaxErrors splits an error of step.ParseBytes into syntax errors and any other error.
func syntaxErrors(err error) (errs step.Errors, other error) {
	if errors.As(err, &errs) {
		if errors.Is(err, step.ErrTooManyErrors) {
			other = step.ErrTooManyErrors
		}
		return errs, other
	}
	return nil, err
}
