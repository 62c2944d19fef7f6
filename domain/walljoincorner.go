package domain

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// A corner whose ends are the same point is as it was drawn. Two ends that miss each other are extended to a corner, or
// cut back to one, unless one of the walls makes a nearer corner with a third wall there: the other one then meets a
// body that is trimmed already. It butts against the face of that body, and the corner of the two others stays as it
// is.

// isLoose reports whether a join is a corner of two ends that miss each other.
func (m *Model) isLoose(j *Join) bool { return m.cornerGap(j) > roomGap }

// cornerGap returns how far the ends of a corner are apart; 0 for a join that is no corner.
func (m *Model) cornerGap(j *Join) geometry.Length {
	a, b, ok := m.straightWalls(j)
	if j.Kind != JoinL || !ok {
		return 0
	}
	return endsApart(a, b, j.APart, j.BPart)
}

// nearerCorner returns the wall that makes an end of a wall nearer to it than a join would: it makes a corner there,
// goes on from there, or has a face that the end meets. "" when there is none.
func (m *Model) nearerCorner(j *Join, wall ID) ID {
	nearest, gap := ID(""), m.cornerGap(j)
	for _, k := range m.JoinsOf(wall) {
		if k.Part(wall) != j.Part(wall) || k.Other(wall) == j.Other(wall) {
			continue
		}
		apart, made := m.missAsDrawn(k, wall)
		if made && apart < gap && gap-apart > roomGap {
			nearest, gap = k.Other(wall), apart
		}
	}
	return nearest
}

// missAsDrawn returns how far an end of a wall misses what a join connects it to; false for a face at which it does not
// end as drawn.
func (m *Model) missAsDrawn(j *Join, wall ID) (geometry.Length, bool) {
	if j.Kind != JoinT {
		return m.cornerGap(j), true
	}
	s, o, ok := m.straightOf(j, wall, j.Through)
	return 0, ok && o.holds(s, j.Part(wall))
}

// holds reports whether an end of another wall, as drawn, is in the band of this one.
func (o strip) holds(s strip, part WallPart) bool {
	x, y := s.course(o, 0).at(float64(s.endX(part)))
	at := roundPoint(x, y)
	return at.X >= -roomGap && at.X <= o.length+roomGap && at.Y >= o.yMin-roomGap && at.Y <= o.yMax+roomGap
}

// fit returns the join of two walls as the joins of a third one leave it: as it is; of two ends that miss each other
// the end of one on the face of the other; nil when other walls make the end of one already, and it does not meet the
// other's body.
func (t *transaction) fit(j Join, asked JoinType) (*Join, error) {
	if j.Kind == JoinT {
		if t.model.recuts(&j) || t.model.isMoot(&j, j.Through, t.model.contactOf(&j, j.Through)) {
			return nil, nil
		}
		return &j, nil
	}
	if t.model.isParted(&j) {
		return nil, nil
	}
	if !t.model.isLoose(&j) {
		return t.ofNode(j), nil
	}
	return t.ofLoose(j, asked)
}

// ofLoose returns a corner of two ends that miss each other as the nearer corners of its walls leave it. Either wall
// may be the one that has such a corner, and both: then the one at whose face the other ends goes through.
func (t *transaction) ofLoose(j Join, asked JoinType) (*Join, error) {
	out, refused := &j, error(nil)
	for _, through := range []ID{j.A, j.B} {
		if asked != JoinMitre && t.model.goesBetween(&j, through) && t.model.contactOf(&j, through).touches {
			return j.asTee(through), nil
		}
	}
	for _, through := range []ID{j.A, j.B} {
		corner := t.model.nearerCorner(&j, through)
		if corner == "" {
			continue
		}
		fitted, err := t.besideCorner(j, through, corner, asked)
		if fitted != nil {
			return fitted, nil
		}
		if out = nil; refused == nil {
			refused = err
		}
	}
	return out, refused
}

// besideCorner returns the join of two ends that miss each other, where the wall that goes through makes a nearer
// corner with a third one: the other's end on its face, nil where that end has nothing to do with it.
func (t *transaction) besideCorner(j Join, through, corner ID, asked JoinType) (*Join, error) {
	butting := j.Other(through)
	reached := t.model.contactOf(&j, through)
	switch {
	case t.model.nearerCorner(&j, butting) != "" &&
		!(reached.touches && t.model.endsAtAFace(butting, j.Part(butting), through)):
		return nil, nil
	case t.model.isMoot(&j, through, reached):
		return nil, nil
	case !reached.touches:
		return nil, Errorf(DegenerateGeometry,
			"the %s of wall %s passes the corner of walls %s and %s by %s mm: move it by that across the wall, so "+
				"that it meets the face of one of them, or onto the corner", j.Part(butting), t.model.nameOf(butting),
			t.model.nameOf(through), t.model.nameOf(corner), reached.past).
			With("element_ids", []ID{butting, through, corner}).With("end",
			j.Part(butting)).With("distance", reached.past)
	case asked == JoinMitre:
		return nil, Errorf(DegenerateGeometry,
			"wall %s meets the face of wall %s beside its corner with %s: only corners are mitred, use "+
				"butt or auto", t.model.nameOf(butting), t.model.nameOf(through), t.model.nameOf(corner)).
			With("kind", JoinT).With("element_ids", []ID{j.A, j.B})
	}
	return j.asTee(through), nil
}

