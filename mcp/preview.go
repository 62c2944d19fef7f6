package mcp

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// previewLifetime is how long the preview of a change can be quoted, which equals the lifetime of a request for
// approval.
const previewLifetime = approvals.DefaultLifetimeMS * time.Millisecond

// previewPrefix starts the ids of previews: pv_<revision>_<expiry>_<head>_<hash>.
const previewPrefix = "pv_"

// previewOfCommand replaces the head in the id of a preview whose new ids derive from the command.
const previewOfCommand = "k"

// previewID returns the id for the plan of a dry run. It is computed from the plan's effect, the head that new ids
// derive from, and the expiry. Nothing is stored, and an invented id matches no plan.
func (cc *chainCall) previewID(out *Outcome, plan approvals.Plan, head string, expires int64) string {
	effect := plan.EffectOf(out.Plan.effectDigest(out), plannedEvents(out.Plan.Events), cc.named, nil)
	text := fmt.Sprintf("%s\n%s\n%d", effect, head, expires)
	return fmt.Sprintf("%s%d_%d_%s_%s", previewPrefix, plan.Revision, expires, head, hashBytes([]byte(text))[:32])
}

// quotedPreview returns the preview that a call quotes, or "".
func (c *Call) quotedPreview() string {
	if strings.HasPrefix(c.Common.ApprovalID, previewPrefix) {
		return c.Common.ApprovalID
	}
	return ""
}

// quotedApproval returns the approval that a call quotes, or "".
func (c *Call) quotedApproval() string {
	if c.quotedPreview() != "" {
		return ""
	}
	return c.Common.ApprovalID
}

// quotePreview adds the id of the preview to the answer of a dry run.
func (cc *chainCall) quotePreview(e *Envelope, out *Outcome) {
	if !e.DryRun || out.Commit == nil || cc.entry.Category != CategoryMutation {
		return
	}
	if plan, ok := cc.planned(out); ok {
		head := plan.Head
		switch {
		case strings.HasPrefix(plan.Seed, seedOfHead):
			head = strings.TrimPrefix(plan.Seed, seedOfHead)
		case plan.Seed != "":
			head = previewOfCommand
		}
		e.PreviewID = cc.previewID(out, plan, head, cc.server.now().Add(previewLifetime).Unix())
	}
}

// checkPreview returns an error for a change that differs from the preview that the call quotes.
func (cc *chainCall) checkPreview(out *Outcome) error {
	quoted := cc.call.quotedPreview()
	if quoted == "" || cc.entry.Category != CategoryMutation {
		return nil
	}
	p, ok := cutPreview(quoted)
	if !ok {
		return state.Errorf(state.NotFound, "there is no preview %q: a dry run returns one",
			quoted).With("preview_id", quoted)
	}
	changed := "plan"
	plan, planned := cc.planned(out)
	if planned {
		plan.Revision = p.revision
	}
	switch {
	case cc.server.now().Unix() >= p.expires:
		changed = "time"
	case planned && cc.previewID(out, plan, p.head, p.expires) == quoted:
		return nil
	}
	return state.Errorf(state.StaleApproval,
		"what would be done is not what the preview showed (%s): nothing was changed; look at a new dry run", changed).
		With("preview_id", quoted).With("changed", []string{changed})
}

// preview holds the parts of a preview's id.
type preview struct {
	revision uint64
	expires  int64
	head     string // in hexadecimal, or previewOfCommand
}

func cutPreview(id string) (p preview, ok bool) {
	rest, found := strings.CutPrefix(id, previewPrefix)
	parts := strings.Split(rest, "_")
	if found && len(parts) == 3 { // ids of an older version have no head, and match no plan any more
		parts = slices.Insert(parts, 2, "")
	}
	if !found || len(parts) != 4 {
		return p, false
	}
	revision, err := strconv.ParseUint(parts[0], 10, 64)
	if err != nil {
		return p, false
	}
	expires, err := strconv.ParseInt(parts[1], 10, 64)
	return preview{revision, expires, parts[2]}, err == nil
}

func hexHash(h eventstore.Hash) string { return hex.EncodeToString(h[:]) }
