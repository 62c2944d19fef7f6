package kurrentdb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// segment is a file beside the mirror that has the part of the tail which is not in memory any more. To add a stretch
// of the log to it costs a tenth of what the mirror's tables and index cost. So what others write in a burst, to models
// that nobody looks at on this machine, is only added here. It goes into the mirror when somebody reads it, when the
// log rests, or when it has become long. A process that is killed leaves its segment to the next one that opens the
// mirror.
//
// Each process has a segment of its own, and a lock of the system as long as it lives.
type segment struct {
	applying sync.Mutex // one stretch at a time goes into the segment and the mirror

	dir     string // of the mirror
	path    string // "" before the first stretch
	file    *os.File
	release func() // gives the lock back
	size    int64
	buffer  []byte
}

const (
	segmentPrefix = "segment-"
	lockSuffix    = ".lock"
	// mostSegments is how many processes can have one at a time. The others do without.
	mostSegments = 256
	// segmentBytes bounds a segment. It is read and filed in half a second, which is how long somebody may wait who
	// reads what is in it.
	segmentBytes = 32 << 20
	// resting is how long nothing may have come before the segment goes into the mirror.
	resting = time.Second
)

// errNoSegment says that no segment can be had; the mirror takes the stretch then.
var errNoSegment = errors.New("no segment")

// add writes a stretch behind those that are there.
func (g *segment) add(s *sqlite.Stretch, verdicts []sqlite.Verdict) error {
	g.buffer = appendFrame(g.buffer[:0], s, verdicts)
	if len(g.buffer) > mostFrame || g.size+int64(len(g.buffer)) > segmentBytes {
		g.buffer = nil
		return errNoSegment
	}
	if g.file == nil {
		if err := g.open(); err != nil {
			return err
		}
	}
	n, err := g.file.WriteAt(g.buffer, g.size)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoSegment, err)
	}
	g.size += int64(n)
	return nil
}

// open takes the first segment that no living process has and in which a killed one has left nothing: that is for the
// next one that opens the mirror.
func (g *segment) open() error {
	for i := range mostSegments {
		path := filepath.Join(g.dir, fmt.Sprint(segmentPrefix, i))
		release, free, err := sqlite.TryLock(path + lockSuffix)
		if err != nil {
			return fmt.Errorf("%w: %w", errNoSegment, err)
		}
		if !free {
			continue
		}
		if left, err := os.Stat(path); err == nil && left.Size() > 0 {
			release()
			continue
		}
		file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
		if err != nil {
			release()
			return fmt.Errorf("%w: %w", errNoSegment, err)
		}
		g.path, g.file, g.release, g.size = path, file, release, 0
		return nil
	}
	return errNoSegment
}

// into lets what is in the segment go into the mirror, which has to come to the same verdicts.
func (g *segment) into(ctx context.Context, mirror *sqlite.Store) (f sqlite.Followed, err error) {
	in := bufio.NewReader(io.NewSectionReader(g.file, 0, g.size))
	for {
		stretch, verdicts, err := readFrame(in, &g.buffer)
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			return f, &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Cause: err,
				Reason: filepath.Base(g.path) + " cannot be read: stop the process and start it again; the log has " +
					"what was in it"}
		}
		if f, err = mirror.FollowTo(ctx, stretch); err != nil {
			return f, err
		}
		if err := sameVerdicts(f.Verdicts, verdicts); err != nil {
			return f, err
		}
	}
}

// sameVerdicts holds what the mirror says of a stretch against what the tail has said.
func sameVerdicts(mirror, tail []sqlite.Verdict) error {
	for i, v := range mirror {
		if v != sqlite.Passed && v != tail[i] {
			return fmt.Errorf("%w: what was valid for this process is void there, or the reverse",
				eventstore.ErrCorrupt)
		}
	}
	return nil
}

// empty drops what is in the segment.
func (g *segment) empty() error {
	if g.size == 0 {
		return nil
	}
	g.size, g.buffer = 0, nil
	return g.file.Truncate(0)
}

// close removes the segment, when it is empty, and gives it free. On Windows one that is being read cannot be removed:
// it is left, and whoever opens the mirror next removes it.
func (g *segment) close() error {
	if g.file == nil {
		return nil
	}
	err := g.file.Close()
	if g.size == 0 {
		_ = os.Remove(g.path)
	}
	g.file = nil
	g.release()
	return err
}

// fileSegments lets the segments that processes have left beside a mirror go into it; with living, also those of
// processes that still run, which keep them. What does not continue the mirror, or is not whole, is left out: the log
// has it, and no other file is damaged by that.
func fileSegments(ctx context.Context, mirror *sqlite.Store, living bool) error {
	dir := filepath.Dir(mirror.Path())
	names, err := filepath.Glob(filepath.Join(dir, segmentPrefix+"*"))
	if err != nil {
		return err
	}
	for _, path := range names {
		if strings.HasSuffix(path, lockSuffix) {
			continue
		}
		release, free, err := sqlite.TryLock(path + lockSuffix)
		if err != nil {
			return err
		}
		if free || living {
			err = fileLeft(ctx, mirror, path)
		}
		if free {
			if err == nil {
				err = removeSegment(path)
			}
			release()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeSegment removes a segment whose lock this process has. It may be gone: its process has ended since its name was
// listed.
func removeSegment(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// fileLeft lets the frames of another process's segment go into the mirror, up to the first that does not fit.
func fileLeft(ctx context.Context, mirror *sqlite.Store, path string) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil // its process has just ended
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it is only read
	in, buffer := bufio.NewReader(file), []byte(nil)
	for {
		stretch, verdicts, err := readFrame(in, &buffer)
		if errors.Is(err, io.EOF) || errors.Is(err, errCutFrame) {
			return nil
		}
		if err != nil {
			return err
		}
		st, err := mirror.Standing(ctx)
		if err != nil || st.Next < stretch.From {
			return err
		}
		distrust(&stretch, verdicts)
		if _, err := mirror.FollowTo(ctx, stretch); errors.Is(err, eventstore.ErrCorrupt) {
			return nil // the mirror has another history than the process that wrote this
		} else if err != nil {
			return err
		}
	}
}

// distrust lets the mirror hold each record against its hash, and refuse a valid entry that does not continue it.
func distrust(s *sqlite.Stretch, verdicts []sqlite.Verdict) {
	for i := range s.Entries {
		s.Entries[i].Proven = false
		s.Entries[i].Certain = verdicts[i] == sqlite.Valid
	}
}
