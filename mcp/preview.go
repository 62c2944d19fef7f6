package mcp

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
)

// previewLifetime is how long the preview of a change can be quoted: as long as a request for approval waits.
const previewLifetime = approvals.DefaultLifetimeMS * time.Millisecond

// previewPrefix starts the ids of previews: pv_<revision>_<expiry>_<hash>.
const previewPrefix = "pv_"

// previewID names the plan of a dry run. It is a function of the plan, its base and its expiry: nothing is kept, and a
// made-up id names no plan.
func previewID(plan approvals.Plan, expires int64) string {
	text := fmt.Sprintf("%s\n%d\n%s\n%d", plan.SHA256, plan.Revision, plan.Head, expires)
	return fmt.Sprintf("%s%d_%d_%s", previewPrefix, plan.Revision, expires, hashBytes([]byte(text))[:32])
}

// quotedPreview returns the preview that a call quotes, "" for none.
func (c *Call) quotedPreview() string {
	if strings.HasPrefix(c.Common.ApprovalID, previewPrefix) {
		return c.Common.ApprovalID
	}
	return ""
}

// quotedApproval returns the approval that a call quotes, "" for none.
func (c *Call) quotedApproval() string {
	if c.quotedPreview() != "" {
		return ""
	}
	return c.Common.ApprovalID
}

// quotePreview adds the preview of a dry run to its answer.
func (cc *chainCall) quotePreview(e *Envelope, out *Outcome) {
	if !e.DryRun || out.Commit == nil || cc.entry.Category != CategoryMutation {
		return
	}
	if plan, ok := cc.planned(out); ok {
		e.PreviewID = previewID(plan, cc.server.now().Add(previewLifetime).Unix())
	}
}

// checkPreview refuses a change that is another one than the preview that the call quotes.
func (cc *chainCall) checkPreview(out *Outcome) error {
	quoted := cc.call.quotedPreview()
	if quoted == "" || cc.entry.Category != CategoryMutation {
		return nil
	}
	revision, expires, ok := cutPreview(quoted)
	if !ok {
		return domain.Errorf(domain.NotFound, "there is no preview %q: a dry run returns one",
			quoted).With("preview_id", quoted)
	}
	var changed []string
	plan, planned := cc.planned(out)
	switch {
	case cc.server.now().Unix() >= expires:
		changed = append(changed, "time")
	case planned && previewID(plan, expires) == quoted:
		return nil
	case planned && plan.Revision != revision:
		changed = append(changed, "head")
	default:
		changed = append(changed, "plan")
	}
	return domain.Errorf(domain.StaleApproval,
		"what would be done is not what the preview showed (%s): nothing was changed; look at a new dry run",
		strings.Join(changed, ", ")).
		With("preview_id", quoted).With("changed", changed)
}

func cutPreview(id string) (revision uint64, expires int64, ok bool) {
	rest, found := strings.CutPrefix(id, previewPrefix)
	parts := strings.Split(rest, "_")
	if !found || len(parts) != 3 {
		return 0, 0, false
	}
	revision, err := strconv.ParseUint(parts[0], 10, 64)
	if err != nil {
		return 0, 0, false
	}
	expires, err = strconv.ParseInt(parts[1], 10, 64)
	return revision, expires, err == nil
}

func hexHash(h eventstore.Hash) string { return hex.EncodeToString(h[:]) }
