package web

import (
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
	models, err := s.reader(who).Models(r.Context())
	if err != nil {
		return err
	}
	out := make([]modelData, len(models))
	for i, m := range models {
		d := modelData{ID: m.ID, Name: m.Name, Owner: m.Owner, At: m.UpdatedAt, Branches: []branchData{},
			Tags: []tagData{}}
		for _, b := range m.Branches {
			_, archived := m.Register.Archived(b.Name)
			row := branchData{Name: b.Name, Head: b.Revision, Archived: archived}
			if b.Fork != nil {
				row.Parent, row.Fork, row.Description = b.Fork.Parent, uint64(b.Fork.ForkRevision), b.Fork.Description
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
	answer(w, out)
	return nil
}
