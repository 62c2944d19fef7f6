package approvals

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

var (
	bot = Party{"bot", "agent", "ann"}
	ann = Party{"ann", KindHuman, ""}
	bob = Party{"bob", KindHuman, ""}
)

const (
	noon  Instant = "2026-05-04T12:00:00.000Z"
	later Instant = "2026-05-04T12:10:00.000Z"
	end   Instant = "2026-05-04T12:30:00.000Z"
)

func asked(approvers int, level Level) Requested {
	return Requested{ID: "a", Requester: bot, Plan: Plan{Tool: "delete_element", ModelID: "m", Branch: "main",
		Revision: 7, Head: "h", Arguments: "args", SHA256: "plan"},
		Requires: Requirement{level, approvers}, Policy: "p", At: noon, Expires: end}
}

func yes(by Party, level Level) Decision {
	return Decision{ID: "a", By: by, Level: level, Plan: "plan", At: later, Expires: end}
}

func use(change func(*Use)) Use {
	r := asked(1, LevelTTY)
	u := Use{ID: "a", By: bot, Plan: r.Plan, Policy: "p", CommandID: "c", At: later}
	if change != nil {
		change(&u)
	}
	return u
}

// granted returns a book with a request that one person has approved.
func granted(t *testing.T) *Book {
	t.Helper()
	r := asked(1, LevelTTY)
	b := NewBook().Fold(&r)
	g, err := b.Grant(yes(ann, LevelTTY))
	if err != nil {
		t.Fatal(err)
	}
	return b.Evolve(g)
}

