package change

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// SplitWall divides a wall in two, at a given place or where another wall meets it. The wall keeps its id and the part
// from its start to the place. The rest becomes a new wall of the same kind, which is joined to it and takes over the
// openings and other elements in that part. Rooms stay unchanged.
type SplitWall struct {
	WallID   state.ID         `json:"wall_id"`
	At       *geometry.Point2 `json:"at,omitempty" jsonschema:"on the wall"`
	Offset   geometry.Length  `json:"offset,omitempty" zero:"refused" jsonschema:"or along it, from its start"`
	ByWallID state.ID         `json:"by_wall_id,omitempty" jsonschema:"or where this one meets it"`
	Name     string           `json:"name,omitempty" jsonschema:"of the new wall"`
}

// splitBeside is the greatest distance from the faces of a wall at which a given point outside the wall still
// determines where to split it.
const splitBeside = 100 * geometry.Millimetre

// splitter splits one wall.
type splitter struct {
	*Transaction
	wall *state.Element
	plan fabric.WallPlan
	at   geometry.Length // along the wall
	made state.ID
}

func (c SplitWall) Decide(t *Transaction) error {
	wall, err := shape.FindParametric(t.Model, c.WallID, state.CategoryWall)
	if err != nil {
		return err
	}
	plan, err := fabric.WallLine(t.Model, c.WallID)
	if err != nil {
		return err
	}
	s := &splitter{Transaction: t, wall: wall, plan: plan}
	if s.at, err = c.place(s); err != nil {
		return err
	}
	if s.at < shape.MinimumExtent || s.at > plan.Length-shape.MinimumExtent {
		return state.Errorf(state.OutOfRange, "wall %q is %s mm long, and %s mm from its start nothing is left of a "+
			"part: give a place between its ends", wall.Name, plan.Length, s.at).With("parameter", "offset").With("max",
			plan.Length)
	}
	beyond, err := s.beyond()
	if err != nil {
		return err
	}
	before := slices.Clone(t.Model.JoinsOf(wall.ID))
	if err := s.divide(c.Name, beyond); err != nil {
		return err
	}
	if err := s.rejoin(before, c.ByWallID); err != nil {
		return err
	}
	if err := s.constrain(); err != nil {
		return err
	}
	return t.checkChanged(wall.ID, s.made)
}

// place returns the position along the wall where it is split.
func (c SplitWall) place(s *splitter) (geometry.Length, error) {
	given := 0
	for _, is := range []bool{c.At != nil, c.Offset != 0, c.ByWallID != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return 0, state.Errorf(state.InvalidInput,
			"give one of at, offset and by_wall_id: where the wall is split").With("parameter", "at")
	case c.Offset != 0:
		return c.Offset, nil
	case c.ByWallID != "":
		return s.meeting(c.ByWallID)
	}
	if err := s.Model.CheckBounds("at", c.At.At(0)); err != nil {
		return 0, err
	}
	along, across := s.plan.Place(*c.At)
	if across < s.plan.YMin-splitBeside || across > s.plan.YMax+splitBeside {
		return 0, state.Errorf(state.OutOfRange, "at is %s mm beside the line of wall %q: give a point on the wall",
			across.Abs(), s.wall.Name).With("parameter", "at")
	}
	return along, nil
}

// meetingSteps is the number of parts into which a wall is divided to search for crossings with another wall. Two
// crossings of an arc that fall into the same part of a 12 m wall are at most 50 mm apart, which is less than the
// thickness of a wall.
const meetingSteps = 240

// meeting returns the position along the wall where the line of another wall crosses it.
func (s *splitter) meeting(by state.ID) (geometry.Length, error) {
	other, err := shape.FindParametric(s.Model, by, state.LineWalls...)
	if err != nil {
		return 0, err
	}
	if by == s.wall.ID {
		return 0, state.Errorf(state.InvalidInput, "a wall is not split by itself: name another one").With("parameter",
			"by_wall_id")
	}
	line, err := fabric.WallLine(s.Model, by)
	if err != nil {
		return 0, err
	}
	slack := max(-s.plan.YMin, s.plan.YMax) + fabric.RoomGap
	side := func(x geometry.Length) geometry.Length {
		_, across := line.Place(s.plan.On(x, 0))
		return across
	}
	var found []geometry.Length
	last, lastX := side(0), geometry.Length(0)
	for i := range geometry.Length(meetingSteps) {
		x := s.plan.Length * (i + 1) / meetingSteps
		is := side(x)
		if last == 0 && is == 0 {
			return 0, state.Errorf(state.IllegalState, "wall %q lies along wall %q: give at or offset", other.Name,
				s.wall.Name).With("element_id", by)
		}
		if last == 0 || (last < 0) != (is < 0) && is != 0 || is == 0 && i == meetingSteps-1 {
			at := crossingBetween(side, lastX, x)
			if along, _ := line.Place(s.plan.On(at, 0)); along >= -slack && along <= line.Length+slack {
				found = append(found, at)
			}
		}
		last, lastX = is, x
	}
	switch len(found) {
	case 0:
		return 0, state.Errorf(state.IllegalState, "wall %q does not meet wall %q: give at or offset", other.Name,
			s.wall.Name).With("element_id", by)
	case 1:
		return found[0], nil
	}
	return 0, state.Errorf(state.IllegalState, "wall %q meets wall %q at %d places, %s and %s mm from its start among "+
		"them: give offset", other.Name, s.wall.Name, len(found), found[0], found[1]).With("element_id", by)
}

