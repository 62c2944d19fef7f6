package drawings

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Annotation is a kind of texts and marks.
type Annotation = views.Annotation

// The kinds of annotation.
const (
	AnnotateRooms      Annotation = "rooms"
	AnnotateDimensions Annotation = "dimensions"
	AnnotateGrid       Annotation = "grid"
	AnnotateTags       Annotation = "tags"
	AnnotateLevels     Annotation = "levels"
	AnnotateSections   Annotation = "sections" // and elevations
	AnnotateTitle      Annotation = "title"    // with scale, scale bar and north
)

// PlanSpec defines a plan. A CutHeight of 0 means the usual height; a nil Annotate means all kinds. Since is an earlier
// state whose differences are shown in colour.
type PlanSpec struct {
	LevelID    state.ID
	Scale      int64           // its denominator
	CutHeight  geometry.Length // above the level
	Annotate   []Annotation
	Sections   []SectionLine   // marked in the plan; if both are nil, those of the model
	Elevations []ElevationMark // marked in the plan
	Services   bool            // ducts, pipes and trays as well
	AreaRule   room.AreaRule   // rule for the areas in stamps; "" for areas between walls
	Roof       bool            // seen from above everything, with nothing cut
	Ceiling    bool            // everything above the cut, seen from below and mirrored, so that it lies over the plan
	Name       string          // of the view; by default that of the level
	Since      *projections.View
	Cloud      string // with Since: the index of an issue, whose clouds are drawn in place of colours
	Shown      Shown

	planned bool // Since is the existing state, and the plan is the planned one
}

// usualCut is the height of the cut above the finished floor: above most sills, below most heads.
const usualCut = 1200 * geometry.Millimetre

// seenBelow is how far below its level a plan shows elements such as steps, terraces and the edge of a slab.
const seenBelow = 1 * geometry.Metre

// plan is a plan that is being drawn.
type plan struct {
	*view
	spec   PlanSpec
	level  *state.Element
	floor  geometry.Length // height of the level
	cut    geometry.Length // height of the cut
	next   geometry.Length // the height from which elements are no longer overhead
	solids []body          // cut or seen
	above  []body
	cuts   geometry.Region // everything that is cut, on paper
	walls  geometry.Region // the cut area of walls, on paper
	// wallCut is the cut area of walls in the building.
	wallCut geometry.Region
	wallsAt *index // the sides of walls on paper, made at first use
	rounded []rounded
	fills   []filling
	outlook
	measured *boxIndex               // boxes around the dimension lines of rooms
	cutSides *index                  // of everything that is cut
	flights  *boxIndex               // the places of drawn stairs
	stamps   *boxIndex               // of rooms
	known    []projections.RoomFacts // what roomFacts returns
	air      *openAir                // the rooms and floors, made at first use
	lo, hi   paper.Point             // of the building
	// For a roof plan, on paper: the area of the roofs, and the outer outlines of the walls below them.
	roofArea, underRoof geometry.Region
}

// Plan draws a plan. NOT_FOUND reports that there is no such level, OUT_OF_RANGE that the scale or the cut is out of
// range.
func Plan(ctx context.Context, source *projections.View, spec PlanSpec) (drawn *View, err error) {
	defer processors.Stopped(&err)
	source = source.Until(ctx)
	l, err := level(source.Model, spec.LevelID)
	if err != nil {
		return nil, err
	}
	if spec, err = spec.completed(source, l); err != nil {
		return nil, err
	}
	if err := ready(ctx, source, spec.Since); err != nil {
		return nil, err
	}
	p := newPlan(ctx, source, spec, l)
	if err := p.draw(ctx); err != nil {
		return nil, err
	}
	p.halftone()
	return p.finish(), nil
}

// completed returns the definition of a plan with usual values for missing fields.
func (s PlanSpec) completed(source *projections.View, l *state.Element) (PlanSpec, error) {
	if err := checkScale(s.Scale); err != nil {
		return s, err
	}
	s.Sections = lettered(s.Sections)
	if err := checkLines(source, s.Sections...); err != nil {
		return s, err
	}
	if err := s.checkElevations(source.Model); err != nil {
		return s, err
	}
	for _, line := range s.Sections {
		if err := line.check(); err != nil {
			return s, err
		}
	}
	if s.Roof && s.Ceiling {
		return s, state.Errorf(state.OutOfRange,
			"a plan is of the roof, from above, or of the ceiling, from below: give one of roof and ceiling").With(
			"parameter", "ceiling")
	}
	if s.Sections == nil && s.Elevations == nil {
		s.Sections, s.Elevations = keptMarks(source.Model)
	}
	if s.CutHeight == 0 {
		s.CutHeight = usualCut
	}
	if s.CutHeight < 0 || s.CutHeight > maxCut {
		return s, state.Errorf(state.OutOfRange,
			"cut_height is %s mm: give more than 0 and at most %s above the level", s.CutHeight,
			maxCut).With("parameter", "cut_height")
	}
	if s.Name == "" {
		if s.Name = s.Shown.titleOr(l.Name); s.Ceiling && s.Shown.Title == "" {
			s.Name += ", ceiling"
		}
	}
	return s, nil
}

