package main

import (
	"log/slog"
	"testing"
)

// TestOriginOfTheView checks that the origin of the view is the one that the operator configures, or the one that
// Claude derives from the address. Over standard input and output the view has no origin.
func TestOriginOfTheView(t *testing.T) {
	const at = "127.0.0.1:0"
	const public = "https://bim.example/team/mcp"
	const claude = "b42d2182d7dceeacf5b79188cd61e627.claudemcpcontent.com" // computed by sha256sum
	for _, c := range []struct {
		o    httpOptions
		want string
	}{
		{httpOptions{appDomain: "claude", publicURL: public}, ""},
		{httpOptions{address: at}, ""},
		{httpOptions{address: at, appDomain: "views.example"}, "views.example"},
		{httpOptions{address: at, appDomain: "claude", publicURL: public}, claude},
		{httpOptions{address: at, appDomain: "claude", publicURL: public + "/"}, claude},
	} {
		if got := c.o.originOfApp(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
	o := httpOptions{address: at, tokens: "x", appDomain: "claude"}
	if o.check(slog.New(slog.DiscardHandler)) == nil {
		t.Error("an origin is derived from an address that nobody gave")
	}
}
