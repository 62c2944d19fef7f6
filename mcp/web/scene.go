package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// scene serves the elements of a state with the addresses of their bodies.
func (s *Server) scene(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	v, head, err := s.viewAndHead(r, who, r.URL.Query().Get("at"))
	if err != nil {
		return err
	}
	linked := app.Linked{View: v}
	if withLinked(r) {
		linked = s.reader(who).Linked(r.Context(), v, head)
	}
	tag := s.tagOf(v, head, who, linked.Key)
	if r.Header.Get("If-None-Match") == tag {
		w.Header().Set("ETag", tag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	out := s.reader(who).State(linked.View).Scene(head, func(chunk int) string {
		address := fmt.Sprintf("/api/models/%s/branches/%s/chunks/%d/%d?of=%s", url.PathEscape(v.ModelID),
			url.PathEscape(v.Branch), v.Revision, chunk, s.instance)
		if withLinked(r) {
			address += "&models=all&linked=" + linked.Key
		}
		return address
	})
	out.Layers = append(out.Layers, linked.Left...)
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("ETag", tag)
	answer(w, out)
	return nil
}

// withLinked reports whether a request includes the linked models.
func withLinked(r *http.Request) bool { return r.URL.Query().Get("models") == "all" }

// tagOf returns an ETag for what a person may see of a state, including linked models with a key. It is valid only for
// this process, because another process may use another store or make other bodies from the same events.
func (s *Server) tagOf(v *projections.View, head uint64, who mcp.Principal, linked string) string {
	may, err := json.Marshal(who.Permissions)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %x %d %s %s %s", v.ModelID, v.Branch, v.Hash, head, s.instance, may,
		linked))
	return etag(hex.EncodeToString(sum[:]))
}

// viewAndHead returns the state that a request names, and the last revision of its branch.
func (s *Server) viewAndHead(r *http.Request, who mcp.Principal, point string) (*projections.View, uint64, error) {
	reader := s.reader(who)
	v, err := reader.View(r.Context(), r.PathValue("model"), r.PathValue("branch"), point)
	if err != nil {
		return nil, 0, err
	}
	head, err := reader.Head(r.Context(), v)
	return v, head, err
}

// chunk serves the bodies of some elements of a revision.
func (s *Server) chunk(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	reader := s.reader(who)
	v, err := reader.View(r.Context(), r.PathValue("model"), r.PathValue("branch"), r.PathValue("rev"))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		n = -1
	}
	if withLinked(r) {
		head, err := reader.Head(r.Context(), v)
		if err != nil {
			return err
		}
		linked := reader.Linked(r.Context(), v, head)
		if linked.Key != r.URL.Query().Get("linked") {
			return notFound("a linked model is another one now than in the scene of chunk %q: load the scene again",
				r.PathValue("n"))
		}
		v = linked.View
	}
	content, found, err := reader.Chunk(r.Context(), reader.State(v), n)
	if err != nil {
		return err
	}
	if !found {
		return notFound("there is no chunk %q: the scene names them", r.PathValue("n"))
	}
	keep(w)
	serveChunk(w, content)
	return nil
}

func serveChunk(w http.ResponseWriter, content []byte) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}
