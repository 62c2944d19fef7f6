package approving

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// PlanStream returns the stream with the stored events of the plan of a request. Lists of models and folds ignore such
// streams.
func PlanStream(modelID, approvalID string) string {
	return projections.PlanPrefix + modelID + "." + approvalID
}

// PlannedID returns the id of the event that stores a plan, computed from the id of the command that recorded the
// request.
func PlannedID(commandID string) string {
	name, _, _ := approvals.Encode(&approvals.Planned{})
	return projections.EventID(commandID+"/"+name, 0)
}

// Asking returns the appends that store a request and the events of its plan. The store accepts both or none.
func (s *Snapshot) Asking(modelID string, meta projections.Meta, asked *approvals.Requested,
	planned *approvals.Planned) []eventstore.Append {
	return []eventstore.Append{
		s.Append(modelID, meta, asked),
		{Stream: PlanStream(modelID, asked.ID), Expected: eventstore.NoStream, Events: Events(meta, planned)},
	}
}

// Revising returns the appends that store a request that is shown to a person again, with the events of its current
// plan.
func (s *Snapshot) Revising(ctx context.Context, store eventstore.Store, meta projections.Meta,
	again *approvals.Revised, planned *approvals.Planned) ([]eventstore.Append, error) {
	stream := PlanStream(again.Plan.ModelID, again.ID)
	head, err := store.Head(ctx, stream)
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", stream, err)
	}
	return []eventstore.Append{
		s.Append(again.Plan.ModelID, meta, again),
		{Stream: stream, Expected: eventstore.At(head.Revision), PrevHash: head.Hash, Events: Events(meta, planned)},
	}, nil
}

// Foreseen is the effect of a plan, as two states of its branch.
type Foreseen struct {
	Before, After *projections.View
	Events        []state.Event // events between the states
	LeftOut       int           // events that are not kept, so that After lacks their effects
}

// Foresee returns the states of the branch before and after the plan of a request. It makes them from the log up to the
// revision of the decision, and from the stored events of the plan. The error is ILLEGAL_STATE if no events are stored,
// and STORE_CORRUPT if they differ from the decided events.
func Foresee(ctx context.Context, live *projections.Live, store eventstore.Store,
	a *approvals.Approval) (*Foreseen, error) {
	if a.Plan.Kept == nil || a.Plan.Kept.Events == 0 {
		reason := "it changes nothing of the building"
		if a.Plan.Kept == nil {
			reason = "it was requested by a version of the program that kept nothing for a drawing"
		}
		return nil, state.Errorf(state.IllegalState, "there is no drawing of this request: %s", reason).
			With("approval_id", a.ID).With("state", "nothing to draw").With("allowed",
			[]string{"show without a drawing"})
	}
	planned, err := Planned(ctx, store, a)
	if err != nil {
		return nil, err
	}
	out := &Foreseen{LeftOut: a.Plan.Kept.LeftOut}
	for _, e := range planned.Events {
		if !slices.Contains(state.EventTypes(), e.Type) {
			continue // an event outside the model, which is not drawn
		}
		event, err := state.DecodeEvent(e.Type, e.Schema, e.Data)
		if err != nil {
			return nil, err
		}
		out.Events = append(out.Events, event)
	}
	if out.Before, err = live.At(ctx, a.Plan.ModelID, a.Plan.Branch, planned.Revision); err != nil {
		return nil, err
	}
	if head := hex.EncodeToString(out.Before.Hash[:]); !planned.Later && head != a.Plan.Head {
		return nil, state.Errorf(state.StoreCorrupt,
			"revision %d of the branch is not the one that this was decided on: run bimstream verify", planned.Revision)
	}
	out.After = out.Before.Preview(out.Events)
	return out, nil
}

// Planned reads the stored plan of a request, in the version that was last shown to a person.
func Planned(ctx context.Context, store eventstore.Store, a *approvals.Approval) (*approvals.Planned, error) {
	stream := PlanStream(a.Plan.ModelID, a.ID)
	for r, err := range store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		e, err := approvals.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			return nil, err
		}
		if planned, ok := e.(*approvals.Planned); ok && planned.ID == a.ID && planned.Is(a.Plan) {
			return planned, nil
		}
	}
	return nil, state.Errorf(state.StoreCorrupt,
		"the events that were kept of this plan are not those that it was requested with: do not approve it, and run "+
			"bimstream verify").With("approval_id", a.ID)
}
