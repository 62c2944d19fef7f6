package signing

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
)

// signed is a line of an installation's records about a store at a place. It records a head that the installation
// signed there, or a state that was accepted by a person or for a copy.
type signed struct {
	Stream   string `json:"stream,omitempty"` // stream of the heads
	Seq      uint64 `json:"seq"`
	Hash     string `json:"hash,omitempty"` // hash of the event of the head
	Position uint64 `json:"position"`       // of the head, or of the last event of an accepted state
	At       string `json:"at"`
	// Closing is set if the head was signed when the store was closed and nothing was written after it. A copy may have
	// been made of this state.
	Closing bool `json:"closing,omitempty"`
	// Accepted is set if earlier lines no longer count, because the present store was accepted.
	Accepted bool `json:"accepted,omitempty"`
	// Copied is set if the store was copied when its last event was at Position and had the hash Last.
	Copied bool   `json:"copied,omitempty"`
	Last   string `json:"last,omitempty"`
	// Streams holds some of the stream ends that the head covers. A store that has one of these events is the same
	// store, even if its first event differs.
	Streams []StreamEnd `json:"streams,omitempty"`
}

// Bounds of the records.
const (
	keptLines     = 200       // of closing heads for one place
	compactBeyond = 128 << 10 // bytes of the file for a place
	keptPlaces    = 4096
)

// placeFile returns the file for a store at a place. A store is identified by the hash of its first event.
func (i *Installation) placeFile(store, place string) string {
	sum := sha256.Sum256([]byte(place))
	return filepath.Join(i.dir, headsFolder, store+"-"+hex.EncodeToString(sum[:8])+".jsonl")
}

// storeID returns the id of a store, "" for an empty one.
func storeID(ctx context.Context, store eventstore.Store) (string, error) {
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return "", err
		}
		return hex.EncodeToString(r.Hash[:8]), nil
	}
	return "", nil
}

// readLines returns the records of a place, from the last acceptance on.
func readLines(path string) (out []signed, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for scanner.Scan() {
		var l signed
		if json.Unmarshal(scanner.Bytes(), &l) != nil {
			continue // cut off by a crash; the next line has newer data
		}
		if l.Accepted {
			out = out[:0]
		}
		out = append(out, l)
	}
	return out, scanner.Err()
}

