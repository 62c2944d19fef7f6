package tools

import (
	"mime"
	"net/http"
	"os"
)

// Serve writes a file of a caller to a browser or a client, whole or in parts, under its hash. It is saved and not
// shown: what is in it is not the server's.
func (f File) Serve(w http.ResponseWriter, r *http.Request, content *os.File) {
	h := w.Header()
	h.Set("Content-Type", f.Media)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+f.SHA256+`"`)
	http.ServeContent(w, r, "", f.Written, content)
}
