package rules

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// checks lists the tools that apply rules.
var checks = []string{
	"code_compliance", "accessibility_check", "egress_analysis", "fire_rating_check", "structural_check",
	"data_completeness", "model_quality", "validate_constraints",
}

// needed maps quantities to the condition without which they cannot be measured.
var needed = map[string]string{
	"door_latch_space": "depth", "floor_open_edge": "drop", "door_swing_blocked": "meets", "door_fire_rating": "wall",
	"enclosure_fire_rating": "kind",
	"data_given":            "category", "constraint_kept": "constraint",
}

// numeric lists the conditions whose values are numbers or ranges of numbers.
var numeric = []string{"depth", "drop", "wall", "load", "storeys", "going", "rise"}

// units maps quantities to their units in the rows of this package.
var units = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, r := range Table() {
		out[r.Quantity] = r.Unit
	}
	return out
})

// ParseTeam parses a file of a team's own rules in the form of [Parse], and checks that the rows can be measured. It
// returns the errors of all lines, of type [FileError].
func ParseTeam(text string) ([]Rule, []error) {
	rules, faults := Parse(text)
	if len(rules) == 0 && len(faults) == 0 {
		faults = append(faults, &FileError{1, "", "the file has no rule"})
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for _, r := range rules {
		line := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, r.ID+"\t") })
		if column, reason := r.unusable(); reason != "" {
			faults = append(faults, &FileError{line, column, reason})
		}
	}
	slices.SortStableFunc(faults, func(a, b error) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	return rules, faults
}

// lineOf returns the line of a fault.
func lineOf(fault error) int {
	if e, ok := errors.AsType[*FileError](fault); ok {
		return e.Line
	}
	return 0
}

// unusable returns the column that makes a row unusable, and the reason, or "" if the row is usable.
func (r *Rule) unusable() (column, reason string) {
	switch unit := units()[r.Quantity]; {
	case strings.TrimSpace(r.Standard) == "":
		return "standard", "is empty: name the team, or the standard that the row amends"
	case !slices.Contains(checks, r.Check):
		return "check", fmt.Sprintf("%q: give one of %s", r.Check, strings.Join(checks, ", "))
	case (r.Op == "given") != (r.Quantity == "data_given"):
		return "op", "given goes with data_given, and with nothing else"
	case math.IsNaN(r.Low) || math.IsInf(r.Low, 0) || math.IsNaN(r.High) || math.IsInf(r.High, 0):
		return "value", "is no finite number"
	case r.Unit != unit:
		return "unit", fmt.Sprintf("%q: %s is measured in %s; the column original keeps the figure as it is printed",
			r.Unit, r.Quantity, unit)
	}
	if key := needed[r.Quantity]; key != "" && r.condition(key) == nil {
		return "when", fmt.Sprintf("%s needs %s:value", r.Quantity, key)
	}
	for _, c := range r.When {
		for _, v := range c.Values {
			if slices.Contains(numeric, c.Key) && !isRange(v) {
				return "when", fmt.Sprintf("%s:%s is no number, and no range such as 50..500", c.Key, v)
			}
		}
	}
	return "", ""
}

// isRange reports whether a text is a number or a range of two numbers.
func isRange(text string) bool {
	low, high, ranged := strings.Cut(text, "..")
	return bare.MatchString(low) && (!ranged || bare.MatchString(high))
}

// With returns a table with the rules of a team. A team's rule replaces the rule of the table with the same id. Other
// rules are appended.
func With(table, team []Rule) []Rule {
	out := slices.Clone(table)
	for _, r := range team {
		r.Team = true
		if i := slices.IndexFunc(out, func(known Rule) bool { return known.ID == r.ID }); i >= 0 {
			out[i] = r
			continue
		}
		out = append(out, r)
	}
	return out
}