// newPlan returns a plan before it is drawn.
func newPlan(ctx context.Context, source *projections.View, spec PlanSpec, l *state.Element) *plan {
	p := &plan{spec: spec, level: l, floor: shape.Elevation(source.Model, l.ID)}
	p.cut = p.floor + spec.CutHeight
	if spec.Roof {
		p.cut = geometry.LengthOverflow / (1 << 24) // above everything in the bounds of a model
	}
	frame := geometry.World()
	frame.Origin.Z = p.cut
	p.view = newView(ctx, source, spec.Name, spec.Scale, frame)
	p.up, p.cloudy, p.planned, p.shown = spec.Ceiling, spec.Cloud, spec.planned, spec.Shown
	p.next = p.nextCut()
	return p
}

// maxCut is the largest height of a cut above the level, more than any storey.
const maxCut = 100 * geometry.Metre

// nextCut returns the height at which the next storey is cut. Elements above that height are on the plan of that
// storey.
func (p *plan) nextCut() geometry.Length {
	for _, l := range shape.Levels(p.model) {
		if e := shape.Elevation(p.model, l.ID); e > p.floor && l.Params.(*shape.Level).IsStorey {
			return max(e+p.spec.CutHeight, p.cut)
		}
	}
	return geometry.LengthOverflow / 4
}

func (p *plan) wants(a Annotation) bool {
	return p.spec.Annotate == nil || slices.Contains(p.spec.Annotate, a)
}

func (p *plan) draw(ctx context.Context) (err error) {
	defer processors.Stopped(&err)
	if p.spec.Since != nil {
		p.parts = map[state.ID]geometry.Region{}
	}
	if err := p.lineart(ctx); err != nil {
		return err
	}
	p.lo, p.hi = p.extent() // before the marks of differences, which are not measured
	if p.spec.Since != nil {
		if err := p.since(ctx); err != nil {
			return err
		}
	}
	if size := p.hi.Sub(p.lo); size.X > mostWidth/2 || size.Y > mostHeight/2 { // it may be divided
		p.covers = p.footprint()
	}
	p.annotate()
	return ctx.Err()
}

// since draws in colour how the plan differs from an earlier state. If the level did not exist then, everything on it
// is new.
func (p *plan) since(ctx context.Context) error {
	source := p.spec.Since
	spec := p.spec
	old := &plan{view: newView(ctx, source, spec.Name, spec.Scale, p.frame)}
	old.parts = map[state.ID]geometry.Region{}
	if l, err := level(source.Model, spec.LevelID); err == nil {
		old = newPlan(ctx, source, spec, l)
		old.parts = map[state.ID]geometry.Region{}
		if err := old.lineart(ctx); err != nil {
			return err
		}
	}
	p.compare(old.view, source.Revision)
	return nil
}

// lineart draws the plan without annotation.
func (p *plan) lineart(ctx context.Context) (err error) {
	below, above := p.elements()
	if p.solids, err = p.bodies(ctx, below); err != nil {
		return err
	}
	if p.above, err = p.bodies(ctx, above); err != nil {
		return err
	}
	outlines, seen, err := p.linework()
	if err != nil || p.spec.Ceiling {
		return err
	}
	if p.spec.Roof {
		p.underRoofs(seen)
	}
	fixed, err := p.fixedBodies(ctx)
	if err != nil {
		return err
	}
	p.fillings(fixed)
	drawn := append(outlines, seen...)
	p.overhead(p.drawFixed(fixed, drawn))
	p.stairs()
	p.ramps()
	p.railings()
	return p.throughHoles(ctx, p.voids(), drawn)
}

// solidCategories are drawn from their bodies. Doors, windows, stairs and railings are drawn as symbols if they have
// parameters.
var solidCategories = []state.Category{
	state.CategoryWall, state.CategoryFloor, state.CategoryRoof, state.CategoryColumn,
	state.CategoryBeam, state.CategoryFooting,
	state.CategoryCurtainWall, state.CategoryProxy,
}

var fixtureCategories = []state.Category{state.CategoryFurniture, state.CategoryEquipment, state.CategorySanitary}

