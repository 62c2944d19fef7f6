package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// arrayPasses is the maximum number of passes over the arrays in one command. Nested arrays are complete after as many
// passes as their depth of nesting. More passes mean that they form a circle.
const arrayPasses = 20

// KeepArrays creates, changes and deletes instances of arrays so that they match their originals after the events so
// far. If the command itself changed or deleted an instance, KeepArrays refuses it, or in a merge corrects the
// instance.
func (t *Transaction) KeepArrays(merging bool) error {
	if !t.Model.Has(state.CategoryArray) {
		return nil
	}
	asked := t.Events[t.arraysSeen:]
	from := t.arraysSeen
	for range arrayPasses {
		before := len(t.Events)
		touched := t.touchedBy(t.Events[from:])
		from = before
		for _, id := range t.arraysAt(touched) {
			if err := t.keepArray(id, asked, merging); err != nil {
				return err
			}
		}
		if len(t.Events) == before {
			t.arraysSeen = before
			return nil
		}
	}
	return state.Errorf(state.IllegalState, "the arrays follow each other in a circle: release one of them first")
}

// touchedBy returns the elements that events touch, their hosts before and after the command, and the parts of split
// originals.
func (t *Transaction) touchedBy(events []state.Event) map[state.ID]bool {
	out := map[state.ID]bool{}
	var add func(id state.ID)
	add = func(id state.ID) {
		if id == "" || out[id] {
			return
		}
		out[id] = true
		for _, m := range []*state.Model{t.Before, t.Model} {
			if e, ok := m.Element(id); ok {
				add(e.HostID)
				if c, is := e.Params.(*fabric.CurtainWall); is {
					add(c.Opening)
				}
			}
		}
	}
	for _, event := range events {
		for _, touch := range event.Touched() {
			add(touch.ElementID)
		}
	}
	return out
}

// arraysAt returns the touched arrays and the arrays with a touched original or instance, sorted.
func (t *Transaction) arraysAt(touched map[state.ID]bool) []state.ID {
	found := map[state.ID]bool{}
	for id := range touched {
		for _, m := range []*state.Model{t.Before, t.Model} {
			for _, by := range append(m.Mentioning(id), id) {
				if e, ok := t.Model.Element(by); ok && e.Category == state.CategoryArray {
					found[by] = true
				}
			}
		}
	}
	return shape.SortedIDs(found)
}

// arrayed holds the elements, joins and connections that an array must have.
type arrayed struct {
	elements    []*state.Element // in the order in which they are made
	place       map[state.ID]string
	original    map[state.ID]state.ID
	joins       []state.Join
	connections []state.Connection
	warnings    []Warning
}

// wanted computes the content that an array must have. It copies the originals in a scratch copy of the model.
func (t *Transaction) wanted(e *state.Element, a *array.Array) (arrayed, error) {
	w := arrayed{place: map[state.ID]string{}, original: map[state.ID]state.ID{}}
	places, err := a.Places(t.Model)
	if err != nil {
		return w, err
	}
	scratch := &Transaction{Before: t.Model, Model: t.Model.Clone(), CommandID: t.CommandID}
	scratch.Model.Stop = t.Model.Stop
	sources, err := CopyElement{ElementIDs: a.Originals}.sources(t.Model)
	if err != nil {
		return w, err
	}
	for _, p := range places {
		if slices.Contains(a.Released, p.Name) {
			continue
		}
		r := &copier{Transaction: scratch, toLevel: p.Level, mirror: p.Mirror}
		r.move = MoveElement{Delta: p.Move.Delta, Rotation: p.Move.Rotation}
		if p.Move.Rotation != 0 {
			r.move.About = &p.Move.About
		}
		r.derive = func(of state.ID) state.ID {
			id := array.IDOf(e.ID, p.Name, of)
			w.place[id], w.original[id] = p.Name, of
			return id
		}
		if err := r.copyAll(sources); err != nil {
			return w, err
		}
		if len(w.place) > 4*array.MaxInstances { // with wholes, joins and connections
			break
		}
	}
	w.warnings = scratch.Warnings
	for _, event := range scratch.Events {
		switch event := event.(type) {
		case *state.ElementsJoined:
			w.joins = append(w.joins, event.Join)
		case *state.ElementsConnected:
			w.connections = append(w.connections, event.Connection)
		default:
			if made, ok := state.CreatedBy(event); ok {
				w.elements = append(w.elements, Element(scratch.Model, made.ID))
			}
		}
	}
	if n := len(w.elements); n > array.MaxInstances {
		return w, state.Errorf(state.OperationTooLarge, "array %q would have %d or more instances with what they "+
			"host, at most %d: lower the count, or name fewer originals", e.Name, n, array.MaxInstances).
			With("parameter", "count")
	}
	return w, nil
}

