package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/bimstream/bimstream/mcp"
)

// oauthConfig is the file that makes the server a resource server of an identity provider: whose JWTs count, and which
// principals they stand for.
type oauthConfig struct {
	Issuer   string `json:"issuer"`
	Audience string `json:"audience"` // that tokens must be for: usually the public address of the endpoint
	// JWKSURI is where the issuer's keys are; "" to find it by OpenID Connect discovery.
	JWKSURI    string      `json:"jwks_uri,omitempty"`
	Algorithms []string    `json:"algorithms,omitempty"` // of signatures; default RS256, ES256, EdDSA
	Rules      []oauthRule `json:"rules"`                // the first that fits says who calls
}

// oauthRule maps tokens to a principal.
type oauthRule struct {
	Scopes []string          `json:"scopes,omitempty"` // all of which a token must have
	Claims map[string]string `json:"claims,omitempty"` // which a token must have: the value, or a list with it
	// Principal is who calls. Without an id it is that of the claim IDClaim (default sub); an agent without
	// on_behalf_of works for that of the claim OnBehalfOfClaim (default sub).
	Principal       mcp.Principal `json:"principal"`
	IDClaim         string        `json:"id_claim,omitempty"`
	OnBehalfOfClaim string        `json:"on_behalf_of_claim,omitempty"`
}

var defaultAlgorithms = []string{oidc.RS256, oidc.ES256, oidc.EdDSA}

// oauth judges JWTs. It asks the identity provider for its keys when the first token comes, and again for keys that it
// does not know, so that a server starts while the provider is down.
type oauth struct {
	config oauthConfig
	log    *slog.Logger

	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier
	asked    time.Time // when the provider was last asked in vain
}

