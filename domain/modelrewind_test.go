package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// wanderer makes random events about a few objects. Some are events that no command makes, such as events about deleted
// objects and links that replace other links.
type wanderer struct {
	random *rand.Rand
	model  *state.Model
	made   int
}

func (w *wanderer) id() state.ID { return state.ID(fmt.Sprint("thing-", w.random.IntN(6))) }

func (w *wanderer) fresh(kind string) state.ID {
	w.made++
	return state.ID(fmt.Sprint(kind, "-", w.made))
}

// pair returns two ids in order.
func (w *wanderer) pair() (a, b state.ID) {
	for a, b = w.id(), w.id(); a >= b; a, b = w.id(), w.id() {
		continue
	}
	return a, b
}

func (w *wanderer) element() *state.Element {
	e := &state.Element{ID: w.id(), Name: fmt.Sprint("Name ", w.random.IntN(3)), LevelID: w.id()}
	if w.random.IntN(2) == 0 {
		e.Category, e.Params = state.CategoryWall, &fabric.Wall{Height: geometry.MM(int64(2000 + w.random.IntN(9)))}
	} else {
		e.Category, e.Params = state.CategoryRoom, &room.Room{Number: fmt.Sprint(w.random.IntN(3))}
	}
	return e
}

func (w *wanderer) next() state.Event {
	a, b := w.pair()
	switch w.random.IntN(15) {
	case 0, 1:
		return &state.ElementCreated{Element: w.element()}
	case 2:
		return w.deleted()
	case 3, 4:
		name, _ := json.Marshal(fmt.Sprint("Name ", w.random.IntN(3)))
		return &state.ElementModified{ElementID: w.id(), Changes: []state.Change{{Facet: state.FacetName, From: nil,
			To: name}}}
	case 5:
		return &state.ElementHosted{ElementID: a, HostID: b}
	case 6:
		return &state.ElementsJoined{Join: state.Join{ID: w.fresh("join"), A: a, B: b, Kind: fabric.JoinL,
			Type: fabric.JoinButt}}
	case 7, 8:
		ports := []state.PortName{"start", "end"}
		return &state.ElementsConnected{Connection: state.Connection{ID: w.fresh("connection"), A: a, B: b,
			APort: ports[w.random.IntN(2)],
			BPort: ports[w.random.IntN(2)]}}
	case 9:
		return w.apart()
	case 10:
		return w.definition()
	case 11, 12:
		return w.linked()
	case 13:
		return &state.ModelDelivered{SHA256: "x", Types: []state.ID{"type-" + w.id()},
			Materials: []state.ID{"material-" + w.id()},
			Bodies:    []state.ID{"body-" + w.id()}}
	}
	info := w.model.Info()
	info.Name = fmt.Sprint("Model ", w.random.IntN(3))
	return &state.ModelInfoSet{From: w.model.Info(), To: info}
}

// linked links another model, changes the link, or ends it.
func (w *wanderer) linked() state.Event {
	link := state.ModelLink{ID: w.id(), Name: fmt.Sprint("Link ", w.random.IntN(3)), ModelID: "other"}
	switch w.random.IntN(3) {
	case 0:
		return &state.ModelLinked{ModelLink: link}
	case 1:
		return &state.ModelLinkSet{From: link, To: link}
	}
	return &state.ModelUnlinked{ModelLink: link}
}

// deleted deletes an element with its links.
func (w *wanderer) deleted() state.Event {
	id := w.id()
	e, ok := w.model.Element(id)
	if !ok {
		e = &state.Element{ID: id, Category: state.CategoryWall, Params: &fabric.Wall{}}
	}
	return &state.ElementDeleted{Element: e, Joins: w.model.JoinsOf(id), Connections: w.model.ConnectionsOf(id)}
}

// apart removes a link.
func (w *wanderer) apart() state.Event {
	if joins := w.model.Joins(); len(joins) > 0 && w.random.IntN(2) == 0 {
		return &state.ElementsParted{Join: *joins[w.random.IntN(len(joins))]}
	}
	if all := w.model.Connections(); len(all) > 0 {
		return &state.ElementsDisconnected{Connection: *all[w.random.IntN(len(all))]}
	}
	return &state.ElementMoved{ElementID: w.id()}
}

