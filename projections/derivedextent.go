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

// cell is the elements of a category that stand on a level.
type cell struct {
	level    state.ID
	category state.Category
}

func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.category, b.category))
}

// extent is what part of a model something is derived of: of all of it, or of some cells. With the rooms of a level
// what they depend on is derived.
type extent struct {
	whole  bool
	cells  map[cell]bool
	shared bool // whether another extent has the same map of cells, which then is never written
}

// fork returns an extent that holds the same. It shares the cells until something is added to it; nothing is added to
// the first one afterwards.
func (e extent) fork() extent { return extent{e.whole, e.cells, true} }

// add notes a cell of which everything is derived.
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

// with returns the least span that holds both.
func (s span) with(t span) span { return span{min(s.low, t.low), max(s.high, t.high)} }

const (
	// besideStorey is how far beyond its storey an element may reach and yet be looked for by its level: what hangs
	// below a slab, stands on a landing or goes through to the next storey's floor does. What reaches farther is
	// derived from the beginning, so that a level is looked at only for heights about it.
	besideStorey = 2 * geometry.Metre
	// topStorey is the height that is taken for the storey above the highest level.
	topStorey = 6 * geometry.Metre
	// spanSlack is more than what heights are compared with on the way: roundings, and the gaps that are closed
	// (edgeGap, geometry.SeamTolerance).
	spanSlack = 50 * geometry.Millimetre
)

// survey says between which heights the elements of each level lie, at most, by their parameters alone. With it a look
// at some heights derives only what may be there. It never changes.
type survey struct {
	levels map[state.ID]levelSpan
	usual  map[state.ID]levelSpan // all levels of the model, as they are before anything on them is looked at
	cells  map[cell]span          // of those of categories other than rooms whose level finds them
	// plates are the floors, ceilings and roofs by their lowest points, with how high rooms below may reach: below this
	// one and those before.
	plates []span
	index  func() *surveyIndex // made at the first look
}

// levelSpan is what is known of a level.
type levelSpan struct {
	usual  span            // what reaches beyond is derived by itself
	floor  span            // the level's heights: more than one where it was moved
	rooms  bool            // whether there are rooms
	height geometry.Length // the greatest one that a wall has, or a room by itself
}

const (
	// coverReach is how far above the highest of its walls what covers a room may begin, and headroom how far above its
	// floor that must lie (room.RoomShape.Reach).
	coverReach = geometry.Metre
	headroom   = geometry.Metre
)

// reach returns the heights between which what covers the rooms of a level begins.
func (l levelSpan) reach() span {
	return span{l.floor.low + headroom - spanSlack, l.floor.high + l.height + coverReach + spanSlack}
}

// roomSpan returns the heights between which the rooms of a level lie: up to the top of their walls, or to what covers
// them.
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

// need is what somebody looks at: the rooms of some levels with all that bounds them, and the elements of some
// categories that may lie between some heights; or everything.
type need struct {
	whole      bool
	levels     []state.ID
	heights    []span
	categories []state.Category // between the heights; none for all
	covers     bool             // rooms count up to where what covers them may begin
}

// everything is the need of who looks at the whole model.
func everything() need { return need{whole: true} }

// roomsOn is the need of who looks at the rooms of a level and at the walls along them.
func roomsOn(level state.ID) need { return need{levels: []state.ID{level}} }

// within is the need of who looks for elements of some categories in a box.
func within(box geometry.Box, categories ...state.Category) need {
	return need{heights: []span{{box.Min.Z, box.Max.Z}}, categories: categories}
}

func (n need) takes(c state.Category) bool {
	return len(n.categories) == 0 || slices.Contains(n.categories, c)
}

// surveyor makes a survey. What does not change it shares with the one that it begins with.
type surveyor struct {
	from   *survey
	made   *survey // nil until something is another than in from
	plates []span  // that are not in their order yet
	usual  map[state.ID]levelSpan
}

// newSurveyor begins a survey of a model.
func newSurveyor(m *state.Model) *surveyor {
	s := &surveyor{from: &survey{}, usual: usualSpans(m)}
	s.change()
	return s
}

// after begins the survey of a model that follows another. levels is whether levels may be other ones than before.
func (s *survey) after(m *state.Model, levels bool) *surveyor {
	next := &surveyor{from: s, usual: s.usual}
	if levels {
		next.usual = usualSpans(m)
		next.change()
	}
	return next
}

// now returns the survey as far as it is made.
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

// setLevel notes what is known of a level.
func (s *surveyor) setLevel(id state.ID, l levelSpan) {
	if known, ok := s.now().levels[id]; !ok || known != l {
		s.change().levels[id] = l
	}
}

// usualSpans returns the levels of a model with the heights that are usual for their elements.
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

// level returns what is known of a level so far; false for what is no level.
func (s *surveyor) level(id state.ID) (levelSpan, bool) {
	now, is := s.usual[id]
	known, noted := s.now().levels[id]
	if is && noted {
		known.floor, known.usual = known.floor.with(now.floor), now.usual
		return known, true
	}
	return now, is
}

// room notes a room; false for one that is on no level.
func (s *surveyor) room(e *state.Element) bool {
	l, ok := s.level(e.LevelID)
	if !ok {
		return false
	}
	l.rooms, l.height = true, max(l.height, e.Params.(*room.Room).Height)
	s.setLevel(e.LevelID, l)
	return true
}

// wall notes the height of what bounds rooms.
func (s *surveyor) wall(level state.ID, height geometry.Length) {
	if l, ok := s.level(level); ok {
		l.height = max(l.height, height)
		s.setLevel(level, l)
	}
}

// note notes the heights of an element other than a room, and reports whether its level finds it: otherwise it is to be
// derived by itself.
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

// noteByParameters notes an element other than a room by its parameters, and reports whether its level finds it: false
// too for one of which only its item says where it is.
func (s *surveyor) noteByParameters(m *state.Model, e *state.Element) bool {
	low, high, ok := shape.HeightRange(m, e)
	return ok && s.noteRange(e, span{low, high})
}

// noteRange notes an element by the heights that its parameters say: of floors and ceilings, which are level, and of
// walls that end at one height.
func (s *surveyor) noteRange(e *state.Element, heights span) bool {
	if e.Category.BoundsRooms() {
		s.wall(e.LevelID, heights.high-heights.low)
	}
	if slices.Contains(room.OverheadCategories, e.Category) {
		s.plate(span{heights.low, heights.low})
	}
	return s.note(e, heights)
}

// noteItem notes an element by what is derived of it.
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

// plate notes a floor, ceiling or roof.
func (s *surveyor) plate(heights span) {
	plates := s.now().plates
	i, _ := slices.BinarySearchFunc(plates, heights.low+1, func(p span, z geometry.Length) int {
		return cmp.Compare(p.low, z)
	})
	if i > 0 && plates[i-1].low == heights.low && plates[i-1].high >= heights.high {
		return // one that lies as low and reaches as high is known
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

// rangesOf returns the heights that elements have by their parameters, an empty span where these do not say them.
func rangesOf(m *state.Model, elements []*state.Element) []span {
	const chunk = 1024 // elements at a time: one takes less than a microsecond
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
