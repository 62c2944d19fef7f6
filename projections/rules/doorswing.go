package rules

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// noFoldingLeaves is what is missing of a folding door, whose leaves stand in the way where they are folded.
const noFoldingLeaves = "leaves of the folding door: how many, and to which side they fold"

// doorOpensWithEgress measures whether the doors that swing of rooms of the load that the rule names open out of the
// room: 1 where they do (IBC 1010.1.2.1). A leaf that swings to both sides does.
func doorOpensWithEgress(s *subjects, r *Rule) ([]Measurement, error) {
	return s.loaded(r, func(e *state.Element, _ float64, how string) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		var out []Measurement
		for _, id := range facts.Doors {
			door, ok := s.view.Model.Element(id)
			if !ok {
				continue
			}
			d, lacks := s.hung(door)
			switch {
			case d.kind == doorFixed: // leads nowhere
				continue
			case lacks == "" && len(d.leaves) == 0:
				lacks = "leaf that swings: whether a " + d.words() +
					" door may lead out (IBC 1010.1.2, 1010.3) is not judged"
			}
			if lacks != "" {
				out = append(out, missing(door, lacks))
				continue
			}
			m := opensOut(door, d, facts)
			m.How += "; " + how
			m.Elements = append(m.Elements, e.ID)
			out = append(out, m)
		}
		return out
	})
}

// opensOut measures whether a door opens out of a room: all leaves open to one side, or to both.
func opensOut(e *state.Element, d hungDoor, room projections.RoomFacts) Measurement {
	l := d.leaves[0]
	into := l.before(l.face, l.sign, closeBefore)
	value := 1.0
	if !d.both && room.Region.Contains(into) != geometry.Outside {
		value = 0
	}
	return of(e, value, "the leaf opens out of the room, 1 where it does").in(into.At(room.Base))
}

// doorSwingBlocked measures what of the square in which a leaf swings, or of the squares of all leaves of a door, a
// stair, or a thing of the categories that the rule names, stands in, or for meets:door the leaf of another door swings
// in; in m2. Doors that slide, roll up, turn or are fixed have no leaf that swings.
func doorSwingBlocked(s *subjects, r *Rule) ([]Measurement, error) {
	wanted := r.condition("meets")
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		d, lacks := s.hung(e)
		if lacks == "" && d.kind == doorFolding {
			lacks = noFoldingLeaves
		}
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		box, boxed := s.boxOf(e)
		if len(d.leaves) == 0 || !boxed {
			return nil
		}
		swept := d.swept()
		lo, hi := swept.Bounds()
		m := of(e, 0, "part of the square in which the leaf swings").in(swept.Centroid().At(box.Min.Z))
		reach := geometry.Box{Min: lo.At(box.Min.Z + besideFace), Max: hi.At(box.Max.Z)}
		near := s.view.Spatial().Intersecting(reach.Grow(2*geometry.Metre), state.CategoryDoor)
		if wanted[0] != "door" {
			near = s.view.Spatial().Intersecting(reach, asCategories(wanted)...)
		}
		for _, hit := range near {
			if hit.ID == e.ID {
				continue
			}
			if part := s.stop().Intersect(swept, s.inSwing(hit, reach)); part.Area() > bump {
				m.Value += part.Area()
				m.Elements = append(m.Elements, hit.ID)
				m = m.in(part.Centroid().At(box.Min.Z))
			}
		}
		return []Measurement{m}
	})
}

// inSwing returns what a thing takes of the heights of a leaf: of a door the squares in which its own leaves swing.
func (s *subjects) inSwing(hit projections.Hit, reach geometry.Box) geometry.Region {
	if hit.Category == state.CategoryDoor {
		other, ok := s.view.Model.Element(hit.ID)
		if !ok || hit.Bounds.Max.Z < reach.Min.Z || hit.Bounds.Min.Z > reach.Max.Z {
			return nil
		}
		d, lacks := s.hung(other)
		if lacks != "" {
			return nil
		}
		return d.swept()
	}
	body, err := s.body(hit.ID)
	if err != nil {
		return nil
	}
	return body.Shadow(reach.Min.Z, reach.Max.Z)
}

func asCategories(names []string) []state.Category {
	out := make([]state.Category, len(names))
	for i, n := range names {
		out[i] = state.Category(n)
	}
	return out
}
