package httpd

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/bimstream/bimstream/mcp"
)

// issuer is an identity provider with changing keys, which counts the requests for them.
type issuer struct {
	*httptest.Server
	mu    sync.Mutex
	keys  map[string]ed25519.PrivateKey
	asked int
	down  bool
}

func newIssuer(t *testing.T, kids ...string) *issuer {
	t.Helper()
	i := &issuer{keys: map[string]ed25519.PrivateKey{}}
	for _, kid := range kids {
		i.add(t, kid)
	}
	i.Server = httptest.NewServer(http.HandlerFunc(i.serveKeys))
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) serveKeys(w http.ResponseWriter, _ *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.asked++; i.down {
		http.Error(w, "down", http.StatusBadGateway)
		return
	}
	set := jose.JSONWebKeySet{}
	for kid, key := range i.keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: key.Public(), KeyID: kid, Algorithm: "EdDSA", Use: "sig"})
	}
	_ = json.NewEncoder(w).Encode(set)
}

func (i *issuer) add(t *testing.T, kid string) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys[kid] = key
}

func (i *issuer) remove(kid string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.keys, kid)
}

func (i *issuer) fail(down bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.down = down
}

// times returns the number of requests since the last call of times.
func (i *issuer) times() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := i.asked
	i.asked = 0
	return n
}

// sign returns a token of a subject, signed with a key and naming that key.
func sign(t *testing.T, url, kid string, key ed25519.PrivateKey) string {
	t.Helper()
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: key, KeyID: kid}},
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(fmt.Appendf(nil, `{"iss":%q,"aud":"bim","sub":"ann","scope":"bim.use","exp":%d}`, url,
		time.Now().Add(24*time.Hour).Unix()))
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// fakeClock is a clock that tests set.
type fakeClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *fakeClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func judgeOf(i *issuer, c *fakeClock) *oauth {
	return &oauth{now: c.now, twins: newTwins(nil), log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		config: oauthConfig{
			Issuer: i.URL, Audience: "bim", JWKSURI: i.URL, Algorithms: defaultAlgorithms, Name: "corp",
			Rules: []oauthRule{{Scopes: []string{"bim.use"}, Principal: mcp.Principal{Kind: mcp.KindHuman,
				Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}}}}},
		}}
}

// statusOf returns the status of the answer to a token: 200 if it is accepted.
func statusOf(t *testing.T, o *oauth, token string) (status int, silent bool) {
	t.Helper()
	who, err := o.find(t.Context(), token)
	refused, ok := errors.AsType[*refusal](err)
	switch {
	case err == nil && who.principal.ID == "corp:ann":
		return http.StatusOK, false
	case ok:
		return refused.status, refused.logged
	case errors.Is(err, errProvider):
		return http.StatusServiceUnavailable, false
	}
	t.Fatalf("the token is of %+v: %v", who, err)
	return 0, false
}

// TestAKeyCountsForItsCacheTime checks that a key that the provider removed is accepted exactly until its cache time is
// over. The provider is asked once in that time, however many tokens come.
func TestAKeyCountsForItsCacheTime(t *testing.T) {
	i, clock := newIssuer(t, "old", "new"), &fakeClock{at: time.Now()}
	o, token := judgeOf(i, clock), sign(t, i.URL, "old", i.keys["old"])
	for range 20 {
		if status, _ := statusOf(t, o, token); status != http.StatusOK {
			t.Fatalf("a token of a key that is there is answered with %d", status)
		}
	}
	if n := i.times(); n != 1 {
		t.Errorf("the provider was asked %d times for 20 tokens", n)
	}
	i.remove("old")
	clock.pass(defaultKeysCache - time.Second)
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Errorf("within the cache time: %d", status)
	}
	clock.pass(time.Second)
	if status, _ := statusOf(t, o, token); status != http.StatusUnauthorized {
		t.Errorf("after the cache time: %d", status)
	}
	if status, _ := statusOf(t, o, sign(t, i.URL, "new", i.keys["new"])); status != http.StatusOK {
		t.Errorf("the key that stays: %d", status)
	}
}

