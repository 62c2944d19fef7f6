package ways

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
)

// Building holds the ways of one view for one traveller and one request. When the request's context ends, it finds no
// more ways. It must be used by one goroutine at a time.
type Building struct {
	ctx       context.Context
	View      *projections.View
	Traveller Traveller
	groups    [][]*state.Element // levels of each storey, from the lowest up
	heights   []geometry.Length  // height of the lowest level of each group
	storeys   []*Storey          // storeys of the groups, made on first use
	flights   []Flight
	unread    []state.ID // stairs with unknown steps, and stairs and ramps that no way uses
	index     *Index
	near      *geometry.Box // elements outside the box are ignored; nil for no limit
	meeting   sync.Mutex
	met       []landing // where flights meet floors, found on first use; guarded by meeting
}

// NewBuilding prepares the ways of a view. The error is OUT_OF_RANGE if a size of the traveller is not valid.
func NewBuilding(ctx context.Context, v *projections.View, t Traveller) (*Building, error) {
	return (*Index)(nil).Building(ctx, v, t)
}

// Around prepares the floors of a view near a box, for requests about one room. The cost depends on the elements in the
// box only. Ways that leave the box are not found.
func Around(ctx context.Context, v *projections.View, t Traveller, box geometry.Box) (*Building, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	b := storeysOf(ctx, v, t)
	b.near = &box
	return b, nil
}

// storeysOf returns a building without flights, whose storeys are not made yet.
func storeysOf(ctx context.Context, v *projections.View, t Traveller) *Building {
	b := &Building{ctx: ctx, View: v, Traveller: t, groups: storeyGroups(v.Model, max(t.Step, finish))}
	b.storeys, b.heights = make([]*Storey, len(b.groups)), make([]geometry.Length, len(b.groups))
	for i, levels := range b.groups {
		b.heights[i] = shape.Elevation(v.Model, levels[0].ID)
	}
	return b
}

func newBuilding(ctx context.Context, v *projections.View, t Traveller, index *Index) (*Building, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	b := storeysOf(ctx, v, t)
	b.index = index
	if t.Lifts {
		b.flights = lifts(v)
	}
	if t.Stairs {
		b.addStairs()
	}
	b.addRamps()
	return b, nil
}

// addStairs adds the stairs with known steps to the ways: alone, or in sequence over landings between storeys.
func (b *Building) addStairs() {
	v := b.View
	var between []Flight
	for _, id := range v.Model.OfCategory(state.CategoryStair) {
		e, ok := v.Model.Element(id)
		if !ok {
			continue
		}
		f, ok := flightOf(v, e)
		switch {
		case !ok:
			b.unread = append(b.unread, id)
		case b.meetsStoreys(f):
			b.flights = append(b.flights, f)
		default:
			between = append(between, f)
		}
	}
	b.overLandings(between)
}

// storeyGroups returns the levels from the lowest up, grouped so that each level lies within a step of the lowest level
// of its group.
func storeyGroups(m *state.Model, step geometry.Length) [][]*state.Element {
	var out [][]*state.Element
	for _, l := range shape.Levels(m) {
		if n := len(out); n > 0 && shape.Elevation(m, l.ID)-shape.Elevation(m, out[n-1][0].ID) <= step {
			out[n-1] = append(out[n-1], l)
			continue
		}
		out = append(out, []*state.Element{l})
	}
	return out
}

// stop reports whether the request was cancelled, which ends long computations.
func (b *Building) stop() bool { return b.ctx.Err() != nil }

// Storeys returns the number of storeys.
func (b *Building) Storeys() int { return len(b.groups) }

// Storey returns a storey by its number from the lowest up.
func (b *Building) Storey(i int) (*Storey, error) {
	if b.storeys[i] == nil {
		s, err := b.make(i)
		if err != nil {
			return nil, err
		}
		b.storeys[i] = s
	}
	return b.storeys[i], nil
}

func (b *Building) make(i int) (*Storey, error) {
	if b.near == nil {
		return b.index.storey(b.ctx, b.View, b.Traveller, b.groups[i])
	}
	box := band(b.elevation(i), b.Traveller)
	box.Min.X, box.Min.Y, box.Max.X, box.Max.Y = b.near.Min.X, b.near.Min.Y, b.near.Max.X, b.near.Max.Y
	var hits []projections.Hit
	if box.Min.Z <= b.near.Max.Z && b.near.Min.Z <= box.Max.Z {
		hits = b.View.Spatial().Intersecting(box)
	}
	s, err := newSurface(b.ctx, b.View, b.Traveller, b.groups[i], hits)
	if err != nil {
		return nil, err
	}
	return s.with(b.ctx, b.Traveller.Radius)
}

// Make makes all storeys, on all cores: afterwards, several goroutines may ask for storeys.
func (b *Building) Make() error {
	errs := make([]error, len(b.groups))
	processors.Each(len(b.groups), func(i int) { _, errs[i] = b.Storey(i) })
	return errors.Join(errs...)
}

// OfLevel returns the number of the storey of a level. The error is NOT_FOUND if there is no such level.
func (b *Building) OfLevel(level state.ID) (int, error) {
	for i, group := range b.groups {
		for _, l := range group {
			if l.ID == level {
				return i, nil
			}
		}
	}
	return 0, state.Errorf(state.NotFound, "no level %q in this model and branch: list levels with model_overview",
		level).With("level_id", level)
}

// Only returns the number of the only storey. The error lists the levels if there are several storeys.
func (b *Building) Only() (int, error) {
	if len(b.groups) == 1 {
		return 0, nil
	}
	names := []string{}
	for _, group := range b.groups {
		for _, l := range group {
			names = append(names, l.Name)
		}
	}
	return 0, state.Errorf(state.InvalidInput, "the model has %d storeys: give level_id", len(b.groups)).
		With("levels", names)
}

// At returns the number of the storey whose floor is nearest to a height, or false if none is within a step of it.
func (b *Building) At(height geometry.Length) (int, bool) {
	best, found := 0, false
	for i := range b.groups {
		d, than := (b.elevation(i) - height).Abs(), (b.elevation(best) - height).Abs()
		if d <= max(b.Traveller.Step, walkerStep) && (!found || d < than) {
			best, found = i, true
		}
	}
	return best, found
}

func (b *Building) elevation(i int) geometry.Length { return b.heights[i] }

// Level returns the lowest level of a storey.
func (b *Building) Level(i int) state.ID { return b.groups[i][0].ID }

// Unread returns the stairs and ramps that the traveller cannot use: stairs with unknown steps, and stairs and ramps
// that do not connect two storeys.
func (b *Building) Unread() []state.ID { return b.unread }

func compareIDs(a, b state.ID) int { return cmp.Or(strings.Compare(string(a), string(b))) }

func sortedIDs(ids []state.ID) []state.ID {
	slices.SortFunc(ids, compareIDs)
	return slices.Compact(ids)
}
