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
	// Operations counts the operations that are committed or in progress since Began.
	Operations int       `json:"operations,omitempty"`
	Began      time.Time `json:"began,omitzero"`
	// Holder is set if several instances share the limits. The account then holds what this instance has borrowed:
	// Operations are those left in the window since Began, and Buckets are the calls left until At.
	Holder string `json:"holder,omitempty"`
	Boot   string `json:"boot,omitempty"` // identifies the time since the machine was started
}

// bucket is the state of a token bucket at a time.
type bucket struct {
	Tokens float64   `json:"tokens"`
	At     time.Time `json:"at"`
}

// accounts holds the accounts of all principals, either in a folder that all processes of a data directory share, or in
// memory.
//
// A change of an account is written under the operating system's file lock to the memory-mapped file, which all
// processes share, without a flush. It survives the death of every process, including kill -9. If the machine crashes,
// the usage of the last seconds may be lost. A write by a system call would be slower: during a flush of the store it
// takes as long as the whole change, because the file system has to update the file's time.
type accounts struct {
	dir  string                  // "" keeps them in memory
	told func(file, what string) // reports harmless damage of a file; nil reports nothing

	mu     sync.Mutex
	memory map[string]*account
	files  map[string]*accountFile
}

func newAccounts(dir string) *accounts {
	return &accounts{dir: dir, memory: map[string]*account{}, files: map[string]*accountFile{}}
}

// with runs do on the account of a principal under the lock, so that no other process reads it meanwhile. The change is
// stored if do reports true.
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
		delete(a.files, identity) // a person removed it: all processes continue with a new one
		if err := errors.Join(f.unmap(), f.Close()); err != nil {
			return err
		}
	}
}

// file opens the file of an account, and creates it at first use.
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

// makeAccount creates the file of an unused account. The file appears complete even if the process or the machine dies,
// so that a damaged file never looks like a new one.
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

// makeUnlinked creates the file of an account on a file system without hard links. If the process dies meanwhile, the
// file is incomplete and is refused later.
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
