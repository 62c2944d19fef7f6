package domain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// CopyElement copies elements: shifted by a delta, or set to a location, on the same level or on another one. Openings,
// doors and windows are copied with the wall, floor or roof that they are in; a door or window named by itself is
// copied into its own wall. Joins and connections are copied if both of their elements are. With a count, each copy is
// one delta further than the one before.
type CopyElement struct {
	ElementIDs []ID             `json:"element_ids"`
	Delta      *geometry.Point3 `json:"delta,omitempty"`
	ToLocation *geometry.Point3 `json:"to_location,omitempty" jsonschema:"or this, of the first"`
	ToLevel    ID               `json:"to_level,omitempty"`
	Count      int              `json:"count,omitempty" jsonschema:"default 1"`
}

// maxCopies bounds the copies of one command.
const maxCopies = 1000

func (c CopyElement) decide(t *transaction) error {
	sources, err := c.sources(t.model)
	if err != nil {
		return err
	}
	delta, err := c.step(t.model, sources)
	if err != nil {
		return err
	}
	r := &copier{transaction: t, toLevel: c.ToLevel, names: namesOf(t.model), numbered: map[string]int{}}
	for i := range max(c.Count, 1) {
		r.delta = times(delta, i+1)
		if err := r.copyAll(sources); err != nil {
			return err
		}
	}
	return r.checkCopies()
}

// sources returns the elements to copy, sorted by id, without those that are copied with another one.
func (c CopyElement) sources(m *Model) ([]*Element, error) {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return nil, Errorf(OutOfRange, "element_ids is empty: name what to copy").With("parameter", "element_ids")
	}
	var out []*Element
	for _, id := range ids {
		e, err := m.find(id)
		if err != nil {
			return nil, err
		}
		if comesAlong(e, ids) {
			continue
		}
		if err := e.Params.checkCopy(e); err != nil {
			return nil, err
		}
		if e.HostID != "" && c.ToLevel != "" {
			return nil, Errorf(IllegalState, "a %s stays in its host %s: copy the host to another level, or place a new one", e.Category, e.HostID).With("element_id", e.ID)
		}
		out = append(out, e)
	}
	return out, nil
}

// comesAlong reports whether an element is copied with its host, or with the door or window in it.
func comesAlong(e *Element, named []ID) bool {
	if e.HostID != "" && slices.Contains(named, e.HostID) {
		return true
	}
	o, ok := e.Params.(*Opening)
	return ok && o.FilledBy != "" && slices.Contains(named, o.FilledBy)
}

// refuseCopyOfOnly refuses a copy of the site or the building.
func refuseCopyOfOnly(e *Element) error {
	return Errorf(IllegalState, "a model has one %s: it cannot be copied", e.Category).With("element_id", e.ID)
}

// step returns the shift from an element to its first copy.
func (c CopyElement) step(m *Model, sources []*Element) (geometry.Point3, error) {
	zero := geometry.Point3{}
	if c.Count < 0 || c.Count > maxCopies {
		return zero, Errorf(OutOfRange, "count is %d: give 1 to %d", c.Count, maxCopies).With("parameter", "count")
	}
	if c.Delta != nil && c.ToLocation != nil {
		return zero, Errorf(OutOfRange, "a copy takes delta or to_location, not both").With("parameter", "to_location")
	}
	if c.ToLevel != "" {
		if _, err := m.findOf(c.ToLevel, CategoryLevel); err != nil {
			return zero, err
		}
	}
	switch {
	case c.ToLocation != nil && c.Count > 1:
		return zero, Errorf(OutOfRange, "with to_location there is one copy: give delta for a row of them").With("parameter", "count")
	case c.ToLocation != nil:
		first := slices.IndexFunc(sources, func(e *Element) bool { return e.ID == c.ElementIDs[0] })
		delta := c.ToLocation.Sub(m.anchor(sources[max(first, 0)]))
		return delta, m.checkDelta(delta)
	case c.Delta != nil && (*c.Delta != zero || c.ToLevel != ""):
		return *c.Delta, m.checkDelta(*c.Delta)
	case c.Delta == nil && c.ToLevel != "" && c.Count <= 1:
		return zero, nil
	}
	return zero, Errorf(OutOfRange, "the copies would lie on the original: give delta, to_location or to_level").With("parameter", "delta")
}

// checkDelta refuses a shift that leads out of the model from any place in it.
func (m *Model) checkDelta(d geometry.Point3) error {
	limit := 2 * m.info.HalfExtent
	if max(d.X.Abs(), d.Y.Abs(), d.Z.Abs()) > limit {
		return Errorf(OutOfModelBounds, "delta leads out of the model's bounds wherever the elements are: give at most %s mm", limit).
			With("parameter", "delta").With("max", limit)
	}
	return nil
}

