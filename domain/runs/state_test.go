package runs

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// in returns a run in a state.
func in(s State) *Run {
	config := Config{Name: "r", Steps: []Step{{Tool: "create_wall"}},
		Gates: []Gate{{Name: "g", Tool: "clash_detection"}}}.Filled("12345678-0000")
	text, err := json.Marshal(config)
	if err != nil {
		panic(err)
	}
	r := New()
	r.Evolve(&RunCreated{RunID: "12345678-0000", Config: text}, "")
	r.branched, r.StepsDone, r.State = true, 1, s
	if s == Paused {
		r.pausedIn = Validating
	}
	return r
}

// A move by a tool succeeds if the table contains it, and is refused otherwise.
func TestMovesAreThoseOfTheTable(t *testing.T) {
	moves := map[Means]struct {
		to   State
		make func(*Run) ([]Event, error)
	}{
		ByValidate: {Validating, (*Run).Validate}, ByCancel: {Cancelled,
			func(r *Run) ([]Event, error) { return r.Cancel("") }},
		ByMerge: {Merged, func(r *Run) ([]Event, error) { return r.Merge("e") }},
	}
	for _, from := range States {
		for by, move := range moves {
			events, err := move.make(in(from))
			legal := slices.ContainsFunc(Moves, func(m Move) bool {
				return m.From == from &&
					m.To == move.to && m.By == by
			})
			stays := by == ByValidate && from == Validating // the run is already in that state
			switch {
			case legal && (err != nil || len(events) != 1):
				t.Errorf("%s of a run that is %s: %v, %v", by, from, events, err)
			case !legal && !stays && state.CodeOf(err) != state.IllegalState:
				t.Errorf("%s of a run that is %s: %v, %v", by, from, events, err)
			}
		}
		if _, err := in(from).Resume(); (err == nil) != (!from.Over() && from != ReadyToMerge) {
			t.Errorf("resuming a run that is %s: %v", from, err)
		}
		if err := in(from).CheckFix(); (err == nil) != (from == Fixing) {
			t.Errorf("fixing a run that is %s: %v", from, err)
		}
	}
}

// An ended run has no moves. Every other state has at least one move, and one of its moves cancels the run.
func TestTheTableOfMovesHasNoTrap(t *testing.T) {
	for _, s := range States {
		out, cancels := 0, false
		for _, m := range Moves {
			if m.From == s {
				out++
				cancels = cancels || m.By == ByCancel
			}
		}
		if s.Over() != (out == 0) || !s.Over() && !cancels {
			t.Errorf("%s: %d ways on, cancels %v", s, out, cancels)
		}
	}
}

// A merge needs the revision that the gates checked, with all gates passed.
func TestMergesTakeWhatTheGatesSaw(t *testing.T) {
	for _, c := range []struct {
		ok       bool
		revision uint64
		want     bool
	}{{true, 5, true}, {true, 6, false}, {false, 5, false}} {
		r := in(ReadyToMerge)
		r.Report = []CheckResult{{Gate: "g", OK: c.ok, Revision: 5}}
		if err := r.CheckMerge(c.revision); (err == nil) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
