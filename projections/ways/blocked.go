package ways

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Reason is the reason why there is no way.
type Reason string

// The reasons.
const (
	NoFloor    Reason = "no_floor"    // the place is on no floor
	Occupied   Reason = "occupied"    // something stands there
	TooNarrow  Reason = "too_narrow"  // the traveller does not fit: at the place, or somewhere on every way
	OnlyStairs Reason = "only_stairs" // a way leads over stairs, which the traveller does not take
	TooHigh    Reason = "step"        // a way leads over steps that are too high for the traveller
	TooSteep   Reason = "too_steep"   // a way leads over ramps that are too steep for the traveller
	Enclosed   Reason = "enclosed"    // no door, opening or stair leads there
)

// Enum lists the reasons.
func (Reason) Enum() []string {
	return []string{string(NoFloor), string(Occupied), string(TooNarrow), string(OnlyStairs),
		string(TooHigh), string(TooSteep), string(Enclosed)}
}

// Blocked is the error that there is no way, with its reason.
type Blocked struct {
	Reason   Reason
	Storey   int
	At       geometry.Point2
	Widest   geometry.Length // for TooNarrow: width of the widest that passes, within clearance.WidthTolerance
	Elements []state.ID      // the obstacles, or the stairs and ramps that lead there
	Reached  []state.ID      // if a place is enclosed: the rooms of its storey that can be reached
}

// Error returns the reason in a sentence.
func (b *Blocked) Error() string {
	switch b.Reason {
	case NoFloor:
		return fmt.Sprintf("there is no floor at %v, %v: no room or slab covers it", b.At.X, b.At.Y)
	case Occupied:
		return fmt.Sprintf("something stands at %v, %v", b.At.X, b.At.Y)
	case TooNarrow:
		if b.Widest == 0 {
			return fmt.Sprintf("there is not enough room at %v, %v", b.At.X, b.At.Y)
		}
		return fmt.Sprintf("every way is too narrow: at most %v mm wide at %v, %v", b.Widest, b.At.X, b.At.Y)
	case OnlyStairs:
		return "a way leads only over stairs"
	case TooHigh:
		return "a way leads only over a step"
	case TooSteep:
		return "a way leads only over a ramp that is too steep"
	}
	return "no door, opening or stair leads there"
}

// explain finds out why there is no way between two places at which the traveller fits. It tries other travellers: one
// that takes stairs, one that takes steeper ramps, one that also takes steps, a thin one, and one with all of these.
func (b *Building) explain(from, to Place) error {
	blocked := b.obstacle(from, to)
	if b.stop() {
		return b.ctx.Err() // untried travellers may find a way
	}
	return blocked
}

func (b *Building) obstacle(from, to Place) error {
	who := b.Traveller
	if !who.Stairs {
		who.Stairs = true
		if r, ok := b.tryAs(who, from, to); ok {
			return climbing(r, from)
		}
	}
	if who.Run > walkerRun {
		who.Run = walkerRun
		if r, ok := b.tryAs(who, from, to); ok {
			return climbing(r, from)
		}
	}
	if who.Step < walkerStep {
		who.Step = walkerStep
		if r, ok := b.tryAs(who, from, to); ok {
			return climbing(r, from)
		}
	}
	thin := b.Traveller
	thin.Radius = 0
	if r, ok := b.tryAs(thin, from, to); ok {
		return b.tooNarrow(r)
	}
	who.Radius = 0
	if r, ok := b.tryAs(who, from, to); ok {
		return climbing(r, from)
	}
	return b.enclosed(from)
}

// climbing returns the error for a way over stairs, ramps or steps.
func climbing(r Route, from Place) error {
	blocked := &Blocked{Reason: TooHigh, Storey: from.Storey, At: from.Point, Elements: r.flights()}
	if len(blocked.Elements) > 0 {
		blocked.Reason = TooSteep
	}
	if slices.ContainsFunc(r.Legs, func(l Leg) bool { return l.Flight != nil && !l.Flight.Lift && !l.Flight.Ramp }) {
		blocked.Reason = OnlyStairs
	}
	return blocked
}

