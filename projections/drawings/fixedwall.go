package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// wallsAround finds the wall, and the opening in it, that a door or window with a fixed body stands in: by what is cut
// of walls, since other programs' walls may have no parameters and no openings of their own. All is in the building.
type wallsAround struct {
	region geometry.Region
	sides  []segment
}

const (
	// besideFrame is how far the edge of an opening may be from that of the frame in it, before or behind it: the joint
	// and the rebate together, half a brick.
	besideFrame = 120 * geometry.Millimetre
	// widestWall is more than the walls of houses are thick.
	widestWall = 2 * geometry.Metre
	// intoWall is how far beside an edge one looks for what is there, more than coordinates are rounded by.
	intoWall = 10 * geometry.Millimetre
	// longestWall is beyond the end of any wall.
	longestWall = 10_000 * geometry.Metre
)

// surround gives a filling the edges of its opening, if the cut meets it, and the faces and ends of the wall on either
// side. Where no wall is beside it, it is alone.
func (w *wallsAround) surround(f *filling, cut bool) {
	width := f.rect.Width
	places := []geometry.Length{width / 2}
	if cut {
		places = []geometry.Length{-intoWall, width + intoWall, -besideFrame - intoWall,
			width + besideFrame + intoWall}
	}
	for _, x := range places {
		low, high, ok := w.across(f, x)
		if !ok {
			continue
		}
		y := geometry.Length(0)
		if low > 0 || high < 0 { // the frame stands before the wall
			y = low + (high-low)/2
		}
		left, right := geometry.Length(0), width
		if cut {
			left, right = w.edge(f, y, -1), w.edge(f, y, 1)
		}
		f.rect.Offset, f.rect.Width, f.wall.YMin, f.wall.YMax = left, right-left, low, high
		from, to := w.end(f, left-intoWall, y, -1), w.end(f, right+intoWall, y, 1)
		f.wall.Region = geometry.Region{geometry.Rectangle(geometry.Point2{X: min(from, left), Y: low},
			geometry.Point2{X: max(to, right), Y: high})}
		return
	}
	f.alone = true
}

// at returns a place of a filling's wall in the building.
func (f *filling) at(x, y geometry.Length) geometry.Point2 {
	return f.wall.Frame.Point(geometry.Point3{X: x, Y: y}).XY()
}

// across returns from where to where the wall reaches across at a place along it: the part that a frame stands in or
// before.
func (w *wallsAround) across(f *filling, x geometry.Length) (low, high geometry.Length, ok bool) {
	from := -widestWall
	hits := w.hits(f.at(x, from), f.at(x, widestWall))
	for i := 1; i < len(hits); i++ {
		a, b := from+hits[i-1], from+hits[i]
		if a <= frameBefore && b >= -frameBefore && b > a &&
			w.region.Contains(f.at(x, a+(b-a)/2)) == geometry.Inside {
			return a, b, true
		}
	}
	return 0, 0, false
}

// edge returns the edge of the opening on one side: that of what is cut beside the frame, or else the frame's.
func (w *wallsAround) edge(f *filling, y, side geometry.Length) geometry.Length {
	half := f.rect.Width / 2
	for _, d := range w.hits(f.at(half, y), f.at(half+side*(half+besideFrame), y)) {
		if d >= half-besideFrame {
			return half + side*d
		}
	}
	return half + side*half
}

// end returns how far the wall goes on from a place in it to one side: to its end or to the next opening.
func (w *wallsAround) end(f *filling, x, y, side geometry.Length) geometry.Length {
	hits := w.hits(f.at(x, y), f.at(x+side*longestWall, y))
	if len(hits) == 0 || w.region.Contains(f.at(x, y)) != geometry.Inside {
		return x
	}
	return x + side*hits[0]
}

// hits returns at which distances from its start a line meets sides of what is cut, in order.
func (w *wallsAround) hits(from, to geometry.Point2) (out []geometry.Length) {
	line := segment{from, to}
	l := line.length()
	for _, s := range w.sides {
		if t, ok := crossing(line, s); ok {
			out = append(out, geometry.Length(round(float64(t*l))))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
