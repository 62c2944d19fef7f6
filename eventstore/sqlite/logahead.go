package sqlite

import "os"

const (
	// minAhead and maxAhead bound by how many bytes the log is made longer at a time: it doubles between them. A commit of
	// one command writes 16 to 24 KiB, so the log is at its end in each tenth to each fiftieth.
	minAhead = 256 << 10
	maxAhead = 1 << 20
)

// zeros is never written to.
var zeros [64 << 10]byte

// logAhead writes zeros behind the write-ahead log's end, over which the next commits then write. A flush that makes a file
// longer has to write where its blocks are as well, and takes twice as long as one that does not. SQLite takes what is
// behind its last frame for what it is, nothing: the frames of a log bear its salt and their checksum.
type logAhead struct {
	path string
	file *os.File // nil before the first commit
	end  int64    // of the file before the commit
	off  bool     // after an error: no room, for one
}

// before and after are called around a commit, with other writers kept out.
func (l *logAhead) before() {
	if l.off || l.file == nil {
		return
	}
	l.end, l.off = l.size()
}

func (l *logAhead) after() {
	if l.off {
		return
	}
	if err := l.extend(); err != nil {
		l.off = true // what was written is of no harm
	}
}

func (l *logAhead) size() (size int64, failed bool) {
	info, err := l.file.Stat()
	if err != nil {
		return 0, true
	}
	return info.Size(), false
}

// extend makes the file longer when the commit has done so.
func (l *logAhead) extend() (err error) {
	if l.file == nil {
		if l.file, err = os.OpenFile(l.path, os.O_RDWR, 0); err != nil {
			return err
		}
	}
	size, failed := l.size()
	if failed || size <= l.end {
		return nil
	}
	for to := size + min(max(size, minAhead), maxAhead); size < to; {
		n, err := l.file.WriteAt(zeros[:min(int64(len(zeros)), to-size)], size)
		if size += int64(n); err != nil {
			return err
		}
	}
	return nil
}

func (l *logAhead) close() error {
	if l.file == nil {
		return nil
	}
	return translate(l.file.Close())
}
