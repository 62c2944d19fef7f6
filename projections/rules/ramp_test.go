package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// rampRules maps each code to its rules about ramps.
var rampRules = map[ramps.Standard][]string{
	ramps.IBC: {"IBC-1012.2", "IBC-1012.4", "IBC-1012.5", "IBC-1012.6"},
	ramps.ADA: {"ADA-405.2", "ADA-405.5", "ADA-405.6", "ADA-405.7.3", "ADA-405.8"},
	ramps.ADK: {"ADK-2.2a", "ADK-2.2b", "ADK-2.2c", "ADK-2.2d"},
	ramps.ADM: {"ADM2-T1a", "ADM2-T1b", "ADM2-T1c", "ADM2-T1d", "ADM2-T1e", "ADM2-T1f"},
}

// TestProposedRampsPassTheRules checks that the ramps that the solver proposes under a code, of each form, comply with
// that code's rules. A level floor lies before the foot and behind the head.
func TestProposedRampsPassTheRules(t *testing.T) {
	for standard, rules := range rampRules {
		for _, form := range []ramps.Form{ramps.TwoStraight, ramps.QuarterTurn, ramps.HalfTurn} {
			s := newSketch(t)
			s.level("L0", 0)
			s.level("L1", 900)
			s.ring("G", "L0", -20000, -20000, -12000, -12000)
			s.room("Shop", "L0", "office", -16000, -16000)
			s.floor("Yard", "L0", rectangle(-4000, -3000, 0, 3000))
			s.do("R", change.CreateRamp{LevelID: s.ids["L0"], Name: "R", Standard: standard, Shape: form,
				Ramp: stair.Ramp{Start: at(0, 0), Toward: at(1000, 0), TopLevel: s.ids["L1"]}})
			e, _ := s.view.Model.Element(s.view.Model.OfCategory(state.CategoryRamp)[0])
			shape, err := stair.RampShapeOf(s.view.Model, e)
			if err != nil {
				t.Fatal(err)
			}
			last := shape.Runs[len(shape.Runs)-1]
			plate := geometry.Ring{last.At(last.Going, -500), last.At(last.Going+geometry.MM(3000), -500),
				last.At(last.Going+geometry.MM(3000), last.Width+500), last.At(last.Going, last.Width+500)}
			s.floor("Terrace", "L1", plate)
			s.expect(string(standard)+" "+string(form), of("B", rules...), nil, nil)
		}
	}
}
