package httpd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestOrigins(t *testing.T) {
	g := guard{origins: []string{"https://good.example"}}
	for origin, want := range map[string]bool{
		"http://localhost:3000": true, "http://127.0.0.1": true, "http://[::1]:1": true, "https://good.example": true,
		"https://GOOD.example": true,
		"https://evil.example": false, "http://localhost.evil.example": false, "null": false, "%": false,
	} {
		if got := g.knowsOrigin(origin); got != want {
			t.Errorf("%s: %v", origin, got)
		}
	}
}

func TestHosts(t *testing.T) {
	tests := []struct {
		allowed   []string
		at, asked string
		want      bool
	}{
		{nil, "127.0.0.1:80", "localhost:80", true},
		{nil, "127.0.0.1:80", "127.0.0.1", true},
		{nil, "[::1]:80", "[::1]:80", true},
		{nil, "127.0.0.1:80", "evil.example", false},
		{nil, "127.0.0.1:80", "", false},
		{[]string{"bim.example"}, "127.0.0.1:80", "bim.example", true},
		{[]string{"bim.example"}, "127.0.0.1:80", "BIM.example:443", true},
		{[]string{"bim.example"}, "127.0.0.1:80", "evil.example", false},
		{nil, "192.0.2.7:80", "bim.local", true},
		{[]string{"bim.example"}, "192.0.2.7:80", "bim.local", false},
		{[]string{"bim.example"}, "192.0.2.7:80", "192.0.2.7:80", true},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodPost, "http://x/mcp", nil)
		r.Host = tt.asked
		at := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(tt.at))
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at))
		if got := (guard{hosts: tt.allowed}).knowsHost(r); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestForwardedAddresses(t *testing.T) {
	p, err := parseProxies([]string{"127.0.0.1", "10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ from, forwarded, proto, want, scheme string }{
		{"192.0.2.1:5", "198.51.100.7", "https", "192.0.2.1", "http"}, // nobody's proxy
		{"127.0.0.1:5", "", "", "127.0.0.1", "http"},
		{"127.0.0.1:5", "198.51.100.7", "https", "198.51.100.7", "https"},
		// the client wrote the first address itself
		{"127.0.0.1:5", "203.0.113.9, 198.51.100.7, 10.1.2.3", "https", "198.51.100.7", "https"},
		{"127.0.0.1:5", "rubbish", "gopher", "127.0.0.1", "http"},
		{"[::ffff:127.0.0.1]:5", "2001:db8::1", "", "2001:db8::1", "http"},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodGet, "http://x/", nil)
		r.RemoteAddr = tt.from
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		r.Header.Set("X-Forwarded-Proto", tt.proto)
		if got, scheme := p.client(r).String(), p.scheme(r); got != tt.want || scheme != tt.scheme {
			t.Errorf("%+v: %s %s", tt, got, scheme)
		}
	}
	if _, err := parseProxies([]string{"nginx"}); err == nil {
		t.Error("a name is taken for a network")
	}
}

func TestWrongTokensAreSlowed(t *testing.T) {
	var s slowdown
	a, b := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	now := time.Now()
	for i := 1; i <= 40; i++ {
		_, wait := s.fail(a, now)
		switch {
		case i <= freeFailures && wait != 0, i > freeFailures && wait < firstWait, wait > longestWait:
			t.Errorf("failure %d waits %s", i, wait)
		}
	}
	if _, wait := s.fail(b, now); wait != 0 {
		t.Errorf("another address waits %s", wait)
	}
	if times, wait := s.fail(a, now.Add(2*failureMemory)); times != 1 || wait != 0 {
		t.Errorf("later: %d, %s", times, wait)
	}
	for i := range 3 * maxAddresses {
		s.fail(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), now)
	}
	if len(s.from) > maxAddresses {
		t.Errorf("%d addresses are remembered", len(s.from))
	}
}

// TestReadiness checks that a server reports that it is not ready if its store does not answer or it is about to end.
// The reply gives no reason that an outsider could use.
func TestReadiness(t *testing.T) {
	var broken error
	s := &Service{log: slog.New(slog.DiscardHandler), config: Config{Ready: func(
		context.Context) error {
		return broken
	}}}
	ask := func() (int, string) {
		w := httptest.NewRecorder()
		s.readyz(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code, w.Body.String()
	}
	if code, text := ask(); code != http.StatusOK {
		t.Errorf("ready: %d %s", code, text)
	}
	broken = errors.New("open /var/lib/secret: permission denied")
	if code, text := ask(); code != http.StatusServiceUnavailable ||
		strings.Contains(text, "secret") || s.storeUp() != 0 {
		t.Errorf("a store that does not answer: %d %s", code, text)
	}
	broken = nil
	s.draining.Store(true)
	if code, text := ask(); code != http.StatusServiceUnavailable || !strings.Contains(text, "about to end") {
		t.Errorf("at the end: %d %s", code, text)
	}
}
