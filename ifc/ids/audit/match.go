package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// form audits a restriction's base and constraints.
func (a *auditor) form(v *ids.Value) {
	if v == nil || v.Restriction == nil {
		return
	}
	r := v.Restriction
	if len(r.Constraints) == 0 {
		a.add(EmptyRestriction, r.Place, "the restriction has no constraints")
	}
	allowed, ok := allowedConstraints[r.Base]
	if !ok {
		a.add(BadBase, r.Place, "the base %q is none of %s", r.StatedBase, strings.Join(allBases, ", "))
	}
	for _, c := range r.Constraints {
		if ok && c.Kind != "annotation" && !slices.Contains(allowed, c.Kind) {
			a.add(ConstraintUnknown, c.Place, "%s is not allowed for %s: use %s", c.Kind, r.Base,
				strings.Join(allowed, ", "))
		}
		if c.Kind == "pattern" {
			if wrong := ids.CheckPattern(c.Value); wrong != nil {
				a.add(BadPattern, c.Place, "the pattern %q: %v", c.Value, wrong)
			}
		}
	}
}

// allBases are the base types that IDS knows.
var allBases = []string{"xs:string", "xs:boolean", "xs:integer", "xs:double", "xs:decimal", "xs:float", "xs:date",
	"xs:dateTime", "xs:time", "xs:duration", "xs:anyURI"}

var (
	textConstraints    = []string{"enumeration", "pattern", "length", "minLength", "maxLength"}
	orderedConstraints = []string{"enumeration", "pattern", "minInclusive", "maxInclusive",
		"minExclusive", "maxExclusive"}
)

// allowedConstraints are the constraints that IDS allows for each base.
var allowedConstraints = map[string][]string{
	"xs:string": textConstraints, "xs:anyURI": textConstraints, "xs:boolean": {"pattern"},
	"xs:integer": orderedConstraints, "xs:double": orderedConstraints, "xs:decimal": orderedConstraints,
	"xs:float": orderedConstraints,
	"xs:date":  orderedConstraints, "xs:dateTime": orderedConstraints, "xs:time": orderedConstraints,
	"xs:duration": orderedConstraints,
}

// names returns the candidates that a value matches, and reports a finding if it matches no candidate.
func (a *auditor) names(v *ids.Value, candidates []string, what string, s *space) (matched []string, ok bool) {
	r := v.Restriction
	if r == nil {
		if !slices.Contains(candidates, v.Simple) {
			a.unknown(v.Content, v.Simple, what, s, candidates)
			return nil, false
		}
		return []string{v.Simple}, true
	}
	if r.StatedBase != "" && r.Base != ids.BaseString {
		a.add(BadBase, r.Place, "names are restricted by xs:string, not %s", r.StatedBase)
		return nil, false
	}
	ok = a.sets(r, candidates, what, s)
	return tryNames(v, candidates), ok
}

// sets checks the enumeration and the patterns separately, as the audit tool does.
func (a *auditor) sets(r *ids.Restriction, candidates []string, what string, s *space) bool {
	ok := true
	for _, kind := range []string{"pattern", "enumeration"} {
		part := r.Only(kind)
		if len(part.Restriction.Constraints) > 0 && len(tryNames(part, candidates)) == 0 {
			a.unknown(r.Place, part.String(), what, s, candidates)
			ok = false
		}
	}
	for _, c := range r.Constraints {
		switch c.Kind {
		case "totalDigits", "fractionDigits", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive":
			a.add(ConstraintMisplaced, c.Place, "%s does not apply to a name", c.Kind)
			ok = false
		}
	}
	return ok
}

func (a *auditor) unknown(at ids.Place, text, what string, s *space, candidates []string) {
	a.add(UnknownName, at, "%s has no %s %q%s", s.version, what, text, nearest(text, candidates))
}

// tryNames returns the candidates that a value matches.
func tryNames(v *ids.Value, candidates []string) []string {
	var out []string
	for _, c := range candidates {
		if v.MatchesText(c) {
			out = append(out, c)
		}
	}
	return out
}

// nearest suggests the name that could be meant: the candidate that differs only in case, or all candidates if there
// are few.
func nearest(text string, candidates []string) string {
	const few = 5
	for _, c := range candidates {
		if strings.EqualFold(c, text) {
			return fmt.Sprintf(" (did you mean %s?)", c)
		}
	}
	if n := len(candidates); n > 0 && n <= few {
		return " (there is " + strings.Join(candidates, ", ") + ")"
	}
	return ""
}

// everyName reports items of an enumeration that name nothing in any of the schemas.
func (a *auditor) everyName(v *ids.Value, candidates func(*space) []string, what string) bool {
	if v.Restriction == nil {
		return true
	}
	ok := true
	for _, c := range v.Restriction.Constraints {
		if c.Kind != "enumeration" {
			continue
		}
		if !slices.ContainsFunc(a.space, func(s *space) bool { return slices.Contains(candidates(s), c.Value) }) &&
			len(a.space) > 0 {
			a.unknown(c.Place, c.Value, what, a.space[0], candidates(a.space[0]))
			ok = false
		}
	}
	return ok
}

// blank reports whether a value is empty: it has no text, or none of its constraints has a value.
func blank(v *ids.Value) bool {
	if v == nil {
		return true
	}
	if v.Restriction == nil {
		return v.Simple == ""
	}
	return !slices.ContainsFunc(v.Restriction.Constraints, func(c ids.Constraint) bool { return c.Value != "" })
}
