package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
)

// approvalData is an agent's request in the form in which a person reads it before deciding.
type approvalData struct {
	ID        string           `json:"id"`
	ModelID   string           `json:"model_id"`
	ModelName string           `json:"model_name"`
	Status    approvals.Status `json:"status"`
	Open      bool             `json:"open"`
	Requester requesterData    `json:"requester"`
	Reasoning string           `json:"reasoning"`
	Tool      string           `json:"tool"`
	Branch    string           `json:"branch"`
	Revision  uint64           `json:"revision"`
	Text      string           `json:"text"`
	Counts    approvals.Counts `json:"counts"`
	Affected  []affectedData   `json:"affected"`
	Also      []string         `json:"also"`
	Plan      string           `json:"plan_sha256"`
	Approvers int              `json:"approvers"`
	Level     approvals.Level  `json:"level"`
	Grants    []grantData      `json:"grants"`
	At        string           `json:"at"`
	Expires   string           `json:"expires"`
	Reason    string           `json:"reason"`
	Phrase    string           `json:"phrase"`
	Drawable  bool             `json:"drawable"`
	MayDecide string           `json:"may_decide"`
}

type requesterData struct {
	Kind       string `json:"kind"`
	ID         string `json:"id"`
	OnBehalfOf string `json:"on_behalf_of"`
}

type affectedData struct {
	ElementID string `json:"element_id"`
	Category  string `json:"category"`
	Name      string `json:"name"`
	Effect    string `json:"effect"`
	Change    string `json:"change"`
}

type grantData struct {
	By    string `json:"by"`
	At    string `json:"at"`
	Level string `json:"level"`
}

// approver returns the approver on behalf of the person, with the same rules as bimstream approvals.
func (s *Server) approver(ctx context.Context, who mcp.Principal) (*mcp.Approver, error) {
	governed, err := governing.New(s.config.Store).Read(ctx, governing.Stream)
	if err != nil {
		return nil, err
	}
	return &mcp.Approver{Store: s.config.Store, Who: who, Policy: governed.Is.Policy, Sight: s.sight(who),
		Again: s.config.Server.Redecide, Now: s.config.Now, NewID: s.config.NewID}, nil
}

// approvals serves the requests in the models that the person may see, newest first. With ?open=true it serves only
// requests that still need a decision.
func (s *Server) approvals(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	a, err := s.approver(r.Context(), who)
	if err != nil {
		return err
	}
	models, err := s.reader(who).Models(r.Context())
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, m := range models {
		names[m.ID] = m.Name
	}
	asked, err := a.Requests(r.Context())
	if err != nil {
		return err
	}
	now, open := approving.At(s.config.Now()), r.URL.Query().Get("open") == "true"
	out := []approvalData{}
	for _, one := range asked {
		if !open || one.StatusAt(now).Open() {
			out = append(out, approvalOf(a, one, names[one.ModelID], now))
		}
	}
	slices.SortFunc(out, func(x, y approvalData) int { return strings.Compare(y.At+y.ID, x.At+x.ID) })
	answer(w, out)
	return nil
}

// approval serves one request.
func (s *Server) approval(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	a, asked, err := s.asked(r, who)
	if err != nil {
		return err
	}
	name := ""
	if v, err := s.reader(who).View(r.Context(), asked.ModelID, asked.Plan.Branch, ""); err == nil {
		name = v.Model.Info().Name
	}
	answer(w, approvalOf(a, asked, name, approving.At(s.config.Now())))
	return nil
}

// asked returns the request that the address names, if the person may see its model.
func (s *Server) asked(r *http.Request, who mcp.Principal) (*mcp.Approver, mcp.Asked, error) {
	a, err := s.approver(r.Context(), who)
	if err != nil {
		return nil, mcp.Asked{}, err
	}
	id := r.PathValue("id")
	asked, err := a.Find(r.Context(), id)
	if err == nil && asked.ID != id || state.CodeOf(err) == state.NotFound {
		err = notFound("there is no approval %q", id)
	}
	return a, asked, err
}

// sight returns which models and requests the page shows to the person: those in models shared with the person, on
// branches that the person may read. This applies to the person's own requests too.
func (s *Server) sight(who mcp.Principal) mcp.Sight {
	reader, all := s.reader(who), governance.New(s.config.Backend).Sight(who)
	return mcp.Sight{
		Model: func(ctx context.Context, model string) bool { return reader.Admits(ctx, model) == nil },
		Request: func(ctx context.Context, asked mcp.Asked) (mcp.Asked, bool) {
			shown, may := all.Request(ctx, asked)
			return shown, may && who.ReadsBranch(asked.Plan.Branch)
		},
	}
}

func approvalOf(a *mcp.Approver, asked mcp.Asked, model string, now approvals.Instant) approvalData {
	p := asked.Plan
	out := approvalData{
		ID: asked.ID, ModelID: asked.ModelID, ModelName: model, Status: asked.StatusAt(now),
		Open:      asked.StatusAt(now).Open(),
		Requester: requesterData{asked.Requester.Kind, asked.Requester.ID, asked.Requester.OnBehalfOf},
		Reasoning: asked.Reasoning, Tool: p.Tool, Branch: p.Branch, Revision: p.Revision, Text: p.Text,
		Counts:   p.Counts,
		Affected: make([]affectedData, len(p.Affected)), Also: alsoOf(asked.Approval), Plan: p.SHA256,
		Approvers: asked.Requires.Approvers, Level: asked.Requires.Level, Grants: make([]grantData, len(asked.Grants)),
		At: string(asked.At), Expires: string(asked.Expires), Reason: asked.Reason(now),
		Phrase:   mcp.Phrase(asked.Approval),
		Drawable: p.Kept != nil && p.Kept.Events > 0,
	}
	for i, e := range p.Affected {
		out.Affected[i] = affectedData{e.ElementID, e.What(), e.Name, e.Effect, e.Change}
	}
	for i, g := range asked.Grants {
		out.Grants[i] = grantData{g.By.ID, string(g.At), string(g.Level)}
	}
	if err := a.MayDecide(asked); err != nil {
		out.MayDecide = err.Error()
	}
	return out
}

// alsoOf returns the sentences that a person reads besides the elements. Changes since the request come first.
func alsoOf(a *approvals.Approval) []string {
	out := []string{}
	for _, sentence := range a.Changed() {
		out = append(out, "Changed since it was asked for: "+sentence)
	}
	return append(append(out, a.Plan.Besides()...), a.Plan.Judgement()...)
}

// approvalDelta serves what a request would change: the difference between the state that it was decided on and the
// resulting state.
func (s *Server) approvalDelta(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	_, asked, err := s.asked(r, who)
	if err != nil {
		return err
	}
	d, err := s.reader(who).PlanDelta(r.Context(), asked.Approval)
	if err != nil {
		return err
	}
	answer(w, s.addressed(d))
	return nil
}
