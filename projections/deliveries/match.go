package deliveries

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// Matching says by what elements of the newer state were known again.
type Matching struct {
	ByID    int `json:"by_global_id"`
	BySame  int `json:"by_name_place_and_form,omitempty"`
	ByTag   int `json:"by_tag,omitempty"`
	ByName  int `json:"by_name_and_storey,omitempty"`
	ByPlace int `json:"by_place_and_form,omitempty"`
	New     int `json:"not_known,omitempty"`
}

// Match returns the newer state with the ids that elements, types and materials have in the last one, as far as they
// are known again.
func Match(last, newer *domain.Model) (*domain.Model, Matching) {
	m := Matching{}
	matched := definitionsMatched(last, newer)
	pairLevels(last, newer, matched)
	if len(matched) > 0 {
		newer = renamed(newer, matched)
	}
	matched = map[domain.ID]domain.ID{}
	passes := []struct {
		key   func(*domain.Model, *domain.Element) string
		count *int
	}{{sameKey, &m.BySame}, {tagKey, &m.ByTag}, {nameKey, &m.ByName}, {placeKey, &m.ByPlace}}
	for _, p := range passes {
		*p.count += pair(last, newer, matched, p.key)
	}
	newer.Each(func(e *domain.Element) bool {
		if _, there := last.Element(e.ID); there {
			m.ByID++
		} else if matched[e.ID] == "" {
			m.New++
		}
		return true
	})
	if len(matched) > 0 {
		newer = renamed(newer, matched)
	}
	return newer, m
}

// pair matches the elements without a counterpart that have a key which only one has on each side, and returns how many
// those are.
func pair(last, newer *domain.Model, matched map[domain.ID]domain.ID,
	key func(*domain.Model, *domain.Element) string) int {
	taken := map[domain.ID]bool{}
	for _, id := range matched {
		taken[id] = true
	}
	before := alone(last, key, func(id domain.ID) bool {
		_, there := newer.Element(id)
		return there || taken[id]
	})
	after := alone(newer, key, func(id domain.ID) bool {
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

// alone returns the elements by their keys, "" for a key that several have.
func alone(m *domain.Model, key func(*domain.Model, *domain.Element) string,
	without func(domain.ID) bool) map[string]domain.ID {
	out := map[string]domain.ID{}
	m.Each(func(e *domain.Element) bool {
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

// sameKey is category, name, storey, place and form.
func sameKey(m *domain.Model, e *domain.Element) string {
	if k := placeKey(m, e); k != "" {
		return e.Name + "\n" + k
	}
	return ""
}

// tagKey is the mark that the authoring program gives an element, which outlives its ids.
func tagKey(_ *domain.Model, e *domain.Element) string {
	tag := domain.TagOf(e)
	if tag == "" {
		return ""
	}
	return string(e.Category) + "\n" + tag
}

// nameKey is category and name on the storey.
func nameKey(_ *domain.Model, e *domain.Element) string {
	if e.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s\n%s\n%s", e.Category, e.LevelID, e.Name)
}

// placeKey is category, storey, place and form, "" for what has no place. What an element is hosted by counts by the
// place alone: the host may have a new id too.
func placeKey(m *domain.Model, e *domain.Element) string {
	if e.LevelID == "" {
		return ""
	}
	var form map[string]any
	text, err := json.Marshal(e.Params)
	if err != nil || json.Unmarshal(text, &form) != nil {
		return ""
	}
	for _, name := range []string{"filled_by", "top_level", "number", "tag"} {
		delete(form, name)
	}
	text, err = json.Marshal(withoutIDs("", form))
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s\n%s\n%v\n%s", e.Category, e.LevelID, m.Anchor(e), text)
}

// withoutIDs blanks the ids of elements and parts, which may be new ones; those of bodies follow from their form.
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

// The form of an id: a UUID.
const (
	idLength  = 36
	idHyphens = 4
)

// pairLevels matches storeys of new ids by name, else by height.
func pairLevels(last, newer *domain.Model, matched map[domain.ID]domain.ID) {
	there := func(m *domain.Model, id domain.ID) bool { _, ok := m.Element(id); return ok }
	for _, key := range []func(*domain.Element) string{
		func(e *domain.Element) string { return e.Name },
		func(e *domain.Element) string { return fmt.Sprint(e.Params.(*domain.Level).Elevation) },
	} {
		before := map[string]domain.ID{}
		for _, e := range last.Levels() {
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
		for _, e := range newer.Levels() {
			if was := before[key(e)]; was != "" && !there(last, e.ID) && matched[e.ID] == "" {
				matched[e.ID] = was
				delete(before, key(e))
			}
		}
	}
}

// definitionsMatched matches types and materials of new ids by name.
func definitionsMatched(last, newer *domain.Model) map[domain.ID]domain.ID {
	out := map[domain.ID]domain.ID{}
	names := map[string]domain.ID{}
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
	names = map[string]domain.ID{}
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
func renamed(m *domain.Model, to map[domain.ID]domain.ID) *domain.Model {
	out := domain.NewModel()
	out.Evolve(&domain.ModelCreated{Info: m.Info()})
	for _, t := range m.Types() {
		out.Evolve(&domain.TypeDefined{Type: *domain.WithIDs(t, to)})
	}
	for _, material := range m.Materials() {
		out.Evolve(&domain.MaterialDefined{Material: *domain.WithIDs(material, to)})
	}
	m.EachBody(func(b *domain.FixedBody) bool { out.Evolve(&domain.BodyDefined{FixedBody: *b}); return true })
	m.Each(func(e *domain.Element) bool {
		out.Evolve(&domain.ElementCreated{Element: domain.WithIDs(e, to)})
		return true
	})
	for _, j := range m.Joins() {
		k := *j
		k.A, k.B, k.Through = given(to, k.A), given(to, k.B), given(to, k.Through)
		if k.A > k.B {
			k.A, k.B, k.APart, k.BPart = k.B, k.A, k.BPart, k.APart
		}
		out.Evolve(&domain.ElementsJoined{Join: k, Beside: true})
	}
	for _, c := range m.Connections() {
		k := *c
		k.A, k.B = given(to, k.A), given(to, k.B)
		if k.A > k.B || k.A == k.B && k.APort > k.BPort {
			k.A, k.B, k.APort, k.BPort = k.B, k.A, k.BPort, k.APort
		}
		out.Evolve(&domain.ElementsConnected{Connection: k})
	}
	return out
}

func given(to map[domain.ID]domain.ID, id domain.ID) domain.ID {
	if other := to[id]; other != "" {
		return other
	}
	return id
}
