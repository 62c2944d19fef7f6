package clashes

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
)

// batch is how many pairs a processor takes at once: some milliseconds of work, so that a cancelled test ends soon and
// the count of what is done is hardly ever waited for.
const batch = 64

// examination is the narrow phase of a test under way.
type examination struct {
	field    *field
	pairs    []clash.Pair
	progress func(done, total int)
	next     atomic.Int64

	mu        sync.Mutex
	done      int
	found     []verdict
	undecided []verdict
}

// verdict is what was found of a pair.
type verdict struct {
	pair    int
	finding Finding
	reason  error // why it could not be decided
}

// examine looks at all pairs on all processors and answers what was found in the order of the pairs, whoever found it.
func (f *field) examine(ctx context.Context, pairs []clash.Pair, progress func(done, total int)) (found, undecided []verdict, err error) {
	x := &examination{field: f, pairs: pairs, progress: progress}
	for _, p := range pairs {
		f.subjects[p.First].uses.Add(1)
		f.subjects[p.Second].uses.Add(1)
	}
	var busy sync.WaitGroup
	var panicked atomic.Pointer[any]
	for range runtime.GOMAXPROCS(0) {
		busy.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panicked.Store(&r)
				}
			}()
			x.work(ctx)
		})
	}
	busy.Wait()
	if r := panicked.Load(); r != nil {
		panic(*r) // where the caller can recover it
	}
	byPair := func(a, b verdict) int { return cmp.Compare(a.pair, b.pair) }
	slices.SortFunc(x.found, byPair)
	slices.SortFunc(x.undecided, byPair)
	return x.found, x.undecided, ctx.Err()
}

func (x *examination) work(ctx context.Context) {
	for ctx.Err() == nil {
		from := int(x.next.Add(batch)) - batch
		if from >= len(x.pairs) {
			return
		}
		to := min(from+batch, len(x.pairs))
		var found, undecided []verdict
		for i := from; i < to; i++ {
			switch v, conflict := x.field.judge(x.pairs[i]); {
			case v.reason != nil:
				v.pair = i
				undecided = append(undecided, v)
			case conflict:
				v.pair = i
				found = append(found, v)
			}
		}
		x.report(found, undecided, to-from)
	}
}

func (x *examination) report(found, undecided []verdict, done int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.found, x.undecided = append(x.found, found...), append(x.undecided, undecided...)
	x.done += done
	x.progress(x.done, len(x.pairs))
}

// judge tells how a pair lies to each other.
func (f *field) judge(p clash.Pair) (verdict, bool) {
	s, t := f.subjects[p.First], f.subjects[p.Second]
	defer s.release()
	defer t.release()
	if s.element.ID > t.element.ID {
		s, t = t, s
	}
	finding, err := f.lie(s, t)
	if err != nil {
		return verdict{reason: err}, false
	}
	out, conflict := findingOf(s.element.ID, t.element.ID, finding)
	return verdict{finding: out}, conflict
}

// lie tells how two bodies lie to each other, as far as the test wants to know.
func (f *field) lie(s, t *subject) (clash.Finding, error) {
	overlap, gap := f.questions(s.box, t.box)
	if !overlap && !gap {
		return clash.Finding{Kind: clash.None}, nil
	}
	a, err := f.solid(s)
	if err != nil {
		return clash.Finding{}, err
	}
	b, err := f.solid(t)
	if err != nil {
		return clash.Finding{}, err
	}
	if overlap {
		out, err := clash.Overlap(a, b, f.test.Tolerance)
		if err != nil || out.Volume > 0 || !gap {
			return f.wanted(out), err
		}
	}
	return clash.Gap(a, b, f.test.Clearance)
}

// wanted passes over what the test does not look for.
func (f *field) wanted(c clash.Finding) clash.Finding {
	if f.test.Mode == ModeClearance || f.test.Mode == ModeDuplicate && c.Kind != clash.Duplicate {
		c.Kind = clash.None
	}
	return c
}

// questions answers what is worth asking of two bodies with these boxes: whether they overlap, and how far they are
// apart. Boxes without common volume contain bodies without one. Whether bodies overlap has to be known also before a
// distance means anything: a body inside another one is far from its surface.
func (f *field) questions(a, b geometry.Box) (overlap, gap bool) {
	common := share(a, b)
	if f.test.Mode == ModeDuplicate {
		return common && alike(a, b, f.test.Tolerance), false
	}
	return common, f.test.gaps()
}

// share reports whether boxes have common volume.
func share(a, b geometry.Box) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y && a.Min.Z < b.Max.Z && b.Min.Z < a.Max.Z
}

// alike reports whether boxes are the same within a tolerance and the rounding of their corners.
func alike(a, b geometry.Box, tolerance geometry.Length) bool {
	limit := tolerance + 2
	return a.Grow(limit).Contains(b) && b.Grow(limit).Contains(a)
}

// Undecided is what could not be examined: a pair, or an element without a body to examine.
type Undecided struct {
	Elements []domain.ID `json:"element_ids"`
	Reason   string      `json:"reason"`
}
