package mcp

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections/approving"
)

// decided is a plan with the data that is needed to compare a later decision of the same call with it.
type decided struct {
	approvals.Plan
	of      *Plan
	call    json.RawMessage
	read    json.RawMessage // the caller's READ scope, if it is bounded
	approve bool            // the caller may approve on the branch
	reached []Reached
	rows    []approvals.Row
}

// effectOf completes a plan with the data that people read and the data that a grant is bound to. The error comes from
// a check.
func (cc *chainCall) effectOf(ctx context.Context, out *Outcome, plan approvals.Plan) (*decided, error) {
	d := &decided{Plan: plan, of: out.Plan}
	if out.Reach != nil {
		d.reached = out.Reach()
	}
	all := d.reached
	if out.Related != nil {
		all = slices.Concat(all, out.Related())
	}
	d.Classes = cc.classes
	d.rows = tell(&d.Plan, all)
	if err := d.check(ctx, out, cc.settings.Policy); err != nil {
		return nil, err
	}
	if len(d.reached) == 1 && d.reached[0].ID == "" && d.reached[0].Effect == EffectCreated {
		d.Counts.Created = out.Affected // the one row represents many elements, such as an import
	}
	d.Effect = d.Plan.EffectOf(out.Plan.effectDigest(out), plannedEvents(out.Plan.Events), cc.named, d.rows)
	if call, err := cc.argumentsWithout(quoting); err == nil && cc.repeatable(plan.Branch) {
		d.call = call
		if read, _ := cc.call.Principal.Scope(OpRead); read.Bounded() {
			if d.read, err = json.Marshal(read); err != nil {
				return nil, fmt.Errorf("keep the scope of a request: %w", err)
			}
		}
	}
	scope, ok := cc.call.Principal.Scope(OpApprove)
	d.approve = ok && !scope.Bounded() && scope.AllowsBranch(plan.Branch)
	return d, nil
}

// check adds the findings of the policy's checks and the conflicts that a merge resolves.
func (d *decided) check(ctx context.Context, out *Outcome, policy approvals.Policy) (err error) {
	if out.Checks != nil && len(policy.Checks) > 0 {
		if d.Checks, err = out.Checks(ctx, policy); err != nil {
			return err
		}
	}
	if out.Conflicts != nil {
		d.Conflicts, err = out.Conflicts(ctx)
	}
	return err
}

// repeatable reports whether the call has the same result if somebody else decides it within the caller's READ scope.
// It must not read files that a run has pinned. The caller must be able to read the branch, so that names and defaults
// mean the same.
func (cc *chainCall) repeatable(branch string) bool {
	read, ok := cc.call.Principal.Scope(OpRead)
	return (cc.inner == nil || len(cc.inner.Pinned) == 0) && ok && read.AllowsBranch(branch)
}

// withDrastic puts the drastic effects first among the sentences that a person reads.
func (cc *chainCall) withDrastic(out *Outcome) *Outcome {
	if out.Plan != nil && len(cc.drastic) > 0 {
		out.Plan.Also = slices.Concat(cc.drastic, out.Plan.Also)
	}
	return out
}

// effectDigest returns the digest of the data that a plan depends on, apart from the head of its branch. For a plan
// whose events are decided later it includes the number of elements.
func (p *Plan) effectDigest(out *Outcome) string {
	if p.Later == nil {
		return p.digest()
	}
	return fmt.Sprintf("%s\n%d", p.digest(), out.Affected)
}

// named reports whether the call itself contains a name.
func (cc *chainCall) named(name string) bool {
	text, err := json.Marshal(name)
	return err != nil || bytes.Contains(cc.call.Arguments, text)
}

// keep returns the data to store beside the request of a plan, and records in the plan which data is stored.
func (d *decided) keep(request string) (*approvals.Planned, error) {
	events, all := d.of.Events, len(d.of.Events)
	planned := approvals.Planned{ID: request, Revision: d.of.Revision, Digest: d.of.digest(), Call: d.call,
		Read: d.read, Approves: d.approve, Reached: d.rows, Findings: d.Checks.Brought()}
	if d.of.Later != nil {
		var err error
		if events, all, planned.Revision, err = d.of.Later(approvals.MaxKept); err != nil {
			return nil, err
		}
		planned.Later = true
	}
	planned.Events = plannedEvents(events)
	approving.Pack(&planned)
	out, kept := approvals.Keep(planned, all)
	d.Kept = kept
	return out, nil
}

