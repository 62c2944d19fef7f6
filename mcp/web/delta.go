package web

import (
	"net/http"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/bodies"
)

// delta serves the difference between two points.
func (s *Server) delta(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	q := r.URL.Query()
	d, err := s.reader(who).Delta(r.Context(), r.PathValue("model"), r.PathValue("branch"), q.Get("from"), q.Get("to"))
	if err != nil {
		return err
	}
	answer(w, s.addressed(d))
	return nil
}

// addressed caches the bodies of a difference as blobs and sets their addresses.
func (s *Server) addressed(d *bodies.Delta) *bodies.Delta {
	d.After.URL, d.Before.URL = s.blobs.keep(d.AfterBytes), s.blobs.keep(d.BeforeBytes)
	return d
}
