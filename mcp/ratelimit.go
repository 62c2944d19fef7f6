package mcp

import (
	"math"
	"time"

	"github.com/bimstream/bimstream/domain"
)

// sessionWindow is how long the operations of a principal count against its limit per session: connections and
// processes come and go and are no sessions, a working day is one.
const sessionWindow = 24 * time.Hour

// rates holds principals to their rates and their number of operations.
type rates struct{ accounts *accounts }

func newRates(dir string) *rates { return &rates{newAccounts(dir)} }

// take uses one token of the principal's bucket, or says when there will be one.
func (r *rates) take(p Principal, c Category, now time.Time) error {
	rate, limited := p.rate(c)
	if !limited {
		return nil
	}
	var refused error
	err := r.accounts.with(p.identity(), func(a *account) bool {
		b := a.filled(c, rate, now)
		if b.Tokens < 1 {
			wait := math.Ceil((1 - b.Tokens) / perSecond(rate))
			refused = domain.Errorf(domain.RateLimited, "too many %s calls; nothing was done; call again in %.0f s", c, wait).
				With("retry_after_s", wait).With("limit", rate.PerMinute).With("remaining", 0)
			return false
		}
		b.Tokens--
		a.put(c, b)
		return true
	})
	if err != nil {
		return err
	}
	return refused
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
func (r *rates) quotas(p Principal, now time.Time) []Quota {
	out := []Quota{}
	for _, c := range []Category{CategoryRead, CategoryMutation, CategoryExecution} {
		rate, limited := p.rate(c)
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

// reserve counts an operation that is about to be done, so that calls on their way at the same time do not pass
// together; release takes it back when nothing was done.
func (r *rates) reserve(p Principal, now time.Time) (reserved bool, err error) {
	limit := p.maxOperations()
	if limit == unlimited {
		return false, nil
	}
	var refused error
	err = r.accounts.with(p.identity(), func(a *account) bool {
		if now.Sub(a.Began) >= sessionWindow {
			a.Operations, a.Began = 0, now
		}
		if a.Operations >= limit {
			refused = domain.Errorf(domain.SessionLimitExceeded, "the %d operations of this session are used up; the next one begins at %s",
				limit, a.Began.Add(sessionWindow).UTC().Format(time.RFC3339)).With("limit", limit).With("used", a.Operations)
			return false
		}
		a.Operations++
		return true
	})
	if err == nil {
		err = refused
	}
	return err == nil, err
}

func (r *rates) release(p Principal) {
	_ = r.accounts.with(p.identity(), func(a *account) bool { // one that stays counted is not in the caller's favour
		a.Operations = max(0, a.Operations-1)
		return true
	})
}
