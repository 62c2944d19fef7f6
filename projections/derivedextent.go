package projections

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// cell identifies the elements of a category on a level.
type cell struct {
	level    state.ID
	category state.Category
}

func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.category, b.category))
}

// extent is the part of a model whose data are derived: the whole model, or some cells. The rooms of a level include
// everything that they depend on.
type extent struct {
	whole  bool
	cells  map[cell]bool
	shared bool // another extent has the same map, so it must not be changed
}

// fork returns a copy of the extent. Both share the map of cells until something is added to the copy; nothing may be
// added to the original afterwards.
func (e extent) fork() extent { return extent{e.whole, e.cells, true} }

// add records a cell whose elements are all derived.
func (e *extent) add(c cell) {
	if e.shared {
		e.cells, e.shared = maps.Clone(e.cells), false
	}
	if e.cells == nil {
		e.cells = map[cell]bool{}
	}
	e.cells[c] = true
}

func (e extent) holds(c cell) bool { return e.whole || e.cells[c] }

// rooms returns the levels whose rooms are derived.
func (e extent) rooms() (out []state.ID) {
	for c := range e.cells {
		if c.category == state.CategoryRoom {
			out = append(out, c.level)
		}
	}
	return out
}

// span is a range of heights above the model's origin, both included.
type span struct{ low, high geometry.Length }

func (s span) meets(t span) bool { return s.low <= t.high && t.low <= s.high }

func (s span) holds(t span) bool { return s.low <= t.low && t.high <= s.high }

// with returns the smallest span that contains both.
func (s span) with(t span) span { return span{min(s.low, t.low), max(s.high, t.high)} }

const (
	// besideStorey is how far an element may reach beyond its storey and still be found by its level. Elements that
	// hang below a slab, stand on a landing or reach to the next storey's floor stay within it. Elements that reach
	// farther are derived from the beginning, so that a level is only searched for heights near it.
	besideStorey = 2 * geometry.Metre
	// topStorey is the assumed height of the storey above the highest level.
	topStorey = 6 * geometry.Metre
	// spanSlack exceeds the inaccuracy of compared heights: roundings, and gaps that are closed (edgeGap,
	// geometry.SeamTolerance).
	spanSlack = 50 * geometry.Millimetre
)

// survey bounds the heights of the elements of each level by their parameters alone. With it, a query at some heights
// derives only the elements that may be there. It is immutable.
type survey struct {
	levels map[state.ID]levelSpan
	usual  map[state.ID]levelSpan // usual heights of all levels, set before any element on them is surveyed
	cells  map[cell]span          // heights of the elements that a search by level finds, except rooms
	// plates lists the floors, ceilings and roofs by their lowest points. The upper end of each span is the greatest
	// height of rooms below this plate or any plate before it in the list.
	plates []span
	index  func() *surveyIndex // made on first use
}

// levelSpan describes the heights of a level.
type levelSpan struct {
	usual  span            // elements that reach beyond it are derived individually
	floor  span            // elevations of the level: several if it was moved
	rooms  bool            // reports whether the level has rooms
	height geometry.Length // greatest height of its walls, or greatest own height of its rooms
}

const (
	// coverReach is the greatest height above the highest wall of a room at which the cover of the room may begin.
	// headroom is the least height of the cover above the floor (room.RoomShape.Reach).
	coverReach = geometry.Metre
	headroom   = geometry.Metre
)

// reach returns the range of heights in which the covers of the rooms of a level begin.
func (l levelSpan) reach() span {
	return span{l.floor.low + headroom - spanSlack, l.floor.high + l.height + coverReach + spanSlack}
}

// roomSpan returns the range of heights of the rooms of a level, up to the top of their walls or to their covers.
func (s *survey) roomSpan(l levelSpan) span {
	top := l.floor.high + l.height
	above, _ := slices.BinarySearchFunc(s.plates, l.reach().high+1, func(p span, z geometry.Length) int {
		return cmp.Compare(p.low, z)
	})
	if above > 0 {
		top = max(top, s.plates[above-1].high)
	}
	return span{l.floor.low - spanSlack, top + spanSlack}
}

// need is the part of a model that a query needs: the rooms of some levels with everything that bounds them, and the
// elements of some categories between some heights; or everything.
type need struct {
	whole      bool
	levels     []state.ID
	heights    []span
	categories []state.Category // categories between the heights; none for all
	covers     bool             // rooms extend up to the height at which their covers may begin
}

// everything returns the need of a query about the whole model.
func everything() need { return need{whole: true} }

// roomsOn returns the need of a query about the rooms of a level and the walls along them.
func roomsOn(level state.ID) need { return need{levels: []state.ID{level}} }

// within returns the need of a query about elements of some categories in a box.
func within(box geometry.Box, categories ...state.Category) need {
	return need{heights: []span{{box.Min.Z, box.Max.Z}}, categories: categories}
}

func (n need) takes(c state.Category) bool {
	return len(n.categories) == 0 || slices.Contains(n.categories, c)
}

// surveyor makes a survey. It shares unchanged parts with the survey from which it starts.
type surveyor struct {
	from   *survey
	made   *survey // nil until the survey differs from the survey in from
	plates []span  // not sorted yet
	usual  map[state.ID]levelSpan
}

// newSurveyor starts a survey of a model.
func newSurveyor(m *state.Model) *surveyor {
	s := &surveyor{from: &survey{}, usual: usualSpans(m)}
	s.change()
	return s
}

// after starts the survey of a model that follows another. levels reports whether levels may have changed.
func (s *survey) after(m *state.Model, levels bool) *surveyor {
	next := &surveyor{from: s, usual: s.usual}
	if levels {
		next.usual = usualSpans(m)
		next.change()
	}
	return next
}