var serviceCategories = []state.Category{
	state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray,
	state.CategoryDuctFitting, state.CategoryPipeFitting,
	state.CategoryCableTrayFitting, state.CategoryTerminal,
}

// lowest returns the height below which nothing is drawn. A roof plan reaches some storeys down, because parts of lower
// storeys may project from under the roof.
func (p *plan) lowest() geometry.Length {
	if p.spec.Roof {
		return p.floor - 5*usualCut
	}
	return p.floor - seenBelow
}

// elements returns the elements from a little below the level up to the cut, and the elements between this cut and the
// next storey's cut.
func (p *plan) elements() (below, above []*state.Element) {
	if p.spec.Ceiling {
		return p.hanging(), nil
	}
	wanted, dashed := append(slices.Clone(solidCategories), state.CategorySkylight), overheadCategories
	if p.detail.furniture {
		wanted = append(wanted, fixtureCategories...)
	}
	if p.spec.Services {
		wanted = append(wanted, serviceCategories...)
		dashed = slices.Concat(dashed, serviceCategories)
	}
	low, top := p.lowest(), p.storeyTop()
	for _, hit := range p.source.Spatial().Intersecting(p.slice(low, p.next)) {
		e, ok := p.model.Element(hit.ID)
		switch {
		case !ok:
		case hit.Bounds.Min.Z < p.cut && hit.Bounds.Max.Z > low:
			if slices.Contains(wanted, hit.Category) {
				below = append(below, e)
			}
			if hit.Category == state.CategoryRoof && hit.Bounds.Max.Z > p.cut {
				above = append(above, e) // its eaves are above the cut although it reaches below
			}
		case hit.Bounds.Min.Z >= p.cut && hit.Bounds.Min.Z < p.next && hangs(hit, top) &&
			slices.Contains(dashed, hit.Category):
			above = append(above, e)
		}
	}
	return below, above
}

// slice returns the box of everything between two heights.
func (p *plan) slice(low, high geometry.Length) geometry.Box {
	const reach = geometry.LengthOverflow / 4
	return geometry.Box{Min: geometry.Point3{X: -reach, Y: -reach, Z: low},
		Max: geometry.Point3{X: reach, Y: reach, Z: high}}
}

// take returns the picture of shapes on a plan.
func (p *plan) take(shapes []csg.Shape) (linework.Picture, error) {
	if p.spec.Ceiling {
		return p.lookUp(shapes)
	}
	return linework.Take(shapes, linework.View{Stop: p.stop, Plane: p.frame, Depth: p.cut - p.lowest(),
		Meeting: roofsOf(p.solids)})
}

// linework draws the cut areas and the visible edges of the bodies, and returns the lines.
func (p *plan) linework() (outlines, seen []segment, err error) {
	shapes := make([]csg.Shape, len(p.solids))
	for i, b := range p.solids {
		shapes[i] = b.shape
	}
	picture, err := p.take(shapes)
	if err != nil {
		return nil, nil, err
	}
	p.leftOut(p.solids, picture)
	var pieces []piece
	var walls []geometry.Region
	for i, b := range p.solids {
		p.goOn()
		if cut := picture.Cut[i]; len(cut) > 0 {
			pieces = append(pieces, p.pieces(b, cut)...)
			p.addRounded(b.element)
			if b.element.Category.BoundsRooms() {
				walls = append(walls, cut)
			}
		}
	}
	groups := p.groups(pieces)
	for _, g := range groups {
		p.cuts = append(p.cuts, g.onPaper...)
	}
	p.wallCut = geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, walls...)
	p.walls = p.region(p.wallCut)
	p.addOutlook(picture.Cut)
	outlines = p.drawCut(groups)
	p.placer.block(outlines)
	if p.spec.Roof {
		outlines = append(outlines, p.roofOutline()...)
	}
	return outlines, p.seen(p.solids, picture.Lines, outlines), nil
}

// byElement groups consecutive bodies of one element.
func byElement(bodies []body) [][]body {
	var out [][]body
	for i, b := range bodies {
		if i == 0 || b.element != bodies[i-1].element {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// extent returns the smallest rectangle around the cut areas, or around the whole drawing if nothing is cut.
func (p *plan) extent() (lo, hi paper.Point) {
	if len(p.cuts) > 0 {
		return p.cuts.Bounds()
	}
	return p.bounds()
}

// onLevel returns the elements of a category on the plan's level, by id.
func (p *plan) onLevel(c state.Category) []state.ID {
	var out []state.ID
	for _, id := range p.model.OnLevel(p.level.ID) {
		if e, ok := p.model.Element(id); ok && e.Category == c {
			out = append(out, id)
		}
	}
	return out
}
