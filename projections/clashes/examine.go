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

// batch is the number of pairs that a processor takes at once: some milliseconds of work. A cancelled test then ends
// soon, and the shared counter is rarely contended.
const batch = 64

// heard is the number of pairs or elements between two checks for cancellation in the earlier loops: each takes some
// tens of nanoseconds to microseconds.
const heard = 1024

// examination is the narrow phase of a test under way.
type examination struct {
	field    *field
	pairs    []clash.Pair
	progress func(done, total int)
	next     atomic.Int64
	over     atomic.Bool // there are more conflicts than can be reported

	mu        sync.Mutex
	done      int
	compared  int
	touching  int
	found     []verdict
	undecided []verdict
}

// mostConflicts is the greatest number of conflicting pairs that a test keeps: ten times the findings that a run can
// record, since copies of one element are one finding, and some 300 MB.
const mostConflicts = 1_000_000

// verdict is the result for a pair.
type verdict struct {
	pair     int
	compared bool // the bodies were compared, because their boxes did not decide
	touching bool // the bodies touch without common volume; known only if the test looks for gaps
	conflict bool
	finding  Finding
	reason   error // why the pair could not be decided
}

// examine compares all pairs on all processors, and returns the results in the order of the pairs.
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

// note keeps the result for a pair if it is to be reported.
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

// report adds the results of one processor.
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

// judge returns the relation of a pair. The result is meaningless once the context has ended.
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

// compare compares two bodies: their overlap, their gap, or both.
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

// wanted returns a finding, or none if the test does not look for its kind.
func (f *field) wanted(c clash.Finding) clash.Finding {
	if c.Kind == clash.Touch {
		return c
	}
	if f.test.Mode == ModeClearance || f.test.Mode == ModeDuplicate && c.Kind != clash.Duplicate {
		c.Kind = clash.None
	}
	return c
}

// questions returns which comparisons two bodies with these boxes need: their overlap, and their gap. Boxes without
// common volume contain bodies without common volume. A gap needs the overlap too, because a body inside another one is
// far from its surface.
func (f *field) questions(a, b geometry.Box) (overlap, gap bool) {
	common := share(a, b)
	if f.test.Mode == ModeDuplicate {
		return common && alike(a, b, f.test.Tolerance), false
	}
	return common, f.test.gaps() && (common || near(a, b, f.test.Clearance))
}

// near reports whether boxes are nearer to each other than a distance. The distance must not exceed maxClearance, so
// that squares are exact.
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

// alike reports whether boxes are equal within a tolerance and the rounding of their corners.
func alike(a, b geometry.Box, tolerance geometry.Length) bool {
	limit := tolerance + 2
	return a.Grow(limit).Contains(b) && b.Grow(limit).Contains(a)
}

// Undecided is a pair that could not be examined, or an element without a usable body.
type Undecided struct {
	Elements []state.ID `json:"element_ids"`
	Reason   string     `json:"reason"`
}
