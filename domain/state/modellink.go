package state

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// LinkPlacement is the way in which the coordinates of a linked model are converted to the coordinates of the linking
// model.
type LinkPlacement string

// The placements.
const (
	PlacedByOrigin LinkPlacement = "origin" // both models have the same origin
	PlacedByMap    LinkPlacement = "map"    // both models are placed in one coordinate reference system
	PlacedAsGiven  LinkPlacement = "given"  // by offset and rotation
)

// Enum lists the placements.
func (LinkPlacement) Enum() []string {
	return []string{string(PlacedByOrigin), string(PlacedByMap), string(PlacedAsGiven)}
}

// ModelLink is a link to another model, which queries to a branch can include. Nothing of that model is copied.
type ModelLink struct {
	ID         ID              `json:"link_id"`
	Name       string          `json:"name"`
	ModelID    string          `json:"model_id"`
	Branch     string          `json:"branch,omitempty"` // "" for main
	State      string          `json:"state"`            // live, delivery, a revision, or a tag
	Discipline string          `json:"discipline,omitempty"`
	Placement  LinkPlacement   `json:"placement"`
	Offset     geometry.Point3 `json:"offset"`             // of its origin, if the placement is given
	Rotation   geometry.Angle  `json:"rotation,omitempty"` // about its origin, counter-clockwise
}

// ModelLinked links a model.
type ModelLinked struct {
	ModelLink
}

// ModelLinkSet changes a link.
type ModelLinkSet struct {
	From ModelLink `json:"from"`
	To   ModelLink `json:"to"`
}

// ModelUnlinked ends a link.
type ModelUnlinked struct {
	ModelLink
}

func (e *ModelLinked) Evolve(m *Model) { m.setLink(e.ModelLink) }

func (e *ModelLinkSet) Evolve(m *Model) { m.setLink(e.To) }

func (e *ModelUnlinked) Evolve(m *Model) {
	m.linked = slices.DeleteFunc(slices.Clone(m.linked), func(l ModelLink) bool { return l.ID == e.ID })
	if len(m.linked) == 0 {
		m.linked = nil
	}
}

// setLink adds a link or replaces the one with its id. It copies the list, because clones share it.
func (m *Model) setLink(link ModelLink) {
	out := slices.DeleteFunc(slices.Clone(m.linked), func(l ModelLink) bool { return l.ID == link.ID })
	out = append(out, link)
	slices.SortFunc(out, func(a, b ModelLink) int { return strings.Compare(string(a.ID), string(b.ID)) })
	m.linked = out
}

// Touched returns nil, because the event writes to no element.
func (*ModelLinked) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*ModelLinkSet) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*ModelUnlinked) Touched() []Touch { return nil }

func (e *ModelLinked) complete() bool { return e.ID != "" && e.ModelID != "" }

func (e *ModelLinkSet) complete() bool { return e.To.ID != "" && e.To.ModelID != "" }

func (e *ModelUnlinked) complete() bool { return e.ID != "" }

// ModelLinks returns the links of the branch in the order of their names. The caller may change the list.
func (m *Model) ModelLinks() []ModelLink {
	out := slices.Clone(m.linked)
	slices.SortFunc(out, func(a, b ModelLink) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// ModelLinkOf returns the link with an id or a name.
func (m *Model) ModelLinkOf(reference string) (ModelLink, bool) {
	for _, l := range m.linked {
		if string(l.ID) == reference || l.Name == reference {
			return l, true
		}
	}
	return ModelLink{}, false
}

func (m *Model) FindLink(reference string) (ModelLink, error) {
	if link, ok := m.ModelLinkOf(reference); ok {
		return link, nil
	}
	return ModelLink{}, Errorf(NotFound, "no link %q on this branch: list_links names them", reference).With("link",
		reference)
}

// Apply returns the point after the move.
func (t Transform) Apply(p geometry.Point3) geometry.Point3 { return t.Space(p) }

// Means reports whether a text names the link: by id, by name or by discipline.
func (l ModelLink) Means(text string) bool {
	return text != "" && (string(l.ID) == text || strings.EqualFold(l.Name, text) ||
		strings.EqualFold(l.Discipline, text))
}
