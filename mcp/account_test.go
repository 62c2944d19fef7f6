package mcp

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// The text of an account is read as the account that it was written of, and another process's change is seen although
// this one remembers what it wrote.
func TestAccountsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 8, 0, 0, 123456789, time.FixedZone("", 7200))
	for _, want := range []account{
		{}, {Operations: 7}, {Operations: 3, Began: at}, {Buckets: map[Category]bucket{CategoryRead: {49.25, at}}},
		{Buckets: map[Category]bucket{CategoryRead: {1e-9, at}, CategoryMutation: {1e21, at.UTC()}, CategoryExecution: {0, at}}, Operations: 1000, Began: at.UTC()},
	} {
		var got, known account
		text := want.appendJSON(nil)
		usual, err := json.Marshal(want)
		if err != nil || json.Unmarshal(usual, &known) != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, known) {
			t.Errorf("%s is read as %+v, not %+v: %v", text, got, known, err)
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
	if err := here.with("bot", func(own *account) bool { own.Operations = 99; own.put(CategoryRead, bucket{}); return false }); err != nil {
		t.Fatal(err)
	}
	_ = here.with("bot", func(own *account) bool {
		if own.Operations != 40 || own.Buckets[CategoryRead].Tokens != 39 {
			t.Errorf("what is not to be kept is kept: %+v", own)
		}
		return false
	})
}
