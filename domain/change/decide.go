package change

import (
	"fmt"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Command is a request to change the model. ID is unique to the request, and the ids of new elements derive from it.
type Command struct {
	ID string
	Do Operation

	// Revision is the revision of the state on which the command is decided. Some events store it as their origin.
	Revision state.Revision

	// Stop is called during long computations and can end them by a panic (see Model.Until). It may be nil.
	Stop geometry.Interrupt

	// Enclosed returns enclosed rooms of the state on which the command is decided. If it is nil, the command computes
	// the rooms of a level itself, which takes longer.
	Enclosed RoomSearch
}

// RoomSearch returns rooms of a level that are enclosed by walls, sorted by id: all rooms whose boxes meet a given box
// in plan. It may return other rooms of the level too.
type RoomSearch func(level state.ID, low, high geometry.Point2) []room.Enclosed

// Operation is the request of a command: CreateWall, PlaceDoor, ModifyParameter and so on, each in the file of its
// subject.
type Operation interface {
	Decide(t *Transaction) error
}

// Warning informs the caller about a side effect of a change.
type Warning struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`
}

// Decision is the outcome of a command: the events, the model after them, and warnings for the caller.
type Decision struct {
	Events   []state.Event
	Data     [][]byte // the stored data of the events
	After    *state.Model
	Warnings []Warning
}

// Transaction is a decision in progress: a clone of the model with the events decided so far applied to it.
type Transaction struct {
	Before     *state.Model
	Model      *state.Model
	CommandID  string
	Revision   state.Revision
	ids        int
	Events     []state.Event
	Data       [][]byte // of the events
	Warnings   []Warning
	Replaced   int                          // number of texts in the events whose invisible characters were replaced
	Enclosed   RoomSearch                   // for the state Before; nil: the rooms are computed
	enclosed   map[state.ID][]room.Enclosed // rooms enclosed before the command by level, once computed
	arraysSeen int                          // number of events after which arrays were last kept
	opened     []state.ID                   // rooms reported as left unbounded
}

// newID returns the next id of the command.
func (t *Transaction) newID() state.ID {
	t.ids++
	return state.DeriveID(t.CommandID, t.ids)
}

// idOr returns the given id or, if it is empty, the next id of the command.
func (t *Transaction) idOr(given state.ID) state.ID {
	if given != "" {
		return given
	}
	return t.newID()
}

// Emit adds an event and applies it, in the form in which it will be read from the log. So the state of the decision
// equals the state of a replay, and shares no memory with the command.
func (t *Transaction) Emit(e state.Event) {
	t.Model.Stop.Now()
	stored, data, replaced := state.AsStored(e)
	t.Replaced += replaced
	t.Events, t.Data = append(t.Events, stored), append(t.Data, data)
	t.Model.Evolve(stored)
}

func (t *Transaction) Warn(code string, data map[string]any, format string, args ...any) {
	t.Warnings = append(t.Warnings, Warning{code, fmt.Sprintf(format, args...), data})
}

// create checks an element and emits its creation. A missing name is derived from the category.
func (t *Transaction) create(e *state.Element) error {
	if e.Name = strings.TrimSpace(e.Name); e.Name == "" {
		e.Name = automaticName(t.Model, e.Category)
	}
	if err := CheckElement(t.Model, e); err != nil {
		return err
	}
	t.Emit(state.CreationOf(e))
	return nil
}

// automaticName returns the name of the next element of a category: its prefix and a number. The number counts the
// elements ever made, so that a name is never reused after a deletion.
func automaticName(m *state.Model, c state.Category) string {
	made, _ := m.Made.Get(c)
	return fmt.Sprintf("%s %d", state.Rows[c].Prefix, made+1)
}

// CheckElement checks an element alone: its references, the ranges of its parameters and the rules of its category.
func CheckElement(m *state.Model, e *state.Element) error {
	if err := checkReferences(m, e); err != nil {
		return err
	}
	if f := state.FixedOf(e); f != nil {
		return elements.CheckFixedShape(m, e, f)
	}
	if err := bodyshape.CheckParameters(m, e); err != nil {
		return err
	}
	return e.Params.Check(m, e)
}

func checkReferences(m *state.Model, e *state.Element) error {
	if state.Rows[e.Category].OnLevel {
		if _, err := m.FindOf(e.LevelID, state.CategoryLevel); err != nil {
			return err
		}
	}
	if e.TypeID != "" {
		if err := checkType(m, e); err != nil {
			return err
		}
	}
	if err := bodyshape.ElementCheckAssembly(e); err != nil {
		return err
	}
	if e.MaterialID != "" {
		if _, ok := m.Material(e.MaterialID); !ok {
			return state.Errorf(state.NotFound, "no material %q: define it with define_material first",
				e.MaterialID).With("material_id", e.MaterialID)
		}
	}
	return nil
}

func checkType(m *state.Model, e *state.Element) error {
	t, ok := m.Type(e.TypeID)
	if !ok {
		return state.Errorf(state.NotFound, "no type %q: define it with define_type first", e.TypeID).With("type_id",
			e.TypeID)
	}
	if t.Category != e.Category {
		return state.Errorf(state.IllegalState, "type %q is for a %s, not for a %s", t.Name, t.Category, e.Category).
			With("type_id", t.ID).With("state", t.Category).With("allowed", []state.Category{e.Category})
	}
	return nil
}

// change emits the changes that f makes to the given facets of an element. It emits nothing if f changes none of them.
// It checks the changed element alone; checkChanged checks it against the rest of the model after all changes of the
// command.
func (t *Transaction) change(e *state.Element, facets []state.Facet, f func(*state.Element)) error {
	after := e.With(f)
	changes := bodyshape.Difference(e, after, facets)
	if len(changes) == 0 {
		return nil
	}
	if err := CheckElement(t.Model, after); err != nil {
		return err
	}
	t.Emit(&state.ElementModified{ElementID: e.ID, Changes: changes})
	return nil
}

// checkChanged checks changed elements against the rest of the model. It runs after all changes of a command, because
// intermediate states may be invalid.
func (t *Transaction) checkChanged(ids ...state.ID) error {
	var walls []state.ID
	for _, id := range ids {
		e, ok := t.Model.Element(id)
		if !ok {
			continue
		}
		if e.Category == state.CategoryWall {
			walls = append(walls, id)
		}
		if err := t.checkInModel(e); err != nil {
			return err
		}
		if err := CheckDependents(t.Model, id); err != nil {
			return err
		}
	}
	t.warnJoins(walls...)
	return t.updateConnections(ids)
}

// peerChecks holds the checks of elements of a category against each other. A nil check accepts everything.
type peerChecks struct {
	changed func(t *Transaction, e *state.Element) error
	// imported checks an imported element. It may be less strict than the check of a new element, because the imported
	// model was valid as a whole.
	imported func(t *Transaction, e *state.Element) error
	copied   func(t *Transaction, e *state.Element) error
}

// peers holds the checks by category: of levels by their names, of rooms by their numbers and places, and of views and
// sheets.
var peers = map[state.Category]peerChecks{
	state.CategoryLevel: {changed: (*Transaction).checkChangedLevel, imported: (*Transaction).checkImportedLevel},
	state.CategoryRoom: {
		changed: (*Transaction).checkChangedRoom, imported: (*Transaction).checkImportedRoom,
		copied: (*Transaction).checkNewRoom,
	},
	state.CategoryView:  {changed: (*Transaction).checkChangedView},
	state.CategorySheet: {changed: (*Transaction).checkChangedSheet},
}

// checkInModel checks one changed element against the others of its category.
func (t *Transaction) checkInModel(e *state.Element) error {
	if check := peers[e.Category].changed; check != nil {
		return check(t, e)
	}
	return nil
}
