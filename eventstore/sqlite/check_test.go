package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestCheckFindsWhatWasChanged changes the file without the store's knowledge and checks that the damage is located.
func TestCheckFindsWhatWasChanged(t *testing.T) {
	const inDoors = `stream = (SELECT id FROM streams WHERE name = 'doors')`
	for name, c := range map[string]struct {
		sql      string
		stream   string
		revision uint64
		id       string
	}{
		"data": {`UPDATE events SET data = '{"name":"z"}' WHERE revision = 2 AND ` + inDoors, "doors",
			2, storetest.ID("doors 2")},
		"metadata": {`UPDATE events SET meta = NULL WHERE revision = 3 AND ` + inDoors, "doors",
			3, storetest.ID("doors 3")},
		"type": {`UPDATE events SET type = 'x' WHERE revision = 0 AND ` + inDoors, "doors",
			0, storetest.ID("doors 0")},
		"an id": {`UPDATE events SET id = '` + storetest.ID("z") + `' WHERE revision = 1 AND ` + inDoors,
			"doors", 1, storetest.ID("z")},
		"a missing event": {`DELETE FROM events WHERE revision = 2 AND ` + inDoors, "doors", 2, ""},
		"a missing tail":  {`DELETE FROM events WHERE revision >= 3 AND ` + inDoors, "doors", 3, ""},
		"a forged hash": {`UPDATE events SET hash = zeroblob(32) WHERE revision = 1 AND ` + inDoors, "doors",
			1, storetest.ID("doors 1")},
		"a forged head": {`UPDATE streams SET hash = zeroblob(32) WHERE name = 'doors'`, "doors",
			4, storetest.ID("doors 4")},
		"a head moved back": {
			`UPDATE streams SET revision = 3 WHERE name = 'doors'`, "doors", 3, storetest.ID("doors 3"),
		},
		"a missing stream": {`DELETE FROM streams WHERE name = 'doors'`, "", 0, storetest.ID("doors 0")},
	} {
		t.Run(name, func(t *testing.T) {
			s := filledStore(t)
			if err := s.Check(t.Context()); err != nil {
				t.Fatalf("before: %v", err)
			}
			raw(t, s, c.sql)
			err := s.Check(t.Context())
			var corrupt *eventstore.CorruptError
			if !errors.As(err, &corrupt) || !errors.Is(err, eventstore.ErrCorrupt) {
				t.Fatalf("error %v, want a CorruptError", err)
			}
			if corrupt.Stream != c.stream || corrupt.Revision != c.revision || corrupt.ID != c.id {
				t.Errorf("answer %v, want stream %q, revision %d, event %q", corrupt, c.stream, c.revision, c.id)
			}
		})
	}
}

// filledStore returns a store with two streams whose events alternate.
func filledStore(t *testing.T) *Store {
	t.Helper()
	s := openPath(t, t.TempDir())
	t.Cleanup(func() { closeStores(t, s) })
	for i := range 5 {
		mustAppend(t, s, "doors", fmt.Sprint("doors ", i))
		mustAppend(t, s, "walls", fmt.Sprint("walls ", i))
	}
	return s
}

func TestReadNoticesAHole(t *testing.T) {
	s := filledStore(t)
	raw(t, s, `DELETE FROM events WHERE revision = 2`)
	seen := 0
	var failure error
	for _, err := range s.Read(t.Context(), "walls", 0) {
		if failure = err; err == nil {
			seen++
		}
	}
	if seen != 2 || !errors.Is(failure, eventstore.ErrCorrupt) {
		t.Errorf("%d events, then %v", seen, failure)
	}
	seen = 0
	for _, err := range s.ReadBackward(t.Context(), "walls") {
		if failure = err; err == nil {
			seen++
		}
	}
	if seen != 2 || !errors.Is(failure, eventstore.ErrCorrupt) {
		t.Errorf("backward: %d events, then %v", seen, failure)
	}
}

func TestCheckFindsDamagedPages(t *testing.T) {
	s := filledStore(t)
	closeStores(t, s)
	path := s.Path()
	content := readFile(t, path)
	for i := pageBytes; i < len(content); i += pageBytes {
		copy(content[i:], "damage")
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := openPath(t, filepath.Dir(path))
	if err := damaged.Check(t.Context()); !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("error %v, want corrupt", err)
	}
	closeStores(t, damaged)
}

func TestCheckEndsWithItsContext(t *testing.T) {
	s := filledStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
