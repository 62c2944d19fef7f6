package mcp

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// Plan is what an outcome would append and where. An approval or a preview is bound to a plan.
type Plan struct {
	ModelID, Branch string
	Revision        uint64 // of the branch that it was decided on
	Head            eventstore.Hash
	Events          []eventstore.Event // as they would be stored; only types and data are compared
	Digest          string             // of other data that it depends on, such as the head of a merged branch
	Also            []string           // sentences that a person must read besides the elements
	// Later serves a call that decides its events only when it runs; nil means that Events is complete. Later returns
	// the first events, limited to about the given number of bytes, the minimum number of all events, and the revision
	// that they follow.
	Later func(bytes int) (first []eventstore.Event, all int, after uint64, err error)
}

// Party returns a principal in the form that approvals use.
func (p Principal) Party() approvals.Party {
	return approvals.Party{ID: p.ID, Kind: string(p.Kind), OnBehalfOf: p.OnBehalfOf}
}

// PolicyHash returns a hash that identifies a policy.
func PolicyHash(p approvals.Policy) string {
	text, err := json.Marshal(p)
	if err != nil { // cannot happen for numbers and texts
		return ""
	}
	return hashBytes(text)
}

// bindless lists the arguments that do not affect the change. Some quote a decision, and some shape the reply or the
// record. Model and branch are missing because the plan itself names them.
var bindless = []string{"dry_run", "approval_id", "reasoning", "idempotency_key", "expected_revision", "detail",
	"effects", "limit", "cursor", "model_id", "branch"}

// argumentsBound returns the SHA-256 of the call's arguments without bindless, and the text of the arguments without
// quoting.
func (cc *chainCall) argumentsBound() (digest, text string) {
	bound, err := cc.argumentsWithout(bindless)
	if err != nil {
		return cc.inputHash, ""
	}
	asked, err := cc.argumentsWithout(quoting)
	if err != nil {
		return cc.inputHash, ""
	}
	return hashArguments(bound), clip(readable(asked), approvals.MaxText)
}

// quoting lists the arguments that differ between a call and its repetition after a decision.
var quoting = []string{"dry_run", "approval_id"}

func (cc *chainCall) argumentsWithout(names []string) (json.RawMessage, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(cc.call.Arguments, &all); err != nil {
		return nil, err
	}
	for _, name := range names {
		delete(all, name)
	}
	return json.Marshal(all)
}

// readable returns JSON without HTML escapes, for people.
func readable(raw []byte) string {
	var all any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&all) != nil {
		return string(raw)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(all) != nil {
		return string(raw)
	}
	return strings.TrimSpace(out.String())
}

// planned returns the plan of an outcome; ok is false for an outcome without a plan.
func (cc *chainCall) planned(out *Outcome) (plan approvals.Plan, ok bool) {
	p := out.Plan
	if p == nil {
		return plan, false
	}
	plan = approvals.Plan{Tool: cc.entry.Name, ModelID: p.ModelID, Branch: p.Branch, Revision: p.Revision,
		Head: hexHash(p.Head), Events: map[string]int{}}
	plan.Arguments, plan.Text = cc.argumentsBound()
	for _, e := range p.Events {
		plan.Events[e.Type]++
	}
	plan.Also = p.also()
	if cc.call.Common.IdempotencyKey != "" || cc.call.RunID != "" {
		plan.Seed = cc.call.CommandID
	}
	if shown, quoted := cc.call.Shown(p.ModelID); quoted && (shown.Command != "" || len(shown.Head) > 0) {
		plan.Seed = shown.Command
		if shown.Command == "" {
			plan.Seed = seedOfHead + hex.EncodeToString(shown.Head)
		}
	}
	plan.SHA256 = plan.Hash(p.digest(), plannedEvents(p.Events))
	return plan, plan.SHA256 != "" // empty if the data of an event is not JSON
}

// also returns the first sentences of a plan, shortened for storage.
func (p *Plan) also() []string {
	var out []string
	for _, sentence := range p.Also[:min(len(p.Also), approvals.MaxAlso)] {
		out = append(out, clip(sentence, approvals.MaxChange))
	}
	return out
}

