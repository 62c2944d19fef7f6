package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CopyElement copies elements, shifted by a delta or set to a location, on the same level or on another one. Openings,
// doors and windows are copied with their wall, floor or roof; a door or window named by itself is copied into its own
// wall. Joins and connections are copied if both of their elements are. With a count, each copy is one delta further
// than the copy before.
type CopyElement struct {
	ElementIDs []state.ID       `json:"element_ids"`
	Delta      *geometry.Point3 `json:"delta,omitempty"`
	ToLocation *geometry.Point3 `json:"to_location,omitempty" jsonschema:"or this, of the first"`
	ToLevel    state.ID         `json:"to_level,omitempty"`
	Count      int              `json:"count,omitempty" zero:"refused" jsonschema:"default 1"`
}

const (
	// MaxCopies is the maximum number of copies of one element by one command.
	MaxCopies = 1000
	// maxCopied is the maximum number of elements that one command copies. An append holds 16 MiB, and each creation
	// takes at least 160 bytes.
	maxCopied = 100_000
)

func (c CopyElement) Decide(t *Transaction) error {
	sources, err := c.sources(t.Model)
	if err != nil {
		return err
	}
	delta, err := c.step(t.Model, sources)
	if err != nil {
		return err
	}
	if n := max(c.Count, 1) * len(sources); n > maxCopied {
		return state.Errorf(state.OperationTooLarge,
			"%d elements would be copied, at most %d at a time: give fewer or a lower count",
			n, maxCopied).With("parameter", "count")
	}
	r := &copier{Transaction: t, toLevel: c.ToLevel, names: namesOf(t.Model), numbered: map[string]int{}}
	for i := range max(c.Count, 1) {
		r.move = MoveElement{Delta: array.Times(delta, i+1)}
		if err := r.copyAll(sources); err != nil {
			return err
		}
	}
	return r.checkCopies()
}

// sources returns the elements to copy, sorted by id, without elements that are copied as part of another one.
func (c CopyElement) sources(m *state.Model) ([]*state.Element, error) {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return nil, state.Errorf(state.OutOfRange, "element_ids is empty: name what to copy").With("parameter",
			"element_ids")
	}
	var out []*state.Element
	for _, id := range ids {
		e, err := m.Find(id)
		if err != nil {
			return nil, err
		}
		if comesAlong(e, ids) || curtainComesAlong(m, e, ids) {
			continue
		}
		if err := checkCopy(e); err != nil {
			return nil, err
		}
		if e.HostID != "" && c.ToLevel != "" {
			return nil, state.Errorf(state.IllegalState,
				"a %s stays in its host %s: copy the host to another level, or place a new one", e.Category,
				e.HostID).With("element_id", e.ID)
		}
		out = append(out, e)
	}
	return out, nil
}

// comesAlong reports whether an element is copied with its host, or with the door or window in it.
func comesAlong(e *state.Element, named []state.ID) bool {
	if e.HostID != "" && slices.Contains(named, e.HostID) {
		return true
	}
	o, ok := e.Params.(*fabric.Opening)
	return ok && o.FilledBy != "" && slices.Contains(named, o.FilledBy)
}

// curtainComesAlong reports whether a curtain wall is copied with the wall whose opening it fills.
func curtainComesAlong(m *state.Model, e *state.Element, named []state.ID) bool {
	c, ok := e.Params.(*fabric.CurtainWall)
	if !ok || c.Opening == "" {
		return false
	}
	o, ok := m.Element(c.Opening)
	return ok && slices.Contains(named, o.HostID)
}

// copyChecks holds the checks that refuse to copy an element of a category that cannot be copied by itself.
var copyChecks = map[state.Category]func(e *state.Element) error{
	state.CategorySite:       refuseCopyOfOnly,
	state.CategoryBuilding:   refuseCopyOfOnly,
	state.CategoryLevel:      shape.CheckCopyOfLevel,
	state.CategoryOpening:    fabric.CheckCopyOfOpening,
	state.CategorySystem:     services.CheckCopyOfSystem,
	state.CategoryZone:       room.CheckCopyOfZone,
	state.CategoryConstraint: checkCopyOfConstraint,
	state.CategoryView:       views.CheckCopy,
	state.CategorySheet:      views.CheckCopy,
	state.CategoryArray:      checkCopyOfArray,
}

func checkCopy(e *state.Element) error {
	if check := copyChecks[e.Category]; check != nil {
		return check(e)
	}
	return nil
}

// refuseCopyOfOnly refuses a copy of the site or the building, because a model has only one of each.
func refuseCopyOfOnly(e *state.Element) error {
	return state.Errorf(state.IllegalState, "a model has one %s: it cannot be copied", e.Category).With("element_id",
		e.ID)
}

// step returns the shift from an element to its first copy.
func (c CopyElement) step(m *state.Model, sources []*state.Element) (geometry.Point3, error) {
	zero := geometry.Point3{}
	if c.Count < 0 || c.Count > MaxCopies {
		return zero, state.Errorf(state.OutOfRange, "count is %d: give 1 to %d", c.Count, MaxCopies).With("parameter",
			"count")
	}
	if c.Delta != nil && c.ToLocation != nil {
		return zero, state.Errorf(state.OutOfRange, "a copy takes delta or to_location, not both").With("parameter",
			"to_location")
	}
	if c.ToLevel != "" {
		if _, err := m.FindOf(c.ToLevel, state.CategoryLevel); err != nil {
			return zero, err
		}
	}
	switch {
	case c.ToLocation != nil && c.Count > 1:
		return zero, state.Errorf(state.OutOfRange,
			"with to_location there is one copy: give delta for a row of them").With(
			"parameter", "count")
	case c.ToLocation != nil:
		first := slices.IndexFunc(sources, func(e *state.Element) bool { return e.ID == c.ElementIDs[0] })
		delta := c.ToLocation.Sub(AnchorOf(m, sources[max(first, 0)]))
		return delta, array.CheckDelta(m, delta)
	case c.Delta != nil && (*c.Delta != zero || c.ToLevel != ""):
		return *c.Delta, array.CheckDelta(m, *c.Delta)
	case c.Delta == nil && c.ToLevel != "" && c.Count <= 1:
		return zero, nil
	}
	return zero, state.Errorf(state.OutOfRange,
		"the copies would lie on the original: give delta, to_location or to_level").With(
		"parameter", "delta")
}

// AnchorOf returns the point by which an element is placed: the location of a fixed shape, otherwise the anchor that
// its category defines ([state.Params]). The height is relative to the level.
func AnchorOf(m *state.Model, e *state.Element) geometry.Point3 {
	if f := state.FixedOf(e); f != nil {
		return f.Location
	}
	return e.Params.Anchor(m, e)
}
