package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Import adds elements of another program with their original ids, all or none of them. They are checked like new
// elements. In the list, an element precedes the elements that stand on it or that it hosts; an opening and its filling
// are adjacent. The site and the building are not created: their data is copied to the site and the building of the
// model.
type Import struct {
	Materials   []state.Material   `json:"materials,omitempty"`
	Types       []state.Type       `json:"types,omitempty"`
	Elements    []*state.Element   `json:"elements,omitempty"`
	Joins       []state.Join       `json:"joins,omitempty"`
	Connections []state.Connection `json:"connections,omitempty"`
	// Bodies holds the solids of fixed bodies, and Drawn their open surfaces and lines, by the id of the element or of
	// a part of it.
	Bodies map[state.ID]geometry.Body    `json:"-"`
	Drawn  map[state.ID][]geometry.Drawn `json:"-"`
}

// body returns the fixed body of an element, or of a part of an element. given is false if it has none.
func (c Import) body(of state.ID) (solids geometry.Body, drawn []geometry.Drawn, given bool) {
	solids, given = c.Bodies[of]
	drawn = c.Drawn[of]
	return solids, drawn, given || len(drawn) > 0
}

func (c Import) Decide(t *Transaction) error {
	for _, m := range c.Materials {
		if err := t.importMaterial(m); err != nil {
			return err
		}
	}
	for _, d := range c.Types {
		if err := t.importType(d); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		imported, err := c.embodied(t, e)
		if err != nil {
			return err
		}
		if err := t.importElement(imported); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		if err := t.hostImported(e); err != nil {
			return err
		}
	}
	if err := t.importJoins(c.Joins); err != nil { // joins determine where walls end, and so the rooms between them
		return err
	}
	for _, e := range c.Elements {
		if err := t.checkImported(e); err != nil {
			return err
		}
	}
	return t.importConnections(c.Connections)
}

func takenID(id state.ID) error {
	return state.Errorf(state.AlreadyExists,
		"the model has something with the id %q already: import into a new model, or into "+
			"one that holds nothing yet", id).With("element_id", id)
}

// embodied is implemented by categories whose elements can have a body from the library of fixed bodies in addition to
// their parameters.
type embodied interface {
	// WithBody returns the parameters with a body from the library.
	WithBody(id state.ID) state.Params
}

// embodied puts the fixed body of a proxy or a component into the library.
func (c Import) embodied(t *Transaction, e *state.Element) (state.Element, error) {
	if f := state.FixedOf(e); f != nil {
		return c.embodiedShape(t, e, f)
	}
	body, drawn, given := c.body(e.ID)
	if !given {
		return *e, nil
	}
	id, err := t.fixDrawn(body, drawn)
	if err != nil {
		return state.Element{}, err
	}
	if p, ok := e.Params.(embodied); ok {
		return *e.With(func(c *state.Element) { c.Params = p.WithBody(id) }), nil
	}
	return state.Element{}, state.Errorf(state.OutOfRange, "a %s has no fixed body", e.Category).With("element_id",
		e.ID)
}

// embodiedShape puts the bodies of a fixed shape and of its parts into the library.
func (c Import) embodiedShape(t *Transaction, e *state.Element, f *state.FixedShape) (state.Element, error) {
	ids := f.Bodies()
	for i := range ids {
		of := e.ID
		if i > 0 {
			of = f.Parts[i-1].ID
		}
		body, drawn, given := c.body(of)
		if !given {
			continue
		}
		id, err := t.fixDrawn(body, drawn)
		if err != nil {
			return state.Element{}, err
		}
		ids[i] = id
	}
	return *e.WithFixed(f.WithBodies(ids)), nil
}

// importConnections records connections of ports as given. It refuses a connection whose ports do not meet or are
// taken, because every connection in a model must hold.
func (t *Transaction) importConnections(connections []state.Connection) error {
	for _, c := range connections {
		if err := connectionCheckRecord(&c, t.Model); err != nil {
			return err
		}
		t.Emit(&state.ElementsConnected{Connection: c})
	}
	return nil
}

