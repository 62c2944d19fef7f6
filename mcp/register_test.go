package mcp

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheRegisterHoldsForEveryWayIn checks that the register's permissions apply to a principal of another file from
// the next call on. A file that contradicts the register, or names a revoked principal, must be refused.
func TestTheRegisterHoldsForEveryWayIn(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(t.TempDir(), "bot.json")
	writes := func(p Principal) {
		t.Helper()
		text, err := json.Marshal(p)
		if err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	register := func(change func(*Principals)) {
		t.Helper()
		all, err := ReadPrincipals(filepath.Join(data, PrincipalsFile))
		if err != nil {
			t.Fatal(err)
		}
		change(all)
		if _, err := all.Write(filepath.Join(data, PrincipalsFile)); err != nil {
			t.Fatal(err)
		}
	}
	caller := func() (*Caller, error) {
		return CallerOf(&file, data, func(string) (string, bool) { return "", false }, io.Discard)
	}
	may := func(ops ...Operation) map[Operation]Scope {
		out := map[Operation]Scope{}
		for _, op := range ops {
			out[op] = Scope{}
		}
		return out
	}
	bot := Principal{ID: "bot", Kind: KindAgent, OnBehalfOf: "ann", Permissions: may(OpRead, OpModify)}
	writes(bot)
	c, err := caller()
	if err != nil || len(c.Principal().Permissions) != 2 {
		t.Fatalf("nobody knows it, and its file does not hold: %v", err)
	}
	other := bot
	other.Permissions = may(OpRead)
	register(func(all *Principals) { all.Admit(other) })
	if p := c.Principal(); p.Permissions != nil || !strings.Contains(p.Withheld(), "known otherwise") {
		t.Errorf("known otherwise, it may do %v", p.Permissions)
	}
	if _, err := caller(); err == nil {
		t.Error("known otherwise, it starts")
	}
	for _, names := range []Principal{{ID: "bot", Kind: KindAgent, OnBehalfOf: "ann"}, other} {
		writes(names)
		if c, err = caller(); err != nil || len(c.Principal().Permissions) != 1 {
			t.Fatalf("named, it may do %v, %v", c.is.Permissions, err)
		}
	}
	register(func(all *Principals) { all.Find("bot", "ann")[0].Permissions[OpCreate] = Scope{} })
	if p := c.Principal(); len(p.Permissions) != 2 {
		t.Errorf("a grant does not reach it: %v", p.Permissions)
	}
	writes(Principal{ID: "bot", Kind: KindAgent, OnBehalfOf: "bob", Permissions: may(OpRead)})
	if _, err := caller(); err == nil {
		t.Error("an id of another user is taken")
	}
	writes(other)
	register(func(all *Principals) { all.Revoke(bot.Party()) })
	if p := c.Principal(); p.Permissions != nil || p.ID != "bot" || p.refuseWithheld() == nil {
		t.Errorf("revoked, it may do %v", p.Permissions)
	}
	if p := RegisterOf(data).Holds(bot); p.Permissions != nil {
		t.Errorf("revoked, it may do %v by a token of another file", p.Permissions)
	}
	if _, err := caller(); err == nil {
		t.Error("revoked, it starts")
	}
	register(func(all *Principals) { all.Admit(other) })
	if p := c.Principal(); len(p.Permissions) != 1 {
		t.Errorf("admitted again, it may do %v", p.Permissions)
	}
	if local := RegisterOf(data).Holds(LocalHuman()); local.Permissions == nil {
		t.Error("the local person is withheld")
	}
}
