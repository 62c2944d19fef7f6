package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// copier makes the copies of one command.
type copier struct {
	*Transaction
	toLevel  state.ID
	move     MoveElement                // shift of this round from the originals
	mirror   *geometry.Mirror           // mirror of this round, instead of a move
	derive   func(of state.ID) state.ID // derives repeatable ids of copies; nil for new ids of the command
	names    map[string]bool
	numbered map[string]int // copies numbered so far, by base name
	made     []state.ID     // copies of the named elements, in order

	wholes map[state.ID]state.ID // in one round: the copies of wholes and elements, by their originals
}

// copyAll makes one copy of each source, then copies the joins and connections between the sources.
func (r *copier) copyAll(sources []*state.Element) error {
	copies := map[state.ID]state.ID{}
	r.wholes = map[state.ID]state.ID{}
	for _, e := range sources {
		id, err := r.copyOne(e)
		if err != nil {
			return err
		}
		copies[e.ID] = id
		r.made = append(r.made, id)
	}
	for _, e := range sources {
		for _, j := range r.Before.JoinsOf(e.ID) {
			if j.A == e.ID && copies[j.B] != "" {
				r.copyJoin(j, copies)
			}
		}
		r.copyConnections(e.ID, copies)
	}
	return r.copyAttachments(sources, copies)
}

// copyAttachments attaches each copy to the copies of the elements that its original is attached to, or else to the
// same elements. A copy on another level is attached only to copies and to corresponding levels, because the other
// elements above the original are not above the copy.
func (r *copier) copyAttachments(sources []*state.Element, copies map[state.ID]state.ID) error {
	for _, e := range sources {
		a := state.AttachmentsOf(e)
		copied, ok := r.Model.Element(copies[e.ID])
		if a.None() || !ok {
			continue
		}
		moved := state.Attachments{Top: r.attachedThere(e, a.Top, copies), Base: r.attachedThere(e, a.Base, copies)}
		if err := r.setAttachments(copied, moved); err != nil {
			return err
		}
	}
	return nil
}

// attachedThere returns the elements and levels that a copy is attached to, given those that the original is attached
// to.
func (r *copier) attachedThere(e *state.Element, ids []state.ID, copies map[state.ID]state.ID) []state.ID {
	var out []state.ID
	for _, id := range ids {
		if copied := copies[id]; copied != "" {
			out = append(out, copied)
			continue
		}
		if r.toLevel == "" {
			out = append(out, id)
			continue
		}
		if to, ok := r.Model.Element(id); !ok || to.Category != state.CategoryLevel {
			continue
		}
		if level, ok := r.levelInPlaceOf(id, e.LevelID); ok {
			out = append(out, level)
			continue
		}
		r.Warn("ATTACHMENT_LOST", map[string]any{"element_id": copies[e.ID], "from": id},
			"the copy of %s %q is attached to no level and has its own height: over %s there is none in place of %s",
			e.Category, e.Name, shape.NameOf(r.Model, r.toLevel), shape.NameOf(r.Model, id))
	}
	return out
}

// copyJoin copies a join of two walls to their copies.
func (r *copier) copyJoin(j *state.Join, copies map[state.ID]state.ID) {
	c := *j
	c.ID, c.A, c.B, c.Through = r.copyOf(j.ID), copies[j.A], copies[j.B], copies[j.Through]
	if r.mirror != nil { // mirrored walls run the other way
		c.APart, c.BPart = otherPart(c.APart), otherPart(c.BPart)
	}
	if c.A > c.B {
		c.A, c.B, c.APart, c.BPart = c.B, c.A, c.BPart, c.APart
	}
	r.Emit(&state.ElementsJoined{Join: c, Beside: between(r.Model, Pair{c.A, c.B}) != nil})
}

// copyConnections connects the copies of two connected elements if their ports meet. The ports may be apart when
// elements of several levels are copied to one.
func (r *copier) copyConnections(id state.ID, copies map[state.ID]state.ID) {
	for _, c := range r.Before.ConnectionsOf(id) {
		if c.A != id || copies[c.B] == "" {
			continue
		}
		copied := services.ConnectionOf("", state.PortRef{ElementID: copies[c.A], Port: c.APort},
			state.PortRef{ElementID: copies[c.B], Port: c.BPort})
		if services.ConnectionHolds(r.Model, &copied) {
			copied.ID = r.copyOf(c.ID)
			r.Emit(&state.ElementsConnected{Connection: copied})
		}
	}
}

// copyOne copies a named element with its hosted elements, or with the opening that it fills.
func (r *copier) copyOne(e *state.Element) (state.ID, error) {
	params, err := r.placed(e)
	if err != nil {
		return "", err
	}
	level := e.LevelID
	if r.toLevel != "" && level != "" {
		level = r.toLevel
		if params, err = r.reachingUp(e, params); err != nil {
			return "", err
		}
	}
	if c, ok := params.(*fabric.CurtainWall); ok && c.Opening != "" {
		free := *c
		free.Opening = "" // its opening stays with its wall
		params = &free
	}
	id := r.copyOf(e.ID)
	if e.FillsID != "" {
		return id, r.copyFilling(e, id, params, e.HostID, level)
	}
	if err := r.add(e, id, params, level); err != nil {
		return "", err
	}
	r.tellReach(e, id)
	if e.HostID != "" {
		r.Emit(&state.ElementHosted{ElementID: id, HostID: e.HostID})
	}
	return id, r.copyHosted(e, id, level)
}

