package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/quotas"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/lending"
)

// leases enforces the limits of principals if several instances share a store. Each instance borrows a block of
// operations and calls from the balance in the store, and then uses it without asking. If several instances borrow at
// once, the store accepts only the first append, and the others try again. The account in a data directory holds what
// is left of the blocks: all processes there use it, and a kill leaves it unchanged.
type leases struct {
	store    eventstore.Store
	accounts *accounts
	now      func() time.Time
	newID    func() string
	log      *slog.Logger
	boot     string // of the machine; "" if unknown

	mu     sync.Mutex
	using  map[string]*borrower // by identity
	ended  chan struct{}        // nil while nothing is borrowed
	closed bool                 // close was called, and ended is closed too
	done   sync.WaitGroup
}

// borrower is a principal with calls in this process.
type borrower struct {
	who    Principal
	turn   chan struct{} // held while borrowing or giving back for it
	charge time.Time     // time of the last call
}

// The bounds of borrowing.
const (
	// borrowWithin is how long a call waits for a block, in addition to the store's own waiting for its server.
	borrowWithin = 20 * time.Second
	// maxTries bounds how often an instance decides again because other instances were first.
	maxTries = 64
)

func newLeases(store eventstore.Store, a *accounts, now func() time.Time, newID func() string,
	log *slog.Logger) *leases {
	return &leases{store: store, accounts: a, now: now, newID: newID, log: log, boot: bootID(),
		using: map[string]*borrower{}}
}

// bootID returns an id for the time since the machine was started. An account from before the start may have lost its
// last seconds, and its balance may already be used.
func bootID() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}

func streamOf(p Principal) string { return lending.Stream(hashBytes([]byte(p.identity()))[:32]) }

// charge uses an operation and a call from the instance's account, and borrows if there are none.
func (l *leases) charge(ctx context.Context, s *settings.Settings, p Principal, operation bool, c Category,
	now time.Time) (out charged, err error) {
	need := quotas.Need{Operation: operation, Limit: p.maxOperations(s)}
	if rate, limited := p.rate(s, c); limited {
		need.Category, need.Rate = string(c), quotas.Rate(rate)
	}
	b := l.borrower(p, now)
	passed, err := l.spend(p, need, now, nil)
	if err != nil || passed {
		return charged{reserved: passed && operation}, err
	}
	ctx, cancel := context.WithTimeout(ctx, borrowWithin)
	defer cancel()
	release, err := l.take(ctx, p, b)
	if err != nil {
		return out, err
	}
	defer release()
	for try := 0; try < maxTries; try++ {
		switch err := l.borrow(ctx, p, need, now, try); {
		case errors.Is(err, quotas.ErrUsedUp), errors.Is(err, quotas.ErrHeld):
			out.limit = l.refused(ctx, p, need, err)
			return out, nil
		case rateOf(err) != nil:
			out.rate = rateExceeded(c, need.Rate.PerMinute, rateOf(err).WaitMS/1000)
			return out, nil
		case err == nil:
			return charged{reserved: operation}, nil
		case !errors.Is(err, eventstore.ErrWrongExpected):
			return out, err
		}
	}
	return out, fmt.Errorf("%w: other instances kept borrowing of the same limits", eventstore.ErrUnavailable)
}

// refused returns the error for an operation if none are left.
func (l *leases) refused(ctx context.Context, p Principal, need quotas.Need, why error) error {
	if errors.Is(why, quotas.ErrHeld) {
		return operationsHeld(need.Limit)
	}
	told, _ := eventstore.Optimistic(ctx)
	is, err := lending.Read(told, l.store, streamOf(p))
	if err != nil {
		return err
	}
	return operationsExceeded(need.Limit, need.Limit, time.UnixMilli(is.Began))
}

func rateOf(err error) *quotas.RateError {
	e, _ := errors.AsType[*quotas.RateError](err)
	return e
}

// borrow borrows a block for what the instance lacks, and uses the call's part of it. The caller holds the turn.
func (l *leases) borrow(ctx context.Context, p Principal, need quotas.Need, now time.Time, try int) error {
	missing := need
	passed, err := l.spend(p, need, now, &missing) // another call, or process, may have borrowed meanwhile
	if err != nil || passed {
		return err
	}
	reading := ctx
	if try > 0 {
		pauseAfter(ctx, try)
	} else {
		reading, _ = eventstore.Optimistic(ctx)
	}
	is, err := lending.Read(reading, l.store, streamOf(p))
	if err != nil {
		return err
	}
	event, refused := is.Lend(missing)
	if event == nil {
		return refused
	}
	if _, err := l.store.Append(ctx, is.Append(l.meta(p), event)); err != nil {
		return err
	}
	if refused != nil {
		return refused
	}
	lent := event.(*quotas.Lent)
	return l.accounts.with(p.identity(), func(a *account) bool {
		a.add(lent, missing)
		return a.spend(need, now)
	})
}

