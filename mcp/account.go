package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
// A change of an account is a write under the operating system's file lock, without a flush: it survives the death of
// every process, kill -9 included. When the machine itself dies, what was used in the last seconds may be forgotten.
type accounts struct {
	dir string // "" keeps them in memory

	mu     sync.Mutex
	memory map[string]*account
	files  map[string]*os.File
}

func newAccounts(dir string) *accounts {
	return &accounts{dir: dir, memory: map[string]*account{}, files: map[string]*os.File{}}
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
	if err := lockFile(f); err != nil {
		return fmt.Errorf("lock the limits of a principal: %w", err)
	}
	return errors.Join(update(f, do), unlockFile(f))
}

// file opens the file of an account, which is made when it is first needed.
func (a *accounts) file(identity string) (*os.File, error) {
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
	a.files[identity] = f
	return f, nil
}

// accountBytes is the room of an account in its file. It is written whole, padded, so that one write replaces another.
const accountBytes = 512

func update(f *os.File, do func(*account) bool) error {
	text := make([]byte, accountBytes)
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the limits of a principal: %w", err)
	}
	var own account
	if n > 0 {
		if err := json.Unmarshal(text[:n], &own); err != nil {
			return fmt.Errorf("the file of a principal's limits is damaged; a person removes it from the folder limits: %w", err)
		}
	}
	if !do(&own) {
		return nil
	}
	written, err := json.Marshal(own)
	if err != nil || len(written) > accountBytes {
		return fmt.Errorf("the limits of a principal do not fit their file: %d bytes, %w", len(written), err)
	}
	for len(written) < accountBytes {
		written = append(written, ' ')
	}
	_, err = f.WriteAt(written, 0)
	return err
}

// close closes the files.
func (a *accounts) close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var faults []error
	for id, f := range a.files {
		faults = append(faults, f.Close())
		delete(a.files, id)
	}
	return errors.Join(faults...)
}
