package deliveries

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
)

// Matching counts the elements of the newer state by the criterion that matched them.
type Matching struct {
	ByID    int `json:"by_global_id"`
	BySame  int `json:"by_name_place_and_form,omitempty"`
	ByTag   int `json:"by_tag,omitempty"`
	ByName  int `json:"by_name_and_storey,omitempty"`
	ByPlace int `json:"by_place_and_form,omitempty"`
	ByHost  int `json:"by_host_and_form,omitempty"`
	New     int `json:"not_known,omitempty"`
}

// Match returns the newer state with the ids of the elements, types and materials of the last state that they match.
// unnamed lists the elements of the newer state to which the file gives no name: they keep the automatic name that they
// have in the last state.
func Match(last, newer *state.Model, unnamed map[state.ID]bool) (*state.Model, Matching) {
	m := Matching{}
	matched := definitionsMatched(last, newer)
	pairLevels(last, newer, matched)
	if len(matched) > 0 {
		newer = renamed(newer, matched)
	}
	matched = map[state.ID]state.ID{}
	passes := []struct {
		key   func(*state.Model, *state.Element) string
		count *int
	}{{sameKey, &m.BySame}, {tagKey, &m.ByTag}, {placeKey, &m.ByPlace}, {nameKey, &m.ByName},
		{hostKey(matched), &m.ByHost}}
	for _, p := range passes {
		*p.count += pair(last, newer, matched, p.key)
	}
	newer.Each(func(e *state.Element) bool {
		if _, there := last.Element(e.ID); there {
			m.ByID++
		} else if matched[e.ID] == "" {
			m.New++
		}
		return true
	})
	newer = keepingNames(last, newer, matched, unnamed)
	if len(matched) > 0 {
		newer = renamed(newer, matched)
	}
	return newer, m
}

// keepingNames returns the newer state in which unnamed elements have the automatic names of the last state. An import
// counts elements for them, so that each deleted element changes the names of those after it.
func keepingNames(last, newer *state.Model, matched map[state.ID]state.ID,
	unnamed map[state.ID]bool) *state.Model {
	out := newer
	for id, is := range state.InOrder(unnamed) {
		e, there := newer.Element(id)
		was, known := last.Element(given(matched, id))
		if !is || !there || !known || was.Category != e.Category || was.Name == e.Name ||
			!change.NamedAutomatically(was) {
			continue
		}
		if out == newer {
			out = newer.Clone()
		}
		named := *e
		named.Name = was.Name
		out.Put(&named)
	}
	return out
}

// pair matches the unmatched elements with a key that exactly one element has on each side. It returns the number of
// new matches.
func pair(last, newer *state.Model, matched map[state.ID]state.ID,
	key func(*state.Model, *state.Element) string) int {
	taken := map[state.ID]bool{}
	for _, id := range matched {
		taken[id] = true
	}
	before := alone(last, key, func(id state.ID) bool {
		_, there := newer.Element(id)
		return there || taken[id]
	})
	after := alone(newer, key, func(id state.ID) bool {
		_, there := last.Element(id)
		return there || matched[id] != ""
	})
	n := 0
	for k, id := range after {
		if was, ok := before[k]; ok && was != "" && id != "" {
			matched[id] = was
			n++
		}
	}
	return n
}

// alone returns the ids of elements by their keys, or "" for a key that several elements have.
func alone(m *state.Model, key func(*state.Model, *state.Element) string,
	without func(state.ID) bool) map[string]state.ID {
	out := map[string]state.ID{}
	m.Each(func(e *state.Element) bool {
		if without(e.ID) {
			return true
		}
		k := key(m, e)
		if k == "" {
			return true
		}
		if _, several := out[k]; several {
			out[k] = ""
		} else {
			out[k] = e.ID
		}
		return true
	})
	return out
}

// sameKey returns a key of category, name, storey, place and form.
func sameKey(m *state.Model, e *state.Element) string {
	if k := placeKey(m, e); k != "" {
		return e.Name + "\n" + k
	}
	return ""
}

// tagKey returns a key of the tag that the authoring program gives an element, which is more permanent than ids.
func tagKey(_ *state.Model, e *state.Element) string {
	tag := elements.TagOf(e)
	if tag == "" {
		return ""
	}
	return string(e.Category) + "\n" + tag
}

// nameKey returns a key of category and name on the storey. It ignores automatic names, because they count elements and
// move to other elements when one is deleted.
func nameKey(_ *state.Model, e *state.Element) string {
	if e.Name == "" || change.NamedAutomatically(e) {
		return ""
	}
	return fmt.Sprintf("%s\n%s\n%s", e.Category, e.LevelID, e.Name)
}

// placeKey returns a key of category, storey, place and form, or "" for an element without a place. For a hosted
// element it ignores the host, which may have a new id too.
func placeKey(m *state.Model, e *state.Element) string {
	form := formOf(e)
	if e.LevelID == "" || form == "" {
		return ""
	}
	return fmt.Sprintf("%s\n%s\n%v\n%s", e.Category, e.LevelID, change.Anchor(m, e), form)
}

