package validation

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// judging records a check with broken rules of elements, each as "rule element", and with gaps for rules that it could
// not judge.
func (l *ledger) judging(revision uint64, change func(*Check), broken ...[2]string) string {
	l.t.Helper()
	c := &Check{Tool: CodeCompliance, Branch: "main", Revision: revision, StateHash: "h",
		Parameters: json.RawMessage(`{}`), Summary: json.RawMessage(`{}`),
		Elements: func(id state.ID) (Element, bool) { return Element{ID: id}, id != "gone" }}
	for _, b := range broken {
		c.Findings = append(c.Findings, Finding{Key: b[0] + "-" + b[1], Elements: []state.ID{state.ID(b[1])},
			Data: json.RawMessage(fmt.Sprintf(`{"key":"%s-%s","rule":"%s","element_ids":["%s"]}`, b[0], b[1], b[0],
				b[1]))})
	}
	if change != nil {
		change(c)
	}
	id, batches, err := l.log.Events(context.Background(), model, l.record(), c, l.meta())
	if err != nil {
		l.t.Fatal(err)
	}
	for _, events := range batches {
		l.append(events)
	}
	return id
}

func lacking(rule string, elements ...state.ID) func(*Check) {
	return func(c *Check) { c.Gaps = append(c.Gaps, NewGaps(rule, elements)...) }
}

// A finding is resolved only by a run that judged it and did not find it.
func TestWhatARunCouldNotJudgeStays(t *testing.T) {
	l := newLedger(t)
	l.judging(5, nil, [2]string{"width", "a"}, [2]string{"width", "b"}, [2]string{"height", "a"})
	l.judging(6, lacking("width", "a"))
	l.is("of an element without data", "width-a", New)
	l.is("of another element", "width-b", Resolved)
	l.is("of another rule", "height-a", Resolved)
	l.judging(7, lacking("width"))
	l.is("of a rule that was not run", "width-a", New)
	l.judging(8, nil)
	l.is("judged and found good", "width-a", Resolved)
}

func TestWhatIsGoneFromTheModelNeedsNoJudgement(t *testing.T) {
	l := newLedger(t)
	l.judging(5, nil, [2]string{"width", "gone"})
	l.judging(6, lacking("width"))
	l.is("its element was deleted", "width-gone", Resolved)
}

// A query selects other elements after a change: elements that it no longer selects were not checked.
func TestWhatAQueryNoLongerFindsStays(t *testing.T) {
	l := newLedger(t)
	l.judging(5, nil, [2]string{"width", "a"}, [2]string{"width", "b"})
	l.judging(6, func(c *Check) { c.Looked = func(id state.ID) bool { return id == "b" } })
	l.is("not looked at", "width-a", New)
	l.is("looked at", "width-b", Resolved)
}

// A pair that the kernel cannot decide may still be in conflict. A pair with another element is resolved.
func TestAnUndecidedPairStays(t *testing.T) {
	l := newLedger(t)
	pairs := func(doubts []Doubt, keys ...string) {
		t.Helper()
		c := checkOf(nil)
		c.Revision, c.Undecided = uint64(5+l.commands), doubts
		for _, k := range keys {
			ids := []state.ID{state.ID(k[:1]), state.ID(k[1:])}
			c.Findings = append(c.Findings, Finding{Key: k, Elements: ids,
				Data: json.RawMessage(fmt.Sprintf(`{"key":"%s","kind":"hard","element_ids":["%s","%s"]}`, k, k[:1],
					k[1:]))})
		}
		_, batches, err := l.log.Events(context.Background(), model, l.record(), c, l.meta())
		if err != nil {
			t.Fatal(err)
		}
		l.append(slices.Concat(batches...))
	}
	pairs(nil, "ab", "bc", "cd")
	pairs([]Doubt{{[]state.ID{"b", "a"}, "does not close"}, {[]state.ID{"d"}, "no body"}})
	l.is("undecided", "ab", New)
	l.is("decided", "bc", Resolved)
	l.is("one of the two has no body", "cd", New)
}

// Two runs are made at the same time: the second one was computed without the findings of the first one.
func TestARunThatDidNotKnowOfTheLastOneLeavesAll(t *testing.T) {
	l := newLedger(t)
	before := l.record()
	l.judging(5, nil, [2]string{"width", "a"})
	c := &Check{Tool: CodeCompliance, Branch: "main", Revision: 5, Parameters: json.RawMessage(`{}`),
		Summary: json.RawMessage(`{}`), Gaps: NewGaps("height", nil),
		Elements: func(id state.ID) (Element, bool) { return Element{}, true }}
	_, batches, err := l.log.Events(context.Background(), model, before, c, l.meta())
	if err != nil {
		t.Fatal(err)
	}
	l.append(slices.Concat(batches...))
	l.is("nobody asked", "width-a", New)
}

// A finding that only a run of an old revision has may still exist if the last run could not judge everything.
func TestWhatThePastFoundIsNotResolvedByARunWithGaps(t *testing.T) {
	l := newLedger(t)
	l.judging(9, lacking("width"))
	l.judging(3, nil, [2]string{"width", "a"})
	l.is("found in the past", "width-a", New)
	l.judging(9, nil)
	l.is("judged and found good", "width-a", Resolved)
}

func TestAComparisonTellsWhatWasNotJudged(t *testing.T) {
	l := newLedger(t)
	first := l.judging(5, nil, [2]string{"width", "a"}, [2]string{"width", "b"})
	second := l.judging(6, lacking("width", "a"))
	r := l.record()
	before, _ := r.Run(first)
	after, _ := r.Run(second)
	was, err := l.log.Found(context.Background(), model, before)
	if err != nil {
		t.Fatal(err)
	}
	is, err := l.log.Found(context.Background(), model, after)
	if err != nil {
		t.Fatal(err)
	}
	c := Compare(before, after, is.Unjudged(was.Findings, func(state.ID) bool { return true }))
	if !slices.Equal(c.Unjudged, []string{"width-a"}) || !slices.Equal(c.Resolved, []string{"width-b"}) {
		t.Errorf("%+v", c)
	}
}
