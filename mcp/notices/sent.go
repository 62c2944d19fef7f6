package notices

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Sent is a folder in which the processes of a machine say which notices they send and have sent, so that each is sent
// once, and again where the process that meant to send it ended before it had.
//
// A notice that goes several ways is several to it, each with an id of its own: one way may fail alone.
//
// The file named by a notice's id says that it was sent. A file of that name with a number says that a process took it
// upon itself to send it; the next number is for whoever finds that it is too old.
type Sent struct{ Folder string }

// State says what becomes of a notice.
type State int

const (
	// Finished is a notice that was sent, was refused by the receiver, or was tried too often.
	Finished State = iota
	// Mine is a notice that the caller has to send now; it calls Finish afterwards.
	Mine
	// UnderWay is a notice that a process is sending. It may end before it has: ask again after ClaimLasts.
	UnderWay
)

const (
	// ClaimLasts is how long a process has for a notice: longer than all tries of Send take, some 11 minutes with slow
	// answers, and the command mail a minute.
	ClaimLasts = 15 * time.Minute
	// mostClaims is how often a notice is taken: for a day.
	mostClaims = int(24 * time.Hour / ClaimLasts)
)

// Take reports what becomes of a notice, and takes it upon the caller where it says Mine.
func (s Sent) Take(id string, now time.Time) (State, error) {
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return 0, failed(err)
	}
	if done, err := s.finished(id); done || err != nil {
		return Finished, err
	}
	for k := range mostClaims {
		claim := s.claim(id, k)
		switch taken, err := os.Stat(claim); {
		case err == nil && now.Sub(taken.ModTime()) < ClaimLasts:
			return UnderWay, nil
		case err == nil:
			continue // whoever took it has ended
		case !errors.Is(err, fs.ErrNotExist):
			return 0, failed(err)
		}
		err := touch(claim)
		if errors.Is(err, fs.ErrExist) { // another process was faster
			return UnderWay, nil
		}
		return Mine, failed(err)
	}
	return Finished, nil
}

// Finish says that a notice that was taken is not to be sent again.
func (s Sent) Finish(id string) error {
	err := touch(filepath.Join(s.Folder, id))
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return failed(err)
	}
	for k := range mostClaims {
		if os.Remove(s.claim(id, k)) != nil {
			break
		}
	}
	return nil
}

// Begun reports whether a notice of the request was sent or taken before, now or in an earlier state of the request:
// who was told of a request is told of its decision, whenever that came. way is what its way adds to the ids.
func (s Sent) Begun(n Notice, way string) (bool, error) {
	for _, id := range append([]string{n.ID}, n.earlier...) {
		for _, file := range []string{filepath.Join(s.Folder, id+way), s.claim(id+way, 0)} {
			switch _, err := os.Stat(file); {
			case err == nil:
				return true, nil
			case !errors.Is(err, fs.ErrNotExist):
				return false, failed(err)
			}
		}
	}
	return false, nil
}

func (s Sent) finished(id string) (bool, error) {
	_, err := os.Stat(filepath.Join(s.Folder, id))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, failed(err)
}

func (s Sent) claim(id string, k int) string {
	return filepath.Join(s.Folder, id+"."+strconv.Itoa(k))
}

// touch creates an empty file that is not there yet.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the notices that were sent: %w", err)
}
