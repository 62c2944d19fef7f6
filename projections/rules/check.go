package rules

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// Finding is a violation of a rule by one or more elements.
type Finding struct {
	Key      string            `json:"key"`
	Rule     string            `json:"rule"`
	Standard string            `json:"standard"`
	Edition  string            `json:"edition"`
	Clause   string            `json:"clause,omitempty"`
	Severity Severity          `json:"severity"`
	Elements []state.ID        `json:"element_ids"`
	Level    state.ID          `json:"level_id,omitempty"`
	Quantity string            `json:"quantity"`
	Measured *float64          `json:"measured,omitempty"`
	Required string            `json:"required"`
	Original string            `json:"original,omitempty"`
	Unit     string            `json:"unit,omitempty"`
	Absent   []string          `json:"absent,omitempty"`
	How      string            `json:"how"`
	Assumed  string            `json:"assumed,omitempty"`
	At       *geometry.Point3  `json:"at,omitempty"`
	Way      []geometry.Point2 `json:"way,omitempty"`
	Message  string            `json:"message"`
	Suggest  string            `json:"suggestion,omitempty"` // phrase that ends a sentence
	Call     *Call             `json:"call,omitempty"`       // tool call that removes the finding
}

// Passed is a rule with the elements that comply with it, measured in the unit of the rule.
type Passed struct {
	Rule     string  `json:"rule"`
	Clause   string  `json:"clause,omitempty"`
	Count    int     `json:"count"`
	Quantity string  `json:"quantity"`
	Least    float64 `json:"least,omitempty"` // least and greatest measured value
	Greatest float64 `json:"greatest,omitempty"`
	Required string  `json:"required"`
	Assumed  string  `json:"assumed,omitempty"`
}

// NotChecked is a list of rules that could not be checked, as a whole or for some elements, because the same fact is
// missing.
type NotChecked struct {
	Rules    []string   `json:"rules"`
	Missing  string     `json:"missing"`
	Count    int        `json:"count"`                 // number of elements; 0 if the rule as a whole was not run
	Elements []state.ID `json:"element_ids,omitempty"` // the first few of these elements
}

// Unjudged is a rule that could not be applied to the listed elements. An empty list means that the rule as a whole
// could not be applied.
type Unjudged struct {
	Rule     string
	Elements []state.ID
}

// NotApplicable is a rule that does not apply, with the reason.
type NotApplicable struct {
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
}

// Verdict is the overall result of a check.
type Verdict string

// The verdicts.
const (
	Fail       Verdict = "fail"       // an error was found
	Incomplete Verdict = "incomplete" // no error was found, but something could not be checked
	Pass       Verdict = "pass"       // every rule that applies was run and none failed with an error
	Nothing    Verdict = "nothing_checked"
)

// Enum lists the verdicts.
func (Verdict) Enum() []string {
	return []string{string(Fail), string(Incomplete), string(Pass), string(Nothing)}
}

// Report is the result of a check.
type Report struct {
	Verdict       Verdict
	Findings      []Finding // the gravest first, then by rule and element
	Passed        []Passed
	NotChecked    []NotChecked
	Unjudged      []Unjudged // all elements that could not be judged, rule by rule
	NotApplicable []NotApplicable
	Exits         []ways.Exit // exits to which ways were measured
	Rooms         []RoomWay   // way out of each room, the longest first; only for checks of egress
	Rules         int         // number of selected rules
	Parameters    []Parameter // facts about the building that the check used, with their source
	KnownUses     []string    // words that name the use of a room, if the use of a room is missing
	Covered       []Covered   // chapters of the standards that the selected rules touch
	NotCovered    []NotCovered
	Empty         bool // the model has no element that a rule could judge
}

// missingShown is the greatest number of elements that one entry of NotChecked lists.
const missingShown = 5