// copyHosted copies the elements that a host carries into the copy of the host.
func (r *copier) copyHosted(host *state.Element, into, level state.ID) error {
	_, wall := fabric.LineWall(host)
	for _, id := range r.Before.HostedBy(host.ID) {
		hosted, ok := r.Before.Element(id)
		if !ok {
			continue
		}
		if hosted.FillsID != "" {
			params := r.inWall(hosted, into)
			if !wall {
				if params = r.besideHost(host, hosted, into); params == nil {
					continue
				}
			}
			if err := r.copyFilling(hosted, r.copyOf(id), params, into, level); err != nil {
				return err
			}
			continue
		}
		if o, ok := hosted.Params.(*fabric.Opening); ok && o.FilledBy != "" {
			continue // copied with the door or window in it
		}
		if r.keptByStair(hosted) {
			continue // the copy of the stair makes its own
		}
		params := r.inWall(hosted, into)
		if !(wall && fabric.SetInWall(hosted)) {
			if params = r.besideHost(host, hosted, into); params == nil {
				continue
			}
		}
		copied := r.copyOf(id)
		if err := r.add(hosted, copied, params, level); err != nil {
			return err
		}
		r.Emit(&state.ElementHosted{ElementID: copied, HostID: into})
		if err := r.copyCurtain(id, copied, level); err != nil {
			return err
		}
	}
	return nil
}

// copyCurtain copies the curtain wall that fills an opening into the copy of the opening, with its doors and windows.
func (r *copier) copyCurtain(opening, copied, level state.ID) error {
	e, ok := fabric.CurtainIn(r.Before, opening)
	if !ok {
		return nil
	}
	params, err := r.placed(e)
	if err != nil {
		return err
	}
	c := *params.(*fabric.CurtainWall)
	c.Opening = copied
	id := r.copyOf(e.ID)
	if err := r.add(e, id, &c, level); err != nil {
		return err
	}
	return r.copyHosted(e, id, level)
}

// copyFilling copies a door or window with its opening into a wall.
func (r *copier) copyFilling(e *state.Element, id state.ID, params state.Params, wall, level state.ID) error {
	if err := r.add(e, id, params, level); err != nil {
		return err
	}
	opening, ok := r.Before.Element(e.FillsID)
	if !ok {
		return state.Errorf(state.IllegalState, "%s %q has lost its opening: delete it and place a new one", e.Category,
			e.Name).With("element_id", e.ID)
	}
	filled := *opening.Params.(*fabric.Opening)
	filled.FilledBy = id
	cut := r.copyOf(opening.ID)
	copied := opening.With(func(o *state.Element) { o.ID, o.Params, o.LevelID, o.HostID = cut, &filled, level, "" })
	copied.Name = "Opening of " + r.lastName()
	elements.ElementUntag(copied)
	if err := r.create(copied); err != nil {
		return err
	}
	r.Emit(&state.ElementHosted{ElementID: cut, HostID: wall})
	r.Emit(&state.ElementHosted{ElementID: id, HostID: wall, FillsID: cut})
	return nil
}

// add creates the copy of one element with the given parameters.
func (r *copier) add(e *state.Element, id state.ID, params state.Params, level state.ID) error {
	if k, ok := params.(Keyed); ok {
		params = k.Unkeyed()
	}
	return r.create(e.With(func(c *state.Element) {
		c.ID, c.Params, c.LevelID, c.HostID, c.FillsID = id, params, level, "", ""
		c.Name, c.AssemblyID = r.nameFor(e), r.assemblyFor(e)
		if f := state.FixedOf(c); f != nil {
			c.Params = c.WithFixed(f.Copied(r.partIDs(id))).Params
		}
		elements.ElementUntag(c)
	}))
}

// checkCopies checks all copies against the model, after all of them are made.
func (r *copier) checkCopies() error {
	for _, id := range r.made {
		if err := CheckDependents(r.Model, id); err != nil {
			return err
		}
		e, ok := r.Model.Element(id)
		if !ok {
			continue
		}
		if check := peers[e.Category].copied; check != nil {
			if err := check(r.Transaction, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// assemblyFor returns the assembly of a copy. It is never the assembly of the original, because a copied part belongs
// to another whole. Parts that are copied together keep a common assembly, and keep their whole if it is copied too.
func (r *copier) assemblyFor(e *state.Element) state.ID {
	if e.AssemblyID == "" {
		return ""
	}
	return r.copyOf(e.AssemblyID)
}

// copyOf returns the id of the copy of an element or whole. The id stays the same throughout a round of copies.
func (r *copier) copyOf(id state.ID) state.ID {
	if r.wholes[id] == "" {
		if r.derive == nil {
			r.wholes[id] = r.newID()
		} else {
			r.wholes[id] = r.derive(id)
		}
	}
	return r.wholes[id]
}