// now returns the survey made so far.
func (s *surveyor) now() *survey {
	if s.made != nil {
		return s.made
	}
	return s.from
}

// change returns the survey to write into.
func (s *surveyor) change() *survey {
	if s.made == nil {
		s.made = &survey{levels: map[state.ID]levelSpan{}, cells: map[cell]span{}, plates: s.from.plates}
		maps.Copy(s.made.levels, s.from.levels)
		maps.Copy(s.made.cells, s.from.cells)
	}
	return s.made
}

// setLevel records the heights of a level.
func (s *surveyor) setLevel(id state.ID, l levelSpan) {
	if known, ok := s.now().levels[id]; !ok || known != l {
		s.change().levels[id] = l
	}
}

// usualSpans returns the levels of a model with the usual heights of their elements.
func usualSpans(m *state.Model) map[state.ID]levelSpan {
	out := map[state.ID]levelSpan{}
	next := geometry.LengthOverflow
	levels := shape.Levels(m)
	for i := len(levels) - 1; i >= 0; i-- {
		level := levels[i].Params.(*shape.Level)
		z := level.Elevation
		out[levels[i].ID] = levelSpan{floor: span{z, z},
			usual: span{z - besideStorey, max(z, min(next, z+topStorey)) + besideStorey}}
		if level.IsStorey {
			next = z
		}
	}
	return out
}

// level returns the heights of a level so far, or false if the id is no level.
func (s *surveyor) level(id state.ID) (levelSpan, bool) {
	now, is := s.usual[id]
	known, noted := s.now().levels[id]
	if is && noted {
		known.floor, known.usual = known.floor.with(now.floor), now.usual
		return known, true
	}
	return now, is
}

// room records a room, or returns false if it is on no level.
func (s *surveyor) room(e *state.Element) bool {
	l, ok := s.level(e.LevelID)
	if !ok {
		return false
	}
	l.rooms, l.height = true, max(l.height, e.Params.(*room.Room).Height)
	s.setLevel(e.LevelID, l)
	return true
}

// wall records the height of a wall or another element that bounds rooms.
func (s *surveyor) wall(level state.ID, height geometry.Length) {
	if l, ok := s.level(level); ok {
		l.height = max(l.height, height)
		s.setLevel(level, l)
	}
}

// note records the heights of an element other than a room, and reports whether a search by its level finds it.
// Otherwise the element has to be derived individually.
func (s *surveyor) note(e *state.Element, heights span) bool {
	l, ok := s.level(e.LevelID)
	if !ok || !l.usual.holds(heights) {
		return false
	}
	s.setLevel(e.LevelID, l)
	of := cell{e.LevelID, e.Category}
	if at, known := s.now().cells[of]; !known {
		s.change().cells[of] = heights
	} else if !at.holds(heights) {
		s.change().cells[of] = at.with(heights)
	}
	return true
}

// noteByParameters records an element other than a room by its parameters, and reports whether a search by its level
// finds it. It returns false if only the item of the element has its heights.
func (s *surveyor) noteByParameters(m *state.Model, e *state.Element) bool {
	low, high, ok := shape.HeightRange(m, e)
	return ok && s.noteRange(e, span{low, high})
}

// noteRange records an element by the heights in its parameters: floors and ceilings, which are level, and walls with a
// level top.
func (s *surveyor) noteRange(e *state.Element, heights span) bool {
	if e.Category.BoundsRooms() {
		s.wall(e.LevelID, heights.high-heights.low)
	}
	if slices.Contains(room.OverheadCategories, e.Category) {
		s.plate(span{heights.low, heights.low})
	}
	return s.note(e, heights)
}

// noteItem records an element by its derived data.
func (s *surveyor) noteItem(e *state.Element, it *item) {
	if it.wall != nil {
		s.wall(e.LevelID, it.wall.Highest)
	}
	if !it.placed {
		return
	}
	heights := span{it.box.Min.Z, it.box.Max.Z}
	if slices.Contains(room.OverheadCategories, e.Category) {
		s.plate(heights)
	}
	s.note(e, heights)
}

// plate records a floor, ceiling or roof.
func (s *surveyor) plate(heights span) {
	plates := s.now().plates
	i, _ := slices.BinarySearchFunc(plates, heights.low+1, func(p span, z geometry.Length) int {
		return cmp.Compare(p.low, z)
	})
	if i > 0 && plates[i-1].low == heights.low && plates[i-1].high >= heights.high {
		return // a known plate begins as low and reaches at least as high
	}
	s.plates = append(s.plates, heights)
}

// done returns the survey.
func (s *surveyor) done() *survey {
	if len(s.plates) > 0 {
		plates := slices.Concat(s.now().plates, s.plates)
		slices.SortStableFunc(plates, func(a, b span) int { return cmp.Compare(a.low, b.low) })
		for i := 1; i < len(plates); i++ {
			plates[i].high = max(plates[i].high, plates[i-1].high)
		}
		s.change().plates, s.plates = plates, nil
	}
	made := s.now()
	if made == s.made {
		made.usual = s.usual
		made.index = sync.OnceValue(made.newIndex)
	}
	return made
}

// rangesOf returns the heights of elements by their parameters, with an empty span if the parameters have no heights.
func rangesOf(m *state.Model, elements []*state.Element) []span {
	const chunk = 1024 // elements per task: each takes less than a microsecond
	out := make([]span, len(elements))
	processors.Each((len(elements)+chunk-1)/chunk, func(n int) {
		for i := n * chunk; i < min(len(elements), (n+1)*chunk); i++ {
			out[i] = nowhere
			if low, high, ok := shape.HeightRange(m, elements[i]); ok {
				out[i] = span{low, high}
			}
		}
	})
	return out
}

// nowhere is a span without heights.
var nowhere = span{0, -1}
