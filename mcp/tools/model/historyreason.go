package model

import (
	"context"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

// reasons holds the sessions and approvals that explain why the changes of a model were made and who approved them.
type reasons struct {
	trail *sessionlog.Trail
	book  *approvals.Book
}

// explaining reads the reasons of a model from the logs of sessions and approvals.
type explaining struct {
	backend   *Backend
	trails    *sessionlog.Log
	approvals *approving.Log
}

func (x *explaining) reasons(ctx context.Context, modelID string) (*reasons, error) {
	trail, err := x.trails.Read(ctx, sessionlog.Stream(modelID))
	if err != nil {
		return nil, err
	}
	book, err := x.approvals.Book(ctx, modelID)
	if err != nil {
		return nil, err
	}
	return &reasons{trail.Is, book.Book}, nil
}

// thoughtsShown and thoughtShown bound the thoughts of one event of a history: thought_record_list returns them whole.
const (
	thoughtsShown = 5
	thoughtShown  = 500
)

// explain adds to an event the thoughts that preceded it, and who approved it at which level.
func (r *reasons) explain(e *app.EventEntry) {
	if s, change, ok := r.trail.Book.ChangeOf(e.CommandID); ok {
		e.SessionID = s.SessionID
		before := s.Before(change)
		for _, t := range before[max(0, len(before)-thoughtsShown):] {
			e.Thoughts = append(e.Thoughts, r.shortThought(t))
		}
	}
	if a, ok := r.book.UsedBy(e.CommandID); ok {
		for _, g := range a.Grants {
			e.Approved = append(e.Approved, app.ApprovedBy{By: g.By.ID, Level: g.Level, At: g.At,
				ApprovalID: a.ID, Note: g.Note})
		}
	}
	if s, ok := r.book.StandingUsedBy(e.CommandID); ok {
		e.Approved = append(e.Approved, app.ApprovedBy{By: s.By.ID, Level: s.Level, At: s.At,
			StandingID: s.ID, Note: s.Reason})
	}
}

func (r *reasons) shortThought(t sessions.Thought) app.ThoughtEntry {
	e := ThoughtEntryOf(r.trail.Tree(t.SessionID).EventID(t.Index), t)
	if runes := []rune(e.Thought); len(runes) > thoughtShown {
		e.Thought = string(runes[:thoughtShown]) + "..."
	}
	return e
}
