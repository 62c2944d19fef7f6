package sqlite

import (
	"io"
	"os"
)

const (
	// minAhead and maxAhead are the least and the largest number of bytes by which the log is extended. The number
	// doubles each time. A commit of one command writes 16 to 24 KiB, so that the log must be extended at every tenth
	// to fiftieth commit.
	minAhead = 256 << 10
	maxAhead = 1 << 20
)

// zeros is never written to.
var zeros [64 << 10]byte

// walFile is the write-ahead log as a file, which this package opens beside SQLite. The writer's connection commits
// without flushing the log (synchronous=NORMAL). The writer flushes it afterwards, when other processes may already
// write.
//
// walFile also keeps zeros after the end of the log, which the next commits overwrite. A flush after a file has grown
// must also write the location of its blocks, and takes twice as long. SQLite ignores the zeros after its last frame,
// because valid frames carry the log's salt and a checksum.
type walFile struct {
	path  string
	file  *os.File // nil until the file exists
	end   int64    // end of the file before the commit
	stuck bool     // it could not be extended, for example for lack of space
}

// before is called before a commit, and after is called after it. Other writers are excluded meanwhile.
func (w *walFile) before() {
	if w.end = 0; w.open() == nil { // the first commit creates the file
		w.end = w.size()
	}
}

func (w *walFile) after() error {
	if err := w.open(); err != nil {
		return landed(err)
	}
	if size := w.size(); size > w.end && !w.stuck {
		w.stuck = w.extend(size) != nil // the zeros already written do no harm
	}
	return nil
}

func (w *walFile) open() (err error) {
	if w.file == nil {
		w.file, err = os.OpenFile(w.path, os.O_RDWR, 0)
	}
	return translate(err)
}

// size returns the length of the file in bytes by seeking to its end. It does not use stat, which also returns the time
// of the last change. Since version 6.13 Linux sets a new time at the next write after a stat, and every flush then
// writes this time to the disk. On ext4 without a journal this takes a third of the flush.
func (w *walFile) size() int64 {
	end, err := w.file.Seek(0, io.SeekEnd)
	if err != nil {
		return 0
	}
	return end
}

func (w *walFile) extend(size int64) error {
	for to := size + min(max(size, minAhead), maxAhead); size < to; {
		n, err := w.file.WriteAt(zeros[:min(int64(len(zeros)), to-size)], size)
		if size += int64(n); err != nil {
			return err
		}
	}
	return nil
}

func (w *walFile) close() error {
	if w.file == nil {
		return nil
	}
	return translate(w.file.Close())
}
