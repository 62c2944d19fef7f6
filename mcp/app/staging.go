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

// An exported file is first written to a part file beside its place, named .export-TOKEN-*.part. TOKEN identifies the
// process, which holds the lock TOKEN.lock below PartsDir as long as it lives. Before the call is stored, the part gets
// its final name by a second hard link. Once the call is stored, the part is removed, with the link to the file that
// was there before. A part file of an ended process therefore shows its state. Without a second name the file was
// unfinished; with one, the record decides whether the export is valid.
const (
	PartPrefix, PartSuffix = ".export-", ".part"
	oldSuffix              = ".old" + PartSuffix
	linkSuffix             = ".new" + PartSuffix
	lockSuffix             = ".lock"
)

// processToken identifies a process in the names of its part files. It is created for the first part.
type processToken struct {
	once  sync.Once
	text  string
	fault error
}

// partToken returns the token of this process and takes its lock at the first call; "" if there are no locks.
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

// createPart creates the part file for a path.
func (b *Backend) createPart(path string) (*os.File, error) {
	token, err := b.partToken()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), PartPrefix+token+"-*"+PartSuffix)
	return f, FileError(err)
}

// Staged is a part file that is to become the file at Path.
type Staged struct {
	Part, Path string
	old        string // the link to the previous file at the path; "" if there was none
	linked     bool   // the part still exists beside the file
}

// stage hands a part over to the call, or removes it if the call is a dry run.
func stage(c *mcp.Call, part, path string) error {
	if c.DryRun() {
		return os.Remove(part)
	}
	s := &Staged{Part: part, Path: path}
	c.Stage(mcp.StagedFile{Place: s.Place, Keep: s.Keep, Undo: s.Undo, Drop: func() { _ = os.Remove(part) }})
	return nil
}

// base returns the part's path without its suffix.
func (s *Staged) base() string { return strings.TrimSuffix(s.Part, PartSuffix) }

// Place gives the part its final name. On file systems without hard links it renames the part, so that a process killed
// right then leaves the file in place.
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

// putBack restores the previous file at a path, or removes the new one if there was none.
func putBack(path, old string) error {
	if old != "" {
		return os.Rename(old, path)
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
