package settings

import (
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
)

var (
	ann = approvals.Party{ID: "ann", Kind: approvals.KindHuman}
	bot = approvals.Party{ID: "bot", Kind: "agent", OnBehalfOf: "ann"}
)

// TestEveryKey sets every key to its present value, which changes only the revision. It also checks that invalid values
// are refused.
func TestEveryKey(t *testing.T) {
	s := Default()
	for _, k := range Keys() {
		was, ok := s.Get(k.Name)
		if !ok || was == "" || k.Says == "" {
			t.Errorf("%s: %q", k.Name, was)
		}
		e, err := s.Set(k.Name, was, ann, "2026-01-01T00:00:00.000Z")
		if err != nil || e.Was != was {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		after := s.Fold(e)
		after.Revision = 0
		if !reflect.DeepEqual(after, s) {
			t.Errorf("%s: set to what it is, it is another", k.Name)
		}
		for _, wrong := range []string{"", "x", "-2", "99999999", "0x10", "1.5", "none", "NaN"} {
			if _, err := s.Set(k.Name, wrong, ann, ""); state.CodeOf(err) != state.OutOfRange {
				t.Errorf("%s takes %q: %v", k.Name, wrong, err)
			}
		}
		if _, err := s.Set(k.Name, was, bot, ""); state.CodeOf(err) != state.PermissionDenied {
			t.Errorf("an agent sets %s: %v", k.Name, err)
		}
	}
	if _, err := s.Set("approval", "1", ann, ""); state.CodeOf(err) != state.NotFound {
		t.Errorf("%v", err)
	}
}

// TestSettingsChange checks that a value that was set is returned, that older settings do not change, and that a policy
// of two persons takes effect.
func TestSettingsChange(t *testing.T) {
	s := Default()
	for key, value := range map[string]string{"approval.delete.approvers": "2", "approval.delete.level": "key",
		"rate.read.per_minute": "-1", "limit.elements_per_operation": "7", "approval.people": "true"} {
		e, err := s.Set(key, value, ann, "")
		if err != nil {
			t.Fatal(err)
		}
		name, schema, data := Encode(e)
		read, err := Decode(name, schema, data)
		if err != nil || !reflect.DeepEqual(read, Event(e)) {
			t.Fatalf("%v", err)
		}
		before := s.clone()
		after := s.Fold(read)
		if got, _ := after.Get(key); got != value {
			t.Errorf("%s is %s, set to %s", key, got, value)
		}
		if !reflect.DeepEqual(before, s) {
			t.Errorf("setting %s changes what was handed out", key)
		}
		s = after
	}
	if r := s.Policy.Requires([]approvals.Class{approvals.ClassDelete}); r.Approvers != 2 ||
		r.Level != approvals.LevelKey {
		t.Errorf("%+v", r)
	}
	if reflect.DeepEqual(Default().Policy, s.Policy) || s.Revision != 5 {
		t.Errorf("%+v", s)
	}
}
