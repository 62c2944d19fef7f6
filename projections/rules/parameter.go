package rules

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// Parameter is what a check took of the building, and from where.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"` // "call", a property of the building, or "names of the rooms"
}

// statedAs are the properties of the building, or of the site, that say what a call may say: of IFC's common set, and
// of a set of our own for what IFC has no word for.
var statedAs = []struct{ name, set, property string }{
	{"occupancy", "Pset_BuildingCommon", "OccupancyType"},
	{"sprinklered", "Pset_BuildingCommon", "SprinklerProtection"},
	{"voice_alarm", "Rules", "VoiceAlarm"},
	{"construction_type", "Rules", "ConstructionType"},
	{"risk_profile", "Rules", "RiskProfile"},
}

// stated returns the options with what the model says of the building where the call says nothing, and where that
// stands.
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

// ofBuilding returns a property of the building, else of the site.
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

// parameters says what was taken of the building. asked are the options of the call.
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

// groupOf reads an occupancy group as people write it: "b", "Group R-2", "IBC B".
func groupOf(text string) string {
	words := strings.Fields(strings.ToUpper(text))
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
