package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func TestTokensStandForTheirPrincipals(t *testing.T) {
	tokens, err := ParseTokens(fmt.Appendf(nil, `[
		{"sha256": %q, "principal": {"id": "alice", "kind": "human", "permissions": {"READ": {}}}},
		{"sha256": %q, "principal": {"id": "drafter", "kind": "agent", "on_behalf_of": "alice"}}]`, digest("one"), digest("two")))
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]string{"one": "alice", "two": "drafter"} {
		if found, ok := tokens.Find(token); !ok || found.Principal.ID != want {
			t.Errorf("token %s is %q, want %q", token, found.Principal.ID, want)
		}
	}
	for _, token := range []string{"", "three", digest("one")} {
		if _, ok := tokens.Find(token); ok {
			t.Errorf("token %q is let in", token)
		}
	}
}

func TestTokenFilesThatDoNotHoldAreRefused(t *testing.T) {
	human := `{"id": "a", "kind": "human"}`
	for text, want := range map[string]string{
		`{}`: "cannot unmarshal",
		`[{"sha256": "abc", "principal": ` + human +
			`}]`: "64 hexadecimal digits",
		`[{"token": "abc", "principal": ` + human +
			`}]`: "unknown field",
		`[{"sha256": "` + digest("x") +
			`", "principal": {"id": "bot", "kind": "agent"}}]`: "on_behalf_of",
		`[{"sha256": "` + digest("x") + `", "principal": ` + human + `}, {"sha256": "` + digest("x") +
			`", "principal": ` + human + `}]`: "twice",
		`[] []`: "more than one",
	} {
		if _, err := ParseTokens([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
}
