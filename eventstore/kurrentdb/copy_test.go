package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func rounds(short, long int) int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return long
	}
	return short
}

// TestACopyIsTheSame copies a history from a folder to a server and back, with many interruptions.
func TestACopyIsTheSame(t *testing.T) {
	t.Parallel()
	source, err := sqlite.Open(t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }()
	for i := range 300 {
		large := storetest.Part(fmt.Sprint("model.", i%3), eventstore.Any, fmt.Sprint("a", i), fmt.Sprint("b", i))
		large.Events[1].Data = fmt.Appendf(nil, `{"x":%q}`, strings.Repeat("y", i*20))
		if _, err := source.Append(t.Context(), large,
			storetest.Part("audit", eventstore.Any, fmt.Sprint("c", i))); err != nil {
			t.Fatal(err)
		}
	}
	d := server(t, double.Options{MaxAppendSize: 64 << 10})
	back := t.TempDir()
	for stop := range rounds(8, 50) {
		stoppedCopy(t, source, d, back, stop)
	}
	s, target := open(t, d.URL(), Options{MaxAppendBytes: 64 << 10}), openSQLite(t, back)
	for _, pair := range [][2]eventstore.Store{{source, s}, {s, target}} {
		if done, err := eventstore.Copy(t.Context(), pair[0], pair[1], eventstore.CopyOptions{}); err != nil ||
			done.Events != 900 {
			t.Fatalf("%+v, %v", done, err)
		}
	}
	want, err := storetest.Drain(source.ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, copied := range []eventstore.Store{s, target} {
		got, err := storetest.Drain(copied.ReadAll(t.Context(), 0))
		if err != nil || !slices.EqualFunc(got, want, storetest.SameRecord) {
			t.Errorf("%d events of %d, %v", len(got), len(want), err)
		}
	}
	if _, err := target.Append(t.Context(), storetest.Part("audit", eventstore.Any, "later")); err != nil {
		t.Fatal(err)
	}
	if _, err := eventstore.Copy(t.Context(), s, target,
		eventstore.CopyOptions{}); !errors.Is(err, eventstore.ErrDiverged) {
		t.Errorf("a target that went on by itself: %v", err)
	}
}

func openSQLite(t *testing.T, dir string) eventstore.Store {
	s, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// stoppedCopy copies for a short, random time.
func stoppedCopy(t *testing.T, source eventstore.Store, d *double.Server, back string, stop int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(60*(stop+1)))*time.Millisecond)
	defer cancel()
	s, err := Open(d.URL(), Options{MirrorDir: t.TempDir(), MaxAppendBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	target, err := sqlite.Open(back, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]eventstore.Store{{source, s}, {s, target}} {
		if _, err := eventstore.Copy(ctx, pair[0], pair[1], eventstore.CopyOptions{}); errors.Is(err,
			eventstore.ErrDiverged) && ctx.Err() == nil {
			t.Error(err)
		}
	}
	if err := errors.Join(s.Close(), target.Close()); err != nil {
		t.Error(err)
	}
}

// TestACopyOfSomeStreams copies the streams of only one model.
func TestACopyOfSomeStreams(t *testing.T) {
	source, target := memory.New(), memory.New()
	for i := range 6 {
		if _, err := source.Append(t.Context(), storetest.Part(fmt.Sprint("model.", i%2), eventstore.Any,
			fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	done, err := eventstore.Copy(t.Context(), source, target,
		eventstore.CopyOptions{Wants: func(s string) bool { return s == "model.1" }})
	if heads, _ := target.Streams(t.Context(), ""); err != nil || done.Streams != 1 ||
		done.Written != 3 || len(heads) != 1 {
		t.Errorf("%+v, %v, %v", done, err, heads)
	}
}
