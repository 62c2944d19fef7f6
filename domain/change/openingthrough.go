package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// around sets place and size of an opening so that an element passes through the host with a gap on all sides. Only the
// part of the element between the faces of the host counts, rounded outwards to whole millimetres.
func (c *CreateOpening) around(m *state.Model, host *state.Element) error {
	if c.Offset != nil || c.Location != nil || c.Width != 0 || c.Height != 0 || c.SillHeight != 0 ||
		len(c.Polygon) > 0 || c.Depth != 0 || c.Form != nil || c.Face != "" || c.Slant != nil {
		return state.Errorf(state.OutOfRange,
			"through gives the opening its place and size: leave offset, location, width, "+
				"height, sill_height, polygon, form, depth, face and slant out").With("parameter", "through")
	}
	through, err := m.Find(c.Through)
	if err != nil {
		return err
	}
	body, err := shape.Body(m, through.ID)
	if err != nil {
		return err
	}
	if c.Clearance < 0 {
		return state.Errorf(state.OutOfRange, "clearance is negative: give the gap on each side").With("parameter",
			"clearance")
	}
	if round, ok := elements.Round(m, through); ok {
		c.Clearance += round.FacetsOff // the facets lie inside the curve
	}
	if host.Category == state.CategoryWall {
		return c.aroundInWall(m, host, through, body)
	}
	return c.aroundInPlan(m, host, through, body)
}

func (c *CreateOpening) aroundInWall(m *state.Model, host, through *state.Element, body geometry.Body) error {
	plan, err := fabric.WallLine(m, host.ID)
	if err != nil {
		return err
	}
	if plan.Curved() {
		return c.aroundInArc(m, host, through)
	}
	across := func(p geometry.Point3) geometry.Length { return p.Y }
	box := fabric.PartBetween(body, plan.Frame.Local, across, plan.YMin, plan.YMax)
	if box.Empty() || box.Max.X <= 0 || box.Min.X >= plan.Length {
		return fabric.NotThrough(host, through)
	}
	offset := fabric.DownToMM(box.Min.X - c.Clearance)
	c.Offset, c.Width = &offset, fabric.UpToMM(box.Max.X+c.Clearance)-offset
	c.SillHeight = fabric.DownToMM(box.Min.Z - c.Clearance)
	c.Height = fabric.UpToMM(box.Max.Z+c.Clearance) - c.SillHeight
	return nil
}

// aroundInPlan uses the whole height of the host, so that an opening in a sloping roof surrounds the element over its
// full height.
func (c *CreateOpening) aroundInPlan(m *state.Model, host, through *state.Element, body geometry.Body) error {
	slab, err := shape.Body(m, host.ID)
	if err != nil {
		return err
	}
	here := func(p geometry.Point3) geometry.Point3 { return p }
	up := func(p geometry.Point3) geometry.Length { return p.Z }
	z := slab.Bounds()
	box := fabric.PartBetween(body, here, up, z.Min.Z, z.Max.Z)
	if box.Empty() || box.Max.X <= z.Min.X || box.Min.X >= z.Max.X || box.Max.Y <= z.Min.Y || box.Min.Y >= z.Max.Y {
		return fabric.NotThrough(host, through)
	}
	low := geometry.Point2{X: fabric.DownToMM(box.Min.X - c.Clearance), Y: fabric.DownToMM(box.Min.Y - c.Clearance)}
	high := geometry.Point2{X: fabric.UpToMM(box.Max.X + c.Clearance), Y: fabric.UpToMM(box.Max.Y + c.Clearance)}
	c.Polygon = []geometry.Point2{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}
	return nil
}
