package verify

import (
	"fmt"
	"slices"
)

// Severity grades a rule by its authority.
type Severity string

// The severities, the gravest first. They are the severities of buildingSMART's validation. Standard is added for
// demands of the standard itself.
const (
	Critical    Severity = "critical"              // the file has no official version
	Standard    Severity = "standard"              // a demand of ISO 10303-21, or of the schema and its rules
	Agreement   Severity = "implementer_agreement" // a written agreement of implementers
	Proposition Severity = "informal_proposition"  // a demand that the schema states only in prose
	Practice    Severity = "industry_practice"     // a warning
)

// Severities lists the severities, the gravest first.
func Severities() []Severity {
	return []Severity{Critical, Standard, Agreement, Proposition, Practice}
}

// AtLeast reports whether s is as grave as other, or more grave.
func (s Severity) AtLeast(other Severity) bool {
	all := Severities()
	return slices.Index(all, s) <= slices.Index(all, other)
}

// Status is the result of a rule.
type Status string

// The statuses.
const (
	Passed       Status = "passed"
	Failed       Status = "failed"
	NotApplied   Status = "not_applicable" // the file has nothing that the rule judges
	NotEvaluated Status = "not_evaluated"  // the rule could not be evaluated; Outcome.Reason states why
)

// Report is the result of verifying a file. It has a JSON form.
type Report struct {
	Schema    string        `json:"schema"`    // schema as written in FILE_SCHEMA
	Instances int           `json:"instances"` // number of readable instances
	Findings  []Finding     `json:"findings"`  // ordered by rule, then as in the file
	Rules     []Outcome     `json:"rules"`     // every requested rule, in the order of the table
	Counts    []CountOf     `json:"counts"`    // findings by severity, the gravest first
	Omitted   int           `json:"omitted"`   // findings beyond Options.MaxPerRule; Outcome.Findings includes them
	NotRun    []Unevaluated `json:"not_run"`   // WHERE rules and global rules that could not be evaluated
}

// CountOf is the number of findings of one severity.
type CountOf struct {
	Severity Severity `json:"severity"`
	Findings int      `json:"findings"`
}

// Outcome is the result of one rule.
type Outcome struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Severity Severity `json:"severity"`
	Status   Status   `json:"status"`
	Reason   string   `json:"reason,omitempty"` // why the rule was not evaluated
	Findings int      `json:"findings"`
}

// Finding is one breach of a rule.
type Finding struct {
	Rule      string   `json:"rule"`
	Severity  Severity `json:"severity"`
	Message   string   `json:"message"`
	ID        int      `json:"id,omitempty"`     // number of the instance, 0 for the file as a whole
	Entity    string   `json:"entity,omitempty"` // class of the instance
	GlobalID  string   `json:"global_id,omitempty"`
	Attribute string   `json:"attribute,omitempty"`
	Line      int      `json:"line,omitempty"` // line of a syntax error, from 1
	Column    int      `json:"column,omitempty"`
}

// Unevaluated is a WHERE rule or global rule that could not be evaluated.
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

// Worst reports whether the report has a finding of at least the severity s.
func (r *Report) Worst(s Severity) bool {
	for _, c := range r.Counts {
		if c.Findings > 0 && c.Severity.AtLeast(s) {
			return true
		}
	}
	return false
}

// Outcome returns the outcome of a rule by its id.
func (r *Report) Outcome(id string) (Outcome, bool) {
	for _, o := range r.Rules {
		if o.ID == id {
			return o, true
		}
	}
	return Outcome{}, false
}