// digest returns the digest of the data that the plan depends on, with the sentences that a person reads. If the
// sentences change, the plan is a different one.
func (p *Plan) digest() string { return strings.Join(append([]string{p.Digest}, p.Also...), "\n") }

// classesOf returns the reasons why an outcome needs approval, or none.
func (cc *chainCall) classesOf(out *Outcome) []approvals.Class {
	p, policy := cc.call.Principal, cc.settings.Policy
	if !cc.mutates() || out.Commit == nil || p.Kind == KindHuman && !policy.People && !cc.asks {
		return nil
	}
	var classes []approvals.Class
	merges := false
	if out.Plan != nil {
		for _, e := range out.Plan.Events {
			merges = merges || e.Type == eventBranchMerged
			if slices.Contains(p.RequiresApproval, e.Type) && !slices.Contains(classes, approvals.ClassEvent) {
				classes = append(classes, approvals.ClassEvent)
			}
		}
	}
	if unseen := out.Instead != nil || out.Plan != nil && out.Plan.Later != nil; unseen && len(p.RequiresApproval) > 0 {
		classes = append(classes, approvals.ClassEvent) // the events are decided only during execution
	}
	if out.erases() {
		classes = append(classes, approvals.ClassDelete)
	}
	if cc.drastic = nil; out.Drastic != nil {
		cc.drastic = out.Drastic(policy)
	}
	if len(cc.drastic) > 0 {
		classes = append(classes, approvals.ClassDrastic)
	}
	if merges {
		classes = append(classes, approvals.ClassMerge)
	}
	if out.Affected > policy.BulkThreshold {
		classes = append(classes, approvals.ClassBulk)
	}
	return classes
}

// The types of events that need special treatment here.
const (
	eventBranchMerged   = "branch.merged"
	eventElementDeleted = "element.deleted"
)

// erases reports whether elements would be deleted. A merge counts only if it contains a deletion.
func (o *Outcome) erases() bool {
	merges := o.Plan != nil && slices.ContainsFunc(o.Plan.Events,
		func(e eventstore.Event) bool { return e.Type == eventBranchMerged })
	return o.Deletes && (!merges || o.deletes())
}

// deletes reports whether the plan contains a deletion.
func (o *Outcome) deletes() bool {
	return slices.ContainsFunc(o.Plan.Events, func(e eventstore.Event) bool { return e.Type == eventElementDeleted })
}

// approve accepts an outcome that needs no approval or has one, and otherwise requests approval.
func (cc *chainCall) approve(ctx context.Context, out *Outcome) error {
	quoted := cc.call.quotedApproval()
	switch {
	case out.Commit == nil || cc.call.DryRun() || cc.server.speculative:
		return nil
	case quoted == "" && len(cc.classes) == 0:
		return nil
	}
	plan, ok := cc.planned(cc.withDrastic(out))
	if !ok {
		return cc.needsPerson(out)
	}
	snapshot, err := cc.server.approvals.Book(ctx, plan.ModelID)
	if err != nil {
		return err
	}
	d, err := cc.effectOf(ctx, out, plan)
	if err != nil {
		return err
	}
	if quoted != "" {
		return cc.consume(ctx, snapshot, d, quoted)
	}
	return cc.request(ctx, snapshot, out, d)
}

// errUnsure ends an attempt that would record something but was decided on a state that may be outdated. The next
// attempt is decided on the stored state.
var errUnsure = errors.New("decided on a state that may be outdated")

// settled returns nil if the state that the call was decided on is the stored one, so that the result may be recorded.
func (cc *chainCall) settled(ctx context.Context) error {
	if cc.unsure != nil && cc.unsure() {
		return errUnsure
	}
	return cc.confirm(ctx)
}

// request uses a standing grant if one covers the plan, and otherwise requests approval.
func (cc *chainCall) request(ctx context.Context, s *approving.Snapshot, out *Outcome, d *decided) error {
	now := cc.server.now()
	policy := cc.settings.Policy
	requires := policy.Requires(cc.classes)
	if used := s.Book.UseStanding(cc.need(d.Plan, requires, out, d.reached), d.SHA256, cc.call.CommandID,
		approving.At(now)); used != nil {
		cc.decisions = append(cc.decisions, s.Append(d.ModelID, cc.approvalMeta(), used))
		return nil
	}
	if err := cc.settled(ctx); err != nil {
		return err
	}
	id := cc.server.newID()
	planned, err := d.keep(id)
	if err != nil {
		return err
	}
	a, err := cc.ask(ctx, s, planned, approvals.Requested{
		ID: id, Requester: cc.call.Principal.Party(), Reasoning: cc.call.Common.Reasoning,
		Plan: d.Plan, Requires: requires,
		Policy: PolicyHash(policy), At: approving.At(now),
		Expires: approving.At(now.Add(time.Duration(policy.LifetimeMS) * time.Millisecond)),
	})
	if err != nil {
		return err
	}
	return cc.approvalRequired(a)
}

