package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// attemptsInCall is how many tries that get no answer fit into the time of a call.
const attemptsInCall = 3

// Store is an event store on a server. Make one with Open.
type Store struct {
	options  Options
	logName  string
	attempt  time.Duration // how long one try may be without an answer
	sessions *sessions
	mirror   *sqlite.Store
	refresh  *refresher
	writer   *writer

	continuity continuity
	guard      guard
	assembly   *assembly
	turns      *turns
	followed   *progress
	following  atomic.Pointer[subscription] // nil while the log is not being followed
	applying   sync.Mutex                   // one stretch at a time goes into the mirror
	known      known

	life   context.Context // ends when everything in the background has to stop
	die    context.CancelFunc
	over   context.Context // ends earlier: when the store is closed or has failed; its cause says why
	end    context.CancelCauseFunc
	begun  sync.Once // the background work
	ground sync.WaitGroup

	mu     sync.Mutex
	closed bool
	uses   sync.WaitGroup // calls under way, counted under mu
}

var _ eventstore.Store = (*Store)(nil)

// Open returns the store that a connection string names: esdb://user:password@host:port, with +discover or several
// hosts for a cluster, and the settings of the client (tls, tlsCaFile, keepAliveInterval and others). The settings
// namespace and maxAppendBytes in it go before those of the options. Open makes no connection: a server that cannot be
// reached is reported by the calls.
func Open(connectionString string, options Options) (*Store, error) {
	config, options, err := configure(connectionString, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", eventstore.ErrRefused, err)
	}
	mirror, err := sqlite.Open(filepath.Join(options.MirrorDir, options.Namespace), sqlite.Options{Refetchable: true})
	if err != nil {
		return nil, fmt.Errorf("mirror: %w", err)
	}
	logName := options.Namespace + "-log"
	s := &Store{
		options: options, logName: logName, attempt: options.CallTimeout / attemptsInCall,
		sessions: &sessions{config: *config, logName: logName}, mirror: mirror,
	}
	s.life, s.die = context.WithCancel(context.Background())
	s.over, s.end = context.WithCancelCause(context.Background())
	s.refresh = newRefresher()
	s.writer = newWriter(s)
	s.assembly, s.turns, s.followed = newAssembly(), newTurns(s.writer.name), newProgress()
	s.known = known{mirror, newTail(mirror, s.flushDue), s.flush}
	return s, nil
}

// CallLimit is the largest call that the store sends, as the server counts it. A larger append takes several calls.
func (s *Store) CallLimit() int { return s.options.MaxAppendBytes }

// MirrorPath is the database file of the local copy, whether it exists yet or not.
func (s *Store) MirrorPath() string { return s.mirror.Path() }

// Append writes all parts or none, durably: when it returns, the server has them on a majority of its nodes. When the
// context ends before the answer has come, ErrUnavailable says that the outcome is unknown.
func (s *Store) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return s.Enqueue(ctx, parts...)()
}

// Enqueue gives an append its place behind those enqueued before. It does not wait for the server.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	if err := eventstore.Validate(parts); err != nil {
		return eventstore.Refused(err)
	}
	bounded, done, err := s.begin(ctx)
	if err != nil {
		return eventstore.Refused(err)
	}
	s.turns.writes(parts)
	endMove(ctx, parts[0].Stream)
	wait := s.writer.enqueue(bounded, parts)
	return func() ([]eventstore.Result, error) {
		defer done()
		return wait()
	}
}

// begin admits a call and bounds its time. The caller ends it with done.
func (s *Store) begin(ctx context.Context) (bounded context.Context, done func(), err error) {
	if err := s.enter(ctx); err != nil {
		return nil, nil, err
	}
	bounded, cancel := context.WithTimeoutCause(ctx, s.options.CallTimeout, errCallTimeout)
	return bounded, func() { cancel(); s.uses.Done() }, nil
}

// errCallTimeout is the cause of a context that Options.CallTimeout has ended, not the caller.
var errCallTimeout = errors.New("the server gave no answer within the time of a call")

func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over.Err() != nil {
		return context.Cause(s.over)
	}
	s.begun.Do(s.start)
	s.uses.Add(1)
	return nil
}

// start begins what runs in the background: the writer and the subscription.
func (s *Store) start() {
	s.ground.Go(s.writer.run)
	s.ground.Go(s.follow)
	s.ground.Go(s.watchMetadata)
}

// checked reports whether the log was seen to continue the mirror over the connection in use.
func (s *Store) checked() bool {
	era := s.sessions.currentEra()
	return era > 0 && s.continuity.holds(era)
}

// fail ends the store for good: what the server has is not what it had.
func (s *Store) fail(err error) { s.end(err) }

// failFor is fail for an error that will not pass. What the metadata of the log says may be taken back.
func (s *Store) failFor(err error) (failed bool) {
	if !errors.Is(err, eventstore.ErrCorrupt) || err == s.guard.check() {
		return false
	}
	s.fail(err)
	return true
}

// Close ends every Wait with ErrClosed, lets the calls under way finish and releases everything.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.end(eventstore.ErrClosed)
	s.mu.Unlock()
	s.uses.Wait()
	s.die()
	s.ground.Wait()
	s.sessions.close()
	s.known.tail.due.Stop()
	return errors.Join(s.flush(context.Background()), s.mirror.Close())
}
