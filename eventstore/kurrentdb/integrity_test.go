package kurrentdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// filled returns a server with three events, and a mirror directory that has them too.
func filled(t *testing.T) (d *double.Server, mirror string) {
	t.Helper()
	d, mirror = server(t, double.Options{}), t.TempDir()
	s := open(t, d.URL(), Options{MirrorDir: mirror})
	for _, name := range []string{"a", "b", "c"} {
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, name)); err != nil {
			t.Fatal(err)
		}
	}
	wantStored(t, s, "a", "b", "c")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return d, mirror
}

// wantCorrupt checks that nothing can be read or written any more, and that the error gives the reason.
func wantCorrupt(t *testing.T, s *Store, reason string) {
	t.Helper()
	_, err := storetest.Drain(s.ReadAll(t.Context(), 0))
	if !errors.Is(err, eventstore.ErrCorrupt) || !strings.Contains(err.Error(), reason) {
		t.Errorf("error %v, want %q in it", err, reason)
	}
	_, err = s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "z"))
	if !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("append: %v", err)
	}
	if err := s.Wait(t.Context(), 1000); !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("wait: %v", err)
	}
}

func TestAServerRestoredFromABackupIsNoticed(t *testing.T) {
	for name, left := range map[string]int{"shorter": 2, "empty": 0} {
		t.Run(name, func(t *testing.T) {
			d, mirror := filled(t)
			d.Log().Truncate(left)
			wantCorrupt(t, open(t, d.URL(), Options{MirrorDir: mirror}), "delete the mirror")
			if d.Log().Len() != left {
				t.Errorf("%d events were added to a log that does not continue the mirror", d.Log().Len()-left)
			}
		})
	}
}

func TestARestoredServerIsNoticedWhileRunning(t *testing.T) {
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{})
	for _, name := range []string{"a", "b"} {
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, name)); err != nil {
			t.Fatal(err)
		}
	}
	wantStored(t, s, "a", "b")
	d.Stop()
	d.Log().Truncate(1)
	other := server(t, double.Options{Log: d.Log()}) // writes an event in the place of b
	if _, err := open(t, other.URL(), Options{}).Append(t.Context(),
		storetest.Part("walls", eventstore.At(0), "c")); err != nil {
		t.Fatal(err)
	}
	if err := d.Restart(); err != nil {
		t.Fatal(err)
	}
	wantCorrupt(t, s, "another history")
}

func TestAChangedEventIsNoticed(t *testing.T) {
	d, _ := filled(t)
	d.Log().Tamper(1, []byte(`{"name":"x"}`))
	s := open(t, d.URL(), Options{})
	_, err := storetest.Drain(s.ReadAll(t.Context(), 0))
	if corrupt, ok := errors.AsType[*eventstore.CorruptError](err); !ok ||
		corrupt.Revision != 1 || corrupt.Stream != "walls" {
		t.Errorf("error %v, want revision 1 of walls", err)
	}
	wantCorrupt(t, s, "does not have the hash")
}

// TestAStrangersEventIsPassedOver lets another program write into the log between any two events. The store must skip
// these events.
func TestAStrangersEventIsPassedOver(t *testing.T) {
	d, mirror := filled(t)
	stranger(t, d, func(ctx context.Context, c *esdb.Client) error {
		_, err := c.AppendToStream(ctx, "bimstream-log", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
			esdb.EventData{EventType: "x", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
		return err
	})
	for i, dir := range []string{mirror, t.TempDir()} {
		s := open(t, d.URL(), Options{MirrorDir: dir})
		wantStored(t, s, []string{"a", "b", "c", "d"}[:3+i]...)
		st, err := standingOf(t, s)
		if err != nil || st.Strangers != 1 || !strings.Contains(st.FirstStranger, `event 3 of the log, type "x"`) {
			t.Errorf("standing %+v, %v", st, err)
		}
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.At(2), "d")); err != nil {
			t.Error(err)
		}
		wantStored(t, s, "a", "b", "c", "d")
	}
}

func TestADeletedLogIsNoticed(t *testing.T) {
	d, mirror := filled(t)
	stranger(t, d, func(ctx context.Context, c *esdb.Client) error {
		_, err := c.TombstoneStream(ctx, "bimstream-log", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
		return err
	})
	wantCorrupt(t, open(t, d.URL(), Options{MirrorDir: mirror}), "deleted")
}

// stranger runs a call with the bare client.
func stranger(t *testing.T, d *double.Server, f func(context.Context, *esdb.Client) error) {
	t.Helper()
	config, _, err := configure(d.URL(), Options{MirrorDir: "unused"})
	if err != nil {
		t.Fatal(err)
	}
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if err := f(t.Context(), client); err != nil {
		t.Fatal(err)
	}
}

func TestALostMirrorIsFetchedAgain(t *testing.T) {
	d, mirror := filled(t)
	read := func() []eventstore.Recorded {
		s := open(t, d.URL(), Options{MirrorDir: mirror})
		got, err := storetest.Drain(s.ReadAll(t.Context(), 0))
		if err != nil || s.Close() != nil {
			t.Fatal(err)
		}
		return got
	}
	before := read()
	if err := os.RemoveAll(filepath.Join(mirror, DefaultNamespace)); err != nil {
		t.Fatal(err)
	}
	if after := read(); len(after) != 3 || !slices.EqualFunc(before, after, storetest.SameRecord) {
		t.Errorf("before %v, after %v", before, after)
	}
}