// times returns a shift n times over. Checked shifts are far below the largest length, so it does not overflow.
func times(d geometry.Point3, n int) geometry.Point3 {
	k := geometry.Length(n)
	return geometry.Point3{X: k * d.X, Y: k * d.Y, Z: k * d.Z}
}

// anchor returns the point by which an element is placed: the location of a fixed shape, else what the category says
// ([Params]). The height is above the level.
func (m *Model) anchor(e *Element) geometry.Point3 {
	if f := FixedOf(e); f != nil {
		return f.Location
	}
	return e.Params.anchor(m, e)
}

// namesOf returns the names in use, from which the names of copies must differ. It visits every element, once in a
// command.
func namesOf(m *Model) map[string]bool {
	out := make(map[string]bool, m.Len())
	m.Each(func(e *Element) bool { out[e.Name] = true; return true })
	return out
}

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
	return nil
}

// copyJoin records a join of two walls for their copies.
func (r *copier) copyJoin(j *Join, copies map[ID]ID) {
	c := *j
	c.ID, c.A, c.B, c.Through = r.newID(), copies[j.A], copies[j.B], copies[j.Through]
	if c.A > c.B {
		c.A, c.B, c.APart, c.BPart = c.B, c.A, c.BPart, c.APart
	}
	r.emit(&ElementsJoined{c})
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
	if e.HostID != "" {
		r.emit(&ElementHosted{ElementID: id, HostID: e.HostID})
	}
	return id, r.copyHosted(e, id, level)
}

// copyHosted copies what an element hosts into its copy.
func (r *copier) copyHosted(host *Element, into, level ID) error {
	_, wall := host.Params.(*Wall)
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
			params = movedParams(hosted, Transform{Delta: r.delta})
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
		return Errorf(IllegalState, "%s %q has lost its opening: delete it and place a new one", e.Category, e.Name).With("element_id", e.ID)
	}
	filled := *opening.Params.(*Opening)
	filled.FilledBy = id
	cut := r.newID()
	copied := opening.with(func(o *Element) { o.ID, o.Params, o.LevelID, o.HostID = cut, &filled, level, "" })
	copied.Name = "Opening of " + r.lastName()
	if err := r.create(copied); err != nil {
		return err
	}
	r.emit(&ElementHosted{ElementID: cut, HostID: wall})
	r.emit(&ElementHosted{ElementID: id, HostID: wall, FillsID: cut})
	return nil
}

// lastName returns the name of the element created last.
func (r *copier) lastName() string {
	if e, ok := r.events[len(r.events)-1].(*ElementCreated); ok {
		return e.Element.Name
	}
	return ""
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
	}))
}

// automaticallyNamed reports whether an element's name is one that was made from its category ("Wall 7").
func automaticallyNamed(e *Element) bool {
	number, automatic := strings.CutPrefix(e.Name, rows[e.Category].prefix+" ")
	return automatic && number != "" && strings.Trim(number, "0123456789") == ""
}

// nameFor returns the name of a copy: the next automatic one if the original's is automatic ("Wall 7"), else the
// original's with the lowest free number from 2 in parentheses.
func (r *copier) nameFor(e *Element) string {
	if automaticallyNamed(e) {
		return ""
	}
	base := e.Name
	if open := strings.LastIndex(base, " ("); open > 0 && strings.Trim(base[open+2:], "0123456789") == ")" {
		base = base[:open]
	}
	for n := r.numbered[base]; ; n++ {
		name := fmt.Sprintf("%s (%d)", base, n+2)
		if !r.names[name] {
			r.names[name], r.numbered[base] = true, n+1
			return name
		}
	}
}

// reachingUp returns the parameters of a column or stair on another level. Its top level becomes the one that is as far
// above the new level as the old top was above the old level.
func (r *copier) reachingUp(e *Element, params Params) (Params, error) {
	up, ok := params.(mentioning)
	p, reaches := e.Category.parameter("top_level")
	if !ok || !reaches || up.mentions() == "" {
		return params, nil
	}
	want := r.model.elevation(up.mentions()) - r.model.elevation(e.LevelID) + r.model.elevation(r.toLevel)
	for _, level := range r.model.Levels() {
		if level.Params.(*Level).Elevation != want {
			continue
		}
		return p.with(params, mustJSON(level.ID))
	}
	return nil, Errorf(NotFound, "%s %q needs a level at %s mm for its top: create the level first", e.Category, e.Name, want).
		With("element_id", e.ID).With("elevation", want)
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
		if p, ok := e.Params.(peer); ok {
			if err := p.checkCopied(r.transaction, e); err != nil {
				return err
			}
		}
	}
	return nil
}
