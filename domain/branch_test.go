package domain

import (
	"bytes"
	"strings"
	"testing"
)

func TestBranchNames(t *testing.T) {
	for _, name := range []string{"option-a", "A", "structure/2nd.floor", "v1_2", strings.Repeat("x", MaxLabel)} {
		if err := CheckBranchName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "main", "Main", "-a", "a-", "a b", "a..b", "a//b", "ü", "a\n",
		strings.Repeat("x", MaxLabel+1)} {
		if CheckBranchName(name) == nil {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"v12", "Issue for tender", "stage 2/as built", strings.Repeat("x ", 20) + "x"} {
		if err := CheckTagName(name); err != nil {
			t.Errorf("tag %q: %v", name, err)
		}
	}
	for _, name := range []string{"12", " a", "a ", "a  b", "a\tb", "a\u00a0b", "a@3", "",
		strings.Repeat("x ", 32) + "x"} {
		if CheckTagName(name) == nil {
			t.Errorf("the tag %q is taken", name)
		}
	}
	if err := CheckBranchName("Option B: timber"); !strings.Contains(err.Error(), "such as Option-B-timber") {
		t.Errorf("a name with spaces is refused by %v", err)
	}
}

// The events about branches are read as they are written, and change nothing of a model but its joins.
func TestEventsAboutBranches(t *testing.T) {
	at := Point{"main", 7, "ab"}
	r := Resolution{ConflictID: "c", Take: TakeValue, Value: mustJSON(3), By: ByDecision}
	f := newFork(t)
	for _, e := range []Event{
		&BranchCreated{Name: "option", Parent: "main", ForkRevision: 7, ParentHash: "ab", Description: "why"},
		&BranchMerged{MergeID: "m", Source: at, Target: at, Base: at, Policy: PolicyOurs, Resolutions: []Resolution{r},
			Counts: MergeCounts{Created: 1}},
		&ConflictResolved{Target: "main", Source: "option", ElementID: "e", Facet: FacetName, Resolution: r},
		&RevisionTagged{Name: "v1", At: at},
		&ModelShared{UserID: "bo", Access: AccessComment}, &ModelNamed{Name: "House", Description: "new"},
		&BranchArchived{At: at, Reason: "done"}, &BranchRestored{Name: "option"},
	} {
		data := EncodeEvent(e)
		stored, _, _ := asStored(e)
		if again := EncodeEvent(stored); !bytes.Equal(data, again) {
			t.Errorf("%s is read as %s", data, again)
		}
		if m := f.base.Clone().Evolve(e); m.Hash() != f.base.Hash() || len(e.Touched()) != 0 {
			t.Errorf("%T changes the model", e)
		}
	}
	join := f.base.JoinsOf(f.w)[0]
	if m := f.base.Clone().Evolve(&ElementsParted{*join}); len(m.JoinsOf(f.w)) != 1 {
		t.Error("parting leaves the join")
	}
	for _, data := range []string{`{}`, `{"name":"a","parent":"main","fork_revision":-1}`,
		`{"name":"a","parent":"main","fork_revision":1.5}`} {
		if _, err := DecodeEvent("branch.created", 1, []byte(data)); CodeOf(err) != StoreCorrupt {
			t.Errorf("%s: %v", data, err)
		}
	}
}
