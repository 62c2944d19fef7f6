package httpd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// oauthConfig is the file that makes the server a resource server of an identity provider. It states whose JWTs are
// accepted and which principals they represent.
type oauthConfig struct {
	Issuer   string `json:"issuer"`
	Audience string `json:"audience"` // the required audience of tokens, usually the public address of the endpoint
	// JWKSURI is the address of the issuer's keys; "" to find it by OpenID Connect discovery.
	JWKSURI    string      `json:"jwks_uri,omitempty"`
	Algorithms []string    `json:"algorithms,omitempty"` // of signatures; default RS256, ES256, EdDSA
	Rules      []oauthRule `json:"rules"`                // the first matching rule determines the caller
	// Name is the prefix of ids from the provider's claims, followed by a colon, because the same subject at another
	// provider is another person. "" means the host of the issuer.
	Name string `json:"name,omitempty"`
	// KeysCache is how long keys are valid before the provider is asked again, such as 5m, which is the default.
	KeysCache string `json:"keys_cache,omitempty"`
	// FormerIDs are ids from claims that do not get the provider's name as a prefix. They belong to people who own
	// models from before the prefix was introduced.
	FormerIDs []string `json:"former_ids,omitempty"`
}

// oauthRule maps tokens to a principal.
type oauthRule struct {
	Scopes []string          `json:"scopes,omitempty"` // scopes, all of which a token must have
	Claims map[string]string `json:"claims,omitempty"` // required claims: the value, or a list that contains it
	// Principal is the caller. Without an id it gets the id from the claim IDClaim (default sub). An agent without
	// on_behalf_of works for the person in the claim OnBehalfOfClaim (default sub).
	Principal       mcp.Principal `json:"principal"`
	IDClaim         string        `json:"id_claim,omitempty"`
	OnBehalfOfClaim string        `json:"on_behalf_of_claim,omitempty"`
}

var defaultAlgorithms = []string{oidc.RS256, oidc.ES256, oidc.EdDSA}

// oauth verifies JWTs. It fetches the identity provider's keys at the first token, and again for an unknown key. A
// server can therefore start while the provider is down.
type oauth struct {
	config oauthConfig
	log    *slog.Logger

	now      func() time.Time
	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier
	keys     *keySet
	asked    time.Time // when the provider last failed to answer
	unknown  time.Time // when it was last asked for an unknown key, before the file was read again
	// toldUnknown is when an unknown key was last logged.
	toldUnknown time.Time
	down        bool // it was logged that the provider does not answer
	twins       *twins
}

