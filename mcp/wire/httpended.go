package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// endings are the sessions that clients ended. They are kept in a file that all processes on a store append to, a
// record of nonce and time of beginning each, so that a session that was ended in one is ended in all, and after a
// restart.
type endings struct {
	mu   sync.Mutex
	file *os.File // nil when they are kept in memory alone
	read int64    // bytes of the file that are known
	all  map[nonce]uint32
	last []nonce // in the order in which they ended
}

const (
	endingLength = nonceLength + issuedLength
	// maxEndings are remembered, 3 MB; of what is older than them, an ended session would be accepted again, and of its
	// own principal only.
	maxEndings = 50_000
)

// openEndings reads the file, and writes it anew when it has become long.
func openEndings(path string) (*endings, error) {
	e := &endings{all: map[nonce]uint32{}}
	if path == "" {
		return e, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the record of ended sessions: %w", err)
	}
	e.file = f
	return e, e.refresh()
}

func (e *endings) close() error {
	if e.file == nil {
		return nil
	}
	return e.file.Close()
}

// refresh reads what other processes appended. The file only grows, except when what is in it is over anyway.
func (e *endings) refresh() error {
	if e.file == nil {
		return nil
	}
	info, err := e.file.Stat()
	if err != nil {
		return fmt.Errorf("read the record of ended sessions: %w", err)
	}
	if info.Size() < e.read {
		e.read = 0
	}
	whole := info.Size() - info.Size()%endingLength
	if whole == e.read {
		return nil
	}
	text := make([]byte, whole-e.read)
	if _, err := e.file.ReadAt(text, e.read); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the record of ended sessions: %w", err)
	}
	e.read = whole
	for ; len(text) > 0; text = text[endingLength:] {
		e.remember(nonce(text), binary.BigEndian.Uint32(text[nonceLength:]))
	}
	return nil
}

func (e *endings) remember(n nonce, issued uint32) {
	if _, known := e.all[n]; known {
		return
	}
	e.all[n] = issued
	e.last = append(e.last, n)
	for len(e.last) > maxEndings || len(e.last) > 0 && e.past(e.last[0]) {
		delete(e.all, e.last[0])
		e.last = e.last[1:]
	}
}

// past reports whether a session would be too old by now anyway.
func (e *endings) past(n nonce) bool {
	return time.Since(time.Unix(int64(e.all[n]), 0)) > sessionLifetime+clockSkew
}

// has reports whether a session was ended. A record that cannot be read refuses nobody.
func (e *endings) has(n nonce) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_ = e.refresh()
	_, ended := e.all[n]
	return ended
}

// add records that a session was ended.
func (e *endings) add(n nonce, issued uint32) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.file == nil {
		e.remember(n, issued)
		return nil
	}
	if err := e.refresh(); err != nil {
		return err
	}
	if _, known := e.all[n]; known {
		return nil
	}
	if e.read >= 2*maxEndings*endingLength {
		if err := e.file.Truncate(0); err != nil {
			return fmt.Errorf("shorten the record of ended sessions: %w", err)
		}
		e.read = 0
	}
	record := binary.BigEndian.AppendUint32(append(make([]byte, 0, endingLength), n[:]...), issued)
	if _, err := e.file.Write(record); err != nil {
		return fmt.Errorf("record that a session ended: %w", err)
	}
	e.remember(n, issued)
	return nil
}