// noteAt adds a line.
func (i *Installation) noteAt(store, place string, l signed) error {
	path := i.placeFile(store, place)
	info, err := os.Stat(path)
	if err != nil {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		i.forget()
	} else if info.Size() > compactBeyond {
		if err := compact(path); err != nil {
			return err
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return appendLine(path, string(text))
}

// compact keeps only the useful lines. They are the last line, and every line after which the store may have been
// copied.
func compact(path string) error {
	all, err := readLines(path)
	if err != nil {
		return err
	}
	told := slices.DeleteFunc(slices.Clone(all[:max(0, len(all)-1)]),
		func(l signed) bool { return !l.Closing && !l.Copied && !l.Accepted })
	told = told[max(0, len(told)-keptLines):]
	var text bytes.Buffer
	for _, l := range append(told, all[max(0, len(all)-1):]...) {
		line, err := json.Marshal(l)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	whole, err := writeBeside(filepath.Dir(path), text.Bytes())
	if err != nil {
		return err
	}
	return os.Rename(whole, path)
}

// forget removes the oldest files if there are very many. Most belong to folders that tests and trials have created and
// removed.
func (i *Installation) forget() {
	entries, err := os.ReadDir(filepath.Join(i.dir, headsFolder))
	if err != nil || len(entries) < keptPlaces {
		return
	}
	type aged struct {
		path string
		at   int64
	}
	var files []aged
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, aged{filepath.Join(i.dir, headsFolder, e.Name()), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(files, func(a, b aged) int { return cmp.Compare(a.at, b.at) })
	for _, f := range files[:len(files)/2] {
		_ = os.Remove(f.path) // remaining files are handled next time
	}
}

// elsewhere returns the records of a store at other places.
func (i *Installation) elsewhere(store, place string) ([]signed, error) {
	own := filepath.Base(i.placeFile(store, place))
	entries, err := os.ReadDir(filepath.Join(i.dir, headsFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var out []signed
	for _, e := range entries {
		if e.Name() == own || !strings.HasPrefix(e.Name(), store+"-") {
			continue
		}
		lines, err := readLines(filepath.Join(i.dir, headsFolder, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, lines...)
	}
	return out, err
}

// missing returns the newest head that this installation has signed and that the store should have but lacks, or nil if
// there is none.
//
// At a place where heads were signed or accepted, all of them must exist. A store at another place is a copy. It may be
// as old as a moment at which the store was closed or copied by this program.
func (i *Installation) missing(ctx context.Context, store eventstore.Store, id, place string) (*signed, error) {
	here, err := readLines(i.placeFile(id, place))
	if err != nil {
		return nil, err
	}
	if len(here) > 0 {
		for _, l := range slices.Backward(here) {
			if has, err := l.isIn(ctx, store); err != nil || !has {
				return &l, err
			}
		}
		return nil, nil
	}
	if renamed, err := i.renamed(ctx, store, id, place); err != nil || renamed != nil {
		return renamed, err
	}
	others, err := i.elsewhere(id, place)
	if err != nil || !slices.ContainsFunc(others, func(l signed) bool { return l.Hash != "" }) {
		return nil, err // where the store was accepted or copied before any signature, no head is missing
	}
	slices.SortStableFunc(others, func(a, b signed) int { return cmp.Compare(a.Seq, b.Seq) })
	newest := &others[len(others)-1]
	end, err := store.Position(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range slices.Backward(others) {
		has, err := l.isIn(ctx, store)
		if err != nil {
			return nil, err
		}
		if has && (l.Seq == newest.Seq && l.Hash != "" || l.Closing && l.Position == end || l.Copied) {
			return nil, nil
		}
	}
	return newest, nil
}

// renamed looks for the case that the store at this place is a recorded store whose first event was replaced. It
// returns the newest recorded head of that store, or nil. A new store in place of a removed one has none of the
// recorded events. If the store has no head of this installation, renamed looks at the records of all places.
func (i *Installation) renamed(ctx context.Context, store eventstore.Store, id, place string) (*signed, error) {
	ending := strings.TrimPrefix(filepath.Base(i.placeFile("", place)), "-")
	if public := i.Public(); public == nil {
		return nil, nil // it has signed nothing
	} else if _, err := store.Head(ctx, StreamOf(public)); errors.Is(err, eventstore.ErrStreamNotFound) {
		ending = ""
	} else if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(filepath.Join(i.dir, headsFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), id+"-") || !strings.HasSuffix(f.Name(), ending) {
			continue
		}
		lines, err := readLines(filepath.Join(i.dir, headsFolder, f.Name()))
		if err != nil {
			return nil, err
		}
		for _, l := range slices.Backward(lines) {
			for _, end := range l.Streams {
				if has, err := end.isIn(ctx, store); err != nil || has {
					return &l, err
				}
			}
		}
	}
	return nil, nil
}

// isIn reports whether a store contains the event or the state that a line records.
func (l *signed) isIn(ctx context.Context, store eventstore.Store) (bool, error) {
	if l.Copied {
		for r, err := range store.ReadAll(ctx, l.Position-1) {
			return err == nil && r.Position == l.Position && hex.EncodeToString(r.Hash[:]) == l.Last, err
		}
		return false, nil
	}
	if l.Hash == "" {
		return true, nil // accepted before any signature
	}
	return StreamEnd{l.Stream, l.Seq, l.Hash}.isIn(ctx, store)
}

// isIn reports whether a store contains the event.
func (e StreamEnd) isIn(ctx context.Context, store eventstore.Store) (bool, error) {
	for r, err := range store.Read(ctx, e.Stream, e.Revision) {
		if errors.Is(err, eventstore.ErrStreamNotFound) || errors.Is(err, eventstore.ErrCorrupt) {
			return false, nil
		}
		return err == nil && hex.EncodeToString(r.Hash[:]) == e.Hash, err
	}
	return false, nil
}

// Accept declares the present state of a store valid at its place, for example after a backup replaced a newer store,
// or after parts of a store were copied. Heads that were signed there but are not in the store are no longer reported
// as missing.
func (i *Installation) Accept(ctx context.Context, store eventstore.Store, place, at string) error {
	id, err := storeID(ctx, store)
	if err != nil || id == "" {
		return err
	}
	l := signed{Accepted: true, At: at}
	if public := i.Public(); public != nil {
		head, err := lastHead(ctx, store, StreamOf(public))
		if err != nil {
			return err
		}
		if head != nil {
			l.Stream, l.Seq, l.Hash = head.event.Stream, head.Seq, hex.EncodeToString(head.event.Hash[:])
		}
	}
	if l.Position, err = store.Position(ctx); err != nil {
		return err
	}
	return i.noteAt(id, place, l)
}

// NoteCopy records that a copy of the store is made now. A store that ends with the same last event may then be that
// copy.
func (i *Installation) NoteCopy(ctx context.Context, store eventstore.Store, place, at string) error {
	id, err := storeID(ctx, store)
	if err != nil || id == "" {
		return err
	}
	l := signed{Copied: true, At: at}
	heads, err := store.Streams(ctx, "")
	if err != nil {
		return err
	}
	for _, h := range heads {
		if h.Position > l.Position {
			l.Position, l.Last = h.Position, hex.EncodeToString(h.Hash[:])
		}
	}
	return i.noteAt(id, place, l)
}
