package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// LocationLine is the position of the wall's body relative to its start-end line. The interior is on the left of the
// direction from start to end.
type LocationLine string

// The location lines.
const (
	LocationCenter   LocationLine = "center"
	LocationInterior LocationLine = "interior" // the line is the interior face
	LocationExterior LocationLine = "exterior" // the line is the exterior face
)

// Enum lists the location lines.
func (LocationLine) Enum() []string { return []string{"center", "interior", "exterior"} }

// WallUse is the use of a wall, in IFC's terms (IfcWallTypeEnum).
type WallUse string

// Enum lists the uses of walls.
func (WallUse) Enum() []string {
	return []string{"solid", "partitioning", "shear", "parapet", "plumbing", "movable"}
}

// Wall is a vertical wall along a straight line, or along the arc through Mid.
type Wall struct {
	Start geometry.Point2 `json:"start"`
	End   geometry.Point2 `json:"end"`
	// Mid is a point of the arc between the ends; nil for a straight wall.
	Mid          *geometry.Point2 `json:"mid,omitempty" jsonschema:"makes an arc through it"`
	Height       geometry.Length  `json:"height" rule:"positive"`
	Thickness    geometry.Length  `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	BaseOffset   geometry.Length  `json:"base_offset,omitempty" jsonschema:"above the level"`
	LocationLine LocationLine     `json:"location_line,omitempty" jsonschema:"default center"`
	WallType     WallUse          `json:"wall_type,omitempty"`
	// AttachedTop lists the roofs, floors, ceilings and levels that the top is attached to.
	AttachedTop  []state.ID        `json:"attached_top,omitempty" rule:"set" input:"-"`
	AttachedBase []state.ID        `json:"attached_base,omitempty" rule:"set" input:"-"` // as AttachedTop
	Fixed        *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`       // replaces the others
}

func (w *Wall) Check(m *state.Model, e *state.Element) error {
	if geometry.Distance(w.Start, w.End) < shape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry, "the wall starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if err := w.checkArc(m, e); err != nil {
		return err
	}
	s := StripOf(m, e)
	if err := m.CheckHeights("height", s.z0, s.z1); err != nil {
		return err
	}
	if err := CheckAttachments(m, w.Attachments()); err != nil {
		return err
	}
	return m.CheckThickness(e, w.Thickness)
}

func (w *Wall) Moved(t state.Transform) state.Params {
	c := *w
	c.Start, c.End = t.Plan(w.Start), t.Plan(w.End)
	if w.Mid != nil {
		mid := t.Plan(*w.Mid)
		c.Mid = &mid
	}
	c.BaseOffset += t.Delta.Z
	return &c
}

func (w *Wall) Anchor(*state.Model, *state.Element) geometry.Point3 { return w.Start.At(w.BaseOffset) }

func (w *Wall) Centre() geometry.Point2 {
	if w.Mid != nil {
		return shape.Middle(shape.Middle(w.Start, w.End), *w.Mid)
	}
	return shape.Middle(w.Start, w.End)
}

func (w *Wall) FixedField() **state.FixedShape { return &w.Fixed }

func (w *Wall) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	plan, err := WallPlanOf(m, e.ID)
	if err != nil {
		return nil, err
	}
	t, attached, err := TrimWall(m, e, w, plan)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return w.cutBody(t, plan, WallOpenings(m, e.ID))
	}
	return w.solid(m.Stop, plan, WallOpenings(m, e.ID))
}

// solid returns the wall over a footprint, with its openings cut.
func (w *Wall) solid(stop geometry.Interrupt, plan WallPlan, openings []OpeningRect) (geometry.Body, error) {
	solid, err := geometry.SubtractPrisms(plan.Frame, plan.Region, 0, w.Height, cutsOf(plan, openings))
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	voids, err := formed(plan, openings)
	switch {
	case err != nil:
		return nil, err
	case len(voids) == 0:
		return geometry.Body{solid}, nil
	}
	return carved(stop, solid, voids)
}