// maxRetries bounds how often an event about an approval is appended again after a conflict with other writers of the
// same model's approvals.
const maxRetries = 64

// ask appends a request with the stored events of its plan, unless the same request is already open.
func (cc *chainCall) ask(ctx context.Context, s *approving.Snapshot, planned *approvals.Planned,
	r approvals.Requested) (*approvals.Approval, error) {
	for attempt := 0; ; attempt++ {
		event, open, err := s.Book.Request(r)
		if err != nil || open != nil {
			return open, err
		}
		_, err = cc.server.store.Append(ctx, s.Asking(r.Plan.ModelID, cc.approvalMeta(), event, planned)...)
		if err == nil {
			return &approvals.Approval{Requested: r, Status: approvals.Pending, Expires: r.Expires}, nil
		}
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt >= maxRetries {
			return nil, err
		}
		if s, err = cc.server.approvals.Book(ctx, r.Plan.ModelID); err != nil {
			return nil, err
		}
	}
}

// need returns what a standing grant must cover for a plan.
func (cc *chainCall) need(plan approvals.Plan, requires approvals.Requirement, out *Outcome,
	reached []Reached) approvals.Need {
	n := approvals.Need{By: cc.call.Principal.Party(), Classes: cc.classes, Requires: requires, Branch: plan.Branch,
		Elements: out.Affected, Placed: len(reached) > 0}
	for _, r := range reached {
		n.Categories = append(n.Categories, r.Category)
		n.Placed = n.Placed && len(r.Places) > 0
		for _, p := range r.Places {
			n.Placed = n.Placed && len(p.Levels) > 0
			n.Levels = append(n.Levels, p.Levels...)
		}
	}
	if len(reached) == 0 {
		n.Categories = []string{""} // nothing is known about the change, so that no list of categories covers it
	}
	return n
}

// approvalRequired returns the error for a caller that has to wait for a person's approval.
func (cc *chainCall) approvalRequired(a *approvals.Approval) error {
	err := state.Errorf(state.ApprovalRequired,
		"nothing was changed: a person has to approve that %d elements would be reached (%d deleted). Ask them to "+
			"run: bimstream approvals approve %s%s. "+
			"get_approval waits for the decision; then repeat the very same call with approval_id",
		a.Plan.Counts.Total(), a.Plan.Counts.Deleted, a.ID, cc.server.place()).
		With("approval_id", a.ID).With("status", a.Status).With("classes", a.Plan.Classes).With("counts",
		a.Plan.Counts).With("branch", a.Plan.Branch).
		With("level", a.Requires.Level).With("approvers", a.Requires.Approvers).With("expires",
		a.Expires)
	p := cc.call.Principal
	if read, _ := p.Scope(OpRead); p.ReadsBranch(a.Plan.Branch) && !read.Bounded() { // the caller may see the box
		err = err.With("box", a.Plan.Box)
	}
	return err
}

// approvalMeta returns the metadata of an event about an approval. Each has an id of its own, so that two processes
// that use the same grant get a conflict instead of writing the same event.
func (cc *chainCall) approvalMeta() projections.Meta {
	c := cc.call
	m := projections.Meta{
		CommandID: cc.server.newID(), CorrelationID: c.CommandID, CausationID: c.CommandID, Tool: c.Tool.Name,
		UserID:    c.Principal.userID(),
		Reasoning: c.Common.Reasoning, OccurredAt: cc.server.now(), TraceID: c.Trace.TraceID, SpanID: c.Trace.SpanID,
	}
	if c.Principal.Kind == KindAgent {
		m.AgentID = c.Principal.ID
	}
	return m
}
