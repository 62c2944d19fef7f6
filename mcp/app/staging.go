package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/mcp"
)

// A file that a call makes is written beside its place under the name of a part, .export-TOKEN-*.part. TOKEN stands for
// the process, which holds the lock TOKEN.lock below PartsDir for as long as it lives. When the call is about to be
// stored, the part gets its name by a second link; the part, and a link to the file that was there before, go when the
// call is stored. So whoever finds a part of a process that has ended knows what to do: one without another name was
// not finished, one with another name is an export of which the record says whether it counts.
const (
	PartPrefix, PartSuffix = ".export-", ".part"
	oldSuffix              = ".old" + PartSuffix
	linkSuffix             = ".new" + PartSuffix
	lockSuffix             = ".lock"
)

// processToken names a process in the names of its parts, from the first one on.
type processToken struct {
	once  sync.Once
	text  string
	fault error
}

// partToken returns what this process's parts are named by, with its lock taken; "" where there are no locks.
func (b *Backend) partToken() (string, error) {
	b.token.once.Do(func() {
		if b.PartsDir == "" || b.TryLock == nil {
			return
		}
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		token := hex.EncodeToString(random[:])
		_, free, err := b.TryLock(filepath.Join(b.PartsDir, token+lockSuffix))
		if b.token.fault = err; err == nil && free {
			b.token.text = token
		}
	})
	return b.token.text, b.token.fault
}

// createPart makes the file that becomes one at a path.
func (b *Backend) createPart(path string) (*os.File, error) {
	token, err := b.partToken()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), PartPrefix+token+"-*"+PartSuffix)
	return f, FileError(err)
}

// Staged is a part on its way to its place.
type Staged struct {
	Part, Path string
	old        string // the link to what was at the path before; "" for none
	linked     bool   // the part is there beside the file
}

// stage hands a part over to the call, or removes it where the call is a dry run.
func stage(c *mcp.Call, part, path string) error {
	if c.DryRun() {
		return os.Remove(part)
	}
	s := &Staged{Part: part, Path: path}
	c.Stage(mcp.StagedFile{Place: s.Place, Keep: s.Keep, Undo: s.Undo, Drop: func() { _ = os.Remove(part) }})
	return nil
}

// base is the part's path without its ending.
func (s *Staged) base() string { return strings.TrimSuffix(s.Part, PartSuffix) }

// Place gives the part its name. On file systems without links it is renamed, and a kill right then leaves it.
func (s *Staged) Place() error {
	if old := s.base() + oldSuffix; os.Link(s.Path, old) == nil {
		s.old = old
	}
	link := s.base() + linkSuffix
	if err := os.Link(s.Part, link); err != nil {
		return FileError(os.Rename(s.Part, s.Path))
	}
	s.linked = true
	if err := os.Rename(link, s.Path); err != nil {
		s.linked = false
		return FileError(errors.Join(err, os.Remove(link), s.removeOld()))
	}
	return nil
}

func (s *Staged) removeOld() error {
	if s.old == "" {
		return nil
	}
	return os.Remove(s.old)
}

func (s *Staged) Keep() {
	if s.linked {
		_ = os.Remove(s.Part)
	}
	_ = s.removeOld()
}

func (s *Staged) Undo() {
	_ = putBack(s.Path, s.old)
	if s.linked {
		_ = os.Remove(s.Part)
	}
}

// putBack makes a path what it was before a file was put there.
func putBack(path, old string) error {
	if old != "" {
		return os.Rename(old, path)
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
