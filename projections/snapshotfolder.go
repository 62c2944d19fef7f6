package projections

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// snapshotSuffix and temporaryPattern match the names of the files that this package makes in its folder. It
	// touches no other files.
	snapshotSuffix   = ".snapshot"
	temporaryPattern = "writing-*" + snapshotSuffix + ".tmp"
	// keptSnapshots is the greatest number of snapshots of one stream. They are spread over the history so that the
	// largest gap is at most twice the smallest. A fold to any revision then takes a sixteenth of the history at most,
	// and the loading of a snapshot.
	keptSnapshots = 32
	// abandonedAfter is the age at which an unfinished file counts as left by a dead process.
	abandonedAfter = time.Hour
)

// snapshotFolder is a folder of snapshots. Any number of processes may use it concurrently: files appear complete, by
// renaming, and a file that another process removed counts as absent.
type snapshotFolder struct {
	dir   string
	seals Seals // nil: every undamaged snapshot is valid
	// warn is called for a snapshot that is not valid; it may be nil.
	warn func(file, why string)
}

// snapshotFile identifies a snapshot by its file name.
type snapshotFile struct {
	path     string
	revision uint64
}

// streamKey returns the part of file names that identifies a stream, regardless of the characters in the stream's name.
func streamKey(stream string) string {
	sum := sha256.Sum256([]byte(stream))
	return hex.EncodeToString(sum[:12])
}

func (f snapshotFolder) path(stream string, revision uint64) string {
	return filepath.Join(f.dir, fmt.Sprintf("%s-%020d%s", streamKey(stream), revision, snapshotSuffix))
}

// list returns the snapshots of a stream by revision. A folder that cannot be read has none.
func (f snapshotFolder) list(stream string) []snapshotFile {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil
	}
	var out []snapshotFile
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), streamKey(stream)+"-")
		number, whole := strings.CutSuffix(rest, snapshotSuffix)
		revision, err := strconv.ParseUint(number, 10, 64)
		if ours && whole && err == nil {
			out = append(out, snapshotFile{filepath.Join(f.dir, e.Name()), revision})
		}
	}
	slices.SortFunc(out, func(a, b snapshotFile) int { return cmp.Compare(a.revision, b.revision) })
	return out
}

// read decodes a snapshot of a stream. It removes a file that cannot be used.
func (f snapshotFolder) read(file snapshotFile, stream string, late bool) (*draft, error) {
	data, err := os.ReadFile(file.path)
	if err != nil {
		return nil, err
	}
	d, err := decodeSnapshot(data, stream, late, f.seals)
	if err == nil && d.next != file.revision+1 {
		err = errNotASnapshot
	}
	if err != nil {
		if not, ok := errors.AsType[*unbelieved](err); ok && f.warn != nil {
			f.warn(file.path, not.why)
		}
		f.remove(file)
		return nil, err
	}
	return d, nil
}

// remove removes a file. It ignores errors, because the file is not used anyway.
func (f snapshotFolder) remove(file snapshotFile) { _ = os.Remove(file.path) }

// write makes a snapshot appear complete, or not at all.
func (f snapshotFolder) write(stream string, revision uint64, data []byte) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(f.dir, temporaryPattern)
	if err != nil {
		return err
	}
	_, err = io.Copy(temporary, bytes.NewReader(data))
	if err = cmp.Or(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), f.path(stream, revision))
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
		return err
	}
	f.thin(stream)
	f.clean(time.Now().Add(-abandonedAfter))
	return nil
}

// thin removes snapshots of a stream down to keptSnapshots. Each time it removes the snapshot whose removal leaves the
// smallest gap, but never the newest one.
func (f snapshotFolder) thin(stream string) {
	files := f.list(stream)
	for len(files) > keptSnapshots {
		least, smallest := 0, ^uint64(0)
		before := uint64(0)
		for i := range len(files) - 1 {
			if gap := files[i+1].revision - before; gap < smallest {
				least, smallest = i, gap
			}
			before = files[i].revision
		}
		f.remove(files[least])
		files = slices.Delete(files, least, least+1)
	}
}

// clean removes unfinished files of dead processes.
func (f snapshotFolder) clean(before time.Time) {
	left, _ := filepath.Glob(filepath.Join(f.dir, temporaryPattern))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(path)
		}
	}
}
