package governance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

type listApprovals struct {
	Status  approvals.Status `json:"status,omitempty" jsonschema:"only these"`
	ModelID string           `json:"model_id,omitempty"`
	Limit   mcp.Limit        `json:"limit,omitempty"`
	Cursor  string           `json:"cursor,omitempty"`
}

type approvalList struct {
	ModelID   string          `json:"model_id"`
	Approvals []approvalEntry `json:"approvals" jsonschema:"the last one first"`
	Standing  []standingEntry `json:"standing" jsonschema:"given ahead"`
	app.Paging
}

// approvalEntry is a request in a list.
type approvalEntry struct {
	ApprovalID string            `json:"approval_id"`
	Status     approvals.Status  `json:"status"`
	Tool       string            `json:"tool"`
	Branch     string            `json:"branch"`
	Requester  string            `json:"requester"`
	Classes    []approvals.Class `json:"classes"`
	Counts     approvals.Counts  `json:"counts"`
	Requested  approvals.Instant `json:"requested_at"`
	Expires    approvals.Instant `json:"expires_at"`
	Reason     string            `json:"reason,omitempty" jsonschema:"why it came to nothing"`
}

// standingEntry is a standing grant in a list.
type standingEntry struct {
	StandingID string            `json:"standing_id"`
	To         string            `json:"to"`
	Classes    []approvals.Class `json:"classes"`
	Categories []string          `json:"categories,omitempty"`
	Levels     []string          `json:"level_ids,omitempty"`
	Elements   int               `json:"elements"`
	Left       int               `json:"left" jsonschema:"elements"`
	Until      approvals.Instant `json:"until"`
	GrantedBy  string            `json:"granted_by"`
}

type getApproval struct {
	ApprovalID  string   `json:"approval_id"`
	WaitSeconds int      `json:"wait_seconds,omitempty" jsonschema:"for a decision; at most 25"`
	Drawing     bool     `json:"drawing,omitempty" jsonschema:"a plan of what would be, beside the reply"`
	LevelID     state.ID `json:"level_id,omitempty" jsonschema:"of the drawing; default that with most of it"`
	ModelID     string   `json:"model_id,omitempty"`
}

// approvalDetail is a request with its plan and the decisions about it.
type approvalDetail struct {
	ModelID string `json:"model_id"`
	approvalEntry
	Level     approvals.Level        `json:"level" jsonschema:"that a decision takes at least"`
	Approvers int                    `json:"approvers"`
	Reasoning string                 `json:"reasoning,omitempty"`
	Revision  uint64                 `json:"revision"`
	Plan      string                 `json:"plan_sha256"`
	Events    map[string]int         `json:"events"`
	Affected  []approvals.Affected   `json:"affected" jsonschema:"the first ones, deleted ones first"`
	Also      []string               `json:"also,omitempty" jsonschema:"what it does besides"`
	Conflicts []approvals.Conflict   `json:"conflicts,omitempty" jsonschema:"that a merge decides"`
	Checks    *approvals.Checks      `json:"checks,omitempty" jsonschema:"what checks find of what is touched"`
	Phrase    string                 `json:"phrase" jsonschema:"that a person types"`
	Changed   []string               `json:"changed,omitempty" jsonschema:"since it was asked for"`
	Decisions []approvalDecisionEcho `json:"decisions"`
	How       string                 `json:"how,omitempty" jsonschema:"a person decides"`
	Drawing   *PlannedEcho           `json:"drawing,omitempty"`
}

type approvalDecisionEcho struct {
	By       string            `json:"by"`
	Level    approvals.Level   `json:"level"`
	Approved bool              `json:"approved"`
	Note     string            `json:"note,omitempty"`
	At       approvals.Instant `json:"at"`
}

// maxWait and maxWaitInTask bound how long get_approval waits, in seconds. Clients give up after 60 s, and proxies
// earlier. A task keeps no connection open, so it may wait a day: longer than most requests live.
const (
	maxWait       = 25
	maxWaitInTask = 24 * 60 * 60
)

func approvalTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "list_approvals", Title: "Approvals", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists requests for approval of a model with what became of them: an agent's own, a " +
				"person's all.",
			Input: listApprovals{}, Output: approvalList{}, Handle: b.listApprovals},
		{Name: "get_approval", App: app.ViewURI, Title: "Approval", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true, WaitsIn: "wait_seconds",
			Description: "Reads a request for approval with its plan, and waits for the decision if asked to. " +
				"drawing adds a small plan of before and after. Granted: repeat the very same call with approval_id.",
			Input: getApproval{}, Output: approvalDetail{}, Handle: b.getApproval},
	}
}

// Book returns the id of the model of a call and its approvals; the caller must have access to the model.
func (b *Backend) Book(ctx context.Context, c *mcp.Call) (string, *approving.Snapshot, error) {
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return "", nil, err
	}
	if err := b.CheckAccess(ctx, c, model); err != nil {
		return "", nil, err
	}
	book, err := approving.NewLog(b.Store).Book(ctx, model)
	return model, book, err
}

// Sees reports whether a principal may see a request of a model that it may see. A principal sees its own requests. A
// person also sees every request about a branch that they may read, unless its plan names something that they may not
// read.
func (b *Backend) Sees(ctx context.Context, p mcp.Principal, a *approvals.Approval) bool {
	return a.Requester == p.Party() ||
		p.Kind == mcp.KindHuman && p.ReadsBranch(a.Plan.Branch) && b.readsPlan(ctx, p, a)
}

// readsPlan reports whether a principal may read everything that a plan names.
func (b *Backend) readsPlan(ctx context.Context, p mcp.Principal, a *approvals.Approval) bool {
	bounds := app.BoundsOn(p, a.Plan.Branch)
	if bounds == nil {
		return true
	}
	all := len(a.Plan.Affected)
	return all > 0 && all == a.Plan.Counts.Total() && len(a.Plan.Also) == 0 && a.Plan.Checks.Nothing() &&
		len(b.affectedWithin(ctx, bounds, a)) == all
}

// Sight returns which models and requests a principal sees when it decides about requests. The person who runs the
// server decides for all models.
func (b *Backend) Sight(p mcp.Principal) mcp.Sight {
	return mcp.Sight{
		Model: func(ctx context.Context, model string) bool {
			return app.Operates(p) || b.ReaderOf(p).Admits(ctx, model) == nil
		},
		Request: func(ctx context.Context, asked mcp.Asked) (mcp.Asked, bool) {
			asked.Approval = b.planWithin(ctx, p, asked.Approval)
			return asked, b.Sees(ctx, p, asked.Approval)
		},
	}
}

// RequestsSeen returns a text that changes whenever the requests for approval that a principal sees change. The text
// covers the request with the id or, with "", all requests of a model; "" means none. The text is computed at the time
// now, so an expired request counts as expired.
func (b *Backend) RequestsSeen(ctx context.Context, p mcp.Principal, model, id string, now time.Time) (string, error) {
	s, err := b.Approvals().Book(ctx, model)
	if err != nil {
		return "", err
	}
	asked := s.Book.All()
	if id != "" {
		one, ok := s.Book.Approval(id)
		if !ok {
			return "", nil
		}
		asked = []*approvals.Approval{one}
	}
	var text strings.Builder
	for _, a := range asked {
		if b.Sees(ctx, p, a) {
			_, _ = fmt.Fprintln(&text, a.ID, a.StatusAt(approving.At(now)), len(a.Grants), a.Plan.SHA256)
		}
	}
	return text.String(), nil
}

