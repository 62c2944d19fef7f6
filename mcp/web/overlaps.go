package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/approving"
)

// overlapsData lists where the work on one model overlaps before a merge or an approval decides. It contains branches
// that change the same elements, and open requests whose elements a branch or another request also changes.
type overlapsData struct {
	Branches []branchOverlap      `json:"branches"`
	Requests []app.RequestOverlap `json:"requests"`
}

type branchOverlap struct {
	Branch   string `json:"branch"`
	Other    string `json:"other"`
	Elements int    `json:"elements"`
}

// overlaps serves the overlaps of a model. A person who may read only a part of the model gets none, since they would
// reveal the work of others.
func (s *Server) overlaps(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	model := r.PathValue("model")
	ctx, out := r.Context(), overlapsData{Branches: []branchOverlap{}, Requests: []app.RequestOverlap{}}
	models, err := s.modelsOf(ctx, who)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(models, func(m modelData) bool { return m.ID == model })
	if at < 0 {
		return notFound("there is no model %q", model)
	}
	if read, _ := who.Scope(mcp.OpRead); read.Bounded() {
		answer(w, out)
		return nil
	}
	var names []string
	for _, b := range models[at].Branches {
		if !b.Archived {
			names = append(names, b.Name)
		}
	}
	found, err := s.config.Backend.OverlapsOf(ctx, model, names)
	if err != nil {
		return err
	}
	for _, name := range names {
		for _, o := range found[name] {
			out.Branches = append(out.Branches, branchOverlap{name, o.Branch, o.Elements})
		}
	}
	asked, err := s.openRequests(ctx, who, model)
	if err != nil {
		return err
	}
	if out.Requests, err = s.config.Backend.RequestOverlaps(ctx, model, names, asked); err != nil {
		return err
	}
	if out.Requests == nil {
		out.Requests = []app.RequestOverlap{}
	}
	answer(w, out)
	return nil
}

// openRequests returns the open requests of a model that the person may see, oldest first.
func (s *Server) openRequests(ctx context.Context, who mcp.Principal, model string) ([]*approvals.Approval, error) {
	a, err := s.approver(ctx, who)
	if err != nil {
		return nil, err
	}
	all, err := a.Requests(ctx)
	if err != nil {
		return nil, err
	}
	now := approving.At(s.config.Now())
	var out []*approvals.Approval
	for _, one := range all {
		if one.ModelID == model && one.StatusAt(now).Open() {
			out = append(out, one.Approval)
		}
	}
	slices.SortFunc(out, func(x, y *approvals.Approval) int {
		return strings.Compare(string(x.At)+x.ID, string(y.At)+y.ID)
	})
	return out, nil
}
