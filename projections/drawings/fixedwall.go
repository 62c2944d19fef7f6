package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// wallsAround finds the wall and the opening that a door or window with a fixed body stands in. It uses the cut areas
// of walls, because walls of other programs may have no parameters and no openings. All coordinates are in the
// building.
type wallsAround struct {
	region geometry.Region
	sides  []segment
}

const (
	// besideFrame is the largest distance between the edge of an opening and the edge of the frame in it, in either
	// direction. It is half a brick and covers the joint together with the rebate.
	besideFrame = 120 * geometry.Millimetre
	// widestWall is larger than the thickness of any ordinary wall.
	widestWall = 2 * geometry.Metre
	// intoWall is the distance beside an edge at which the plan looks for the wall. It is larger than the rounding
	// error of coordinates.
	intoWall = 10 * geometry.Millimetre
	// longestWall is more than the length of any wall.
	longestWall = 10_000 * geometry.Metre
)

// surround gives a filling the edges of its opening, if the cut meets it, and the faces and ends of the wall on either
// side. If no wall is beside the filling, surround marks it as alone.
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
		if low > 0 || high < 0 { // the frame stands in front of the wall
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

// at returns the point in the building at a place of the filling's wall.
func (f *filling) at(x, y geometry.Length) geometry.Point2 {
	return f.wall.Frame.Point(geometry.Point3{X: x, Y: y}).XY()
}

// across returns the faces of the wall, measured across it, at a place x along it. It uses the part of the wall that
// contains the frame or lies behind it.
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

// edge returns the edge of the opening on one side: the edge of the cut wall beside the frame, or else the edge of the
// frame.
func (w *wallsAround) edge(f *filling, y, side geometry.Length) geometry.Length {
	half := f.rect.Width / 2
	for _, d := range w.hits(f.at(half, y), f.at(half+side*(half+besideFrame), y)) {
		if d >= half-besideFrame {
			return half + side*d
		}
	}
	return half + side*half
}

// end returns how far the wall continues from a place in it to one side, up to its end or the next opening.
func (w *wallsAround) end(f *filling, x, y, side geometry.Length) geometry.Length {
	hits := w.hits(f.at(x, y), f.at(x+side*longestWall, y))
	if len(hits) == 0 || w.region.Contains(f.at(x, y)) != geometry.Inside {
		return x
	}
	return x + side*hits[0]
}

// hits returns the distances, from the start of a line, at which the line meets the sides of cut walls, in order.
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
