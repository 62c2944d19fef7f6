package tasks

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// simpleTask is a task of the simple model, which is a list of records that is searched for every query.
type simpleTask struct {
	id            state.ID
	owner, title  string
	status        Status
	priority      Priority
	assignee, due string
	viewers       []string
	first         []state.ID
	events        int
}

type simple struct{ tasks []*simpleTask }

// legal repeats the state machine independently. A task that is not done may be opened, begun, blocked, reviewed or
// cancelled. A blocked task must be begun again before it can be reviewed. A finished task can only be reopened.
var legal = map[string][]Status{
	"open":        {InProgress, Blocked, InReview, Cancelled, Open},
	"in_progress": {Open, Blocked, InReview, Cancelled, InProgress},
	"blocked":     {Open, InProgress, Cancelled, Blocked},
	"in_review":   {Open, InProgress, Cancelled, InReview},
	"completed":   {Completed}, "cancelled": {Cancelled},
}

func (m *simple) find(user string, id state.ID) *simpleTask {
	for _, t := range m.tasks {
		if t.id == id && t.seenBy(user) {
			return t
		}
	}
	return nil
}

func (t *simpleTask) seenBy(user string) bool {
	return t.owner == user || slices.Contains(t.viewers, user) || slices.Contains(t.viewers, Everybody)
}

func (m *simple) reaches(from, to state.ID) bool {
	if from == to {
		return true
	}
	for _, t := range m.tasks {
		if t.id == from {
			return slices.ContainsFunc(t.first, func(id state.ID) bool { return m.reaches(id, to) })
		}
	}
	return false
}

func (m *simple) waits(t *simpleTask) bool {
	return slices.ContainsFunc(m.tasks, func(f *simpleTask) bool {
		return slices.Contains(t.first, f.id) && f.status != Completed && f.status != Cancelled
	})
}

// mayDepend returns the code that refuses the dependencies of a task with these viewers, 0 if they are allowed.
func (m *simple) mayDepend(user string, t *simpleTask) state.Code {
	for _, id := range t.first {
		f := m.find(user, id)
		switch {
		case id == t.id:
			return state.ConstraintViolated
		case f == nil:
			return state.NotFound
		case m.reaches(id, t.id):
			return state.ConstraintViolated
		}
		for _, name := range append([]string{t.owner}, t.viewers...) {
			if !f.seenBy(name) {
				return state.ConstraintViolated
			}
		}
	}
	return 0
}

// step applies one command to the simple model and returns the code of its refusal, 0 for none.
func (m *simple) step(user string, c Command) state.Code {
	switch c := c.(type) {
	case AddTask:
		t := &simpleTask{id: c.ID, owner: user, status: Open, priority: Normal, events: 1}
		if code := m.change(user, t, c.Set); code != 0 {
			return code
		}
		m.tasks = append(m.tasks, t)
		return 0
	case UpdateTask:
		t := m.find(user, c.ID)
		switch {
		case t == nil:
			return state.NotFound
		case c.Set.Status != nil && !slices.Contains(legal[string(t.status)], *c.Set.Status):
			return state.IllegalState
		}
		return m.change(user, t, c.Set)
	case CompleteTask:
		t := m.find(user, c.ID)
		switch {
		case t == nil:
			return state.NotFound
		case t.status == Blocked, t.status == Completed, t.status == Cancelled, m.waits(t):
			return state.IllegalState
		}
		t.status = Completed
	case ReopenTask:
		t := m.find(user, c.ID)
		switch {
		case t == nil:
			return state.NotFound
		case t.status != Completed && t.status != Cancelled:
			return state.IllegalState
		}
		t.status = Open
	case DeleteTask:
		return m.remove(user, c.ID)
	}
	return 0
}

func (m *simple) remove(user string, id state.ID) state.Code {
	t := m.find(user, id)
	switch {
	case t == nil:
		return state.NotFound
	case t.owner != user:
		return state.PermissionDenied
	}
	m.tasks = slices.DeleteFunc(m.tasks, func(o *simpleTask) bool { return o == t })
	for _, o := range m.tasks {
		o.first = slices.DeleteFunc(o.first, func(f state.ID) bool { return f == id })
	}
	return 0
}

func (m *simple) change(user string, t *simpleTask, c Changes) state.Code {
	after := *t
	after.first, after.viewers = slices.Clone(t.first), slices.Clone(t.viewers)
	to(&after.title, c.Title)
	to(&after.status, c.Status)
	to(&after.priority, c.Priority)
	to(&after.due, c.Due)
	to(&after.assignee, c.Assignee)
	if c.DependsOn != nil {
		after.first = slices.Compact(slices.Sorted(slices.Values(*c.DependsOn)))
	}
	after.viewers = append(after.viewers, c.Share...)
	if after.assignee != "" {
		after.viewers = append(after.viewers, after.assignee)
	}
	if code := m.mayDepend(user, &after); code != 0 {
		return code
	}
	*t = after
	return 0
}

