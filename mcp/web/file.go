package web

import (
	"errors"
	"net/http"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
)

// file serves a file that a tool wrote for the person.
func (s *Server) file(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	f, content, err := s.config.Backend.OpenFile(r.Context(), who, r.PathValue("id"))
	switch {
	case errors.Is(err, wire.ErrNoResource):
		return notFound("there is no file of this id, or none that you may see")
	case errors.Is(err, app.ErrFileReplaced):
		return state.Errorf(state.IllegalState, "a later export has replaced this file: export again").
			With("state", "replaced").With("allowed", []string{"export again"})
	case err != nil:
		return err
	}
	defer func() { _ = content.Close() }()
	f.Serve(w, r, content)
	return nil
}