func pauseAfter(ctx context.Context, try int) {
	select {
	case <-time.After(time.Duration(rand.Int64N(int64(min(firstBackoff<<min(try, 10), lastBackoff))))):
	case <-ctx.Done():
	}
}

// spend uses the instance's account if it suffices. If missing is not nil, it is set to what is lacking.
func (l *leases) spend(p Principal, need quotas.Need, now time.Time, missing *quotas.Need) (passed bool, err error) {
	err = l.accounts.with(p.identity(), func(a *account) bool {
		changed := a.own(l.boot, l.newID)
		if passed = a.spend(need, now); !passed && missing != nil {
			*missing = a.missing(need, now)
		}
		return changed || passed
	})
	return passed, err
}

// own resets an account that belongs to another instance or to the time before the machine's start. Its contents then
// count as used.
func (a *account) own(boot string, newID func() string) (changed bool) {
	if a.Holder != "" && a.Boot == boot {
		return false
	}
	*a = account{Holder: newID(), Boot: boot}
	return true
}

// operations returns the operations that are left in the window at a time.
func (a *account) operations(now time.Time) int {
	if now.Sub(a.Began) >= sessionWindow {
		return 0
	}
	return a.Operations
}

// calls returns how many calls of a category are possible at a time.
func (a *account) calls(c Category, now time.Time) int {
	if b := a.Buckets[c]; now.Before(b.At) {
		return int(b.Tokens)
	}
	return 0
}

// missing returns what a call needs and the account lacks.
func (a *account) missing(need quotas.Need, now time.Time) quotas.Need {
	need.Holder, need.At = a.Holder, now.UnixMilli()
	need.Operation = need.Operation && a.operations(now) == 0
	if need.Category != "" && a.calls(Category(need.Category), now) > 0 {
		need.Category = ""
	}
	return need
}

// spend uses everything that a call needs, or nothing.
func (a *account) spend(need quotas.Need, now time.Time) bool {
	c := Category(need.Category)
	if need.Operation && a.operations(now) == 0 || c != "" && a.calls(c, now) == 0 {
		return false
	}
	if need.Operation {
		a.Operations--
	}
	if c != "" {
		a.put(c, bucket{a.Buckets[c].Tokens - 1, a.Buckets[c].At})
	}
	return true
}

// add adds a borrowed block to the account.
func (a *account) add(lent *quotas.Lent, missing quotas.Need) {
	if missing.Operation {
		if began := time.UnixMilli(lent.Balance.Began).UTC(); !began.Equal(a.Began) {
			a.Began, a.Operations = began, 0
		}
		a.Operations += lent.Operations
	}
	if c := missing.Category; c != "" {
		a.put(Category(c), bucket{float64(lent.Calls[c]), time.UnixMilli(lent.Until(c)).UTC()})
	}
}

// borrower records that a principal makes a call, and returns its borrower.
func (l *leases) borrower(p Principal, now time.Time) *borrower {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.using[p.identity()]
	if b == nil {
		b = &borrower{who: p, turn: make(chan struct{}, 1)}
		l.using[p.identity()] = b
	}
	b.charge = now
	if l.ended == nil {
		l.ended = make(chan struct{})
		l.done.Go(l.listen)
	}
	return b
}

// take waits for the turn to borrow for a principal. Only one call of all processes of the data directory has the turn,
// so that the others can use what it borrows.
func (l *leases) take(ctx context.Context, p Principal, b *borrower) (release func(), err error) {
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	free := func() { <-b.turn }
	if l.accounts.dir == "" {
		return free, nil
	}
	path := filepath.Join(l.accounts.dir, hashBytes([]byte(p.identity()))+".lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		if err = lockFile(f); err != nil {
			err = errors.Join(err, f.Close())
		}
	}
	if err != nil {
		free()
		return nil, fmt.Errorf("lock the limits of a principal: %w", err)
	}
	return func() {
		_, _ = unlockFile(f), f.Close() // closing unlocks too
		free()
	}, nil
}

func (l *leases) meta(p Principal) projections.Meta {
	m := projections.Meta{CommandID: l.newID(), Tool: "limits", UserID: p.userID(), OccurredAt: l.now()}
	if p.Kind == KindAgent {
		m.AgentID = p.ID
	}
	return m
}
