package kurrentdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// writeNow lets what is in memory of a store's tail go into its segment, where it stays until it is needed.
func writeNow(t *testing.T, s *Store) {
	t.Helper()
	if err := s.writeTail(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.known.tail.due.Stop() // what is there stays there until it is needed
}

// inSegment is how many events of a store's tail are in its segment only.
func inSegment(s *Store) int {
	s.known.tail.mu.Lock()
	defer s.known.tail.mu.Unlock()
	return s.known.tail.written.events
}

// withSegment opens a store on a server whose mirror in dir has the first of three events and whose segment the others,
// which two frames have.
func withSegment(t *testing.T, mirror string) (d *double.Server, s *Store) {
	t.Helper()
	d = server(t, double.Options{})
	s = open(t, d.URL(), Options{MirrorDir: mirror})
	appendTo(t, s, "walls", "first")
	holdTail(t, s)()
	appendTo(t, s, "walls", "second")
	writeNow(t, s)
	appendTo(t, s, "windows", "third")
	writeNow(t, s)
	if n := inSegment(s); n != 2 {
		t.Fatalf("%d events are in the segment", n)
	}
	return d, s
}

// TestSegmentIsReadLikeTheMirror asks a store of which some events are in the mirror, some in the segment and some in
// memory, each question by itself, and compares with what the mirror says in the end.
func TestSegmentIsReadLikeTheMirror(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	one, other := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	optimistic, _ := eventstore.Optimistic(t.Context())
	ask := map[string]func() any{}
	collect := func(in sequence) any {
		var out []eventstore.Recorded
		for r, err := range in {
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return out
	}
	for _, ctx := range []context.Context{optimistic, t.Context()} {
		for _, stream := range []string{"before", "walls", "windows", "new", "none"} {
			for from := range uint64(5) {
				ask[fmt.Sprint(stream, from, ctx == optimistic)] = func() any {
					return collect(one.Read(ctx, stream, from))
				}
			}
			ask[fmt.Sprint(stream, " backward", ctx == optimistic)] = func() any {
				return collect(one.ReadBackward(ctx, stream))
			}
			ask[fmt.Sprint(stream, " head", ctx == optimistic)] = func() any {
				head, err := one.Head(ctx, stream)
				return [2]any{head, fmt.Sprint(err)}
			}
		}
		for after := range uint64(9) {
			ask[fmt.Sprint("after", after, ctx == optimistic)] = func() any { return collect(one.ReadAll(ctx, after)) }
		}
		ask[fmt.Sprint("streams", ctx == optimistic)] = func() any {
			heads, err := one.Streams(ctx, "")
			return [2]any{heads, err}
		}
		ask[fmt.Sprint("position", ctx == optimistic)] = func() any {
			position, err := one.Position(ctx)
			return [2]any{position, err}
		}
	}
	round := 0
	for name, question := range ask { // one question each time: the first that needs the segment empties it
		for _, stream := range []string{"before", "walls"} {
			appendTo(t, one, stream, fmt.Sprint(round, " in ", stream))
		}
		holdTail(t, one)()
		for i := range 2 {
			appendTo(t, other, "windows", fmt.Sprint(round, " of another ", i))
			appendTo(t, one, "walls", fmt.Sprint(round, " own ", i))
			if i == 0 {
				writeNow(t, one)
			}
		}
		appendTo(t, one, fmt.Sprint("new", round), "of a stream that the mirror has never seen")
		told := question()
		if err := one.flush(t.Context()); err != nil || inSegment(one) != 0 {
			t.Fatal(err)
		}
		if want := question(); !reflect.DeepEqual(told, want) {
			t.Errorf("%s: told %v, mirrored %v", name, told, want)
		}
		if round++; testing.Short() && round > 20 {
			break
		}
	}
}

// TestSegmentOfAKilledProcess opens the mirror of a process that was killed with events in its segment, while no server
// is there, and again.
func TestSegmentOfAKilledProcess(t *testing.T) {
	t.Parallel()
	dir, killed := t.TempDir(), filepath.Join(t.TempDir(), "killed")
	d, s := withSegment(t, dir)
	if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	url := d.URL()
	d.Stop()
	for range 2 {
		again, err := Open(url, Options{MirrorDir: killed})
		if err != nil {
			t.Fatal(err)
		}
		if position, err := again.mirror.Position(t.Context()); err != nil || position != 3 {
			t.Errorf("the mirror has %d events: %v", position, err)
		}
		if left, _ := filepath.Glob(filepath.Join(again.segment.dir, segmentPrefix+"*[0-9]")); len(left) > 0 {
			t.Errorf("%v are still there", left)
		}
		_ = again.Close()
	}
	want := everything(t, t.Context(), s.mirror)
	if reflect.DeepEqual(want, everything(t, t.Context(), openSQLite(t, filepath.Join(killed, s.options.Namespace)))) {
		t.Error("the mirror of the living process has what is in its segment only")
	}
}

// TestSegmentIsRestored compares a server that was set back with the mirror of a process that still runs.
func TestSegmentIsRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, s := withSegment(t, dir)
	d.Stop()
	d.Log().Truncate(1)
	if err := d.Restart(); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRestoration(t.Context(), d.URL(), Options{MirrorDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if len(r.Lost) != 2 || r.Lost[0].Events != 1 || r.Lost[1].Stream != "windows" {
		t.Errorf("lost: %v", r.Lost)
	}
	if _, err := os.Stat(s.segment.path); err != nil {
		t.Error("the segment of a living process was removed: ", err)
	}
}

// TestSegmentCutAnywhere opens mirrors beside segments that are cut at each byte, and with each byte changed: what is
// whole in front is filed, and nothing else.
func TestSegmentCutAnywhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, s := withSegment(t, dir)
	whole, err := os.ReadFile(s.segment.path)
	if err != nil {
		t.Fatal(err)
	}
	frames := []int{0}
	in, buffer := bytes.NewReader(whole), []byte(nil)
	for {
		if _, _, err := readFrame(in, &buffer); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, len(whole)-in.Len())
	}
	if len(frames) != 3 {
		t.Fatalf("frames end at %v", frames)
	}
	file := func(content []byte) (position uint64) {
		copied := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(copied, os.DirFS(filepath.Dir(s.mirror.Path()))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, segmentPrefix+"0"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		mirror := openSQLite(t, copied)
		if err := fileSegments(t.Context(), mirror.(*sqlite.Store), false); err != nil {
			t.Fatal(err)
		}
		position, err := mirror.Position(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return position
	}
	for at := 0; at <= len(whole); at += 1 + len(whole)/40 {
		want := uint64(1)
		for _, end := range frames[1:] {
			if at >= end {
				want++
			}
		}
		if got := file(whole[:at]); got != want {
			t.Errorf("cut at %d of %v: %d events, not %d", at, frames, got, want)
		}
	}
	for at := 0; at < len(whole); at += 1 + len(whole)/40 {
		want := uint64(1)
		if at >= frames[1] {
			want = 2
		}
		changed := bytes.Clone(whole)
		changed[at] ^= 0x10
		if got := file(changed); got != want {
			t.Errorf("changed at %d of %v: %d events, not %d", at, frames, got, want)
		}
	}
}

// TestSegmentOfAnotherHistory lets a segment go beside a mirror that has other events in the same places: it is left
// out, whole frames or none.
func TestSegmentOfAnotherHistory(t *testing.T) {
	t.Parallel()
	_, s := withSegment(t, t.TempDir())
	d, dir := server(t, double.Options{}), t.TempDir()
	other := open(t, d.URL(), Options{MirrorDir: dir})
	appendTo(t, other, "walls", "another first")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	at := filepath.Dir(other.mirror.Path())
	content, err := os.ReadFile(s.segment.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(at, segmentPrefix+"7"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	again := open(t, d.URL(), Options{MirrorDir: dir})
	if position, err := again.Position(t.Context()); err != nil || position != 1 {
		t.Errorf("the store has %d events: %v", position, err)
	}
}

// TestSegmentThatIsFull lets a store go on whose segment takes nothing more, and one that cannot have one.
func TestSegmentThatIsFull(t *testing.T) {
	t.Parallel()
	_, s := withSegment(t, t.TempDir())
	s.segment.applying.Lock()
	size := s.segment.size
	s.segment.size = segmentBytes
	stretch := sqlite.Stretch{From: 3, Next: 4}
	if err := s.segment.add(&stretch, nil); !errors.Is(err, errNoSegment) {
		t.Errorf("a full segment takes more: %v", err)
	}
	s.segment.size = size
	s.segment.applying.Unlock()
	dir := t.TempDir()
	other := open(t, server(t, double.Options{}).URL(), Options{MirrorDir: dir})
	appendTo(t, other, "walls", "first")
	holdTail(t, other)()
	for i := range mostSegments { // as killed processes leave them, which nobody has filed yet
		path := filepath.Join(other.segment.dir, fmt.Sprint(segmentPrefix, i))
		if err := os.WriteFile(path, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	appendTo(t, other, "walls", "second")
	writeNow(t, other)
	if position, err := other.mirror.Position(t.Context()); err != nil || position != 2 || inSegment(other) != 0 {
		t.Errorf("the mirror has %d events: %v", position, err)
	}
	left, err := os.ReadFile(filepath.Join(other.segment.dir, fmt.Sprint(segmentPrefix, 3)))
	if err != nil || string(left) != "left" {
		t.Errorf("what a killed process has left is %q: %v", left, err)
	}
}

// TestFrames writes stretches as frames and reads them.
func TestFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, number := rapid.String(), rapid.Uint64()
		hash := rapid.Custom(func(t *rapid.T) (h eventstore.Hash) {
			copy(h[:], rapid.SliceOfN(rapid.Byte(), len(h), len(h)).Draw(t, "hash"))
			return h
		})
		record := rapid.Custom(func(t *rapid.T) eventstore.Recorded {
			r := eventstore.Recorded{Stream: text.Draw(t, "stream"), Revision: number.Draw(t, "revision"),
				RecordedAt: time.UnixMicro(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "at")).UTC(),
				PrevHash:   hash.Draw(t, "before"), Hash: hash.Draw(t, "own")}
			r.ID, r.Type = text.Draw(t, "id"), text.Draw(t, "type")
			r.Schema = rapid.IntRange(0, 1<<40).Draw(t, "schema")
			r.Data = rapid.SliceOf(rapid.Byte()).Draw(t, "data")
			if rapid.Bool().Draw(t, "with metadata") {
				r.Meta = rapid.SliceOf(rapid.Byte()).Draw(t, "meta")
			}
			return r
		})
		var want []sqlite.Stretch
		var verdicts [][]sqlite.Verdict
		var b []byte
		for range rapid.IntRange(0, 3).Draw(t, "frames") {
			s := sqlite.Stretch{From: number.Draw(t, "from"), Next: number.Draw(t, "next"), Last: text.Draw(t, "last")}
			var v []sqlite.Verdict
			for range rapid.IntRange(0, 3).Draw(t, "entries") {
				flag := rapid.Bool()
				s.Entries = append(s.Entries, sqlite.Entry{Place: number.Draw(t, "place"),
					Stale: flag.Draw(t, "stale"), Joined: flag.Draw(t, "joined"),
					Proven: flag.Draw(t, "proven"), Certain: flag.Draw(t, "certain"),
					Records: rapid.SliceOfN(record, 1, 3).Draw(t, "records")})
				v = append(v, rapid.SampledFrom([]sqlite.Verdict{sqlite.Valid, sqlite.Void}).Draw(t, "verdict"))
			}
			b = appendFrame(b, &s, v)
			want, verdicts = append(want, s), append(verdicts, v)
		}
		in := bytes.NewReader(b)
		for i := range want {
			var own []byte
			s, v, err := readFrame(in, &own)
			if err != nil || !reflect.DeepEqual(s, want[i]) || !reflect.DeepEqual(v, verdicts[i]) {
				t.Fatalf("frame %d is %+v, %v, %v; not %+v, %v", i, s, v, err, want[i], verdicts[i])
			}
		}
		if _, _, err := readFrame(in, new([]byte)); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	})
}

// FuzzFrame reads any bytes as frames. What is read is written again as the same bytes, or means the same.
func FuzzFrame(f *testing.F) {
	r := eventstore.Recorded{Stream: "walls", Revision: 7}
	r.ID, r.Type, r.Data, r.Meta = "id", "wall.created", []byte(`{}`), []byte{}
	f.Add(appendFrame(nil, &sqlite.Stretch{From: 3, Next: 4, Last: "x y",
		Entries: []sqlite.Entry{{Place: 3, Joined: true, Records: []eventstore.Recorded{r}}}},
		[]sqlite.Verdict{sqlite.Valid})[frameHeader:])
	f.Fuzz(func(t *testing.T, content []byte) {
		s, verdicts, err := decodeFrame(content)
		if err != nil {
			return
		}
		var buffer []byte
		again, v, err := readFrame(bytes.NewReader(appendFrame(nil, &s, verdicts)), &buffer)
		if err != nil || !reflect.DeepEqual(again, s) || !reflect.DeepEqual(v, verdicts) {
			t.Errorf("%+v was written as %+v: %v", s, again, err)
		}
	})
}
