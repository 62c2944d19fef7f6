package change

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A ceiling is drawn to the faces of the walls around it. When a command moves a wall or changes its thickness, the
// sides of ceilings along its faces move too. The sides of rooms do the same. A ceiling that the command itself changed
// is left alone.

// atFace is the maximum distance between a side of a ceiling and a wall face that the side follows. Ceilings are drawn
// in whole millimetres, while a face may lie between two of them.
const atFace = 1 * geometry.Millimetre

// movedFace is a face of a wall before and after a command. Each state is a placement on the face.
type movedFace struct {
	wall     *state.Element
	was, is  geometry.Placement // origin on the face, X along it
	length   geometry.Length    // of the wall, before
	low, top geometry.Length    // of the wall
}

// KeepCeilings moves the sides of ceilings along with the faces of walls that the events so far have moved.
func (t *Transaction) KeepCeilings() error {
	if !t.Model.Has(state.CategoryCeiling) {
		return nil
	}
	touched := map[state.ID]bool{}
	for _, event := range t.Events {
		for _, touch := range event.Touched() {
			if slices.ContainsFunc(touch.Facets, state.Facet.IsParameter) {
				touched[touch.ElementID] = true
			}
		}
	}
	var faces []movedFace
	for _, id := range shape.SortedIDs(touched) {
		faces = append(faces, t.movedFaces(id)...)
	}
	if len(faces) == 0 {
		return nil
	}
	for _, id := range t.Model.OfCategory(state.CategoryCeiling) {
		if !touched[id] {
			if err := t.followFaces(id, faces); err != nil {
				return err
			}
		}
	}
	return nil
}

// movedFaces returns the faces of a straight wall that a command has moved to other lines.
func (t *Transaction) movedFaces(id state.ID) (out []movedFace) {
	before, had := t.Before.Element(id)
	e, has := t.Model.Element(id)
	if !had || !has || e.LevelID != before.LevelID {
		return nil
	}
	was, ok := before.Params.(*fabric.Wall)
	is, still := e.Params.(*fabric.Wall)
	if !ok || !still || was.Mid != nil || is.Mid != nil || was.Fixed != nil || is.Fixed != nil {
		return nil
	}
	old, errOld := fabric.WallPlanOf(t.Before, id)
	now, errNow := fabric.WallPlanOf(t.Model, id)
	low, top, known := is.HeightRange(t.Model, e)
	if errOld != nil || errNow != nil || !known {
		return nil
	}
	for _, y := range [2][2]geometry.Length{{old.YMin, now.YMin}, {old.YMax, now.YMax}} {
		f := movedFace{wall: e, was: onFace(old.Frame, y[0]), is: onFace(now.Frame, y[1]), length: old.Length, low: low,
			top: top}
		if f.across(f.is.Origin.XY()).Abs() > ConstraintTolerance ||
			f.across(f.is.Point(geometry.Point3{X: now.Length}).XY()).Abs() > ConstraintTolerance {
			out = append(out, f)
		}
	}
	return out
}

func onFace(frame geometry.Placement, y geometry.Length) geometry.Placement {
	frame.Origin = frame.Point(geometry.Point3{Y: y})
	return frame
}

// across returns the distance of a point to the left of the face in its old place.
func (f *movedFace) across(p geometry.Point2) geometry.Length {
	return f.was.Local(p.At(f.was.Origin.Z)).Y
}

// has reports whether a side of a ceiling lies on the face in its old place, with at least half of its length along the
// wall.
func (f *movedFace) has(a, b geometry.Point2) bool {
	p, q := f.was.Local(a.At(f.was.Origin.Z)), f.was.Local(b.At(f.was.Origin.Z))
	from, to := max(min(p.X, q.X), 0), min(max(p.X, q.X), f.length)
	return p.Y.Abs() <= atFace && q.Y.Abs() <= atFace && 2*(to-from) >= (p.X-q.X).Abs()
}