// crossingBetween returns where a function changes its sign, exact to the micrometre.
func crossingBetween(side func(geometry.Length) geometry.Length, from, to geometry.Length) geometry.Length {
	low := side(from)
	if low == 0 {
		return from
	}
	for to-from > 1 {
		middle := from + (to-from)/2
		switch is := side(middle); {
		case is == 0:
			return middle
		case (is < 0) == (low < 0):
			from = middle
		default:
			to = middle
		}
	}
	return to
}

// beyond returns the hosted elements that lie beyond the place of the split. It returns an error if an element lies on
// both sides of the place.
func (s *splitter) beyond() ([]*state.Element, error) {
	var out []*state.Element
	for _, id := range s.Model.HostedBy(s.wall.ID) {
		e, ok := s.Model.Element(id)
		if !ok {
			continue
		}
		o, isOpening := e.Params.(*fabric.Opening)
		if isOpening && o.FilledBy != "" {
			continue // moves with its door or window
		}
		from, to, inWall := extentInWall(e)
		if !inWall {
			from, _ = s.plan.Place(AnchorOf(s.Model, e).XY())
			to = from
		} else { // in a curved wall an opening takes more of the line than its width
			taken := s.plan.Spread(fabric.OpeningRect{Offset: from, Width: to - from})
			from, to = taken.Offset, taken.Offset+taken.Width
		}
		switch {
		case from >= s.at:
			out = append(out, e)
			if opening, ok := s.Model.Element(e.FillsID); ok {
				out = append(out, opening)
			}
		case to > s.at:
			return nil, state.Errorf(state.IllegalState, "%s %q lies on both sides of the place, %s to %s mm from the "+
				"start of wall %q, and the place is %s mm from it: split beside it, or move it first", e.Category,
				e.Name, from, to, s.wall.Name, s.at).With("element_id", e.ID).With("from", from).With("to", to)
		}
	}
	return out, nil
}

// extentInWall returns the interval along its wall that an opening, door or window takes.
func extentInWall(e *state.Element) (from, to geometry.Length, ok bool) {
	p, ok := e.Params.(fabric.MeasuredInWall)
	if !ok || state.FixedOf(e) != nil {
		return 0, 0, false
	}
	from, _ = p.Edge()
	switch p := e.Params.(type) {
	case *fabric.Opening:
		return from, from + p.Width, true
	case fabric.Filling:
		width, _ := p.Size()
		return from, from + width, true
	}
	return from, from, true
}

// divide makes the new wall, moves the elements beyond the place into it, and shortens the old wall.
func (s *splitter) divide(name string, beyond []*state.Element) error {
	was := s.wall.Params.(*fabric.Wall)
	first, second := *was, *was
	place := s.plan.On(s.at, 0)
	first.End, second.Start = place, place
	if was.Mid != nil {
		one, two := s.plan.On(s.at/2, 0), s.plan.On((s.at+s.plan.Length)/2, 0)
		first.Mid, second.Mid = &one, &two
	}
	namer := &copier{Transaction: s.Transaction, names: namesOf(s.Model), numbered: map[string]int{}}
	s.made = s.newID()
	part := s.wall.With(func(c *state.Element) {
		c.ID, c.Params, c.Name = s.made, &second, name
		if name == "" {
			c.Name = namer.nameFor(s.wall)
		}
		elements.ElementUntag(c)
	})
	if err := s.create(part); err != nil {
		return err
	}
	s.Emit(&state.ElementSplit{ElementID: s.wall.ID, PartID: s.made})
	for _, e := range beyond {
		if p, ok := e.Params.(fabric.MeasuredInWall); ok && state.FixedOf(e) == nil {
			if o, isOpening := e.Params.(*fabric.Opening); !isOpening || o.FilledBy == "" {
				if err := s.change(e, shape.ParamFacets(e.Category), func(c *state.Element) {
					c.Params = p.Slid(-s.at, 0)
				}); err != nil {
					return err
				}
			}
		}
		s.Emit(&state.ElementHosted{ElementID: e.ID, HostID: s.made, FillsID: e.FillsID})
	}
	return s.change(s.wall, shape.ParamFacets(state.CategoryWall), func(c *state.Element) { c.Params = &first })
}

