package mcp

import (
	"context"

	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

// attend records a change in the live session of its principal, in the same append, so that the session shows the
// thoughts before the change. For a principal without a session this only costs a lookup of a missing stream.
func (cc *chainCall) attend(ctx context.Context, out *Outcome) error {
	p := out.Plan
	if out.Commit == nil || cc.call.DryRun() || p == nil || len(p.Events) == 0 || !cc.mutates() {
		return nil
	}
	trail, err := cc.server.trails.Read(ctx, sessionlog.Stream(p.ModelID))
	if err != nil {
		return err
	}
	now := approving.At(cc.server.now())
	by := cc.call.Principal.Party()
	if trail.Is.Book.Live(by, now) == nil {
		return nil
	}
	digest, err := sessionlog.Digest(p.Events)
	if err != nil {
		return err
	}
	change := trail.Is.Book.Change(by, sessions.ChangeRecorded{
		CommandID: cc.call.CommandID, Tool: cc.entry.Name, Branch: p.Branch, Revision: p.Revision + 1,
		EventID: p.Events[0].ID, Events: len(p.Events), SHA256: digest, At: now,
	})
	if change != nil {
		cc.decisions = append(cc.decisions, eventstore.Append{
			Stream: sessionlog.Stream(p.ModelID), Expected: trail.Expected,
			Events: sessionlog.Events(cc.approvalMeta(), change),
		})
	}
	return nil
}
