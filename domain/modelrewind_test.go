package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// wanderer makes up events about a few things, also such as no command leads to: of what is there already or not there
// any more, and links that push others out.
type wanderer struct {
	random *rand.Rand
	model  *Model
	made   int
}

func (w *wanderer) id() ID { return ID(fmt.Sprint("thing-", w.random.IntN(6))) }

func (w *wanderer) fresh(kind string) ID {
	w.made++
	return ID(fmt.Sprint(kind, "-", w.made))
}

// pair returns two things in the order of their ids.
func (w *wanderer) pair() (a, b ID) {
	for a, b = w.id(), w.id(); a >= b; a, b = w.id(), w.id() {
		continue
	}
	return a, b
}

func (w *wanderer) element() *Element {
	e := &Element{ID: w.id(), Name: fmt.Sprint("Name ", w.random.IntN(3)), LevelID: w.id()}
	if w.random.IntN(2) == 0 {
		e.Category, e.Params = CategoryWall, &Wall{Height: geometry.MM(int64(2000 + w.random.IntN(9)))}
	} else {
		e.Category, e.Params = CategoryRoom, &Room{Number: fmt.Sprint(w.random.IntN(3))}
	}
	return e
}

func (w *wanderer) next() Event {
	a, b := w.pair()
	switch w.random.IntN(15) {
	case 0, 1:
		return &ElementCreated{w.element()}
	case 2:
		return w.deleted()
	case 3, 4:
		name, _ := json.Marshal(fmt.Sprint("Name ", w.random.IntN(3)))
		return &ElementModified{ElementID: w.id(), Changes: []Change{{FacetName, nil, name}}}
	case 5:
		return &ElementHosted{ElementID: a, HostID: b}
	case 6:
		return &ElementsJoined{Join: Join{ID: w.fresh("join"), A: a, B: b, Kind: JoinL, Type: JoinButt}}
	case 7, 8:
		ports := []PortName{"start", "end"}
		return &ElementsConnected{Connection{ID: w.fresh("connection"), A: a, B: b, APort: ports[w.random.IntN(2)],
			BPort: ports[w.random.IntN(2)]}}
	case 9:
		return w.apart()
	case 10:
		return w.definition()
	case 11, 12:
		return w.linked()
	case 13:
		return &ModelDelivered{SHA256: "x", Types: []ID{"type-" + w.id()}, Materials: []ID{"material-" + w.id()},
			Bodies: []ID{"body-" + w.id()}}
	}
	info := w.model.Info()
	info.Name = fmt.Sprint("Model ", w.random.IntN(3))
	return &ModelInfoSet{w.model.Info(), info}
}

// linked links another model, says where it is, or ends the link.
func (w *wanderer) linked() Event {
	link := ModelLink{ID: w.id(), Name: fmt.Sprint("Link ", w.random.IntN(3)), ModelID: "other"}
	switch w.random.IntN(3) {
	case 0:
		return &ModelLinked{link}
	case 1:
		return &ModelLinkSet{From: link, To: link}
	}
	return &ModelUnlinked{link}
}

// deleted takes an element away with the links that it has.
func (w *wanderer) deleted() Event {
	id := w.id()
	e, ok := w.model.Element(id)
	if !ok {
		e = &Element{ID: id, Category: CategoryWall, Params: &Wall{}}
	}
	return &ElementDeleted{Element: e, Joins: w.model.JoinsOf(id), Connections: w.model.ConnectionsOf(id)}
}

// apart takes a link away.
func (w *wanderer) apart() Event {
	if joins := w.model.Joins(); len(joins) > 0 && w.random.IntN(2) == 0 {
		return &ElementsParted{*joins[w.random.IntN(len(joins))]}
	}
	if all := w.model.Connections(); len(all) > 0 {
		return &ElementsDisconnected{*all[w.random.IntN(len(all))]}
	}
	return &ElementMoved{ElementID: w.id()}
}

func (w *wanderer) definition() Event {
	name := fmt.Sprint("Name ", w.random.IntN(3))
	switch w.random.IntN(3) {
	case 0:
		return &TypeDefined{Type{ID: "type-" + w.id(), Name: name, Category: CategoryWall}}
	case 1:
		return &MaterialDefined{Material{ID: "material-" + w.id(), Name: name}}
	}
	return &BodyDefined{FixedBody{ID: "body-" + w.id(), Body: name}}
}

