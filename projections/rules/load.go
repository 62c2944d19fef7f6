package rules

import (
	"fmt"
	"math"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// These are the missing facts if the use of a room is not known.
const (
	noUse  = "usage of the room (usage, or a name that says it)"
	noLoad = "occupant load of the room (no usage)"
)

// loadOf returns the occupant load of a room: its net area divided by the floor area per person of its use (IBC table
// 1004.5), rounded up. Pset_SpaceOccupancyRequirements.OccupancyNumberPeak replaces it if that number is greater. Rooms
// whose use counts no persons have no load.
func (s *subjects) loadOf(e *state.Element) (load float64, how, lacks string) {
	shape, ok := s.shape(e)
	if !ok {
		return 0, "", noArea
	}
	u, known := s.usageOf(e)
	if v, ok := state.Lookup(e.Psets, "Pset_SpaceOccupancyRequirements", "OccupancyNumberPeak"); ok {
		if peak, isNumber := bodyshape.PropertyValueAny(v).(float64); isNumber {
			load, how = peak, number(peak)+" persons by OccupancyNumberPeak"
		}
	}
	switch {
	case !known && how == "":
		return 0, "", noLoad
	case u.perPerson == 0:
		return load, how, ""
	}
	area := shape.Region.Area()
	if byArea := math.Ceil(area / float64(u.perPerson*squareFoot)); byArea > load {
		return byArea, fmt.Sprintf("%s persons: %s m2 at %s ft2 a person as %s", number(byArea), number(area),
			number(u.perPerson), u.kind), ""
	}
	return load, how, ""
}

// inLoad reports whether an occupant load is in the range that the rule names, as load:50..500. A rule without a range
// covers every load.
func (r *Rule) inLoad(load float64) bool {
	c := r.condition("load")
	if c == nil {
		return true
	}
	low, high := bounds(c[0])
	return load >= low && load <= high
}

// storeyLoad is the occupant load of the rooms of a storey, or the fact that is missing to compute it.
type storeyLoad struct {
	load  float64
	lacks string
}

// storeyLoad returns the occupant load of the rooms on the levels of a storey.
func (s *subjects) storeyLoad(levels []state.ID) (load float64, lacks string) {
	key := strings.Join(texts(levels), " ")
	found := recalled(&s.known, &s.known.loads, key, func() (l storeyLoad) {
		l.load, l.lacks = s.addLoads(levels)
		return l
	})
	return found.load, found.lacks
}

func (s *subjects) addLoads(levels []state.ID) (load float64, lacks string) {
	for _, level := range levels {
		for _, id := range s.view.Rooms().OnLevel(level) {
			e, ok := s.view.Model.Element(id)
			if !ok {
				continue
			}
			n, _, missing := s.loadOf(e)
			if missing != "" {
				return 0, missing
			}
			load += n
		}
	}
	return load, ""
}

// loaded measures the rooms whose occupant load is in the range that the rule names.
func (s *subjects) loaded(r *Rule, f func(e *state.Element, load float64, how string) []Measurement) ([]Measurement,
	error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		load, how, lacks := s.loadOf(e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case load == 0 || !r.inLoad(load):
			return nil
		}
		return f(e, load, how)
	})
}

// roomExits counts the doors, openings and open sides of a room that lead on to a way out (IBC 1006.2.1). It covers
// rooms whose occupant load is in the range that the rule names.
func roomExits(s *subjects, r *Rule) ([]Measurement, error) {
	if err := s.readyExits(); err != nil {
		return nil, err
	}
	return s.loaded(r, func(e *state.Element, _ float64, how string) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		on, lacks := s.waysOnOf(&facts)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		m := of(e, float64(len(on)), "doors, openings and open sides that lead on; "+how)
		return []Measurement{m.withPassages(on).in(facts.Region.Centroid().At(facts.Base))}
	})
}

// roomDoorWidthPerPerson measures the clear widths of the ways on from a room, divided by its occupant load (IBC
// 1005.3.2). It covers rooms whose load is in the range that the rule names. Doors count with the leaf open, openings
// and open sides with their whole width.
func roomDoorWidthPerPerson(s *subjects, r *Rule) ([]Measurement, error) {
	if err := s.readyExits(); err != nil {
		return nil, err
	}
	return s.loaded(r, func(e *state.Element, load float64, how string) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil {
			return nil
		}
		on, lacks := s.waysOnOf(&facts)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case len(on) == 0:
			return nil
		}
		total, doors := 0.0, 0
		for _, p := range on {
			if !p.door {
				total += p.width.MM()
				continue
			}
			doors++
			door, ok := s.view.Model.Element(p.id)
			if !ok {
				continue
			}
			clear, _, lacks := s.clearWidth(door)
			if lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			total += clear.MM()
		}
		m := of(e, total/load, fmt.Sprintf(
			"clear widths of %d doors and %d openings or open sides that lead on, %s mm; %s", doors, len(on)-doors,
			number(total), how))
		return []Measurement{m.withPassages(on).in(facts.Region.Centroid().At(facts.Base))}
	})
}
