package rules

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// subjects is the checked view with facts that several rules need.
type subjects struct {
	ctx      context.Context
	view     *projections.View
	options  Options
	index    *ways.Index
	table    []Rule            // all rules, selected or not
	asked    []Rule            // the selected rules
	stated   map[string]string // parameters that the model states, with their source
	group    string            // occupancy group, "" unknown
	assumed  string            // assumption behind the group
	egress   *egress
	wheels   *wheels
	known    known
	near     *geometry.Box // for a remedy on trial: no floor is computed beyond it
	unmended *subjects     // for a remedy on trial: the view without the remedy
	tried    int           // remedies tried for the current rule
	inVain   int           // number of remedies in a row that mended nothing
}

// pointWalker returns the traveller with which widths and distances are measured.
func pointWalker() ways.Traveller {
	point := ways.Walker()
	point.Radius = 0
	return point
}

// floors returns the floors on which rooms and doors are measured: of all storeys, or around the finding of a remedy on
// trial.
func (s *subjects) floors(who ways.Traveller) (*ways.Building, error) {
	switch {
	case s.near != nil:
		b, err := ways.Around(s.ctx, s.view, who, *s.near)
		if err != nil {
			return nil, err
		}
		return b, b.Make()
	case who.Lifts:
		w, err := s.onWheels()
		if err != nil {
			return nil, err
		}
		return w.building, nil
	}
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	return to.building, nil
}

// each measures the elements of a category in the order of their ids, or the elements of the options. It calls f on all
// cores at once, so f must guard shared data.
func (s *subjects) each(c state.Category, f func(e *state.Element) []Measurement) ([]Measurement, error) {
	ids := s.options.Elements
	if len(ids) == 0 {
		ids = s.view.Model.OfCategory(c)
	}
	found := make([][]Measurement, len(ids))
	var measured atomic.Int64
	most := int64(mostPairs + measuredEach*len(ids))
	err := onAllCores(s.ctx, len(ids), func(i int) {
		if e, ok := s.view.Model.Element(ids[i]); ok && e.Category == c && measured.Load() <= most {
			found[i] = f(e)
			measured.Add(int64(len(found[i])))
		}
	})
	if n := measured.Load(); err == nil && n > most {
		return nil, state.Errorf(state.OperationTooLarge,
			"%d %ss have more than %d measures of one rule, as many of them lie at one place: delete copies, or check "+
				"fewer at a time, by category or level", len(ids), c, most).With("limit", most)
	}
	return slices.Concat(found...), err
}

// A rule that compares each element with others may return more measurements than there are elements. measuredEach is
// the average allowed per element, as for a wall with its openings. mostPairs is the number allowed in addition: as
// many findings as one run can record.
const (
	measuredEach = 16
	mostPairs    = 100_000
)

// rooms measures the rooms of the kinds that a rule names. It reports a missing fact for a room of unknown use, unless
// the rule excludes kinds instead of naming them.
func (s *subjects) rooms(r *Rule, f func(e *state.Element) []Measurement) ([]Measurement, error) {
	return s.each(state.CategoryRoom, func(e *state.Element) []Measurement {
		u, known := s.usageOf(e)
		for _, c := range r.When {
			if c.Key != "kind" {
				continue
			}
			if !known && !c.Not {
				return []Measurement{missing(e, noUse)}
			}
			if holds := known && slices.ContainsFunc(c.Values,
				func(v string) bool { return slices.Contains(u.classes(), v) }); holds == c.Not {
				return nil
			}
		}
		return f(e)
	})
}

// findGroup sets the occupancy group: the argument, or else the use of most of the floor area according to the names of
// the rooms.
func (s *subjects) findGroup() {
	if s.options.Occupancy != "" {
		s.group = groupOf(s.options.Occupancy)
		return
	}
	areas := map[string]float64{}
	rooms := 0
	for _, id := range s.view.Model.OfCategory(state.CategoryRoom) {
		e, _ := s.view.Model.Element(id)
		if u, ok := s.usageOf(e); ok && u.group != "-" && u.group != "accessory" {
			if shape, err := s.view.Rooms().Shape(id); err == nil && shape.Bounded {
				group, _, _ := strings.Cut(u.group, " ")
				areas[group] += shape.Region.Area()
				rooms++
			}
		}
	}
	best := 0.0
	for _, group := range []string{"A-1", "A-2", "A-3", "B", "E", "F-1", "I-2", "M", "R", "R-1", "R-2", "S-1", "S-2"} {
		if areas[group] > best {
			s.group, best = group, areas[group]
		}
	}
	if s.group != "" {
		s.assumed = "occupancy group " + s.group + " by the names of the rooms"
	}
}

// inGroup reports whether a list contains an occupancy group: R contains R-2, but R-2 does not contain R.
func inGroup(group string, list []string) bool {
	return slices.ContainsFunc(list, func(v string) bool { return group == v || strings.HasPrefix(group, v+"-") })
}

// applicability states whether a rule applies.
type applicability int

const (
	applies applicability = iota
	doesNotApply
	unknown
)

// applies evaluates the conditions of a rule that are about the building. The measuring function evaluates the other
// conditions. The rule does not apply if one condition fails, even if others are unknown.
func (s *subjects) applies(r *Rule) (a applicability, why string, assumed string) {
	for _, c := range r.When {
		var value, words string
		switch c.Key {
		case "occ":
			value, words = s.group, "occupancy group (argument occupancy, or names of rooms that say their use)"
			assumed = s.assumed
		case "sprinklered":
			words = "whether the building is sprinklered (argument sprinklered)"
			value = said(s.options.Sprinklered)
			if c.Values[0] == onlySprinklered {
				if value == "no" {
					value, words = "", "sprinklers: without them the clause gives no figure for this occupancy group"
				}
				c.Values = []string{"yes"}
			}
		case "voice_alarm":
			words = "whether there is an emergency voice alarm (argument voice_alarm)"
			value = said(s.options.VoiceAlarm)
		case "profile":
			if value = s.options.Profile; value == "" {
				value = "none" // the rules of BS 9999 need a profile; those of Approved Document B apply without one
			}
		case "construction":
			value, words = s.options.Construction, "construction type (argument construction_type: IA to VB)"
		case "required_params":
			value = map[bool]string{true: "given", false: "none"}[len(s.options.Required) > 0]
		default:
			continue
		}
		if value == "" {
			if a = unknown; why == "" {
				why = words
			}
			continue
		}
		if inGroup(value, c.Values) == c.Not {
			return doesNotApply, c.Key + " is " + value, ""
		}
	}
	if a == unknown {
		return a, why, ""
	}
	return applies, "", assumed
}

// onlySprinklered is the value of the condition sprinklered of a row for sprinklered buildings only, where the table
// has "not permitted" for other buildings. Other buildings are not measured, and do not pass.
const onlySprinklered = "only"

// said returns "yes" or "no" for a given fact, and "" if nobody gave it.
func said(v *bool) string {
	if v == nil {
		return ""
	}
	return map[bool]string{true: "yes", false: "no"}[*v]
}

// condition returns the values of a condition of the rule, or nil if the rule has no such condition.
func (r *Rule) condition(key string) []string {
	for _, c := range r.When {
		if c.Key == key {
			return c.Values
		}
	}
	return nil
}

// tells reports whether a rule is the first selected rule of its quantity, which reports the facts that concern all
// rules of that quantity.
func (s *subjects) tells(r *Rule) bool {
	i := slices.IndexFunc(s.asked, func(other Rule) bool { return other.Quantity == r.Quantity })
	return i < 0 || s.asked[i].ID == r.ID
}
