package rules

import (
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// judge sorts measurements into elements that pass, fail, or could not be checked.
func (p *Report) judge(s *subjects, r *Rule, found []Measurement, assumed string) {
	passed := Passed{Rule: r.ID, Clause: r.clause(), Quantity: r.Quantity, Required: r.Required(), Assumed: assumed}
	lacking := map[string]*NotChecked{}
	var unjudged []state.ID
	known := map[string]*Measurement{} // failing measurements by the keys of their findings
	for i := range found {
		m := &found[i]
		m.Assumed = strings.Trim(strings.Join([]string{assumed, m.Assumed}, "; "), "; ")
		switch {
		case m.Missing != "":
			n := lacking[m.Missing]
			if n == nil {
				n = &NotChecked{Rules: []string{r.ID}, Missing: m.Missing}
				lacking[m.Missing] = n
			}
			n.Count++
			unjudged = append(unjudged, m.Elements[0])
			if len(n.Elements) < missingShown {
				n.Elements = append(n.Elements, m.Elements[0])
			}
		case r.Op == "given" && len(m.Absent) == 0, r.Op != "given" && r.complies(m.Value):
			passed.take(m.Value)
		default:
			f := r.finding(*m)
			if first := known[f.Key]; first == nil || r.worse(m, first) {
				known[f.Key] = m
			}
		}
	}
	p.find(s, r, found, known)
	if passed.Count > 0 {
		p.Passed = append(p.Passed, passed)
	}
	var lines []NotChecked
	for _, n := range lacking {
		lines = append(lines, *n)
	}
	slices.SortFunc(lines, func(a, b NotChecked) int { return strings.Compare(a.Missing, b.Missing) })
	p.NotChecked = append(p.NotChecked, lines...)
	if len(unjudged) > 0 {
		p.Unjudged = append(p.Unjudged, Unjudged{r.ID, set(unjudged)})
	}
}

// find adds the findings of a rule, each key once. Two elements in the same place both fail, but with the same key.
func (p *Report) find(s *subjects, r *Rule, found []Measurement, failing map[string]*Measurement) {
	for i := range found {
		m := &found[i]
		if m.Missing != "" {
			continue
		}
		f := r.finding(*m)
		if failing[f.Key] != m {
			continue
		}
		if words, call := s.suggest(r, m); call != nil {
			f.Suggest, f.Call = words, call
		}
		p.Findings = append(p.Findings, f)
	}
}

// worse reports whether a measurement misses the limit of the rule by more than another measurement.
func (r *Rule) worse(m, than *Measurement) bool {
	return math.Abs(r.lack(m.Value)) > math.Abs(r.lack(than.Value))
}
