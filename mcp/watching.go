package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Surroundings are the resources that are replies of calls, with their changes, and with the values that complete their
// addresses.
type Surroundings struct {
	// CallOf returns the call whose reply is a resource; ok is false for a resource of Config.Read.
	CallOf func(uri string) (tool string, arguments json.RawMessage, ok bool)
	// Heavy reports whether reading a resource may use all processors for seconds, as a call of a heavy tool does; nil
	// means that none does.
	Heavy func(uri string) bool
	// Watch returns the key of the changes that concern a resource, for the principal of ctx. The error is
	// wire.ErrNoResource for a missing resource.
	Watch func(ctx context.Context, uri string, now time.Time) (key string, err error)
	// Changed returns the keys of the resources that events in a stream change.
	Changed func(ctx context.Context, stream string, now time.Time) []string
	// Elapsed returns the keys of the resources that have changed merely because time has passed. It may be nil if
	// there are none.
	Elapsed func(ctx context.Context, now time.Time) []string
	// Complete returns the values of an argument of an address that begin with a text or contain it, for the principal
	// of ctx. known are the other arguments.
	Complete func(ctx context.Context, template, argument, value string, known map[string]string) ([]string, error)
}

// watcher follows the store while clients are subscribed to changes.
type watcher struct {
	mu      sync.Mutex
	running bool
	ended   context.Context
	end     context.CancelFunc
}

const (
	// gathering is how long changes are collected before they are reported, so that a batch of calls is one change for
	// a reader.
	gathering = 100 * time.Millisecond
	// lookAgain is how long one wait for the store lasts before the server checks for subscriptions. The server also
	// continues for this time without any subscription, in case a new one arrives. It is the maximum delay of changes
	// that merely depend on time.
	lookAgain = 10 * time.Second
)

// viewer returns the name of the recipient of notifications. A transport that identifies callers by request has one
// viewer for each set of permissions. A transport with a single caller has one viewer, whose permissions are read again
// at every change.
func (s *Server) viewer(ctx context.Context) string {
	p, known := PrincipalOf(ctx)
	if !known {
		return s.principal(ctx).identity()
	}
	text, _ := json.Marshal(p) // it was decoded from JSON, so it encodes
	return hashBytes(text)
}

// watch resolves a resource and begins to follow the store.
func (s *Server) watch(ctx context.Context, uri string) (string, error) {
	ctx = WithPrincipal(ctx, s.principal(ctx))
	key, err := s.config.Surroundings.Watch(ctx, uri, s.now())
	if err != nil {
		return "", err
	}
	s.watcher.mu.Lock()
	defer s.watcher.mu.Unlock()
	if s.watcher.running {
		return key, nil
	}
	after, err := s.store.Position(ctx)
	if err != nil {
		return "", err
	}
	s.watcher.running = true
	go s.follow(after)
	return key, nil
}

// follow reports the changes in the store after a position, by any process, until there are no subscriptions or the
// server ends.
func (s *Server) follow(after uint64) {
	ctx := s.watcher.ended
	for heard := time.Now(); ctx.Err() == nil; {
		s.watcher.mu.Lock()
		if s.wire.Watched() {
			heard = time.Now()
		} else if time.Since(heard) > lookAgain {
			s.watcher.running = false
			s.watcher.mu.Unlock()
			return
		}
		s.watcher.mu.Unlock()
		waiting, done := context.WithTimeout(ctx, lookAgain)
		err := s.store.Wait(waiting, after)
		done()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			rest(ctx, time.Second) // waits for the store to return
			continue
		}
		rest(ctx, gathering)
		keys := map[string]bool{}
		for r, err := range s.store.ReadAll(ctx, after) {
			if err != nil {
				break
			}
			after = r.Position
			for _, k := range s.config.Surroundings.Changed(ctx, r.Stream, s.now()) {
				keys[k] = true
			}
		}
		if elapsed := s.config.Surroundings.Elapsed; elapsed != nil {
			for _, k := range elapsed(ctx, s.now()) {
				keys[k] = true
			}
		}
		s.wire.ResourcesChanged(keys)
	}
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// read returns a resource for the principal of ctx.
func (s *Server) read(ctx context.Context, uri string) (wire.Content, error) {
	ctx = WithPrincipal(ctx, s.principal(ctx))
	if s.config.Surroundings.CallOf == nil {
		return s.readItself(ctx, uri)
	}
	tool, arguments, ok := s.config.Surroundings.CallOf(uri)
	if !ok {
		return s.readItself(ctx, uri)
	}
	e := s.Call(ctx, tool, arguments)
	switch {
	case e.Success:
		return wire.Content{MIMEType: "application/json", Text: string(e.Data)}, nil
	case slices.Contains(unseen, state.Code(e.Error.Code)):
		return wire.Content{}, wire.ErrNoResource
	}
	return wire.Content{}, refusalOf(e.Error)
}

// readItself returns a resource that is not the reply of a call. A heavy one waits for a slot of heavy calls and has
// the time limit of a call.
func (s *Server) readItself(ctx context.Context, uri string) (wire.Content, error) {
	if heavy := s.config.Surroundings.Heavy; heavy != nil && heavy(uri) {
		user := s.principal(ctx).userID()
		if err := s.heavy.take(ctx, user, patienceOfHeavy); err != nil {
			known := failureOf(err)
			return wire.Content{}, refusalOf(asFailure(known, known.Code.Retryable()))
		}
		defer s.heavy.free(user)
		within, done := context.WithTimeout(ctx, s.config.CallTimeout)
		defer done()
		ctx = within
	}
	c, err := s.config.Read(ctx, uri)
	if known, ok := errors.AsType[*state.Error](err); ok {
		if slices.Contains(unseen, known.Code) {
			return wire.Content{}, wire.ErrNoResource
		}
		return wire.Content{}, refusalOf(asFailure(known, known.Code.Retryable()))
	}
	return c, err
}

// refusalOf converts the failure of a call to the error of a resource, with the same data, such as the time to try
// again.
func refusalOf(f *Failure) *wire.Refusal {
	data := map[string]any{}
	maps.Copy(data, f.Data)
	data["code"], data["name"], data["retryable"] = f.Code, f.Name, f.Retryable
	return &wire.Refusal{Message: f.Message, Data: data}
}

// unseen lists the codes for missing and hidden things, which must look the same to the caller.
var unseen = []state.Code{state.NotFound, state.InvalidInput, state.PermissionDenied}

// complete returns values for an argument of a resource's address.
func (s *Server) complete(ctx context.Context, template, argument, value string,
	known map[string]string) ([]string, error) {
	return s.config.Surroundings.Complete(WithPrincipal(ctx, s.principal(ctx)), template, argument, value, known)
}
