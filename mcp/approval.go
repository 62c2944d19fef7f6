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

// Plan is what an outcome would append and where: what approvals and previews bind to.
type Plan struct {
	ModelID, Branch string
	Revision        uint64 // of the branch that it was decided on
	Head            eventstore.Hash
	Events          []eventstore.Event // as they would be stored; only their types and data count
	Digest          string             // of what the plan rests on beside the branch, such as the head of a merged one
	Also            []string           // what a person has to know besides the elements, in sentences
	// Later returns the first events, of about some bytes, and how many there are at least, of a call that decides its
	// events when it is done. after is the revision that they follow. nil: they are Events.
	Later func(bytes int) (first []eventstore.Event, all int, after uint64, err error)
}

// Party names a principal as approvals do.
func (p Principal) Party() approvals.Party {
	return approvals.Party{ID: p.ID, Kind: string(p.Kind), OnBehalfOf: p.OnBehalfOf}
}

// PolicyHash names a policy.
func PolicyHash(p approvals.Policy) string {
	text, err := json.Marshal(p)
	if err != nil { // numbers and texts
		return ""
	}
	return hashBytes(text)
}

// bindless are the arguments that what is done does not depend on: those that quote a decision, shape the reply or the
// record, or say where, which the plan has.
var bindless = []string{"dry_run", "approval_id", "reasoning", "idempotency_key", "expected_revision", "detail",
	"effects", "limit", "cursor", "model_id", "branch"}

// argumentsBound is the SHA-256 of the call's arguments without those that bind nothing, and the text of all but those
// that quote a decision.
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

// quoting are the arguments of a call that a decision changes.
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

// readable returns JSON without the escapes that people need not read.
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

// planned writes down what the outcome would do. ok is false for an outcome that does not say.
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
	return plan, plan.SHA256 != "" // an event whose data is no JSON is none
}

// also returns the first sentences of a plan, as they are kept.
func (p *Plan) also() []string {
	var out []string
	for _, sentence := range p.Also[:min(len(p.Also), approvals.MaxAlso)] {
		out = append(out, clip(sentence, approvals.MaxChange))
	}
	return out
}

// digest is that of what the plan rests on, with what a person reads of it: who approves other sentences approves
// another plan.
func (p *Plan) digest() string { return strings.Join(append([]string{p.Digest}, p.Also...), "\n") }

// classesOf returns for what reasons an outcome needs approval, none where it needs none.
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
		classes = append(classes, approvals.ClassEvent) // what it would append is decided as it goes
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

// The types of events that are told from others here.
const (
	eventBranchMerged   = "branch.merged"
	eventElementDeleted = "element.deleted"
)

// erases reports whether elements would be deleted: by a merge only where it brings a deletion along.
func (o *Outcome) erases() bool {
	merges := o.Plan != nil && slices.ContainsFunc(o.Plan.Events,
		func(e eventstore.Event) bool { return e.Type == eventBranchMerged })
	return o.Deletes && (!merges || o.deletes())
}

// deletes reports whether the plan has a deletion.
func (o *Outcome) deletes() bool {
	return slices.ContainsFunc(o.Plan.Events, func(e eventstore.Event) bool { return e.Type == eventElementDeleted })
}

// approve lets an outcome pass that needs no approval, or has one; it asks for one otherwise.
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

// errUnsure ends an attempt that would put something on record and rests on a state that may be outdated: the next
// attempt is decided on what is stored.
var errUnsure = errors.New("decided on a state that may be outdated")

// settled returns when the state that the call is decided on is what is stored, so that it may be put on record.
func (cc *chainCall) settled(ctx context.Context) error {
	if cc.unsure != nil && cc.unsure() {
		return errUnsure
	}
	return cc.confirm(ctx)
}

// request uses a standing grant where one covers the plan, and asks for approval otherwise.
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

// maxRetries bounds how often a fact about an approval is appended again because others wrote about approvals of the
// same model meanwhile.
const maxRetries = 64

// ask appends a request with the events that are kept of its plan, unless the very same is open.
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

// need is what a plan asks of a standing grant.
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
		n.Categories = []string{""} // nothing is known of it, so that no list of categories covers it
	}
	return n
}

// approvalRequired is the answer to who has to wait for a person.
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
	if read, _ := p.Scope(OpRead); p.ReadsBranch(a.Plan.Branch) && !read.Bounded() { // the box may lie beyond it
		err = err.With("box", a.Plan.Box)
	}
	return err
}

// approvalMeta is the metadata of an event about an approval that a call leads to. Each has an id of its own: two
// processes that use one grant are a conflict, never the same fact.
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
