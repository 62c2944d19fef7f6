package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// TestAccountsAreReadAsTheyWereWritten checks that the text of an account decodes to the same account. It also checks
// that a process sees the change of another process although it caches what it wrote itself.
func TestAccountsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 8, 0, 0, 123456789, time.FixedZone("", 7200))
	for _, want := range []storedAccount{
		{}, {account: account{Operations: 7}}, {account{Operations: 3, Began: at}, 9},
		{account{Buckets: map[Category]bucket{CategoryRead: {49.25, at}}}, 1},
		{account{Buckets: map[Category]bucket{CategoryRead: {1e-9, at}, CategoryMutation: {1e21, at.UTC()},
			CategoryExecution: {0, at}}, Operations: 1000, Began: at.UTC()}, 1 << 60},
	} {
		var known storedAccount
		text, err := want.text()
		usual, failed := json.Marshal(want)
		if err != nil || failed != nil || json.Unmarshal(usual, &known) != nil {
			t.Fatal(err, failed)
		}
		if got, ok := readAccount(text[:]); !ok || !reflect.DeepEqual(got, known) {
			t.Errorf("%s is read as %+v, not %+v", text, got, known)
		}
	}
	dir := t.TempDir()
	here, there := newAccounts(dir), newAccounts(dir)
	for i := range 40 {
		a := here
		if i%3 == 0 {
			a = there
		}
		err := a.with("bot", func(own *account) bool {
			if own.Operations != i {
				t.Fatalf("%d operations are counted, not %d", own.Operations, i)
			}
			own.Operations++
			own.put(CategoryRead, bucket{float64(i), at})
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := here.with("bot", func(own *account) bool {
		own.Operations = 99
		own.put(CategoryRead,
			bucket{})
		return false
	}); err != nil {
		t.Fatal(err)
	}
	_ = here.with("bot", func(own *account) bool {
		if own.Operations != 40 || own.Buckets[CategoryRead].Tokens != 39 {
			t.Errorf("what is not to be kept is kept: %+v", own)
		}
		return false
	})
}

// TestAnAccountOutlivesAWriteThatEndsHalfway checks that a half-finished write counts as a call and is reported, even
// if it is the first write. An account of an older build must keep its count.
func TestAnAccountOutlivesAWriteThatEndsHalfway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, hashBytes([]byte("bot"))+accountSuffix)
	told := 0
	count := func() (operations int, err error) {
		a := newAccounts(dir) // like another process
		a.told = func(string, string) { told++ }
		defer func() { _ = a.close() }()
		err = a.with("bot", func(own *account) bool { own.Operations++; operations = own.Operations; return true })
		return operations, err
	}
	if err := makeAccount(path); err != nil {
		t.Fatal(err)
	}
	for done := range 6 {
		before, _ := os.ReadFile(path)
		if n, err := count(); err != nil || n != done+1 {
			t.Fatalf("%d operations, not %d: %v", n, done+1, err)
		}
		after, _ := os.ReadFile(path)
		for _, half := range [][2]int{{0, 300}, {0, 12}, {200, 512}, {505, 512}} {
			torn := append([]byte{}, before...)
			for place := range accountRooms {
				copy(torn[place*accountBytes+half[0]:], after[place*accountBytes+half[0]:place*accountBytes+half[1]])
			}
			write(t, path, string(torn))
			want, then := done+1, told
			if _, _, halfway, err := readRoom(torn).read(); err != nil || halfway {
				want++
			} else if bytes.Equal(torn, after) {
				t.Fatal("nothing is torn")
			}
			if n, err := count(); err != nil || n != want && n != done+2 || (told > then) != (want > done+1) {
				t.Errorf("after a write of %v: %d operations, not %d, told %v: %v", half, n, want, told > then, err)
			}
		}
		write(t, path, string(after))
	}
	old := `{"operations":41,"began":"2026-05-04T08:00:00Z"}`
	write(t, path, old+strings.Repeat(" ", accountBytes-len(old)))
	for _, want := range []int{42, 43, 44} {
		if n, err := count(); err != nil || n != want {
			t.Errorf("an account of an older build: %d operations, not %d: %v", n, want, err)
		}
	}
}

