package mcp

import (
	"math"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/settings"
)

// sessionWindow is how long the operations of a principal count against its limit per session: connections and
// processes come and go and are no sessions, a working day is one.
const sessionWindow = 24 * time.Hour

// rates holds principals to their rates and their number of operations.
type rates struct{ accounts *accounts }

func newRates(dir string) *rates { return &rates{newAccounts(dir)} }

// charged is what charging a call came to.
type charged struct {
	reserved    bool  // an operation is counted, which release takes back when nothing was done
	limit, rate error // why the call does not pass
}

// charge counts an operation, so that calls on their way at the same time do not pass together, and uses a token of the
// bucket of a category, in one look at the account. Either is left out: operation false, category "". A call that does
// not pass costs nothing.
func (r *rates) charge(s *settings.Settings, p Principal, operation bool, c Category, now time.Time) (charged, error) {
	var out charged
	limit := p.maxOperations(s)
	operation = operation && limit != unlimited
	rate, limited := p.rate(s, c)
	if !operation && !limited {
		return out, nil
	}
	err := r.accounts.with(p.identity(), func(a *account) bool {
		if operation {
			if out.limit = a.countOperation(limit, now); out.limit != nil {
				return false
			}
		}
		if limited {
			if out.rate = a.useToken(c, rate, now); out.rate != nil {
				if operation {
					a.Operations--
				}
				return false
			}
		}
		out.reserved = operation
		return true
	})
	return out, err
}

// useToken uses one token of a bucket, or says when there will be one.
func (a *account) useToken(c Category, rate Rate, now time.Time) error {
	b := a.filled(c, rate, now)
	if b.Tokens < 1 {
		wait := math.Ceil((1 - b.Tokens) / perSecond(rate))
		return domain.Errorf(domain.RateLimited, "too many %s calls; nothing was done; call again in %.0f s", c, wait).
			With("retry_after_s", wait).With("limit", rate.PerMinute).With("remaining", 0)
	}
	b.Tokens--
	a.put(c, b)
	return nil
}

// countOperation counts one of those that a session has.
func (a *account) countOperation(limit int, now time.Time) error {
	if now.Sub(a.Began) >= sessionWindow {
		a.Operations, a.Began = 0, now
	}
	if a.Operations >= limit {
		return domain.Errorf(domain.SessionLimitExceeded,
			"the %d operations of this session are used up; the next one begins at %s",
			limit, a.Began.Add(sessionWindow).UTC().Format(time.RFC3339)).With("limit",
			limit).With("used", a.Operations)
	}
	a.Operations++
	return nil
}

// filled returns a bucket with what came in since the last call.
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
	Remaining int      `json:"remaining"` // calls that would pass right now
}

// quotas returns what is left for a principal, by category; categories without a rate are left out.
func (r *rates) quotas(s *settings.Settings, p Principal, now time.Time) []Quota {
	out := []Quota{}
	for _, c := range []Category{CategoryRead, CategoryMutation, CategoryExecution} {
		rate, limited := p.rate(s, c)
		if !limited {
			continue
		}
		left := 0 // also where the account cannot be read: no call passes then
		_ = r.accounts.with(p.identity(), func(a *account) bool {
			left = int(a.filled(c, rate, now).Tokens)
			return false
		})
		out = append(out, Quota{c, rate.PerMinute, rate.Burst, left})
	}
	return out
}

// release takes back an operation that was counted and came to nothing.
func (r *rates) release(p Principal) {
	_ = r.accounts.with(p.identity(), func(a *account) bool { // one that stays counted is not in the caller's favour
		a.Operations = max(0, a.Operations-1)
		return true
	})
}
