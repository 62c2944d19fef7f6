package branches

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// conflictsTold bounds the sentences about conflicts in the summary of a merge.
const conflictsTold = 6

// decidedWords describes for each resolved conflict both values, which one is taken, and what decided that.
func (m *merging) decidedWords() []string {
	decided := map[string]state.Resolution{}
	for _, r := range m.Outcome.Resolutions {
		decided[r.ConflictID] = r
	}
	var out []string
	for _, conflict := range m.Outcome.Conflicts {
		r, ok := decided[conflict.ID]
		if !ok {
			continue
		}
		taken := string(r.Take)
		if len(r.Value) > 0 {
			taken += " " + shortValue(r.Value)
		}
		out = append(out, fmt.Sprintf(approvals.ConflictWord+"%s; takes %s, by %s", lineForAll(conflict), taken,
			cmp.Or(r.By, merge.ByDecision)))
	}
	if more := len(out) - conflictsTold; more > 0 {
		out = append(out[:conflictsTold-1], fmt.Sprintf(approvals.ConflictWord+"%d more are decided", more+1))
	}
	return out
}

// conflictsTold returns the conflicts that a merge resolves, with the author and reason of each side and of the
// decision. It reads the event log, so it runs only when a person is about to be asked.
func (b *Backend) conflictsTold(ctx context.Context, m *merging) ([]approvals.Conflict, error) {
	var out []approvals.Conflict
	for _, r := range m.Outcome.Resolutions {
		i := slices.IndexFunc(m.Outcome.Conflicts, func(c merge.Conflict) bool { return c.ID == r.ConflictID })
		if i < 0 || len(out) == approvals.MaxConflicts {
			continue
		}
		conflict := m.Outcome.Conflicts[i]
		told := approvals.Conflict{ConflictID: r.ConflictID, Says: lineForAll(conflict), Take: string(r.Take),
			By: cmp.Or(r.By, merge.ByDecision)}
		if parts := m.partsOf(conflict); len(parts) > 0 {
			told.Says = lineOfParts(conflict, parts)
		}
		if len(r.Value) > 0 {
			told.Value = shortValue(r.Value)
		}
		if r.By == merge.ByRecord {
			told.DecidedBy = m.decider.Words()
		}
		var err error
		if told.Ours, err = b.sideOf(ctx, m, m.Ours, conflict); err != nil {
			return nil, err
		}
		if told.Theirs, err = b.sideOf(ctx, m, m.Theirs, conflict); err != nil {
			return nil, err
		}
		out = append(out, told)
	}
	return out, nil
}

// sideOf returns the last change on one side since the base that concerns a conflict, nil if there is none.
func (b *Backend) sideOf(ctx context.Context, m *merging, side *projections.View,
	c merge.Conflict) (*approvals.Side, error) {
	shared := m.Base.Timeline(c.ElementID)
	var last *app.EventEntry
	for _, ref := range slices.Backward(side.Timeline(c.ElementID)) {
		if slices.Contains(shared, ref) {
			break
		}
		entry, err := b.EventAt(ctx, side.ModelID, ref)
		if err != nil {
			return nil, err
		}
		if last == nil {
			last = &entry
		}
		if touches(entry.Touched, c) {
			last = &entry
			break
		}
	}
	if last == nil {
		return nil, nil
	}
	return &approvals.Side{User: last.UserID, Agent: last.AgentID, At: approving.At(last.OccurredAt),
		Reason: firstWords(last.Reasoning, sideReasonShown)}, nil
}

// sideReasonShown bounds the reason of a side, in characters: element_history has the whole reason.
const sideReasonShown = 300

// touches reports whether an event writes the facet of a conflict.
func touches(all []state.Touch, c merge.Conflict) bool {
	return slices.ContainsFunc(all, func(t state.Touch) bool {
		return t.ElementID == c.ElementID && slices.Contains(t.Facets, c.Facet)
	})
}

// firstWords returns the first characters of a text, with dots if there are more.
func firstWords(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
