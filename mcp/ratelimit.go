package mcp

import (
	"math"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain"
)

// rates holds the token buckets of all principals, and counts their operations.
type rates struct {
	mu         sync.Mutex
	buckets    map[bucketKey]*bucket
	operations map[string]int
}

type bucketKey struct {
	principal string
	category  Category
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newRates() *rates {
	return &rates{buckets: map[bucketKey]*bucket{}, operations: map[string]int{}}
}

// take uses one token of the principal's bucket, or says when there will be one.
func (r *rates) take(p Principal, c Category, now time.Time) error {
	rate, limited := p.rate(c)
	if !limited {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.fill(bucketKey{p.ID, c}, rate, now)
	if b.tokens >= 1 {
		b.tokens--
		return nil
	}
	wait := math.Ceil((1 - b.tokens) / perSecond(rate))
	return domain.Errorf(domain.RateLimited, "too many %s calls; nothing was done; call again in %.0f s", c, wait).
		With("retry_after_s", wait).With("limit", rate.PerMinute).With("remaining", 0)
}

// fill lets flow in what came since the last call.
func (r *rates) fill(k bucketKey, rate Rate, now time.Time) *bucket {
	full := float64(max(1, rate.Burst))
	b := r.buckets[k]
	if b == nil {
		b = &bucket{tokens: full, at: now}
		r.buckets[k] = b
	}
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.tokens = min(full, b.tokens+float64(passed*perSecond(rate)))
		b.at = now
	}
	return b
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
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []Quota{}
	for _, c := range []Category{CategoryRead, CategoryMutation, CategoryExecution} {
		if rate, limited := p.rate(c); limited {
			b := r.fill(bucketKey{p.ID, c}, rate, now)
			out = append(out, Quota{c, rate.PerMinute, rate.Burst, int(b.tokens)})
		}
	}
	return out
}

// mayOperate checks the number of operations that the principal has committed through this server.
func (r *rates) mayOperate(p Principal) error {
	limit := p.maxOperations()
	r.mu.Lock()
	defer r.mu.Unlock()
	if limit == unlimited || r.operations[p.ID] < limit {
		return nil
	}
	return domain.Errorf(domain.SessionLimitExceeded, "the %d operations of this session are used up; a person has to start a new one", limit).
		With("limit", limit).With("used", r.operations[p.ID])
}

func (r *rates) countOperation(p Principal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.operations[p.ID]++
}