// rejoin gives each part of the wall the joins that lie on it. It joins the parts to each other, and to the walls that
// meet them at the place of the split.
func (s *splitter) rejoin(before []*state.Join, by state.ID) error {
	again := map[state.ID]bool{}
	for _, j := range before {
		other := j.Other(s.wall.ID)
		switch part := j.Part(s.wall.ID); {
		case part == fabric.PartEnd:
			s.handOver(j)
		case part != state.PartSpan || other == by:
			again[other] = other == by
		default:
			along, known := s.joinedAt(j)
			if !known || (along-s.at).Abs() <= max(-s.plan.YMin, s.plan.YMax)+fabric.RoomGap {
				again[other] = true // at the place: it meets both parts
			} else if along > s.at {
				s.handOver(j)
			}
		}
	}
	if by != "" {
		again[by] = true
	}
	walls := []state.ID{s.wall.ID, s.made}
	for _, id := range slices.Sorted(maps.Keys(again)) {
		if e, ok := s.Model.Element(id); again[id] && ok && e.Category == state.CategoryWall {
			walls = append(walls, id)
		}
	}
	for _, j := range before {
		if slices.Contains(walls[2:], j.Other(s.wall.ID)) && j.Part(s.wall.ID) == state.PartSpan {
			s.Emit(&state.ElementsParted{Join: *j})
		}
	}
	if len(walls) == 2 && s.plan.Curved() {
		return nil // their ends lie on one radius, so a corner of these nearly parallel lines would lie anywhere
	}
	var joins []*state.Join
	for i, a := range walls[:2] { // the other walls keep the joins with each other
		for _, b := range walls[i+1:] {
			ea, _ := s.Model.Element(a)
			eb, _ := s.Model.Element(b)
			found, err := meetingsOf(s.Model, fabric.StripOf(s.Model, ea), fabric.StripOf(s.Model, eb),
				JoinElements{JoinType: fabric.JoinAuto})
			if err != nil {
				return err
			}
			joins = append(joins, found...)
		}
	}
	if len(joins) == 0 {
		return nil
	}
	return s.joinWhatCan(joins)
}

// handOver moves a join of the old wall to the new one.
func (s *splitter) handOver(j *state.Join) {
	s.Emit(&state.ElementsParted{Join: *j})
	c := *j
	c.ID = s.newID()
	if c.Through == s.wall.ID {
		c.Through = s.made
	}
	if c.A == s.wall.ID {
		c.A = s.made
	} else {
		c.B = s.made
	}
	if c.A > c.B {
		c.A, c.B, c.APart, c.BPart = c.B, c.A, c.BPart, c.APart
	}
	s.Emit(&state.ElementsJoined{Join: c, Beside: between(s.Model, Pair{c.A, c.B}) != nil})
}

// joinedAt returns the position along the wall at which another wall joins its span, which is at the end of the other
// wall or at the crossing.
func (s *splitter) joinedAt(j *state.Join) (geometry.Length, bool) {
	other := j.Other(s.wall.ID)
	line, err := fabric.WallLine(s.Model, other)
	if err != nil {
		return 0, false
	}
	switch j.Part(other) {
	case fabric.PartStart:
		along, _ := s.plan.Place(line.On(0, 0))
		return along, true
	case fabric.PartEnd:
		along, _ := s.plan.Place(line.On(line.Length, 0))
		return along, true
	}
	along, err := s.meeting(other)
	return along, err == nil
}

// constrain applies the constraints of the wall to its new part. The new part follows the same elements as the wall; if
// the wall is fixed, both parts are fixed, each at its own place.
func (s *splitter) constrain() error {
	number := 0
	for _, id := range s.Model.OfCategory(state.CategoryConstraint) {
		if e, ok := s.Model.Element(id); ok {
			number = max(number, e.Params.(*Constraint).Number)
		}
	}
	for _, id := range slices.Clone(s.Model.Mentioning(s.wall.ID)) {
		e, ok := s.Model.Element(id)
		if !ok {
			continue
		}
		c, ok := e.Params.(*Constraint)
		if !ok || c.ElementID != s.wall.ID {
			continue
		}
		own, further := *c, *c
		number++
		further.ElementID, further.Number = s.made, number
		switch c.Kind {
		case ConstraintFixed:
			own.Places = placesOf(s.Model, Element(s.Model, s.wall.ID))
			further.Places = placesOf(s.Model, Element(s.Model, s.made))
		case ConstraintAttachedToElement:
			from := PlaceOf(s.Model, Element(s.Model, c.OtherID))
			own.Places = []geometry.Point3{PlaceOf(s.Model, Element(s.Model, s.wall.ID)).Sub(from)}
			further.Places = []geometry.Point3{PlaceOf(s.Model, Element(s.Model, s.made)).Sub(from)}
		}
		if err := s.change(e, shape.ParamFacets(state.CategoryConstraint), func(a *state.Element) {
			a.Params = &own
		}); err != nil {
			return err
		}
		if err := s.create(e.With(func(a *state.Element) {
			a.ID, a.Params, a.Name = s.newID(), &further, ""
		})); err != nil {
			return err
		}
	}
	return nil
}
