package rules

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// noFoldingLeaves is the missing fact that is reported for a folding door, whose folded leaves stand in the way.
const noFoldingLeaves = "leaves of the folding door: how many, and to which side they fold"

// doorOpensWithEgress measures whether the swinging doors of a room open out of the room: 1 if they do (IBC
// 1010.1.2.1). It covers rooms whose occupant load is in the range that the rule names. A leaf that swings to both
// sides counts as opening out.
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
			case d.kind == doorFixed: // not a way out
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

// opensOut measures whether a door opens out of a room. All leaves of a door open to one side, or to both.
func opensOut(e *state.Element, d hungDoor, room projections.RoomFacts) Measurement {
	l := d.leaves[0]
	into := l.before(l.face, l.sign, closeBefore)
	value := 1.0
	if !d.both && room.Region.Contains(into) != geometry.Outside {
		value = 0
	}
	return of(e, value, "the leaf opens out of the room, 1 where it does").in(into.At(room.Base))
}

// doorSwingBlocked measures the area in m2 that is obstructed in the squares in which the leaves of a door swing. A
// stair or an element of the categories that the rule names obstructs it; with meets:door the swing of another door
// does. Doors that slide, roll up, turn or are fixed have no swinging leaf.
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

// inSwing returns the plan of an obstacle within the height of a leaf. For a door, the obstacle is the squares in which
// its own leaves swing.
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
