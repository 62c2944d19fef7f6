package domain

import (
	"slices"

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

// of returns one end's list of some attachments.
func (end AttachmentEnd) of(a *Attachments) *[]ID {
	if end == AttachBase {
		return &a.Base
	}
	return &a.Top
}

// Attach lets the top or the base of walls and columns follow roofs, floors, ceilings and levels, beside what it
// follows already.
type Attach struct {
	ElementIDs []ID          `json:"element_ids" jsonschema:"walls and columns"`
	To         []ID          `json:"to" jsonschema:"roofs, floors, ceilings, levels; of several the lowest counts at a top, the highest at a base"`
	End        AttachmentEnd `json:"end,omitempty" jsonschema:"default top"`
}

func (c Attach) decide(t *transaction) error {
	if len(c.To) == 0 {
		return Errorf(OutOfRange, "to is empty: name what to attach to").With("parameter", "to")
	}
	end, err := endOr(c.End)
	if err != nil {
		return err
	}
	if err := t.model.checkAttachments(Attachments{Top: c.To}); err != nil {
		return err
	}
	return t.attach(c.ElementIDs, func(e *Element, a *Attachments) error {
		list := end.of(a)
		*list = sortedOnce(append(slices.Clone(*list), c.To...))
		return t.model.checkMeets(e, c.To, end)
	})
}

// Detach lets the top or the base of walls and columns go from what it is attached to: from the elements given, or from
// all.
type Detach struct {
	ElementIDs []ID          `json:"element_ids" jsonschema:"walls and columns"`
	From       []ID          `json:"from,omitempty" jsonschema:"default: all"`
	End        AttachmentEnd `json:"end,omitempty" jsonschema:"default: both"`
}

func (c Detach) decide(t *transaction) error {
	ends := []AttachmentEnd{AttachTop, AttachBase}
	if c.End != "" {
		end, err := endOr(c.End)
		if err != nil {
			return err
		}
		ends = []AttachmentEnd{end}
	}
	return t.attach(c.ElementIDs, func(e *Element, a *Attachments) error {
		before := len(a.Top) + len(a.Base)
		for _, end := range ends {
			list := end.of(a)
			if *list = without(*list, c.From); len(c.From) == 0 {
				*list = nil
			}
		}
		if len(a.Top)+len(a.Base) == before {
			return Errorf(IllegalState, "%s %q is not attached to that: get_element says what it is attached to",
				e.Category, e.Name).With("element_id", e.ID)
		}
		return nil
	})
}

func endOr(end AttachmentEnd) (AttachmentEnd, error) {
	switch end {
	case "", AttachTop:
		return AttachTop, nil
	case AttachBase:
		return AttachBase, nil
	}
	return "", Errorf(OutOfRange, "end %q: give top or base", end).With("parameter", "end").With("allowed", end.Enum())
}

// attach changes the attachments of walls and columns.
func (t *transaction) attach(ids []ID, change func(*Element, *Attachments) error) error {
	ids = sortedOnce(ids)
	if len(ids) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name walls or columns").With("parameter", "element_ids")
	}
	for _, id := range ids {
		e, err := t.model.find(id)
		if err != nil {
			return err
		}
		p, ok := e.Params.(attachable)
		if !ok || FixedOf(e) != nil {
			return Errorf(IllegalState, "%s %q has no top and base to attach: name walls and columns with parameters",
				e.Category, e.Name).With("element_id", id)
		}
		a := p.attachments()
		a.Top, a.Base = slices.Clone(a.Top), slices.Clone(a.Base)
		if err := change(e, &a); err != nil {
			return err
		}
		if err := t.setAttachments(e, a); err != nil {
			return err
		}
	}
	return t.checkChanged(ids...)
}

func (t *transaction) setAttachments(e *Element, a Attachments) error {
	return t.change(e, []Facet{paramFacet("attached_top"), paramFacet("attached_base")}, func(e *Element) {
		e.Params = e.Params.(attachable).attached(a)
	})
}

// checkMeets refuses to attach an element to what lies nowhere over it, at its top, or under it, at its base.
func (m *Model) checkMeets(e *Element, to []ID, end AttachmentEnd) error {
	region, err := m.planOf(e)
	if err != nil {
		return err
	}
	for _, id := range to {
		facets, _, err := m.surfaceOf(id, end == AttachTop, region)
		if err != nil {
			return err
		}
		meets := slices.ContainsFunc(facets, func(f geometry.Facet) bool {
			return len(m.stop.Intersect(region, geometry.Region{f.Plan})) > 0
		})
		if !meets {
			other, _ := m.Element(id)
			return Errorf(DegenerateGeometry, "%s %q lies nowhere %s %s %q in plan: attach to what does",
				other.Category, other.Name,
				map[AttachmentEnd]string{AttachTop: "over", AttachBase: "under"}[end], e.Category, e.Name).
				With("element_id", e.ID).With("to", id)
		}
	}
	return nil
}

// planOf returns the footprint of a wall or column in the world.
func (m *Model) planOf(e *Element) (geometry.Region, error) {
	if e.Category == CategoryWall {
		plan, err := m.WallPlan(e.ID)
		return plan.World(), err
	}
	shape, err := m.MemberShape(e)
	if err != nil {
		return nil, err
	}
	return shape.plan()
}

// checkAttached refuses a change after which nothing would be left of an attached wall or column, or an opening would
// stick out of its wall.
func (m *Model) checkAttached(e *Element) error {
	if AttachmentsOf(e).none() {
		return nil
	}
	if _, err := m.Body(e.ID); err != nil {
		return Errorf(CodeOf(err), "%s %q, as it is attached: %w", e.Category, e.Name, err).With("element_id", e.ID)
	}
	return m.checkOpenings(e)
}

// checkFollowing checks what is attached to an element that changed.
func (m *Model) checkFollowing(id ID) error {
	for _, by := range m.attachedTo(id) {
		e, ok := m.Element(by)
		if !ok {
			continue
		}
		if err := m.checkAttached(e); err != nil {
			return err
		}
	}
	return nil
}

// upright returns from where to where above the model's origin a wall is whole over the width of an opening, between
// what it is attached to.
func (t Trim) upright(plan WallPlan, r OpeningRect) (low, high geometry.Length, err error) {
	low, high = t.Low, t.High
	region := WallPlan{Frame: plan.Frame, Region: r.within(plan)}.World()
	for _, cut := range t.Cuts {
		for _, f := range cut.Facets {
			over := region
			if !cut.Whole {
				over = t.stop.Intersect(region, geometry.Region{f.Plan})
			}
			for _, p := range corners(over) {
				z, err := f.Plane.HeightAt(p)
				if err != nil {
					return 0, 0, geometryError(err)
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

func corners(region geometry.Region) []geometry.Point2 {
	var out []geometry.Point2
	for _, polygon := range region {
		out = append(out, polygon.Outer...)
	}
	return out
}
