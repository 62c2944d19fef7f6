package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	files  map[string]*accountFile
}

// accountFile is the open file of an account, with what it held when this process last read or wrote it: as long as it
// still does, nothing is decoded.
type accountFile struct {
	*os.File
	text [accountBytes]byte
	size int
	own  account
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

// accountBytes is the room of an account in its file. It is written whole, padded, so that one write replaces another.
const accountBytes = 512

func (f *accountFile) update(do func(*account) bool) error {
	var text [accountBytes]byte
	n, err := f.ReadAt(text[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the limits of a principal: %w", err)
	}
	if n != f.size || text != f.text {
		var own account
		if n > 0 {
			if err := json.Unmarshal(text[:n], &own); err != nil {
				return fmt.Errorf("the file of a principal's limits is damaged; a person removes it from the folder limits: %w", err)
			}
		}
		f.text, f.size, f.own = text, n, own
	}
	own := f.own
	own.Buckets = maps.Clone(f.own.Buckets)
	if !do(&own) {
		return nil
	}
	written := own.appendJSON(make([]byte, 0, accountBytes))
	if len(written) > accountBytes {
		return fmt.Errorf("the limits of a principal do not fit their file: %d bytes", len(written))
	}
	for len(written) < accountBytes {
		written = append(written, ' ')
	}
	f.size = 0 // not known, should the write fail
	if _, err = f.WriteAt(written, 0); err == nil {
		f.text, f.size, f.own = [accountBytes]byte(written), accountBytes, own
	}
	return err
}

// appendJSON appends an account as encoding/json writes it, which takes several times as long: every call of an agent
// writes one.
func (a *account) appendJSON(b []byte) []byte {
	b = append(b, '{')
	if len(a.Buckets) > 0 {
		b = append(b, `"buckets":{`...)
		for i, c := range slices.Sorted(maps.Keys(a.Buckets)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, string(c))
			b = strconv.AppendFloat(append(b, `:{"tokens":`...), a.Buckets[c].Tokens, 'g', -1, 64)
			b = append(appendTime(append(b, `,"at":`...), a.Buckets[c].At), '}')
		}
		b = append(b, "},"...)
	}
	b = strconv.AppendInt(append(b, `"operations":`...), int64(a.Operations), 10)
	if !a.Began.IsZero() {
		b = appendTime(append(b, `,"began":`...), a.Began)
	}
	return append(b, '}')
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
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