// tell returns the view of a user on the simple model: the visible tasks and the next steps.
func (m *simple) tell(user, today string) string {
	var seen, next []*simpleTask
	for _, t := range m.tasks {
		if !t.seenBy(user) {
			continue
		}
		seen = append(seen, t)
		mine := t.assignee == "" || t.assignee == user
		if (t.status == Open || t.status == InProgress) && mine && !m.waits(t) ||
			t.status == InReview && t.owner == user && !m.waits(t) {
			next = append(next, t)
		}
	}
	key := func(t *simpleTask) string { // greater keys come first
		unlocks := 0
		for _, o := range seen {
			if slices.Contains(o.first, t.id) && o.status != Completed && o.status != Cancelled {
				unlocks++
			}
		}
		late, due, begun := 0, 0, 0
		if t.due != "" {
			due = 99999999 - day(t.due)
			if t.due < today {
				late = 1
			}
		}
		if t.status == InProgress {
			begun = 1
		}
		return fmt.Sprintf("%d %d %08d %d %04d", late,
			slices.Index([]Priority{Low, Normal, High, Critical}, t.priority), due, begun, unlocks)
	}
	slices.SortStableFunc(next, func(a, b *simpleTask) int { return -cmp.Compare(key(a), key(b)) })
	text := ""
	for _, t := range seen {
		text += fmt.Sprintln(t.id, t.title, t.status, t.priority, t.assignee, t.due, t.first)
	}
	for _, t := range next {
		text += fmt.Sprintln("next", t.id)
	}
	return text
}

func day(date string) (n int) {
	_, err := fmt.Sscanf(date[:4]+date[5:7]+date[8:], "%d", &n)
	if err != nil {
		panic(err)
	}
	return n
}

func (b *Board) tell(user, today string) string {
	by, text := Caller{user, user}, ""
	for _, t := range b.Seen(by) {
		text += fmt.Sprintln(t.ID, t.Title, t.Status, t.Priority, t.Assignee, t.Due, t.DependsOn)
	}
	for _, a := range b.Next(by, today, func(*Task) *Offer { return nil }) {
		text += fmt.Sprintln("next", a.Task.ID)
	}
	return text
}

var users = []string{"ada", "ben", "eve"}

// order is a command with its user.
type order struct {
	user    string
	command Command
}

// orders makes random commands. If secret is set, the user eve shares nothing and changes only her own tasks.
func orders(r *rand.Rand, n int, secret bool) []order {
	var out []order
	var ids []state.ID
	owner := map[state.ID]string{}
	for i := range n {
		user := users[r.IntN(len(users))]
		id := state.ID(fmt.Sprintf("t%03d", i))
		hidden := secret && user == "eve"
		pick := func() state.ID {
			if len(ids) == 0 {
				return "none"
			}
			for range 20 {
				if id := ids[r.IntN(len(ids))]; !hidden || owner[id] == "eve" {
					return id
				}
			}
			return "none"
		}
		var c Command
		switch r.IntN(9) {
		case 0, 1, 2:
			c = AddTask{Set: randomChanges(r, pick, true, hidden, secret), ID: id}
			ids, owner[id] = append(ids, id), user
		case 3, 4:
			c = UpdateTask{ID: pick(), Set: randomChanges(r, pick, false, hidden, secret)}
		case 5, 6:
			c = CompleteTask{ID: pick()}
		case 7:
			c = ReopenTask{ID: pick()}
		case 8:
			c = DeleteTask{ID: pick()}
		}
		out = append(out, order{user, c})
	}
	return out
}

func randomChanges(r *rand.Rand, pick func() state.ID, all, hidden, secret bool) Changes {
	var c Changes
	maybe := func() bool { return r.IntN(3) == 0 }
	if title := fmt.Sprintf("title %d", r.IntN(1000)); all || maybe() {
		c.Title = &title
	}
	if s := Statuses[r.IntN(len(Statuses))]; !all && maybe() {
		c.Status = &s
	}
	if p := priorities[r.IntN(4)]; maybe() {
		c.Priority = &p
	}
	if d := fmt.Sprintf("2026-0%d-1%d", 1+r.IntN(6), r.IntN(9)); maybe() {
		c.Due = &d
	}
	if maybe() {
		first := []state.ID{pick(), pick()}[:1+r.IntN(2)]
		c.DependsOn = &first
	}
	if hidden {
		return c
	}
	others := append(slices.Clone(users), "", Everybody)
	if secret {
		others = []string{"ada", "ben", ""}
	}
	if a := others[r.IntN(len(others))]; a != Everybody && maybe() {
		c.Assignee = &a
	}
	if s := others[r.IntN(len(others))]; s != "" && maybe() {
		c.Share = []string{s}
	}
	return c
}