// followFaces moves the sides of a ceiling along moved faces and recomputes its outline. Where the sides form no
// outline, it warns and leaves the ceiling unchanged.
func (t *Transaction) followFaces(id state.ID, faces []movedFace) error {
	e := Element(t.Model, id)
	c := e.Params.(*fabric.Ceiling)
	if c.Fixed != nil {
		return nil
	}
	underside := shape.ElevationOf(t.Model, e.LevelID) + c.Height
	near := slices.DeleteFunc(slices.Clone(faces), func(f movedFace) bool {
		return underside < f.low || underside > f.top+atFace
	})
	outline, leads, ok := followed(c.Boundary, near)
	if len(leads) == 0 {
		return nil
	}
	after := *c
	after.Boundary = outline
	if ok {
		ok = CheckElement(t.Model, e.With(func(a *state.Element) { a.Params = &after })) == nil
	}
	lead := shape.NameOf(t.Model, leads[0])
	if !ok {
		t.Warn("CEILING_LEFT", map[string]any{"element_id": id, "wall_id": leads[0]},
			"%s lies along %s and cannot follow it: give it another outline with modify_parameter boundary_points",
			shape.NameOf(t.Model, id), lead)
		return nil
	}
	t.Warn("FOLLOWED", map[string]any{"element_id": id, "wall_id": leads[0]}, "%s follows %s, along whose face it lies",
		shape.NameOf(t.Model, id), lead)
	return t.change(e, shape.ParamFacets(e.Category), func(a *state.Element) { a.Params = &after })
}

// followed returns the outline with its sides on the new places of the faces, and the walls that these sides follow.
// Each corner is where the lines of its two sides meet. ok is false if two adjacent sides do not meet or if a side is
// reversed.
func followed(outline []geometry.Point2, faces []movedFace) (out []geometry.Point2, leads []state.ID, ok bool) {
	n := len(outline)
	sides := make([]geometry.Placement, n)
	for i, a := range outline {
		b := outline[(i+1)%n]
		sides[i] = geometry.PlacementInPlan(a.At(0), b)
		for _, f := range faces {
			if f.has(a, b) {
				along := f.is
				if along.X.Dot(sides[i].X) < 0 {
					along.X = along.X.Mul(-1)
				}
				sides[i] = along
				leads = append(leads, f.wall.ID)
				break
			}
		}
	}
	if len(leads) == 0 {
		return outline, nil, true
	}
	out = make([]geometry.Point2, n)
	for i := range out {
		corner, meets := crossing(sides[(i+n-1)%n], sides[i])
		if !meets {
			return nil, leads, false
		}
		out[i] = corner
	}
	for i := range out { // each side must keep its direction
		d := out[(i+1)%n].Sub(out[i])
		if float64(sides[i].X.X*float64(d.X))+float64(sides[i].X.Y*float64(d.Y)) <= 0 {
			return nil, leads, false
		}
	}
	return out, leads, true
}

// leastTurn is the sine of the smallest angle at which two sides make a corner: a tenth of a degree. At this angle,
// rounding by a micrometre moves the corner by less than a millimetre.
const leastTurn = 0.0017

// crossing returns the point where two lines meet in plan, or false if they are nearly parallel.
func crossing(a, b geometry.Placement) (geometry.Point2, bool) {
	turn := float64(a.X.X*b.X.Y) - float64(a.X.Y*b.X.X)
	if math.Abs(turn) < leastTurn {
		return geometry.Point2{}, false
	}
	dx, dy := float64(b.Origin.X-a.Origin.X), float64(b.Origin.Y-a.Origin.Y)
	along := (float64(dx*b.X.Y) - float64(dy*b.X.X)) / turn
	return geometry.Point2{X: a.Origin.X + fabric.RoundLength(float64(along*a.X.X)),
		Y: a.Origin.Y + fabric.RoundLength(float64(along*a.X.Y))}, true
}
