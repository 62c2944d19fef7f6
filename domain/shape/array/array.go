package array

import (
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Array defines instances that follow originals: in a row or in rows, around a centre, mirrored about a line, or on
// other levels. The instances are elements with their own ids. Apart from names and numbers, they have the data of
// their originals. A released place has no instance any more.
type Array struct {
	Originals []state.ID        `json:"originals" rule:"set" jsonschema:"elements that the instances follow"`
	Count     int               `json:"count,omitempty" jsonschema:"members of a row or around the centre, the original among them"`
	Delta     *geometry.Point3  `json:"delta,omitempty" jsonschema:"from one member to the next"`
	Rows      int               `json:"rows,omitempty" jsonschema:"with delta; default 1"`
	RowDelta  *geometry.Point3  `json:"row_delta,omitempty" jsonschema:"from one row to the next"`
	Center    *geometry.Point2  `json:"center,omitempty" jsonschema:"that they are turned about"`
	Angle     geometry.Angle    `json:"angle,omitempty" jsonschema:"from one to the next; default a full turn by count"`
	Mirror    []geometry.Point2 `json:"mirror,omitempty" jsonschema:"two points of a line: one instance, mirrored"`
	Levels    []state.ID        `json:"level_ids,omitempty" jsonschema:"an instance on each"`
	Released  []string          `json:"released,omitempty" rule:"fixed" input:"-"`      // places that have no instance
	Instances []state.ID        `json:"instances,omitempty" rule:"set,fixed" input:"-"` // all elements that it created
}

// The largest numbers of places and of instances of an array. They are bounded because a change of an original changes
// each of its instances, and because an array stores the list of its instances.
const (
	MaxPlaces    = 1000
	MaxInstances = 1000
)

// Place is the place of one instance of each original: moved, turned about a point, mirrored, or on another level.
type Place struct {
	Name   string // identifies a place of an array, unchanged by a change of count or spacing
	Move   state.Transform
	Mirror *geometry.Mirror
	Level  state.ID
}

// MentionsAll returns the originals and the instances.
func (a *Array) MentionsAll() []state.ID { return slices.Concat(a.Originals, a.Instances) }

// Check refuses an array without originals, without places, or with several kinds of places.
func (a *Array) Check(m *state.Model, _ *state.Element) error {
	if len(a.Originals) == 0 {
		return state.Errorf(state.OutOfRange, "an array needs originals: name what its instances follow").With(
			"parameter", "originals")
	}
	for _, id := range a.Originals {
		if _, err := m.Find(id); err != nil {
			return err
		}
		if _, own := slices.BinarySearch(a.Instances, id); own {
			return state.Errorf(state.IllegalState, "%s is an instance of the array, and cannot be its original",
				shape.NameOf(m, id)).With("element_id", id)
		}
	}
	_, err := a.Places(m)
	return err
}

// Adjusted sorts the originals by id, without duplicates. If a parameter was set that only one kind of array has, it
// clears the parameters of the other kinds.
func (a *Array) Adjusted(parameter string) state.Params {
	c := *a
	c.Originals = state.SortedOnce(a.Originals)
	switch {
	case parameter == "delta" && a.Delta != nil:
		c.Center, c.Angle, c.Mirror, c.Levels = nil, 0, nil, nil
	case parameter == "center" && a.Center != nil:
		c.Delta, c.Rows, c.RowDelta, c.Mirror, c.Levels = nil, 0, nil, nil, nil
	case parameter == "mirror" && len(a.Mirror) > 0:
		c = Array{Originals: c.Originals, Mirror: a.Mirror, Released: a.Released, Instances: a.Instances}
	case parameter == "level_ids" && len(a.Levels) > 0:
		c = Array{Originals: c.Originals, Levels: a.Levels, Released: a.Released, Instances: a.Instances}
	case parameter == "row_delta" && a.RowDelta != nil:
		c.Rows = max(a.Rows, 2)
	case parameter == "row_delta", parameter == "rows" && a.Rows < 2:
		c.Rows, c.RowDelta = 0, nil
	}
	return &c
}

// Moved returns the array with its shifts, its centre and its mirror line moved. The command itself moves the
// originals, which are elements.
func (a *Array) Moved(t state.Transform) state.Params {
	c := *a
	turned := func(p *geometry.Point3) *geometry.Point3 {
		if p == nil {
			return nil
		}
		q := p.XY().Rotate(geometry.Point2{}, t.Rotation).At(p.Z)
		return &q
	}
	c.Delta, c.RowDelta, c.Mirror = turned(a.Delta), turned(a.RowDelta), t.Ring(a.Mirror)
	if a.Center != nil {
		center := t.Plan(*a.Center)
		c.Center = &center
	}
	return &c
}

// Anchor returns the origin, because an array has no place.
func (*Array) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

// Centre returns the centre of an array around a centre, or the origin.
func (a *Array) Centre() geometry.Point2 {
	if a.Center != nil {
		return *a.Center
	}
	return geometry.Point2{}
}

// FixedField returns nil, because an array has no fixed shape.
func (*Array) FixedField() **state.FixedShape { return nil }

// Places returns the places of the instances, including released places.
func (a *Array) Places(m *state.Model) ([]Place, error) {
	given := 0
	for _, is := range []bool{a.Delta != nil, a.Center != nil, len(a.Mirror) > 0, len(a.Levels) > 0} {
		if is {
			given++
		}
	}
	rows := max(a.Rows, 1)
	switch {
	case given != 1:
		return refuse("delta", "give delta for a row, center for members around it, mirror for a mirror image, or "+
			"levels: one of them")
	case a.Center == nil && a.Angle != 0:
		return refuse("angle", "angle is from one member to the next around a center: give center")
	case a.Delta == nil && (rows > 1 || a.RowDelta != nil):
		return refuse("rows", "rows and row_delta go with delta: leave them out")
	case len(a.Mirror) > 0:
		return a.mirrored(m)
	case len(a.Levels) > 0:
		return a.onLevels(m)
	case a.Rows < 0 || a.Count < 1 || a.Count > MaxPlaces || rows > MaxPlaces || a.Count*rows > MaxPlaces:
		return refuse("count", "count is %d in %d rows: give 2 to %d members", a.Count, rows, MaxPlaces)
	case a.Count*rows < 2:
		return refuse("count", "an array has 2 members or more, the original among them")
	case rows > 1 != (a.RowDelta != nil):
		return refuse("row_delta", "rows and row_delta go together: how many rows, and from one to the next")
	case a.Angle > geometry.FullTurn || a.Angle < -geometry.FullTurn:
		return refuse("angle", "angle is %s degrees: give at most a full turn from one member to the next", a.Angle)
	case a.Center != nil:
		return a.around(m)
	}
	return a.inRows(m, rows)
}

func refuse(parameter, format string, args ...any) ([]Place, error) {
	return nil, state.Errorf(state.OutOfRange, format, args...).With("parameter", parameter)
}

func (a *Array) checkNoCount(what string) error {
	if a.Count != 0 {
		return state.Errorf(state.OutOfRange, "count is of a row or of members around a center: leave it out with %s",
			what).With("parameter", "count")
	}
	return nil
}

func (a *Array) mirrored(m *state.Model) ([]Place, error) {
	if err := a.checkNoCount("mirror"); err != nil {
		return nil, err
	}
	if len(a.Mirror) != 2 || geometry.Distance(a.Mirror[0], a.Mirror[1]) < shape.MinimumExtent {
		return refuse("mirror", "mirror is a line through two points apart from each other")
	}
	if err := m.CheckRing("mirror", a.Mirror); err != nil {
		return nil, err
	}
	return []Place{{Name: "mirror", Mirror: &geometry.Mirror{From: a.Mirror[0], To: a.Mirror[1]}}}, nil
}

func (a *Array) onLevels(m *state.Model) ([]Place, error) {
	if err := a.checkNoCount("level_ids"); err != nil {
		return nil, err
	}
	if len(a.Levels) > MaxPlaces {
		return refuse("level_ids", "level_ids are %d: give at most %d", len(a.Levels), MaxPlaces)
	}
	var out []Place
	for i, id := range a.Levels {
		if _, err := m.FindOf(id, state.CategoryLevel); err != nil {
			return nil, err
		}
		if slices.Contains(a.Levels[:i], id) {
			return refuse("level_ids", "level %s is named twice", shape.NameOf(m, id))
		}
		for _, original := range a.Originals {
			if e, ok := m.Element(original); ok && e.LevelID == id {
				return refuse("level_ids", "%s stands on level %s itself: an instance there would lie on it",
					shape.NameOf(m, original), shape.NameOf(m, id))
			}
		}
		out = append(out, Place{Name: string(id), Level: id})
	}
	return out, nil
}

// around returns the places of the instances around the centre.
func (a *Array) around(m *state.Model) ([]Place, error) {
	if err := m.CheckBounds("center", a.Center.At(0)); err != nil {
		return nil, err
	}
	var out []Place
	for i := 1; i < a.Count; i++ {
		turn := a.Angle * geometry.Angle(i)
		if a.Angle == 0 { // each computed from the start, so that remainders of the division do not add up
			turn = geometry.Angle(int64(geometry.FullTurn) * int64(i) / int64(a.Count))
		}
		if turn %= geometry.FullTurn; turn == 0 {
			return refuse("angle", "member %d would lie on the original: give a lower count or another angle", i+1)
		}
		out = append(out, Place{Name: strconv.Itoa(i + 1), Move: state.Transform{Rotation: turn, About: *a.Center}})
	}
	return out, nil
}

func (a *Array) inRows(m *state.Model, rows int) ([]Place, error) {
	zero := geometry.Point3{}
	if *a.Delta == zero && a.Count > 1 || a.RowDelta != nil && *a.RowDelta == zero {
		return refuse("delta", "the members would lie on each other: give a shift from one to the next")
	}
	if err := CheckDelta(m, *a.Delta); err != nil {
		return nil, err
	}
	var out []Place
	taken := map[geometry.Point3]bool{zero: true}
	for row := range rows {
		for i := range a.Count {
			if row == 0 && i == 0 {
				continue
			}
			by, name := Times(*a.Delta, i), strconv.Itoa(i+1)
			if row > 0 {
				by, name = by.Add(Times(*a.RowDelta, row)), name+"/"+strconv.Itoa(row+1)
			}
			if err := CheckDelta(m, by); err != nil {
				return nil, err
			}
			if taken[by] {
				return refuse("row_delta", "member %d of row %d would lie on another one: give delta and row_delta in "+
					"other directions, or a lower count", i+1, row+1)
			}
			taken[by] = true
			out = append(out, Place{Name: name, Move: state.Transform{Delta: by}})
		}
	}
	return out, nil
}

// CheckDelta refuses a shift that is so large that it leads out of the model from every place.
func CheckDelta(m *state.Model, d geometry.Point3) error {
	limit := 2 * m.Info().HalfExtent
	if max(d.X.Abs(), d.Y.Abs(), d.Z.Abs()) > limit {
		return state.Errorf(state.OutOfModelBounds,
			"delta leads out of the model's bounds wherever the elements are: give at most %s mm", limit).
			With("parameter", "delta").With("max", limit)
	}
	return nil
}

// Times returns a shift multiplied by n. Checked shifts are far below the largest length, so it does not overflow.
func Times(d geometry.Point3, n int) geometry.Point3 {
	k := geometry.Length(n)
	return geometry.Point3{X: k * d.X, Y: k * d.Y, Z: k * d.Z}
}

// IDOf returns the id of the instance of an element at a place of an array.
func IDOf(array state.ID, place string, of state.ID) state.ID {
	return state.DeriveID(string(array)+"/"+place+"/"+string(of), 0)
}

// Of returns the array that an element is an instance of.
func Of(m *state.Model, id state.ID) (*state.Element, bool) {
	for _, by := range m.Mentioning(id) {
		if e, ok := m.Element(by); ok {
			if a, is := e.Params.(*Array); is {
				if _, has := slices.BinarySearch(a.Instances, id); has {
					return e, true
				}
			}
		}
	}
	return nil, false
}