func (w *wanderer) definition() state.Event {
	name := fmt.Sprint("Name ", w.random.IntN(3))
	switch w.random.IntN(3) {
	case 0:
		return &state.TypeDefined{Type: state.Type{ID: "type-" + w.id(), Name: name, Category: state.CategoryWall}}
	case 1:
		return &state.MaterialDefined{Material: state.Material{ID: "material-" + w.id(), Name: name}}
	}
	return &state.BodyDefined{FixedBody: state.FixedBody{ID: "body-" + w.id(), Body: name}}
}

// Reverting any events gives the state before them, whatever was queried in the state after them.
func TestRewindingGivesTheStateBefore(t *testing.T) {
	for seed := range uint64(300) {
		w := &wanderer{random: rand.New(rand.NewPCG(seed, 1)), model: withIndexes(state.NewModel())}
		states, events := []*state.Model{w.model.Clone()}, []state.Event{}
		for range 40 {
			e := w.next()
			events = append(events, e)
			w.model.Evolve(e)
			states = append(states, w.model.Clone())
		}
		for range 6 {
			to := w.random.IntN(len(events))
			if w.random.IntN(2) == 0 {
				w.model.Called("Name 1") // from here on the indexes of names and places are kept up to date
				elements.MetOn(w.model, w.id())
			}
			rewound := rewindTo(events, to, w.model.Clone())
			sameModel(t, fmt.Sprintf("seed %d, back from %d to %d", seed, len(events), to), rewound, states[to])
		}
	}
}

func withIndexes(m *state.Model) *state.Model {
	return m.Remembering(func() func(func()) { return func(f func()) { f() } })
}

// rewindTo reverts the events from an index on.
func rewindTo(events []state.Event, to int, m *state.Model) *state.Model {
	r := state.NewRewinding()
	for _, e := range events[to:] {
		r.Note(e)
	}
	for {
		before, of := state.NewModel(), map[state.ID]bool{}
		for _, id := range r.IDs() {
			of[id] = true
		}
		for _, e := range events[:to] {
			concerns := state.Restates(e)
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

func sameModel(t *testing.T, what string, got, want *state.Model) {
	t.Helper()
	if !bytes.Equal(got.Pack(), want.Pack()) || got.Hash() != want.Hash() {
		t.Fatalf("%s: another state:\n got  %q\n want %q", what, got.Pack(), want.Pack())
	}
	for i := range 6 {
		id := state.ID(fmt.Sprint("thing-", i))
		a := fmt.Sprint(got.OnLevel(id), got.HostedBy(id), got.OfType(id), got.Mentioning(id), elements.MetOn(got, id))
		b := fmt.Sprint(want.OnLevel(id), want.HostedBy(id), want.OfType(id), want.Mentioning(id),
			elements.MetOn(want, id))
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
	for _, c := range []state.Category{state.CategoryWall, state.CategoryRoom} {
		if elements.CountOf(got, c) != elements.CountOf(want, c) ||
			fmt.Sprint(got.OfCategory(c)) != fmt.Sprint(want.OfCategory(c)) {
			t.Fatalf("%s: %d of %s, want %d", what, elements.CountOf(got, c), c, elements.CountOf(want, c))
		}
	}
}

// An excerpt of the first state of a branch is enough to rewind to it.
func TestRewindingABranchToItsBeginning(t *testing.T) {
	for seed := range uint64(100) {
		w := &wanderer{random: rand.New(rand.NewPCG(seed, 2)), model: state.NewModel()}
		for range 30 {
			w.model.Evolve(w.next())
		}
		origin, r := w.model.Clone(), state.NewRewinding()
		for range 10 {
			e := w.next()
			r.Note(e)
			w.model.Evolve(e)
		}
		for unknown := []state.ID{""}; len(unknown) > 0; r.Include(unknown) {
			unknown = r.Apply(w.model, origin.Excerpt(r.IDs()))
		}
		sameModel(t, fmt.Sprint("seed ", seed), w.model, origin)
	}
}