// planWithin returns a request with its plan reduced to the scope in which a principal may READ the branch.
func (b *Backend) planWithin(ctx context.Context, p mcp.Principal, a *approvals.Approval) *approvals.Approval {
	bounds := app.BoundsOn(p, a.Plan.Branch)
	if bounds == nil || b.readsPlan(ctx, p, a) {
		return a
	}
	out := *a
	out.Plan.Affected, out.Plan.Also, out.Plan.Box = b.affectedWithin(ctx, bounds, a), nil, nil
	out.Plan.Conflicts, out.Plan.Checks = nil, nil
	out.Revised = nil // it may name elements outside of the scope
	return &out
}

// CheckDrawing refuses the drawing of a planned change to a principal who may READ only a part of its branch.
func CheckDrawing(p mcp.Principal, a *approvals.Approval) error {
	if app.BoundsOn(p, a.Plan.Branch) == nil {
		return nil
	}
	return state.Errorf(state.PermissionDenied,
		"the drawing shows the level around what would be changed, and what %q may READ is bounded", p.ID).
		With("operation", mcp.OpRead)
}

// seesStanding reports whether a principal may see a standing grant. A principal sees the grants that it received; a
// person who may read everything sees all grants of a model.
func seesStanding(p mcp.Principal, g *approvals.Standing) bool {
	read, _ := p.Scope(mcp.OpRead)
	return g.To == p.Party() || p.Kind == mcp.KindHuman && read.Unbounded()
}

// StandingOf returns the standing grants of a model that a principal may see.
func StandingOf(p mcp.Principal, book *approvals.Book) []*approvals.Standing {
	return slices.DeleteFunc(book.Standing(), func(g *approvals.Standing) bool { return !seesStanding(p, g) })
}

func (b *Backend) listApprovals(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listApprovals
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	model, s, err := b.Book(ctx, c)
	if err != nil {
		return nil, err
	}
	now := approving.At(c.Now)
	data := approvalList{ModelID: model, Standing: []standingEntry{}}
	var entries []approvalEntry
	for _, r := range s.Book.All() {
		if b.Sees(ctx, c.Principal, r) && (a.Status == "" || a.Status == r.StatusAt(now)) {
			entries = append(entries, approvalEntryOf(r, now))
		}
	}
	for _, g := range StandingOf(c.Principal, s.Book) {
		if len(data.Standing) < standingShown {
			data.Standing = append(data.Standing, standingEntry{g.ID, g.To.ID, g.Classes, g.Categories, g.Levels,
				g.StandingGranted.Elements, g.Left(now), g.Until, g.By.ID})
		}
	}
	// half of a reply is reserved for the standing grants
	data.Approvals, data.Paging, err = app.TakeLive(p, entries, func(e approvalEntry) string { return e.ApprovalID },
		func(e approvalEntry) int { return 2 * app.BytesOf(e) })
	return &mcp.Outcome{Data: data}, err
}

// standingShown bounds the standing grants of a list: few are in force at a time.
const standingShown = 20

func approvalEntryOf(a *approvals.Approval, now approvals.Instant) approvalEntry {
	return approvalEntry{a.ID, a.StatusAt(now), a.Plan.Tool, a.Plan.Branch, a.Requester.ID, a.Plan.Classes,
		a.Plan.Counts, a.At, a.Expires, a.Reason(now)}
}

func (b *Backend) getApproval(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a getApproval
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	most := maxWait
	if wire.InTask(ctx) {
		most = maxWaitInTask
	}
	if a.WaitSeconds < 0 || a.WaitSeconds > most {
		return nil, state.Errorf(state.OutOfRange, "wait_seconds is %d: give 0 to %d, and call again", a.WaitSeconds,
			most).With("parameter", "wait_seconds")
	}
	began, now := time.Now(), c.Now
	for {
		position, err := b.Store.Position(ctx)
		if err != nil {
			return nil, err
		}
		model, s, err := b.Book(ctx, c)
		if err != nil {
			return nil, err
		}
		r, ok := s.Book.Approval(a.ApprovalID)
		if !ok || !b.Sees(ctx, c.Principal, r) {
			return nil, state.Errorf(state.NotFound, "there is no approval %q: list_approvals names yours",
				a.ApprovalID).With("approval_id", a.ApprovalID)
		}
		waited := time.Since(began)
		at := approving.At(now.Add(waited))
		left := time.Duration(a.WaitSeconds)*time.Second - waited
		if r.StatusAt(at) != approvals.Pending || left <= 0 {
			return b.approvalDetail(ctx, c, &a, model, r, at)
		}
		c.Progress(waited.Seconds(), float64(a.WaitSeconds), "waiting for a person to decide")
		if err := c.Idle(ctx, func() error { return b.waitFor(ctx, position, min(left, time.Second)) }); err != nil {
			return nil, err
		}
	}
}

