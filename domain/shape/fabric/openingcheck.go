package fabric

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CheckOpening checks an opening against its host and the host's other openings.
func CheckOpening(m *state.Model, e *state.Element) error {
	host, ok := m.Element(e.HostID)
	if !ok {
		return nil
	}
	return checkOpeningsOf(m, host, e)
}

// CheckOpenings checks all openings of a host against it.
func CheckOpenings(m *state.Model, host *state.Element) error {
	var all []*state.Element
	for _, id := range m.HostedBy(host.ID) {
		if e, ok := m.Element(id); ok && e.Category == state.CategoryOpening {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return checkOpeningsOf(m, host, all...)
}

func checkOpeningsOf(m *state.Model, host *state.Element, openings ...*state.Element) error {
	if wall, ok := host.Params.(*Wall); ok {
		rects := WallOpenings(m, host.ID)
		for _, e := range openings {
			if err := checkWallOpening(m, e, host, wall, rects); err != nil {
				return err
			}
		}
		return checkWallLeft(m, host, wall, rects)
	}
	outline, err := HostOutline(m, host)
	if err != nil {
		return err
	}
	all := PlanOpenings(m, host)
	for _, e := range openings {
		if err := either(checkPlanOpening(m, e, host, outline), checkPlanApart(m, e, host, all)); err != nil {
			return err
		}
	}
	return checkPlanLeft(m, host, outline, all)
}

// checkPlanLeft refuses openings that leave nothing of a floor or roof. It subtracts them from the plan only if
// together they are about as large as the plan.
func checkPlanLeft(m *state.Model, host *state.Element, outline geometry.Region, openings []planOpening) error {
	open, carving := 0.0, false
	for _, o := range openings {
		open += o.area
		carving = carving || o.Opening.carves()
	}
	if open < float64(outline.Area()*fullyOpen) {
		return nil
	}
	if len(m.Stop.Subtract(outline, planCuts(m, host.ID)...)) == 0 {
		return nothingLeft(host)
	}
	if carving {
		if _, err := host.Params.(state.Bodied).Body(m, host); state.CodeOf(err) == state.EmptyResult {
			return nothingLeft(host)
		}
	}
	return nil
}

// checkWallLeft refuses openings that leave nothing of a wall. It builds the body only if the openings together are
// about as large as the wall.
func checkWallLeft(m *state.Model, host *state.Element, wall *Wall, rects []OpeningRect) error {
	plan, err := WallPlanOf(m, host.ID)
	if err != nil {
		return err
	}
	open := 0.0
	for _, r := range rects {
		r = r.reach(plan)
		open += float64(r.Width.M() * r.Height.M())
	}
	if wall.Attachments().None() && float64(open*plan.Thickness().M()) <
		float64(plan.Region.Area()*wall.Height.M())*fullyOpen {
		return nil
	}
	if _, err := wall.Body(m, host); state.CodeOf(err) == state.EmptyResult {
		return nothingLeft(host)
	}
	return nil
}

// fullyOpen is the share of a wall's volume, or of a plan's area, from which on the remaining body or plan is computed.
// It is below 1 to allow for the rounding of areas.
const fullyOpen = 0.999

func nothingLeft(host *state.Element) error {
	return state.Errorf(state.EmptyResult,
		"the openings would leave nothing of %s %q: make them smaller, or delete the %s",
		host.Category, host.Name, host.Category).With("host_id", host.ID)
}

// checkWallOpening checks an opening against its wall and the wall's other openings.
func checkWallOpening(m *state.Model, e, host *state.Element, wall *Wall, openings []OpeningRect) error {
	r, ok := OpeningRectOf(m, e)
	if !ok {
		return state.Errorf(state.OpeningOutsideHost,
			"an opening in a wall is given by offset, width and height, not by a polygon").With("host_id", host.ID)
	}
	name, line := subjectName(m, e), StripOf(m, host).plan()
	long := line.Length
	given := r
	r = r.reach(line)
	low, high, err := wholeHeight(m, host, wall, r)
	inside := r.Sill >= low && r.Sill+r.Height <= high
	switch {
	case err != nil:
		return err
	case line.Curved() && r.Width > line.innerRadius():
		return state.Errorf(state.OpeningOutsideHost,
			"%s is %s mm wide, which is more than the radius of the inner face of curved wall %q, %s mm: make it "+
				"narrower", name, r.Width, host.Name, line.innerRadius()).
			With("opening_id", e.ID).With("host_id", host.ID).With("width", r.Width)
	case r.Offset < line.besides(r.Width) || r.Offset+r.Width > long-line.besides(r.Width)+flushSlack:
		return state.Errorf(state.OpeningOutsideHost,
			"%s from %s to %s mm does not fit wall %q of %s mm length: change offset or width", name, r.Offset,
			r.Offset+r.Width, host.Name, long).
			With("opening_id", e.ID).With("host_id", host.ID).With("offset", r.Offset).With("width",
			r.Width).With("host_length", long)
	case !inside && !wall.Attachments().None():
		if whole, err := given.liesIn(m, host, wall); err != nil || !whole {
			return either(err, cutOff(m, e, host, r, low, high))
		}
	case !inside:
		return state.Errorf(state.OpeningOutsideHost,
			"%s from %s to %s mm above the base does not fit wall %q of %s mm height: change sill_height or height",
			name, r.Sill, r.Sill+r.Height, host.Name, wall.Height).
			With("opening_id", e.ID).With("host_id", host.ID).With("sill_height", r.Sill).With("height",
			r.Height).With("host_height", wall.Height)
	case r.Depth > m.LayersThickness(host, wall.Thickness):
		return state.Errorf(state.OpeningOutsideHost,
			"%s is deeper (%s mm) than wall %q: leave depth out to go through", name,
			r.Depth, host.Name).
			With("opening_id", e.ID).With("host_id", host.ID)
	}
	return given.checkApart(m, e, host, line, openings)
}

// checkApart refuses a door or window that overlaps an opening of its straight or curved wall, and an opening that
// overlaps a door or window. Two unfilled openings may overlap, because they are then one hole.
func (o OpeningRect) checkApart(m *state.Model, e, host *state.Element, line WallPlan, openings []OpeningRect) error {
	for _, other := range openings {
		if other.ID == e.ID || o.Filler == "" && other.Filler == "" { // openings that overlap are one hole
			continue
		}
		over, err := o.meets(m, line, other)
		if err != nil {
			return err
		}
		if over {
			second, _ := m.Element(other.ID)
			return state.Errorf(state.OpeningsOverlap,
				"%s overlaps %s in wall %q: %s to %s mm against %s to %s mm along the wall",
				subjectName(m, e), subjectName(m, second), host.Name,
				o.Offset, o.Offset+o.Width, other.Offset, other.Offset+other.Width).
				With("opening_id", e.ID).With("other_id",
				shape.OrElse(string(other.Filler), string(other.ID))).With("host_id", host.ID)
		}
	}
	return nil
}

// either returns the first error, or the second if the first is nil.
func either(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// liesIn reports whether an attached wall is whole at the place of an opening that is not a rectangle. The wall is
// whole there if the opening removes as much of the wall as the volume of the opening between the faces.
func (o OpeningRect) liesIn(m *state.Model, host *state.Element, wall *Wall) (bool, error) {
	if o.Form.plain() {
		return false, nil
	}
	plan, err := WallPlanOf(m, host.ID)
	if err != nil {
		return false, err
	}
	t, _, err := TrimWall(m, host, wall, plan)
	if err != nil {
		return false, err
	}
	gross, err := wall.cutBody(t, plan, nil)
	if err != nil {
		return false, err
	}
	net, err := wall.cutBody(t, plan, []OpeningRect{o})
	if err != nil {
		return false, err
	}
	void, err := o.Void(m, plan)
	if err != nil {
		return false, err
	}
	return gross.Volume()-net.Volume() >= void.Volume()-float64(leastStrip*plan.Thickness().M()), nil
}

// leastCommon is the least common volume, in m3, of two openings that count as overlapping: a cubic millimetre. Jambs
// that only touch share less, because rounding moves their corners by a micrometre.
const leastCommon = 1e-9

// meets reports whether two openings of a wall share more than a face.
func (o OpeningRect) meets(m *state.Model, line WallPlan, other OpeningRect) (bool, error) {
	if !line.Spread(o.reach(line)).overlaps(line.Spread(other.reach(line))) {
		return false, nil
	}
	if o.Form.plain() && other.Form.plain() {
		return true, nil
	}
	common, err := o.common(m.Stop, line, other)
	return common > leastCommon, err
}

// wholeHeight returns the heights above the base of a wall between which the wall is whole over the width of an
// opening. For an attached wall they follow from the surfaces that it is attached to.
func wholeHeight(m *state.Model, host *state.Element, wall *Wall, r OpeningRect) (low, high geometry.Length,
	err error) {
	if wall.Attachments().None() {
		return 0, wall.Height, nil
	}
	plan, err := WallPlanOf(m, host.ID)
	if err != nil {
		return 0, 0, err
	}
	t, _, err := TrimWall(m, host, wall, plan)
	if err != nil {
		return 0, 0, err
	}
	low, high, err = t.upright(plan, r)
	return low - plan.Frame.Origin.Z, high - plan.Frame.Origin.Z, err
}

// cutOff returns the error for an opening in an attached wall that sticks out of it. The error names the heights
// between which the wall is whole.
func cutOff(m *state.Model, e, host *state.Element, r OpeningRect, low, high geometry.Length) error {
	const step = geometry.Millimetre
	low += (step - low%step) % step // inwards, to whole millimetres
	high -= (high%step + step) % step
	next := fmt.Sprintf("over its width the wall is whole from %s to %s mm: change sill_height or height", low, high)
	if low >= high {
		next = "over its width the wall is whole at no height: change offset or width"
	}
	return state.Errorf(state.OpeningOutsideHost,
		"%s from %s to %s mm above the base sticks out of wall %q where that is cut off by what it is attached to; %s",
		subjectName(m, e), r.Sill, r.Sill+r.Height, host.Name, next).
		With("opening_id", e.ID).With("host_id", host.ID).With("sill_height", r.Sill).With("height", r.Height).
		With("whole_from", low).With("whole_to", high)
}

// flushSlack is the length by which an opening may extend beyond its wall. Turning a wall rounds each of its ends to
// the grid by up to 0.71 micrometres. So the wall may become 2 micrometres shorter than an opening that fills its
// length.
const flushSlack = 2 * geometry.Micrometre

// overlaps reports whether two openings share more than an edge.
func (o OpeningRect) overlaps(p OpeningRect) bool {
	return o.Offset < p.Offset+p.Width && p.Offset < o.Offset+o.Width &&
		o.Sill < p.Sill+p.Height && p.Sill < o.Sill+o.Height
}

// subjectName returns the category and the name of the door or window that fills an opening, otherwise of the opening
// itself.
func subjectName(m *state.Model, e *state.Element) string {
	if o, ok := e.Params.(*Opening); ok {
		if filler, ok := m.Element(o.FilledBy); ok {
			e = filler
		}
	}
	return fmt.Sprintf("%s %q", e.Category, e.Name)
}

func checkPlanOpening(m *state.Model, e, host *state.Element, outline geometry.Region) error {
	o := e.Params.(*Opening)
	if filler, ok := m.Element(o.FilledBy); ok {
		if s, ok := filler.Params.(*Skylight); ok {
			return checkSkylight(m, filler, host, s)
		}
	}
	if len(o.Polygon) == 0 {
		return state.Errorf(state.OpeningOutsideHost,
			"an opening in a %s is given by a polygon, or by location, width and height",
			host.Category).With("host_id", host.ID)
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return shape.GeometryError(err)
	}
	if geometry.SticksOut(geometry.Region{polygon}, outline) {
		return state.Errorf(state.OpeningOutsideHost,
			"opening %q sticks out of %s %q: keep its polygon within the boundary",
			e.Name, host.Category, host.Name).
			With("opening_id", e.ID).With("host_id", host.ID)
	}
	if o.carves() {
		return o.checkCarving(m, e, host, outline)
	}
	return nil
}

// planOpening is an opening in a floor or roof with the box around it in plan, so that openings far from each other can
// be distinguished quickly.
type planOpening struct {
	*state.Element
	Opening   *Opening
	Ring      geometry.Ring
	low, high geometry.Point2
	area      float64 // m2
}

// PlanOpenings returns the openings of a floor or roof, in the order of their ids.
func PlanOpenings(m *state.Model, host *state.Element) []planOpening {
	var out []planOpening
	for _, id := range m.HostedBy(host.ID) {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if _, ok := e.Params.(*Opening); !ok {
			continue
		}
		if o := InPlan(m, e); len(o.Polygon) > 0 {
			p := geometry.Polygon{Outer: o.Polygon}
			low, high := o.reach()
			out = append(out, planOpening{e, o, o.Polygon, low, high, math.Abs(p.Area())})
		}
	}
	return out
}

// outlined is a category whose openings are polygons in plan: floors and roofs.
type outlined interface {
	// Outline returns the plan without openings.
	Outline() (geometry.Region, error)
}

// HostOutline returns the plan of a floor or roof before its openings.
func HostOutline(m *state.Model, host *state.Element) (geometry.Region, error) {
	if p, ok := host.Params.(outlined); ok {
		return p.Outline()
	}
	return nil, state.Errorf(state.IllegalState, "a %s cannot have openings", host.Category)
}
