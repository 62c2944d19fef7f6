package projections

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/bimstream/bimstream/geometry/processors"
)

// kept returns a Live that keeps snapshots in a folder. The test waits for a snapshot that is still being written,
// before the folder is removed.
func kept(t *testing.T, store eventstore.Store, dir string, every uint64) *Live {
	t.Helper()
	live := NewLive(store, WithSnapshots(dir, every))
	t.Cleanup(live.Settle)
	return live
}

// grown returns a model after some tens of accepted commands, in a folder with its snapshots.
func grown(t *testing.T, seed uint64, every uint64) (*site, string) {
	t.Helper()
	s := newSite(t)
	dir := filepath.Join(t.TempDir(), "snapshots")
	c := commander{random: rand.New(rand.NewPCG(seed, 0))}
	for range 150 {
		c.model = s.view().Model
		base, d, err := s.decide(c.next())
		if err == nil && len(d.Events) > 0 {
			s.append(base, d.Events)
		}
		live := kept(t, s.store, dir, every)
		if _, err := live.View(context.Background(), testModel, MainBranch); err != nil {
			t.Fatal(err)
		}
		live.Settle()
	}
	return s, dir
}

// A state from a snapshot and the events after it equals the state from all events: at the end, and at any revision.
func TestSnapshotAndTailAreTheReplay(t *testing.T) {
	for seed := range uint64(6) {
		s, dir := grown(t, seed, 7)
		if files := (snapshotFolder{dir: dir}).list(StreamName(testModel, MainBranch)); len(files) < 3 {
			t.Fatalf("seed %d: only %d snapshots", seed, len(files))
		}
		live, plain := kept(t, s.store, dir, 7), NewLive(s.store)
		sameReports(t, fmt.Sprintf("seed %d, opened from a snapshot", seed), viewOf(t, live), s.fromScratch())
		for revision := uint64(0); revision <= s.view().Revision; revision += 5 {
			got, err := live.At(context.Background(), testModel, MainBranch, revision)
			want, err2 := plain.At(context.Background(), testModel, MainBranch, revision)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			sameReports(t, fmt.Sprintf("seed %d, revision %d", seed, revision), got, want)
		}
		live.Settle()
		if n, err := live.CheckSnapshots(context.Background(), testModel, MainBranch); err != nil || n < 3 {
			t.Errorf("seed %d: %d snapshots checked, %v", seed, n, err)
		}
	}
}

// The indexes of a past view are made on first use. Many goroutines may use them at the same time: readers, and callers
// that continue from the view.
func TestManyMayAskAPastViewAtTheSameTime(t *testing.T) {
	s, dir := grown(t, 3, 7)
	ctx := context.Background()
	for revision := uint64(20); revision <= s.view().Revision; revision += 20 {
		late, err := kept(t, s.store, dir, 7).At(ctx, testModel, MainBranch, revision)
		plain, err2 := NewLive(s.store).At(ctx, testModel, MainBranch, revision)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		want := plain.Model.OfCategory(state.CategoryWall)
		processors.Each(8, func(i int) {
			m := late.Model
			if i%2 == 0 {
				m = late.Own().Clone()
			}
			if got := m.OfCategory(state.CategoryWall); !slices.Equal(got, want) {
				t.Errorf("revision %d: walls %v, want %v", revision, got, want)
			}
		})
		sameReports(t, fmt.Sprintf("revision %d", revision), late, plain)
	}
}