// keepArray creates, changes and deletes the instances of one array so that they match its originals.
func (t *Transaction) keepArray(id state.ID, asked []state.Event, merging bool) error {
	e, ok := t.Model.Element(id)
	if !ok {
		return nil
	}
	was := e.Params.(*array.Array)
	a := *was
	a.Originals = t.originalsOf(was, asked)
	if len(a.Originals) == 0 {
		return t.Delete(e)
	}
	w, err := t.wanted(e, &a)
	if err != nil {
		return err
	}
	if !merging {
		if err := t.checkFollows(e, was, w, asked); err != nil {
			return err
		}
	}
	a.Instances = nil
	for _, want := range w.elements {
		a.Instances = append(a.Instances, want.ID)
	}
	a.Instances = state.SortedOnce(a.Instances)
	gone := slices.DeleteFunc(slices.Clone(was.Instances), func(id state.ID) bool {
		_, wanted := slices.BinarySearch(a.Instances, id)
		return wanted
	})
	if err := t.setArray(e, &a); err != nil { // first, so that the elements to delete are instances no longer
		return err
	}
	if err := t.deleteAll(gone); err != nil {
		return err
	}
	changed, err := t.makeInstances(w)
	if err != nil {
		return err
	}
	t.linkInstances(w)
	for _, id := range changed {
		is := Element(t.Model, id)
		_, had := slices.BinarySearch(was.Instances, id)
		if check := peers[is.Category].copied; check != nil && !had {
			if err := check(t, is); err != nil {
				return err
			}
		}
	}
	return t.checkChanged(changed...)
}

// originalsOf returns the originals that still exist, and the parts that the events split off them.
func (t *Transaction) originalsOf(a *array.Array, asked []state.Event) []state.ID {
	out := slices.Clone(a.Originals)
	for _, event := range asked {
		if split, ok := event.(*state.ElementSplit); ok && slices.Contains(a.Originals, split.ElementID) {
			out = append(out, split.PartID)
		}
	}
	return state.SortedOnce(slices.DeleteFunc(out, func(id state.ID) bool { return !Has(t.Model, id) }))
}

// checkFollows refuses a command that changed or deleted instances directly. A change is allowed if the command made it
// to the original as well.
func (t *Transaction) checkFollows(e *state.Element, a *array.Array, w arrayed, asked []state.Event) error {
	before, ok := t.Before.Element(e.ID)
	if !ok || !slices.Equal(before.Params.(*array.Array).Originals, a.Originals) {
		return nil
	}
	touched := map[state.ID]bool{}
	for _, event := range asked {
		for _, touch := range event.Touched() {
			touched[touch.ElementID] = true
		}
	}
	if touched[e.ID] {
		return nil
	}
	for _, want := range w.elements {
		original := w.original[want.ID]
		if _, had := slices.BinarySearch(a.Instances, want.ID); !had || !touched[want.ID] || touched[original] {
			continue
		}
		refusal := func(what string) error {
			return state.Errorf(state.ConstraintViolated, "%s %s is an instance of array %q and follows %s: change "+
				"that, and all instances follow, or release this one with release_array first", want.Category, what,
				e.Name, shape.NameOf(t.Model, original)).With("element_id", want.ID).With("array_id", e.ID).
				With("original_id", original)
		}
		is, there := t.Model.Element(want.ID)
		if !there {
			return refusal("that would be deleted")
		}
		if facets := departures(is, want); len(facets) > 0 {
			return refusal(shape.NameOf(t.Model, want.ID) + " (" + string(facets[0]) + ")")
		}
	}
	return nil
}

