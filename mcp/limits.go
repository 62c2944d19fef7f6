package mcp

import "github.com/bimstream/bimstream/domain/settings"

// Limits are the quotas of a principal. Zero means the default for the kind of principal; a negative number means no
// quota.
type Limits struct {
	MaxElementsPerOperation int `json:"max_elements_per_operation,omitempty"`
	MaxOperationsPerSession int `json:"max_operations_per_session,omitempty"`
	// Rates are the rates by category. A missing category has the rate of the settings.
	Rates map[Category]Rate `json:"rates,omitempty"`
}

// Rate is a token bucket: PerMinute tokens are added per minute, up to Burst. A negative PerMinute means no limit.
type Rate struct {
	PerMinute int `json:"per_minute"`
	Burst     int `json:"burst"`
}

// unlimited means that there is no quota.
const unlimited = -1

// maxElements and maxOperations return the quotas of a principal, or those of the settings if it has none.
func (p Principal) maxElements(s *settings.Settings) int {
	return p.quota(p.Limits.MaxElementsPerOperation, s.Elements)
}

func (p Principal) maxOperations(s *settings.Settings) int {
	return p.quota(p.Limits.MaxOperationsPerSession, s.Operations)
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

// rate returns the rate of a category, and whether there is a limit. A dry run counts as a read.
func (p Principal) rate(s *settings.Settings, c Category) (Rate, bool) {
	if r, ok := p.Limits.Rates[c]; ok {
		return r, r.PerMinute >= 0
	}
	of := s.Rates
	if p.Kind == KindHuman {
		of = s.PeopleRates
	}
	r, ok := of[string(c)]
	return Rate(r), ok && r.PerMinute >= 0
}

// ofPeople reports whether the rate of a category is the one that the settings give to people.
func (p Principal) ofPeople(c Category) bool {
	_, own := p.Limits.Rates[c]
	return p.Kind == KindHuman && !own
}