// asTee returns the join as one of the other wall's end at the face of the one that goes through.
func (j Join) asTee(through ID) *Join {
	j.Kind, j.Type, j.Through = JoinT, JoinButt, through
	if through == j.A {
		j.APart = PartSpan
	} else {
		j.BPart = PartSpan
	}
	return &j
}

// goesBetween reports whether a wall passes between the other one of a join and a third wall that meets that one's end
// from its other side: both end in its band, at different faces, and its own end is not in the other one's band.
func (m *Model) goesBetween(j *Join, through ID) bool {
	wall := j.Other(through)
	part := j.Part(wall)
	s, o, ok := m.straightOf(j, wall, through)
	return ok && o.goesOnBeyond(s, part) && !s.covers(o, j.Part(through)) &&
		slices.ContainsFunc(m.JoinsOf(wall), func(k *Join) bool {
			mate, ok := m.endStrip(k.Other(wall), k.Part(k.Other(wall)))
			return ok && k.Part(wall) == part && mate.id != through &&
				(k.Kind == JoinInline || k.Kind == JoinL && !m.isLoose(k)) &&
				o.faceAt(mate, k.Part(mate.id)) != o.faceAt(s, part)
		})
}

// covers reports whether an end of another wall, as drawn, lies between the faces of this one and not at them.
func (s strip) covers(o strip, part WallPart) bool {
	_, y := o.course(s, 0).at(float64(o.endX(part)))
	at := roundLength(y)
	return at > s.yMin+roomGap && at < s.yMax-roomGap
}

// ofNode returns the join of two ends as the node leaves it at which they meet: where a third wall ends there too, no
// end of the three can run on to the far face of another one without lying in the next, so all are mitred.
func (t *transaction) ofNode(j Join) *Join {
	a, b, ok := t.model.straightWalls(&j)
	if j.Kind != JoinL || j.Type != JoinButt || !ok || sharp(a, b, j.APart, j.BPart) || !t.model.isNode(&j) {
		return &j
	}
	j.Type, j.Through = JoinMitre, ""
	return &j
}

// isNode reports whether a third wall ends where the two walls of a corner do.
func (m *Model) isNode(j *Join) bool {
	return slices.ContainsFunc([]ID{j.A, j.B}, func(wall ID) bool {
		return slices.ContainsFunc(m.JoinsOf(wall), func(k *Join) bool {
			return k.Part(wall) == j.Part(wall) && k.Other(wall) != j.Other(wall) &&
				(k.Kind == JoinL || k.Kind == JoinInline) && !m.isLoose(k)
		})
	})
}

// isParted reports whether the ends of a corner meet the two faces of one wall that goes on between them: each is cut
// along its face, and they have no corner with each other.
func (m *Model) isParted(j *Join) bool {
	a, b, ok := m.straightWalls(j)
	if j.Kind != JoinL || !ok {
		return false
	}
	return slices.ContainsFunc(m.JoinsOf(j.A), func(k *Join) bool {
		_, o, ok := m.straightOf(k, k.Other(k.Through), k.Through)
		return k.Kind == JoinT && ok && k.Through != j.A && k.Part(j.A) == j.APart &&
			m.endsAt(j.B, j.BPart, k.Through) && o.faceAt(a, j.APart) != o.faceAt(b, j.BPart)
	})
}

// endsAtAFace reports whether an end of a wall is joined to faces only: it has no corner, and no wall goes on from it,
// unless that one begins in the band of the wall between them, which goes on beyond both.
func (m *Model) endsAtAFace(wall ID, part WallPart, between ID) bool {
	o, _ := m.stripOf(between)
	return !slices.ContainsFunc(m.JoinsOf(wall), func(k *Join) bool {
		mate, ok := m.endStrip(k.Other(wall), k.Part(k.Other(wall)))
		if k.Part(wall) != part || mate.id == between || !ok {
			return false
		}
		return k.Kind == JoinL || k.Kind == JoinInline && !o.goesOnBeyond(mate, k.Part(mate.id))
	})
}

