package domain

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Command is a request to change the model. ID is unique to the request, and all ids that the change makes derive from
// it.
type Command struct {
	ID string
	Do Operation

	// Revision is that of the state on which the command is decided. Events that record their origin store it.
	Revision Revision

	// Stop, unless it is nil, is asked within all that takes long, and ends it by a panic: see Model.Until.
	Stop geometry.Interrupt
}

// Operation is what a command asks for: CreateWall, PlaceDoor, ModifyParameter and so on, each in the file of its
// subject.
type Operation interface {
	decide(t *transaction) error
}

// Warning is something the caller should know about a change that was made.
type Warning struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`
}

// Decision is the outcome of a command: the events, the model after them, and warnings for the caller.
type Decision struct {
	Events   []Event
	Data     [][]byte // the stored data of the events
	After    *Model
	Warnings []Warning
}

// Decide returns the events that a command leads to, or the Error that refuses it. The model given is only read.
func Decide(m *Model, c Command) (Decision, error) { return DecideOn(m, m.Clone(), c) }

// DecideOn is Decide for who has a clone of the model, which is that of the decision from now on.
func DecideOn(m, clone *Model, c Command) (Decision, error) {
	if c.Do == nil {
		return Decision{}, Errorf(InvalidInput, "the command has no operation: name one")
	}
	if m.Info().ID == "" {
		if _, ok := c.Do.(CreateModel); !ok {
			return Decision{}, Errorf(NotFound, "there is no model yet: call create_model first")
		}
	}
	t := &transaction{before: m, model: clone, commandID: c.ID, revision: c.Revision}
	clone.stop = c.Stop
	defer func() { clone.stop, t.model.stop = nil, nil }()
	if err := c.Do.decide(t); err != nil {
		return Decision{}, err
	}
	if err := t.keepConstraints(); err != nil {
		return Decision{}, err
	}
	if _, imported := c.Do.(Import); !imported { // its stairs come before the openings that they keep
		if err := t.keepStairs(); err != nil {
			return Decision{}, err
		}
		t.warnStairs()
	}
	if t.replaced > 0 {
		t.warn("TEXT_REPLACED", map[string]any{"texts": t.replaced},
			"%d texts had characters that are not seen or that steer what shows them; a mark such as "+
				"\u27e8U+202E\u27e9 "+
				"stands for each", t.replaced)
	}
	return Decision{t.events, t.data, t.model, t.warnings}, nil
}

// transaction is a decision in progress: a clone of the model with the events decided so far applied to it.
type transaction struct {
	before    *Model
	model     *Model
	commandID string
	revision  Revision
	ids       int
	events    []Event
	data      [][]byte // of the events
	warnings  []Warning
	replaced  int               // texts of the events with characters that are not seen
	enclosed  map[ID][]enclosed // rooms enclosed before the command, by level, once they were asked for
	opened    []ID              // rooms reported as left unbounded
}

// newID returns the next id of the command.
func (t *transaction) newID() ID {
	t.ids++
	return DeriveID(t.commandID, t.ids)
}

// idOr returns an id that was given, or the next one of the command.
func (t *transaction) idOr(given ID) ID {
	if given != "" {
		return given
	}
	return t.newID()
}

// emit adds an event and applies it, both in the form in which the log returns it. The state of the decision is
// therefore the state of a replay, and shares no memory with the command.
func (t *transaction) emit(e Event) {
	t.model.stop.Now()
	stored, data, replaced := asStored(e)
	t.replaced += replaced
	t.events, t.data = append(t.events, stored), append(t.data, data)
	t.model.Evolve(stored)
}

func (t *transaction) warn(code string, data map[string]any, format string, args ...any) {
	t.warnings = append(t.warnings, Warning{code, fmt.Sprintf(format, args...), data})
}

// create emits the creation of an element after checking it. Missing names are made from the category.
func (t *transaction) create(e *Element) error {
	if e.Name = strings.TrimSpace(e.Name); e.Name == "" {
		e.Name = t.model.automaticName(e.Category)
	}
	if err := t.model.checkElement(e); err != nil {
		return err
	}
	t.emit(creationOf(e))
	return nil
}

// automaticName returns the name of the next element of a category: its prefix and a number. The number counts the
// elements ever made, so that a name is never reused after a deletion.
func (m *Model) automaticName(c Category) string {
	made, _ := m.made.Get(c)
	return fmt.Sprintf("%s %d", rows[c].prefix, made+1)
}

// nameOf returns an element's name for a message, or its id if there is no such element.
func (m *Model) nameOf(id ID) string {
	if e, ok := m.Element(id); ok {
		return fmt.Sprintf("%q", e.Name)
	}
	return string(id)
}

// checkElement checks what can be checked of an element alone: its references, the ranges of its parameters and the
// category's own rules.
func (m *Model) checkElement(e *Element) error {
	if err := m.checkReferences(e); err != nil {
		return err
	}
	if f := FixedOf(e); f != nil {
		return m.checkFixedShape(e, f)
	}
	if err := checkParameters(m, e); err != nil {
		return err
	}
	return e.Params.check(m, e)
}

func (m *Model) checkReferences(e *Element) error {
	if rows[e.Category].onLevel {
		if _, err := m.findOf(e.LevelID, CategoryLevel); err != nil {
			return err
		}
	}
	if e.TypeID != "" {
		if err := m.checkType(e); err != nil {
			return err
		}
	}
	if err := e.checkAssembly(); err != nil {
		return err
	}
	if e.MaterialID != "" {
		if _, ok := m.Material(e.MaterialID); !ok {
			return Errorf(NotFound, "no material %q: define it with define_material first",
				e.MaterialID).With("material_id", e.MaterialID)
		}
	}
	return nil
}

func (m *Model) checkType(e *Element) error {
	t, ok := m.Type(e.TypeID)
	if !ok {
		return Errorf(NotFound, "no type %q: define it with define_type first", e.TypeID).With("type_id", e.TypeID)
	}
	if t.Category != e.Category {
		return Errorf(IllegalState, "type %q is for a %s, not for a %s", t.Name, t.Category, e.Category).
			With("type_id", t.ID).With("state", t.Category).With("allowed", []Category{e.Category})
	}
	return nil
}

// change emits what f changes of an element in the given facets, and nothing if nothing changes. It checks the changed
// element alone; checkChanged checks it against the rest of the model after all changes of the command.
func (t *transaction) change(e *Element, facets []Facet, f func(*Element)) error {
	after := e.with(f)
	changes := difference(e, after, facets)
	if len(changes) == 0 {
		return nil
	}
	if err := t.model.checkElement(after); err != nil {
		return err
	}
	t.emit(&ElementModified{e.ID, changes})
	return nil
}
