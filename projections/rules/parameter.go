package rules

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// Parameter is a fact about the building that a check used, with its source.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"` // "call", a property of the building, or "names of the rooms"
}

// statedAs lists the properties of the building or the site that can replace an argument of a call. They belong to
// IFC's common set, or to a set of our own if IFC has no property.
var statedAs = []struct{ name, set, property string }{
	{"occupancy", "Pset_BuildingCommon", "OccupancyType"},
	{"sprinklered", "Pset_BuildingCommon", "SprinklerProtection"},
	{"voice_alarm", "Rules", "VoiceAlarm"},
	{"construction_type", "Rules", "ConstructionType"},
	{"risk_profile", "Rules", "RiskProfile"},
}

// stated returns the options completed with facts that the model states about the building, and the source of each such
// fact.
func (o Options) stated(m *state.Model) (Options, map[string]string) {
	from := map[string]string{}
	for _, p := range statedAs {
		v, ok := ofBuilding(m, p.set, p.property)
		text, isText := shape.PropertyValueAny(v).(string)
		yes, isBool := shape.PropertyValueAny(v).(bool)
		if !ok || isText && !meansSomething(text) {
			continue
		}
		switch {
		case p.name == "occupancy" && o.Occupancy == "" && isText:
			o.Occupancy = text
		case p.name == "sprinklered" && o.Sprinklered == nil && isBool:
			o.Sprinklered = &yes
		case p.name == "voice_alarm" && o.VoiceAlarm == nil && isBool:
			o.VoiceAlarm = &yes
		case p.name == "construction_type" && o.Construction == "" && isText:
			o.Construction = text
		case p.name == "risk_profile" && o.Profile == "" && isText:
			o.Profile = text
		default:
			continue
		}
		from[p.name] = p.set + "." + p.property
	}
	return o, from
}

// ofBuilding returns a property of the building, or of the site if the building lacks it.
func ofBuilding(m *state.Model, set, name string) (state.PropertyValue, bool) {
	for _, id := range slices.Concat(m.OfCategory(state.CategoryBuilding), m.OfCategory(state.CategorySite)) {
		if e, ok := m.Element(id); ok {
			if v, ok := state.Lookup(e.Psets, set, name); ok {
				return v, true
			}
		}
	}
	return state.PropertyValue{}, false
}

// parameters returns the facts about the building that the check used. asked are the options of the call.
func (s *subjects) parameters(asked Options) []Parameter {
	var out []Parameter
	add := func(name, value, rooms string) {
		from := "call"
		if p, ok := s.stated[name]; ok {
			from = p
		} else if rooms != "" {
			from = rooms
		}
		if value != "" {
			out = append(out, Parameter{name, value, from})
		}
	}
	rooms := ""
	if s.assumed != "" {
		rooms = "names of the rooms"
	}
	add("occupancy", s.group, rooms)
	add("sprinklered", said(s.options.Sprinklered), "")
	add("voice_alarm", said(s.options.VoiceAlarm), "")
	add("construction_type", s.options.Construction, "")
	add("risk_profile", s.options.Profile, "")
	add("edition", asked.Edition, "")
	return slices.Clip(out)
}

// groupOf parses an occupancy group as people write it: "b", "Group R-2", "IBC B".
func groupOf(text string) string {
	words := strings.Fields(strings.ToUpper(text))
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