// TestWhoMayDecide checks which deciders are refused, and with which code.
func TestWhoMayDecide(t *testing.T) {
	service := Party{"night", "service", "ann"}
	disguised := Party{"bot", KindHuman, ""} // the requester's id under another kind
	tests := []struct {
		name string
		d    Decision
		code state.Code
	}{
		{"a person at a terminal", yes(ann, LevelTTY), 0},
		{"a key is more than a terminal", yes(ann, LevelKey), 0},
		{"a client is less", yes(ann, LevelClient), state.PermissionDenied},
		{"no level at all", yes(ann, ""), state.PermissionDenied},
		{"the requester", yes(bot, LevelKey), state.PermissionDenied},
		{"the requester as a person", yes(disguised, LevelKey), state.PermissionDenied},
		{"a service", yes(service, LevelKey), state.PermissionDenied},
		{"another plan was shown", Decision{ID: "a", By: ann, Level: LevelTTY, Plan: "other", At: later},
			state.StaleApproval},
		{"another request", Decision{ID: "b", By: ann, Level: LevelTTY, Plan: "plan", At: later}, state.NotFound},
		{"too late", Decision{ID: "a", By: ann, Level: LevelTTY, Plan: "plan", At: end}, state.IllegalState},
	}
	for _, tt := range tests {
		r := asked(1, LevelTTY)
		_, err := NewBook().Fold(&r).Grant(tt.d)
		if tt.code == 0 && err != nil || tt.code != 0 && state.CodeOf(err) != tt.code {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestTwoApprovers checks that the same person cannot count as two.
func TestTwoApprovers(t *testing.T) {
	r := asked(2, LevelTTY)
	b := NewBook().Fold(&r)
	for i, who := range []Party{ann, bob} {
		if _, err := b.Consume(use(nil)); state.CodeOf(err) != state.ApprovalRequired {
			t.Errorf("after %d of 2: %v", i, err)
		}
		g, err := b.Grant(yes(who, LevelTTY))
		if err != nil {
			t.Fatal(err)
		}
		b = b.Evolve(g)
		if _, err := b.Grant(yes(who, LevelTTY)); err == nil {
			t.Errorf("%s counts twice", who.ID)
		}
	}
	if _, err := b.Consume(use(nil)); err != nil {
		t.Errorf("after both: %v", err)
	}
}

// TestWhatAGrantIsGoodFor checks every way in which a use can differ from the grant.
func TestWhatAGrantIsGoodFor(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Use)
		code   state.Code
		event  Event
	}{
		{"the plan", nil, 0, &Consumed{"a", "c", later}},
		{"other arguments", func(u *Use) { u.Plan.Arguments = "x" }, state.StaleApproval,
			&Voided{"a", []string{"arguments"}, later}},
		{"another tool", func(u *Use) { u.Plan.Tool = "x" }, state.StaleApproval,
			&Voided{"a", []string{"arguments"}, later}},
		{"another branch", func(u *Use) { u.Plan.Branch = "x" }, state.StaleApproval,
			&Voided{"a", []string{"arguments"}, later}},
		{"another head", func(u *Use) { u.Plan.Head = "x" }, state.StaleApproval,
			&Voided{"a", []string{"head"}, later}},
		{"another plan", func(u *Use) { u.Plan.SHA256 = "x" }, state.StaleApproval,
			&Voided{"a", []string{"plan"}, later}},
		{"another policy", func(u *Use) { u.Policy = "x" }, state.StaleApproval,
			&Voided{"a", []string{"policy"}, later}},
		{"too late", func(u *Use) { u.At = end }, state.ApprovalRejected, &Expired{"a", end}},
		{"another agent", func(u *Use) { u.By.ID = "bot2" }, state.NotFound, nil},
		{"the same id for another user", func(u *Use) { u.By.OnBehalfOf = "bob" }, state.NotFound, nil},
		{"the approver", func(u *Use) { u.By = ann }, state.NotFound, nil},
	}
	for _, tt := range tests {
		b := granted(t)
		e, err := b.Consume(use(tt.change))
		if (err == nil) != (tt.code == 0) || err != nil && state.CodeOf(err) != tt.code ||
			!reflect.DeepEqual(e, tt.event) {
			t.Errorf("%s: %+v %v", tt.name, e, err)
		}
		if e == nil {
			continue
		}
		if again, err := b.Evolve(e).Consume(use(nil)); err == nil || again != nil {
			t.Errorf("%s: the grant is good again: %+v %v", tt.name, again, err)
		}
	}
}

// TestARejectionIsFinal checks that a rejection needs a reason and cannot be undone.
func TestARejectionIsFinal(t *testing.T) {
	r := asked(1, LevelTTY)
	b := NewBook().Fold(&r)
	if _, err := b.Reject(Decision{ID: "a", By: ann, At: later}); err == nil {
		t.Error("a no without a reason")
	}
	e, err := b.Reject(Decision{ID: "a", By: ann, Reason: "it stays", At: later})
	if err != nil {
		t.Fatal(err)
	}
	b = b.Evolve(e)
	if _, err := b.Grant(yes(bob, LevelKey)); state.CodeOf(err) != state.IllegalState {
		t.Errorf("a yes after a no: %v", err)
	}
	if _, err := b.Consume(use(nil)); state.CodeOf(err) != state.ApprovalRejected {
		t.Errorf("%v", err)
	}
}

// TestRequestsAreBounded checks that the same plan is requested once and that one requester cannot flood the approvers.
func TestRequestsAreBounded(t *testing.T) {
	b := NewBook()
	for i := range maxOpen {
		r := asked(1, LevelTTY)
		r.ID, r.Plan.SHA256 = string(rune('a'+i)), string(rune('a'+i))
		event, open, err := b.Request(r)
		if err != nil || open != nil {
			t.Fatal(err)
		}
		b.Fold(event)
		if _, open, _ := b.Request(r); open == nil {
			t.Error("the same plan is asked for twice")
		}
	}
	r := asked(1, LevelTTY)
	r.ID = "more"
	if _, _, err := b.Request(r); state.CodeOf(err) != state.SessionLimitExceeded {
		t.Errorf("%v", err)
	}
	r.At, r.Plan.SHA256 = end, "late" // the others have lapsed
	if _, _, err := b.Request(r); err != nil {
		t.Errorf("lapsed requests count: %v", err)
	}
}

// TestStandingGrants checks which changes a standing grant covers, and that its uses are counted.
func TestStandingGrants(t *testing.T) {
	grant := StandingGranted{ID: "s", To: bot, Classes: []Class{ClassDelete}, Categories: []string{"furniture"},
		Levels: []string{"l2"}, Elements: 20, Until: end, By: ann, Level: LevelTTY, At: noon}
	need := func(change func(*Need)) Need {
		n := Need{By: bot, Classes: []Class{ClassDelete}, Requires: Requirement{LevelTTY, 1}, Branch: "main",
			Elements: 7, Categories: []string{"furniture"}, Levels: [][]string{{"l2"}}, Placed: true}
		if change != nil {
			change(&n)
		}
		return n
	}
	e, err := NewBook().GrantStanding(grant)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBook().Fold(e)
	for name, change := range map[string]func(*Need){
		"another class":    func(n *Need) { n.Classes = append(n.Classes, ClassMerge) },
		"another category": func(n *Need) { n.Categories = []string{"furniture", "wall"} },
		"another level":    func(n *Need) { n.Levels = append(n.Levels, []string{"l1"}) },
		"somewhere":        func(n *Need) { n.Placed = false },
		"too many":         func(n *Need) { n.Elements = 21 },
		"another agent":    func(n *Need) { n.By.OnBehalfOf = "bob" },
		"a higher level":   func(n *Need) { n.Requires.Level = LevelKey },
		"two approvers":    func(n *Need) { n.Requires.Approvers = 2 },
	} {
		if u := b.UseStanding(need(change), "plan", "c", later); u != nil {
			t.Errorf("%s is covered", name)
		}
	}
	if u := b.UseStanding(need(nil), "plan", "c", end); u != nil {
		t.Error("a lapsed grant is used")
	}
	uses := 0
	for {
		u := b.UseStanding(need(nil), "plan", "c", later)
		if u == nil {
			break
		}
		b.Fold(u)
		uses++
	}
	if uses != 2 || b.Standing()[0].Left(later) != 6 {
		t.Errorf("20 elements are good for %d uses of 7, %d left", uses, b.Standing()[0].Left(later))
	}
}

// TestEventsRoundTrip checks that every event is read as it was stored, and that a fold of the read events has the same
// effect.
func TestEventsRoundTrip(t *testing.T) {
	r := asked(1, LevelTTY)
	for _, e := range []Event{&r, &Granted{ID: "a", By: ann, Level: LevelKey, Plan: "plan", Key: "k",
		Signature: "s", At: later, Expires: end},
		&Rejected{"a", ann, LevelTTY, "no", later}, &Consumed{"a", "c", later}, &Expired{"a", end},
		&Voided{"a", []string{"head"}, later},
		&StandingGranted{ID: "s", To: bot, Classes: []Class{ClassBulk}, Elements: 3, Until: end,
			By: ann, Level: LevelTTY, At: noon},
		&StandingUsed{"s", 2, "c", "plan", later}, &StandingRevoked{"s", ann, "enough", later}} {
		name, schema, data := Encode(e)
		read, err := Decode(name, schema, data)
		if err != nil || !reflect.DeepEqual(read, e) {
			t.Errorf("%s: %+v, %v", name, read, err)
		}
	}
	if _, err := Decode("approval.granted", 2, []byte(`{}`)); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("a version that is not known: %v", err)
	}
}

