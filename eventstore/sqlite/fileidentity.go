package sqlite

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// identityLapse is how long a reader may rely on an earlier check of the file. A check is a stat(2), which takes a
// fifth of the time to read a head. The check guards against an operator who replaces the file, not against a race
// between processes.
const identityLapse = 20 * time.Millisecond

// identity remembers which file a path named when a store first saw it. Without this check, a process would go on using
// a file that was removed or replaced meanwhile, apart from all other processes.
type identity struct {
	path string

	mu     sync.Mutex
	info   os.FileInfo // nil until the file exists
	looked time.Time   // time of the last successful check of info
}

// check reports whether the file exists, and fails if it is not the file of the previous check. A successful check that
// is not older than lapse is reused.
func (i *identity) check(lapse time.Duration) (exists bool, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.info != nil && time.Since(i.looked) < lapse {
		return true, nil
	}
	info, err := os.Stat(i.path)
	switch {
	case err == nil && i.info == nil, err == nil && i.same(info):
		i.info, i.looked = info, time.Now()
		return true, nil
	case i.info != nil && (err == nil || errors.Is(err, os.ErrNotExist)):
		return false, fmt.Errorf("%w: %s was removed or replaced while it was in use; restart to use the new one",
			eventstore.ErrUnavailable, i.path)
	case errors.Is(err, os.ErrNotExist):
		return false, i.checkAbsence()
	}
	return false, translate(err)
}

// checkAbsence refuses a write-ahead log without its database. SQLite would replay it into a new database of that name,
// to which its pages do not belong.
func (i *identity) checkAbsence() error {
	log, err := os.Stat(i.path + "-wal")
	if err == nil && log.Size() > 0 {
		return fmt.Errorf("%w: %s-wal is there and its database is not; put the database back, or move the log away "+
			"to start an empty store", eventstore.ErrUnavailable, i.path)
	}
	return nil
}

// same always returns true on Windows. A file that SQLite has open can be neither renamed nor removed there, and a
// comparison would have to open it.
func (i *identity) same(info os.FileInfo) bool {
	return runtime.GOOS == "windows" || os.SameFile(i.info, info)
}
