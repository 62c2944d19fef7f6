package mcp

import (
	"context"
	"errors"
	"time"

	"github.com/bimstream/bimstream/domain/quotas"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections/lending"
)

const (
	// listenInterval is how often an instance checks whether others need what it holds. It is short enough for a
	// waiting person, and each check only reads the local mirror.
	listenInterval = 250 * time.Millisecond
	// idleAfter is the time after a principal's last call when its operations are given back without being asked for.
	idleAfter = 10 * time.Minute
	// returnWithin bounds the time of giving back.
	returnWithin = 5 * time.Second
)

// listen gives back operations that others ask for, until the end.
func (l *leases) listen() {
	ticker := time.NewTicker(listenInterval)
	defer ticker.Stop()
	for {
		select {
		case <-l.ended:
			return
		case <-ticker.C:
		}
		for _, b := range l.borrowers() {
			ctx, cancel := context.WithTimeout(context.Background(), returnWithin)
			idle := l.now().Sub(b.charge) >= idleAfter
			if err := l.answer(ctx, b, idle); err != nil {
				l.log.Debug("operations could not be given back", "principal", b.who.ID, "error", err)
			} else if idle {
				l.forget(b)
			}
			cancel()
		}
	}
}

func (l *leases) borrowers() (out []borrower) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.using {
		out = append(out, *b)
	}
	return out
}

func (l *leases) forget(b borrower) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.using[b.who.identity()]; known != nil && known.charge.Equal(b.charge) {
		delete(l.using, b.who.identity())
	}
}

// answer gives back the operations that an instance holds if others need them or the instance does not use them. It
// also gives back operations if the balance counts the instance's block as used up, because a call has since released
// an operation.
func (l *leases) answer(ctx context.Context, b borrower, unused bool) error {
	told, _ := eventstore.Optimistic(ctx)
	is, err := lending.Read(told, l.store, streamOf(b.who))
	if err != nil {
		return err
	}
	held, holder := 0, ""
	err = l.accounts.with(b.who.identity(), func(a *account) bool {
		held, holder = a.operations(l.now()), a.Holder
		return false
	})
	if err != nil {
		return err
	}
	holds, asked := is.Holds(holder)
	if !asked && (held == 0 || holds && !unused) {
		return nil
	}
	return l.giveBack(ctx, b)
}

// giveBack removes the operations from the account first, so that they count as used if the process dies before they
// are given back.
func (l *leases) giveBack(ctx context.Context, b borrower) error {
	release, err := l.take(ctx, b.who, &b)
	if err != nil {
		return err
	}
	defer release()
	back, holder, began := 0, "", time.Time{}
	err = l.accounts.with(b.who.identity(), func(a *account) bool {
		back, holder, began = a.operations(l.now()), a.Holder, a.Began
		a.Operations = 0
		return back > 0
	})
	if err != nil || holder == "" {
		return err
	}
	meta := l.meta(b.who)
	for try := 0; ; try++ {
		is, err := lending.Read(ctx, l.store, streamOf(b.who))
		if err != nil {
			return err
		}
		event := is.Return(holder, back, began.UnixMilli(), l.now().UnixMilli())
		if event == nil {
			return nil
		}
		_, err = l.store.Append(ctx, is.Append(meta, event))
		if !errors.Is(err, eventstore.ErrWrongExpected) || try == maxTries {
			return err
		}
		pauseAfter(ctx, try)
	}
}

// release returns an operation of a call that changed nothing.
func (l *leases) release(p Principal, now time.Time) {
	_ = l.accounts.with(p.identity(), func(a *account) bool { // on an error it stays used, to the caller's disadvantage
		if a.Holder == "" || now.Sub(a.Began) >= sessionWindow {
			return false
		}
		a.Operations++
		return true
	})
}

// left returns how many operations and calls of each category a principal has left: those of the instance, and those
// that nobody holds.
func (l *leases) left(ctx context.Context, s *settings.Settings, p Principal, now time.Time) (operations int,
	calls map[Category]int, err error) {
	told, _ := eventstore.Optimistic(ctx)
	is, err := lending.Read(told, l.store, streamOf(p))
	if err != nil {
		return 0, nil, err
	}
	calls = map[Category]int{}
	err = l.accounts.with(p.identity(), func(a *account) bool {
		operations = is.Left(p.maxOperations(s), now.UnixMilli()) + a.operations(now)
		for _, c := range categories {
			if rate, limited := p.rate(s, c); limited {
				calls[c] = is.CallsLeft(string(c), quotas.Rate(rate), now.UnixMilli()) + a.calls(c, now)
			}
		}
		return false
	})
	return operations, calls, err
}

// close gives back what this instance holds, once.
func (l *leases) close(ctx context.Context) error {
	l.mu.Lock()
	listening := l.ended != nil && !l.closed
	if l.closed = true; listening {
		close(l.ended)
	}
	l.mu.Unlock()
	if !listening {
		return nil
	}
	l.done.Wait()
	var faults []error
	for _, b := range l.borrowers() {
		faults = append(faults, l.answer(ctx, b, true))
	}
	return errors.Join(faults...)
}