// hostKey returns a key of category, type, host and form without the place along the host, which matches a door that
// was moved in its wall. The key contains the id of the host, or the id of the element that the host is matched with.
func hostKey(matched map[state.ID]state.ID) func(*state.Model, *state.Element) string {
	return func(m *state.Model, e *state.Element) string {
		form := formOf(e, "offset")
		if e.HostID == "" || form == "" {
			return ""
		}
		host := e.HostID
		if was := matched[host]; was != "" {
			host = was
		}
		return fmt.Sprintf("%s\n%s\n%s\n%s", e.Category, e.TypeID, host, form)
	}
}

// formOf returns the parameters of an element without ids, and without parameters that depend on neighbours or that
// people edit, or "" for none.
func formOf(e *state.Element, without ...string) string {
	var form map[string]any
	text, err := json.Marshal(e.Params)
	if err != nil || json.Unmarshal(text, &form) != nil {
		return ""
	}
	for _, name := range append(without, "filled_by", "top_level", "number", "tag") {
		delete(form, name)
	}
	if text, err = json.Marshal(withoutIDs("", form)); err != nil {
		return ""
	}
	return string(text)
}

// withoutIDs blanks the ids of elements and parts, which may be new. Ids of bodies stay, because they follow from the
// form.
func withoutIDs(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for member := range v {
			v[member] = withoutIDs(member, v[member])
		}
	case []any:
		for i := range v {
			v[i] = withoutIDs(name, v[i])
		}
	case string:
		if len(v) == idLength && strings.Count(v, "-") == idHyphens && !strings.HasPrefix(name, "body") {
			return ""
		}
	}
	return value
}

// These constants describe the form of an id: a UUID.
const (
	idLength  = 36
	idHyphens = 4
)

// pairLevels matches storeys with new ids by name, or else by height.
func pairLevels(last, newer *state.Model, matched map[state.ID]state.ID) {
	there := func(m *state.Model, id state.ID) bool { _, ok := m.Element(id); return ok }
	for _, key := range []func(*state.Element) string{
		func(e *state.Element) string { return e.Name },
		func(e *state.Element) string { return fmt.Sprint(e.Params.(*shape.Level).Elevation) },
	} {
		before := map[string]state.ID{}
		for _, e := range shape.Levels(last) {
			if !there(newer, e.ID) {
				before[key(e)] = e.ID
			}
		}
		for _, id := range matched {
			for k, was := range before {
				if was == id {
					delete(before, k)
				}
			}
		}
		for _, e := range shape.Levels(newer) {
			if was := before[key(e)]; was != "" && !there(last, e.ID) && matched[e.ID] == "" {
				matched[e.ID] = was
				delete(before, key(e))
			}
		}
	}
}

// definitionsMatched matches types and materials with new ids by name.
func definitionsMatched(last, newer *state.Model) map[state.ID]state.ID {
	out := map[state.ID]state.ID{}
	names := map[string]state.ID{}
	for _, t := range last.Types() {
		if _, same := newer.Type(t.ID); !same {
			names[string(t.Category)+"\n"+t.Name] = t.ID
		}
	}
	for _, t := range newer.Types() {
		k := string(t.Category) + "\n" + t.Name
		if _, same := last.Type(t.ID); !same && names[k] != "" {
			out[t.ID] = names[k]
			delete(names, k)
		}
	}
	names = map[string]state.ID{}
	for _, t := range last.Materials() {
		if _, same := newer.Material(t.ID); !same {
			names[t.Name] = t.ID
		}
	}
	for _, t := range newer.Materials() {
		if _, same := last.Material(t.ID); !same && names[t.Name] != "" {
			out[t.ID] = names[t.Name]
			delete(names, t.Name)
		}
	}
	return out
}

// renamed returns a model with other ids.
func renamed(m *state.Model, to map[state.ID]state.ID) *state.Model {
	out := state.NewModel()
	out.Evolve(&state.ModelCreated{Info: m.Info()})
	for _, t := range m.Types() {
		out.Evolve(&state.TypeDefined{Type: *state.WithIDs(t, to)})
	}
	for _, material := range m.Materials() {
		out.Evolve(&state.MaterialDefined{Material: *state.WithIDs(material, to)})
	}
	m.EachBody(func(b *state.FixedBody) bool { out.Evolve(&state.BodyDefined{FixedBody: *b}); return true })
	m.Each(func(e *state.Element) bool {
		out.Evolve(&state.ElementCreated{Element: state.WithIDs(e, to)})
		return true
	})
	for _, j := range m.Joins() {
		k := *j
		k.A, k.B, k.Through = given(to, k.A), given(to, k.B), given(to, k.Through)
		if k.A > k.B {
			k.A, k.B, k.APart, k.BPart = k.B, k.A, k.BPart, k.APart
		}
		out.Evolve(&state.ElementsJoined{Join: k, Beside: true})
	}
	for _, c := range m.Connections() {
		k := *c
		k.A, k.B = given(to, k.A), given(to, k.B)
		if k.A > k.B || k.A == k.B && k.APort > k.BPort {
			k.A, k.B, k.APort, k.BPort = k.B, k.A, k.BPort, k.APort
		}
		out.Evolve(&state.ElementsConnected{Connection: k})
	}
	return out
}

func given(to map[state.ID]state.ID, id state.ID) state.ID {
	if other := to[id]; other != "" {
		return other
	}
	return id
}
