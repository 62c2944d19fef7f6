package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// LinkModel links a model to the branch.
type LinkModel struct {
	ModelID    string
	Branch     string
	State      string // "" for live
	Name       string
	Discipline string
	Placement  state.LinkPlacement // "" for origin
	Offset     geometry.Point3
	Rotation   geometry.Angle
}

func (c LinkModel) Decide(t *Transaction) error {
	link := state.ModelLink{ID: t.newID(), Name: c.Name, ModelID: c.ModelID, Branch: c.Branch, State: c.State,
		Discipline: c.Discipline, Placement: c.Placement, Offset: c.Offset, Rotation: c.Rotation}
	if len(t.Model.ModelLinks()) >= MaxLinks {
		return state.Errorf(state.OperationTooLarge,
			"the branch has %d links: unlink_model ends those that are not looked at",
			len(t.Model.ModelLinks())).With("max", MaxLinks)
	}
	if err := checkLink(t.Model, &link); err != nil {
		return err
	}
	t.Emit(&state.ModelLinked{ModelLink: link})
	return nil
}

// UpdateLink changes a link. Fields that are not given stay unchanged.
type UpdateLink struct {
	Link       string // its id or name
	Branch     *string
	State      *string
	Name       *string
	Discipline *string
	Placement  *state.LinkPlacement
	Offset     *geometry.Point3
	Rotation   *geometry.Angle
}

func (c UpdateLink) Decide(t *Transaction) error {
	before, err := t.Model.FindLink(c.Link)
	if err != nil {
		return err
	}
	after := before
	shape.Given(&after.Branch, c.Branch)
	shape.Given(&after.State, c.State)
	shape.Given(&after.Name, c.Name)
	shape.Given(&after.Discipline, c.Discipline)
	shape.Given(&after.Placement, c.Placement)
	shape.Given(&after.Offset, c.Offset)
	shape.Given(&after.Rotation, c.Rotation)
	if err := checkLink(t.Model, &after); err != nil {
		return err
	}
	if after != before {
		t.Emit(&state.ModelLinkSet{From: before, To: after})
	}
	return nil
}

// UnlinkModel ends a link.
type UnlinkModel struct {
	Link string // its id or name
}

func (c UnlinkModel) Decide(t *Transaction) error {
	link, err := t.Model.FindLink(c.Link)
	if err != nil {
		return err
	}
	t.Emit(&state.ModelUnlinked{ModelLink: link})
	return nil
}

// MaxLinks is the maximum number of links of a model, because a query across models loads each of them. Projects have
// about ten.
const MaxLinks = 100

// namesOfNoLink lists the words that no link may have as its name, because they have another meaning in arguments that
// name models.
var namesOfNoLink = []string{"own", "all"}

// CanNameLink reports whether a text can name a link.
func CanNameLink(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return name != "" && !slices.Contains(namesOfNoLink, name)
}

// checkLink trims the texts of a link and refuses invalid ones.
func checkLink(m *state.Model, l *state.ModelLink) error {
	l.Name, l.State = strings.TrimSpace(l.Name), strings.TrimSpace(l.State)
	l.Discipline = strings.ToLower(strings.TrimSpace(l.Discipline))
	if l.State == "" {
		l.State = shape.LinkLive
	}
	if l.Placement == "" {
		l.Placement = state.PlacedByOrigin
	}
	switch {
	case l.ModelID == m.Info().ID:
		return state.Errorf(state.IllegalState,
			"a model cannot be linked to itself: diff_revisions and diff_branches compare its "+
				"states").With("state", "own model").With("allowed", []string{"another model"})
	case !CanNameLink(l.Name):
		return state.Errorf(state.OutOfRange,
			"the name of a link is %q: give one that models can name it by, such as STR",
			l.Name).With("parameter", "name")
	case l.Placement != state.PlacedAsGiven && (l.Offset != (geometry.Point3{}) || l.Rotation != 0):
		return state.Errorf(state.OutOfRange, "offset and rotation are for placement given; with %s they follow",
			l.Placement).With("parameter", "placement")
	}
	for _, other := range m.ModelLinks() {
		if other.ID != l.ID && strings.EqualFold(other.Name, l.Name) {
			return state.Errorf(state.AlreadyExists,
				"a link named %q exists: update_link changes it, or choose another name",
				l.Name).With("link_id", other.ID)
		}
	}
	if err := shape.CheckAngle("rotation", l.Rotation); err != nil {
		return err
	}
	return array.CheckDelta(m, l.Offset)
}

// Anchor returns the point by which an element of the model is placed, in the world.
func Anchor(m *state.Model, e *state.Element) geometry.Point3 { return PlaceOf(m, e) }
