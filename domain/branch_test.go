package domain

import (
	"bytes"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"strings"
	"testing"
)

func TestBranchNames(t *testing.T) {
	for _, name := range []string{"option-a", "A", "structure/2nd.floor", "v1_2", strings.Repeat("x", shape.MaxLabel)} {
		if err := shape.CheckBranchName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "main", "Main", "-a", "a-", "a b", "a..b", "a//b", "ü", "a\n",
		strings.Repeat("x", shape.MaxLabel+1)} {
		if shape.CheckBranchName(name) == nil {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"v12", "Issue for tender", "stage 2/as built", strings.Repeat("x ", 20) + "x"} {
		if err := shape.CheckTagName(name); err != nil {
			t.Errorf("tag %q: %v", name, err)
		}
	}
	for _, name := range []string{"12", " a", "a ", "a  b", "a\tb", "a\u00a0b", "a@3", "",
		strings.Repeat("x ", 32) + "x"} {
		if shape.CheckTagName(name) == nil {
			t.Errorf("the tag %q is taken", name)
		}
	}
	if err := shape.CheckBranchName("Option B: timber"); !strings.Contains(err.Error(), "such as Option-B-timber") {
		t.Errorf("a name with spaces is refused by %v", err)
	}
}

// Events about branches are read as they were written. In a model they change at most joins.
func TestEventsAboutBranches(t *testing.T) {
	at := state.Point{Branch: "main", Revision: 7, Hash: "ab"}
	r := state.Resolution{ConflictID: "c", Take: merge.TakeValue, Value: state.MustJSON(3), By: merge.ByDecision}
	f := newFork(t)
	for _, e := range []state.Event{
		&state.BranchCreated{Name: "option", Parent: "main", ForkRevision: 7, ParentHash: "ab", Description: "why"},
		&state.BranchMerged{MergeID: "m", Source: at, Target: at, Base: at, Policy: merge.PolicyOurs,
			Resolutions: []state.Resolution{r},
			Counts:      state.MergeCounts{Created: 1}},
		&state.ConflictResolved{Target: "main", Source: "option", ElementID: "e", Facet: state.FacetName,
			Resolution: r},
		&state.RevisionTagged{Name: "v1", At: at},
		&state.ModelShared{UserID: "bo", Access: state.AccessComment},
		&state.ModelNamed{Name: "House", Description: "new"},
		&state.BranchArchived{At: at, Reason: "done"}, &state.BranchRestored{Name: "option"},
	} {
		data := state.EncodeEvent(e)
		stored, _, _ := state.AsStored(e)
		if again := state.EncodeEvent(stored); !bytes.Equal(data, again) {
			t.Errorf("%s is read as %s", data, again)
		}
		if m := f.base.Clone().Evolve(e); m.Hash() != f.base.Hash() || len(e.Touched()) != 0 {
			t.Errorf("%T changes the model", e)
		}
	}
	join := f.base.JoinsOf(f.w)[0]
	if m := f.base.Clone().Evolve(&state.ElementsParted{Join: *join}); len(m.JoinsOf(f.w)) != 1 {
		t.Error("parting leaves the join")
	}
	for _, data := range []string{`{}`, `{"name":"a","parent":"main","fork_revision":-1}`,
		`{"name":"a","parent":"main","fork_revision":1.5}`} {
		if _, err := state.DecodeEvent("branch.created", 1, []byte(data)); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("%s: %v", data, err)
		}
	}
}
