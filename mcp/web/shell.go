package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"time"

	"github.com/bimstream/bimstream/mcp/web/static"
)

// shell serves a file of the page with the hash of its content as ETag, so that a browser can check whether it has
// changed.
func (s *Server) shell(name string) http.HandlerFunc {
	content, err := static.Files.ReadFile(name)
	if err != nil {
		panic("web: " + name + " is not embedded")
	}
	sum := sha256.Sum256(content)
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", etag(hex.EncodeToString(sum[:])))
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	}
}
