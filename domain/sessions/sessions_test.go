package sessions

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
)

var (
	bot   = approvals.Party{ID: "bot", Kind: "agent", OnBehalfOf: "ann"}
	other = approvals.Party{ID: "bot", Kind: "agent", OnBehalfOf: "bob"}
	ann   = approvals.Party{ID: "ann", Kind: approvals.KindHuman}
)

const (
	noon  approvals.Instant = "2026-05-04T12:00:00.000Z"
	later approvals.Instant = "2026-05-04T12:10:00.000Z"
	night approvals.Instant = "2026-05-05T12:00:00.000Z"
)

func started(id string) *SessionStarted {
	return &SessionStarted{SessionID: id, By: bot, Purpose: "doors", At: noon, Expires: night}
}

func thought(session string) ThoughtRecorded {
	return ThoughtRecorded{SessionID: session, ThoughtID: "t", Kind: Plan, Text: "two doors", At: later}
}

// TestWhoMayThink checks which thoughts a session accepts.
func TestWhoMayThink(t *testing.T) {
	tests := []struct {
		name   string
		by     approvals.Party
		change func(*ThoughtRecorded)
		after  Event
		code   state.Code
	}{
		{"its own", bot, nil, nil, 0},
		{"no session", bot, func(t *ThoughtRecorded) { t.SessionID = "x" }, nil, state.NotFound},
		{"the same id for another user", other, nil, nil, state.NotFound},
		{"a person in an agent's session", ann, nil, nil, state.NotFound},
		{"no words", bot, func(t *ThoughtRecorded) { t.Text = " " }, nil, state.InvalidInput},
		{"no kind", bot, func(t *ThoughtRecorded) { t.Kind = "guess" }, nil, state.InvalidInput},
		{"too late", bot, func(t *ThoughtRecorded) { t.At = night }, nil, state.IllegalState},
		{"after the end", bot, nil, &SessionFinalised{SessionID: "s", By: bot}, state.IllegalState},
	}
	for _, tt := range tests {
		b := NewBook().Fold(started("s"))
		if tt.after != nil {
			b.Fold(tt.after)
		}
		asked := thought("s")
		if tt.change != nil {
			tt.change(&asked)
		}
		e, err := b.Think(tt.by, asked)
		if (err == nil) != (tt.code == 0) || err != nil && state.CodeOf(err) != tt.code || (e == nil) != (err != nil) {
			t.Errorf("%s: %+v %v", tt.name, e, err)
		}
	}
}

// TestWhoMayFinalise checks who may end a session, and that it ends only once.
func TestWhoMayFinalise(t *testing.T) {
	for _, tt := range []struct {
		by   approvals.Party
		code state.Code
	}{{bot, 0}, {ann, 0}, {other, state.NotFound}} {
		b := NewBook().Fold(started("s"))
		e, err := b.Finalise(SessionFinalised{SessionID: "s", By: tt.by, Root: "r", At: night})
		if state.CodeOf(err) != tt.code && tt.code != 0 || tt.code == 0 && (err != nil || e.Records != 1) {
			t.Errorf("%+v: %+v %v", tt.by, e, err)
		}
		if err != nil {
			continue
		}
		if _, err := b.Fold(e).Finalise(*e); state.CodeOf(err) != state.IllegalState {
			t.Errorf("finalised twice: %v", err)
		}
	}
}

// TestLiveSessionsAreBounded checks that a principal cannot open any number of sessions, and that sessions of others do
// not count.
func TestLiveSessionsAreBounded(t *testing.T) {
	b := NewBook()
	for i := range maxLive {
		e, err := b.Start(*started(strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		b.Fold(e)
	}
	if _, err := b.Start(*started("more")); state.CodeOf(err) != state.SessionLimitExceeded {
		t.Errorf("%v", err)
	}
	foreign := *started("more")
	foreign.By = other
	if _, err := b.Start(foreign); err != nil {
		t.Errorf("another principal's sessions count: %v", err)
	}
}

// TestThoughtsBeforeAChange checks that a change lists the thoughts since the previous change.
func TestThoughtsBeforeAChange(t *testing.T) {
	b := NewBook().Fold(started("old"), started("s"))
	think := func(id string) {
		e := thought("s")
		e.ThoughtID = id
		b.Fold(&e)
	}
	change := func(command string) {
		e := b.Change(bot, ChangeRecorded{CommandID: command, At: later})
		if e == nil || e.SessionID != "s" {
			t.Fatalf("%+v", e)
		}
		b.Fold(e)
	}
	think("a")
	think("b")
	change("one")
	change("two")
	think("c")
	change("three")
	for command, want := range map[string][]string{"one": {"a", "b"}, "two": nil, "three": {"c"}} {
		s, c, ok := b.ChangeOf(command)
		if !ok {
			t.Fatalf("no change of %s", command)
		}
		var got []string
		for _, th := range s.Before(c) {
			got = append(got, th.ThoughtID)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s follows %v, want %v", command, got, want)
		}
	}
	if b.Change(other, ChangeRecorded{At: later}) != nil || b.Change(bot, ChangeRecorded{At: night}) != nil {
		t.Error("a change is recorded in a session of another one, or in one that is over")
	}
}

// TestEventsRoundTrip checks that every event of the table is read as it was stored.
func TestEventsRoundTrip(t *testing.T) {
	th := thought("s")
	th.Elements = []state.ID{"e"}
	for _, e := range []Event{started("s"), &th, &ChangeRecorded{SessionID: "s", CommandID: "c", Tool: "x",
		Branch: "main", Revision: 3, EventID: "e", Events: 2, SHA256: "h", At: later},
		&SessionFinalised{SessionID: "s", By: ann, Records: 3, Root: "r", At: night}} {
		name, schema, data := Encode(e)
		read, err := Decode(name, schema, data)
		if err != nil || !reflect.DeepEqual(read, e) || read.Session() != "s" {
			t.Errorf("%s: %+v, %v", name, read, err)
		}
	}
	if _, err := Decode("session.started", 2, []byte(`{}`)); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("a version that is not known: %v", err)
	}
}

// TestAnyOrderOfEventsIsSafe folds random events. Folding never fails, a finalised session gets no more records, and
// folding has an effect exactly if Takes reports one.
func TestAnyOrderOfEventsIsSafe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		b := NewBook()
		for range 20 {
			id := strconv.Itoa(r.IntN(3))
			th := thought(id)
			e := []Event{started(id), &th, &ChangeRecorded{SessionID: id, CommandID: strconv.Itoa(r.IntN(9))},
				&SessionFinalised{SessionID: id}}[r.IntN(4)]
			before := b.Clone()
			was, known := before.Session(id)
			records := 0
			if known {
				records = was.Records
			}
			takes := b.Takes(e)
			b.Fold(e)
			now, _ := b.Session(id)
			if known && was.Final != nil && now.Records != records || known && was.Records != records {
				t.Fatalf("%T changes what takes no more", e)
			}
			if same := reflect.DeepEqual(before, b); same == takes {
				t.Fatalf("%T: takes %v, changed %v", e, takes, !same)
			}
		}
	}
}
