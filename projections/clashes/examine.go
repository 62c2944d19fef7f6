package clashes

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"

	"github.com/bimstream/bimstream/geometry/processors"
)

// batch is how many pairs a processor takes at once: some milliseconds of work, so that a cancelled test ends soon and
// the count of what is done is hardly ever waited for.
const batch = 64

// heard is after how many pairs or elements the loops before that look whether the test was cancelled: each takes some
// tens of nanoseconds to microseconds.
const heard = 1024

// examination is the narrow phase of a test under way.
type examination struct {
	field    *field
	pairs    []clash.Pair
	progress func(done, total int)
	next     atomic.Int64
	over     atomic.Bool // there are more conflicts than can be told

	mu        sync.Mutex
	done      int
	compared  int
	touching  int
	found     []verdict
	undecided []verdict
}

// mostConflicts is how many pairs in conflict a test keeps: ten times the findings that can be recorded of a run, since
// copies of one element are one finding, and some 300 MB.
const mostConflicts = 1_000_000

// verdict is what was found of a pair.
type verdict struct {
	pair     int
	compared bool // the bodies had to be looked at: their boxes did not decide
	touching bool // they are in contact without common volume; known where gaps are sought
	conflict bool
	finding  Finding
	reason   error // why it could not be decided
}

// examine looks at all pairs on all processors and returns what was found in the order of the pairs, whoever found it.
func (f *field) examine(ctx context.Context, pairs []clash.Pair, progress func(done, total int)) (*examination, error) {
	x := &examination{field: f, pairs: pairs, progress: progress}
	for _, p := range pairs {
		f.subjects[p.First].uses.Add(1)
		f.subjects[p.Second].uses.Add(1)
	}
	processors.Each(processors.Count(), func(int) { x.work(ctx) })
	if ctx.Err() == nil && x.over.Load() {
		return nil, state.Errorf(state.OperationTooLarge,
			"more than %d of %d pairs are in conflict, as many elements lie at one place: delete copies, or test "+
				"fewer elements at a time, by category or level", mostConflicts, len(pairs)).
			With("limit", mostConflicts)
	}
	byPair := func(a, b verdict) int { return cmp.Compare(a.pair, b.pair) }
	slices.SortFunc(x.found, byPair)
	slices.SortFunc(x.undecided, byPair)
	return x, ctx.Err()
}

func (x *examination) work(ctx context.Context) {
	for ctx.Err() == nil && !x.over.Load() {
		from := int(x.next.Add(batch)) - batch
		if from >= len(x.pairs) {
			return
		}
		to := min(from+batch, len(x.pairs))
		part := examination{done: to - from}
		for i := from; i < to && ctx.Err() == nil; i++ {
			part.note(i, x.field.judge(ctx, x.pairs[i]))
		}
		x.report(&part)
	}
}

// note keeps what was found of a pair, if it is worth telling.
func (x *examination) note(pair int, v verdict) {
	v.pair = pair
	if v.compared {
		x.compared++
	}
	if v.touching {
		x.touching++
	}
	switch {
	case v.reason != nil:
		x.undecided = append(x.undecided, v)
	case v.conflict:
		x.found = append(x.found, v)
	}
}

// report adds what one processor found.
func (x *examination) report(part *examination) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.found, x.undecided = append(x.found, part.found...), append(x.undecided, part.undecided...)
	x.compared += part.compared
	x.touching += part.touching
	x.done += part.done
	x.over.Store(len(x.found) > mostConflicts)
	x.progress(x.done, len(x.pairs))
}

// judge tells how a pair lies to each other. What it tells once the context has ended means nothing.
func (f *field) judge(ctx context.Context, p clash.Pair) verdict {
	s, t := f.subjects[p.First], f.subjects[p.Second]
	defer s.release()
	defer t.release()
	if s.element.ID > t.element.ID {
		s, t = t, s
	}
	overlap, gap := f.questions(s.box, t.box)
	if !overlap && !gap {
		return verdict{}
	}
	finding, err := f.compare(ctx, s, t, overlap, gap)
	if err != nil {
		return verdict{compared: true, reason: err}
	}
	v := verdict{compared: true, touching: gap && finding.Kind == clash.Touch}
	v.finding, v.conflict = findingOf(s.element.ID, t.element.ID, finding)
	return v
}

// compare returns the questions about two bodies.
func (f *field) compare(ctx context.Context, s, t *subject, overlap, gap bool) (clash.Finding, error) {
	a, err := f.solid(s)
	if err != nil {
		return clash.Finding{}, err
	}
	b, err := f.solid(t)
	if err != nil {
		return clash.Finding{}, err
	}
	if overlap {
		out, err := clash.OverlapUntil(func() bool { return ctx.Err() != nil }, a, b, f.test.Tolerance)
		if err != nil || out.Volume > 0 || !gap {
			return f.wanted(out), err
		}
	}
	return clash.Gap(a, b, f.test.Clearance)
}

// wanted passes over what the test does not look for.
func (f *field) wanted(c clash.Finding) clash.Finding {
	if c.Kind == clash.Touch {
		return c
	}
	if f.test.Mode == ModeClearance || f.test.Mode == ModeDuplicate && c.Kind != clash.Duplicate {
		c.Kind = clash.None
	}
	return c
}

// questions returns what is worth asking of two bodies with these boxes: whether they overlap, and how far they are
// apart. Boxes without common volume contain bodies without one. Whether bodies overlap has to be known also before a
// distance means anything: a body inside another one is far from its surface.
func (f *field) questions(a, b geometry.Box) (overlap, gap bool) {
	common := share(a, b)
	if f.test.Mode == ModeDuplicate {
		return common && alike(a, b, f.test.Tolerance), false
	}
	return common, f.test.gaps() && (common || near(a, b, f.test.Clearance))
}

// near reports whether boxes come nearer to each other than a distance; one of no more than maxClearance, so that
// squares stay exact.
func near(a, b geometry.Box, distance geometry.Length) bool {
	square := geometry.Length(0)
	for _, apart := range [...]geometry.Length{
		max(a.Min.X-b.Max.X, b.Min.X-a.Max.X), max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y),
		max(a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z),
	} {
		if apart >= distance {
			return false
		}
		square += max(0, apart) * max(0, apart)
	}
	return square < distance*distance
}

// share reports whether boxes have common volume.
func share(a, b geometry.Box) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y &&
		a.Min.Z < b.Max.Z && b.Min.Z < a.Max.Z
}

// alike reports whether boxes are the same within a tolerance and the rounding of their corners.
func alike(a, b geometry.Box, tolerance geometry.Length) bool {
	limit := tolerance + 2
	return a.Grow(limit).Contains(b) && b.Grow(limit).Contains(a)
}

// Undecided is what could not be examined: a pair, or an element without a body to examine.
type Undecided struct {
	Elements []state.ID `json:"element_ids"`
	Reason   string     `json:"reason"`
}
