package ways

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// GroundEnds reports which ends of a flight lie outside the building on a storey at the ground. People who get there
// have left the building, whether or not the ground is modelled (IBC 1027, exterior exit stairways; 1028, exit
// discharge).
type GroundEnds struct{ Foot, Head bool }

// GroundEnds returns the stairs and ramps with an end outside on the ground. Lifts are left out, because they end in
// rooms.
func (b *Building) GroundEnds() (map[state.ID]GroundEnds, error) {
	atGrade, err := b.atGrade()
	if err != nil {
		return nil, err
	}
	out := map[state.ID]GroundEnds{}
	for _, f := range b.flights {
		if f.Lift {
			continue
		}
		var ends GroundEnds
		if ends.Foot, err = b.onGround(f.Foot, atGrade); err != nil {
			return nil, err
		}
		if ends.Head, err = b.onGround(f.Head, atGrade); err != nil {
			return nil, err
		}
		if ends.Foot || ends.Head {
			out[f.ID] = ends
		}
	}
	return out, b.ctx.Err()
}

// onGround reports whether the end of a flight lies outside the building on a storey at the ground.
func (b *Building) onGround(end geometry.Point3, atGrade map[int]bool) (bool, error) {
	i, ok := b.At(end.Z)
	if !ok || !atGrade[i] {
		return false, nil
	}
	s, err := b.Storey(i)
	if err != nil {
		return false, err
	}
	plan, p := s.planOf(b), end.XY()
	return isIn(plan.outside, p) || !isIn(plan.around, p), nil
}

// groundLandings returns the numbers of the landings outside on the ground, where the ways out end.
func (b *Building) groundLandings() ([]int, error) {
	ends, err := b.GroundEnds()
	if err != nil {
		return nil, err
	}
	var out []int
	for i, f := range b.flights {
		if ends[f.ID].Foot {
			out = append(out, 2*i)
		}
		if ends[f.ID].Head {
			out = append(out, 2*i+1)
		}
	}
	return out, nil
}
