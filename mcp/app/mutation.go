package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// plan decides the changes that a call asks for: one operation, or several whose arguments refer to each other.
type plan func(v *projections.View, commandID string) (change.Decision, error)

// Change turns a mutation of the current state into an outcome: it decides, previews, verifies and prepares the append.
func (b *Backend) Change(ctx context.Context, c *mcp.Call, decide plan, steps func() []StepEcho) (*mcp.Outcome, error) {
	v, err := b.NewestView(ctx, c)
	if err != nil {
		return nil, err
	}
	between, err := b.CheckExpected(ctx, c, v)
	if err != nil {
		return nil, err
	}
	decision, err := decide(v, SeedOf(c, v))
	if c.Quotes() && remakes(v, SeedOf(c, v), decision) {
		decision, err = decide(v, ownSeed(c, v))
	}
	if between != nil {
		if err != nil {
			return nil, between.refused(v, err)
		}
		if err := between.checkDecided(v, decision); err != nil {
			return nil, err
		}
		decision.Warnings = append(decision.Warnings, between.warning(v))
	}
	if err != nil && ReadBounds(c) != nil {
		return nil, err // without a hint at other places
	}
	if err != nil {
		return nil, b.whereabouts(ctx, c, v, err)
	}
	return b.Outcome(ctx, c, v, decision, steps)
}

// SeedOf returns the seed from which the ids of new elements are derived. It consists of the state that the change is
// decided on and the call's arguments. A dry run therefore shows the ids that the real call creates. With an
// idempotency key, and within a run, the seed is the command. A call that quotes an approval or a preview uses the seed
// of the shown ids.
func SeedOf(c *mcp.Call, v *projections.View) string {
	shown, quoted := c.Shown(v.ModelID)
	asked, ok := c.ArgumentsWithout(CommonNames)
	switch {
	case quoted && shown.Command != "":
		return shown.Command
	case quoted && len(shown.Head) > 0 && ok:
		return string(shown.Head) + c.Tool.Name + asked
	}
	return ownSeed(c, v)
}

// ownSeed returns the seed of a call that quotes no approval or preview.
func ownSeed(c *mcp.Call, v *projections.View) string {
	if c.Common.IdempotencyKey != "" || c.RunID != "" {
		return c.CommandID
	}
	asked, ok := c.ArgumentsWithout(CommonNames)
	if !ok {
		return c.CommandID
	}
	return string(v.Hash[:]) + c.Tool.Name + asked
}

// remakes reports whether a decision would create something that already exists, because somebody has made the very
// same call since the ids were shown.
func remakes(v *projections.View, seed string, d change.Decision) bool {
	if Holds(v.Model, state.DeriveID(seed, 0)) {
		return true
	}
	return slices.ContainsFunc(d.Events, func(e state.Event) bool {
		made, created := state.CreatedBy(e)
		return created && Holds(v.Model, made.ID)
	})
}

func (b *Backend) Outcome(ctx context.Context, c *mcp.Call, v *projections.View, decision change.Decision,
	steps func() []StepEcho) (*mcp.Outcome, error) {
	events := projections.EncodeDecision(decision, MetaOf(c, v.Revision))
	after := v.PreviewOf(decision)
	if err := VerifyState(after.Model, decision.Events); err != nil {
		return nil, err
	}
	done, err := DoneBy(ctx, v, after, decision.Events)
	if err != nil {
		return nil, err
	}
	reached := ReachOf(v, after, decision.Events, done.Effects)
	beside, err := b.besideWarnings(ctx, c, done)
	if err != nil {
		return nil, err
	}
	asked, err := replyAsked(c)
	if err != nil {
		return nil, err
	}
	reply := asked.Change(done, events, eventsOf(c, steps != nil))
	if !Blind(c) { // a blind caller's reply is reduced later, from the full reply
		done.hide(ReadBounds(c), reply)
	}
	if steps != nil {
		reply.Steps = asked.steps(steps())
	}
	out := &mcp.Outcome{
		Data: reply, Warnings: Warnings(slices.Concat(decision.Warnings, done.roomWarnings(), done.outlineWarnings(),
			done.contradicted(), done.unsound(ctx), done.meetings(ctx), beside)),
		Affected: len(reached.Effects), Deletes: len(done.Deleted) > 0, EventID: FirstID(events),
		Reach: reached.List, Drastic: reached.drastic, Plan: PlanOf(v, events, ""),
		Related: reached.Related(done), Checks: reached.Checks,
	}
	b.Appending(out, EventsAfter(v, events), StoredAs(after, decision.Events, events))
	return out, nil
}

