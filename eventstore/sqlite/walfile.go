package sqlite

import (
	"io"
	"os"
)

const (
	// minAhead and maxAhead bound the number of bytes by which the log is extended at a time, which doubles between
	// them. A commit of one command writes 16 to 24 KiB, so between every tenth and every fiftieth commit reaches the
	// end of the file.
	minAhead = 256 << 10
	maxAhead = 1 << 20
)

// zeros is never written to.
var zeros [64 << 10]byte

// walFile is the write-ahead log as a file, apart from SQLite's own view of it. The writer's connection commits without
// flushing it (synchronous=NORMAL). The writer flushes it afterwards, when others may already write.
//
// It also keeps zeros after the log's end, which the next commits overwrite. A flush that extends a file must also
// write the location of its blocks, and takes twice as long as one that does not. SQLite ignores the zeros after its
// last frame, because valid frames carry the log's salt and a checksum.
type walFile struct {
	path  string
	file  *os.File // nil until the file exists
	end   int64    // end of the file before the commit
	stuck bool     // it could not be extended, for example for lack of space
}

// before and after are called before and after a commit, while other writers are excluded.
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

// size returns the length of the file in bytes by seeking to its end. It does not use stat, which includes the time of
// the last change. Since version 6.13 Linux gives a file a new time at the next write after a stat, and writes that
// time to the disk with each flush. On ext4 without a journal this takes a third of the flush.
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
