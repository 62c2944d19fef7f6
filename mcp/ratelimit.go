package mcp

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/domain/state"
)

// sessionWindow is how long an operation counts against a principal's limit per session. Connections and processes are
// too short-lived to be sessions; a working day is one.
const sessionWindow = 24 * time.Hour

// clockSlack is how far the time of an account may be ahead of a call's time. Calls are charged after they arrived and
// in another order. An account that is further ahead dates from before the clock was set back.
const clockSlack = 10 * time.Second

// settle sets an account that is ahead of a call's time to that time, and reports whether it was ahead. Used tokens
// stay used, and new tokens are added from the call's time on.
func (a *account) settle(now time.Time) (ahead bool) {
	if ahead = a.Began.Sub(now) > clockSlack; ahead {
		a.Began = now
	}
	for _, c := range categories {
		if b, ok := a.Buckets[c]; ok && b.At.Sub(now) > clockSlack {
			a.Buckets[c], ahead = bucket{b.Tokens, now}, true
		}
	}
	return ahead
}

// rates enforces the rates and the numbers of operations of principals.
type rates struct {
	accounts *accounts
	leases   *leases // set if other instances share the limits; otherwise nil
	people   peopleRates
}

func newRates(dir string) *rates { return &rates{accounts: newAccounts(dir)} }

// peopleRates enforces the rates of the settings for people, separately in each process and without a file. Their only
// purpose is to stop an endless loop, which runs in one process.
type peopleRates struct {
	mu       sync.Mutex
	accounts map[string]*account // by identity
}

// mostPeople bounds the cached accounts. Beyond it, accounts without a call in the last minute are dropped, because
// their buckets fill within a minute.
const mostPeople = 10_000

// use uses a token of a person's bucket, or returns an error that states when a token will be available.
func (p *peopleRates) use(identity string, c Category, rate Rate, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.accounts[identity]
	if a == nil {
		p.forget(now)
		if p.accounts == nil {
			p.accounts = map[string]*account{}
		}
		a = &account{}
		p.accounts[identity] = a
	}
	a.settle(now)
	return a.useToken(c, rate, now)
}

// forget drops the accounts without a call in the last minute, if there are many accounts.
func (p *peopleRates) forget(now time.Time) {
	if len(p.accounts) < mostPeople {
		return
	}
	for identity, a := range p.accounts {
		idle := true
		for _, b := range a.Buckets {
			idle = idle && now.Sub(b.At) > time.Minute
		}
		if idle {
			delete(p.accounts, identity)
		}
	}
}

// left returns how many calls of a category are currently possible.
func (p *peopleRates) left(identity string, c Category, rate Rate, now time.Time) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.accounts[identity]
	if a == nil {
		a = &account{}
	}
	return int(a.filled(c, rate, now).Tokens)
}

// charged is the result of charging a call.
type charged struct {
	reserved    bool  // an operation was counted; release undoes that if nothing was done
	limit, rate error // why the call is refused
}

// charge counts an operation and uses a token of a category's bucket, in one update of the account, so that concurrent
// calls cannot exceed a limit together. If operation is false, no operation is counted; if the category is "", no token
// is used. A call that is refused costs nothing.
func (r *rates) charge(ctx context.Context, s *settings.Settings, p Principal, operation bool, c Category,
	now time.Time) (charged, error) {
	var out charged
	limit := p.maxOperations(s)
	operation = operation && limit != unlimited
	rate, limited := p.rate(s, c)
	if limited && p.ofPeople(c) {
		if out.rate = r.people.use(p.identity(), c, rate, now); out.rate != nil {
			return out, nil
		}
		c, limited = "", false
	}
	switch {
	case !operation && !limited:
		return out, nil
	case r.leases != nil:
		return r.leases.charge(ctx, s, p, operation, c, now)
	}
	err := r.accounts.with(p.identity(), func(a *account) bool {
		settled := a.settle(now)
		if operation {
			if out.limit = a.countOperation(limit, now); out.limit != nil {
				return settled
			}
		}
		if limited {
			if out.rate = a.useToken(c, rate, now); out.rate != nil {
				if operation {
					a.Operations--
				}
				return settled
			}
		}
		out.reserved = operation
		return true
	})
	return out, err
}

// useToken uses one token of a bucket, or returns an error that states when a token will be available.
func (a *account) useToken(c Category, rate Rate, now time.Time) error {
	b := a.filled(c, rate, now)
	if b.Tokens < 1 {
		return rateExceeded(c, rate.PerMinute, (1-b.Tokens)/perSecond(rate))
	}
	b.Tokens--
	a.put(c, b)
	return nil
}

// countOperation counts one operation of a session.
func (a *account) countOperation(limit int, now time.Time) error {
	if now.Sub(a.Began) >= sessionWindow {
		a.Operations, a.Began = 0, now
	}
	if a.Operations >= limit {
		return operationsExceeded(limit, a.Operations, a.Began)
	}
	a.Operations++
	return nil
}

