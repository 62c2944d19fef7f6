package mcp

import (
	"net/http"
	"strings"
)

// HTTPConfig says how a server is reached over HTTP.
type HTTPConfig struct {
	// Authenticate returns whose a bearer token is. A request without a token that it knows is refused.
	Authenticate func(token string) (Principal, bool)
	// AllowAnonymous lets requests without a token act as the configured principal. Only for a server that nobody else
	// can reach, such as one under test.
	AllowAnonymous bool
	// AllowedOrigins are the web pages that may call, besides those of this machine.
	AllowedOrigins []string
}

// HTTPHandler serves the same tools over streamable HTTP.
func (s *Server) HTTPHandler() http.Handler {
	next := s.wire.HTTPHandler(s.config.HTTP.AllowedOrigins...)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := s.authenticate(r)
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bimstream"`)
			http.Error(w, "a bearer token is required", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), p)))
	})
}

func (s *Server) authenticate(r *http.Request) (Principal, bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") && token != "" && s.config.HTTP.Authenticate != nil {
		p, ok := s.config.HTTP.Authenticate(token)
		return p, ok && p.check() == nil
	}
	return s.config.Principal, s.config.HTTP.AllowAnonymous && r.Header.Get("Authorization") == ""
}