// Check applies the rules that the options select to a view. The error is NOT_FOUND for an unknown rule, and
// INVALID_INPUT for required data whose name no element has.
func Check(ctx context.Context, v *projections.View, index *ways.Index, table []Rule,
	o Options) (r *Report, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	if err := nameable(v, o.Required); err != nil {
		return nil, err
	}
	selected, left, err := choose(table, o)
	if err != nil {
		return nil, err
	}
	for _, id := range o.Elements {
		if _, ok := v.Model.Element(id); !ok {
			return nil, state.Errorf(state.NotFound,
				"no element %q in this model and branch: list elements with query_elements",
				clip(string(id))).With("element_id", id)
		}
	}
	s := &subjects{ctx: ctx, view: v, index: index, table: table, asked: selected}
	s.options, s.stated = o.stated(v.Model)
	s.findGroup()
	report := &Report{Rules: len(selected), Parameters: s.parameters(o), NotApplicable: left, Empty: isEmpty(v.Model)}
	report.Covered, report.NotCovered = coverage(selected)
	for i := range selected {
		if err := cmp.Or(report.apply(s, &selected[i]), ctx.Err()); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(selected, func(r Rule) bool { return r.Check == egressCheck }) {
		if report.Exits, report.Rooms, err = s.waysOut(); err != nil {
			return nil, err
		}
	}
	report.missNames(selected)
	report.settle(o)
	if slices.ContainsFunc(report.NotChecked,
		func(n NotChecked) bool { return n.Missing == noUse || n.Missing == noLoad }) {
		report.KnownUses = knownUses()
	}
	return report, ctx.Err()
}

// choose selects rules by the options. It also returns the rules that are left out because of their edition.
func choose(table []Rule, o Options) (out []Rule, left []NotApplicable, err error) {
	var editions []string
	for _, r := range table {
		if !slices.Contains(o.Checks, r.Check) || len(o.Standards) > 0 && !r.Team &&
			!slices.Contains(o.Standards, r.Standard) || len(o.Rules) > 0 && !slices.Contains(o.Rules, r.ID) {
			continue
		}
		if o.Edition != "" && !r.Team && r.clause() != "" && r.Edition != o.Edition {
			editions = append(editions, r.Standard+" "+r.Edition)
			left = append(left, NotApplicable{r.ID, fmt.Sprintf("is of %s %s, and the call asks for edition %s only",
				r.Standard, r.Edition, clip(o.Edition))})
			continue
		}
		out = append(out, r)
	}
	if slices.Sort(editions); len(editions) > 0 && !slices.ContainsFunc(out,
		func(r Rule) bool { return r.Edition == o.Edition }) {
		return nil, nil, state.Errorf(state.NotFound, "no rule of the selection is of edition %q: there are %s",
			clip(o.Edition), strings.Join(slices.Compact(editions), ", ")).With("parameter", "edition")
	}
	for _, id := range o.Rules {
		if !slices.ContainsFunc(out, func(r Rule) bool { return r.ID == id }) {
			return nil, nil, state.Errorf(state.NotFound, "no rule %q in this selection: docs/rules.md lists them",
				clip(id)).With("parameter", "rule_ids")
		}
	}
	return out, left, nil
}

// apply runs one rule.
func (p *Report) apply(s *subjects, r *Rule) error {
	if r.Op == "given" && len(s.options.Required) > 0 { // missing data that the caller requires is an error
		asked := *r
		asked.Given, asked.Severity, r = s.options.Required, Error, &asked
	}
	applicable, why, assumed := s.applies(r)
	switch applicable {
	case doesNotApply:
		p.NotApplicable = append(p.NotApplicable, NotApplicable{r.ID, why})
		return nil
	case unknown:
		p.lacks(r, why)
		return nil
	}
	found, err := quantities[r.Quantity](s, r)
	if lacking := (*lack)(nil); errors.As(err, &lacking) {
		p.lacks(r, lacking.what)
		return nil
	}
	if err != nil {
		return fmt.Errorf("rule %s: %w", r.ID, err)
	}
	if len(found) == 0 {
		p.NotApplicable = append(p.NotApplicable, NotApplicable{r.ID, s.nothing()})
		return nil
	}
	s.tried, s.inVain = 0, 0
	p.judge(s, r, found, assumed)
	return nil
}

// nothing returns the reason why a rule finds no element to judge.
func (s *subjects) nothing() string {
	if len(s.options.Elements) > 0 {
		return "nothing of the kind is among the elements that are checked"
	}
	return "the model has nothing of the kind"
}

// lacks records that a rule as a whole could not be run, together with other rules that lack the same fact.
func (p *Report) lacks(r *Rule, what string) {
	p.Unjudged = append(p.Unjudged, Unjudged{Rule: r.ID})
	for i, n := range p.NotChecked {
		if n.Missing == what && n.Count == 0 {
			p.NotChecked[i].Rules = append(n.Rules, r.ID)
			return
		}
	}
	p.NotChecked = append(p.NotChecked, NotChecked{Rules: []string{r.ID}, Missing: what})
}

// lack is the error of a rule that as a whole could not be run because a fact is missing.
type lack struct{ what string }

// Error returns the message with the missing fact.
func (l *lack) Error() string { return "missing " + l.what }

func (p *Passed) take(value float64) {
	if p.Count == 0 {
		p.Least, p.Greatest = value, value
	}
	p.Least, p.Greatest = min(p.Least, value), max(p.Greatest, value)
	p.Count++
}

// clause returns the clause to print, or "" for a rule of our own.
func (r *Rule) clause() string {
	if r.Clause == "-" {
		return ""
	}
	return r.Clause
}

// halved lists the quantities that are found by bisection, with an error of some hundredths of a millimetre. Messages
// round them to a tenth. A value within half a millimetre of the limit complies.
var halved = []string{"door_pull_side_depth", "door_push_side_depth", "door_latch_space", "door_front_depth",
	"ramp_landing"}

const tenths = 10

// finding makes a finding from a measurement. Its key contains no values, so that the key stays the same from run to
// run.
func (r *Rule) finding(m Measurement) Finding {
	ids := slices.Clone(m.Elements)
	slices.Sort(ids)
	f := Finding{
		Key: "rule-" + r.ID + "-" + keyOf(ids), Rule: r.ID, Standard: r.Standard,
		Edition: r.Edition, Clause: r.clause(),
		Severity: r.Severity, Elements: m.Elements, Level: m.Level, Quantity: r.Quantity, Required: r.Required(),
		Original: r.Original, Unit: r.Unit,
		Absent: m.Absent, How: m.How, Assumed: m.Assumed, At: m.At, Way: m.Way, Suggest: m.Suggest,
	}
	if r.Op == "given" {
		f.Unit, f.Original = "", ""
		f.Message = "not given: " + strings.Join(m.Absent, ", ")
		return f
	}
	if slices.Contains(halved, r.Quantity) {
		m.Value = math.Round(m.Value*tenths) / tenths
	}
	value := m.Value
	f.Measured, f.Message = &value, r.sentence(m)
	return f
}

// sentences holds the messages of findings about quantities that are not sizes.
var sentences = map[string]string{
	"room_on_accessible_route": "a wheelchair of 815 mm does not get into this room from an entrance",
	"room_has_exit":            "no way leads from this room to an exit",
	"rated_wall_openings":      "%s openings in a wall with a fire rating are closed by no door or window",
	"column_foot_support":      "only %s of the column's foot stands on something",
	"beam_bearing_ends":        "%s ends of the beam bear on something",
	"container_name_fields":    "the name is not of seven fields as the standard has them",
	"door_opens_with_egress":   "the leaf opens into the room that so many people leave through it",
	"constraint_kept":          "the constraint does not hold",
	"fire_door_self_closing":   "the door has a fire rating and does not close by itself",
	"storey_exits":             "the storey has %s exits for its people",
	"room_exits":               "the room has %s ways out for its people",
	"ramp_going_per_rise":      "the ramp rises 1 in %s",
	"stair_handrails":          "a handrail runs along %s sides of the flight",
	"ramp_handrails":           "a handrail runs along %s sides of the ramp",
	"floor_open_edge":          "%s mm of the floor's edge have neither a wall nor a railing",
	"wall_foot_support":        "only %s of the bearing wall's foot stands on something",
	"bearing_walls_in_line":    "only %s of the bearing wall is over a wall or beam",
	"filling_across_wall":      "another wall ends before the opening, over %s mm of its width",
	"door_swing_blocked":       "something stands in %s m2 of the square in which the leaf swings",
	"room_overlap":             "%s m2 of the room are in another room too",
	"wall_sides":               "IsExternal of the wall is not as the rooms beside it say",
	"wall_end_gap":             "an end of the wall misses the next wall by %s mm",
	"element_outside_storey":   "the element lies %s mm outside its storey",
	"placeholder_values":       "%s properties have values that stand for nothing",
	"duplicate_elements":       "%s other elements of the category are in the same place",
	"opening_beyond_wall":      "an opening reaches %s mm beyond the end of its wall",
	"shell_gap":                "the room is open to the outside, over %s mm, where no door, window or opening is",
	"wall_in_wall":             "the wall lies %s mm deep in one beside it, not joined",
	"built_size":               "it is %s mm long, wide or high: lengths are in millimetres",
	"wall_joins_missing":       "an end of the wall meets %s walls without a join",
}

// sentence returns the message of a finding.
func (r *Rule) sentence(m Measurement) string {
	unit := strings.TrimRight(" "+r.unit(), " ")
	text, ok := sentences[r.Quantity]
	switch {
	case ok && strings.Contains(text, "%s"):
		text = fmt.Sprintf(text, number(m.Value))
	case !ok:
		text = fmt.Sprintf("the %s is %s%s, required is %s",
			strings.ReplaceAll(strings.TrimSuffix(r.Quantity, "_ad_m"), "_", " "), number(m.Value), unit, r.Required())
	}
	if slices.Contains([]string{"container_name_fields", "placeholder_values", "wall_in_wall"}, r.Quantity) {
		text += ": " + m.How
	}
	return text + " (" + r.source() + ")"
}

// source returns the rule's standard and clause as a text.
func (r *Rule) source() string {
	if r.clause() == "" {
		return "rule " + r.ID + " of bimstream"
	}
	return fmt.Sprintf("%s %s, %s, unamended", r.Standard, r.Edition, r.Clause)
}

func number(v float64) string {
	text := fmt.Sprintf("%.3f", v)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// keyOf returns the part of a finding's key that identifies its elements: their ids. If there are more than keyElements
// of them, it returns a digest, since a key with thousands of ids would be longer than a reply may be.
func keyOf(ids []state.ID) string {
	all := strings.Join(texts(ids), "+")
	if len(ids) <= keyElements {
		return all
	}
	digest := sha256.Sum256([]byte(all))
	return fmt.Sprintf("%s+%d+%s", ids[0], len(ids)-1, hex.EncodeToString(digest[:16]))
}

// keyElements is the greatest number of elements whose ids a key lists: 4 kB. Only findings about copies have more.
const keyElements = 100

func texts(ids []state.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// settle orders the findings, sets the verdict and drops the findings below the severity threshold. The threshold does
// not influence the verdict. An empty model never passes, because none of it was checked.
func (p *Report) settle(o Options) {
	order := []Severity{Error, Warning, Note}
	slices.SortStableFunc(p.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Severity), slices.Index(order, b.Severity)),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Key, b.Key))
	})
	switch {
	case len(p.Findings) > 0 && p.Findings[0].Severity == Error:
		p.Verdict = Fail
	case p.Empty:
		p.Verdict = Nothing
	case len(p.NotChecked) > 0:
		p.Verdict = Incomplete
	case len(p.Passed) > 0 || len(p.Findings) > 0:
		p.Verdict = Pass
	default:
		p.Verdict = Nothing
	}
	if o.Severity != "" {
		p.Findings = slices.DeleteFunc(p.Findings, func(f Finding) bool { return !f.Severity.atLeast(o.Severity) })
	}
}