func viewOf(t *testing.T, live *Live) *View {
	t.Helper()
	v, err := live.View(context.Background(), testModel, MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// spoil changes every snapshot in a folder.
func spoil(t *testing.T, dir string, change func([]byte) []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+snapshotSuffix))
	if err != nil || len(files) == 0 {
		t.Fatalf("no snapshots to spoil: %v", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, change(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever happens to the folder, the answers are the same as from the log. Unusable snapshots are removed.
func TestSnapshotsThatCannotBeUsedChangeNothing(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"empty":         func([]byte) []byte { return nil },
		"cut":           func(b []byte) []byte { return b[:len(b)/2] },
		"a byte more":   func(b []byte) []byte { return append(b, 0) },
		"a bit flipped": func(b []byte) []byte { b[len(b)-20] ^= 4; return b },
		"another revision": func(b []byte) []byte {
			return []byte(strings.Replace(string(b),
				`"revision":`, `"revision":1`, 1))
		},
		"another version": func(b []byte) []byte {
			return []byte(strings.Replace(string(b),
				`"reducer":"`, `"reducer":"x`, 1))
		},
		"another program": func([]byte) []byte { return []byte("hello") },
	} {
		s, dir := grown(t, 1, 20)
		spoil(t, dir, change)
		live := kept(t, s.store, dir, 1000)
		sameReports(t, name, viewOf(t, live), s.fromScratch())
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
			t.Errorf("%s: %d files are still there", name, len(left))
		}
	}
}

// A snapshot of another history is undamaged, but does not belong to this store.
func TestASnapshotOfAnotherHistoryIsNotUsed(t *testing.T) {
	s, dir := grown(t, 1, 20)
	other, _ := grown(t, 2, 20)
	live := kept(t, other.store, dir, 1000)
	sameReports(t, "another history", viewOf(t, live), other.fromScratch())
	if left := (snapshotFolder{dir: dir}).list(StreamName(testModel, MainBranch)); len(left) > 0 &&
		left[0].revision <= other.view().Revision && left[len(left)-1].revision <= other.view().Revision {
		t.Errorf("%d snapshots of another history are still there", len(left))
	}
	sameReports(t, "the first history", viewOf(t, kept(t, s.store, dir, 1000)), s.fromScratch())
}

func TestAFolderThatCannotBeWrittenIsNoHindrance(t *testing.T) {
	s, _ := grown(t, 1, 1000)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	live := kept(t, s.store, filepath.Join(file, "snapshots"), 1)
	sameReports(t, "no folder", viewOf(t, live), s.fromScratch())
	live.Settle()
}

// The kept snapshots are spread over the history as it grows: no revision is farther from one than a sixteenth of the
// history, and the newest snapshot is kept.
func TestSnapshotsAreThinnedEvenly(t *testing.T) {
	folder := snapshotFolder{dir: t.TempDir()}
	const every = 10
	for revision := uint64(every); revision <= 200*every; revision += every {
		if err := folder.write("s", revision, []byte("x")); err != nil {
			t.Fatal(err)
		}
		files := folder.list("s")
		if len(files) != min(int(revision/every), keptSnapshots) || files[len(files)-1].revision != revision {
			t.Fatalf("%d snapshots at %d: %+v", len(files), revision, files)
		}
		before := uint64(0)
		for _, f := range files {
			if f.revision-before > max(every, revision/16) {
				t.Errorf("at %d there is nothing between %d and %d", revision, before, f.revision)
			}
			before = f.revision
		}
	}
	if len(folder.list("other")) != 0 {
		t.Error("another stream has snapshots")
	}
}

func TestHalfWrittenSnapshotsAreCleanedAwayInTime(t *testing.T) {
	folder := snapshotFolder{dir: t.TempDir()}
	left := filepath.Join(folder.dir, "writing-1"+snapshotSuffix+".tmp")
	foreign := filepath.Join(folder.dir, "notes.txt")
	for _, f := range []string{left, foreign} {
		if err := os.WriteFile(f, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder.clean(time.Now().Add(-abandonedAfter))
	if _, err := os.Stat(left); err != nil {
		t.Error("a file that may still be written is gone")
	}
	folder.clean(time.Now().Add(time.Minute))
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Error("an abandoned file is still there")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file of somebody else is gone")
	}
}

// A check finds an undamaged snapshot with a wrong state, which only a fault of this program could make.
func TestCheckFindsAWrongSnapshot(t *testing.T) {
	s, dir := grown(t, 3, 20)
	v := s.view()
	wrong := v.fork()
	wrong.model.Evolve(&state.TypeDefined{Type: state.Type{ID: "t", Name: "Ghost", Category: state.CategoryWall}})
	forged := wrong.publish(testModel, MainBranch, newLazy(wrong.model))
	if err := (snapshotFolder{dir: dir}).write(StreamName(testModel, MainBranch), v.Revision,
		encodeSnapshot(forged, nil)); err != nil {
		t.Fatal(err)
	}
	live := kept(t, s.store, dir, 20)
	if _, err := live.CheckSnapshots(context.Background(), testModel, MainBranch); err == nil {
		t.Error("a wrong snapshot was not found")
	}
}

// A snapshot that somebody changed is undamaged but not valid: with its old code, without one, or with a code of
// another installation. The state is then folded from the log, and the reader is warned.
func TestAForgedSnapshotIsNotBelieved(t *testing.T) {
	s, _ := grown(t, 3, 20)
	in, v := signing.In(t.TempDir()), s.view()
	wrong := v.fork()
	wrong.model.Evolve(&state.TypeDefined{Type: state.Type{ID: "t", Name: "Ghost", Category: state.CategoryWall}})
	forged := wrong.publish(testModel, MainBranch, newLazy(wrong.model))
	stream := StreamName(testModel, MainBranch)
	resealed := func(seal string) []byte {
		data := encodeSnapshot(forged, nil)
		h, body, err := splitSnapshot(data)
		if err != nil {
			t.Fatal(err)
		}
		h.Seal = seal
		return bytes.Join([][]byte{[]byte(snapshotMagic), h.encode(), {'\n'}, body}, nil)
	}
	whole, _, err := splitSnapshot(encodeSnapshot(v, in))
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		data   []byte
		faults int
	}{
		"whole":            {encodeSnapshot(v, in), 0},
		"the code it had":  {resealed(whole.Seal), 1},
		"no code":          {resealed(""), 0},
		"of somebody else": {encodeSnapshot(forged, signing.In(t.TempDir())), 0},
	} {
		dir, warned := t.TempDir(), 0
		live := NewLive(s.store, WithSnapshots(dir, 1000), WithSeals(in, func(string, string) { warned++ }))
		if err := (snapshotFolder{dir: dir}).write(stream, v.Revision, x.data); err != nil {
			t.Fatal(err)
		}
		if n := len(live.ForgedSnapshots(stream)); n != x.faults {
			t.Errorf("%s: %d faults", name, n)
		}
		got, err := live.View(context.Background(), testModel, MainBranch)
		if err != nil || got.Model.Hash() != v.Model.Hash() {
			t.Errorf("%s: it is believed (%v)", name, err)
		}
		if want := min(1, len(name)-len("whole")); warned != want {
			t.Errorf("%s: %d warnings", name, warned)
		}
	}
}

// Two Live values write into one folder at the same time.
func TestManyWritersShareAFolder(t *testing.T) {
	s, dir := grown(t, 4, 1000)
	done := make(chan error, 4)
	for range 4 {
		go func() {
			for revision := uint64(3); revision < 40; revision += 3 {
				live := kept(t, s.store, dir, 2)
				if _, err := live.At(context.Background(), testModel, MainBranch, revision); err != nil {
					done <- err
					return
				}
				live.Settle()
			}
			done <- nil
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if n, err := kept(t, s.store, dir, 2).CheckSnapshots(context.Background(), testModel,
		MainBranch); err != nil || n == 0 {
		t.Errorf("%d snapshots, %v", n, err)
	}
}

// Pages of one past state are made from one view, without reading again.
func TestPastViewsStayAtHand(t *testing.T) {
	s, _ := grown(t, 5, 1000)
	counting := &handed{Store: s.store}
	live := NewLive(counting)
	first, err := live.At(context.Background(), testModel, MainBranch, 10)
	if err != nil {
		t.Fatal(err)
	}
	reads := counting.reads
	for range 3 {
		again, err := live.At(context.Background(), testModel, MainBranch, 10)
		if err != nil || again != first || counting.reads != reads {
			t.Fatalf("another view, or %d reads: %v", counting.reads-reads, err)
		}
	}
	for revision := range uint64(keptPastViews) {
		if _, err := live.At(context.Background(), testModel, MainBranch, 20+revision); err != nil {
			t.Fatal(err)
		}
	}
	if len(live.pasts.views) != keptPastViews || slices.Contains(live.pasts.views, first) {
		t.Errorf("%d past views are kept", len(live.pasts.views))
	}
}

func TestBranchesThatNobodyUsesAreDropped(t *testing.T) {
	s, _ := grown(t, 5, 1000)
	live, clock := NewLive(s.store), time.Now()
	live.now = func() time.Time { return clock }
	first := viewOf(t, live)
	if _, err := live.At(context.Background(), testModel, MainBranch, 3); err != nil {
		t.Fatal(err)
	}
	clock = clock.Add(unusedAfter / 2)
	if viewOf(t, live) != first {
		t.Error("a branch in use was folded again")
	}
	clock = clock.Add(2 * unusedAfter)
	if again := viewOf(t, live); again == first || len(live.pasts.views) != 0 {
		t.Error("a branch that nobody uses is kept, or its past")
	}
	sameReports(t, "folded again", viewOf(t, live), first)
}

// AtTime returns the longest beginning in which nothing happened later, regardless of the clocks of the writers.
func TestAtTimeByDefinition(t *testing.T) {
	s := newSite(t)
	random := rand.New(rand.NewPCG(9, 9))
	happened := []time.Time{begin, begin, begin} // the model's creation has three events
	for i := range 40 {
		base, d, err := s.decide(changing.DefineMaterial{Name: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		at := begin.Add(time.Duration(random.IntN(100)) * time.Second)
		reason := []string{"", `he said "so"`, "plain"}[random.IntN(3)]
		stored := EncodeEvents(d.Events, Meta{CommandID: s.commandID(), Reasoning: reason, OccurredAt: at})
		if _, err := s.store.Append(context.Background(),
			eventstore.Append{Stream: StreamName(testModel, MainBranch), Expected: eventstore.At(base.Revision),
				Events: stored}); err != nil {
			t.Fatal(err)
		}
		s.commands++
		for range d.Events {
			happened = append(happened, at)
		}
	}
	for second := range 110 {
		at := begin.Add(time.Duration(second) * time.Second)
		want := slices.IndexFunc(happened, at.Before) - 1
		if want == -2 {
			want = len(happened) - 1
		}
		v, err := s.live.AtTime(context.Background(), testModel, MainBranch, at)
		if err != nil || v.Revision != uint64(want) {
			t.Errorf("%v: revision %d, want %d, %v", at, v.Revision, want, err)
		}
	}
}

func FuzzQuickTime(f *testing.F) {
	f.Add([]byte(`{"command_id":"c","tool":"t","occurred_at":"2026-03-01T08:00:00.25Z","trace_id":"x"}`))
	f.Add([]byte(`{"command_id":"c","reasoning":"\"","occurred_at":"2026-03-01T08:00:00Z"}`))
	f.Add([]byte(`{"occurred_at":"2026-03-01T08:00:00+01:00"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		quick, ok := quickTime(raw)
		meta, err := DecodeMeta(raw)
		if ok && err == nil && strings.Count(strings.ToLower(string(raw)), "occurred_at") == 1 &&
			!quick.Equal(meta.OccurredAt) {
			t.Errorf("%s: %v and %v", raw, quick, meta.OccurredAt)
		}
	})
}

// events repeats one event, for tests of the code around decoding.
func events(n int, last func(i int) (eventstore.Recorded, error)) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for i := range n {
			if !yield(last(i)) {
				return
			}
		}
	}
}

func TestDecodingAheadStopsWithItsCaller(t *testing.T) {
	s, _ := grown(t, 6, 1000)
	var log []eventstore.Recorded
	for r, err := range s.store.Read(context.Background(), StreamName(testModel, MainBranch), 0) {
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, r)
	}
	whole := events(len(log), func(i int) (eventstore.Recorded, error) { return log[i], nil })
	for _, stopAt := range []int{1, len(log) / 2, len(log) + 1} {
		n := 0
		for d, err := range (link{}).decodeAhead(whole) {
			if err != nil || d.event == nil || d.recorded != nil && d.recorded.Revision != uint64(n) ||
				d.recorded == nil && n == len(log)-1 {
				t.Fatalf("event %d: %+v, %v", n, d.recorded, err)
			}
			if n++; n == stopAt {
				break
			}
		}
		if n != min(stopAt, len(log)) {
			t.Errorf("%d events, want %d", n, stopAt)
		}
	}
	broken := events(len(log), func(i int) (eventstore.Recorded, error) {
		if i == 5 {
			panic("from the store")
		}
		return log[i], nil
	})
	defer func() {
		if recover() != "from the store" {
			t.Error("the panic of the store did not reach the caller")
		}
	}()
	for range (link{}).decodeAhead(broken) {
		continue
	}
}

// Folding many events at once gives the same result as folding them one by one, wherever the fold begins.
func TestAFoldOfManyEventsIsThatOfFew(t *testing.T) {
	s, _ := grown(t, 7, 1000)
	l, stream, last := s.live, StreamName(testModel, MainBranch), s.view().Revision
	follow := func(d *draft, until uint64, many bool) {
		if err := d.follow(l.stored(context.Background(), d, stream, until), many); err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range []uint64{0, 1, last / 2, last - 3} {
		few, err := l.begin(context.Background(), testModel, MainBranch)
		if err != nil {
			t.Fatal(err)
		}
		follow(few, from, false)
		many := few.publish(testModel, MainBranch, nil).fork()
		if from == 0 {
			many, _ = l.begin(context.Background(), testModel, MainBranch)
		}
		follow(few, last, false)
		follow(many, last, true)
		if !bytes.Equal(many.model.Pack(), few.model.Pack()) || !bytes.Equal(many.history.pack(), few.history.pack()) ||
			many.next != few.next || many.hash != few.hash || many.at != few.at {
			t.Errorf("from revision %d on the fold of many events is another state", from)
		}
	}
}
