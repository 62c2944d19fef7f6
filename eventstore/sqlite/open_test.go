package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func isUnavailable(err error) bool { return errors.Is(err, eventstore.ErrUnavailable) }

func appendEvent(t *testing.T, s *Store, stream, name string) error {
	t.Helper()
	_, err := s.Append(t.Context(), eventstore.Append{
		Stream: stream, Expected: eventstore.Any, Events: []eventstore.Event{storetest.NewEvent(name)},
	})
	return err
}

func mustAppend(t *testing.T, s *Store, stream, name string) {
	t.Helper()
	if err := appendEvent(t, s, stream, name); err != nil {
		t.Fatal(err)
	}
}

// raw runs SQL on the file of a store, like a person with the sqlite3 shell.
func raw(t *testing.T, s *Store, statements ...string) {
	t.Helper()
	c, err := connect(s.Path(), false, busyTimeout)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for _, sql := range statements {
		if err := c.exec(sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

func TestOpenWritesNothing(t *testing.T) {
	parent := t.TempDir()
	s := open(t, parent, Options{})
	if position, err := s.Position(t.Context()); err != nil || position != 0 {
		t.Errorf("position %d, %v", position, err)
	}
	for range s.ReadAll(t.Context(), 0) {
		t.Error("an event in a store that does not exist")
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	closeStores(t, s)
	entries, err := os.ReadDir(parent)
	if err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestReaderSeesTheStoreThatAnotherMakes(t *testing.T) {
	parent := t.TempDir()
	reader, writer := open(t, parent, Options{}), open(t, parent, Options{})
	if _, err := reader.Head(t.Context(), "walls"); !errors.Is(err, eventstore.ErrStreamNotFound) {
		t.Errorf("before: %v", err)
	}
	mustAppend(t, writer, "walls", "a")
	if head, err := reader.Head(t.Context(), "walls"); err != nil || head.Revision != 0 {
		t.Errorf("after: %+v, %v", head, err)
	}
	closeStores(t, reader, writer)
}

// TestReadableByPeople reads the view described in the documentation.
func TestReadableByPeople(t *testing.T) {
	s := openPath(t, t.TempDir())
	mustAppend(t, s, "walls", "a")
	c, err := connect(s.Path(), false)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	const look = `SELECT position || ' ' || stream || ' ' || revision || ' ' || type || ' ' || typeof(data) || ' ' ||
		json_extract(data, '$.name') || ' ' || json_extract(meta, '$.actor') || ' ' || substr(recorded_at, -1) || ' ' ||
		length(hash) || ' ' || abs(julianday('now') - julianday(recorded_at) < 1) FROM log`
	err = c.queryContext(t.Context(), look, func(row []driver.Value) error {
		cells := columns{row: row}
		got = cells.text()
		return cells.err
	})
	if want := "1 walls 0 thing.named text a tester Z 64 1"; err != nil || got != want {
		t.Errorf("the log shows %q (%v), want %q", got, err, want)
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{databaseFile, databaseFile + "-wal", processLockFile} {
		info, err := os.Stat(filepath.Join(filepath.Dir(s.Path()), name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s is for others than its owner: %v, %v", name, info, err)
		}
	}
	closeStores(t, s)
}

func TestReopenedStoreGoesOn(t *testing.T) {
	parent := t.TempDir()
	for i := range 3 {
		s := open(t, parent, Options{})
		mustAppend(t, s, "walls", fmt.Sprint(i))
		if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != uint64(i) {
			t.Errorf("head %+v, %v", head, err)
		}
		closeStores(t, s)
		if _, err := os.Stat(s.Path() + "-wal"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the last to close has left the write-ahead log: %v", err)
		}
	}
}

func TestLeftoverOfACrashWhileMakingTheFile(t *testing.T) {
	s := openPath(t, t.TempDir())
	for _, suffix := range []string{".new", ".new-wal", ".new-shm"} {
		if err := os.WriteFile(s.Path()+suffix, []byte("half a file"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustAppend(t, s, "walls", "a")
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	closeStores(t, s)
}

func TestFilesThatAreNotOurs(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, s *Store)
		kind    error
		says    string
	}{
		"a newer version": {func(t *testing.T, s *Store) {
			mustAppend(t, s, "walls", "a")
			raw(t, s, "PRAGMA user_version = 99")
		}, eventstore.ErrUnavailable, "schema version 99"},
		"a database of another program": {func(t *testing.T, s *Store) {
			c, err := connect(s.Path(), true)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(c.exec("CREATE TABLE other (x)"), c.close()); err != nil {
				t.Fatal(err)
			}
		}, eventstore.ErrUnavailable, "another program"},
		"no database at all": {func(t *testing.T, s *Store) {
			if err := os.WriteFile(s.Path(), []byte(strings.Repeat("not a database ", 500)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, eventstore.ErrCorrupt, "not a database"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			before := openPath(t, dir)
			c.prepare(t, before)
			closeStores(t, before)
			s := openPath(t, dir)
			_, err := s.Position(t.Context())
			for _, err := range []error{err, appendEvent(t, s, "walls", "b")} {
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("error %v, want %v with %q", err, c.kind, c.says)
				}
			}
			closeStores(t, s)
		})
	}
}

func TestRemovedFileIsNoticed(t *testing.T) {
	dir := t.TempDir()
	s := openPath(t, dir)
	mustAppend(t, s, "walls", "a")
	if err := os.Rename(s.Path(), filepath.Join(dir, "moved.db")); err != nil {
		t.Skip("this system does not let an open file be moved")
	}
	time.Sleep(2 * identityLapse)
	if _, err := s.Position(t.Context()); !isUnavailable(err) {
		t.Errorf("reading: %v", err)
	}
	if err := appendEvent(t, s, "walls", "b"); !isUnavailable(err) {
		t.Errorf("writing: %v", err)
	}
	other := openPath(t, dir)
	if err := appendEvent(t, other, "walls", "c"); !isUnavailable(err) || !strings.Contains(err.Error(), "-wal") {
		t.Errorf("making a new file beside the old one's log: %v", err)
	}
	if err := os.Rename(s.Path()+"-wal", filepath.Join(dir, "moved.db-wal")); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, other, "walls", "c")
	if head, err := other.Head(t.Context(), "walls"); err != nil || head.Revision != 0 {
		t.Errorf("the new store holds something of the old one: %+v, %v", head, err)
	}
	if err := appendEvent(t, s, "walls", "b"); !isUnavailable(err) {
		t.Errorf("writing beside the new file: %v", err)
	}
	closeStores(t, other, s)
}

func TestDirectoriesThatCannotHoldAStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := Open(dir, Options{}); !isUnavailable(err) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	asked := ""
	remote := func(dir string) string { asked = dir; return "NFS" }
	parent := t.TempDir()
	err := checkDirectory(filepath.Join(parent, "not", "yet"), false, remote)
	if !isUnavailable(err) || !strings.Contains(err.Error(), "NFS") || asked != parent {
		t.Errorf("asked about %q: %v", asked, err)
	}
	if err := checkDirectory(parent, true, remote); err != nil {
		t.Errorf("allowed: %v", err)
	}
}

func TestOddPaths(t *testing.T) {
	for _, name := range []string{"with space", "question?mark=1&x", "hash#tag", "per%20cent", "Straße", "a'b\"c"} {
		dir := filepath.Join(t.TempDir(), name)
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := appendEvent(t, s, "walls", "a"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, databaseFile)); err != nil {
			t.Error(err)
		}
		closeStores(t, s)
	}
}

// TestFullStorage fills a store up to its limit. Acknowledged events must remain. A small append must succeed beside an
// append that is too large.
func TestFullStorage(t *testing.T) {
	s := openPath(t, t.TempDir())
	mustAppend(t, s, "walls", "a")
	closeStores(t, s)
	s, err := Open(filepath.Dir(s.Path()), Options{MaxBytes: 512 << 10})
	if err != nil {
		t.Fatal(err)
	}
	large := storetest.NewEvent("large")
	large.Data = fmt.Appendf(nil, `{"x":%q}`, strings.Repeat("y", 1<<20))
	release := holdProcessLock(t, s) // so that all appends wait and share a commit
	outcomes := make(chan error)
	go func() {
		_, err := s.Append(context.Background(), eventstore.Append{
			Stream: "large", Expected: eventstore.Any, Events: []eventstore.Event{large},
		})
		if !errors.Is(err, eventstore.ErrFull) {
			t.Errorf("the large append: %v", err)
		}
		outcomes <- nil
	}()
	const small = 5
	for i := range small {
		go func() { outcomes <- appendEvent(t, s, "walls", fmt.Sprint(i)) }()
	}
	for s.writer.queue.length() < small+1 {
		time.Sleep(time.Millisecond) // none is taken before the process lock is free
	}
	release()
	for range small + 1 {
		if err := <-outcomes; err != nil {
			t.Error(err)
		}
	}
	large.Data = large.Data[:20<<10]
	copy(large.Data[len(large.Data)-2:], `"}`)
	for err == nil {
		_, err = s.Append(t.Context(), eventstore.Append{
			Stream: "walls", Expected: eventstore.Any, Events: []eventstore.Event{large},
		})
	}
	if !errors.Is(err, eventstore.ErrFull) {
		t.Errorf("at the bound: %v", err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	closeStores(t, s)
	s = openPath(t, filepath.Dir(s.Path()))
	mustAppend(t, s, "walls", "room again")
	closeStores(t, s)
}
