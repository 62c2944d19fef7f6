package ways

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Block is what of a storey is one building: rooms and walls that stand together, and what floor joins to them.
type Block struct {
	Rooms []state.ID // in order
	plan  geometry.Region
}

// standsApart is how far buildings are apart at least. What is nearer is taken for one, such as the two sides of a
// movement joint, or rooms whose walls are not modelled; fire codes part buildings on one lot by more (IBC 705.3 with
// table 705.5, which asks for rated walls on both sides below 5 ft, 1525 mm).
const standsApart = geometry.Metre

// Blocks returns the parts of a storey with rooms that are buildings of their own, in the order of their first rooms.
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

// blocksOf finds the blocks. Where what is built is one piece nothing else is looked at. Over the ground outside one
// comes to every building, so floors outside join none; above the ground a gallery or a bridge does.
func (s *Storey) blocksOf(stop geometry.Interrupt, plan storeyPlan, atGrade bool) []Block {
	if out := s.parted(filled(plan.built)); len(out) < 2 {
		return out
	}
	floor := filled(s.Area) // what stands on it parts nothing
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

// parted sorts the rooms into the parts of a region in which they are.
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

// BlockAt returns the number of the block that a place is in, or that is nearest to it.
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
