package sqlite

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// identity remembers which file a path named when a store first saw it. Without it a process would go on reading and
// writing a file that was removed or replaced meanwhile, apart from all the others.
type identity struct {
	path string
	mu   sync.Mutex
	info os.FileInfo // nil as long as there was no file
}

// check reports whether there is a file, and fails when it is not the file of the check before. It costs one stat(2).
func (i *identity) check() (exists bool, err error) {
	info, err := os.Stat(i.path)
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case err == nil && i.info == nil:
		i.info = info
		return true, nil
	case err == nil && i.same(info):
		return true, nil
	case i.info != nil && (err == nil || errors.Is(err, os.ErrNotExist)):
		return false, fmt.Errorf("%w: %s was removed or replaced while it was in use; restart to use the new one",
			eventstore.ErrUnavailable, i.path)
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	}
	return false, translate(err)
}

// same always holds on Windows, where a file that SQLite has open can be neither renamed nor removed, and where the
// question would cost opening it.
func (i *identity) same(info os.FileInfo) bool {
	return runtime.GOOS == "windows" || os.SameFile(i.info, info)
}
