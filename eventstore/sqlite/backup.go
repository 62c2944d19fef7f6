package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
)

// Backup writes a copy of the store at one moment to a new file, complete and durable, while this and other processes
// continue to write. The copy is a database file like the store's own. Named bimstream.db in a folder of its own, it is
// a store. Backup fails if the file exists, and with ErrStreamNotFound if the store has no file yet.
func (s *Store) Backup(ctx context.Context, file string) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.uses.Done()
	if _, err := os.Stat(s.path); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s does not exist yet, there is nothing to copy", eventstore.ErrStreamNotFound, s.path)
	}
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(file); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s exists: name a file that does not", file)
	}
	// The copy is built under another name, so that an incomplete copy is never taken for a backup.
	building, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*.partial")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(building.Name()) }()
	if err := building.Close(); err != nil {
		return err
	}
	if err := s.copyInto(ctx, building.Name()); err != nil {
		return err
	}
	return publish(building.Name(), file)
}

// copyInto fills an empty file with a copy. VACUUM INTO reads in one transaction, so that it copies the state at one
// moment. It does not copy the journal mode, so copyInto sets the mode.
func (s *Store) copyInto(ctx context.Context, file string) error {
	source, err := connect(s.path, false, busyTimeout)
	if err != nil {
		return err
	}
	err = source.execContext(ctx, "VACUUM INTO '"+strings.ReplaceAll(file, "'", "''")+"'")
	if err := errors.Join(err, source.close(), ctx.Err()); err != nil {
		return err
	}
	c, err := connect(file, false, busyTimeout, "journal_mode=WAL")
	if err != nil {
		return err
	}
	return errors.Join(checkSchema(c, file), c.close())
}

// publish makes a finished file durable under its name, which must still be free.
func publish(building, file string) error {
	if err := syncPath(building); err != nil {
		return translate(err)
	}
	if err := os.Link(building, file); err != nil {
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s exists: name a file that does not", file)
		}
		// Some file systems have no hard links. The name was free when the copy began.
		if err := os.Rename(building, file); err != nil {
			return translate(err)
		}
	}
	return translate(syncDirectory(filepath.Dir(file)))
}