// eventsOf returns how many events a brief reply to a call may list.
func eventsOf(c *mcp.Call, batch bool) int {
	var a struct {
		ElementIDs []string        `json:"element_ids"`
		Query      json.RawMessage `json:"query"`
		LevelID    string          `json:"level_id"`
	}
	err := json.Unmarshal(c.Arguments, &a)
	switch {
	case batch || c.Tool.Name == UndoName || err == nil && c.Tool.Name == joinName && a.LevelID != "":
		return NoEvents
	case err == nil && (len(a.ElementIDs) > 1 || len(a.Query) > 0):
		return listedEvents
	}
	return AllEvents
}

// PlanOf returns the plan of a change: the events that it would append to a branch. digest identifies other data that
// the change depends on.
func PlanOf(v *projections.View, events []eventstore.Event, digest string) *mcp.Plan {
	return &mcp.Plan{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Head: v.Hash,
		Events: events, Digest: digest}
}

// EventsAfter returns the append of events directly after the state of a view.
func EventsAfter(v *projections.View, events []eventstore.Event) eventstore.Append {
	return eventstore.Append{Stream: projections.StreamName(v.ModelID, v.Branch), Expected: eventstore.At(v.Revision),
		PrevHash: v.Hash, Events: events}
}

// StoredAs returns the view that a preview becomes when its events are stored as the given stored events. It returns
// nil if these do not match the preview.
func StoredAs(preview *projections.View, events []state.Event, stored []eventstore.Event) *projections.View {
	v, ok := preview.Stored(events, stored)
	if !ok {
		return nil
	}
	return v
}

// Appending makes an outcome append events to a branch, together with the other appends. stored is the state of the
// branch after the events, or nil. Without events Appending does nothing.
func (b *Backend) Appending(out *mcp.Outcome, events eventstore.Append, stored *projections.View,
	others ...eventstore.Append) {
	if len(events.Events) == 0 {
		return
	}
	if stored != nil {
		out.NextState = stored
	}
	out.Enqueue = func(ctx context.Context, records []eventstore.Append) func() (string, error) {
		wait := b.Store.Enqueue(ctx, append(append([]eventstore.Append{events}, others...), records...)...)
		return func() (string, error) {
			_, err := wait()
			if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok && wrong.Stream == events.Stream {
				return "", fmt.Errorf("%w: %w", mcp.ErrConflict, err)
			}
			if err == nil && stored != nil {
				b.Live.Advance(stored)
			}
			return events.Events[0].ID, err
		}
	}
	out.Commit = func(ctx context.Context, records []eventstore.Append) (string, error) {
		return out.Enqueue(ctx, records)()
	}
}

func FirstID(events []eventstore.Event) string {
	if len(events) == 0 {
		return ""
	}
	return events[0].ID
}

func MetaOf(c *mcp.Call, base uint64) projections.Meta {
	meta := projections.Meta{
		CommandID: c.CommandID, CorrelationID: c.CommandID, CausationID: c.CommandID,
		Tool: c.Tool.Name, UserID: User(c.Principal),
		Reasoning: c.Common.Reasoning, OccurredAt: c.Now, TraceID: c.Trace.TraceID,
		SpanID: c.Trace.SpanID, BaseRevision: &base,
	}
	if c.Principal.Kind == mcp.KindAgent {
		meta.AgentID = c.Principal.ID
	}
	return meta
}

// VerifyState checks the resulting state against the events before anything is reported or written, because the worst
// failure is to report success for a change that was not asked for.
func VerifyState(m *state.Model, events []state.Event) error {
	gone := map[state.ID]bool{}
	hosts := map[state.ID]state.ID{}
	for _, event := range events {
		switch e := event.(type) {
		case *state.ElementDeleted:
			gone[e.Element.ID] = true
			for _, c := range e.Cascade {
				gone[c.ID] = true
			}
		case *state.ElementHosted:
			hosts[e.ElementID] = e.HostID
		}
	}
	for _, event := range events {
		for _, touch := range event.Touched() {
			if err := verifyTouch(m, event, touch.ElementID, gone, hosts); err != nil {
				return err
			}
		}
	}
	return nil
}

func verifyTouch(m *state.Model, event state.Event, id state.ID, gone map[state.ID]bool,
	hosts map[state.ID]state.ID) error {
	switch event.(type) {
	case *state.TypeDefined, *state.MaterialDefined, *state.BodyDefined:
		return nil
	}
	element, found := m.Element(id)
	if found == gone[id] {
		return state.Errorf(state.Internal,
			"the projection does not show the change of element %s; nothing was changed",
			id).With("cause_class", "verification")
	}
	if host, hosted := hosts[id]; hosted && found && element.HostID != host {
		return state.Errorf(state.Internal, "element %s did not land in its host %s; nothing was changed", id,
			host).With("cause_class", "verification")
	}
	return nil
}
