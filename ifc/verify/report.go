package verify

import (
	"fmt"
	"slices"
)

// Severity grades a rule by who asks for it.
type Severity string

// The severities, the gravest first. They are those of the validation that buildingSMART offers, with one more for what
// the standard itself demands.
const (
	Critical    Severity = "critical"              // the file is of no official version
	Standard    Severity = "standard"              // ISO 10303-21, or the schema with its rules
	Agreement   Severity = "implementer_agreement" // what implementers agreed on in writing
	Proposition Severity = "informal_proposition"  // what the schema says in prose only
	Practice    Severity = "industry_practice"     // a warning
)

// Severities lists them, the gravest first.
func Severities() []Severity {
	return []Severity{Critical, Standard, Agreement, Proposition, Practice}
}

// AtLeast reports whether s is as grave as other, or graver.
func (s Severity) AtLeast(other Severity) bool {
	all := Severities()
	return slices.Index(all, s) <= slices.Index(all, other)
}

// Status tells what came of a rule.
type Status string

// The statuses.
const (
	Passed       Status = "passed"
	Failed       Status = "failed"
	NotApplied   Status = "not_applicable" // nothing in the file that the rule speaks of
	NotEvaluated Status = "not_evaluated"  // see the reason
)

// Report is what verifying a file found. It has a JSON form.
type Report struct {
	Schema    string        `json:"schema"`    // as FILE_SCHEMA has it
	Instances int           `json:"instances"` // that could be read
	Findings  []Finding     `json:"findings"`  // by rule, then in the order of the file
	Rules     []Outcome     `json:"rules"`     // every rule that was asked for, in the order of the table
	Counts    []CountOf     `json:"counts"`    // findings by severity, the gravest first
	Omitted   int           `json:"omitted"`   // findings beyond Options.MaxPerRule, which Outcome.Findings counts too
	NotRun    []Unevaluated `json:"not_run"`   // WHERE rules and global rules that could not be evaluated
}

// CountOf counts findings of one severity.
type CountOf struct {
	Severity Severity `json:"severity"`
	Findings int      `json:"findings"`
}

// Outcome is what came of one rule.
type Outcome struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Severity Severity `json:"severity"`
	Status   Status   `json:"status"`
	Reason   string   `json:"reason,omitempty"` // why it was not evaluated
	Findings int      `json:"findings"`
}

// Finding is one breach of a rule.
type Finding struct {
	Rule      string   `json:"rule"`
	Severity  Severity `json:"severity"`
	Message   string   `json:"message"`
	ID        int      `json:"id,omitempty"`     // number of the instance, 0 for the file as a whole
	Entity    string   `json:"entity,omitempty"` // of the instance
	GlobalID  string   `json:"global_id,omitempty"`
	Attribute string   `json:"attribute,omitempty"`
	Line      int      `json:"line,omitempty"` // of a syntax error, from 1
	Column    int      `json:"column,omitempty"`
}

// Unevaluated is a WHERE rule or global rule of which nothing is known.
type Unevaluated struct {
	Rule      string `json:"rule"`
	Reason    string `json:"reason"`
	ID        int    `json:"id,omitempty"` // the first instance concerned
	Instances int    `json:"instances,omitempty"`
}

// String returns the finding in one line.
func (f Finding) String() string {
	where := f.Entity
	if f.Attribute != "" {
		where += "." + f.Attribute
	}
	if f.ID > 0 {
		where = fmt.Sprintf("#%d %s", f.ID, where)
	}
	if f.Line > 0 {
		where = fmt.Sprintf("%d:%d", f.Line, f.Column)
	}
	if where != "" {
		where += ": "
	}
	return fmt.Sprintf("%s%s [%s, %s]", where, f.Message, f.Rule, f.Severity)
}

// Worst reports whether the report holds a finding at least as grave as that.
func (r *Report) Worst(s Severity) bool {
	for _, c := range r.Counts {
		if c.Findings > 0 && c.Severity.AtLeast(s) {
			return true
		}
	}
	return false
}

// Outcome finds what came of a rule by its id.
func (r *Report) Outcome(id string) (Outcome, bool) {
	for _, o := range r.Rules {
		if o.ID == id {
			return o, true
		}
	}
	return Outcome{}, false
}