// TestAnyOrderOfEventsIsSafe applies random events, including events that no decider makes. A fold must never fail. As
// long as the events come from the decider, only granted requests may be consumed.
func TestAnyOrderOfEventsIsSafe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		req := asked(1+r.IntN(2), LevelTTY)
		b := NewBook().Fold(&req)
		consumed, grants := 0, 0
		step := func(e Event) {
			was, _ := b.Approval("a")
			b = b.Evolve(e)
			is, _ := b.Approval("a")
			if !slices.ContainsFunc(Transitions, func(t Transition) bool {
				return t.From == was.Status &&
					t.To == is.Status
			}) {
				t.Fatalf("%T takes %s to %s, which is not in the table", e, was.Status, is.Status)
			}
		}
		for range 12 {
			switch r.IntN(4) {
			case 0:
				if g, err := b.Grant(yes([]Party{ann, bob}[r.IntN(2)], levels[r.IntN(3)])); err == nil {
					step(g)
					grants++
				}
			case 1:
				if r.IntN(6) == 0 {
					if no, err := b.Reject(Decision{ID: "a", By: bob, Reason: "no", At: later}); err == nil {
						step(no)
					}
				}
			case 2:
				if e, err := b.Consume(use(func(u *Use) {
					if r.IntN(8) == 0 {
						u.Plan.Head = "other"
					}
				})); e != nil {
					step(e)
					if err == nil {
						consumed++
						if grants < req.Requires.Approvers {
							t.Fatal("consumed without its grants")
						}
					}
				}
			default:
				if e := b.Lapse("a", later); e != nil {
					t.Fatal("lapsed before its time")
				}
			}
		}
		if consumed > 1 {
			t.Fatalf("consumed %d times", consumed)
		}
		if _, err := json.Marshal(b.All()); err != nil {
			t.Fatal(err)
		}
	}
}
