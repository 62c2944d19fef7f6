package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// copier makes the copies of one command.
type copier struct {
	*transaction
	toLevel  ID
	delta    geometry.Point3
	names    map[string]bool
	numbered map[string]int // copies numbered so far, by the name they are counted under
	made     []ID           // copies of what was named, in order

	wholes map[ID]ID // in one round of copies: the copies of wholes and elements, by their originals
}

// copyAll makes one copy of each source, then of the joins and connections between them.
func (r *copier) copyAll(sources []*Element) error {
	copies := map[ID]ID{}
	r.wholes = map[ID]ID{}
	for _, e := range sources {
		id, err := r.copyOne(e)
		if err != nil {
			return err
		}
		copies[e.ID] = id
		r.made = append(r.made, id)
	}
	for _, e := range sources {
		for _, j := range r.before.JoinsOf(e.ID) {
			if j.A == e.ID && copies[j.B] != "" {
				r.copyJoin(j, copies)
			}
		}
		r.copyConnections(e.ID, copies)
	}
	return r.copyAttachments(sources, copies)
}

// copyAttachments attaches copies to the copies of what their originals are attached to, else to the same. On another
// level, the copy is attached to copies and to what that has in place of a level: what else was over the original is
// not over it.
func (r *copier) copyAttachments(sources []*Element, copies map[ID]ID) error {
	for _, e := range sources {
		a := AttachmentsOf(e)
		copied, ok := r.model.Element(copies[e.ID])
		if a.none() || !ok {
			continue
		}
		moved := Attachments{r.attachedThere(e, a.Top, copies), r.attachedThere(e, a.Base, copies)}
		if err := r.setAttachments(copied, moved); err != nil {
			return err
		}
	}
	return nil
}

// attachedThere returns what the copy of an element is attached to in place of what the original is.
func (r *copier) attachedThere(e *Element, ids []ID, copies map[ID]ID) []ID {
	var out []ID
	for _, id := range ids {
		if copied := copies[id]; copied != "" {
			out = append(out, copied)
			continue
		}
		if r.toLevel == "" {
			out = append(out, id)
			continue
		}
		if to, ok := r.model.Element(id); !ok || to.Category != CategoryLevel {
			continue
		}
		if level, ok := r.levelInPlaceOf(id, e.LevelID); ok {
			out = append(out, level)
			continue
		}
		r.warn("ATTACHMENT_LOST", map[string]any{"element_id": copies[e.ID], "from": id},
			"the copy of %s %q is attached to no level and has its own height: over %s there is none in place of %s",
			e.Category, e.Name, r.model.nameOf(r.toLevel), r.model.nameOf(id))
	}
	return out
}

// copyJoin records a join of two walls for their copies.
func (r *copier) copyJoin(j *Join, copies map[ID]ID) {
	c := *j
	c.ID, c.A, c.B, c.Through = r.newID(), copies[j.A], copies[j.B], copies[j.Through]
	if c.A > c.B {
		c.A, c.B, c.APart, c.BPart = c.B, c.A, c.BPart, c.APart
	}
	r.emit(&ElementsJoined{Join: c, Beside: r.model.between(pair{c.A, c.B}) != nil})
}

// copyConnections connects the copies of two connected elements, if their ports meet. They may not, when elements of
// several levels are copied to one.
func (r *copier) copyConnections(id ID, copies map[ID]ID) {
	for _, c := range r.before.ConnectionsOf(id) {
		if c.A != id || copies[c.B] == "" {
			continue
		}
		copied := connectionOf("", PortRef{copies[c.A], c.APort}, PortRef{copies[c.B], c.BPort})
		if r.model.ConnectionHolds(&copied) {
			copied.ID = r.newID()
			r.emit(&ElementsConnected{copied})
		}
	}
}

// copyOne copies a named element with what it hosts, or with the opening that it fills.
func (r *copier) copyOne(e *Element) (ID, error) {
	params, err := MoveElement{Delta: r.delta}.target(r.model, e)
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
	id := r.copyOf(e.ID)
	if e.FillsID != "" {
		return id, r.copyFilling(e, id, params, e.HostID, level)
	}
	if err := r.add(e, id, params, level); err != nil {
		return "", err
	}
	r.tellReach(e, id)
	if e.HostID != "" {
		r.emit(&ElementHosted{ElementID: id, HostID: e.HostID})
	}
	return id, r.copyHosted(e, id, level)
}

// copyHosted copies what an element hosts into its copy.
func (r *copier) copyHosted(host *Element, into, level ID) error {
	_, wall := lineWall(host)
	for _, id := range r.before.HostedBy(host.ID) {
		hosted, ok := r.before.Element(id)
		if !ok {
			continue
		}
		if hosted.FillsID != "" {
			if err := r.copyFilling(hosted, r.newID(), hosted.Params, into, level); err != nil {
				return err
			}
			continue
		}
		if o, ok := hosted.Params.(*Opening); ok && o.FilledBy != "" {
			continue // comes with what fills it
		}
		params := hosted.Params
		if !(wall && setInWall(hosted)) {
			params = r.besideFlight(host, into, movedParams(hosted, Transform{Delta: r.delta}))
		}
		copied := r.newID()
		if err := r.add(hosted, copied, params, level); err != nil {
			return err
		}
		r.emit(&ElementHosted{ElementID: copied, HostID: into})
	}
	return nil
}

// copyFilling copies a door or window with its opening into a wall.
func (r *copier) copyFilling(e *Element, id ID, params Params, wall, level ID) error {
	if err := r.add(e, id, params, level); err != nil {
		return err
	}
	opening, ok := r.before.Element(e.FillsID)
	if !ok {
		return Errorf(IllegalState, "%s %q has lost its opening: delete it and place a new one", e.Category,
			e.Name).With("element_id", e.ID)
	}
	filled := *opening.Params.(*Opening)
	filled.FilledBy = id
	cut := r.newID()
	copied := opening.with(func(o *Element) { o.ID, o.Params, o.LevelID, o.HostID = cut, &filled, level, "" })
	copied.Name = "Opening of " + r.lastName()
	copied.untag()
	if err := r.create(copied); err != nil {
		return err
	}
	r.emit(&ElementHosted{ElementID: cut, HostID: wall})
	r.emit(&ElementHosted{ElementID: id, HostID: wall, FillsID: cut})
	return nil
}

// add creates the copy of one element with the given parameters.
func (r *copier) add(e *Element, id ID, params Params, level ID) error {
	if k, ok := params.(keyed); ok {
		params = k.unkeyed()
	}
	return r.create(e.with(func(c *Element) {
		c.ID, c.Params, c.LevelID, c.HostID, c.FillsID = id, params, level, "", ""
		c.Name, c.AssemblyID = r.nameFor(e), r.assemblyFor(e)
		if f := FixedOf(c); f != nil {
			c.Params = c.WithFixed(f.copied(r.newID)).Params
		}
		c.untag()
	}))
}

// checkCopies checks all copies against the model, after all of them are made.
func (r *copier) checkCopies() error {
	for _, id := range r.made {
		if err := r.model.checkDependents(id); err != nil {
			return err
		}
		e, ok := r.model.Element(id)
		if !ok {
			continue
		}
		if check := peers[e.Category].copied; check != nil {
			if err := check(r.transaction, e); err != nil {
				return err
			}
		}
	}
	return nil
}
