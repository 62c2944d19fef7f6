package model

import (
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// eventFilter selects the events that meet all the criteria given.
type eventFilter struct {
	Types     []string `json:"types,omitempty" jsonschema:"event types, e.g. element.moved"`
	ElementID state.ID `json:"element_id,omitempty" jsonschema:"which it touches"`
	Actor     string   `json:"actor,omitempty" jsonschema:"user or agent"`
	Since     string   `json:"since,omitempty" jsonschema:"time as in RFC 3339, or a day"`
	Until     string   `json:"until,omitempty" jsonschema:"before this time or day"`
}

// eventMatch is a filter with parsed times.
type eventMatch struct {
	eventFilter
	from, to time.Time // the zero time means no bound
}

// all reports whether the filter selects every event.
func (f *eventFilter) all() bool {
	return len(f.Types) == 0 && f.ElementID == "" && f.Actor == "" && f.Since == "" && f.Until == ""
}

// match refuses event types, times and elements that do not exist, and parses the times.
func (f eventFilter) match(v *projections.View) (eventMatch, error) {
	m := eventMatch{eventFilter: f}
	known := state.EventTypes()
	for _, name := range f.Types {
		if !slices.Contains(known, name) {
			return m, state.Errorf(state.OutOfRange, "there is no event type %q%s", name,
				app.Suggestion(name, known)).With("parameter", "types").With("allowed", known)
		}
	}
	if f.ElementID != "" && len(v.Timeline(f.ElementID)) == 0 {
		return m, NeverThere(f.ElementID)
	}
	var err error
	if m.from, err = timeOf("since", f.Since); err != nil {
		return m, err
	}
	m.to, err = timeOf("until", f.Until)
	return m, err
}

// timeOf parses a time, or a day, which means its beginning in UTC; it returns the zero time for an empty text.
func timeOf(parameter, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := mcp.ParseDayOrInstant(text); err == nil {
		return t, nil
	}
	return time.Time{}, state.Errorf(state.OutOfRange,
		"%s is no time: give one such as 2026-05-01T12:00:00Z, or a day such as 2026-05-01",
		parameter).With("parameter", parameter)
}

// ofElementAlone reports whether the filter has no criterion but the element.
func (m *eventMatch) ofElementAlone() bool {
	return len(m.Types) == 0 && m.Actor == "" && m.from.IsZero() && m.to.IsZero()
}

// filter returns the criteria other than the element.
func (m *eventMatch) filter() projections.EventFilter {
	return projections.EventFilter{Types: m.Types, Actor: m.Actor, From: m.from, To: m.to}
}
