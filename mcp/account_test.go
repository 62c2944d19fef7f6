package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The text of an account is read as the account that it was written of, and another process's change is seen although
// this one remembers what it wrote.
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

// A write that ends halfway leaves the account as it was before, the first one too. What an older build wrote goes on
// being counted, and what somebody else did to the file is refused.
func TestAnAccountOutlivesAWriteThatEndsHalfway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, hashBytes([]byte("bot"))+".json")
	count := func() (operations int, err error) {
		a := newAccounts(dir) // as another process
		defer func() { _ = a.close() }()
		err = a.with("bot", func(own *account) bool { own.Operations++; operations = own.Operations; return true })
		return operations, err
	}
	for done := 0; done < 6; done++ {
		before, _ := os.ReadFile(path)
		if n, err := count(); err != nil || n != done+1 {
			t.Fatalf("%d operations, not %d: %v", n, done+1, err)
		}
		after, _ := os.ReadFile(path)
		before = append(before, make([]byte, len(after)-len(before))...)
		for _, half := range [][2]int{{0, 300}, {0, 12}, {200, 512}, {505, 512}} {
			torn := append([]byte{}, before...)
			for place := range accountRooms {
				copy(torn[place*accountBytes+half[0]:], after[place*accountBytes+half[0]:place*accountBytes+half[1]])
			}
			write(t, path, string(torn))
			if n, err := count(); err != nil || n != done+1 {
				t.Errorf("after a write of %v: %d operations, not %d: %v", half, n, done+1, err)
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
	for _, text := range []string{"rubbish", "{}", strings.Repeat("x", 1024), `{"operations":0}`} {
		write(t, path, text)
		if n, err := count(); err == nil {
			t.Errorf("%q is taken for %d operations", text, n-1)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
