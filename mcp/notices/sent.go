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

// Sent is a folder in which the processes of a machine record the notices that they send. Each notice is sent once. If
// a process ends before it has sent its notice, another process sends it.
//
// A notice that is sent in several ways, such as webhook and mail, has an id for each way, because one of them may fail
// alone.
//
// A file named by the id of a notice records that the notice was sent. A file with the same name and a number records
// that a process has claimed the notice. A process that finds an expired claim makes a claim with the next number.
type Sent struct{ Folder string }

// State states whether a notice has been sent and by whom.
type State int

const (
	// Finished is a notice that was sent, was refused by the receiver, or was tried too often.
	Finished State = iota
	// Mine is a notice that the caller has to send now. The caller calls Finish afterwards.
	Mine
	// UnderWay is a notice that another process is sending. That process may fail, so the caller must ask again after
	// ClaimLasts.
	UnderWay
)

const (
	// ClaimLasts is the time that a process has to send a notice. It exceeds the time of all attempts of Send, some 11
	// minutes with slow answers, and of the mail command, a minute.
	ClaimLasts = 15 * time.Minute
	// mostClaims is the greatest number of claims of a notice. Together they last a day.
	mostClaims = int(24 * time.Hour / ClaimLasts)
)

// Take returns the state of a notice. If it returns Mine, the caller has claimed the notice.
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
			continue // this claim has expired
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

// Finish records that a claimed notice must not be sent again.
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

// Begun reports whether a notice of the request was ever sent or claimed, in its current state or an earlier one.
// Whoever got a notice of a request also gets one of its decision. way is the suffix that the way of sending adds to
// the ids.
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

// touch creates an empty file. It returns an error if the file exists.
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