// departures returns the facets in which an instance differs from its wanted state. The name and the number of an
// instance are its own, so they do not count.
func departures(is, want *state.Element) []state.Facet {
	var key state.Facet
	if k, ok := is.Params.(Keyed); ok {
		key, _ = k.Key(is)
	}
	return slices.DeleteFunc(DifferingFacets(is, want), func(f state.Facet) bool {
		switch f {
		case state.FacetName, state.FacetHost, state.FacetFills, state.FacetOrigin, key:
			return true
		}
		return strings.HasPrefix(string(f), "pset."+shape.AttributeSet+".")
	})
}

// makeInstances creates missing instances and changes those that differ from their wanted state.
func (t *Transaction) makeInstances(w arrayed) (changed []state.ID, err error) {
	namer := &copier{Transaction: t, numbered: map[string]int{}}
	var created []*state.Element
	for _, want := range w.elements {
		is, there := t.Model.Element(want.ID)
		if there {
			facets := departures(is, want)
			if len(facets) == 0 {
				continue
			}
			changed = append(changed, is.ID)
			if err := t.change(is, facets, func(after *state.Element) { setFacets(after, want, facets) }); err != nil {
				return nil, err
			}
			continue
		}
		if namer.names == nil {
			namer.names = namesOf(t.Model)
		}
		if err := t.create(want.With(func(c *state.Element) {
			c.HostID, c.FillsID, c.Name = "", "", namer.instanceName(want)
		})); err != nil {
			return nil, err
		}
		created = append(created, want)
	}
	for _, want := range created {
		if want.HostID != "" {
			t.Emit(&state.ElementHosted{ElementID: want.ID, HostID: want.HostID, FillsID: want.FillsID})
		}
		changed = append(changed, want.ID)
	}
	for _, warning := range w.warnings {
		id, _ := warning.Data["element_id"].(state.ID)
		if slices.ContainsFunc(created, func(e *state.Element) bool { return e.ID == id || w.original[e.ID] == id }) {
			t.Warnings = append(t.Warnings, warning)
		}
	}
	return changed, nil
}

// instanceName returns the name of a new instance, given the wanted element, which still has the name of its original.
func (r *copier) instanceName(want *state.Element) string {
	if o, ok := want.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		if filling, ok := r.Model.Element(o.FilledBy); ok {
			return "Opening of " + filling.Name
		}
	}
	return r.nameFor(want)
}

// setFacets copies the values of the given facets from another element.
func setFacets(e, of *state.Element, facets []state.Facet) {
	for _, name := range facets {
		if f, ok := state.FacetOf(e.Category, name); ok {
			f.Set(e, f.Get(of))
		}
	}
}

// linkInstances joins and connects instances as their originals are joined and connected. It removes all other joins
// and connections between the instances.
func (t *Transaction) linkInstances(w arrayed) {
	links := map[state.ID]bool{}
	for _, j := range w.joins {
		links[j.ID] = true
		if is, ok := t.Model.Join(j.ID); !ok || *is != j {
			t.Emit(&state.ElementsJoined{Join: j, Beside: between(t.Model, Pair{j.A, j.B}) != nil})
		}
	}
	for _, c := range w.connections {
		links[c.ID] = true
		if is, ok := t.Model.Connection(c.ID); !ok || *is != c {
			t.Emit(&state.ElementsConnected{Connection: c})
		}
	}
	for _, want := range w.elements {
		for _, j := range t.Model.JoinsOf(want.ID) {
			if j.A == want.ID && !links[j.ID] && w.place[j.B] == w.place[want.ID] {
				t.Emit(&state.ElementsParted{Join: *j})
			}
		}
		for _, c := range t.Model.ConnectionsOf(want.ID) {
			if c.A == want.ID && !links[c.ID] && w.place[c.B] == w.place[want.ID] {
				t.Emit(&state.ElementsDisconnected{Connection: *c})
			}
		}
	}
}
