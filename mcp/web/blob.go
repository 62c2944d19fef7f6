package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"github.com/bimstream/bimstream/mcp"
)

// blobs caches the bodies of differences by the SHA-256 of their content. The oldest blob is dropped first.
type blobs struct {
	mu    sync.Mutex
	known map[string][]byte
	order []string
	size  int
}

// maxBlobs bounds the cached blobs, in bytes. A page fetches a blob as soon as it gets the address.
const maxBlobs = 64 << 20

func newBlobs() *blobs { return &blobs{known: map[string][]byte{}} }

// keep caches a content and returns its address, or "" for an empty content.
func (b *blobs) keep(content []byte) string {
	if len(content) == 0 {
		return ""
	}
	sum := sha256.Sum256(content)
	name := hex.EncodeToString(sum[:])
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.known[name]; !ok {
		b.known[name], b.order = content, append(b.order, name)
		for b.size += len(content); b.size > maxBlobs && len(b.order) > 1; b.order = b.order[1:] {
			b.size -= len(b.known[b.order[0]])
			delete(b.known, b.order[0])
		}
	}
	return "/api/blobs/" + name
}

func (b *blobs) get(name string) ([]byte, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	content, ok := b.known[name]
	return content, ok
}

// blob serves a blob. Its address is as secret as its content: only those who got the difference know it.
func (s *Server) blob(w http.ResponseWriter, r *http.Request, _ mcp.Principal) error {
	content, ok := s.blobs.get(r.PathValue("sha256"))
	if !ok {
		return notFound("this blob is not kept any more: ask for the difference again")
	}
	keep(w)
	serveChunk(w, content)
	return nil
}
