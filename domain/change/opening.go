package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func checkMoveOfOpening(m *state.Model, e *state.Element, c MoveElement) error {
	_, inWall := fabric.HostWall(m, e)
	if o := e.Params.(*fabric.Opening); !inWall && o.FilledBy != "" {
		return state.Errorf(state.IllegalState, "this opening follows the skylight in it: move element %s instead",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	if !inWall && c.Delta.Z != 0 {
		return state.Errorf(state.IllegalState,
			"an opening in a floor or roof has its height from that: give delta [dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

func checkMoveOfSkylight(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Delta.Z != 0 {
		return state.Errorf(state.IllegalState,
			"a skylight has its height from its roof: give delta [dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

func (t *Transaction) refuseDeletionOfFilled(e *state.Element) error {
	o := e.Params.(*fabric.Opening)
	if by, ok := t.Model.Element(o.CutBy); ok {
		return state.Errorf(state.IllegalState,
			"%s %q keeps this opening: set its floor_opening to none, then it goes", by.Category, by.Name).With(
			"element_id", o.CutBy)
	}
	if by, ok := t.Model.Element(o.FilledBy); ok {
		return state.Errorf(state.IllegalState, "this opening is filled: delete %s %s, its opening goes with it",
			by.Category, by.ID).With("element_id", by.ID)
	}
	return nil
}

// PlaceSkylight cuts an opening into a plane of a roof, or into a floor, and sets a skylight into it.
type PlaceSkylight struct {
	RoofID state.ID `json:"roof_id" jsonschema:"a roof, or a floor that is one"`
	fabric.Skylight
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c PlaceSkylight) Decide(t *Transaction) error {
	host, err := shape.FindParametric(t.Model, c.RoofID, state.CategoryRoof, state.CategoryFloor)
	if err != nil {
		return err
	}
	if err := c.Properties.Check(); err != nil {
		return err
	}
	light := c.Skylight
	light.Cut = fabric.SkylightCut(shape.OrElse(string(light.Cut), string(fabric.CutSquare)))
	light.Operation = light.Operates()
	return t.fillIn(host, &state.Element{Category: state.CategorySkylight, Name: c.Name, Params: &light,
		Psets: c.Properties.Sorted()})
}

// fill makes an opening in a wall and sets a door or window into it, or sets it into a curtain wall.
func (t *Transaction) fill(wallID state.ID, e *state.Element, toGrid bool) error {
	wall, err := shape.FindParametric(t.Model, wallID, state.LineWalls...)
	if err != nil {
		return err
	}
	if wall.Category == state.CategoryCurtainWall {
		return t.fillCurtain(wall, e, toGrid)
	}
	if toGrid {
		return state.Errorf(state.OutOfRange,
			"to_grid is for curtain walls, and %q is a wall without mullions: leave it out",
			wall.Name).With("parameter", "to_grid").With("element_id", wallID)
	}
	return t.fillIn(wall, e)
}

// fillIn makes an opening in a host and sets a door, window or skylight into it.
func (t *Transaction) fillIn(host, e *state.Element) error {
	e.ID, e.LevelID = t.newID(), host.LevelID
	opening := &state.Element{ID: t.newID(), Category: state.CategoryOpening, LevelID: host.LevelID,
		Params: &fabric.Opening{OpeningType: fabric.OpeningThrough, FilledBy: e.ID}}
	if err := t.create(e); err != nil {
		return err
	}
	opening.Name = "Opening of " + e.Name
	if err := t.create(opening); err != nil {
		return err
	}
	t.Emit(&state.ElementHosted{ElementID: opening.ID, HostID: host.ID})
	t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: host.ID, FillsID: opening.ID})
	return CheckDependents(t.Model, e.ID)
}

// aroundInArc does the same as aroundInWall for a curved wall. An opening lies in the tangent at its middle, and its
// middle follows from the rectangle found in that tangent. Iteration makes the two agree.
func (c *CreateOpening) aroundInArc(m *state.Model, host, through *state.Element) error {
	plan, err := fabric.WallPlanOf(m, host.ID)
	if err != nil {
		return err
	}
	within, err := fabric.PartsWithin(m, plan, through)
	if err != nil {
		return err
	}
	reaches := fabric.ReachesAlong(plan, within)
	switch len(reaches) {
	case 0:
		return fabric.NotThrough(host, through)
	case 1:
	default:
		return state.Errorf(state.DegenerateGeometry,
			"%s %q runs through curved wall %q at %d places: make an opening at each by "+
				"offset or location and a size", through.Category, through.Name, host.Name, len(reaches)).
			With("parameter", "through").With("element_id", through.ID)
	}
	r := fabric.OpeningRect{Offset: reaches[0].From, Width: reaches[0].To - reaches[0].From}
	for range tangentSteps {
		last := r
		if r = c.rectAround(plan.At(r), within); r == last {
			break
		}
	}
	c.Offset, c.Width, c.SillHeight, c.Height = &r.Offset, r.Width, r.Sill, r.Height
	return nil
}

// tangentSteps is the maximum number of iterations for a tangent. Each step multiplies the error by the width of the
// element over the radius, which is at most a half. The iteration ends when the result in whole millimetres no longer
// changes; 20 halvings reduce a metre to less than that.
const tangentSteps = 20

// rectAround returns the rectangle about points with the clearance, in whole millimetres, in the frame of a tangent.
func (c *CreateOpening) rectAround(tangent fabric.WallPlan, parts [][]geometry.Point3) fabric.OpeningRect {
	box := geometry.EmptyBox()
	for _, part := range parts {
		for _, p := range part {
			at := tangent.Frame.Local(p)
			box = box.Union(geometry.Box{Min: at, Max: at})
		}
	}
	offset, sill := fabric.DownToMM(box.Min.X-c.Clearance), fabric.DownToMM(box.Min.Z-c.Clearance)
	return fabric.OpeningRect{Offset: offset, Width: fabric.UpToMM(box.Max.X+c.Clearance) - offset, Sill: sill,
		Height: fabric.UpToMM(box.Max.Z+c.Clearance) - sill}
}