func loadOAuth(file string, known *twins, log *slog.Logger) (*oauth, error) {
	text, err := mcp.ReadTrusted(file)
	if err != nil {
		return nil, fmt.Errorf("read the identity provider: %w", err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	o := &oauth{log: log, now: time.Now, twins: known}
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
	if d, err := time.ParseDuration(cmp.Or(c.KeysCache, "5m")); err != nil || d < leastKeysCache {
		return fmt.Errorf("the identity provider: keys_cache is a time such as 5m, at least %s", leastKeysCache)
	}
	if err := mcp.CheckID(c.name()); err != nil || strings.Contains(c.name(), ":") {
		return fmt.Errorf("the identity provider: name %q is none for an id of a principal: give letters, digits and "+
			". _ -", c.name())
	}
	for _, id := range c.FormerIDs {
		if err := mcp.CheckID(id); err != nil {
			return fmt.Errorf("the identity provider: former_ids: %q %w", id, err)
		}
	}
	for _, a := range c.Algorithms {
		if !slices.Contains([]string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256,
			oidc.ES384, oidc.ES512, oidc.EdDSA}, a) {
			return fmt.Errorf("the identity provider: algorithm %q is none of public keys", a)
		}
	}
	for i, r := range c.Rules {
		if _, err := r.principal(c, map[string]any{"sub": "somebody", r.IDClaim: "somebody",
			r.OnBehalfOfClaim: "somebody.else"}); err != nil {
			return fmt.Errorf("the identity provider: rule %d: %w", i, err)
		}
		if len(r.Scopes) == 0 && len(r.Claims) == 0 {
			return fmt.Errorf("the identity provider: rule %d asks for no scope and no claim, so that everybody with "+
				"an account would get in", i)
		}
	}
	return nil
}

// sameProvider reports whether the reread file names the same provider, keys and tokens.
func (o *oauth) sameProvider(before *oauth) bool {
	return o != nil && before != nil && o.config.Issuer == before.config.Issuer &&
		o.config.JWKSURI == before.config.JWKSURI && o.config.Audience == before.config.Audience &&
		o.config.KeysCache == before.config.KeysCache && slices.Equal(o.config.Algorithms, before.config.Algorithms)
}

// keepKeys takes over the keys of the same provider after another file was reread.
func (o *oauth) keepKeys(before *oauth) {
	if !o.sameProvider(before) {
		return
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	o.verifier, o.keys = before.verifier, before.keys
	o.toldUnknown, o.down = before.toldUnknown, before.down
}

// keepBounds takes over from before, for the same provider, the time of the last request for an unknown key and what
// was logged. Unlike keepKeys it does not take over the keys, so that they are requested again.
func (o *oauth) keepBounds(before *oauth) {
	if !o.sameProvider(before) {
		return
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	o.toldUnknown, o.down = before.toldUnknown, before.down
	if before.keys != nil {
		before.keys.mu.Lock()
		defer before.keys.mu.Unlock()
		o.unknown = before.keys.unknown
	}
}

const (
	providerBound = 10 * time.Second // for one answer of the provider
	askAgainAfter = 5 * time.Second  // how long a provider that did not answer is not asked again
)

var errProvider = errors.New("the identity provider does not answer")

// ready returns the verifier for a token, after fetching the keys that may have signed the token.
func (o *oauth) ready(ctx context.Context, token string) (*oidc.IDTokenVerifier, error) {
	verifier, keys, err := o.provider(ctx)
	if err == nil {
		err = keys.ready(ctx, keyOf(token))
	}
	return verifier, err
}

func (o *oauth) provider(ctx context.Context) (*oidc.IDTokenVerifier, *keySet, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.verifier != nil {
		return o.verifier, o.keys, nil
	}
	if !o.asked.IsZero() && o.now().Sub(o.asked) < askAgainAfter {
		return nil, nil, errProvider
	}
	client := &http.Client{Timeout: providerBound}
	address := o.config.JWKSURI
	if address == "" {
		provider, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), client), o.config.Issuer)
		var found struct {
			JWKSURI string `json:"jwks_uri"`
		}
		if err == nil {
			err = provider.Claims(&found)
		}
		if err != nil {
			o.asked = o.now()
			return nil, nil, fmt.Errorf("%w: %w", errProvider, err)
		}
		address = found.JWKSURI
	}
	o.keys = &keySet{address: address, client: client, cache: o.config.cache(), now: o.now, unknown: o.unknown}
	o.verifier = oidc.NewVerifier(o.config.Issuer, o.keys,
		&oidc.Config{ClientID: o.config.Audience, SupportedSigningAlgs: o.config.Algorithms})
	return o.verifier, o.keys, nil
}

// cache returns how long keys are valid before the provider is asked again.
func (c *oauthConfig) cache() time.Duration {
	if c.KeysCache == "" {
		return defaultKeysCache
	}
	d, _ := time.ParseDuration(c.KeysCache) // the value was checked when it was read
	return d
}

// name returns the prefix of the provider's subjects: the configured name, or the host of the issuer. If the issuer's
// address is more than the host, a digest of the address is appended.
func (c *oauthConfig) name() string {
	if c.Name != "" {
		return c.Name
	}
	u, err := url.Parse(c.Issuer)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if c.Issuer == "https://"+host {
		return host
	}
	sum := sha256.Sum256([]byte(c.Issuer))
	return strings.ReplaceAll(host, ":", "-") + "-" + hex.EncodeToString(sum[:4])
}

