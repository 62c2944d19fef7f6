package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/scenes"
)

// The size of pictures, in pixels.
const (
	pictureWidth  = 1024
	pictureHeight = 768
)

// picture serves a shaded picture of a state, for browsers that cannot draw it.
func (s *Server) picture(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	q := r.URL.Query()
	v, _, err := s.viewAndHead(r, who, q.Get("at"))
	if err != nil {
		return err
	}
	if s.reader(who).Bounded(v.Branch) {
		return state.Errorf(state.PermissionDenied,
			"there are no pictures for who may read a part of a branch only: a browser with WebGL 2 shows that part")
	}
	spec := scenes.PictureSpec{Width: pictureWidth, Height: pictureHeight}
	if view := scenes.NamedView(q.Get("view")); view != "" {
		if !slices.Contains(view.Enum(), string(view)) {
			return state.Errorf(state.InvalidInput, "there is no view %q", view).With("known", view.Enum())
		}
		spec.Camera.View = view
	}
	made, err := scenes.Render(r.Context(), v, spec, nil)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(made.PNG)))
	_, _ = w.Write(made.PNG)
	return nil
}
