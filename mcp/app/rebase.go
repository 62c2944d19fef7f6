package app

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// since holds the events that were stored after the revision that a caller expected.
type since struct {
	expected uint64
	recorded []eventstore.Recorded
	events   []state.Event
}

// CheckExpected reads the events since the revision that a caller expects the branch to be at. It returns nil if there
// are none, or if the caller expects no revision. A revision beyond the head is an error.
func (b *Backend) CheckExpected(ctx context.Context, c *mcp.Call, v *projections.View) (*since, error) {
	if c.Common.ExpectedRevision == nil {
		return nil, nil
	}
	expected := uint64(*c.Common.ExpectedRevision)
	if expected == v.Revision {
		return nil, nil
	}
	if expected > v.Revision {
		return nil, state.Errorf(state.RevisionConflict,
			"the branch is at revision %d, not at %d: read what is there with list_events, then decide again",
			v.Revision, expected).
			With("current_revision", v.Revision).With("expected_revision", expected)
	}
	s := &since{expected: expected}
	err := b.Live.Events(ctx, v.ModelID, v.Branch, expected+1, v.Revision,
		func(r eventstore.Recorded, e state.Event) error {
			s.recorded, s.events = append(s.recorded, r), append(s.events, e)
			return nil
		})
	return s, err
}

// checkDecided returns an error if a change writes or depends on something that others have changed since. Unrelated
// changes of others do not matter, because a call made a moment later would have the same result.
func (s *since) checkDecided(v *projections.View, decision change.Decision) error {
	overlap, found := merge.FindOverlap(decision.After, decision.Events, s.events)
	if !found {
		return nil
	}
	return s.conflict(v, overlap)
}

// refused returns the error of a change that can no longer be decided. It is a conflict if others have since changed
// the element that the error is about.
func (s *since) refused(v *projections.View, err error) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	id, ok := e.Data["element_id"].(state.ID)
	if !ok {
		return err
	}
	for i, event := range s.events {
		for _, touch := range event.Touched() {
			if touch.ElementID == id && len(touch.Facets) > 0 {
				return s.conflict(v, merge.Overlap{ElementID: id, Facet: touch.Facets[0], Event: i})
			}
		}
	}
	return err
}

func (s *since) conflict(v *projections.View, o merge.Overlap) error {
	r := s.recorded[o.Event]
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return err
	}
	who, name := meta.UserID, nameIn(v, s.events[o.Event], o.ElementID)
	if meta.AgentID != "" {
		who = meta.AgentID
	}
	return state.Errorf(state.RevisionConflict,
		"%s wrote %s of %q at revision %d, after the revision %d that you expected: look at it, then decide again", who,
		o.Facet, name, r.Revision, s.expected).
		With("current_revision", v.Revision).With("expected_revision", s.expected).With("element_id",
		o.ElementID).With("element_name", name).With("facet", o.Facet).
		With("other", map[string]any{
			"user_id": meta.UserID, "agent_id": meta.AgentID, "tool": meta.Tool, "reasoning": meta.Reasoning,
			"event_id": r.ID, "revision": r.Revision, "occurred_at": meta.OccurredAt,
		})
}

// nameIn returns the name of an element that exists or that an event deleted.
func nameIn(v *projections.View, e state.Event, id state.ID) string {
	if element, ok := v.Model.Element(id); ok {
		return element.Name
	}
	if gone, ok := e.(*state.ElementDeleted); ok {
		for _, element := range append([]*state.Element{gone.Element}, gone.Cascade...) {
			if element.ID == id {
				return element.Name
			}
		}
	}
	return string(id)
}

// warning returns the warning that the change was decided on a later state than the caller had seen.
func (s *since) warning(v *projections.View) change.Warning {
	return change.Warning{
		Code: "REBASED", Message: "others changed other things since the revision that you expected; this change was " +
			"decided on the state with theirs",
		Data: map[string]any{"expected_revision": s.expected, "decided_on": v.Revision,
			"events_between": len(s.events)},
	}
}