// goesOnBeyond reports whether an end of another wall, as drawn, is in the band of this one and not at its ends.
func (o strip) goesOnBeyond(s strip, part WallPart) bool {
	x, _ := s.course(o, 0).at(float64(s.endX(part)))
	at := roundLength(x)
	return o.holds(s, part) && at > roomGap && at < o.length-roomGap
}

// endsAt reports whether an end of a wall is joined to the course of another one.
func (m *Model) endsAt(wall ID, part WallPart, through ID) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(k *Join) bool {
		return k.Kind == JoinT && k.Through == through && k.Other(wall) == through && k.Part(wall) == part
	})
}

// endIsMade reports whether an end of a wall has a join with another wall than the given one.
func (m *Model) endIsMade(wall ID, part WallPart, but ID) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(j *Join) bool {
		return j.Part(wall) == part &&
			j.Other(wall) != but
	})
}

// contact is how the end of a wall lies to the face of another one's body, as that one's other joins trim it.
type contact struct {
	past    geometry.Length    // how far it misses the face, along it
	touches bool               // it meets the face
	ends    [2]geometry.Point2 // of the part of the face that it meets, in its own frame, the lower Y first
}

// contactOf returns the contact of a join's other wall with the one that goes through.
func (m *Model) contactOf(j *Join, through ID) contact {
	s, o, _ := m.straightOf(j, j.Other(through), through)
	others := slices.DeleteFunc(m.JoinsOf(through), func(k *Join) bool { return k.Other(through) == s.id })
	face := o.faceAt(s, j.Part(s.id))
	lo, hi, ok := m.faceLeft(o, others, face)
	from, to, met := o.interval(s, face)
	if !ok || !met {
		return contact{}
	}
	past := max(from-hi, lo-to)
	// A wall that ends farther before or behind the other one's line than that one is thick is none that ends at it.
	at := linesOf(o, s).a
	past = max(past, -at-o.thickness(), at-o.length-o.thickness())
	c := contact{past: max(past, 0), touches: past < -roomGap}
	for i, x := range []geometry.Length{max(lo, from), min(hi, to)} {
		c.ends[i] = s.frame.Local(o.frame.Point(geometry.Point2{X: x, Y: face}.At(0))).XY()
	}
	if c.ends[0].Y > c.ends[1].Y {
		c.ends[0], c.ends[1] = c.ends[1], c.ends[0]
	}
	return c
}

// contactGrid is how far an end of a contact may be off: it is rounded along the face that it is on, and in the frame
// of the wall that ends there.
const contactGrid = 2 * footprintGrid

// hides reports whether a wall meets this face before the other one, all across that.
func (c contact) hides(other contact, part WallPart) bool {
	if !c.touches || c.ends[0].Y > other.ends[0].Y+contactGrid || c.ends[1].Y < other.ends[1].Y-contactGrid ||
		c.ends[0].Y == c.ends[1].Y {
		return false
	}
	y := (other.ends[0].Y + other.ends[1].Y) / 2
	here := roundLength(float64(c.ends[0].X) + float64(c.ends[1].X-c.ends[0].X)*float64(
		y-c.ends[0].Y)/float64(c.ends[1].Y-c.ends[0].Y))
	there := (other.ends[0].X + other.ends[1].X) / 2
	return here != there && (here > there) == (part == PartStart)
}

// endIsHidden reports whether an end of a wall meets the face of another wall before a contact.
func (m *Model) endIsHidden(wall ID, part WallPart, but ID, c contact) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(j *Join) bool {
		return j.Kind == JoinT && j.Part(wall) == part && j.Through != but && m.contactOf(j, j.Through).hides(c, part)
	})
}

// recuts reports whether an end that makes a corner as drawn with a third wall would be cut again by a wall in whose
// band it does not lie, or that itself ends at the face of that third wall.
func (m *Model) recuts(j *Join) bool {
	butting := j.Other(j.Through)
	part := j.Part(butting)
	s, o, _ := m.straightOf(j, butting, j.Through)
	held := o.holds(s, part)
	return slices.ContainsFunc(m.JoinsOf(butting), func(k *Join) bool {
		mate := k.Other(butting)
		return k.Kind == JoinL && k.Part(butting) == part && mate != j.Through && !m.isLoose(k) &&
			(!held || m.buttsAgainst(j.Through, mate))
	})
}

// buttsAgainst reports whether an end of a wall is joined to the course of another one.
func (m *Model) buttsAgainst(wall, through ID) bool {
	return m.endsAt(wall, PartStart, through) || m.endsAt(wall, PartEnd, through)
}

// isMoot reports whether an end of a wall has nothing to do with the wall through which it was to be joined: it does
// not meet that one's body, or it meets the face of another one before.
func (m *Model) isMoot(j *Join, through ID, c contact) bool {
	butting := j.Other(through)
	if c.touches {
		return m.endIsHidden(butting, j.Part(butting), through, c)
	}
	return m.endIsMade(butting, j.Part(butting), through)
}

