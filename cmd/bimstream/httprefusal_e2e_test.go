package main

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// TestRefusalsSayWhatHelps checks the status, headers and message of refusals.
func TestRefusalsSayWhatHelps(t *testing.T) {
	s := serveTeam(t, t.TempDir(), "--allowed-host", "bim.example", "--allowed-origin", "https://page.example")
	ann := s.begin(annsToken)
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	tests := []struct {
		name, method, body string
		header             map[string]string
		status             int
		says               string // in the body, or NAME: value of a header
	}{
		{"no token", "POST", ping, map[string]string{"Authorization": ""}, 401, "Authorization: Bearer TOKEN"},
		{"no token", "POST", ping, map[string]string{"Authorization": ""}, 401,
			`WWW-Authenticate: Bearer realm="bimstream"`},
		{"wrong token", "POST", ping, map[string]string{"Authorization": "Bearer x"}, 401,
			`WWW-Authenticate: Bearer realm="bimstream", error="invalid_token"`},
		{"expired token", "POST", ping, map[string]string{"Authorization": "Bearer " + staleToken}, 401, "has expired"},
		{"another scheme", "POST", ping, map[string]string{"Authorization": "Basic x"}, 401, "must be Bearer"},
		{"another method", "PUT", ping, nil, 405, "Allow: GET, POST, DELETE"},
		{"GET of the newer era", "GET", "", map[string]string{"Mcp-Protocol-Version": "2026-07-28"}, 405,
			"Allow: POST"},
		{"no session", "POST", ping, map[string]string{"Mcp-Session-Id": ""}, 400, "Mcp-Session-Id"},
		{"a stream of no session", "GET", "", map[string]string{"Mcp-Session-Id": "", "Accept": "text/event-stream"},
			400, "the header Mcp-Session-Id is missing"},
		{"the end of no session", "DELETE", "", map[string]string{"Mcp-Session-Id": ""}, 400,
			"the header Mcp-Session-Id is missing"},
		{"a body that is packed", "POST", "\x1f\x8b\x08", map[string]string{"Content-Encoding": "gzip"}, 415,
			"Accept-Encoding: identity"},
		{"a body that says it is packed", "POST", ping, map[string]string{"Content-Encoding": "gzip"}, 415,
			"without Content-Encoding"},
		{"a body that is not packed", "POST", ping, map[string]string{"Content-Encoding": "identity"}, 200, "result"},
		{"a cursor of a whole list", "POST", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"Zm9v"}}`,
			nil, 200, "comes whole: ask without cursor"},
		{"a cursor of templates", "POST",
			`{"jsonrpc":"2.0","id":1,"method":"resources/templates/list","params":{"cursor":"Zm9v"}}`, nil, 200, "-32602"},
		{"no cursor after all", "POST", `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"cursor":""}}`, nil,
			200, "prompts"},
		{"a version that is none", "POST", ping, map[string]string{"Mcp-Protocol-Version": "1999-01-01"}, 400,
			`"supported":["2026-07-28"`},
		{"no JSON", "POST", `{"jsonrpc"`, nil, 400, "-32700"},
		{"a batch", "POST", `[` + ping + `]`, nil, 400, "-32600"},
		{"names of another case", "POST", `{"JSONRPC":"2.0","ID":1,"METHOD":"ping"}`, nil, 400, "-32600"},
		{"half a surrogate", "POST", `{"jsonrpc":"2.0","id":"\ud800","method":"ping"}`, nil, 400, "-32700"},
		{"another type", "POST", ping, map[string]string{"Content-Type": "text/plain"}, 415, "application/json"},
		{"takes pictures alone", "POST", ping, map[string]string{"Accept": "image/png"}, 406, "application/json"},
		{"a stream for who takes JSON alone", "GET", "",
			map[string]string{"Accept": "application/json"}, 406, "text/event-stream"},
		{"takes JSON alone", "POST", ping, map[string]string{"Accept": "application/json"}, 200,
			"Content-Type: application/json"},
		{"takes events alone", "POST", ping, map[string]string{"Accept": "text/event-stream"}, 200,
			"Content-Type: text/event-stream"},
		{"a page that is allowed", "POST", ping, map[string]string{"Origin": "https://page.example"}, 200,
			"Access-Control-Allow-Origin: https://page.example"},
		{"a page from elsewhere", "POST", ping, map[string]string{"Origin": "https://evil.example"}, 403,
			"--allowed-origin"},
		{"the host of a proxy", "POST", ping, map[string]string{"Host": "bim.example"}, 200, "result"},
		{"another host", "POST", ping, map[string]string{"Host": "evil.example"}, 403, "--allowed-host"},
		{"a session of many kilobytes", "POST", ping, map[string]string{"Mcp-Session-Id": strings.Repeat("A", 20_000)},
			404, "no such session"},
	}
	for _, tt := range tests {
		r := ann.request(tt.method, s.url, tt.body, tt.header)
		if host := tt.header["Host"]; host != "" {
			r.Host = host
		}
		answer, err := httpClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		said := ann.text(answer)
		for name, values := range answer.Header {
			said += "\n" + http.CanonicalHeaderKey(name) + ": " + strings.Join(values, ",")
		}
		said = strings.Replace(said, "Www-Authenticate", "WWW-Authenticate", 1)
		if answer.StatusCode != tt.status || !strings.Contains(said, tt.says) {
			t.Errorf("%s: %d %s", tt.name, answer.StatusCode, said)
		}
	}
	base := strings.TrimSuffix(s.url, "mcp")
	for path, says := range map[string]string{"register": `"error":"invalid_client_metadata"`,
		".well-known/oauth-protected-resource/mcp": "bearer tokens",
		".well-known/oauth-authorization-server":   "bearer tokens"} {
		method := http.MethodGet
		if path == "register" {
			method = http.MethodPost
		}
		r, err := httpClient.Do(ann.request(method, base+path, `{}`, nil))
		if err != nil {
			t.Fatal(err)
		}
		if text := ann.text(r); !json.Valid([]byte(text)) || !strings.Contains(text, says) || r.StatusCode < 400 {
			t.Errorf("%s: %d %s", path, r.StatusCode, text)
		}
	}
	if log := s.log.String(); !strings.Contains(log, `"a token was refused","address":"127.0.0.1"`) ||
		strings.Contains(log, annsToken) || strings.Contains(log, staleToken) {
		t.Errorf("the log: %s", log)
	}
}

// TestWaysOfServingThatAreRefused starts servers with wrong flags, or with flags under which unidentified callers could
// get in. The servers must refuse to start.
func TestWaysOfServingThatAreRefused(t *testing.T) {
	data := t.TempDir()
	open := filepath.Join(data, "open.json")
	if err := os.WriteFile(open, []byte(teamTokens()), 0o644); err != nil {
		t.Fatal(err)
	}
	private := filepath.Join(data, "private.json")
	writePrivate(t, private, teamTokens())
	for words, says := range map[string]string{
		"--http 127.0.0.1:0":                                                     "--tokens FILE",
		"--http 0.0.0.0:0 --http-anonymous":                                      "loopback",
		"--http 127.0.0.1:0 --tokens " + open:                                    "chmod 600",
		"--http 127.0.0.1:0 --http-anonymous --tokens " + private:                "--http-anonymous lets in",
		"--http 127.0.0.1:0 --http-anonymous --trusted-proxy 127.0.0.1":          "behind a proxy everybody",
		"--http 127.0.0.1:0 --tokens " + private + " --trusted-proxy nginx":      "address or a network",
		"--http 127.0.0.1:0 --tokens " + private + " --allowed-origin x.example": "scheme and host",
		"--http 127.0.0.1 --tokens " + private:                                   "--http",
	} {
		_, stderr, code := run(t, append([]string{"mcp", "all", "--data", data}, strings.Fields(words)...)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s", words, code, stderr)
		}
	}
}

// identityProvider is a double of an identity provider: its keys, and the tokens that it issues.
type identityProvider struct {
	*httptest.Server
	key *rsa.PrivateKey
}

func startProvider(t *testing.T) *identityProvider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &identityProvider{key: key}
	mux := http.NewServeMux()
	answer := func(path string, body func() any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(body())
		})
	}
	answer("/.well-known/openid-configuration", func() any {
		return map[string]any{"issuer": p.URL, "jwks_uri": p.URL + "/keys", "authorization_endpoint": p.URL,
			"token_endpoint": p.URL, "id_token_signing_alg_values_supported": []string{"RS256"}}
	})
	answer("/keys", func() any {
		return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &key.PublicKey, KeyID: "one",
			Algorithm: "RS256", Use: "sig"}}}
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// token signs claims with a key of the provider, or with another one.
func (p *identityProvider) token(t *testing.T, key any, algorithm jose.SignatureAlgorithm,
	claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm,
		Key: jose.JSONWebKey{Key: key, KeyID: "one"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		t.Fatal(err)
	}
	out, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTokensOfAnIdentityProvider checks that callers with a JWT are accepted if the rules name them, and nobody else.
func TestTokensOfAnIdentityProvider(t *testing.T) {
	provider := startProvider(t)
	data := t.TempDir()
	config := filepath.Join(data, "oauth.json")
	writePrivate(t, config, `{"issuer":"`+provider.URL+`","audience":"https://bim.example/mcp","rules":[
		{"scopes":["bim.edit"],"principal":{"kind":"human","permissions":{"READ":{},"CREATE":{}}},"id_claim":"email"},
		{"scopes":["bim.agent"],"principal":{"kind":"agent","permissions":{"READ":{}}},"id_claim":"azp","on_behalf_of_claim":"email"}]}`)
	s := serveHTTPProcess(t, data, "--oauth", config, "--public-url", "https://bim.example/mcp")
	claims := func(change map[string]any) map[string]any {
		out := map[string]any{"iss": provider.URL, "aud": "https://bim.example/mcp", "sub": "1",
			"email": "ann@bim.example", "azp": "drafter",
			"exp": time.Now().Add(time.Hour).Unix(), "scope": "openid bim.edit"}
		for name, value := range change {
			out[name] = value
		}
		return out
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := json.Marshal(jose.JSONWebKey{Key: &provider.key.PublicKey})
	if err != nil {
		t.Fatal(err)
	}
	sign := func(change map[string]any) string { return provider.token(t, provider.key, jose.RS256, claims(change)) }
	tests := []struct {
		name, token string
		status      int
		says        string
	}{
		{"right", sign(nil), 200, `:ann@bim.example"`},
		{"of an agent", sign(map[string]any{"scope": "bim.agent"}), 200, `:drafter"`},
		{"of another audience", sign(map[string]any{"aud": "https://other.example"}), 401,
			"for https://bim.example/mcp"},
		{"of another issuer", sign(map[string]any{"iss": "https://other.example"}), 401, "invalid_token"},
		{"expired", sign(map[string]any{"exp": time.Now().Add(-time.Hour).Unix()}), 401, "expired at"},
		{"of another key", provider.token(t, other, jose.RS256, claims(nil)), 401, "invalid_token"},
		{"signed with the public key as a secret", provider.token(t, public, jose.HS256, claims(nil)), 401,
			"invalid_token"},
		{"unsigned", "eyJhbGciOiJub25lIn0." + strings.Split(sign(nil), ".")[1] + ".", 401, "invalid_token"},
		{"without a scope", sign(map[string]any{"scope": "openid"}), 403, `error="insufficient_scope"`},
		{"without a person", sign(map[string]any{"email": nil}), 401, "invalid_token"},
		{"no token", "", 401, `resource_metadata="https://bim.example/.well-known/oauth-protected-resource/mcp"`},
	}
	for _, tt := range tests {
		c := s.modernly(tt.token)
		body, header := c.call("1", "server_ping", arguments{})
		r := c.send(http.MethodPost, body, header)
		said := c.text(r) + r.Header.Get("WWW-Authenticate")
		if r.StatusCode != tt.status || !strings.Contains(said, tt.says) {
			t.Errorf("%s: %d %s", tt.name, r.StatusCode, said)
		}
	}
	r, err := http.Get(strings.TrimSuffix(s.url, "mcp") + ".well-known/oauth-protected-resource/mcp")
	if err != nil {
		t.Fatal(err)
	}
	text := s.as("").text(r)
	for _, says := range []string{`"resource":"https://bim.example/mcp"`,
		`"authorization_servers":["` + provider.URL + `"]`, `"scopes_supported":["bim.agent","bim.edit"]`} {
		if !strings.Contains(text, says) {
			t.Errorf("the metadata lack %s: %s", says, text)
		}
	}
}
