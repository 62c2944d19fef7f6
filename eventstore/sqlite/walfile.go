package sqlite

import (
	"io"
	"os"
)

const (
	// minAhead and maxAhead bound by how many bytes the log is made longer at a time: it doubles between them. A commit
	// of one command writes 16 to 24 KiB, so the log is at its end in each tenth to each fiftieth.
	minAhead = 256 << 10
	maxAhead = 1 << 20
)

// zeros is never written to.
var zeros [64 << 10]byte

// walFile is the write-ahead log as a file, beside SQLite's own view of it. The writer's connection commits without
// flushing it (synchronous=NORMAL); the writer does so afterwards, when others may write already.
//
// It also keeps zeros behind the log's end, over which the next commits then write. A flush that makes a file longer
// has to write where its blocks are as well, and takes twice as long as one that does not. SQLite takes what is behind
// its last frame for what it is, nothing: the frames of a log bear its salt and their checksum.
type walFile struct {
	path  string
	file  *os.File // nil before it is there
	end   int64    // of the file before the commit
	stuck bool     // it could not be made longer: no room, for one
}

// before and after are called around a commit, with other writers kept out.
func (w *walFile) before() {
	if w.end = 0; w.open() == nil { // it comes to be with the first commit
		w.end = w.size()
	}
}

func (w *walFile) after() error {
	if err := w.open(); err != nil {
		return landed(err)
	}
	if size := w.size(); size > w.end && !w.stuck {
		w.stuck = w.extend(size) != nil // what was written is of no harm
	}
	return nil
}

func (w *walFile) open() (err error) {
	if w.file == nil {
		w.file, err = os.OpenFile(w.path, os.O_RDWR, 0)
	}
	return translate(err)
}

// size returns the length of the file in bytes, by a seek to its end. It does not ask for the file's state (stat),
// which has the time of the last change in it: since version 6.13 Linux gives a file that was asked for it a new time
// at the next write, and writes that time to the disk with each flush. On ext4 without a journal that takes a third of
// the flush.
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
