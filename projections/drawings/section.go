package drawings

import (
	"cmp"
	"context"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// SectionSpec defines a section. A Depth of 0 shows everything behind the plane.
type SectionSpec struct {
	Line     SectionLine
	Scale    int64 // its denominator
	Depth    geometry.Length
	Ground   geometry.Length // height of the terrain, which is level
	Annotate []Annotation
	Since    *projections.View // an earlier state whose differences are shown in colour
	Cloud    string            // with Since: the index of an issue, whose clouds are drawn in place of colours
	Services bool              // ducts, pipes and trays as well
	Shown    Shown
}

// Compass is the side from which an elevation is seen.
type Compass string

// The sides of elevations.
const (
	North Compass = "north"
	East  Compass = "east"
	South Compass = "south"
	West  Compass = "west"
)

// Enum lists the sides.
func (Compass) Enum() []string { return []string{"north", "east", "south", "west"} }

// ElevationSpec defines an elevation of the whole building, seen from one side.
type ElevationSpec struct {
	From     Compass
	Scale    int64 // its denominator
	Ground   geometry.Length
	Annotate []Annotation
	Since    *projections.View // an earlier state whose differences are shown in colour
	Cloud    string            // with Since: the index of an issue, whose clouds are drawn in place of colours
	Services bool              // ducts, pipes and trays as well
	Shown    Shown
}

// upright is a section or an elevation that is being drawn.
type upright struct {
	*view
	name     string
	depth    geometry.Length
	ground   geometry.Length
	annotate []Annotation
	cutting  bool
	services bool
	since    *projections.View
	room     *interior // of an interior elevation
	bodies   []body
	cuts     geometry.Region   // on paper
	served   []cutService      // of services, what is cut
	lo, hi   paper.Point       // of the building
	highest  geometry.Length   // of everything drawn of the building
	visible  map[state.ID]bool // the elements with a visible edge
	hiding
}

// Section draws a section along a line. DEGENERATE_GEOMETRY reports that the line has no length.
func Section(ctx context.Context, source *projections.View, spec SectionSpec) (drawn *View, err error) {
	defer processors.Stopped(&err)
	source = source.Until(ctx)
	if err := checkScale(spec.Scale); err != nil {
		return nil, err
	}
	spec.Line = lettered([]SectionLine{spec.Line})[0]
	if err := spec.Line.check(); err != nil {
		return nil, err
	}
	if err := cmp.Or(checkLines(source, spec.Line), checkPlace(source, "the ground",
		geometry.Point3{Z: spec.Ground})); err != nil {
		return nil, err
	}
	if spec.Depth < 0 || spec.Depth > 2*source.Model.Info().HalfExtent {
		return nil, state.Errorf(state.OutOfRange,
			"depth is %s mm: give more than 0, at most the extent of the model, or leave it out for all that "+
				"lies behind", spec.Depth).With("parameter", "depth")
	}
	if err := ready(ctx, source, spec.Since); err != nil {
		return nil, err
	}
	d := geometry.Direction(spec.Line.Start, spec.Line.End)
	frame := geometry.Placement{Origin: spec.Line.Start.At(0), X: d, Z: r3.Vector{X: d.Y, Y: -d.X}}
	name := spec.Shown.titleOr("Section " + spec.Line.Name + "-" + spec.Line.Name)
	u := &upright{view: newView(ctx, source, name, spec.Scale, frame), name: name, depth: spec.Depth,
		ground: spec.Ground, annotate: spec.Annotate, cutting: true, since: spec.Since}
	u.cloudy, u.shown, u.services = spec.Cloud, spec.Shown, spec.Services
	return u.draw(ctx)
}

// outsideBy is how far before the building the plane of an elevation lies.
const outsideBy = 1 * geometry.Metre

// Elevation draws an elevation of the building.
func Elevation(ctx context.Context, source *projections.View, spec ElevationSpec) (drawn *View, err error) {
	defer processors.Stopped(&err)
	source = source.Until(ctx)
	if err := checkScale(spec.Scale); err != nil {
		return nil, err
	}
	if err := checkPlace(source, "the ground", geometry.Point3{Z: spec.Ground}); err != nil {
		return nil, err
	}
	x, z, err := spec.From.axes()
	if err != nil {
		return nil, err
	}
	if err := ready(ctx, source, spec.Since); err != nil {
		return nil, err
	}
	box, frame := buildingBox(source), geometry.Placement{X: x, Z: z}
	switch spec.From {
	case South:
		frame.Origin.Y = box.Min.Y - outsideBy
	case North:
		frame.Origin.Y = box.Max.Y + outsideBy
	case East:
		frame.Origin.X = box.Max.X + outsideBy
	case West:
		frame.Origin.X = box.Min.X - outsideBy
	}
	name := map[Compass]string{South: "South", North: "North", East: "East", West: "West"}[spec.From] + " elevation"
	name = spec.Shown.titleOr(name)
	u := &upright{view: newView(ctx, source, name, spec.Scale, frame), name: name, ground: spec.Ground,
		annotate: spec.Annotate, since: spec.Since}
	u.cloudy, u.shown, u.services = spec.Cloud, spec.Shown, spec.Services
	return u.draw(ctx)
}

// buildingBox returns the box around everything that elevations show.
func buildingBox(source *projections.View) geometry.Box {
	box := geometry.EmptyBox()
	for _, hit := range source.Spatial().Within(source.Model.Bounds(), uprightCategories...) {
		box = box.Union(hit.Bounds)
	}
	if box.Empty() {
		return geometry.Box{}
	}
	return box
}

// uprightCategories are the categories that sections and elevations show.
var uprightCategories = append(slices.Clone(solidCategories), state.CategoryDoor, state.CategoryWindow,
	state.CategoryStair, state.CategoryRailing, state.CategoryCeiling, state.CategoryRamp,
	state.CategorySkylight)

func (u *upright) draw(ctx context.Context) (drawn *View, err error) {
	defer processors.Stopped(&err)
	if u.since != nil {
		u.parts = map[state.ID]geometry.Region{}
	}
	if err := u.lineart(ctx); err != nil {
		return nil, err
	}
	if u.since != nil {
		if err := u.compareSince(ctx); err != nil {
			return nil, err
		}
	}
	u.lo, u.hi = u.bounds()
	if u.room == nil {
		u.groundLine()
	}
	u.marks()
	u.halftone()
	return u.finish(), ctx.Err()
}

// compareSince draws in colour how the view differs from an earlier state.
func (u *upright) compareSince(ctx context.Context) error {
	old := &upright{
		view: newView(ctx, u.since, u.name, u.scale, u.frame), name: u.name, depth: u.depth, ground: u.ground,
		annotate: u.annotate, cutting: u.cutting, room: u.room,
	}
	old.parts, old.shown, old.services = map[state.ID]geometry.Region{}, u.shown, u.services
	if err := old.lineart(ctx); err != nil {
		return err
	}
	u.compare(old.view, u.since.Revision)
	return nil
}

// lineart draws the view without annotation and ground.
func (u *upright) lineart(ctx context.Context) error {
	if err := u.collect(ctx); err != nil {
		return err
	}
	shapes := make([]csg.Shape, len(u.bodies))
	for i, b := range u.bodies {
		shapes[i] = b.shape
	}
	picture, err := linework.Take(shapes, linework.View{Stop: u.stop, Plane: u.frame, Depth: u.depth,
		Meeting: roofsOf(u.bodies)})
	if err != nil {
		return err
	}
	u.leftOut(u.bodies, picture)
	u.highest = highestOf(u.bodies, picture)
	if u.room != nil {
		u.inRoom(picture)
		return nil
	}
	var pieces []piece
	for i, b := range u.bodies {
		u.goOn()
		if cut := picture.Cut[i]; len(cut) > 0 {
			pieces = append(pieces, u.pieces(b, cut)...)
			if slices.Contains(serviceCategories, b.element.Category) {
				u.served = append(u.served, cutService{b.element, u.region(cut)})
			}
		}
	}
	groups := u.groups(pieces)
	for _, g := range groups {
		u.cuts = append(u.cuts, g.onPaper...)
	}
	outlines := u.drawCut(groups)
	u.placer.block(outlines)
	if !u.cutting {
		outlines = append(outlines, u.skyline()...)
	}
	u.seen(u.bodies, aboveGround(picture.Lines, u), outlines)
	u.visible = u.seenElements(picture)
	u.sashes()
	return nil
}

// collect makes the bodies of the elements that reach behind the plane.
func (u *upright) collect(ctx context.Context) error {
	wanted := uprightCategories
	if (u.cutting || u.room != nil) && u.detail.furniture {
		wanted = append(slices.Clone(wanted), fixtureCategories...)
	}
	if u.services {
		wanted = append(slices.Clone(wanted), serviceCategories...)
	}
	var elements []*state.Element
	for _, hit := range u.source.Spatial().Within(u.model.Bounds(), wanted...) {
		if e, ok := u.model.Element(hit.ID); ok && u.behind(hit.Bounds) {
			elements = append(elements, e)
		}
	}
	var err error
	u.bodies, err = u.view.bodies(ctx, elements)
	return err
}

// behind reports whether a box reaches behind the plane and begins within the depth.
func (u *upright) behind(b geometry.Box) bool {
	lowest, highest := geometry.LengthOverflow, -geometry.LengthOverflow
	for _, x := range []geometry.Length{b.Min.X, b.Max.X} {
		for _, y := range []geometry.Length{b.Min.Y, b.Max.Y} {
			z := u.frame.Local(geometry.Point3{X: x, Y: y}).Z
			lowest, highest = min(lowest, z), max(highest, z)
		}
	}
	return lowest < 0 && (u.depth == 0 || highest > -u.depth)
}

// aboveGround returns the lines of an elevation above the ground. A section also shows the lines below.
func aboveGround(lines []linework.Line, u *upright) []linework.Line {
	if u.cutting {
		return lines
	}
	var out []linework.Line
	for _, l := range lines {
		a, b := l.Points[0], l.Points[1]
		if max(a.Y, b.Y) <= u.ground {
			continue
		}
		if a.Y < u.ground || b.Y < u.ground {
			if a.Y > b.Y {
				a, b = b, a
			}
			x := a.X + geometry.Length(round(float64(b.X-a.X)*float64(u.ground-a.Y)/float64(b.Y-a.Y)))
			l.Points = []geometry.Point2{{X: x, Y: u.ground}, b}
		}
		out = append(out, l)
	}
	return out
}

// skyline draws the outline of everything against the sky, above the ground.
func (u *upright) skyline() []segment {
	var parts []geometry.Region
	for _, b := range u.bodies {
		parts = append(parts, u.shadow(b.shape))
	}
	whole := u.region(geometry.Interrupt(u.stop).UnionWithin(geometry.SeamGap, parts...))
	if len(whole) == 0 {
		return nil
	}
	ground := u.length(u.ground)
	lo, hi := whole.Bounds()
	if ground > lo.Y {
		whole = geometry.Interrupt(u.stop).
			Intersect(whole, geometry.Region{geometry.Rectangle(paper.Point{X: lo.X - 1, Y: ground},
				paper.Point{X: hi.X + 1, Y: max(hi.Y, ground) + 1})})
	}
	sides := slices.DeleteFunc(rings(whole), func(s segment) bool { return s.a.Y <= ground && s.b.Y <= ground })
	u.lines(layerGround, paper.ClassOutline, nil, sides, u.pen(skyline), paper.Solid)
	return sides
}

// groundLine draws the terrain with earth below. In a section the line stops at the cut building; in an elevation it
// runs all along.
func (u *upright) groundLine() {
	const beside, deep = 15 * geometry.Millimetre, 4 * geometry.Millimetre
	y := u.length(u.ground)
	from, to := u.lo.X-beside, u.hi.X+beside
	for _, s := range u.openGround(y, from, to) {
		if s[1]-s[0] < geometry.Millimetre {
			continue
		}
		u.add(layerGround, paper.ClassGround, nil, paper.Stroke{Points: []paper.Point{{X: s[0], Y: y}, {X: s[1], Y: y}},
			Pen: u.pen(groundLine)})
		strip := geometry.Region{geometry.Rectangle(paper.Point{X: s[0], Y: y - deep}, paper.Point{X: s[1], Y: y})}
		if u.cutting && len(u.cuts) > 0 {
			strip = geometry.Interrupt(u.stop).Subtract(strip, geometry.Interrupt(u.stop).Union(u.cuts))
		}
		if len(strip) > 0 {
			u.add(layerGround, paper.ClassHatch, nil, paper.Hatch{Region: strip,
				Families: []paper.Family{{Angle: up, Spacing: 1800, Dash: []geometry.Length{2600, 1400}}},
				Pen:      u.pen(hatching)})
		}
	}
	u.lo.X, u.hi.X = from, to
}

// openGround returns the stretches between two places where the ground is open at a height: beside cut elements and
// between two buildings, but not inside a building without a floor.
func (u *upright) openGround(y, from, to geometry.Length) (out [][2]geometry.Length) {
	var at, above [][2]geometry.Length
	for _, p := range u.cuts {
		a, b := geometry.Region{p}.Bounds()
		if a.Y <= y && b.Y >= y-2*geometry.Millimetre {
			at = append(at, [2]geometry.Length{a.X, b.X})
		}
		if b.Y > y {
			above = append(above, [2]geometry.Length{a.X, b.X})
		}
	}
	at, above = merged(at), merged(above)
	for i, c := range at {
		covered := slices.ContainsFunc(above, func(r [2]geometry.Length) bool { return r[0] <= from && r[1] >= c[0] })
		if i == 0 || !covered {
			out = append(out, [2]geometry.Length{from, c[0]})
		}
		from = c[1]
	}
	return append(out, [2]geometry.Length{from, to})
}

// merged joins stretches that overlap or touch, in their order.
func merged(stretches [][2]geometry.Length) (out [][2]geometry.Length) {
	slices.SortFunc(stretches, func(a, b [2]geometry.Length) int { return cmp.Compare(a[0], b[0]) })
	for _, s := range stretches {
		if n := len(out); n > 0 && s[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], s[1])
			continue
		}
		out = append(out, s)
	}
	return out
}

func (u *upright) wants(a Annotation) bool {
	return u.annotate == nil || slices.Contains(u.annotate, a)
}
