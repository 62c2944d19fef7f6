package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/wire"
)

// clientDecides bounds how long a call waits for the person at the client. The first try, the question and the second
// try must fit into the 60 s after which clients give up.
const clientDecides = 45 * time.Second

// importingTool is the tool whose plan includes a file.
const importingTool = "import_ifc"

// Phrase returns the phrase that a person types to approve a plan. It names the effects of the plan, with priority to
// what is destroyed.
func Phrase(a *approvals.Approval) string {
	c := a.Plan.Counts
	switch {
	case slices.Contains(a.Plan.Classes, approvals.ClassMerge):
		phrase := "merge 1 change"
		if n := c.Total() - c.Derived; n != 1 {
			phrase = fmt.Sprintf("merge %d changes", n)
		}
		if c.Deleted > 0 {
			phrase += fmt.Sprintf(", delete %d", c.Deleted)
		}
		return phrase
	case c.Deleted > 0:
		return fmt.Sprintf("delete %d", c.Deleted)
	case a.Plan.Tool == importingTool:
		return fmt.Sprintf("import %d", c.Total())
	case slices.Contains(a.Plan.Classes, approvals.ClassDrastic):
		return fmt.Sprintf("change %d drastically", c.Total()-c.Related)
	}
	return fmt.Sprintf("change %d", c.Total()-c.Related)
}

// asksClient returns the request that the person at the client may decide. It requires that the principal's record and
// the policy of the class allow the level client, and that the client can ask.
func (s *Server) asksClient(ctx context.Context, cc *chainCall, a reply) (*Approver, Asked, bool) {
	p := cc.call.Principal
	if e := a.envelope.Error; e == nil || e.Code != int(state.ApprovalRequired) || cc.call.elicit == nil ||
		p.ClientApprovals == nil || cc.settings == nil {
		return nil, Asked{}, false
	}
	id, _ := a.envelope.Error.Data["approval_id"].(string)
	who := &Approver{
		Store: s.store, Policy: cc.settings.Policy, Now: s.now, NewID: s.newID,
		Who: Principal{ID: p.OnBehalfOf, Kind: KindHuman,
			Permissions: map[Operation]Scope{OpApprove: *p.ClientApprovals, OpCreate: *p.ClientApprovals,
				OpModify: *p.ClientApprovals, OpDelete: *p.ClientApprovals}},
	}
	asked, err := who.Find(ctx, id)
	if err != nil || asked.Requires.Level != approvals.LevelClient || asked.Status != approvals.Pending ||
		who.MayDecide(asked) != nil {
		return nil, Asked{}, false
	}
	return who, asked, true
}

// decidedAtClient asks the person at the client about a request, and repeats the call if they approve. Only an answer
// with the phrase approves, and declining rejects; any other answer leaves the request pending. The error is non-nil
// only if the question must be returned as the result of the call.
func (s *Server) decidedAtClient(ctx context.Context, cc *chainCall, r wire.Request, a reply) (reply, error) {
	who, asked, ok := s.asksClient(ctx, cc, a)
	if !ok {
		return a, nil
	}
	cc.queued.release() // other calls continue while the person thinks
	waiting, cancel := context.WithTimeout(ctx, clientDecides)
	defer cancel()
	answer, err := r.Elicit(waiting, questionOf(cc, asked))
	switch {
	case wire.InputRequired(err):
		return a, err
	case err != nil:
		s.log.Warn("the client could not ask for an approval", "approval", asked.ID, "error", err)
		return a, nil
	case answer.Action == "decline":
		err = who.Reject(ctx, asked, approvals.LevelClient, "declined at the client")
	case answer.Accepted() && typed(answer.Content) == Phrase(asked.Approval):
		err = who.Grant(ctx, asked, approvals.LevelClient, "asked at the client")
	default:
		return a, nil
	}
	if err != nil {
		s.log.Warn("a decision at the client does not count", "approval", asked.ID, "error", err)
		return a, nil
	}
	return s.repeat(ctx, cc, r, asked.ID)
}

// repeat repeats a call with the id of the decided request.
func (s *Server) repeat(ctx context.Context, cc *chainCall, r wire.Request, approvalID string) (reply, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(cc.call.Arguments, &all); err != nil {
		return reply{}, fmt.Errorf("repeat a call: %w", err)
	}
	all["approval_id"] = json.RawMessage(`"` + approvalID + `"`)
	arguments, err := json.Marshal(all)
	if err != nil {
		return reply{}, fmt.Errorf("repeat a call: %w", err)
	}
	r.Arguments, r.Elicit = arguments, nil
	at, common := &arrival{at: s.now()}, s.commonArguments(cc.entry, arguments)
	at.queued, at.common = s.queues.of(cc.call.Principal.userID()).reserve(branchKey{common.ModelID,
		common.Branch}), &common
	defer at.queued.release()
	again := s.newChainCall(context.WithValue(ctx, arrivalKey{}, at), cc.entry, r)
	again.keyedHash = cc.keyedHash // the client sent the arguments of the first try
	return again.throughInTime(ctx)
}

// questionOf returns the question for the person at the client. The words of the agent and the names of elements are
// quoted.
func questionOf(cc *chainCall, a Asked) Elicitation {
	p, phrase := a.Plan, Phrase(a.Approval)
	var b strings.Builder
	fmt.Fprintf(&b, "The agent %q asks to call %s on branch %q: %d elements would be reached (%d created, %d "+
		"modified, %d deleted).", cc.call.Principal.ID, p.Tool, p.Branch, p.Counts.Total()-p.Counts.Related,
		p.Counts.Created, p.Counts.Modified, p.Counts.Deleted)
	for i, e := range p.Affected[:min(len(p.Affected), elementsAsked)] {
		fmt.Fprintf(&b, "%s %s %s %q", map[bool]string{true: " First:", false: ","}[i == 0], e.Effect,
			e.What(), clip(e.Name, maxNameAsked))
	}
	fmt.Fprintf(&b, " It says why: %q. To agree, type: %s", clip(a.Reasoning, maxReasonAsked), phrase)
	schema, err := json.Marshal(map[string]any{
		"type": "object", "required": []string{"phrase"},
		"properties": map[string]any{"phrase": map[string]string{"type": "string", "title": "Type: " + phrase}},
	})
	if err != nil {
		panic("mcp: the form of a question does not encode: " + err.Error())
	}
	return Elicitation{ID: "approval-" + a.ID, Message: b.String(), Schema: schema}
}

// The bounds of a question, which people read in a small window.
const (
	elementsAsked  = 5
	maxNameAsked   = 60
	maxReasonAsked = 300
)

// typed returns the phrase of an answer.
func typed(content json.RawMessage) string {
	var answer struct {
		Phrase string `json:"phrase"`
	}
	if json.Unmarshal(content, &answer) != nil {
		return ""
	}
	return strings.TrimSpace(answer.Phrase)
}
