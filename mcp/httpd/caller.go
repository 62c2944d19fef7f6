package httpd

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/wire"
)

// callers are the principals that may call, from the operator's files.
type callers struct {
	tokens    *mcp.Tokens
	oauth     *oauth
	anonymous *mcp.Principal
}

func readCallers(c Config, known *twins) (*callers, error) {
	out := &callers{anonymous: c.Anonymous}
	var err error
	if c.Tokens != "" {
		if out.tokens, err = mcp.LoadTokens(c.Tokens); err != nil {
			return nil, err
		}
	}
	if c.OAuth != "" {
		if out.oauth, err = loadOAuth(c.OAuth, known, c.Logger); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// caller is the principal of a request, with the token that it used.
type caller struct {
	principal mcp.Principal
	token     string // its name; never the token itself
}

// refusal is the reason why a request is not admitted: the challenge for the program, the sentence for the person.
type refusal struct {
	status   int
	code     string // of RFC 6750; "" when no credentials were sent
	sentence string
	scope    string // the scope that would suffice
	logged   bool   // it was logged a moment ago
}

func (e *refusal) Error() string { return e.sentence }

var (
	errNoToken = &refusal{http.StatusUnauthorized, "",
		"a bearer token is required: send the header Authorization: Bearer TOKEN with a token that the operator of " +
			"this server gave you", "", false}
	errScheme = &refusal{http.StatusUnauthorized, "invalid_token",
		"the header Authorization must be Bearer, a space, and a token", "", false}
	errUnknown = &refusal{http.StatusUnauthorized, "invalid_token",
		"this token is not known here, or was revoked: ask the operator of this server for a new one", "", false}
	errExpired = &refusal{http.StatusUnauthorized, "invalid_token",
		"this token has expired: ask the operator of this server for a new one", "", false}
)

// find returns the caller of a request from its headers.
func (c *callers) find(ctx context.Context, header http.Header, now time.Time) (caller, error) {
	values := header.Values("Authorization")
	if len(values) == 0 {
		if c.anonymous != nil {
			return caller{*c.anonymous, ""}, nil
		}
		return caller{}, errNoToken
	}
	scheme, secret, _ := strings.Cut(values[0], " ")
	secret = strings.TrimSpace(secret)
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || secret == "" {
		return caller{}, errScheme
	}
	if c.tokens != nil {
		if t, ok := c.tokens.Find(secret); ok {
			if t.Expired(now) {
				return caller{}, errExpired
			}
			return caller{t.Principal, t.Name}, nil
		}
	}
	if c.oauth != nil && looksLikeJWT(secret) {
		return c.oauth.find(ctx, secret)
	}
	return caller{}, errUnknown
}

// looksLikeJWT reports whether a token has the three parts of a signed JWT.
func looksLikeJWT(secret string) bool { return strings.Count(secret, ".") == 2 }

// letIn admits requests of known principals, and stores the principal in the request's context.
func (s *Service) letIn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := lineOf(r.Context())
		s.follow()
		found, err := s.callers.Load().find(r.Context(), r.Header, time.Now())
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		l.principal, l.token = found.principal.ID, found.token
		wire.LetIn(r.Context())
		next.ServeHTTP(w, r.WithContext(mcp.WithPrincipal(r.Context(), found.principal)))
	})
}

// admitted reports whether an admitted request would be admitted again with the same permissions.
func (s *Service) admitted(r *http.Request) bool {
	s.follow()
	found, err := s.callers.Load().find(r.Context(), r.Header, time.Now())
	if err != nil {
		_, refused := errors.AsType[*refusal](err)
		return !refused // an identity provider that does not answer has revoked nothing
	}
	was, _ := mcp.PrincipalOf(r.Context())
	return reflect.DeepEqual(found.principal, was)
}

// refuse replies to a request that is not admitted. Replies to wrong tokens are delayed, but not those to requests
// without a token, with which clients ask what is needed.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	no, ok := errors.AsType[*refusal](err)
	if !ok {
		if o := s.callers.Load().oauth; o == nil || o.away() {
			s.log.Error("a token could not be judged", "error", err)
		}
		w.Header().Set("Retry-After", "5")
		who := "identity provider"
		if errors.Is(err, errIdentities) {
			who = "store"
		}
		refuseRequest(w, r, http.StatusServiceUnavailable,
			"the "+who+" cannot be reached: try again in a few seconds")
		return
	}
	l := lineOf(r.Context())
	l.outcome = no.code
	if no.code != "" && no.status == http.StatusUnauthorized {
		times, wait := s.slow.fail(l.address, time.Now())
		if times&(times-1) == 0 && !no.logged { // at 1, 2, 4, 8 ..., so that a flood of requests does not flood the log
			s.log.Warn("a token was refused", "address", l.address.String(), "times", times, "path",
				r.URL.Path, "reason", no.sentence)
		}
		s.metrics.refused.Inc()
		if !s.slow.pause(r.Context(), wait) {
			w.Header().Set("Retry-After", "10")
			refuseRequest(w, r, http.StatusTooManyRequests, "too many wrong tokens are being tried: try again later")
			return
		}
	}
	w.Header().Set("WWW-Authenticate", s.challenge(r, no))
	refuseRequest(w, r, no.status, no.sentence)
}

// refuseRequest refuses a request before it is read. A message of the protocol is refused in the form of the protocol.
func refuseRequest(w http.ResponseWriter, r *http.Request, status int, sentence string) {
	if r.Method == http.MethodPost && r.URL.Path == endpoint {
		wire.RefuseMessage(w, r, status, sentence)
		return
	}
	wire.RefuseUnread(w, r, status, sentence)
}

// challenge returns the value of WWW-Authenticate by RFC 6750 and RFC 9728.
func (s *Service) challenge(r *http.Request, no *refusal) string {
	text := `Bearer realm="bimstream"`
	if no.code != "" {
		text += fmt.Sprintf(`, error=%q, error_description=%q`, no.code, no.sentence)
	}
	if no.scope != "" {
		text += fmt.Sprintf(`, scope=%q`, no.scope)
	}
	if s.callers.Load().oauth != nil {
		text += fmt.Sprintf(`, resource_metadata=%q`, s.metadataURL(r))
	}
	return text
}
