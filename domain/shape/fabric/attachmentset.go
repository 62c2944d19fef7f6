package fabric

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// AttachmentEnd is an end of a wall or column that can be attached.
type AttachmentEnd string

// The ends.
const (
	AttachTop  AttachmentEnd = "top"
	AttachBase AttachmentEnd = "base"
)

// Enum lists the ends.
func (AttachmentEnd) Enum() []string { return []string{"top", "base"} }

// Of returns the list of attachments at one end.
func (end AttachmentEnd) Of(a *state.Attachments) *[]state.ID {
	if end == AttachBase {
		return &a.Base
	}
	return &a.Top
}

func EndOr(end AttachmentEnd) (AttachmentEnd, error) {
	switch end {
	case "", AttachTop:
		return AttachTop, nil
	case AttachBase:
		return AttachBase, nil
	}
	return "", state.Errorf(state.OutOfRange, "end %q: give top or base", end).With("parameter", "end").With("allowed",
		end.Enum())
}

// CheckMeets returns an error if the top of an element would be attached to an element that lies nowhere over it, or
// its base to an element that lies nowhere under it.
func CheckMeets(m *state.Model, e *state.Element, to []state.ID, end AttachmentEnd) error {
	region, err := planOf(m, e)
	if err != nil {
		return err
	}
	for _, id := range to {
		facets, _, err := SurfaceOf(m, id, end == AttachTop, region)
		if err != nil {
			return err
		}
		meets := slices.ContainsFunc(facets, func(f geometry.Facet) bool {
			return len(m.Stop.Intersect(region, geometry.Region{f.Plan})) > 0
		})
		if !meets {
			other, _ := m.Element(id)
			return state.Errorf(state.DegenerateGeometry, "%s %q lies nowhere %s %s %q in plan: attach to what does",
				other.Category, other.Name,
				map[AttachmentEnd]string{AttachTop: "over", AttachBase: "under"}[end], e.Category, e.Name).
				With("element_id", e.ID).With("to", id)
		}
	}
	return nil
}

// planOf returns the footprint of a wall or column in world coordinates.
func planOf(m *state.Model, e *state.Element) (geometry.Region, error) {
	if e.Category == state.CategoryWall {
		plan, err := WallPlanOf(m, e.ID)
		return plan.World(), err
	}
	shape, err := bodyshape.MemberShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	return MemberShapePlan(shape)
}

// CheckAttached refuses a change after which nothing would be left of an attached wall or column, or an opening would
// stick out of its wall.
func CheckAttached(m *state.Model, e *state.Element) error {
	if state.AttachmentsOf(e).None() {
		return nil
	}
	if _, err := bodyshape.Body(m, e.ID); err != nil {
		return state.Errorf(state.CodeOf(err), "%s %q, as it is attached: %w", e.Category, e.Name,
			err).With("element_id", e.ID)
	}
	return CheckOpenings(m, e)
}

// CheckFollowing checks the walls and columns that are attached to an element that changed.
func CheckFollowing(m *state.Model, id state.ID) error {
	for _, by := range AttachedTo(m, id) {
		e, ok := m.Element(by)
		if !ok {
			continue
		}
		if err := CheckAttached(m, e); err != nil {
			return err
		}
	}
	return nil
}

// upright returns the heights above the model's origin between which an attached wall is whole over the width of an
// opening.
func (t Trim) upright(plan WallPlan, r OpeningRect) (low, high geometry.Length, err error) {
	low, high = t.Low, t.High
	region := WallPlan{Frame: plan.Frame, Region: r.within(plan)}.World()
	for _, cut := range t.Cuts {
		for _, f := range cut.Facets {
			over := region
			if !cut.Whole {
				over = t.stop.Intersect(region, geometry.Region{f.Plan})
			}
			for _, p := range Corners(over) {
				z, err := f.Plane.HeightAt(p)
				if err != nil {
					return 0, 0, bodyshape.GeometryError(err)
				}
				if cut.Top {
					high = min(high, z+seamHeight)
				} else {
					low = max(low, z-seamHeight)
				}
			}
		}
	}
	return low, high, nil
}

func Corners(region geometry.Region) []geometry.Point2 {
	var out []geometry.Point2
	for _, polygon := range region {
		out = append(out, polygon.Outer...)
	}
	return out
}
