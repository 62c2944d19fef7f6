package rules

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Rule is a row of the table of rules.
type Rule struct {
	ID       string
	Standard string
	Edition  string
	Clause   string  // "-" for a rule of our own
	Check    string  // the tool that applies it
	Quantity string  // measured quantity: a name in the table of quantities
	Op       string  // >=, <=, =, in (from Low to High), given (required data)
	Low      float64 // in Unit
	High     float64
	Given    []string // the required data, if Op is given
	Unit     string
	Original string // the threshold as it is printed
	Severity Severity
	When     []Condition
	Mark     string // V seen in a source, K well known, P practice or our own
	About    string
	Team     bool // the rule is from a team's own file and applies whatever standard is chosen
}

// Severity is the gravity of a finding.
type Severity string

// The severities, the gravest first.
const (
	Error   Severity = "error"   // a mandatory clause
	Warning Severity = "warning" // guidance, plausibility, or a fail that rests on an assumption
	Note    Severity = "info"    // for information only
)

// Enum lists the severities.
func (Severity) Enum() []string { return []string{string(Error), string(Warning), string(Note)} }

// atLeast reports whether a severity is as grave as a threshold.
func (s Severity) atLeast(threshold Severity) bool {
	order := []Severity{Note, Warning, Error}
	return slices.Index(order, s) >= slices.Index(order, threshold)
}

// Condition is a key with the values for which a rule applies. With Not the rule applies for all other values.
type Condition struct {
	Key    string
	Not    bool
	Values []string
}

// columns lists the columns of a file of rules in their order.
var columns = []string{"id", "standard", "edition", "clause", "check", "quantity", "op", "value", "unit", "original",
	"severity", "when", "mark", "about"}

// FileError is a fault in a file of rules.
type FileError struct {
	Line   int
	Column string
	Reason string
}

// Error returns the place and the reason.
func (e *FileError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Reason)
}