// seedOfHead begins the seed of a plan whose new ids derive from the head that another plan was decided on.
const seedOfHead = "head "

// shownBy returns the seed of the ids of new elements in a request of the caller.
func (cc *chainCall) shownBy(ctx context.Context, model, id string) (Shown, bool) {
	s, err := cc.server.approvals.Book(ctx, model)
	if err != nil {
		return Shown{}, false
	}
	a, ok := s.Book.Approval(id)
	if !ok || a.Requester != cc.call.Principal.Party() {
		return Shown{}, false
	}
	head, command := a.Plan.Head, a.Plan.Seed
	if rest, of := strings.CutPrefix(command, seedOfHead); of {
		head, command = rest, ""
	}
	raw, err := hex.DecodeString(head)
	return Shown{Head: raw, Command: command}, err == nil
}

// consume adds the use of a grant to the events of the plan. If the effect differs from the granted one, the request
// goes back to the approvers.
func (cc *chainCall) consume(ctx context.Context, s *approving.Snapshot, d *decided, id string) error {
	now := cc.server.now()
	use := approvals.Use{ID: id, By: cc.call.Principal.Party(), Plan: d.Plan, Policy: PolicyHash(cc.settings.Policy),
		CommandID: cc.call.CommandID, At: approving.At(now)}
	var planned *approvals.Planned
	if a, ok := s.Book.Approval(id); ok && a.Requester == use.By && a.Plan.Effect != "" && !a.Same(d.Plan) {
		var err error
		if use.Revised, planned, err = cc.revised(ctx, a, d); err != nil {
			return err
		}
	}
	event, err := s.Book.Consume(use)
	if err == nil {
		cc.decisions = append(cc.decisions, s.Append(d.ModelID, cc.approvalMeta(), event))
		return nil
	}
	if unconfirmed := cc.settled(ctx); unconfirmed != nil {
		return unconfirmed
	}
	switch e := event.(type) {
	case nil:
		return err
	case *approvals.Revised:
		return cc.askAgain(ctx, s, e, planned, err)
	}
	// The answer is the same whether or not the end of the request can be recorded, because the caller did not ask for
	// the record.
	if _, failed := cc.server.store.Append(ctx, s.Append(d.ModelID, cc.approvalMeta(), event)); failed != nil {
		cc.server.log.Warn("the end of an approval could not be recorded", "approval", id, "error", failed)
	}
	return err
}

// askAgain records a revised request for a person to decide, and returns the answer for the caller. If somebody else
// has written to the model's approvals meanwhile, it returns a conflict so that the call is decided again.
func (cc *chainCall) askAgain(ctx context.Context, s *approving.Snapshot, e *approvals.Revised,
	planned *approvals.Planned, answer error) error {
	appends, err := s.Revising(ctx, cc.server.store, cc.approvalMeta(), e, planned)
	if err != nil {
		return err
	}
	if _, err = cc.server.store.Append(ctx, appends...); errors.Is(err, eventstore.ErrWrongExpected) {
		return fmt.Errorf("%w: %w", ErrConflict, err)
	}
	if err != nil {
		return err
	}
	return answer
}

// revised returns the event that submits a request again with the current effect of its call.
func (cc *chainCall) revised(ctx context.Context, a *approvals.Approval, d *decided) (*approvals.Revised,
	*approvals.Planned, error) {
	was, err := approving.Planned(ctx, cc.server.store, a)
	if err != nil {
		return nil, nil, err
	}
	planned, err := d.keep(a.ID)
	if err != nil {
		return nil, nil, err
	}
	now, policy := cc.server.now(), cc.settings.Policy
	return &approvals.Revised{ID: a.ID, Plan: d.Plan, Requires: policy.Requires(d.Classes), Was: a.Plan.SHA256,
		Changed: approvals.Differences(was, planned), At: approving.At(now),
		Expires: approving.At(now.Add(time.Duration(policy.LifetimeMS) * time.Millisecond))}, planned, nil
}