// Events taken back give the state before them, whatever they are, and whatever was asked of the state after them.
func TestRewindingGivesTheStateBefore(t *testing.T) {
	for seed := range uint64(300) {
		w := &wanderer{random: rand.New(rand.NewPCG(seed, 1)), model: withIndexes(NewModel())}
		states, events := []*Model{w.model.Clone()}, []Event{}
		for range 40 {
			e := w.next()
			events = append(events, e)
			w.model.Evolve(e)
			states = append(states, w.model.Clone())
		}
		for range 6 {
			to := w.random.IntN(len(events))
			if w.random.IntN(2) == 0 {
				w.model.Called("Name 1") // from here on the indexes of names and places are followed
				w.model.MetOn(w.id())
			}
			rewound := rewindTo(events, to, w.model.Clone())
			sameModel(t, fmt.Sprintf("seed %d, back from %d to %d", seed, len(events), to), rewound, states[to])
		}
	}
}

func withIndexes(m *Model) *Model {
	return m.Remembering(func() func(func()) { return func(f func()) { f() } })
}

// rewindTo takes the events from one on back.
func rewindTo(events []Event, to int, m *Model) *Model {
	r := NewRewinding()
	for _, e := range events[to:] {
		r.Note(e)
	}
	for {
		before, of := NewModel(), map[ID]bool{}
		for _, id := range r.IDs() {
			of[id] = true
		}
		for _, e := range events[:to] {
			concerns := Restates(e)
			for _, touched := range e.Touched() {
				concerns = concerns || of[touched.ElementID]
			}
			if concerns {
				before.Evolve(e)
			}
		}
		unknown := r.Apply(m, before)
		if len(unknown) == 0 {
			return m
		}
		r.Include(unknown)
	}
}

func sameModel(t *testing.T, what string, got, want *Model) {
	t.Helper()
	if !bytes.Equal(got.Pack(), want.Pack()) || got.Hash() != want.Hash() {
		t.Fatalf("%s: another state:\n got  %q\n want %q", what, got.Pack(), want.Pack())
	}
	for i := range 6 {
		id := ID(fmt.Sprint("thing-", i))
		a := fmt.Sprint(got.OnLevel(id), got.HostedBy(id), got.OfType(id), got.Mentioning(id), got.MetOn(id))
		b := fmt.Sprint(want.OnLevel(id), want.HostedBy(id), want.OfType(id), want.Mentioning(id), want.MetOn(id))
		if a != b || len(got.JoinsOf(id)) != len(want.JoinsOf(id)) ||
			len(got.ConnectionsOf(id)) != len(want.ConnectionsOf(id)) {
			t.Fatalf("%s: the indexes say %s of %s, want %s", what, a, id, b)
		}
	}
	for i := range 3 {
		name := fmt.Sprint("Name ", i)
		if a, b := fmt.Sprint(got.Called(name)), fmt.Sprint(want.Called(name)); a != b {
			t.Fatalf("%s: %s are called %s, want %s", what, a, name, b)
		}
	}
	for _, c := range []Category{CategoryWall, CategoryRoom} {
		if got.CountOf(c) != want.CountOf(c) || fmt.Sprint(got.OfCategory(c)) != fmt.Sprint(want.OfCategory(c)) {
			t.Fatalf("%s: %d of %s, want %d", what, got.CountOf(c), c, want.CountOf(c))
		}
	}
}

// An excerpt of a state that a branch begins with stands for it.
func TestRewindingABranchToItsBeginning(t *testing.T) {
	for seed := range uint64(100) {
		w := &wanderer{random: rand.New(rand.NewPCG(seed, 2)), model: NewModel()}
		for range 30 {
			w.model.Evolve(w.next())
		}
		origin, r := w.model.Clone(), NewRewinding()
		for range 10 {
			e := w.next()
			r.Note(e)
			w.model.Evolve(e)
		}
		for unknown := []ID{""}; len(unknown) > 0; r.Include(unknown) {
			unknown = r.Apply(w.model, origin.Excerpt(r.IDs()))
		}
		sameModel(t, fmt.Sprint("seed ", seed), w.model, origin)
	}
}
