package rules

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Options say what is checked and what the caller knows of the building.
type Options struct {
	Checks       []string   `json:"checks"`              // the tools whose rules are applied
	Standards    []string   `json:"standards,omitempty"` // of the rules; none for all
	Rules        []string   `json:"rule_ids,omitempty"`
	Severity     Severity   `json:"severity,omitempty"`    // findings that are less grave are left out
	Elements     []state.ID `json:"element_ids,omitempty"` // that are checked, with what is around them; none for all
	Query        any        `json:"query,omitempty"`       // that found Elements, for the record
	Occupancy    string     `json:"occupancy,omitempty"`   // group of IBC 302, such as B or R-2
	Sprinklered  *bool      `json:"sprinklered,omitempty"`
	VoiceAlarm   *bool      `json:"voice_alarm,omitempty"` // an emergency voice communication system (IBC 907.5.2.2)
	Construction string     `json:"construction_type,omitempty"`
	Profile      string     `json:"risk_profile,omitempty"`    // of BS 9999, such as A2
	Required     []string   `json:"required_params,omitempty"` // of data_completeness, in place of the rules' lists
	Edition      string     `json:"edition,omitempty"`         // of the rules of standards; none for all
	RulesFile    string     `json:"rules_sha256,omitempty"`    // of the file of a team's rules that is in the table
}

// Normal returns the options with each element once: one that is named twice is checked once.
func (o Options) Normal() Options {
	o.Elements = set(o.Elements)
	return o
}

// Recorded returns the options as the record of a check has them, the same for calls that ask for the same: lists in
// order, each entry once, and a query in the place of all that it found.
func (o Options) Recorded() Options {
	o = o.Normal()
	o.Rules, o.Required = set(o.Rules), set(o.Required)
	if o.Query != nil {
		o.Elements = nil
	}
	return o
}

// Criteria returns those of the options by which elements are judged: not what only says which rules are applied, and
// to which elements.
func (o Options) Criteria() Options {
	o = o.Recorded()
	return Options{
		Occupancy: o.Occupancy, Sprinklered: o.Sprinklered, VoiceAlarm: o.VoiceAlarm, Construction: o.Construction,
		Profile: o.Profile, Required: o.Required, RulesFile: o.RulesFile,
	}
}

// set returns the entries of a list in order, each once.
func set[T cmp.Ordered](list []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func (o Options) holds(e *state.Element) bool {
	return len(o.Elements) == 0 || slices.Contains(o.Elements, e.ID)
}
