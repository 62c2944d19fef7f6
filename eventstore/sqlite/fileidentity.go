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

// identityLapse is how long a reader may rely on an earlier look at the file. A look is a stat(2), a fifth of the cost
// of asking for a head; what it guards against is an operator's act, not a race between processes.
const identityLapse = 20 * time.Millisecond

// identity remembers which file a path named when a store first saw it. Without it a process would go on reading and
// writing a file that was removed or replaced meanwhile, apart from all the others.
type identity struct {
	path string

	mu     sync.Mutex
	info   os.FileInfo // nil as long as there was no file
	looked time.Time   // when info was last seen to hold
}

// check reports whether there is a file, and fails when it is not the file of the check before. A check that is not
// older than lapse counts as this one.
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

// checkAbsence refuses a write-ahead log whose database is gone. SQLite would replay it into a new database of that
// name, where its pages do not belong.
func (i *identity) checkAbsence() error {
	log, err := os.Stat(i.path + "-wal")
	if err == nil && log.Size() > 0 {
		return fmt.Errorf("%w: %s-wal is there and its database is not; put the database back, or move the log away "+
			"to start an empty store", eventstore.ErrUnavailable, i.path)
	}
	return nil
}

// same always holds on Windows, where a file that SQLite has open can be neither renamed nor removed, and where the
// question would cost opening it.
func (i *identity) same(info os.FileInfo) bool {
	return runtime.GOOS == "windows" || os.SameFile(i.info, info)
}