// TestKeysOutliveASilentProvider checks that the keys of a provider that does not answer are accepted for exactly one
// more cache time.
func TestKeysOutliveASilentProvider(t *testing.T) {
	i, clock := newIssuer(t, "k"), &fakeClock{at: time.Now()}
	o, token := judgeOf(i, clock), sign(t, i.URL, "k", i.keys["k"])
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Fatal(status)
	}
	i.fail(true)
	for _, c := range []struct {
		pass time.Duration
		want int
	}{{defaultKeysCache, http.StatusOK}, {defaultKeysCache - time.Second, http.StatusOK},
		{time.Second, http.StatusServiceUnavailable}} {
		clock.pass(c.pass)
		if status, _ := statusOf(t, o, token); status != c.want {
			t.Errorf("%d instead of %d", status, c.want)
		}
	}
	i.times()
	for range 50 {
		_, _ = statusOf(t, o, token)
	}
	if n := i.times(); n > 1 {
		t.Errorf("a provider that does not answer was asked %d times in no time", n)
	}
	i.fail(false)
	clock.pass(askAgainAfter)
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Errorf("after the provider came back: %d", status)
	}
}

// TestUnknownKeysAskOnceInAWhile checks that tokens with an unknown key are refused with 401, logged once in 30 s, and
// cause one request to the provider in that time, even if the file is read again meanwhile. A key that the provider has
// added is accepted after the next request.
func TestUnknownKeysAskOnceInAWhile(t *testing.T) {
	i, clock := newIssuer(t, "k"), &fakeClock{at: time.Now()}
	o := judgeOf(i, clock)
	if status, _ := statusOf(t, o, sign(t, i.URL, "k", i.keys["k"])); status != http.StatusOK {
		t.Fatal(status)
	}
	i.times()
	forger := newIssuer(t, "forged")
	loud := 0
	for n := range 60 {
		status, silent := statusOf(t, o, sign(t, i.URL, fmt.Sprintf("forged-%d", n), forger.keys["forged"]))
		if status != http.StatusUnauthorized {
			t.Errorf("an unknown key is answered with %d", status)
		}
		if !silent {
			loud++
		}
	}
	if n := i.times(); n != 1 || loud != 1 {
		t.Errorf("60 unknown keys: the provider was asked %d times, and %d are logged", n, loud)
	}
	i.add(t, "late")
	late := sign(t, i.URL, "late", i.keys["late"])
	if status, _ := statusOf(t, o, late); status != http.StatusUnauthorized {
		t.Errorf("a new key before the provider may be asked again: %d", status)
	}
	again := judgeOf(i, clock)
	again.keepKeys(o)
	if _, silent := statusOf(t, again, sign(t, i.URL, "other", forger.keys["forged"])); i.times() != 0 || !silent {
		t.Error("reading the file again lets an unknown key be asked for, or logged, at once")
	}
	clock.pass(unknownKeyAfter)
	if status, _ := statusOf(t, o, late); status != http.StatusOK || i.times() != 1 {
		t.Errorf("a new key after that: %d", status)
	}
}

// TestReadingAgainAsksForKeys checks that SIGHUP asks the provider again, so that a removed key is refused at once.
func TestReadingAgainAsksForKeys(t *testing.T) {
	i, clock := newIssuer(t, "old", "new"), &fakeClock{at: time.Now()}
	o, token := judgeOf(i, clock), sign(t, i.URL, "old", i.keys["old"])
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Fatal(status)
	}
	i.remove("old")
	for _, c := range []struct {
		keep func(o, before *oauth)
		want int
	}{{(*oauth).keepKeys, http.StatusOK}, {(*oauth).keepBounds, http.StatusUnauthorized}} {
		again := judgeOf(i, clock)
		c.keep(again, o)
		if status, _ := statusOf(t, again, token); status != c.want {
			t.Errorf("%d instead of %d", status, c.want)
		}
		o = again
	}
	if n := i.times(); n > 3 {
		t.Errorf("the provider was asked %d times", n)
	}
}
