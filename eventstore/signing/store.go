package signing

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// Options are the options of a Store. The zero value is right for ordinary use.
type Options struct {
	// Place is the location of the store: its folder or server. The store must contain everything that was signed at
	// this place.
	Place string
	// Every is the number of appended events after which a head is signed; 0 means DefaultEvery.
	Every int
	// After is the time after which events are signed even if there are fewer than Every; 0 means DefaultAfter.
	After time.Duration
	// Log receives warnings about events that cannot be signed; it may be nil.
	Log *slog.Logger
}

const (
	// DefaultEvery is the default number of events after which a head is signed. Such a head takes about ten kilobytes
	// and some milliseconds, in parallel with the appends.
	DefaultEvery = 1024
	// DefaultAfter bounds the age of unsigned events. If a process is killed, the events of at most this time remain
	// unsigned.
	DefaultAfter = 2 * time.Second
	// signTimeout is the time limit for one attempt to sign.
	signTimeout = 10 * time.Second
	// beginTimeout is the longest time that the first append of a process waits for the checks of begin.
	beginTimeout = 2 * time.Second
	// signAttempts is how often signing is tried when another process writes a head first.
	signAttempts = 4
	// streamsNoted is how many streams of a head are recorded beside the key.
	streamsNoted = 3
	// endsPerAppend keeps an append of heads well below eventstore.MaxAppendBytes. One end takes at most about 300
	// bytes.
	endsPerAppend = 20_000
)

// Store is a store whose appends an installation signs: after a number of events, shortly after the last event, and on
// closing. Signing runs in parallel with the appends, which do not wait for it. A store that is only read signs
// nothing.
type Store struct {
	eventstore.Store
	installation *Installation
	options      Options
	begun        sync.Once // before the first append

	mu      sync.Mutex
	wrote   bool
	waiting int // events appended since the last head was begun
	timer   *time.Timer
	closed  bool
	busy    sync.WaitGroup

	signing sync.Mutex // one head at a time
	last    *placed    // the last signed head
	id      string     // of the store, once known
}

// Wrap returns a store whose appends an installation signs. Closing it closes the wrapped store.
func Wrap(store eventstore.Store, installation *Installation, o Options) *Store {
	if o.Every <= 0 {
		o.Every = DefaultEvery
	}
	if o.After <= 0 {
		o.After = DefaultAfter
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Store{Store: store, installation: installation, options: o}
}

// Installation returns the installation that signs.
func (s *Store) Installation() *Installation { return s.installation }

// Place returns the location of the store.
func (s *Store) Place() string { return s.options.Place }

// Append implements eventstore.Store.
func (s *Store) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return s.Enqueue(ctx, parts...)()
}

// Enqueue implements eventstore.Store.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	s.begun.Do(s.begin)
	wait := s.Store.Enqueue(ctx, parts...)
	return func() ([]eventstore.Result, error) {
		results, err := wait()
		s.appended(parts, err)
		return results, err
	}
}

// appended counts the events to sign. A failed append may still have been stored.
func (s *Store) appended(parts []eventstore.Append, err error) {
	if err != nil && !errors.Is(err, eventstore.ErrUnavailable) {
		return
	}
	n := 0
	for _, p := range parts {
		n += len(p.Events)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.wrote, s.waiting = true, s.waiting+n
	switch {
	case s.waiting >= s.options.Every:
		s.waiting = 0
		s.busy.Go(s.signNow)
	case s.timer == nil:
		s.timer = time.AfterFunc(s.options.After, s.due)
	}
}

// due signs the events that have waited for the time After.
func (s *Store) due() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer = nil
	if s.closed || s.waiting == 0 {
		return
	}
	s.waiting = 0
	s.busy.Go(s.signNow)
}

func (s *Store) signNow() {
	ctx, cancel := context.WithTimeout(context.Background(), signTimeout)
	defer cancel()
	if err := s.sign(ctx, false); err != nil {
		s.options.Log.Warn("the newest changes could not be signed; it will be tried again", "error", err)
		s.mu.Lock()
		s.waiting++ // the next append or Close tries again
		s.mu.Unlock()
	}
}

// Close signs the remaining events and closes the store.
func (s *Store) Close() error {
	s.mu.Lock()
	last := s.wrote && !s.closed
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	s.busy.Wait()
	if last {
		ctx, cancel := context.WithTimeout(context.Background(), signTimeout)
		if err := s.sign(ctx, true); err != nil {
			s.options.Log.Warn("the last changes could not be signed", "error", err)
		}
		cancel()
	}
	return s.Store.Close()
}

