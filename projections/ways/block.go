package ways

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Block is one building on a storey: adjacent rooms and walls, with the floors that connect them.
type Block struct {
	Rooms []state.ID // in order
	plan  geometry.Region
}

// standsApart is the least distance between separate buildings. Parts that are nearer are one building, such as the two
// sides of a movement joint, or rooms whose walls are not modelled. Fire codes require a greater distance between
// buildings on one lot: IBC 705.3 with table 705.5 requires rated walls on both sides below 5 ft, 1525 mm.
const standsApart = geometry.Metre

// Blocks returns the separate buildings with rooms on a storey, in the order of their first rooms.
func (b *Building) Blocks(i int) ([]Block, error) {
	s, err := b.Storey(i)
	if err != nil {
		return nil, err
	}
	atGrade, err := b.atGrade()
	if err != nil {
		return nil, err
	}
	plan := s.planOf(b)
	k := s.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.blocks == nil {
		found := s.blocksOf(b.stop, plan, atGrade[i])
		if b.stop() {
			return nil, b.ctx.Err()
		}
		k.blocks = found
	}
	return k.blocks, nil
}

// blocksOf finds the blocks. If the built parts form one piece, it stops there. Otherwise galleries and bridges above
// the ground join buildings. Floors outside on the ground join none, because every building can be reached over the
// ground.
func (s *Storey) blocksOf(stop geometry.Interrupt, plan storeyPlan, atGrade bool) []Block {
	if out := s.parted(filled(plan.built)); len(out) < 2 {
		return out
	}
	floor := filled(s.Area) // obstacles on a floor do not divide it
	if atGrade {
		floor = stop.Subtract(geometry.Intersect(floor, plan.around), plan.outside)
	}
	var wide []geometry.Region
	for _, part := range append(filled(plan.built), filled(floor)...) {
		if grown, err := part.Offset(standsApart / 2); err == nil {
			wide = append(wide, grown)
		}
	}
	return s.parted(filled(stop.Union(wide...)))
}

// filled returns the parts of a region without their holes.
func filled(r geometry.Region) geometry.Region {
	out := make(geometry.Region, len(r))
	for i, part := range r {
		out[i] = geometry.Polygon{Outer: part.Outer}
	}
	return out
}

// parted assigns the rooms to the parts of a region that contain them.
func (s *Storey) parted(parts geometry.Region) []Block {
	blocks := make([]Block, len(parts))
	for _, r := range s.rooms {
		for i, part := range parts {
			if len(r.region) > 0 && part.Contains(r.region[0].Outer[0]) != geometry.Outside {
				blocks[i].Rooms, blocks[i].plan = append(blocks[i].Rooms, r.id), geometry.Region{part}
				break
			}
		}
	}
	blocks = slices.DeleteFunc(blocks, func(k Block) bool { return len(k.Rooms) == 0 })
	for i := range blocks {
		sortedIDs(blocks[i].Rooms)
	}
	slices.SortFunc(blocks, func(a, b Block) int { return compareIDs(a.Rooms[0], b.Rooms[0]) })
	return blocks
}

// BlockAt returns the number of the block that contains a place, or else of the nearest block.
func BlockAt(blocks []Block, p geometry.Point2) int {
	best, least := 0, geometry.Length(geometry.LengthOverflow)
	for i, k := range blocks {
		if isIn(k.plan, p) {
			return i
		}
		if d := clearance.DistanceTo(k.plan, p); d < least {
			best, least = i, d
		}
	}
	return best
}
