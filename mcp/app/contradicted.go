package app

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// contradictionsNamed is how many properties of one element a warning names; it only counts the rest.
const contradictionsNamed = 5

// contradicted warns of properties that no longer fit an element whose type or parameters a change has changed. These
// are texts with the name of the old type, values other than the new type's, and numbers equal to the old value of a
// like-named parameter. Properties that the change itself sets are excluded.
func (d *Done) contradicted() []change.Warning {
	var out []change.Warning
	for _, id := range d.modified {
		was, before := d.Before.Model.Element(id)
		is, after := d.After.Model.Element(id)
		if !before || !after || len(is.Psets) == 0 {
			continue
		}
		s := stale{changes: d.changes[id], old: d.typeName(was), model: d.After.Model, of: is}
		if was.TypeID != is.TypeID {
			s.retyped = true
			s.now, _ = d.After.Model.Type(is.TypeID)
		}
		if left := s.left(); len(left) > 0 {
			out = append(out, s.warning(left))
		}
	}
	return out
}

func (d *Done) typeName(e *state.Element) string {
	if t, ok := d.Before.Model.Type(e.TypeID); ok {
		return t.Name
	}
	return ""
}

// stale finds the properties of one changed element that contradict it.
type stale struct {
	model   *state.Model
	of      *state.Element
	changes []state.Change
	retyped bool
	old     string      // name of the old type
	now     *state.Type // the new one, nil for none
}

// left returns the properties that contradict the element, each with the reason.
func (s stale) left() []leftBehind {
	var out []leftBehind
	for _, set := range s.of.Psets {
		for _, p := range set.Properties {
			if s.sets(set.Name, p.Name) {
				continue
			}
			if why := s.contradiction(set.Name, p); why != "" {
				out = append(out, leftBehind{set.Name + "." + p.Name, why})
			}
		}
	}
	return out
}

// leftBehind is a property that contradicts its element, with the reason.
type leftBehind struct{ property, why string }

// sets reports whether the change itself sets a property.
func (s stale) sets(set, name string) bool {
	for _, c := range s.changes {
		if string(c.Facet) == state.PsetPrefix+set+"."+name {
			return true
		}
	}
	return false
}

// contradiction returns why a property contradicts the element, or "" if it does not.
func (s stale) contradiction(set string, p state.Property) string {
	switch value := shape.PropertyValueAny(p.Value).(type) {
	case string:
		if s.retyped && s.names(value) {
			return fmt.Sprintf("names the type %q that it had", s.old)
		}
	case float64:
		for _, c := range s.changes {
			if from, to, ok := scalars(c); ok && from == value && to != value && isNamedAfter(p.Name, c) {
				return fmt.Sprintf("is %g, what %s was", value, strings.TrimPrefix(string(c.Facet), state.ParamPrefix))
			}
		}
	}
	if s.now == nil || !s.retyped {
		return ""
	}
	if typed, ok := state.Lookup(s.now.Psets, set, p.Name); ok && typed != p.Value {
		return fmt.Sprintf("is another than that of its type %q", s.now.Name)
	}
	return ""
}

// isNamedAfter reports whether the name of a property contains the name of the changed parameter, as Rough Width
// contains width. Equal numbers alone prove nothing: the width of a door may equal its offset by chance.
func isNamedAfter(property string, c state.Change) bool {
	letters := func(name string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(name))
	}
	return strings.Contains(letters(property), letters(strings.TrimPrefix(string(c.Facet), state.ParamPrefix)))
}

// names reports whether a text names the old type while the new type has another name. The text is the name itself or
// ends with it after a colon, as Revit writes family and type.
func (s stale) names(text string) bool {
	if s.old == "" || s.now != nil && s.now.Name == s.old {
		return false
	}
	return text == s.old || strings.HasSuffix(text, ":"+s.old) || strings.HasSuffix(text, ": "+s.old)
}

// scalars returns the old and the new number of a changed parameter; ok is false for any other change.
func scalars(c state.Change) (from, to float64, ok bool) {
	if !c.Facet.IsParameter() || json.Unmarshal(c.From, &from) != nil || string(c.From) == "null" {
		return 0, 0, false
	}
	return from, to, json.Unmarshal(c.To, &to) == nil
}

func (s stale) warning(left []leftBehind) change.Warning {
	said := make([]string, 0, contradictionsNamed)
	names := make([]string, len(left))
	for i, l := range left {
		names[i] = l.property
		if i < contradictionsNamed {
			said = append(said, l.property+" "+l.why)
		}
	}
	more := ""
	if n := len(left) - len(said); n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	category, name := Named(s.model, s.of.ID)
	return change.Warning{Code: "PROPERTIES_CONTRADICT",
		Data: map[string]any{"element_id": s.of.ID, "properties": names},
		Message: fmt.Sprintf("%s %q has properties that do not follow the change: %s%s; set_properties corrects them",
			category, name, strings.Join(said, ", "), more)}
}
