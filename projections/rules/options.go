package rules

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Options holds the selection of rules and elements, and the facts about the building that the caller knows.
type Options struct {
	Checks       []string   `json:"checks"`              // tools whose rules are applied
	Standards    []string   `json:"standards,omitempty"` // standards whose rules are applied; none means all
	Rules        []string   `json:"rule_ids,omitempty"`
	Severity     Severity   `json:"severity,omitempty"`    // the least severity that is reported
	Elements     []state.ID `json:"element_ids,omitempty"` // elements to check, with their surroundings; none means all
	Query        any        `json:"query,omitempty"`       // query that found Elements, for the record
	Occupancy    string     `json:"occupancy,omitempty"`   // occupancy group of IBC 302, such as B or R-2
	Sprinklered  *bool      `json:"sprinklered,omitempty"`
	VoiceAlarm   *bool      `json:"voice_alarm,omitempty"` // an emergency voice communication system (IBC 907.5.2.2)
	Construction string     `json:"construction_type,omitempty"`
	Profile      string     `json:"risk_profile,omitempty"`    // risk profile of BS 9999, such as A2
	Required     []string   `json:"required_params,omitempty"` // for data_completeness, in place of the rules' lists
	Edition      string     `json:"edition,omitempty"`         // edition of the standards; "" means all
	RulesFile    string     `json:"rules_sha256,omitempty"`    // digest of the file of team rules in the table
}

// Normal returns the options with each element once, so that an element is not checked twice.
func (o Options) Normal() Options {
	o.Elements = set(o.Elements)
	return o
}

// Recorded returns the options in the form that the record of a check holds, which is the same for equal calls. Lists
// are sorted without duplicates, and a query replaces the elements that it found.
func (o Options) Recorded() Options {
	o = o.Normal()
	o.Rules, o.Required = set(o.Rules), set(o.Required)
	if o.Query != nil {
		o.Elements = nil
	}
	return o
}

// Criteria returns the options that influence how elements are judged. It leaves out the options that only select rules
// and elements.
func (o Options) Criteria() Options {
	o = o.Recorded()
	return Options{
		Occupancy: o.Occupancy, Sprinklered: o.Sprinklered, VoiceAlarm: o.VoiceAlarm, Construction: o.Construction,
		Profile: o.Profile, Required: o.Required, RulesFile: o.RulesFile,
	}
}

// set returns the sorted entries of a list without duplicates.
func set[T cmp.Ordered](list []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func (o Options) holds(e *state.Element) bool {
	return len(o.Elements) == 0 || slices.Contains(o.Elements, e.ID)
}
