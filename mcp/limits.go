package mcp

// Limits are the quotas of a principal. A zero means the default of its kind; a negative number means none.
type Limits struct {
	MaxElementsPerOperation int `json:"max_elements_per_operation,omitempty"`
	MaxOperationsPerSession int `json:"max_operations_per_session,omitempty"`
	// Rates per category. A category that is not there has the default rate of agents and services, and none for
	// people.
	Rates map[Category]Rate `json:"rates,omitempty"`
}

// Rate is a token bucket: PerMinute tokens flow in, at most Burst are kept. A negative PerMinute is no limit.
type Rate struct {
	PerMinute int `json:"per_minute"`
	Burst     int `json:"burst"`
}

// The limits of agents and services where their principal does not say otherwise.
const (
	DefaultMaxElementsPerOperation = 100
	DefaultMaxOperationsPerSession = 1000
)

// DefaultRates are the rates of agents and services. A dry run counts as a read.
func DefaultRates() map[Category]Rate {
	return map[Category]Rate{
		CategoryExecution: {PerMinute: 30, Burst: 5},
		CategoryMutation:  {PerMinute: 100, Burst: 20},
		CategoryRead:      {PerMinute: 200, Burst: 50},
	}
}

// unlimited stands for the absence of a quota.
const unlimited = -1

func (p Principal) maxElements() int {
	return p.quota(p.Limits.MaxElementsPerOperation, DefaultMaxElementsPerOperation)
}

func (p Principal) maxOperations() int {
	return p.quota(p.Limits.MaxOperationsPerSession, DefaultMaxOperationsPerSession)
}

func (p Principal) quota(configured, usual int) int {
	switch {
	case configured < 0, configured == 0 && p.Kind == KindHuman:
		return unlimited
	case configured == 0:
		return usual
	}
	return configured
}

// rate returns the rate of a category, and whether there is one.
func (p Principal) rate(c Category) (Rate, bool) {
	if r, ok := p.Limits.Rates[c]; ok {
		return r, r.PerMinute >= 0
	}
	if p.Kind == KindHuman {
		return Rate{}, false
	}
	r, ok := DefaultRates()[c]
	return r, ok
}
