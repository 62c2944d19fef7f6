package web

import (
	"context"
	"net/http"
	"time"

	"github.com/bimstream/bimstream/mcp"
)

type modelData struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Owner    string       `json:"owner"`
	Branches []branchData `json:"branches"`
	Tags     []tagData    `json:"tags"`
	At       time.Time    `json:"at"`
}

type branchData struct {
	Name        string `json:"name"`
	Head        uint64 `json:"head"`
	Parent      string `json:"parent"`
	Fork        uint64 `json:"fork"`
	Archived    bool   `json:"archived"`
	Description string `json:"description"`
}

type tagData struct {
	Name     string `json:"name"`
	Branch   string `json:"branch"`
	Revision uint64 `json:"revision"`
}

// models serves the models that the person may see, with their branches and tags.
func (s *Server) models(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	out, err := s.modelsOf(r.Context(), who)
	if err != nil {
		return err
	}
	answer(w, out)
	return nil
}

// modelsOf returns what the person may see of the models.
func (s *Server) modelsOf(ctx context.Context, who mcp.Principal) ([]modelData, error) {
	models, err := s.reader(who).Models(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]modelData, len(models))
	for i, m := range models {
		d := modelData{ID: m.ID, Name: m.Name, Owner: m.Owner, Branches: []branchData{}, Tags: []tagData{}}
		for _, b := range m.Branches {
			_, archived := m.Register.Archived(b.Name)
			row := branchData{Name: b.Name, Head: b.Revision, Archived: archived}
			if b.Fork != nil && who.ReadsBranch(b.Fork.Parent) {
				row.Parent, row.Fork = b.Fork.Parent, uint64(b.Fork.ForkRevision)
			}
			if b.Fork != nil {
				row.Description = b.Fork.Description
			}
			d.Branches = append(d.Branches, row)
			if b.UpdatedAt.After(d.At) {
				d.At = b.UpdatedAt
			}
		}
		for _, t := range m.Register.Tags() {
			if who.ReadsBranch(t.At.Branch) {
				d.Tags = append(d.Tags, tagData{t.Name, t.At.Branch, uint64(t.At.Revision)})
			}
		}
		out[i] = d
	}
	return out, nil
}