func readRoom(text []byte) *accountRoom {
	var r accountRoom
	copy(r[:], text)
	return &r
}

// TestADamagedAccountIsRefused checks that damage to the file of an account never lets an additional call pass, in
// running or in new processes. Doctor must report the damage. If a person removes the file, all processes start a new
// one.
func TestADamagedAccountIsRefused(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(sound string) string{
		"zeroed":           func(s string) string { return strings.Repeat("\x00", len(s)) },
		"emptied":          func(string) string { return "" },
		"cut to one byte":  func(string) string { return "{" },
		"cut in the first": func(s string) string { return s[:accountBytes-1] },
		"cut in the last":  func(s string) string { return s[:len(s)-1] },
		"made longer":      func(s string) string { return s + "x" },
		"both places torn": func(s string) string { return "x" + s[1:accountBytes] + "x" + s[accountBytes+1:] },
		"rubbish":          func(s string) string { return strings.Repeat("x", len(s)) },
		"other counts": func(s string) string {
			return strings.NewReplacer(`"operations":6`, `"operations":1`, `"operations":7`,
				`"operations":1`).Replace(s)
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, hashBytes([]byte("bot"))+accountSuffix)
		running := newAccounts(dir)
		one := func(a *accounts) (operations int, err error) {
			err = a.with("bot", func(own *account) bool {
				own.Operations++
				operations = own.Operations
				return true
			})
			return operations, err
		}
		for range 7 {
			if _, err := one(running); err != nil {
				t.Fatal(err)
			}
		}
		sound, _ := os.ReadFile(path)
		write(t, path, damage(string(sound)))
		for who, a := range map[string]*accounts{"one that runs": running, "a new one": newAccounts(dir)} {
			if n, err := one(a); err == nil {
				t.Errorf("%s: %s takes it for %d operations", name, who, n-1)
			} else if e, ok := errors.AsType[*state.Error](err); !ok || e.Code != state.StoreCorrupt {
				t.Errorf("%s: %s: %v", name, who, err)
			}
		}
		if faults, files, err := CheckLimits(dir); err != nil || files != 1 || len(faults) != 1 {
			t.Errorf("%s: %v of %d files, %v", name, faults, files, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if n, err := one(running); err != nil || n != 1 {
			t.Errorf("%s: removed, and %d operations: %v", name, n, err)
		}
		if n, err := one(newAccounts(dir)); err != nil || n != 2 {
			t.Errorf("%s: two processes count apart: %d, %v", name, n, err)
		}
	}
}

// TestAnAccountThatWasSetBack damages one place of an account. A new process must not count less than before the
// damage. If the file is set back to an older content, a running process must detect that.
func TestAnAccountThatWasSetBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, hashBytes([]byte("bot"))+accountSuffix)
	running := newAccounts(dir)
	add := func(own *account) bool { own.Operations++; return true }
	var before []byte
	for i := range 8 {
		if i == 4 {
			before, _ = os.ReadFile(path)
		}
		if err := running.with("bot", add); err != nil {
			t.Fatal(err)
		}
	}
	sound, _ := os.ReadFile(path)
	for place := range accountRooms {
		torn := append([]byte{}, sound...)
		copy(torn[place*accountBytes+20:], "xxxx")
		write(t, path, string(torn))
		if err := newAccounts(dir).with("bot", func(own *account) bool {
			if own.Operations < 8 || own.Operations > 9 {
				t.Errorf("place %d torn: %d operations", place, own.Operations)
			}
			return false
		}); err != nil {
			t.Errorf("place %d torn: %v", place, err)
		}
	}
	write(t, path, string(before))
	if err := running.with("bot", add); err == nil || !strings.Contains(err.Error(), "set back") {
		t.Errorf("set back to half: %v", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