// begin runs before the first append of this process. It checks whether the store has every head that was signed, and
// records the place if the store is a copy. It takes about a millisecond. It warns of a missing head, which later heads
// do not replace.
func (s *Store) begin() {
	s.signing.Lock()
	defer s.signing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), beginTimeout)
	defer cancel()
	if _, err := s.installation.Key(); err != nil {
		s.options.Log.Warn("nothing is signed: changes of the record can be told from its chains alone, and replies "+
			"kept under idempotency keys are given by this process alone", "error", err)
		return
	}
	if err := s.adopt(ctx); err != nil {
		s.options.Log.Warn("what this installation has signed of the store could not be looked up", "error", err)
	}
}

func (s *Store) adopt(ctx context.Context) error {
	id, err := s.known(ctx)
	if err != nil || id == "" {
		return err
	}
	missing, err := s.installation.missing(ctx, s.Store, id, s.options.Place)
	if err != nil {
		return err
	}
	here, err := readLines(s.installation.placeFile(id, s.options.Place))
	switch {
	case err != nil:
		return err
	case missing != nil:
		s.options.Log.Warn("the store does not have a head that this installation has signed: its end was cut off, or "+
			"it is an older copy; bimstream verify says more", "stream", missing.Stream, "seq", missing.Seq)
		if len(here) == 0 {
			return s.installation.noteAt(id, s.options.Place, *missing)
		}
	case len(here) == 0:
		return s.installation.Accept(ctx, s.Store, s.options.Place, now())
	}
	return nil
}

func now() string { return time.Now().UTC().Format(time.RFC3339Nano) }

func (s *Store) known(ctx context.Context) (string, error) {
	var err error
	if s.id == "" {
		s.id, err = storeID(ctx, s.Store)
	}
	return s.id, err
}

// sign signs the ends of the streams if any has moved.
func (s *Store) sign(ctx context.Context, closing bool) (err error) {
	s.signing.Lock()
	defer s.signing.Unlock()
	key, err := s.installation.Key()
	if err != nil {
		return nil // already reported
	}
	stream := StreamOf(publicOf(key))
	for range signAttempts {
		if err = s.find(ctx, stream); err != nil {
			return err
		}
		ends, through, last, failed := moved(ctx, s.Store, s.last, stream)
		if failed != nil {
			return failed
		}
		if len(ends) == 0 {
			return s.note(ctx, closing)
		}
		for len(ends) > 0 && err == nil {
			n := min(len(ends), endsPerAppend)
			upTo, at := through, last
			if n < len(ends) { // the rest follows at once
				upTo, at = 0, ""
			}
			err = s.append(ctx, signEnds(key, s.last, ends[:n], upTo, at, time.Now()))
			ends = ends[n:]
		}
		if !errors.Is(err, eventstore.ErrWrongExpected) && !errors.Is(err, eventstore.ErrIdempotencyCorrupt) {
			break
		}
	}
	if err != nil {
		return err
	}
	return s.note(ctx, closing)
}

// find sets last to the newest head of the key.
func (s *Store) find(ctx context.Context, stream string) error {
	head, err := s.Store.Head(ctx, stream)
	switch {
	case errors.Is(err, eventstore.ErrStreamNotFound):
		s.last = nil
		return nil
	case err != nil:
		return err
	case s.last != nil && s.last.event.Hash == head.Hash:
		return nil
	}
	s.last, err = lastHead(ctx, s.Store, stream)
	return err
}

func (s *Store) append(ctx context.Context, part eventstore.Append) error {
	results, err := s.Store.Append(ctx, part)
	if err != nil {
		return err
	}
	s.last, err = lastHead(ctx, s.Store, part.Stream)
	if err == nil && s.last.event.Revision < results[0].LastRevision {
		err = errors.New("the head that was stored is not there")
	}
	return err
}

// note records the last signed head beside the key.
func (s *Store) note(ctx context.Context, closing bool) error {
	id, err := s.known(ctx)
	if err != nil || id == "" || s.last == nil {
		return err
	}
	e := s.last.event
	some := s.last.Streams[:min(streamsNoted, len(s.last.Streams))]
	return s.installation.noteAt(id, s.options.Place, signed{Stream: e.Stream, Seq: e.Revision, Streams: some,
		Hash: hex.EncodeToString(e.Hash[:]), Position: e.Position, At: s.last.At, Closing: closing})
}
