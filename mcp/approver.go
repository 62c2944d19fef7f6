package mcp

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// Approver decides on requests for a person. Unlike tool calls, it accesses the store from the person's own process, at
// a terminal.
type Approver struct {
	Store  eventstore.Store
	Who    Principal
	Policy approvals.Policy
	// Sight restricts the models and requests that the person may see; the zero value shows all.
	Sight Sight
	// Again decides the call of a request again (Server.Redecide); nil means that a decision applies to the request as
	// it was made.
	Again func(ctx context.Context, policy approvals.Policy, asked Asked) (*Again, error)
	Now   func() time.Time
	NewID func() string
}

// Sight restricts the models and requests that somebody may see.
type Sight struct {
	Model func(ctx context.Context, model string) bool // nil: all
	// Request returns the visible part of a request in a visible model; false hides the request; nil shows all.
	Request func(ctx context.Context, asked Asked) (Asked, bool)
}

// Asked is a request with the id of its model.
type Asked struct {
	ModelID string
	*approvals.Approval
}

// Requests returns the requests that the person may see, in no particular order of models.
func (a *Approver) Requests(ctx context.Context) ([]Asked, error) {
	books, err := a.Books(ctx)
	if err != nil {
		return nil, err
	}
	var out []Asked
	for model, s := range books {
		for _, r := range s.Book.All() {
			asked, shown := Asked{model, r}, true
			if a.Sight.Request != nil {
				asked, shown = a.Sight.Request(ctx, asked)
			}
			if shown {
				out = append(out, asked)
			}
		}
	}
	return out, nil
}