// Again is the revised form of a request whose call now has another effect than was requested. It is nil if the effect
// is the same.
type Again struct {
	*approvals.Revised
	Planned *approvals.Planned
}

// Redecide decides the call of a request again at the head of its branch, as its requester would repeat it. It returns
// nil if the effect is the requested one, or if too little is stored to decide it here. The error is the one with which
// the call would be refused.
func (s *Server) Redecide(ctx context.Context, policy approvals.Policy, asked Asked) (*Again, error) {
	e := s.invocable(asked.Plan.Tool)
	if e == nil || e.Category != CategoryMutation || asked.Plan.Effect == "" {
		return nil, nil
	}
	was, err := approving.Planned(ctx, s.store, asked.Approval)
	if err != nil || approving.Arguments(was) == nil {
		return nil, err
	}
	cc, err := s.repeated(ctx, e, asked, was)
	if err != nil {
		return nil, err
	}
	cc.settings.Policy = policy
	defer cc.call.dropStaged()
	out, err := cc.decide(ctx)
	if was.Later && unreachable(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	cc.classes = cc.classesOf(out)
	if lost := approvals.ClassEvent; slices.Contains(asked.Plan.Classes, lost) && !slices.Contains(cc.classes, lost) {
		cc.classes = append(cc.classes, lost) // the record of the requester, which is not available here, decides
	}
	plan, ok := cc.planned(cc.withDrastic(out))
	if !ok || out.Commit == nil {
		return nil, state.Errorf(state.IllegalState, "there is nothing left to do of it").
			With("state", "nothing to do").With("allowed", []string{"reject"})
	}
	d, err := cc.effectOf(ctx, out, plan)
	if err != nil {
		return nil, err
	}
	if asked.Same(d.Plan) {
		return nil, nil
	}
	revised, planned, err := cc.revised(ctx, asked.Approval, d)
	if err != nil {
		return nil, err
	}
	return &Again{revised, planned}, nil
}

// unreachable reports whether a call failed because the file that it reads is missing here. The approver may use a
// server with other folders. The identity of the file is checked when the requester repeats the call.
func unreachable(err error) bool {
	return slices.Contains([]state.Code{state.NotFound, state.PathNotAllowed}, state.CodeOf(err))
}

// repeated returns the call of a request as its requester would repeat it, with all rights. The requester's rights are
// checked when the requester repeats it.
func (s *Server) repeated(ctx context.Context, e *Entry, asked Asked, was *approvals.Planned) (*chainCall,
	error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(approving.Arguments(was), &all); err != nil {
		return nil, fmt.Errorf("repeat the call of a request: %w", err)
	}
	for name, value := range map[string]any{"approval_id": asked.ID, "dry_run": false} {
		if e.properties[name] {
			all[name], _ = json.Marshal(value) // a text and a bool
		}
	}
	if e.properties["model_id"] {
		all["model_id"], _ = json.Marshal(asked.ModelID)
	}
	arguments, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("repeat the call of a request: %w", err)
	}
	who := asked.Requester
	p := Principal{ID: who.ID, Kind: Kind(who.Kind), OnBehalfOf: who.OnBehalfOf, Permissions: map[Operation]Scope{
		OpRead: {}, OpCreate: {}, OpModify: {}, OpDelete: {}}}
	if was.Approves {
		p.Permissions[OpApprove] = Scope{}
	}
	if was.Read != nil {
		var read Scope
		if err := json.Unmarshal(was.Read, &read); err != nil {
			return nil, fmt.Errorf("repeat the call of a request: %w", err)
		}
		p.Permissions[OpRead] = read
	}
	ctx = context.WithValue(holding(ctx, p), arrivalKey{}, &arrival{at: s.now()})
	cc := s.newChainCall(ctx, e, wire.Request{Tool: e.Name, Arguments: arguments,
		Progress: func(float64, float64, string) {}})
	if err := cc.validateInput(); err != nil {
		return nil, err
	}
	if err := cc.readSettings(ctx); err != nil {
		return nil, err
	}
	return cc, cc.approveTool(ctx)
}
