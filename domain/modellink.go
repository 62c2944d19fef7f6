package domain

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// LinkPlacement says how the coordinates of a linked model become those of the model that links it.
type LinkPlacement string

// The placements.
const (
	PlacedByOrigin LinkPlacement = "origin" // both have one origin
	PlacedByMap    LinkPlacement = "map"    // both are placed in one coordinate reference system
	PlacedAsGiven  LinkPlacement = "given"  // by offset and rotation
)

// Enum lists the placements.
func (LinkPlacement) Enum() []string {
	return []string{string(PlacedByOrigin), string(PlacedByMap), string(PlacedAsGiven)}
}

// The states of a linked model that are no revision and no tag.
const (
	LinkLive     = "live"     // as it is now
	LinkDelivery = "delivery" // as the last file that was imported into it made it
)

// ModelLink is another model that questions to a branch may be about too. Nothing of it is copied.
type ModelLink struct {
	ID         ID              `json:"link_id"`
	Name       string          `json:"name"`
	ModelID    string          `json:"model_id"`
	Branch     string          `json:"branch,omitempty"` // "" for main
	State      string          `json:"state"`            // live, delivery, a revision, or a tag
	Discipline string          `json:"discipline,omitempty"`
	Placement  LinkPlacement   `json:"placement"`
	Offset     geometry.Point3 `json:"offset"`             // of its origin, where the placement is given
	Rotation   geometry.Angle  `json:"rotation,omitempty"` // about its origin, counter-clockwise
}

// ModelLinked links a model.
type ModelLinked struct {
	ModelLink
}

// ModelLinkSet says other things of a link.
type ModelLinkSet struct {
	From ModelLink `json:"from"`
	To   ModelLink `json:"to"`
}

// ModelUnlinked ends a link.
type ModelUnlinked struct {
	ModelLink
}

func (e *ModelLinked) evolve(m *Model)  { m.setLink(e.ModelLink) }
func (e *ModelLinkSet) evolve(m *Model) { m.setLink(e.To) }

func (e *ModelUnlinked) evolve(m *Model) {
	m.linked = slices.DeleteFunc(slices.Clone(m.linked), func(l ModelLink) bool { return l.ID == e.ID })
	if len(m.linked) == 0 {
		m.linked = nil
	}
}

// setLink puts a link in the place of the one of its id. The list is never changed in place: clones share it.
func (m *Model) setLink(link ModelLink) {
	out := slices.DeleteFunc(slices.Clone(m.linked), func(l ModelLink) bool { return l.ID == link.ID })
	out = append(out, link)
	slices.SortFunc(out, func(a, b ModelLink) int { return strings.Compare(string(a.ID), string(b.ID)) })
	m.linked = out
}

// Touched says that nothing of an element is written.
func (*ModelLinked) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*ModelLinkSet) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*ModelUnlinked) Touched() []Touch { return nil }

func (e *ModelLinked) complete() bool   { return e.ID != "" && e.ModelID != "" }
func (e *ModelLinkSet) complete() bool  { return e.To.ID != "" && e.To.ModelID != "" }
func (e *ModelUnlinked) complete() bool { return e.ID != "" }