// cutsOf returns the rectangular openings that run square through a wall as layers to cut out of it, in its frame.
func cutsOf(plan WallPlan, openings []OpeningRect) []geometry.Layer {
	var cuts []geometry.Layer
	for _, o := range openings {
		if !o.Form.plain() {
			continue
		}
		cuts = append(cuts, geometry.Layer{Base: geometry.Region{o.cut(plan)}, Z0: o.Sill, Z1: o.Sill + o.Height})
	}
	return cuts
}

func (w *Wall) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	plan, err := WallPlanOf(m, e.ID)
	if err != nil {
		return nil, err
	}
	return WallQuantities(m, e, plan, WallOpenings(m, e.ID))
}

// DeferredBody returns the box of a wall, and a function that makes the wall's body later. The box encloses the
// footprint over the wall's height, joins included. ok is false for elements other than walls, for attached walls, and
// for walls whose box the openings could change. The function keeps only the footprint and the openings, not the model.
func DeferredBody(m *state.Model, id state.ID) (box geometry.Box, body func() (geometry.Body, error), ok bool) {
	e, ok := m.Element(id)
	if !ok || state.FixedOf(e) != nil {
		return box, nil, false
	}
	w, ok := e.Params.(*Wall)
	if !ok {
		return box, nil, false
	}
	plan, err := WallPlanOf(m, id)
	if err != nil || len(plan.Region) == 0 || plan.Frame.Valid() != nil {
		return box, nil, false
	}
	if _, attached, err := TrimWall(m, e, w, plan); err != nil || attached {
		return box, nil, false
	}
	openings := WallOpenings(m, id)
	if plan.Curved() && len(openings) > 0 || !plan.clearOfCorners(openings) {
		return box, nil, false
	}
	box = geometry.EmptyBox()
	for _, polygon := range plan.Region {
		for _, p := range polygon.Outer {
			box = box.Extend(plan.Frame.Point(p.At(0))).Extend(plan.Frame.Point(p.At(w.Height)))
		}
	}
	return box, func() (geometry.Body, error) { return w.solid(nil, plan, openings) }, true
}

// clearOfCorners reports whether every opening lies between two neighbouring corners of the footprint along the wall.
// The wall then has its whole height at every corner, so that the openings do not change the box.
func (p WallPlan) clearOfCorners(openings []OpeningRect) bool {
	for _, o := range openings {
		if o.Width <= 0 || o.Height <= 0 || !o.Form.plain() {
			return false
		}
		for _, polygon := range p.Region {
			if slices.ContainsFunc(polygon.Outer, func(corner geometry.Point2) bool {
				return o.Offset <= corner.X && corner.X <= o.Offset+o.Width
			}) {
				return false
			}
		}
	}
	return true
}

// The kinds of joins.
const (
	JoinL      state.JoinKind = "L"      // an end of each wall
	JoinT      state.JoinKind = "T"      // an end of one wall on the line of the other
	JoinX      state.JoinKind = "X"      // both walls cross
	JoinInline state.JoinKind = "inline" // end to end on one line
)

// The join types.
const (
	JoinAuto  state.JoinType = "auto"
	JoinButt  state.JoinType = "butt"
	JoinMitre state.JoinType = "mitre"
)

const PartStart state.WallPart = "start"

const PartEnd state.WallPart = "end"

func JoinCheckMitre(j *state.Join, m *state.Model, a, b Strip) error {
	if j.Kind != JoinL {
		return state.Errorf(state.DegenerateGeometry,
			"walls %s and %s meet in a %s: only corners are mitred, use butt or auto",
			shape.NameOf(m, j.A), shape.NameOf(m, j.B), j.Kind).
			With("kind", j.Kind).With("element_ids", []state.ID{j.A, j.B})
	}
	if Sharp(a, b, j.APart, j.BPart) {
		return state.Errorf(state.DegenerateGeometry, "walls %s and %s meet at less than 10 degrees: use butt",
			shape.NameOf(m, j.A), shape.NameOf(m, j.B)).With("element_ids", []state.ID{j.A, j.B})
	}
	return nil
}

