package wire

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// MaxBodyBytes bounds one message over HTTP.
const MaxBodyBytes = 8 << 20

// sessionIdleTime is how long an older client's session is kept without a request.
const sessionIdleTime = time.Hour

// HTTPHandler serves the protocol over streamable HTTP. It does not authenticate: wrap it. Requests that a browser
// sends from another origin than those allowed or this machine are refused.
func (s *Server) HTTPHandler(allowedOrigins ...string) http.Handler {
	transport := server.NewStreamableHTTPServer(s.mcp, server.WithStateful(true),
		server.WithSessionIdleTTL(sessionIdleTime), server.WithStreamableHTTPLogger(s.options.Logger))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && !originAllowed(origin, allowedOrigins) {
			http.Error(w, "requests from this origin are not allowed", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, MaxBodyBytes)
		transport.ServeHTTP(w, r)
	})
}

func originAllowed(origin string, allowed []string) bool {
	if slices.Contains(allowed, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}
