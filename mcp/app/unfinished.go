package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// UnfinishedAge is the age after which a part file of an unknown process counts as left behind by a killed process. A
// running export writes to its part within seconds.
const UnfinishedAge = time.Hour

// RemoveUnfinished removes what killed processes left in the output folder and its users' folders, as of now. It
// removes part files and files that were put in place without a record, and returns the paths of the latter. A folder
// that does not exist counts as empty. If a file cannot be removed, it stays, and the error states the reason.
func (b *Backend) RemoveUnfinished(ctx context.Context, now time.Time) (unrecorded []string, err error) {
	s := sweep{Backend: b, ctx: ctx, now: now, ended: map[string]bool{}}
	dead, err := s.locks()
	folders := []string{b.OutDir}
	users, failed := os.ReadDir(filepath.Join(b.OutDir, usersFolder))
	if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
		err = errors.Join(err, failed)
	}
	for _, u := range users {
		if u.IsDir() {
			folders = append(folders, filepath.Join(b.OutDir, usersFolder, u.Name()))
		}
	}
	for _, folder := range folders {
		err = errors.Join(err, s.folder(folder))
	}
	if err != nil {
		return s.unrecorded, err // the locks stay, so that the next start tries again
	}
	for _, lock := range dead {
		if failed := os.Remove(lock); !errors.Is(failed, fs.ErrNotExist) { // another process may have been first
			err = errors.Join(err, failed)
		}
	}
	return s.unrecorded, err
}

// sweep is one search for files of killed processes.
type sweep struct {
	*Backend
	ctx        context.Context
	now        time.Time
	ended      map[string]bool // tokens of processes that have ended
	unrecorded []string
}

// locks finds the processes that have ended, and returns the paths of their locks.
func (s *sweep) locks() (dead []string, err error) {
	if s.PartsDir == "" || s.TryLock == nil {
		return nil, nil
	}
	all, err := filepath.Glob(filepath.Join(s.PartsDir, "*"+lockSuffix))
	for _, lock := range all {
		release, free, failed := s.TryLock(lock)
		if err = errors.Join(err, failed); failed == nil && free {
			release()
			s.ended[strings.TrimSuffix(filepath.Base(lock), lockSuffix)] = true
			dead = append(dead, lock)
		}
	}
	return dead, err
}

func (s *sweep) folder(folder string) (err error) {
	entries, failed := os.ReadDir(folder)
	if errors.Is(failed, fs.ErrNotExist) {
		return nil
	}
	err = failed
	for _, e := range entries {
		name := e.Name()
		part, _ := filepath.Match(PartPrefix+"*"+PartSuffix, name)
		if base, kept := strings.CutSuffix(name, oldSuffix); !part || !e.Type().IsRegular() ||
			kept && present(filepath.Join(folder, base+PartSuffix)) {
			continue // the part decides what happens to the link to the previous file
		}
		info, failed := e.Info()
		token, _, _ := strings.Cut(strings.TrimPrefix(name, PartPrefix), "-")
		if failed == nil && (s.ended[token] || s.now.Sub(info.ModTime()) > UnfinishedAge) {
			failed = s.part(folder, info, entries)
		}
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) { // another process may have been first
			err = errors.Join(err, failed)
		}
	}
	return err
}

// part removes a part file. If the part already has its final name but no record, part also removes that file and
// restores the previous one.
func (s *sweep) part(folder string, part fs.FileInfo, entries []os.DirEntry) error {
	path := filepath.Join(folder, part.Name())
	old := strings.TrimSuffix(path, PartSuffix) + oldSuffix
	if !present(old) {
		old = ""
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || strings.HasSuffix(e.Name(), PartSuffix) || !os.SameFile(part, info) {
			continue
		}
		file := filepath.Join(folder, e.Name())
		recorded, err := s.onRecord(file)
		if err != nil {
			return err
		}
		if !recorded {
			s.unrecorded = append(s.unrecorded, file)
			return errors.Join(putBack(file, old), os.Remove(path))
		}
	}
	if old != "" {
		_ = os.Remove(old)
	}
	return os.Remove(path)
}

// onRecord reports whether the file at a path is the last one that some model has recorded for the path.
func (s *sweep) onRecord(path string) (bool, error) {
	models, err := s.Live.Models(s.ctx)
	if err != nil {
		return false, err
	}
	for _, m := range models {
		if _, last, err := s.isLast(s.ctx, m.ID, path); last || err != nil {
			return last, err
		}
	}
	return false, nil
}
