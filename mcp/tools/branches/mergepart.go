package branches

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// conflictPart is a part of a type or material in which the sides of a merge differ: a property, the layers, the
// profile.
type conflictPart struct {
	Part   string          `json:"part" jsonschema:"layers, profile, name, Pset.Name"`
	Base   json.RawMessage `json:"base" jsonschema:"null: not there"`
	Ours   json.RawMessage `json:"ours"`
	Theirs json.RawMessage `json:"theirs"`
}

// partsInLine bounds how many parts the line of a conflict shows; the others are counted.
const partsInLine = 3

// partsOf returns the parts in which the sides of a conflict differ, in the order of their names. It returns nil if the
// conflict is about no type or material.
func (m *merging) partsOf(c merge.Conflict) []conflictPart {
	_, isType := m.Theirs.Model.Type(c.ElementID)
	_, isMaterial := m.Theirs.Model.Material(c.ElementID)
	if !isType && !isMaterial {
		return nil
	}
	base, ours, theirs := m.parts(c.Base), m.parts(c.Ours), m.parts(c.Theirs)
	names := map[string]bool{}
	for _, side := range []map[string]json.RawMessage{base, ours, theirs} {
		for name := range side {
			names[name] = true
		}
	}
	var out []conflictPart
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(ours[name], theirs[name]) || base != nil && !bytes.Equal(base[name], ours[name]) {
			out = append(out, conflictPart{name, orNothing(base[name]), orNothing(ours[name]), orNothing(theirs[name])})
		}
	}
	return out
}

// parts divides a definition into its members by name: each property is a member, and layers carry the names of their
// materials. The id is left out, because two definitions of the same name have different ids.
func (m *merging) parts(definition json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(definition, &members) != nil || members == nil {
		return nil
	}
	delete(members, "id")
	for _, sets := range []string{"psets", "properties"} {
		var of []state.PropertySet
		if json.Unmarshal(members[sets], &of) != nil {
			continue
		}
		delete(members, sets)
		for _, set := range of {
			for _, property := range set.Properties {
				members[set.Name+"."+property.Name] = app.MustEncode(property.Value)
			}
		}
	}
	var layers []state.Layer
	if json.Unmarshal(members["layers"], &layers) == nil {
		words := make([]string, len(layers))
		for i, l := range layers {
			words[i] = strings.TrimSpace(fmt.Sprintf("%s %s %s", m.materialName(l.MaterialID), l.Thickness, l.Function))
		}
		members["layers"] = app.MustEncode(words)
	}
	var material state.ID
	if json.Unmarshal(members["material_id"], &material) == nil {
		members["material"] = app.MustEncode(m.materialName(material))
		delete(members, "material_id")
	}
	return members
}

func (m *merging) materialName(id state.ID) string {
	for _, model := range []*state.Model{m.Theirs.Model, m.Ours.Model, m.Base.Model} {
		if material, ok := model.Material(id); ok {
			return material.Name
		}
	}
	return string(id)
}

func orNothing(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// lineOfParts returns one line that describes the conflict of a definition.
func lineOfParts(c merge.Conflict, parts []conflictPart) string {
	told := make([]string, 0, partsInLine+1)
	for _, p := range parts[:min(len(parts), partsInLine)] {
		told = append(told, fmt.Sprintf("%s: base %s, ours %s, theirs %s", p.Part, shortValue(p.Base),
			shortValue(p.Ours), shortValue(p.Theirs)))
	}
	if more := len(parts) - partsInLine; more > 0 {
		told = append(told, fmt.Sprintf("and %d more parts", more))
	}
	return fmt.Sprintf("%s %q %s", c.Category, c.Name, strings.Join(told, "; "))
}
