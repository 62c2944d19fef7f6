package tools

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
)

type auditAsked struct {
	Caller  string       `json:"caller,omitempty" jsonschema:"id of who called"`
	Tool    string       `json:"tool_name,omitempty" jsonschema:"that was called"`
	Outcome auditOutcome `json:"outcome,omitempty" jsonschema:"open: no end is on record"`
	Error   string       `json:"error,omitempty" jsonschema:"such as PERMISSION_DENIED"`
	Element domain.ID    `json:"element_id,omitempty"`
	Since   string       `json:"since,omitempty" jsonschema:"day or time, from"`
	Until   string       `json:"until,omitempty" jsonschema:"day or time, before"`
	ModelID string       `json:"model_id,omitempty" jsonschema:"of element_id"`
	Branch  string       `json:"branch,omitempty" jsonschema:"of element_id"`
	Limit   mcp.Limit    `json:"limit,omitempty"`
	Cursor  string       `json:"cursor,omitempty"`
}

// auditOutcome is how a call ended.
type auditOutcome string

// Enum lists the outcomes.
func (auditOutcome) Enum() []string { return mcp.AuditOutcomes() }

type auditList struct {
	Calls      []mcp.AuditedCall `json:"calls" jsonschema:"the last one first"`
	NextCursor string            `json:"next_cursor,omitempty" jsonschema:"older ones follow: call again with this cursor"`
}

func (b *Backend) auditTool() mcp.Tool {
	return mcp.Tool{Name: "list_audit", Title: "Audit", Server: "coordination", Set: mcp.SetFull, Category: mcp.CategoryRead, Idempotent: true,
		Description: "Lists calls on record, the last first: by caller, tool, outcome, error, element and time. An agent is told its own, a person those for them. Records of reads appear within a second.",
		Input:       auditAsked{}, Output: auditList{}, Handle: b.listAudit}
}

// whenAsked reads a day or a time.
func whenAsked(text, parameter string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, domain.Errorf(domain.InvalidInput, "%s takes a day or a time, such as 2026-05-04 or 2026-05-04T12:00:00Z", parameter).With("parameter", parameter)
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
	q.Most = a.Limit.Size()
	calls, more, err := mcp.ReadAudit(ctx, b.Store, q)
	if err != nil {
		return nil, err
	}
	data := auditList{Calls: []mcp.AuditedCall{}}
	bytes := 0
	for i, call := range calls {
		if bytes += bytesOf(call); bytes > maxAnswerBytes && i > 0 {
			more = true
			break
		}
		data.Calls = append(data.Calls, call)
	}
	if more {
		last := data.Calls[len(data.Calls)-1]
		data.NextCursor = base64.RawURLEncoding.EncodeToString([]byte(last.At.Format(time.RFC3339Nano)))
	}
	return &mcp.Outcome{Data: data}, nil
}

func (b *Backend) auditQuery(ctx context.Context, c *mcp.Call, a *auditAsked) (mcp.AuditQuery, error) {
	q := mcp.AuditQuery{Caller: a.Caller, Tool: a.Tool, Outcome: string(a.Outcome), Error: a.Error, User: user(c.Principal)}
	if c.Principal.Kind != mcp.KindHuman {
		q.Sees = func(id string, kind mcp.Kind, _ string) bool { return id == c.Principal.ID && kind == c.Principal.Kind }
	}
	var err error
	if q.Since, err = whenAsked(a.Since, "since"); err != nil {
		return q, err
	}
	if q.Until, err = whenAsked(a.Until, "until"); err != nil {
		return q, err
	}
	if a.Cursor != "" { // a call of the very same instant is passed over: times have nanoseconds
		text, failed := base64.RawURLEncoding.DecodeString(a.Cursor)
		before, wrong := time.Parse(time.RFC3339Nano, string(text))
		if failed != nil || wrong != nil {
			return q, domain.Errorf(domain.InvalidInput, "the cursor is not one that this server gave: start again without it").With("parameter", "cursor")
		}
		q.Until = before
	}
	if a.Element == "" && a.ModelID == "" && a.Branch == "" {
		return q, nil
	}
	v, err := b.view(ctx, c)
	if err != nil || a.Element == "" {
		return q, err
	}
	if err := nameArguments(v.Model, a); err != nil {
		return q, err
	}
	mentions := v.Timeline(a.Element)
	if len(mentions) == 0 || !tells(readBounds(c), v, a.Element) {
		return q, neverThere(a.Element)
	}
	q.Commands, err = mcp.CommandsOf(ctx, b.Store, v, mentions)
	return q, err
}