// approvalDetail returns a request as the caller may see it, with the drawing if the call asks for one.
func (b *Backend) approvalDetail(ctx context.Context, c *mcp.Call, a *getApproval, model string,
	r *approvals.Approval, at approvals.Instant) (*mcp.Outcome, error) {
	data := approvalDetailOf(model, b.planWithin(ctx, c.Principal, r), at)
	if err := CheckDrawing(c.Principal, r); a.Drawing && err != nil {
		return nil, err
	}
	data.Affected = app.WithinBytes(data.Affected[:min(len(data.Affected), affectedShown)], affectedBytes)
	out := &mcp.Outcome{}
	if a.Drawing {
		var err error
		if data.Drawing, out.Images, err = b.plannedPicture(ctx, r, a.LevelID); err != nil {
			return nil, err
		}
	}
	out.Data = data
	return out, nil
}

// affectedWithin returns the affected elements of a plan that lie in a scope of READ before and after the change. It
// returns none if the states can no longer be computed.
func (b *Backend) affectedWithin(ctx context.Context, bounds *mcp.Scope, r *approvals.Approval) []approvals.Affected {
	f, err := approving.Foresee(ctx, b.Live, b.Store, r)
	if err != nil {
		return []approvals.Affected{}
	}
	hidden := func(v *projections.View, id state.ID) bool {
		return app.Holds(v.Model, id) && !app.Tells(bounds, v, id)
	}
	return slices.DeleteFunc(slices.Clone(r.Plan.Affected), func(e approvals.Affected) bool {
		id := state.ID(e.ElementID)
		return id == "" || hidden(f.Before, id) || hidden(f.After, id)
	})
}

// waitFor waits until the store has new events, or until the time is over.
func (b *Backend) waitFor(ctx context.Context, after uint64, most time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	err := b.Store.Wait(waiting, after)
	if ctx.Err() == nil && waiting.Err() != nil {
		return nil
	}
	return err
}

// Bounds of the affected elements that a reply lists.
const (
	affectedShown = 50
	affectedBytes = 20_000
)

func approvalDetailOf(model string, a *approvals.Approval, now approvals.Instant) approvalDetail {
	d := approvalDetail{
		ModelID: model, approvalEntry: approvalEntryOf(a, now),
		Level: a.Requires.Level, Approvers: a.Requires.Approvers,
		Reasoning: a.Reasoning, Revision: a.Plan.Revision,
		Plan: a.Plan.SHA256, Events: a.Plan.Events, Affected: a.Plan.Affected, Also: a.Plan.Also,
		Conflicts: a.Plan.Conflicts, Checks: a.Plan.Checks, Phrase: mcp.Phrase(a),
		Changed: a.Changed(), Decisions: []approvalDecisionEcho{},
	}
	for _, g := range a.Grants {
		d.Decisions = append(d.Decisions, approvalDecisionEcho{g.By.ID, g.Level, true, g.Note, g.At})
	}
	if r := a.Rejected; r != nil {
		d.Decisions = append(d.Decisions, approvalDecisionEcho{r.By.ID, r.Level, false, r.Reason, r.At})
	}
	if d.Status == approvals.Pending {
		d.How = "bimstream approvals approve " + a.ID
	}
	return d
}
