package ways

import (
	"errors"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Route is the shortest way between two places.
type Route struct {
	Legs     []Leg
	Length   geometry.Length // floors in plan, flights along their pitch lines
	Risers   int             // steps climbed or descended
	Narrow   Narrow          // the narrowest place on the floors
	Doorways []Doorway       // doors and openings on the way, in their order
}

// Narrow is the narrowest place of a way. Its width is 0 if no obstacles are near on two sides.
type Narrow struct {
	Width    geometry.Length
	Storey   int
	Ends     [2]geometry.Point2
	Elements []state.ID // obstacles at its two ends
}

// Route returns the traveller's shortest way from one place to another. The error is of type Blocked if there is none.
func (b *Building) Route(from, to Place) (Route, error) {
	for _, p := range [...]Place{from, to} {
		if err := b.fits(p); err != nil {
			return Route{}, err
		}
	}
	s, err := b.search(from, to)
	if err != nil {
		return Route{}, err
	}
	if math.IsInf(s.best, 1) {
		return Route{}, b.explain(from, to)
	}
	return b.route(s)
}

// route assembles the legs of a way.
func (b *Building) route(s *search) (Route, error) {
	var r Route
	stops := s.stops()
	for i := 1; i < len(stops); i++ {
		var err error
		if stops[i-1] != start && across(stops[i-1]) == stops[i] &&
			s.landings[stops[i]].Storey != s.landings[stops[i-1]].Storey {
			b.climb(&r, s, stops[i-1])
		} else {
			err = b.walk(&r, s, stops[i-1], s.landings[stops[i]].Point)
		}
		if err != nil {
			return Route{}, err
		}
	}
	return r, b.walk(&r, s, s.last, s.goal.Point)
}

// climb adds the flight of a landing.
func (b *Building) climb(r *Route, s *search, l int) {
	f := b.flights[l/2]
	leg := Leg{Storey: s.landings[l].Storey, Flight: &f, Up: l%2 == 0}
	leg.Level = b.groups[leg.Storey][0].ID
	leg.Length = f.Length + geometry.Length(math.Round(s.landings[l].extra+s.landings[across(l)].extra))
	r.Legs, r.Length, r.Risers = append(r.Legs, leg), r.Length+leg.Length, r.Risers+f.Risers
}

// walk adds the leg from a landing over its floor to a point.
func (b *Building) walk(r *Route, s *search, from int, to geometry.Point2) error {
	field, err := s.field(from)
	if err != nil {
		return err
	}
	path, _, err := field.Way(to)
	if err != nil {
		return err
	}
	place := s.place(from)
	storey, err := b.Storey(place.Storey)
	if err != nil {
		return err
	}
	leg := Leg{Storey: place.Storey, Level: b.groups[place.Storey][0].ID, Path: path, Length: path.Length}
	for _, p := range storey.passedOn(path.Points) {
		leg.Doors = append(leg.Doors, p.ID)
		r.Doorways = append(r.Doorways, p)
	}
	r.Legs, r.Length = append(r.Legs, leg), r.Length+leg.Length
	if path.Width > 0 && (r.Narrow.Width == 0 || path.Width < r.Narrow.Width) {
		r.Narrow = Narrow{path.Width, place.Storey, path.Bottleneck, storey.at(path.Bottleneck)}
	}
	return nil
}

// passedOn returns the doorways of a way in their order.
func (s *Storey) passedOn(way []geometry.Point2) []Doorway {
	var out []Doorway
	for i := 1; i < len(way); i++ {
		first := len(out)
		for _, p := range s.Doorways {
			if p.crossed(way[i-1], way[i]) && (len(out) == 0 || out[len(out)-1].ID != p.ID) {
				out = append(out, p)
			}
		}
		slices.SortStableFunc(out[first:], func(p, q Doorway) int {
			return int(geometry.Distance(way[i-1], p.line[0])+geometry.Distance(way[i-1], p.line[1])) -
				int(geometry.Distance(way[i-1], q.line[0])+geometry.Distance(way[i-1], q.line[1]))
		})
	}
	return out
}

// near is the greatest distance between an obstacle and the end of a narrow place that the obstacle causes. Rounding
// and the closing of gaps move that end.
const near = 2 * gap

// at returns the ids of the obstacles at points, sorted.
func (s *Storey) at(points [2]geometry.Point2) []state.ID {
	var out []state.ID
	for _, o := range s.Obstacles {
		lo, hi := o.Plan.Bounds()
		for _, p := range points {
			if p.X < lo.X-near || p.X > hi.X+near || p.Y < lo.Y-near || p.Y > hi.Y+near {
				continue
			}
			if o.Plan.Contains(p) != geometry.Outside || clearance.DistanceTo(o.Plan, p) <= near {
				out = append(out, o.ID)
				break
			}
		}
	}
	return sortedIDs(out)
}

// fits returns an error for a place at which the traveller does not fit, with the obstacle there.
func (b *Building) fits(p Place) error {
	s, err := b.Storey(p.Storey)
	if err != nil {
		return err
	}
	err = s.floor.Fits(p.Point)
	if err == nil {
		return nil
	}
	blocked := &Blocked{Reason: NoFloor, Storey: p.Storey, At: p.Point,
		Elements: s.at([2]geometry.Point2{p.Point, p.Point})}
	switch {
	case !errors.Is(err, clearance.ErrOutside):
		blocked.Reason = TooNarrow
	case len(blocked.Elements) > 0:
		blocked.Reason = Occupied
	}
	return blocked
}