// faceAt returns the side of the wall on which another one's body lies that ends at it.
func (o strip) faceAt(s strip, part WallPart) geometry.Length {
	far := s.course(o, 0)
	if _, y := far.at(float64(s.length - s.endX(part))); y > 0 {
		return o.yMax
	}
	return o.yMin
}

// faceLeft returns from where to where a face of a wall reaches with the given joins. That of a curved one is taken
// from end to end as drawn.
func (m *Model) faceLeft(o strip, joins []*Join, face geometry.Length) (lo, hi geometry.Length, ok bool) {
	if whole, _ := m.stripOf(o.id); whole.arc.curved() {
		return 0, o.length, true
	}
	return o.trimmed(m.footprint(o, joins).polygon, face)
}

// trimmed returns from where to where a footprint reaches along a face of its wall.
func (o strip) trimmed(footprint geometry.Polygon, face geometry.Length) (lo, hi geometry.Length, ok bool) {
	for _, p := range footprint.Outer {
		if (p.Y - face).Abs() > footprintGrid {
			continue
		}
		if !ok {
			lo, hi, ok = p.X, p.X, true
		}
		lo, hi = min(lo, p.X), max(hi, p.X)
	}
	return lo, hi, ok
}

// footprintGrid is how far a corner of a footprint may be off its face: it is rounded once in the wall's frame.
const footprintGrid = geometry.Micrometre

// interval returns where the faces of another wall cross a face of this one.
func (o strip) interval(s strip, face geometry.Length) (from, to geometry.Length, ok bool) {
	left, _, okLeft := own(face).meet(s.course(o, s.yMax))
	right, _, okRight := own(face).meet(s.course(o, s.yMin))
	a, b := roundLength(left), roundLength(right)
	return min(a, b), max(a, b), okLeft && okRight
}

// miss returns how far two joined walls miss each other: the ends of a corner, or an end the face that it butts
// against.
func (m *Model) miss(j *Join) geometry.Length {
	if j.Kind == JoinT {
		return m.contactOf(j, j.Through).past
	}
	return m.cornerGap(j)
}

// refitRounds bounds the rounds in which joins are fitted to each other: one that goes may only leave room for fewer.
const refitRounds = 4

// refit gives the joins of walls that were joined now the form that the new ones leave of them, those first that miss
// each other most. One that goes for another that goes after it is made anew. It returns the first join that was made
// now and that the others refuse.
func (t *transaction) refit() (broken []leftJoin) {
	var parted []Join
	for range refitRounds {
		before := len(t.events)
		for _, j := range t.besideNew() {
			if old, ok := t.model.Join(j.ID); !ok || *old != *j {
				continue
			}
			fitted, err := t.fit(*j, JoinAuto)
			if _, old := t.before.Join(j.ID); old && err != nil {
				t.part(j, err)
				continue
			}
			switch {
			case err != nil:
				return []leftJoin{{*j, err}}
			case fitted == nil:
				t.emit(&ElementsParted{*j})
				parted = append(parted, *j)
			case *fitted != *j:
				t.join(*fitted)
			}
		}
		if len(t.events) == before {
			break
		}
	}
	t.makeAnew(parted)
	return nil
}

// makeAnew joins walls whose joins went, where the others leave something of them now.
func (t *transaction) makeAnew(parted []Join) {
	for _, j := range parted {
		if fitted, err := t.fit(j, JoinAuto); err == nil && fitted != nil {
			t.join(*fitted)
		}
	}
}

// part ends a join of two ends that miss each other, where one of them has a nearer corner now.
func (t *transaction) part(j *Join, why error) {
	t.emit(&ElementsParted{*j})
	t.warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []ID{j.A, j.B}},
		"walls %s and %s are joined no more: %v",
		t.model.nameOf(j.A), t.model.nameOf(j.B), why)
}

// besideNew returns the joins of all walls that were joined now.
func (t *transaction) besideNew() []*Join {
	var out []*Join
	for _, event := range t.events {
		made, ok := event.(*ElementsJoined)
		if !ok {
			continue
		}
		for _, wall := range []ID{made.A, made.B} {
			for _, j := range t.model.JoinsOf(wall) {
				if (j.Kind == JoinL || j.Kind == JoinT) && !slices.Contains(out, j) {
					out = append(out, j)
				}
			}
		}
	}
	slices.SortFunc(out, func(i, k *Join) int {
		return cmp.Or(cmp.Compare(t.model.miss(k), t.model.miss(i)), cmp.Compare(i.ID, k.ID))
	})
	return out
}
