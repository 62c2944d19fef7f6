package mcp

import (
	"context"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Foretold is the predicted outcome of a call.
type Foretold struct {
	Tool    string            `json:"tool"`
	Would   Would             `json:"would"`
	Classes []approvals.Class `json:"classes,omitempty"` // classes that need a person's approval
	Says    []string          `json:"says,omitempty"`    // why the change counts as drastic
	Counts  *approvals.Counts `json:"counts,omitempty"`  // of the elements that the change would affect
	Level   approvals.Level   `json:"level,omitempty"`   // required for the approval
	Persons int               `json:"persons,omitempty"`
	Refused *Failure          `json:"refused,omitempty"`
}

// Would is the kind of a predicted outcome.
type Would string

// The kinds of predicted outcomes.
const (
	WouldBeDone    Would = "done"
	WouldBeAsked   Would = "a person is asked"
	WouldBeRefused Would = "refused"
)

// Foretell predicts the outcome of a principal's call, with the reason. It changes, records and counts nothing. Of the
// limits it checks the size of the operation, but not the remaining rates and sessions.
func (s *Server) Foretell(ctx context.Context, p Principal, tool string, arguments json.RawMessage) (*Foretold, error) {
	e := s.invocable(tool)
	if e == nil {
		return nil, state.Errorf(state.NotFound, "there is no tool %q: find_tools leads to those that there are",
			tool).With("tool", tool)
	}
	arguments, err := meant(e, arguments)
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(holding(ctx, p), arrivalKey{}, &arrival{at: s.now()})
	cc := s.newChainCall(ctx, e, wire.Request{Tool: e.Name, Arguments: arguments,
		Progress: func(float64, float64, string) {}})
	defer cc.call.dropStaged()
	out := &Foretold{Tool: e.Name, Would: WouldBeDone}
	outcome, err := cc.foretold(ctx)
	if err != nil {
		out.Would, out.Refused = WouldBeRefused, cc.fail(err).envelope.Error
		return out, ctx.Err()
	}
	return out, cc.foretell(ctx, out, outcome)
}

// meant returns the arguments with dry_run off for a mutation, because the prediction concerns the real call. For an
// execution dry_run is on, because its handler writes.
func meant(e *Entry, arguments json.RawMessage) (json.RawMessage, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &all); err != nil || all == nil {
		return nil, state.Errorf(state.InvalidInput, "the arguments are no JSON object: give one, such as {}")
	}
	if e.properties["dry_run"] {
		all["dry_run"], _ = json.Marshal(e.Category != CategoryMutation) // a bool
	}
	return json.Marshal(all)
}

// foretold runs the steps that may refuse a call, up to the decision of its handler.
func (cc *chainCall) foretold(ctx context.Context) (*Outcome, error) {
	if err := cc.validateInput(); err != nil {
		return nil, err
	}
	if err := cc.readSettings(ctx); err != nil {
		return nil, err
	}
	if err := cc.checkPermission(); err != nil {
		return nil, err
	}
	if err := cc.approveTool(ctx); err != nil {
		return nil, err
	}
	out, err := cc.decide(ctx)
	if err != nil {
		return nil, err
	}
	cc.reached = out.Reach
	cc.classes = cc.classesOf(out)
	if !cc.onApprover() {
		err = cc.ownAuthority(out)
	}
	return out, err
}

// foretell adds whether a person would be asked, and for which classes, if the call is not refused.
func (cc *chainCall) foretell(ctx context.Context, f *Foretold, out *Outcome) error {
	if out.Commit == nil {
		return nil
	}
	f.Counts = &approvals.Counts{}
	if plan, ok := cc.planned(out); ok {
		d, err := cc.effectOf(ctx, out, plan)
		if err != nil {
			return err
		}
		*f.Counts = d.Counts
	}
	if len(cc.classes) == 0 {
		return nil
	}
	requires := cc.settings.Policy.Requires(cc.classes)
	f.Would, f.Classes, f.Says = WouldBeAsked, cc.classes, cc.drastic
	f.Level, f.Persons = requires.Level, requires.Approvers
	return nil
}