// JoinThrough returns the wall that runs through. In a T it is the wall that the end of the other wall meets. In other
// joins it is the wall named by priority. Without a priority it is the wall that reaches at least as low and as high as
// the other, so that no hole is left above the lower wall. If neither does, it is the thicker wall, or A if both are
// equally thick.
func JoinThrough(j *state.Join, a, b Strip, priority state.ID) state.ID {
	aCovers, bCovers := a.z0 <= b.z0 && a.z1 >= b.z1, b.z0 <= a.z0 && b.z1 >= a.z1
	switch {
	case j.Kind == JoinT && j.APart == state.PartSpan:
		return j.A
	case j.Kind == JoinT:
		return j.B
	case priority == j.A || priority == j.B:
		return priority
	case aCovers && !bCovers:
		return j.A
	case bCovers && !aCovers:
		return j.B
	case b.thickness() > a.thickness():
		return j.B
	}
	return j.A
}

// LeftJoin is a pair of walls that cannot be joined, with the reason.
type LeftJoin struct {
	Join state.Join
	Why  error
}

// Pairs reports whether a join belongs to the same meeting of the same two walls.
func (l LeftJoin) Pairs(j *state.Join) bool {
	return l.Join.A == j.A && l.Join.B == j.B && l.Join.SameMeeting(j)
}

// PairsToLeave returns the pairs in kept whose joins are broken. If there are none, a new join has broken a join of a
// neighbouring wall. Then it returns the last pair in kept that includes a wall of the first broken join, because kept
// begins with the pairs that meet best. It returns nil if there is no such pair.
func PairsToLeave(kept []*state.Join, broken []LeftJoin) (out []LeftJoin) {
	for _, l := range broken {
		if slices.ContainsFunc(kept, l.Pairs) {
			out = append(out, l)
		}
	}
	if len(out) > 0 {
		return out
	}
	at := []state.ID{broken[0].Join.A, broken[0].Join.B}
	for _, j := range slices.Backward(kept) {
		if slices.Contains(at, j.A) || slices.Contains(at, j.B) {
			return []LeftJoin{{*j, broken[0].Why}}
		}
	}
	return nil
}

// WallLine returns the plan of a wall or curtain wall without its region. It has only the line and the faces, which do
// not depend on joins. It returns an error if the id does not name such a wall with parameters.
func WallLine(m *state.Model, id state.ID) (WallPlan, error) {
	e, err := shape.FindParametric(m, id, state.LineWalls...)
	if err != nil {
		return WallPlan{}, err
	}
	return StripOf(m, e).plan(), nil
}

// WallLineKept reports whether a wall has the same line, faces, base and joins in two models, and meets the same walls
// in both. Then it affects the footprints of other walls equally. Only its height may differ.
func WallLineKept(before, after *state.Model, id state.ID) bool {
	a, inBefore := lineStrip(before, id)
	b, inAfter := lineStrip(after, id)
	if inBefore != inAfter {
		return false
	}
	if !inBefore {
		return true
	}
	a.z1, b.z1 = 0, 0
	if a != b {
		return false
	}
	was, is := before.JoinsOf(id), after.JoinsOf(id)
	return slices.EqualFunc(was, is, func(j, k *state.Join) bool { return *j == *k && met(before, j) == met(after, k) })
}

// lineStrip returns the band of a wall or curtain wall with parameters, and false for other elements.
func lineStrip(m *state.Model, id state.ID) (Strip, bool) {
	e, err := shape.FindParametric(m, id, state.LineWalls...)
	if err != nil {
		return Strip{}, false
	}
	return StripOf(m, e), true
}

// met reports whether the walls of a join are near each other.
func met(m *state.Model, j *state.Join) bool {
	a, hasA := StripOfOf(m, j.A)
	b, hasB := StripOfOf(m, j.B)
	return hasA && hasB && joinNear(j, a, b)
}
