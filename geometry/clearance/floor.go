package clearance

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Floor is an area prepared for many queries about the ways of one disc. It caches results, and is safe for concurrent
// use.
type Floor struct {
	area   geometry.Region
	free   geometry.Region // possible positions of the centre of the disc
	radius geometry.Length
	whole  *sight
	net    *net
}

// NewFloor prepares an area for a disc of a radius, 0 for a point. The error is ErrOutOfRange for a negative radius.
func NewFloor(area geometry.Region, radius geometry.Length) (*Floor, error) {
	return NewFloorUntil(nil, area, radius)
}

// NewFloorUntil does the same as NewFloor, but stop can end it with the error ErrInterrupted.
func NewFloorUntil(stop geometry.Interrupt, area geometry.Region, radius geometry.Length) (*Floor, error) {
	if radius < 0 {
		return nil, fmt.Errorf("a radius of %v mm: %w", radius, geometry.ErrOutOfRange)
	}
	free := erode(stop, area, radius)
	f := &Floor{area, free, radius, newSight(area), newNet(stop, free)}
	if stop.Now() {
		return nil, ErrInterrupted
	}
	return f, nil
}

// Free returns the possible positions of the centre of the disc.
func (f *Floor) Free() geometry.Region { return f.free }

// Path returns the shortest way of the disc between two points.
func (f *Floor) Path(from, to geometry.Point2) (Path, error) {
	if _, err := f.lead(from); err != nil {
		return Path{}, err
	}
	field, _ := f.Field(Source{Point: from})
	path, _, err := field.Way(to)
	return path, err
}

// Fits returns nil if the disc fits at a point or at the nearest place for the disc, in sight of the point. The error
// is ErrOutside if the point is not in the area, and ErrNoPath if the disc does not fit.
func (f *Floor) Fits(p geometry.Point2) error {
	_, err := f.lead(p)
	return err
}

// lead returns the place nearest to a point at which the disc fits, which must be in sight of the point.
func (f *Floor) lead(p geometry.Point2) (geometry.Point2, error) {
	if len(f.net.at(p)) > 0 {
		return p, nil
	}
	if f.area.Contains(p) == geometry.Outside {
		return p, fmt.Errorf("%v: %w", p, ErrOutside)
	}
	if len(f.free) > 0 {
		if at := nearestIn(f.free, p); f.whole.sees(p, at) {
			return at, nil
		}
	}
	return p, fmt.Errorf("a disc of radius %v mm does not fit near %v: %w", f.radius, p, ErrNoPath)
}

func (f *Floor) noWay(to geometry.Point2) error {
	return fmt.Errorf("to %v for a disc of radius %v mm: %w", to, f.radius, ErrNoPath)
}

// path returns a way with its length and narrowest place.
func (f *Floor) path(points []geometry.Point2) Path {
	p := Path{Points: points, Length: lengthOf(points)}
	p.Width, p.Bottleneck = narrowest(f.area, f.whole, points)
	return p
}

// Connected reports whether the disc can go from one place to another.
func (f *Floor) Connected(from, to geometry.Point2) bool {
	field, left := f.Field(Source{Point: from})
	return len(left) == 0 && !math.IsInf(field.Distance(to), 1)
}