// rateExceeded returns the error for a call of a category whose rate is used up for some seconds.
func rateExceeded(c Category, perMinute int, seconds float64) error {
	wait := math.Ceil(seconds)
	return state.Errorf(state.RateLimited, "too many %s calls; nothing was done; call again in %.0f s", c, wait).
		With("retry_after_s", wait).With("limit", perMinute).With("remaining", 0)
}

// operationsExceeded returns the error for an operation beyond the limit of a session.
func operationsExceeded(limit, used int, began time.Time) error {
	return state.Errorf(state.SessionLimitExceeded,
		"the %d operations of this session are used up; the next one begins at %s",
		limit, began.Add(sessionWindow).UTC().Format(time.RFC3339)).With("limit", limit).With("used", used)
}

// operationsHeld returns the error while other instances are asked to return operations.
func operationsHeld(limit int) error {
	const wait = 1
	return state.Errorf(state.RateLimited, "what is left of the %d operations of this session is held by other "+
		"instances, which are asked for what they do not need; nothing was done; call again in %d s", limit, wait).
		With("retry_after_s", wait).With("limit", limit).With("remaining", 0)
}

// filled returns a bucket with the tokens added since the last call.
func (a *account) filled(c Category, rate Rate, now time.Time) bucket {
	full := float64(max(1, rate.Burst))
	b, ok := a.Buckets[c]
	if !ok {
		return bucket{full, now}
	}
	if passed := now.Sub(b.At).Seconds(); passed > 0 {
		return bucket{min(full, b.Tokens+float64(passed*perSecond(rate))), now}
	}
	return b
}

func (a *account) put(c Category, b bucket) {
	if a.Buckets == nil {
		a.Buckets = map[Category]bucket{}
	}
	a.Buckets[c] = b
}

func perSecond(rate Rate) float64 { return float64(rate.PerMinute) / time.Minute.Seconds() }

// Quota is what is left of a principal's rate in a category.
type Quota struct {
	Category  Category `json:"category"`
	PerMinute int      `json:"per_minute"`
	Burst     int      `json:"burst"`
	Remaining int      `json:"remaining"` // calls that are possible right now
}

// Quotas are what a principal has left of its limits.
type Quotas struct {
	Rates []Quota
	// Operations are the operations of its session, or nil if there is no limit.
	Operations *OperationQuota
	// Elements is how many elements one operation may affect, or nil if there is no limit.
	Elements *int
}

// OperationQuota is what is left of a principal's operations.
type OperationQuota struct {
	PerSession int `json:"per_session"`
	Remaining  int `json:"remaining"`
}

var categories = []Category{CategoryRead, CategoryMutation, CategoryExecution}

// quotas returns what a principal has left. Rates are by category, without those that have no limit.
func (r *rates) quotas(ctx context.Context, s *settings.Settings, p Principal, now time.Time) (Quotas, error) {
	operations, calls, err := r.left(ctx, s, p, now)
	out := Quotas{Rates: []Quota{}}
	for _, c := range categories {
		if rate, limited := p.rate(s, c); limited {
			if p.ofPeople(c) {
				calls[c] = r.people.left(p.identity(), c, rate, now)
			}
			out.Rates = append(out.Rates, Quota{c, rate.PerMinute, rate.Burst, calls[c]})
		}
	}
	if limit := p.maxOperations(s); limit != unlimited {
		out.Operations = &OperationQuota{limit, operations}
	}
	if limit := p.maxElements(s); limit != unlimited {
		out.Elements = &limit
	}
	return out, err
}

// left returns how many operations and calls of each category a principal has left. It returns none if the account
// cannot be read, because then every call is refused.
func (r *rates) left(ctx context.Context, s *settings.Settings, p Principal,
	now time.Time) (operations int, calls map[Category]int, err error) {
	if r.leases != nil {
		return r.leases.left(ctx, s, p, now)
	}
	calls = map[Category]int{}
	if p.Kind == KindHuman && p.Limits.MaxOperationsPerSession == 0 && p.Limits.Rates == nil {
		return 0, calls, nil
	}
	_ = r.accounts.with(p.identity(), func(a *account) bool {
		a.settle(now)
		operations = p.maxOperations(s)
		if now.Sub(a.Began) < sessionWindow {
			operations = max(0, operations-a.Operations)
		}
		for _, c := range categories {
			if rate, limited := p.rate(s, c); limited {
				calls[c] = int(a.filled(c, rate, now).Tokens)
			}
		}
		return false
	})
	return operations, calls, nil
}

// release undoes the count of an operation that changed nothing.
func (r *rates) release(p Principal, now time.Time) {
	if r.leases != nil {
		r.leases.release(p, now)
		return
	}
	_ = r.accounts.with(p.identity(), func(a *account) bool { // on an error it stays counted, to the caller's loss
		a.Operations = max(0, a.Operations-1)
		return true
	})
}

// close closes the leases and accounts.
func (r *rates) close(ctx context.Context) (err error) {
	if r.leases != nil {
		err = r.leases.close(ctx)
	}
	return errors.Join(err, r.accounts.close())
}
