package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// around sets place and size of an opening so that an element runs through the host with a gap on all sides. What of
// the element is between the faces of the host counts, rounded outwards to whole millimetres.
func (c *CreateOpening) around(m *Model, host *Element) error {
	if c.Offset != nil || c.Location != nil || c.Width != 0 || c.Height != 0 || c.SillHeight != 0 ||
		len(c.Polygon) > 0 || c.Depth != 0 {
		return Errorf(OutOfRange, "through gives the opening its place and size: leave offset, location, width, "+
			"height, sill_height, polygon and depth out").With("parameter", "through")
	}
	through, err := m.find(c.Through)
	if err != nil {
		return err
	}
	body, err := m.Body(through.ID)
	if err != nil {
		return err
	}
	if c.Clearance < 0 {
		return Errorf(OutOfRange, "clearance is negative: give the gap on each side").With("parameter", "clearance")
	}
	if round, ok := m.Round(through); ok {
		c.Clearance += round.FacetsOff // the facets lie inside of the curve
	}
	if host.Category == CategoryWall {
		return c.aroundInWall(m, host, through, body)
	}
	return c.aroundInPlan(m, host, through, body)
}

func (c *CreateOpening) aroundInWall(m *Model, host, through *Element, body geometry.Body) error {
	plan, err := m.WallLine(host.ID)
	if err != nil {
		return err
	}
	if plan.Curved() {
		return c.aroundInArc(m, host, through)
	}
	across := func(p geometry.Point3) geometry.Length { return p.Y }
	box := partBetween(body, plan.Frame.Local, across, plan.YMin, plan.YMax)
	if box.Empty() || box.Max.X <= 0 || box.Min.X >= plan.Length {
		return notThrough(host, through)
	}
	offset := downToMM(box.Min.X - c.Clearance)
	c.Offset, c.Width = &offset, upToMM(box.Max.X+c.Clearance)-offset
	c.SillHeight = downToMM(box.Min.Z - c.Clearance)
	c.Height = upToMM(box.Max.Z+c.Clearance) - c.SillHeight
	return nil
}

// aroundInPlan takes the whole height of the host, so that the opening in a sloping roof holds what rises through it.
func (c *CreateOpening) aroundInPlan(m *Model, host, through *Element, body geometry.Body) error {
	slab, err := m.Body(host.ID)
	if err != nil {
		return err
	}
	here := func(p geometry.Point3) geometry.Point3 { return p }
	up := func(p geometry.Point3) geometry.Length { return p.Z }
	z := slab.Bounds()
	box := partBetween(body, here, up, z.Min.Z, z.Max.Z)
	if box.Empty() || box.Max.X <= z.Min.X || box.Min.X >= z.Max.X || box.Max.Y <= z.Min.Y || box.Min.Y >= z.Max.Y {
		return notThrough(host, through)
	}
	low := geometry.Point2{X: downToMM(box.Min.X - c.Clearance), Y: downToMM(box.Min.Y - c.Clearance)}
	high := geometry.Point2{X: upToMM(box.Max.X + c.Clearance), Y: upToMM(box.Max.Y + c.Clearance)}
	c.Polygon = []geometry.Point2{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}
	return nil
}

func notThrough(host, through *Element) error {
	return Errorf(DegenerateGeometry, "%s %q does not run through %s %q: give offset or location and a size",
		through.Category, through.Name, host.Category, host.Name).
		With("parameter", "through").With("element_id", through.ID)
}

// partBetween returns the box, in local coordinates, of what of a body lies between two planes across an axis: of the
// corners between them and of the points where edges cross them.
func partBetween(body geometry.Body, local func(geometry.Point3) geometry.Point3,
	axis func(geometry.Point3) geometry.Length, low, high geometry.Length) geometry.Box {
	box := geometry.EmptyBox()
	for _, solid := range body {
		mesh := solid.Mesh()
		points := make([]geometry.Point3, len(mesh.Vertices))
		for i, p := range mesh.Vertices {
			points[i] = local(p)
			if at := axis(points[i]); at >= low && at <= high {
				box = box.Union(geometry.Box{Min: points[i], Max: points[i]})
			}
		}
		for _, t := range mesh.Triangles {
			for k := range t {
				a, b := points[t[k]], points[t[(k+1)%3]]
				for _, plane := range []geometry.Length{low, high} {
					if p, ok := crossing(a, b, axis(a), axis(b), plane); ok {
						box = box.Union(geometry.Box{Min: p, Max: p})
					}
				}
			}
		}
	}
	return box
}

// crossing returns where an edge crosses a plane, given where its ends are along the plane's axis.
func crossing(a, b geometry.Point3, from, to, plane geometry.Length) (geometry.Point3, bool) {
	if (from < plane) == (to < plane) || from == to {
		return geometry.Point3{}, false
	}
	part := float64(plane-from) / float64(to-from)
	d := b.Sub(a)
	return a.Add(geometry.Point3{X: roundLength(float64(part * float64(d.X))),
		Y: roundLength(float64(part * float64(d.Y))), Z: roundLength(float64(part * float64(d.Z)))}), true
}

// downToMM and upToMM return the whole millimetre at or below, and at or above a length.
func downToMM(l geometry.Length) geometry.Length {
	return l - (l%geometry.Millimetre+geometry.Millimetre)%geometry.Millimetre
}

func upToMM(l geometry.Length) geometry.Length { return -downToMM(-l) }