func loadOAuth(file string, log *slog.Logger) (*oauth, error) {
	text, err := mcp.ReadTrusted(file)
	if err != nil {
		return nil, fmt.Errorf("read the identity provider: %w", err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	o := &oauth{log: log}
	if err := d.Decode(&o.config); err != nil {
		return nil, fmt.Errorf("read the identity provider: %w", err)
	}
	if len(o.config.Algorithms) == 0 {
		o.config.Algorithms = defaultAlgorithms
	}
	return o, o.config.check()
}

func (c *oauthConfig) check() error {
	for name, address := range map[string]string{"issuer": c.Issuer, "jwks_uri": c.JWKSURI} {
		if address == "" && name == "jwks_uri" {
			continue
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && isLoopbackName(u.Hostname())) {
			return fmt.Errorf("the identity provider: %s must be an https address, not %q", name, address)
		}
	}
	switch {
	case c.Audience == "":
		return errors.New("the identity provider: audience is missing; without it, tokens for other services would " +
			"count here")
	case len(c.Rules) == 0:
		return errors.New("the identity provider: rules are missing; without one nobody can call")
	}
	for _, a := range c.Algorithms {
		if !slices.Contains([]string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256,
			oidc.ES384, oidc.ES512, oidc.EdDSA}, a) {
			return fmt.Errorf("the identity provider: algorithm %q is none of public keys", a)
		}
	}
	for i, r := range c.Rules {
		if _, err := r.principal(map[string]any{"sub": "somebody", r.IDClaim: "somebody",
			r.OnBehalfOfClaim: "somebody else"}); err != nil {
			return fmt.Errorf("the identity provider: rule %d: %w", i, err)
		}
		if len(r.Scopes) == 0 && len(r.Claims) == 0 {
			return fmt.Errorf("the identity provider: rule %d asks for no scope and no claim, so that everybody with "+
				"an account would get in", i)
		}
	}
	return nil
}

// keepKeys takes over the keys of the same provider after the file was read again.
func (o *oauth) keepKeys(before *oauth) {
	if o == nil || before == nil || o.config.Issuer != before.config.Issuer ||
		o.config.JWKSURI != before.config.JWKSURI ||
		o.config.Audience != before.config.Audience || !slices.Equal(o.config.Algorithms, before.config.Algorithms) {
		return
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	o.verifier = before.verifier
}

const (
	providerBound = 10 * time.Second // for one answer of the provider
	askAgainAfter = 5 * time.Second  // a provider that did not answer is left alone for so long
)

var errProvider = errors.New("the identity provider does not answer")

// keys returns what verifies signatures.
func (o *oauth) keys(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.verifier != nil {
		return o.verifier, nil
	}
	if time.Since(o.asked) < askAgainAfter {
		return nil, errProvider
	}
	client := &http.Client{Timeout: providerBound, Transport: &sparing{next: http.DefaultTransport}}
	config := &oidc.Config{ClientID: o.config.Audience, SupportedSigningAlgs: o.config.Algorithms}
	held := oidc.ClientContext(context.WithoutCancel(ctx), client)
	if o.config.JWKSURI != "" {
		o.verifier = oidc.NewVerifier(o.config.Issuer, oidc.NewRemoteKeySet(held, o.config.JWKSURI), config)
		return o.verifier, nil
	}
	provider, err := oidc.NewProvider(held, o.config.Issuer)
	if err != nil {
		o.asked = time.Now()
		return nil, fmt.Errorf("%w: %w", errProvider, err)
	}
	o.verifier = provider.VerifierContext(held, config)
	return o.verifier, nil
}

// sparing bounds how often the provider is asked, since anybody can name a key that does not exist.
type sparing struct {
	next http.RoundTripper
	mu   sync.Mutex
	left float64
	last time.Time
}

const (
	askBurst    = 5
	askInterval = 5 * time.Second
)

// RoundTrip implements http.RoundTripper.
func (s *sparing) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	now := time.Now()
	if s.last.IsZero() {
		s.left = askBurst
	} else {
		s.left = min(askBurst, s.left+now.Sub(s.last).Seconds()/askInterval.Seconds())
	}
	s.last = now
	ok := s.left >= 1
	if ok {
		s.left--
	}
	s.mu.Unlock()
	if !ok {
		return nil, errProvider
	}
	return s.next.RoundTrip(r)
}

// find returns whose a JWT is.
func (o *oauth) find(ctx context.Context, secret string) (caller, error) {
	verifier, err := o.keys(ctx)
	if err != nil {
		return caller{}, err
	}
	token, err := verifier.Verify(ctx, secret)
	if err != nil {
		return caller{}, o.refusalOf(err)
	}
	claims := map[string]any{}
	if err := token.Claims(&claims); err != nil {
		return caller{}, errUnknown
	}
	for _, r := range o.config.Rules {
		if !r.fits(claims) {
			continue
		}
		p, err := r.principal(claims)
		if err != nil {
			o.log.Warn("a token fits a rule and names no principal", "subject", token.Subject, "error", err)
			return caller{}, errUnknown
		}
		name, _ := claims["jti"].(string)
		return caller{p, "jwt " + bounded(name)}, nil
	}
	return caller{}, &refusal{http.StatusForbidden, "insufficient_scope",
		"your account is known, and has no right on this server: ask its operator",
		strings.Join(o.config.Rules[0].Scopes, " ")}
}

// bounded shortens a text of somebody else's for the log.
func bounded(text string) string {
	const most = 64
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// refusalOf says why a JWT does not count.
func (o *oauth) refusalOf(err error) error {
	if expired, ok := errors.AsType[*oidc.TokenExpiredError](err); ok {
		return &refusal{http.StatusUnauthorized, "invalid_token",
			"this token expired at " + expired.Expiry.UTC().Format(time.RFC3339) +
				": get a new one from the identity provider", ""}
	}
	if errors.Is(err, errProvider) || strings.Contains(err.Error(), "fetching keys") {
		return fmt.Errorf("%w: %w", errProvider, err)
	}
	o.log.Debug("a JWT was refused", "error", err)
	return &refusal{http.StatusUnauthorized, "invalid_token",
		"this token is not one of " + o.config.Issuer + " for " + o.config.Audience, ""}
}

// fits reports whether a token has what a rule asks for.
func (r oauthRule) fits(claims map[string]any) bool {
	scopes := scopesOf(claims)
	for _, s := range r.Scopes {
		if !slices.Contains(scopes, s) {
			return false
		}
	}
	for name, value := range r.Claims {
		switch has := claims[name].(type) {
		case string:
			if has != value {
				return false
			}
		case []any:
			if !slices.Contains(has, any(value)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// scopesOf reads scope (RFC 9068) and scp (of some providers), each a list or words with spaces between them.
func scopesOf(claims map[string]any) (out []string) {
	for _, name := range []string{"scope", "scp"} {
		switch v := claims[name].(type) {
		case string:
			out = append(out, strings.Fields(v)...)
		case []any:
			for _, one := range v {
				if s, ok := one.(string); ok {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// principal is who calls by a token that fits.
func (r oauthRule) principal(claims map[string]any) (mcp.Principal, error) {
	claim := func(name string) string {
		if name == "" {
			name = "sub"
		}
		value, _ := claims[name].(string)
		return value
	}
	p := r.Principal
	if p.ID == "" {
		p.ID = claim(r.IDClaim)
	}
	if p.Kind == mcp.KindAgent && p.OnBehalfOf == "" {
		p.OnBehalfOf = claim(r.OnBehalfOfClaim)
	}
	text, err := json.Marshal(p)
	if err != nil {
		return mcp.Principal{}, err
	}
	return mcp.ParsePrincipal(text) // as strict with a token's as with a file's
}

// metadata is the document of RFC 9728.
func (o *oauth) metadata(resource string) map[string]any {
	scopes := []string{}
	for _, r := range o.config.Rules {
		scopes = append(scopes, r.Scopes...)
	}
	slices.Sort(scopes)
	return map[string]any{
		"resource": resource, "authorization_servers": []string{o.config.Issuer},
		"scopes_supported":         slices.Compact(scopes),
		"bearer_methods_supported": []string{"header"}, "resource_name": "bimstream",
	}
}
