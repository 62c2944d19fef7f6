package rules

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// part is the unit that rules about storeys judge: a storey, or if several buildings stand on it, the share of one
// building.
type part struct {
	level *state.Element
	rooms []state.ID // rooms of the building; none means all rooms of the storey
	load  float64
	exits []wayOut
}

// of returns a measurement of the part. If several buildings stand on a storey, the first room of each identifies it.
func (p part) of(value float64, how string) Measurement {
	m := of(p.level, value, how)
	if len(p.rooms) > 0 {
		m.Elements = append(m.Elements, p.rooms[0])
	}
	return m
}

// parts returns the separate buildings on a storey, each with its load and its exits, or the whole storey if it has one
// building.
func (s *subjects) parts(to *egress, storey int, whole part) ([]part, error) {
	blocks, err := to.building.Blocks(storey)
	if err != nil || len(blocks) < 2 {
		return []part{whole}, err
	}
	out := make([]part, len(blocks))
	for i, k := range blocks {
		out[i] = part{level: whole.level, rooms: k.Rooms, load: s.loadOfRooms(k.Rooms)}
	}
	doors, flights := shared(blocks, doorsOut(to, storey)), shared(blocks, flightsOn(to, storey))
	for i := range out {
		if out[i].exits = doors[i]; len(doors[i]) == 0 {
			out[i].exits = flights[i]
		}
	}
	return out, nil
}

// shared assigns each exit to one of the buildings.
func shared(blocks []ways.Block, exits []wayOut) [][]wayOut {
	out := make([][]wayOut, len(blocks))
	for _, x := range exits {
		at := ways.BlockAt(blocks, x.at)
		out[at] = append(out[at], x)
	}
	return out
}

// loadAround returns the occupant load of a storey at a place. If separate buildings stand on the storey, it is the
// load of the building around the place. A remedy on trial does not change the buildings, so they are taken from the
// view without the remedy.
func (s *subjects) loadAround(levels []state.ID, at geometry.Point3) (load float64, lacks string) {
	load, lacks = s.storeyLoad(levels)
	if lacks != "" {
		return 0, lacks
	}
	whole := s
	if s.unmended != nil {
		whole = s.unmended
	}
	to, err := whole.toExits()
	if err != nil {
		return load, ""
	}
	i, err := to.building.OfLevel(levels[0])
	if err != nil {
		return load, ""
	}
	blocks, err := to.building.Blocks(i)
	if err != nil || len(blocks) < 2 {
		return load, ""
	}
	return s.loadOfRooms(blocks[ways.BlockAt(blocks, at.XY())].Rooms), ""
}

// loadOfRooms returns the sum of the occupant loads of rooms. All these loads must be known.
func (s *subjects) loadOfRooms(rooms []state.ID) (load float64) {
	for _, id := range rooms {
		if e, ok := s.view.Model.Element(id); ok {
			n, _, _ := s.loadOf(e)
			load += n
		}
	}
	return load
}