// find returns the caller that a JWT represents.
func (o *oauth) find(ctx context.Context, secret string) (caller, error) {
	verifier, err := o.ready(ctx, secret)
	if errors.Is(err, errUnknownKey) {
		return caller{}, o.unknownKey()
	}
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
		p, err := r.principal(&o.config, claims)
		if err == nil {
			err = o.checkTwin(ctx, p)
		}
		if errors.Is(err, errIdentities) {
			return caller{}, err
		}
		if err != nil {
			o.log.Warn("a token fits a rule and names no principal", "subject", token.Subject, "error", err)
			return caller{}, errUnknown
		}
		name, _ := claims["jti"].(string)
		o.answered()
		return caller{p, "jwt " + bounded(name)}, nil
	}
	return caller{}, &refusal{http.StatusForbidden, "insufficient_scope",
		"your account is known, and has no right on this server: ask its operator",
		strings.Join(o.config.Rules[0].Scopes, " "), false}
}

// bounded shortens a foreign text for the log.
func bounded(text string) string {
	const most = 64
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// refusalOf returns the reason why a JWT is refused.
func (o *oauth) refusalOf(err error) error {
	if expired, ok := errors.AsType[*oidc.TokenExpiredError](err); ok {
		return &refusal{http.StatusUnauthorized, "invalid_token",
			"this token expired at " + expired.Expiry.UTC().Format(time.RFC3339) +
				": get a new one from the identity provider", "", false}
	}
	o.log.Debug("a JWT was refused", "error", err)
	return &refusal{http.StatusUnauthorized, "invalid_token",
		"this token is not one of " + o.config.Issuer + " for " + o.config.Audience, "", false}
}

// unknownKey returns the refusal of a token that names a key which the provider does not have. It is logged at most
// once in unknownKeyAfter.
func (o *oauth) unknownKey() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	told := !o.toldUnknown.IsZero() && o.now().Sub(o.toldUnknown) < unknownKeyAfter
	if !told {
		o.toldUnknown = o.now()
	}
	return &refusal{http.StatusUnauthorized, "invalid_token",
		"this token is signed with a key that " + o.config.Issuer + " does not have", "", told}
}

// away records that the provider does not answer, and reports whether this is new; answered records that it answers
// again.
func (o *oauth) away() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.down
	o.down = true
	return !was
}

func (o *oauth) answered() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.down = false
}

// checkTwin returns an error for an id that resembles another id of the provider that was admitted before.
func (o *oauth) checkTwin(ctx context.Context, p mcp.Principal) error {
	for _, id := range []string{p.ID, p.OnBehalfOf} {
		if !strings.HasPrefix(id, o.config.name()+":") {
			continue
		}
		if err := o.twins.check(ctx, id, o.now()); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether a token fulfils the conditions of a rule.
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

// scopesOf returns the scopes in the claims scope (RFC 9068) and scp (of some providers), each a list or words
// separated by spaces.
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

// principal returns the principal of a token that fulfils the rule.
func (r oauthRule) principal(c *oauthConfig, claims map[string]any) (mcp.Principal, error) {
	claim := func(name string) string {
		if name == "" {
			name = "sub"
		}
		value, _ := claims[name].(string)
		switch {
		case value == "", slices.Contains(c.FormerIDs, value) && mcp.CheckID(value) == nil:
			return value
		}
		return mcp.QualifiedID(c.name(), value)
	}
	p := r.Principal
	if p.ID == "" {
		p.ID = claim(r.IDClaim)
		p.LegacyID = false // an id from a claim is never a legacy id
	}
	if p.Kind == mcp.KindAgent && p.OnBehalfOf == "" {
		p.OnBehalfOf = claim(r.OnBehalfOfClaim)
		p.LegacyID = false
	}
	text, err := json.Marshal(p)
	if err != nil {
		return mcp.Principal{}, err
	}
	return mcp.ParsePrincipal(text) // as strict with a token as with a file
}

// metadata returns the document of RFC 9728.
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