// Books returns the approvals of all visible models that have any, by model.
func (a *Approver) Books(ctx context.Context) (map[string]*approving.Snapshot, error) {
	heads, err := a.Store.Streams(ctx, "model.")
	if err != nil {
		return nil, fmt.Errorf("list the streams of the store: %w", err)
	}
	log, out := approving.NewLog(a.Store), map[string]*approving.Snapshot{}
	for _, h := range heads {
		id, ok := strings.CutSuffix(strings.TrimPrefix(h.Stream, "model."), ".approvals")
		if !ok || approving.Stream(id) != h.Stream || a.Sight.Model != nil && !a.Sight.Model(ctx, id) {
			continue
		}
		if out[id], err = log.Book(ctx, id); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Find returns the visible request whose id has the given beginning, if it is the only one.
func (a *Approver) Find(ctx context.Context, id string) (Asked, error) {
	all, err := a.Requests(ctx)
	if err != nil {
		return Asked{}, err
	}
	found := slices.DeleteFunc(all, func(r Asked) bool { return id == "" || !strings.HasPrefix(r.ID, id) })
	switch len(found) {
	case 0:
		return Asked{}, state.Errorf(state.NotFound,
			"there is no approval %q: bimstream approvals list names them", id)
	case 1:
		return found[0], nil
	}
	return Asked{}, state.Errorf(state.InvalidInput,
		"%d approvals begin with %q: give more of the id", len(found), id)
}

// Look decides the call of a pending request again and returns the request in its current form. If the effect has
// changed, Look records the revised request. The error is ILLEGAL_STATE, with the reason, if the call would be refused
// now.
func (a *Approver) Look(ctx context.Context, shown Asked) (Asked, error) {
	if a.Again == nil || shown.StatusAt(approving.At(a.Now())) != approvals.Pending {
		return shown, nil
	}
	again, err := a.Again(ctx, a.Policy, shown)
	if refusal, ok := errors.AsType[*state.Error](err); ok && ctx.Err() == nil {
		return shown, state.Errorf(state.IllegalState,
			"the call would be refused now, so that nothing can be approved: %s: %s", refusal.Code.Name(),
			refusal.Message).With("approval_id", shown.ID).With("state", refusal.Code.Name()).
			With("allowed", []string{"reject"})
	}
	if err != nil || again == nil {
		return shown, err
	}
	if err := a.revise(ctx, shown, again); err != nil {
		return shown, err
	}
	return a.Find(ctx, shown.ID)
}

// revise appends the revised form of a request, and repeats this after a conflict with other writers.
func (a *Approver) revise(ctx context.Context, shown Asked, again *Again) error {
	for attempt := 0; ; attempt++ {
		s, err := approving.NewLog(a.Store).Book(ctx, shown.ModelID)
		if err != nil {
			return err
		}
		if now, ok := s.Book.Approval(shown.ID); ok && now.Plan.SHA256 != shown.Plan.SHA256 {
			return nil // somebody else has revised it meanwhile
		}
		event, err := s.Book.Revise(again.Revised)
		if err != nil || event == nil {
			return err
		}
		appends, err := s.Revising(ctx, a.Store, a.meta(), event, again.Planned)
		if err != nil {
			return err
		}
		_, err = a.Store.Append(ctx, appends...)
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt == maxRetries {
			return err
		}
	}
}

// unchanged returns an error if a request has changed since it was shown, because a grant is valid only for what was
// shown.
func (a *Approver) unchanged(ctx context.Context, shown Asked) error {
	now, err := a.Look(ctx, shown)
	if err != nil || now.Plan.SHA256 == shown.Plan.SHA256 {
		return err
	}
	return state.Errorf(state.StaleApproval,
		"what would be done is not what was shown any more (%s): nothing was approved; look at it again",
		strings.Join(now.Changed(), "; ")).With("approval_id", shown.ID).With("changed", now.Changed())
}

// Grant grants a request as it was shown, at a level below key. It first decides the call at the current head, so that
// nobody grants a call that would be refused or would have another effect.
func (a *Approver) Grant(ctx context.Context, shown Asked, level approvals.Level, note string) error {
	if err := a.MayDecide(shown); err != nil {
		return err
	}
	if err := a.unchanged(ctx, shown); err != nil {
		return err
	}
	return a.decide(ctx, shown, func(s *approving.Snapshot) (approvals.Event, error) {
		return s.Book.Grant(a.decision(shown, approvals.Decision{Level: level, Note: note}))
	})
}

// GrantSigned grants a request by a signature over approvals.Statement that was made with one of the person's keys.
func (a *Approver) GrantSigned(ctx context.Context, shown Asked, signature, note string) error {
	key, err := a.signer(shown, signature)
	if err != nil {
		return err
	}
	if err := a.unchanged(ctx, shown); err != nil {
		return err
	}
	return a.decide(ctx, shown, func(s *approving.Snapshot) (approvals.Event, error) {
		return s.Book.Grant(a.decision(shown, approvals.Decision{Level: approvals.LevelKey, Note: note,
			Key: key, Signature: signature}))
	})
}

// Reject rejects a request with a reason.
func (a *Approver) Reject(ctx context.Context, shown Asked, level approvals.Level, reason string) error {
	return a.decide(ctx, shown, func(s *approving.Snapshot) (approvals.Event, error) {
		return s.Book.Reject(a.decision(shown, approvals.Decision{Level: level, Reason: reason}))
	})
}

func (a *Approver) decision(shown Asked, d approvals.Decision) approvals.Decision {
	now := a.Now()
	d.ID, d.By, d.Plan, d.At = shown.ID, a.Who.Party(), shown.Plan.SHA256, approving.At(now)
	d.Expires = approving.At(now.Add(time.Duration(a.Policy.LifetimeMS) * time.Millisecond))
	return d
}

// signer returns the person's key that made a signature.
func (a *Approver) signer(shown Asked, signature string) (string, error) {
	signed, err := hex.DecodeString(strings.TrimSpace(signature))
	if err != nil {
		return "", state.Errorf(state.InvalidInput,
			"the signature is not hexadecimal: give what bimstream approvals sign printed")
	}
	for _, key := range a.Who.ApprovalKeys {
		public, err := hex.DecodeString(key)
		if err == nil && len(public) == ed25519.PublicKeySize &&
			ed25519.Verify(public, []byte(approvals.Statement(shown.Approval)), signed) {
			return key, nil
		}
	}
	return "", state.Errorf(state.PermissionDenied,
		"none of the %d approval_keys of %q made this signature over this plan", len(a.Who.ApprovalKeys), a.Who.ID)
}

// decide appends a decision, and repeats this after a conflict with other writers.
func (a *Approver) decide(ctx context.Context, shown Asked,
	do func(*approving.Snapshot) (approvals.Event, error)) error {
	if err := a.MayDecide(shown); err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		s, err := approving.NewLog(a.Store).Book(ctx, shown.ModelID)
		if err != nil {
			return err
		}
		event, err := do(s)
		if err != nil {
			return err
		}
		_, err = a.Store.Append(ctx, s.Append(shown.ModelID, a.meta(), event))
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt == maxRetries {
			return err
		}
	}
}

func (a *Approver) meta() projections.Meta {
	id := a.NewID()
	return projections.Meta{CommandID: id, CorrelationID: id, CausationID: id, Tool: "approvals",
		UserID: a.Who.userID(), OccurredAt: a.Now()}
}

// MayDecide returns an error if the person's permissions do not cover the plan. They must include APPROVE. A merge is
// done on the person's authority, so it also needs the permissions for its effects on the target.
func (a *Approver) MayDecide(shown Asked) error {
	plan := shown.Plan
	if a.Who.Kind != KindHuman {
		return state.Errorf(state.PermissionDenied, "%q has no permission to APPROVE", a.Who.ID).
			With("operation", OpApprove)
	}
	if err := a.mayDo(OpApprove, plan, plan.Counts.Total()-plan.Counts.Related, ""); err != nil {
		return err
	}
	if !slices.Contains(plan.Classes, approvals.ClassMerge) {
		return nil
	}
	for _, done := range []struct {
		op     Operation
		effect Effect
		n      int
	}{{OpCreate, EffectCreated, plan.Counts.Created}, {OpModify, EffectModified, plan.Counts.Modified},
		{OpModify, EffectDerived, plan.Counts.Derived - plan.Counts.Related},
		{OpDelete, EffectDeleted, plan.Counts.Deleted}} {
		if done.n == 0 {
			continue
		}
		if err := a.mayDo(done.op, plan, done.n, done.effect); err != nil {
			return err
		}
	}
	return nil
}

// mayDo returns an error if a permission does not cover what a plan does to n elements. effect selects the kind of
// effect; "" means all.
func (a *Approver) mayDo(op Operation, plan approvals.Plan, n int, effect Effect) error {
	scope, ok := a.Who.Scope(op)
	told := slices.DeleteFunc(slices.Clone(plan.Affected), func(e approvals.Affected) bool {
		return e.Related || effect != "" && e.Effect != string(effect)
	})
	switch {
	case !ok:
		return state.Errorf(state.PermissionDenied, "%q has no permission to %s", a.Who.ID, op).With("operation", op)
	case !scope.AllowsBranch(plan.Branch):
		return state.Errorf(state.PermissionDenied, "%q may not %s on branch %q", a.Who.ID, op,
			plan.Branch).With("operation", op)
	case !scope.Bounded():
		return nil
	case len(scope.Levels) > 0 || len(told) < n:
		return state.Errorf(state.PermissionDenied,
			"the plan tells too little to hold it against the bounded scope of %q: somebody with an unbounded one "+
				"has to decide", a.Who.ID).With("operation", op)
	}
	outside := slices.ContainsFunc(told, func(e approvals.Affected) bool { return !scope.AllowsCategory(e.Category) })
	if outside || len(scope.Regions) > 0 && (plan.Box == nil || !scope.AllowsBox(*plan.Box)) {
		return state.Errorf(state.PermissionDenied, "the plan reaches beyond where %q may %s",
			a.Who.ID, op).With("operation", op)
	}
	return nil
}
