package governance

import (
	"context"
	"fmt"
	"sort"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
)

type auditAsked struct {
	Caller  string       `json:"caller,omitempty" jsonschema:"id of who called"`
	Tool    string       `json:"tool,omitempty" jsonschema:"that was called"`
	Outcome auditOutcome `json:"outcome,omitempty" jsonschema:"open: no end is on record"`
	Error   string       `json:"error,omitempty" jsonschema:"such as PERMISSION_DENIED"`
	Element state.ID     `json:"element_id,omitempty"`
	Since   string       `json:"since,omitempty" jsonschema:"day or time, from"`
	Until   string       `json:"until,omitempty" jsonschema:"day or time, before"`
	ModelID string       `json:"model_id,omitempty" jsonschema:"of element_id"`
	Branch  string       `json:"branch,omitempty" jsonschema:"of element_id"`
	Limit   mcp.Limit    `json:"limit,omitempty"`
	Cursor  string       `json:"cursor,omitempty"`
}

// auditOutcome is the outcome of a call.
type auditOutcome string

// Enum lists the outcomes.
func (auditOutcome) Enum() []string { return mcp.AuditOutcomes() }

type auditList struct {
	Calls []mcp.AuditedCall `json:"calls" jsonschema:"the last one first"`
	app.Paging
	Least bool `json:"total_at_least,omitempty" jsonschema:"there are more than total: older ones are not counted"`
}

// auditCounted bounds how many calls are counted, because an audit grows for ever. If there are more, total is a lower
// bound.
const auditCounted = 5_000

// auditPlace is where a page of an audit begins: after the last call of the page before. It leaves out calls recorded
// since the first page.
type auditPlace struct {
	first, last time.Time
}

// auditPlaceForm has two times in nanoseconds since 1970.
const auditPlaceForm = "%d:%d"

func (p auditPlace) String() string {
	return fmt.Sprintf(auditPlaceForm, p.first.UnixNano(), p.last.UnixNano())
}

// AuditPlaceOf returns the place that the cursor of a call names, or the zero place without a cursor.
func AuditPlaceOf(c *mcp.Call) (p auditPlace, err error) {
	place, err := c.CursorPlace()
	if err != nil || place == "" {
		return p, err
	}
	var first, last int64
	_, err = fmt.Sscanf(place, auditPlaceForm, &first, &last)
	named := auditPlace{time.Unix(0, first).UTC(), time.Unix(0, last).UTC()}
	// Sscanf ignores text after the last verb
	if err != nil || place != named.String() {
		return p, mcp.ErrUnknownCursor()
	}
	return named, nil
}

func auditTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "list_audit", Title: "Audit", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists calls on record, the last first: by caller, tool, outcome, error, element and time. " +
				"An agent is told its own, a person those for them. Records of reads appear within a second.",
			Input: auditAsked{}, Output: auditList{}, Handle: b.listAudit},
		{Name: "audit_verify_chain", Title: "Verify history", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Recomputes the hash chains of a model's history and says which event was changed, removed, " +
				"inserted or reordered.",
			Input: verifyChain{}, Output: chainReport{}, Handle: b.verifyChain},
	}
}

func (b *Backend) listAudit(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a auditAsked
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	q, err := b.auditQuery(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	at, err := AuditPlaceOf(c)
	if err != nil {
		return nil, err
	}
	if !at.first.IsZero() {
		q.Until = at.first.Add(1) // count the first call of the first page too
	}
	q.Most = auditCounted
	all, more, err := mcp.ReadAudit(ctx, b.Store, q)
	if err != nil {
		return nil, err
	}
	data, counted := auditList{Least: more}, len(all)
	p := &app.Page{Call: c, Size: a.Limit.Size()}
	if p.Offset = callsBefore(all, at); p.Offset == len(all) && more { // beyond the counted calls
		q.Until, q.Most = at.last, p.Size
		if all, more, err = mcp.ReadAudit(ctx, b.Store, q); err != nil {
			return nil, err
		}
		p.Offset = 0
	}
	data.Calls, data.Paging = app.Take(p, all, app.BytesOf[mcp.AuditedCall])
	data.Total = counted
	data.continued(c, all, at, more)
	return &mcp.Outcome{Data: data}, nil
}

// callsBefore returns how many calls the earlier pages list. These are the calls that are not older than the last call
// of the previous page.
func callsBefore(all []mcp.AuditedCall, at auditPlace) int {
	if at.last.IsZero() {
		return 0
	}
	return sort.Search(len(all), func(i int) bool { return all[i].At.Before(at.last) })
}

// continued sets the cursor of the next page, if there is one.
func (d *auditList) continued(c *mcp.Call, all []mcp.AuditedCall, at auditPlace, more bool) {
	if d.NextCursor == "" && !more || len(d.Calls) == 0 {
		return
	}
	if at.first.IsZero() {
		at.first = all[0].At
	}
	at.last = d.Calls[len(d.Calls)-1].At
	d.NextCursor = c.CursorAt(at.String())
}

func (b *Backend) auditQuery(ctx context.Context, c *mcp.Call, a *auditAsked) (mcp.AuditQuery, error) {
	q := mcp.AuditQuery{Caller: a.Caller, Tool: a.Tool, Outcome: string(a.Outcome),
		Error: a.Error, User: app.User(c.Principal)}
	if read, _ := c.Principal.Scope(mcp.OpRead); c.Principal.Kind != mcp.KindHuman || !read.Unbounded() {
		q.Sees = func(id string, kind mcp.Kind, _ string) bool {
			return id == c.Principal.ID &&
				kind == c.Principal.Kind
		}
	}
	var err error
	if q.Since, err = app.WhenAsked(a.Since, "since"); err != nil {
		return q, err
	}
	if q.Until, err = app.WhenAsked(a.Until, "until"); err != nil {
		return q, err
	}
	if a.Element == "" && a.ModelID == "" && a.Branch == "" {
		return q, nil
	}
	v, err := b.View(ctx, c)
	if err != nil || a.Element == "" {
		return q, err
	}
	if err := app.NameKnown(v.Model, a, app.KnownTo(c, v)); err != nil {
		return q, err
	}
	mentions := v.Timeline(a.Element)
	if len(mentions) == 0 || !app.Tells(app.ReadBounds(c), v, a.Element) {
		return q, app.Unveil(model.NeverThere(a.Element), app.StringsOf(c.Arguments))
	}
	q.Commands, err = mcp.CommandsOf(ctx, b.Store, v, mentions)
	return q, err
}
