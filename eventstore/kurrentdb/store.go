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

// attemptsInCall is the number of tries, each without an answer, that fit into the time of a call.
const attemptsInCall = 3

// Store is an event store on a server. Make one with Open.
type Store struct {
	options  Options
	logName  string
	attempt  time.Duration // how long one try may run without an answer
	sessions *sessions
	mirror   *sqlite.Store
	refresh  refresher
	writer   *writer

	shortness shortness
	guard     guard
	assembly  *assembly
	turns     *turns
	followed  *progress
	following atomic.Pointer[subscription] // nil while the log is not being followed
	applying  sync.Mutex                   // held while one stretch goes into the mirror
	known     known

	life   context.Context // ends when all background work must stop
	die    context.CancelFunc
	over   context.Context // ends earlier, when the store is closed or has failed, with the reason as its cause
	end    context.CancelCauseFunc
	begun  sync.Once // starts the background work
	ground sync.WaitGroup

	mu     sync.Mutex
	closed bool
	uses   sync.WaitGroup // calls in progress, counted under mu
}

var _ eventstore.Store = (*Store)(nil)

// Open returns the store for a connection string: esdb://user:password@host:port, with +discover or several hosts for a
// cluster, and the settings of the client (tls, tlsCaFile, keepAliveInterval and others). Its settings namespace and
// maxAppendBytes take precedence over the options. Open makes no connection; the calls report a server that cannot be
// reached.
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
	s.refresh.turn = make(chan struct{}, 1)
	s.writer = newWriter(s)
	s.assembly, s.turns, s.followed = newAssembly(), newTurns(s.writer.name), newProgress()
	s.known = known{mirror, newTail(mirror, s.flushDue), s.flush}
	return s, nil
}

// CallLimit returns the size of the largest call that the store sends, as the server counts it. A larger append takes
// several calls.
func (s *Store) CallLimit() int { return s.options.MaxAppendBytes }

// Namespace returns the namespace of the store on its server.
func (s *Store) Namespace() string { return s.options.Namespace }

// MirrorPath returns the path of the database file of the local copy, which may not exist yet.
func (s *Store) MirrorPath() string { return s.mirror.Path() }

// Append writes all parts or none, durably. When it returns, a majority of the server's nodes have stored them. If the
// context ends before the server has answered, it returns ErrUnavailable, because the outcome is unknown.
func (s *Store) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return s.Enqueue(ctx, parts...)()
}

// Enqueue queues an append behind the earlier ones. It does not wait for the server.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	if err := eventstore.Validate(parts); err != nil {
		return eventstore.Refused(err)
	}
	bounded, done, err := s.begin(ctx)
	if err != nil {
		return eventstore.Refused(err)
	}
	s.turns.writes(parts)
	wait := s.writer.enqueue(bounded, parts)
	return func() ([]eventstore.Result, error) {
		defer done()
		return wait()
	}
}

// begin admits a call and limits its time. The caller must call done at the end.
func (s *Store) begin(ctx context.Context) (bounded context.Context, done func(), err error) {
	if err := s.enter(ctx); err != nil {
		return nil, nil, err
	}
	bounded, cancel := context.WithTimeoutCause(ctx, s.options.CallTimeout, errCallTimeout)
	return bounded, func() { cancel(); s.uses.Done() }, nil
}

// errCallTimeout is the cause of a context that ended because of Options.CallTimeout and not because of the caller.
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

// start starts the background work: the writer, the subscription to the log, and the subscription to its metadata.
func (s *Store) start() {
	s.ground.Go(s.writer.run)
	s.ground.Go(s.follow)
	s.ground.Go(s.watchMetadata)
}

// checked reports whether it is known, over the present connection, that the log continues the mirror.
func (s *Store) checked() bool {
	client := s.sessions.inUse()
	return client != nil && client.checked.Load()
}

// fail ends the store permanently, because the server has lost events that it had.
func (s *Store) fail(err error) { s.end(err) }

// failFor ends the store if an error is permanent. It excludes damage found by the guard, because the metadata of the
// log may be corrected.
func (s *Store) failFor(err error) (failed bool) {
	if !errors.Is(err, eventstore.ErrCorrupt) || err == s.guard.check() {
		return false
	}
	s.fail(err)
	return true
}

// Close ends every Wait with ErrClosed, waits for the calls in progress and releases everything.
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