// tryAs looks for the way of another traveller. That traveller may have other storeys, so the places are converted by
// height.
func (b *Building) tryAs(who Traveller, from, to Place) (Route, bool) {
	other, err := b.index.Building(b.ctx, b.View, who)
	if err != nil {
		return Route{}, false
	}
	places := [2]Place{from, to}
	for i, p := range places {
		storey, ok := other.At(b.elevation(p.Storey))
		if !ok {
			return Route{}, false
		}
		places[i].Storey = storey
	}
	s, err := other.search(places[0], places[1])
	if err != nil || math.IsInf(s.best, 1) {
		return Route{}, false
	}
	r, err := other.route(s)
	return r, err == nil
}

// flights returns the ids of the stairs and ramps of a route.
func (r *Route) flights() []state.ID {
	var out []state.ID
	for _, l := range r.Legs {
		if l.Flight != nil && !l.Flight.Lift {
			out = append(out, l.Flight.ID)
		}
	}
	return sortedIDs(out)
}

// tooNarrow finds the first floor on the way of a thin traveller that the real traveller cannot cross, and the width of
// the widest way over it.
func (b *Building) tooNarrow(r Route) error {
	for _, l := range r.Legs {
		if f := l.Flight; f != nil {
			if f.Ramp && f.Width < 2*b.Traveller.Radius {
				return &Blocked{Reason: TooNarrow, Storey: l.Storey, At: f.Foot.XY(), Widest: f.Width,
					Elements: []state.ID{f.ID}}
			}
			continue
		}
		s, err := b.Storey(l.Storey)
		if err != nil {
			return err
		}
		from, to := l.Path.Points[0], l.Path.Points[len(l.Path.Points)-1]
		if s.floor.Connected(from, to) {
			continue
		}
		widest, err := clearance.WidestWay(s.Area, from, to, 2*b.Traveller.Radius)
		if err != nil {
			continue
		}
		blocked := &Blocked{Reason: TooNarrow, Storey: l.Storey, Widest: widest, At: l.Path.Bottleneck[0]}
		if path, err := clearance.ShortestPath(s.Area, from, to, widest/2); err == nil {
			blocked.At, blocked.Elements = middle(path.Bottleneck), s.at(path.Bottleneck)
		}
		return blocked
	}
	return &Blocked{Reason: TooNarrow}
}

func middle(ends [2]geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: (ends[0].X + ends[1].X) / 2, Y: (ends[0].Y + ends[1].Y) / 2}
}

// enclosed returns the error for an enclosed place, with the rooms that can be reached from the start.
func (b *Building) enclosed(from Place) error {
	s, err := b.Storey(from.Storey)
	if err != nil {
		return err
	}
	field, _ := s.floor.FieldUntil(b.stop, clearance.Source{Point: from.Point})
	blocked := &Blocked{Reason: Enclosed, Storey: from.Storey, At: from.Point}
	for _, r := range s.rooms {
		if b.stop() {
			return b.ctx.Err()
		}
		if p, err := s.middleOf(r); err == nil && !math.IsInf(field.Distance(p), 1) {
			blocked.Reached = append(blocked.Reached, r.id)
		}
	}
	return blocked
}

// errNoFree reports that no part of a room is free.
var errNoFree = errors.New("nothing of the room is free")

// middleOf returns the middle of the largest free circle of a room.
func (s *Storey) middleOf(r room) (geometry.Point2, error) {
	free := geometry.Intersect(r.region, s.floor.Free())
	if len(free) == 0 {
		return geometry.Point2{}, errNoFree
	}
	c, err := clearance.LargestCircle(free)
	return c.Centre, err
}

// Middle returns a place in the middle of a room: the centre of the largest circle that fits into its free part. The
// error is NOT_FOUND if there is no such room, and Blocked if the traveller fits nowhere in it.
func (b *Building) Middle(roomID state.ID) (Place, error) {
	shape, err := b.View.Rooms().Shape(roomID)
	if err != nil {
		return Place{}, err
	}
	if !shape.Bounded {
		return Place{}, state.Errorf(state.IllegalState,
			"room %q has no closed boundary: close its walls, or give it boundary_points",
			roomID).With("room_id", roomID)
	}
	i, ok := b.At(shape.Base)
	if !ok {
		return Place{}, &Blocked{Reason: NoFloor, At: shape.Region.Centroid()}
	}
	s, err := b.Storey(i)
	if err != nil {
		return Place{}, err
	}
	for _, r := range s.rooms {
		if r.id == roomID {
			if p, err := s.middleOf(r); err == nil {
				return Place{i, p}, nil
			}
		}
	}
	return Place{}, &Blocked{Reason: TooNarrow, Storey: i, At: shape.Region.Centroid()}
}