func connectionCheckRecord(c *state.Connection, m *state.Model) error {
	if _, taken := m.Connection(c.ID); taken || c.ID == "" {
		return takenID(c.ID)
	}
	ends := c.Ends()
	if state.ComparePorts(ends[0], ends[1]) >= 0 {
		return state.Errorf(state.OutOfRange,
			"a connection names two different ports in the order of their elements' ids").With(
			"element_ids", []state.ID{c.A, c.B})
	}
	for _, end := range ends {
		if _, ok := services.PortOf(m, end); !ok {
			return state.Errorf(state.NotFound, "element %q has no port %q", end.ElementID,
				end.Port).With("element_id", end.ElementID)
		}
		if _, taken := m.ConnectionAt(end); taken {
			return state.Errorf(state.IllegalState, "port %q of element %s is connected already", end.Port,
				shape.NameOf(m, end.ElementID)).With("element_id", end.ElementID)
		}
	}
	if !services.ConnectionHolds(m, c) {
		return state.Errorf(state.DegenerateGeometry,
			"%s and %s do not meet at these ports: connected ports are at one place and face each other",
			shape.NameOf(m, c.A), shape.NameOf(m, c.B)).
			With("element_ids", []state.ID{c.A, c.B})
	}
	return nil
}

// NewConnection returns a connection of two ports with the given id and its ends in canonical order.
func NewConnection(id state.ID, a, b state.PortRef) state.Connection {
	return services.ConnectionOf(id, a, b)
}

// importJoins records joins as given. If a join does not hold, the ends of its walls stay square, as in the source.
func (t *Transaction) importJoins(joins []state.Join) error {
	for _, j := range joins {
		for _, id := range []state.ID{j.A, j.B} {
			if _, err := shape.FindParametric(t.Model, id, state.CategoryWall); err != nil {
				return err
			}
		}
		if err := joinCheckRecord(j, t.Model); err != nil {
			return err
		}
		t.Emit(&state.ElementsJoined{Join: j, Beside: between(t.Model, Pair{j.A, j.B}) != nil})
		if held := j; !fabric.JoinHolds(t.Model, &held) {
			t.Warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []state.ID{j.A, j.B}},
				"walls %s and %s do not meet where they are joined; their ends are square there",
				shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B))
		}
	}
	return nil
}

// joinCheckRecord refuses a join that JoinElements could not have made.
func joinCheckRecord(j state.Join, m *state.Model) error {
	if _, taken := m.Join(j.ID); taken || j.ID == "" {
		return takenID(j.ID)
	}
	if old := inTheWay(m, &j); old != nil {
		return state.Errorf(state.AlreadyExists,
			"walls %s and %s are joined there already, and straight walls meet once: leave "+
				"out one of the two", shape.NameOf(m, j.A), shape.NameOf(m, j.B)).
			With("element_ids", []state.ID{j.A, j.B}).With("join_id", old.ID)
	}
	parts := []state.WallPart{fabric.PartStart, fabric.PartEnd, state.PartSpan}
	switch {
	case j.A >= j.B:
		return state.Errorf(state.OutOfRange,
			"a join names two different walls in the order of their ids").With("element_ids",
			[]state.ID{j.A, j.B})
	case !slices.Contains([]state.JoinKind{fabric.JoinL, fabric.JoinT, fabric.JoinX, fabric.JoinInline}, j.Kind),
		j.Type != fabric.JoinButt && j.Type != fabric.JoinMitre,
		!slices.Contains(parts, j.APart), !slices.Contains(parts, j.BPart),
		j.Through != "" && j.Through != j.A && j.Through != j.B:
		return state.Errorf(state.OutOfRange,
			"a join is an L, T, X or inline, of type butt or mitre, at the start, end or span "+
				"of each wall").With("element_ids", []state.ID{j.A, j.B})
	}
	return nil
}

// inTheWay returns the existing join of the same two walls that a join would replace. For straight walls it is any join
// of the two walls. For an arc and another wall it is the join at the same meeting point.
func inTheWay(m *state.Model, j *state.Join) *state.Join {
	a, _ := fabric.StripOfOf(m, j.A)
	b, _ := fabric.StripOfOf(m, j.B)
	if !a.Arc.Curved() && !b.Arc.Curved() {
		return between(m, Pair{j.A, j.B})
	}
	return sameMeetingAs(m, j)
}
