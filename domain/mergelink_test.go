package domain

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	modelstate "github.com/bimstream/bimstream/domain/state"
)

// linksMerged merges two states without touched elements.
func linksMerged(t *testing.T, base, ours, theirs *modelstate.Model,
	decisions map[string]modelstate.Resolution) merge.MergeOutcome {
	t.Helper()
	out, err := merge.Merge{ID: "merge", Base: base, Ours: merge.MergeSide{Model: ours, Touched: merge.NewTouches()},
		Theirs: merge.MergeSide{Model: theirs, Touched: merge.NewTouches()}, SourceName: "side",
		Decisions: decisions}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func nameOf(link string) change.UpdateLink { return change.UpdateLink{Link: "STR", Name: &link} }

func stateOf(link string) change.UpdateLink { return change.UpdateLink{Link: "STR", State: &link} }

func TestLinksAreMergedThreeWays(t *testing.T) {
	base := linking(t, linkable(t), "link", change.LinkModel{ModelID: "other", Name: "STR", Discipline: "structure"})
	for name, c := range map[string]struct {
		ours, theirs change.Operation
		want         map[string]string // names of links, and their state
		conflict     merge.ConflictClass
	}{
		"only theirs links": {nil, change.LinkModel{ModelID: "third", Name: "MEP"},
			map[string]string{"STR": "live", "MEP": "live"}, ""},
		"only theirs says another state": {nil, stateOf("delivery"), map[string]string{"STR": "delivery"}, ""},
		"each says another thing": {nameOf("Frame"), stateOf("delivery"),
			map[string]string{"Frame": "delivery"}, ""},
		"only theirs ends it": {nil, change.UnlinkModel{Link: "STR"}, map[string]string{}, ""},
		"only ours ends it":   {change.UnlinkModel{Link: "STR"}, nil, map[string]string{}, ""},
		"both end it": {change.UnlinkModel{Link: "STR"}, change.UnlinkModel{Link: "STR"}, map[string]string{},
			""},
		"both link the same": {change.LinkModel{ModelID: "third", Name: "MEP"},
			change.LinkModel{ModelID: "third", Name: "MEP"}, map[string]string{"STR": "live", "MEP": "live"}, ""},
		"both say another state": {stateOf("3"), stateOf("delivery"), map[string]string{"STR": "3"},
			merge.ConflictValue},
		"ended in theirs, changed in ours": {stateOf("3"), change.UnlinkModel{Link: "STR"},
			map[string]string{"STR": "3"}, merge.ConflictDeleted},
		"ended in ours, changed in theirs": {change.UnlinkModel{Link: "STR"}, stateOf("3"), map[string]string{},
			merge.ConflictDeleted},
		"one name for two": {change.LinkModel{ModelID: "third", Name: "MEP"},
			change.LinkModel{ModelID: "fourth", Name: "mep"},
			map[string]string{"STR": "live", "MEP": "live", "mep (side)": "live"}, merge.ConflictKey},
	} {
		t.Run(name, func(t *testing.T) {
			ours, theirs := base, base
			if c.ours != nil {
				ours = linking(t, base, "ours", c.ours)
			}
			if c.theirs != nil {
				theirs = linking(t, base, "theirs", c.theirs)
			}
			out := linksMerged(t, base, ours, theirs, nil)
			got := map[string]string{}
			for _, l := range out.Decision.After.ModelLinks() {
				got[l.Name] = l.State
			}
			if string(modelstate.MustJSON(got)) != string(modelstate.MustJSON(c.want)) {
				t.Errorf("links are %v, want %v", got, c.want)
			}
			var classes []merge.ConflictClass
			for _, k := range out.Undecided() {
				classes = append(classes, k.Class)
			}
			if want := []merge.ConflictClass{c.conflict}; c.conflict == "" && len(classes) > 0 ||
				c.conflict != "" && !slices.Equal(classes, want) {
				t.Errorf("conflicts %v, want %q", classes, c.conflict)
			}
			replayed := ours.Clone()
			for _, e := range out.Decision.Events {
				e.Evolve(replayed)
			}
			if replayed.Hash() != out.Decision.After.Hash() {
				t.Error("the events give another state than the decision")
			}
		})
	}
}

func TestAConflictOfLinksIsDecided(t *testing.T) {
	base := linking(t, linkable(t), "link", change.LinkModel{ModelID: "other", Name: "STR"})
	decided := func(ours, theirs change.Operation, take modelstate.Choice, value json.RawMessage) map[string]string {
		o, th := linking(t, base, "ours", ours), linking(t, base, "theirs", theirs)
		open := linksMerged(t, base, o, th, nil).Undecided()
		if len(open) != 1 {
			t.Fatalf("%d conflicts, want one", len(open))
		}
		out := linksMerged(t, base, o, th, map[string]modelstate.Resolution{open[0].ID: {Take: take, Value: value}})
		got := map[string]string{}
		for _, l := range out.Decision.After.ModelLinks() {
			got[l.Name] = l.ModelID + " " + l.State
		}
		return got
	}
	mep := func(model string) change.Operation { return change.LinkModel{ModelID: model, Name: "MEP"} }
	for name, c := range map[string]struct{ got, want map[string]string }{
		"theirs of a state": {decided(stateOf("3"), stateOf("delivery"), merge.TakeTheirs, nil),
			map[string]string{"STR": "other delivery"}},
		"theirs of an end": {decided(stateOf("3"), change.UnlinkModel{Link: "STR"}, merge.TakeTheirs, nil),
			map[string]string{}},
		"theirs of a change": {decided(change.UnlinkModel{Link: "STR"}, stateOf("3"), merge.TakeTheirs, nil),
			map[string]string{"STR": "other 3"}},
		"theirs of a name": {decided(mep("third"), mep("fourth"), merge.TakeTheirs, nil),
			map[string]string{"STR": "other live", "MEP": "fourth live", "MEP (ours)": "third live"}},
		"a value for a name": {decided(mep("third"), mep("fourth"), merge.TakeValue, json.RawMessage(`"HVAC"`)),
			map[string]string{"STR": "other live", "MEP": "third live", "HVAC": "fourth live"}},
	} {
		if string(modelstate.MustJSON(c.got)) != string(modelstate.MustJSON(c.want)) {
			t.Errorf("%s: links are %v, want %v", name, c.got, c.want)
		}
	}
}

func TestAChangeOfLinksIsUndone(t *testing.T) {
	empty := linkable(t)
	linked := linking(t, empty, "link", change.LinkModel{ModelID: "other", Name: "STR"})
	other := linking(t, linked, "other", stateOf("delivery"))
	ended := linking(t, other, "end", change.UnlinkModel{Link: "STR"})
	undo := func(before, after, now *modelstate.Model) (*modelstate.Model, error) {
		out, err := merge.Undo{ID: "undo", Before: before, After: after, Now: now, Undone: merge.NewTouches(),
			Later: merge.NewTouches()}.Decide()
		if err != nil {
			return nil, err
		}
		return out.Decision.After, nil
	}
	for name, c := range map[string]struct{ before, after *modelstate.Model }{
		"a link": {empty, linked}, "another state": {linked, other}, "an end": {other, ended},
	} {
		if m, err := undo(c.before, c.after, c.after); err != nil || m.Hash() != c.before.Hash() {
			t.Errorf("%s: not the state before it: %v", name, err)
		}
	}
	if _, err := undo(empty, linked, other); modelstate.CodeOf(err) != modelstate.IllegalState {
		t.Errorf("a link that was changed since is taken back: %v", err)
	}
}
