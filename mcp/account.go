package mcp

import (
	"errors"
	"fmt"
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
	dir string // "" keeps them in memory

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
	f, err := a.file(identity)
	if err != nil {
		return err
	}
	if err := lockFile(f.File); err != nil {
		return fmt.Errorf("lock the limits of a principal: %w", err)
	}
	return errors.Join(f.update(do), unlockFile(f.File))
}

// file opens the file of an account, which is made when it is first needed.
func (a *accounts) file(identity string) (*accountFile, error) {
	if f := a.files[identity]; f != nil {
		return f, nil
	}
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of limits: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(a.dir, hashBytes([]byte(identity))+".json"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the limits of a principal: %w", err)
	}
	a.files[identity] = &accountFile{File: f}
	return a.files[identity], nil
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