// ModelLinks returns the links of the branch in the order of their names. The caller may change the list.
func (m *Model) ModelLinks() []ModelLink {
	out := slices.Clone(m.linked)
	slices.SortFunc(out, func(a, b ModelLink) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// ModelLinkOf returns the link of an id or a name.
func (m *Model) ModelLinkOf(reference string) (ModelLink, bool) {
	for _, l := range m.linked {
		if string(l.ID) == reference || l.Name == reference {
			return l, true
		}
	}
	return ModelLink{}, false
}

// LinkModel links a model to the branch.
type LinkModel struct {
	ModelID    string
	Branch     string
	State      string // "" for live
	Name       string
	Discipline string
	Placement  LinkPlacement // "" for origin
	Offset     geometry.Point3
	Rotation   geometry.Angle
}

func (c LinkModel) decide(t *transaction) error {
	link := ModelLink{ID: t.newID(), Name: c.Name, ModelID: c.ModelID, Branch: c.Branch, State: c.State,
		Discipline: c.Discipline, Placement: c.Placement, Offset: c.Offset, Rotation: c.Rotation}
	if len(t.model.ModelLinks()) >= maxLinks {
		return Errorf(OperationTooLarge, "the branch has %d links: unlink_model ends those that are not looked at",
			len(t.model.ModelLinks())).With("max", maxLinks)
	}
	if err := t.model.checkLink(&link); err != nil {
		return err
	}
	t.emit(&ModelLinked{link})
	return nil
}

// UpdateLink says other things of a link. What is not given stays as it is.
type UpdateLink struct {
	Link       string // its id or name
	Branch     *string
	State      *string
	Name       *string
	Discipline *string
	Placement  *LinkPlacement
	Offset     *geometry.Point3
	Rotation   *geometry.Angle
}

func (c UpdateLink) decide(t *transaction) error {
	before, err := t.model.findLink(c.Link)
	if err != nil {
		return err
	}
	after := before
	given(&after.Branch, c.Branch)
	given(&after.State, c.State)
	given(&after.Name, c.Name)
	given(&after.Discipline, c.Discipline)
	given(&after.Placement, c.Placement)
	given(&after.Offset, c.Offset)
	given(&after.Rotation, c.Rotation)
	if err := t.model.checkLink(&after); err != nil {
		return err
	}
	if after != before {
		t.emit(&ModelLinkSet{before, after})
	}
	return nil
}

// UnlinkModel ends a link.
type UnlinkModel struct {
	Link string // its id or name
}

func (c UnlinkModel) decide(t *transaction) error {
	link, err := t.model.findLink(c.Link)
	if err != nil {
		return err
	}
	t.emit(&ModelUnlinked{link})
	return nil
}

func (m *Model) findLink(reference string) (ModelLink, error) {
	if link, ok := m.ModelLinkOf(reference); ok {
		return link, nil
	}
	return ModelLink{}, Errorf(NotFound, "no link %q on this branch: list_links names them", reference).With("link",
		reference)
}

// maxLinks is far above the models of one project; a question loads all of them.
const maxLinks = 100

// The names that stand for other things than one link where models are named.
var namesOfNoLink = []string{"own", "all"}

// checkLink trims the texts of a link and refuses what cannot be one.
func (m *Model) checkLink(l *ModelLink) error {
	l.Name, l.State = strings.TrimSpace(l.Name), strings.TrimSpace(l.State)
	l.Discipline = strings.ToLower(strings.TrimSpace(l.Discipline))
	if l.State == "" {
		l.State = LinkLive
	}
	if l.Placement == "" {
		l.Placement = PlacedByOrigin
	}
	switch {
	case l.ModelID == m.Info().ID:
		return Errorf(IllegalState, "a model cannot be linked to itself: diff_revisions and diff_branches compare its "+
			"states").With("state", "own model").With("allowed", []string{"another model"})
	case l.Name == "" || slices.Contains(namesOfNoLink, strings.ToLower(l.Name)):
		return Errorf(OutOfRange, "the name of a link is %q: give one that models can name it by, such as STR",
			l.Name).With("parameter", "name")
	case l.Placement != PlacedAsGiven && (l.Offset != (geometry.Point3{}) || l.Rotation != 0):
		return Errorf(OutOfRange, "offset and rotation are for placement given; with %s they follow",
			l.Placement).With("parameter", "placement")
	}
	for _, other := range m.ModelLinks() {
		if other.ID != l.ID && strings.EqualFold(other.Name, l.Name) {
			return Errorf(AlreadyExists, "a link named %q exists: update_link changes it, or choose another name",
				l.Name).With("link_id", other.ID)
		}
	}
	if err := checkAngle("rotation", l.Rotation); err != nil {
		return err
	}
	return m.checkDelta(l.Offset)
}

// Relocated returns an element after a move of all that it stands on: what is relative to a level, to a host or to a
// line keeps that, and heights are those of the levels.
func Relocated(e *Element, t Transform) *Element {
	if e.LevelID != "" {
		t.Delta.Z = 0
	}
	return e.with(func(c *Element) { c.Params = movedParams(e, t) })
}

// Apply returns where a point comes to lie.
func (t Transform) Apply(p geometry.Point3) geometry.Point3 { return t.space(p) }

// Anchor returns the point by which an element of the model is placed, in the world.
func (m *Model) Anchor(e *Element) geometry.Point3 { return m.placeOf(e) }

// Means reports whether a text names the link: by id, by name or by discipline.
func (l ModelLink) Means(text string) bool {
	return text != "" && (string(l.ID) == text || strings.EqualFold(l.Name, text) ||
		strings.EqualFold(l.Discipline, text))
}
