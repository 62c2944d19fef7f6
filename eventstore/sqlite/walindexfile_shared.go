//go:build linux || darwin

package sqlite

import (
	"os"
	"slices"
	"sync"
	"syscall"
)

// indexFile is an index that this process has opened. It stays open as long as the file has a name, because closing it
// would drop the locks that SQLite in this process holds on it. Reading the file returns the data that SQLite writes
// through shared memory, because these systems have one cache for both.
type indexFile struct {
	file *os.File
	info os.FileInfo
}

// indexFiles holds the indexes that this process has opened, each once, for all its stores.
var indexFiles struct {
	mu     sync.Mutex
	opened []*indexFile
}

// openIndex opens an index. It must be called while a connection of this process is open, so that the file is not
// replaced meanwhile.
func openIndex(path string) (*indexFile, error) {
	indexFiles.mu.Lock()
	defer indexFiles.mu.Unlock()
	indexFiles.opened = slices.DeleteFunc(indexFiles.opened, (*indexFile).closeIfRemoved)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	for _, known := range indexFiles.opened {
		if os.SameFile(known.info, info) {
			return known, nil
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	opened := &indexFile{file: file, info: info}
	indexFiles.opened = append(indexFiles.opened, opened)
	return opened, nil
}

// closeIfRemoved closes the index if the last process has removed it with its log. No process has locks on it then.
func (f *indexFile) closeIfRemoved() bool {
	info, err := f.file.Stat()
	if err != nil {
		return false
	}
	state, ok := info.Sys().(*syscall.Stat_t)
	if !ok || state.Nlink > 0 {
		return false
	}
	_ = f.file.Close() // nothing was written to it
	return true
}

func (f *indexFile) headers() (copies [2]indexHeader, err error) {
	var both [2 * headerSize]byte
	_, err = f.file.ReadAt(both[:], 0)
	return [2]indexHeader{indexHeader(both[:headerSize]), indexHeader(both[headerSize:])}, err
}
