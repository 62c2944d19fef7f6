package drawings

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
)

// ceilingCategories are the categories on a plan of the ceiling: structure, walls, ceilings, and whatever hangs below
// them.
var ceilingCategories = append(slices.Concat(solidCategories, fixtureCategories), state.CategoryCeiling,
	state.CategoryTerminal, state.CategoryStair, state.CategoryRamp)

// hanging returns the elements that reach above the cut and begin below the floor of the next storey.
func (p *plan) hanging() []*state.Element {
	wanted := ceilingCategories
	if p.spec.Services {
		wanted = slices.Concat(wanted, serviceCategories)
	}
	const reach = geometry.LengthOverflow / 4
	box := geometry.Box{Min: geometry.Point3{X: -reach, Y: -reach, Z: p.cut},
		Max: geometry.Point3{X: reach, Y: reach, Z: p.storeyTop()}}
	var out []*state.Element
	for _, hit := range p.source.Spatial().Intersecting(box) {
		e, ok := p.model.Element(hit.ID)
		if ok && hit.Bounds.Max.Z > p.cut && hit.Bounds.Min.Z < box.Max.Z && slices.Contains(wanted, hit.Category) {
			out = append(out, e)
		}
	}
	return out
}

// storeyTop returns the height of the next storey's floor, or a height far above everything if there is no next storey.
// A level that has only a roof does not count as a storey.
func (p *plan) storeyTop() geometry.Length {
	for _, l := range shape.Levels(p.model) {
		if e := shape.Elevation(p.model, l.ID); e > p.cut && l.Params.(*shape.Level).IsStorey && p.carries(l.ID) {
			return e
		}
	}
	return geometry.LengthOverflow / 4
}

// carries reports whether a level has a floor, a wall, a curtain wall or a column.
func (p *plan) carries(level state.ID) bool {
	return slices.ContainsFunc(p.model.OnLevel(level), func(id state.ID) bool {
		e, ok := p.model.Element(id)
		return ok && slices.Contains([]state.Category{state.CategoryFloor, state.CategoryWall,
			state.CategoryCurtainWall, state.CategoryColumn}, e.Category)
	})
}

// lookUp returns the picture of shapes seen from the cut upwards, mirrored as if the floor reflected the ceiling.
// Whatever stands on the next storey's floor is hidden by that floor or lies beyond the depth of the view.
func (p *plan) lookUp(shapes []csg.Shape) (linework.Picture, error) {
	frame := p.frame
	frame.Z = r3.Vector{Z: -1} // Y is to the south
	depth := geometry.Length(0)
	if top := p.storeyTop(); top < geometry.LengthOverflow/4 {
		depth = top - p.cut
	}
	picture, err := linework.Take(shapes, linework.View{Stop: p.stop, Plane: frame, Depth: depth,
		Meeting: roofsOf(p.solids)})
	if err != nil {
		return picture, err
	}
	for i, r := range picture.Cut {
		picture.Cut[i] = mirrored(r)
	}
	for i, l := range picture.Lines {
		picture.Lines[i].Points = slices.Clone(l.Points)
		for k := range l.Points {
			picture.Lines[i].Points[k].Y = -l.Points[k].Y
		}
	}
	return picture, nil
}

// mirrored returns a region on the other side of the X axis. Rings keep their sense.
func mirrored(r geometry.Region) geometry.Region {
	ring := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, p := range r {
			out[len(r)-1-i] = geometry.Point2{X: p.X, Y: -p.Y}
		}
		return out
	}
	out := make(geometry.Region, len(r))
	for i, p := range r {
		out[i].Outer = ring(p.Outer)
		for _, h := range p.Holes {
			out[i].Holes = append(out[i].Holes, ring(h))
		}
	}
	return out
}