// Parse parses rules: tab-separated columns under a header line. It returns the errors of all lines, of type
// [FileError].
func Parse(text string) ([]Rule, []error) {
	text = strings.TrimPrefix(text, "\ufeff") // which spreadsheets write before UTF-8
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if lines[0] != strings.Join(columns, "\t") {
		return nil, []error{&FileError{1, "", "the header must have the columns " +
			strings.Join(columns, ", ") + ", parted by tabs"}}
	}
	var out []Rule
	var faults []error
	known := map[string]int{}
	for i, line := range lines[1:] {
		r, err := parseRow(i+2, strings.Split(line, "\t"))
		if err == nil && known[r.ID] > 0 {
			err = &FileError{i + 2, "id", fmt.Sprintf("%q is in line %d already", r.ID, known[r.ID])}
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		known[r.ID] = i + 2
		out = append(out, r)
	}
	return out, faults
}

func parseRow(line int, cells []string) (Rule, error) {
	if len(cells) != len(columns) {
		return Rule{}, &FileError{line, "", fmt.Sprintf("%d columns, there must be %d", len(cells), len(columns))}
	}
	r := Rule{
		ID: cells[0], Standard: cells[1], Edition: cells[2], Clause: cells[3], Check: cells[4], Quantity: cells[5],
		Op: cells[6], Unit: cells[8],
		Original: cells[9], Severity: Severity(cells[10]), Mark: cells[12], About: cells[13],
	}
	fault := func(column int, format string, args ...any) (Rule, error) {
		return r, &FileError{line, columns[column], fmt.Sprintf(format, args...)}
	}
	if r.ID == "" {
		return fault(0, "is empty")
	}
	if _, ok := quantities[r.Quantity]; !ok {
		return fault(5, "nothing measures %q", r.Quantity)
	}
	if !slices.Contains(r.Severity.Enum(), string(r.Severity)) {
		return fault(10, "%q: give one of %s", r.Severity, strings.Join(r.Severity.Enum(), ", "))
	}
	if err := r.threshold(cells[7]); err != nil {
		return fault(7, "%v", err)
	}
	var err error
	if r.When, err = parseConditions(cells[11]); err != nil {
		return fault(11, "%v", err)
	}
	return r, nil
}

// threshold parses the value of a row, in the form that its operator requires.
func (r *Rule) threshold(text string) error {
	low, high := text, text
	switch r.Op {
	case "given":
		r.Given = strings.FieldsFunc(text, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
		if len(r.Given) == 0 {
			return fmt.Errorf("nothing is required")
		}
		return nil
	case "in":
		var ok bool
		if low, high, ok = strings.Cut(text, ".."); !ok {
			return fmt.Errorf("%q: give the limits as 102..178", text)
		}
	case ">=", "<=", "=":
	default:
		return fmt.Errorf("there is no operator %q: give >=, <=, =, in or given", r.Op)
	}
	var err error
	if r.Low, err = strconv.ParseFloat(low, 64); err == nil {
		r.High, err = strconv.ParseFloat(high, 64)
	}
	if err != nil || r.Low > r.High {
		return fmt.Errorf("%q is not a number, or not one range", text)
	}
	return nil
}

// conditionKeys lists the keys of conditions. occ, sprinklered, voice_alarm, construction and profile are about the
// building. The measuring functions define the other keys.
var conditionKeys = []string{
	"occ", "sprinklered", "voice_alarm", "construction", "profile", "kind", "corridor", "wall", "material", "category",
	"load",
	"depth", "rail", "where", "drop", "storeys", "meets", "landing",
	"external", "constraint", "going", "rise", "required_params",
}

// parseConditions reads conditions separated by semicolons: key:value,value or key:!value.
func parseConditions(text string) ([]Condition, error) {
	if text == "" {
		return nil, nil
	}
	var out []Condition
	for _, part := range strings.Split(text, ";") {
		key, values, ok := strings.Cut(part, ":")
		if !ok || values == "" || !slices.Contains(conditionKeys, key) {
			return nil, fmt.Errorf("%q: give key:value,value with one of %s", part, strings.Join(conditionKeys, ", "))
		}
		c := Condition{Key: key}
		values, c.Not = strings.CutPrefix(values, "!")
		c.Values = strings.Split(values, ",")
		out = append(out, c)
	}
	return out, nil
}

// shares lists the quantities in millimetres that divide a width by the number of its users.
var shares = []string{"room_door_width_per_person", "stair_width_per_person"}

// complies reports whether a value complies. A value at the limit does. Lengths that are sums of parts have a slack of
// half a millimetre. Other values have a slack of a millionth, because half a millimetre is a tenth of the width per
// person.
func (r *Rule) complies(value float64) bool {
	slack := max(1e-9, 1e-6*max(r.High, -r.Low))
	if r.Unit == "mm" && !slices.Contains(shares, r.Quantity) {
		slack = 0.5
	}
	switch r.Op {
	case ">=":
		return value >= r.Low-slack
	case "<=":
		return value <= r.High+slack
	}
	return value >= r.Low-slack && value <= r.High+slack
}

// unit returns the unit to print, or "" for counts, ratios and yes or no.
func (r *Rule) unit() string {
	if r.Unit == "ratio" || r.Unit == "count" || r.Unit == "yes" {
		return ""
	}
	return r.Unit
}

// Required returns the threshold as a text.
func (r *Rule) Required() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	switch r.Op {
	case "given":
		return strings.Join(r.Given, ", ")
	case "in":
		return strings.TrimSpace(number(r.Low) + " to " + number(r.High) + " " + r.unit())
	}
	return strings.TrimSpace(r.Op + " " + number(r.Low) + " " + r.unit())
}

//go:embed rules.tsv
var builtIn string

// Table returns the rules of this package, in the order of their file.
func Table() []Rule {
	out, faults := Parse(builtIn)
	if len(faults) > 0 {
		panic("rules: the table of this package is faulty: " + faults[0].Error())
	}
	return out
}

// bounds parses a range of a condition, as 50..500. A single number is the lower end of a range without an upper end.
func bounds(text string) (low, high float64) {
	from, to, ok := strings.Cut(text, "..")
	low, high = float(from), math.Inf(1)
	if ok {
		high = float(to)
	}
	return low, high
}
