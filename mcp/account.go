package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// account is what a principal has used of its limits.
type account struct {
	Buckets map[Category]bucket `json:"buckets,omitempty"`
	// Operations are those committed or under way since Began.
	Operations int       `json:"operations,omitempty"`
	Began      time.Time `json:"began,omitzero"`
	// Holder is set where several instances share the limits: then the account is what this one has borrowed of them.
	// Operations are those it has left of the window since Began, Buckets calls that it can make until At.
	Holder string `json:"holder,omitempty"`
	Boot   string `json:"boot,omitempty"` // names the time since the machine was started
}

// bucket is a token bucket as it was at a time.
type bucket struct {
	Tokens float64   `json:"tokens"`
	At     time.Time `json:"at"`
}

// accounts keeps the accounts of all principals: in a folder that all processes of a data directory share, or in
// memory.
//
// A change of an account is written under the operating system's file lock, to the file as it is in memory, which all
// processes share, without a flush: it survives the death of every process, kill -9 included. When the machine itself
// dies, what was used in the last seconds may be forgotten. A write by a call of the system instead takes as long as a
// whole change while the store flushes, since the file system has to note the time of the file.
type accounts struct {
	dir  string                  // "" keeps them in memory
	told func(file, what string) // of what is wrong with a file and harms nobody; nil tells nobody

	mu     sync.Mutex
	memory map[string]*account
	files  map[string]*accountFile
}

func newAccounts(dir string) *accounts {
	return &accounts{dir: dir, memory: map[string]*account{}, files: map[string]*accountFile{}}
}

// with runs something on the account of a principal while nobody else, in any process, looks at it. What it changes is
// kept when it says so.
func (a *accounts) with(identity string, do func(*account) (changed bool)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.dir == "" {
		own := a.memory[identity]
		if own == nil {
			own = &account{}
			a.memory[identity] = own
		}
		do(own)
		return nil
	}
	for {
		f, err := a.file(identity)
		if err != nil {
			return err
		}
		if err := lockFile(f.File); err != nil {
			return fmt.Errorf("lock the limits of a principal: %w", err)
		}
		err = errors.Join(f.update(do), unlockFile(f.File))
		if !errors.Is(err, errRemoved) {
			return err
		}
		delete(a.files, identity) // a person removed it: all processes go on with a new one
		if err := errors.Join(f.unmap(), f.Close()); err != nil {
			return err
		}
	}
}

// file opens the file of an account, which is made when it is first needed.
func (a *accounts) file(identity string) (*accountFile, error) {
	if f := a.files[identity]; f != nil {
		return f, nil
	}
	path := filepath.Join(a.dir, hashBytes([]byte(identity))+accountSuffix)
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeAccount(path); err != nil {
			return nil, fmt.Errorf("make the limits of a principal: %w", err)
		}
		f, err = os.OpenFile(path, os.O_RDWR, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("the limits of a principal: %w", err)
	}
	a.files[identity] = &accountFile{File: f, told: a.told}
	return a.files[identity], nil
}

const accountSuffix = ".json"

// makeAccount makes the file of an account of which nothing was used. It appears whole, also after the death of the
// process or the machine: there is never a file that looks like a new one and is not.
func makeAccount(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	text, err := (&storedAccount{}).text()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(bytes.Repeat(text[:], accountRooms))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) { // another process may have made it meanwhile
		return nil
	}
	return makeUnlinked(path, text)
}

// makeUnlinked makes the file of an account where a file cannot have two names. A death in between leaves one that is
// refused.
func makeUnlinked(path string, text [accountBytes]byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := lockFile(f); err != nil {
		return errors.Join(err, f.Close())
	}
	_, err = f.Write(bytes.Repeat(text[:], accountRooms))
	return errors.Join(err, f.Sync(), unlockFile(f), f.Close())
}

// close closes the files.
func (a *accounts) close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var faults []error
	for id, f := range a.files {
		faults = append(faults, f.unmap(), f.Close())
		delete(a.files, id)
	}
	return errors.Join(faults...)
}