const today = "2026-03-15"

// play carries out commands. It returns the answer to each command, and the view of every user after the last. Every
// event is encoded and decoded before it is applied.
func play(t *testing.T, b *Board, all []order) []string {
	t.Helper()
	var out []string
	for i, o := range all {
		events, err := b.Decide(Caller{o.user, o.user}, fmt.Sprint(i), o.command)
		answer := fmt.Sprintf("%v", err)
		for _, e := range events {
			if err != nil {
				t.Fatalf("events with a refusal: %v", err)
			}
			name, schema, data := Encode(e)
			stored, err := Decode(name, schema, data)
			if err != nil {
				t.Fatal(err)
			}
			b.Evolve(stored, Stamp{User: o.user})
		}
		out = append(out, answer)
	}
	return out
}

// TestRandomCommandsAgreeWithASimpleModel compares every answer and the final view of every user with the simple model.
func TestRandomCommandsAgreeWithASimpleModel(t *testing.T) {
	t.Parallel()
	rounds := 60
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		rounds = 2000
	}
	codes := map[state.Code]int{}
	for seed := range rounds {
		b, m := NewBoard(), &simple{}
		for i, o := range orders(rand.New(rand.NewPCG(1, uint64(seed))), 120, false) {
			events, err := b.Decide(Caller{o.user, o.user}, fmt.Sprint(i), o.command)
			for _, e := range events {
				b.Evolve(e, Stamp{User: o.user})
			}
			var code state.Code
			if err != nil {
				code = state.CodeOf(err)
			}
			codes[code]++
			if want := m.step(o.user, o.command); code != want {
				text, _ := json.Marshal(o.command)
				t.Fatalf("seed %d, step %d, %s: %T %s answers %v, the simple model %v", seed, i,
					o.user, o.command, text, err, want)
			}
			for _, user := range users {
				if got, want := b.tell(user, today), m.tell(user, today); got != want {
					t.Fatalf("seed %d, step %d: %s sees\n%s\nthe simple model\n%s", seed, i, user, got, want)
				}
			}
		}
	}
	for _, code := range []state.Code{0, state.NotFound, state.IllegalState,
		state.ConstraintViolated, state.PermissionDenied} {
		if codes[code] < rounds {
			t.Errorf("%d answers %v: the commands do not reach it", codes[code], code)
		}
	}
}

// TestNobodyLearnsOfAnothersTask plays the same commands with and without the commands of a user who shares nothing.
// The other users must get the same answers, text by text, and the same views.
func TestNobodyLearnsOfAnothersTask(t *testing.T) {
	t.Parallel()
	for seed := range 60 {
		all := orders(rand.New(rand.NewPCG(2, uint64(seed))), 150, true)
		with, without := NewBoard(), NewBoard()
		answers := play(t, with, all)
		// The commands keep their numbers, so that ids do not differ.
		silent := slices.Clone(all)
		for i, o := range silent {
			if o.user == "eve" {
				silent[i].command = DeleteTask{ID: "none"}
			}
		}
		for i, answer := range play(t, without, silent) {
			if all[i].user != "eve" && answer != answers[i] {
				t.Fatalf("seed %d, command %d of %s: %q, without the tasks of another %q", seed, i,
					all[i].user, answers[i], answer)
			}
		}
		for _, user := range []string{"ada", "ben"} {
			if a, b := with.tell(user, today), without.tell(user, today); a != b {
				t.Fatalf("seed %d: %s sees\n%s\nwithout the tasks of another\n%s", seed, user, a, b)
			}
		}
		if len(with.Seen(Caller{"eve", "eve"})) == 0 {
			t.Fatalf("seed %d: there is nothing to learn", seed)
		}
	}
}

// TestEveryMoveIsDecidedByTheTable tries every pair of statuses with every means.
func TestEveryMoveIsDecidedByTheTable(t *testing.T) {
	t.Parallel()
	reached := map[Status]bool{}
	for _, from := range Statuses {
		for _, to := range Statuses {
			for _, by := range []Means{ByUpdate, ByComplete, ByReopen} {
				legal := slices.Contains(Moves, Move{from, to, by}) || by == ByUpdate && from == to
				err := checkMove(&Task{Status: from}, to, by)
				if legal != (err == nil) {
					t.Errorf("%s to %s by %s: %v", from, to, by, err)
				}
				if err == nil {
					reached[to] = true
				}
			}
		}
	}
	if got := slices.Collect(maps.Keys(reached)); len(got) != len(Statuses) {
		t.Errorf("only %v can be reached", got)
	}
}
