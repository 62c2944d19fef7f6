package httpd

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/bimstream/bimstream/mcp/wire"
)

// operatorsTokens is the message for a client with OAuth that looks for a way to register itself.
const operatorsTokens = "bimstream takes bearer tokens issued by its operator: put one into the client's " +
	"configuration as the header Authorization: Bearer TOKEN"

// register replies to clients that try to register themselves (RFC 7591), in the error format that they expect.
func (s *Service) register(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		wire.RefuseUnread(w, r, http.StatusMethodNotAllowed, operatorsTokens)
		return
	}
	description := operatorsTokens
	if o := s.callers.Load().oauth; o != nil {
		description = "clients are registered with the identity provider " + o.config.Issuer
	}
	w.Header().Set("Connection", "close")
	answerJSON(w, http.StatusBadRequest, map[string]string{"error": "invalid_client_metadata",
		"error_description": description})
}

// wellKnown serves the documents that clients with OAuth look for.
func (s *Service) wellKnown(w http.ResponseWriter, r *http.Request) {
	const resource = "/.well-known/oauth-protected-resource"
	o := s.callers.Load().oauth
	if o == nil || r.URL.Path != resource && !strings.HasPrefix(r.URL.Path, resource+"/") {
		w.Header().Set("Connection", "close")
		answerJSON(w, http.StatusNotFound, map[string]string{"error": "not_found",
			"error_description": operatorsTokens})
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		wire.RefuseUnread(w, r, http.StatusMethodNotAllowed, "this address takes GET")
		return
	}
	w.Header().Set("Cache-Control", "max-age=300")
	answerJSON(w, http.StatusOK, o.metadata(s.publicURL(r)))
}

func answerJSON(w http.ResponseWriter, status int, v any) {
	text, _ := json.Marshal(v) // maps of strings and plain structs always encode
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // an error means that the client has gone
}

// publicURL returns the address of the endpoint as clients see it.
func (s *Service) publicURL(r *http.Request) string {
	if s.config.PublicURL != "" {
		return s.config.PublicURL
	}
	return s.proxies.scheme(r) + "://" + s.proxies.host(r) + "/mcp"
}

// metadataURL returns the address of the endpoint's description by RFC 9728: the well-known path before the path of the
// endpoint.
func (s *Service) metadataURL(r *http.Request) string {
	url := s.publicURL(r)
	from := strings.Index(url, "://") + len("://")
	at := strings.IndexByte(url[from:], '/')
	if at < 0 {
		return url + "/.well-known/oauth-protected-resource"
	}
	return url[:from+at] + "/.well-known/oauth-protected-resource" + url[from+at:]
}
