package rules_test

import "testing"

// IBC tables 1006.2.1 and 1017.2 state no figure for some groups without sprinklers: not permitted. Nothing is measured
// there, so the rule does not pass. For other groups the report omits the row.
func TestWhatIsNotPermittedWithoutSprinklersIsNoPass(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 9000, 6000)
	s.room("Hall", "L0", "office", 2000, 2000)
	s.door("D1", "W", 3000, 1000)
	const only = ": sprinklers: without them the clause gives no figure for this occupancy group: "
	for group, rule := range map[string]string{
		"I-1": "IBC-1017.2-I-1s", "I-3": "IBC-1017.2-I-2s", "H-1": "IBC-1017.2-H-1s", "H-5": "IBC-1017.2-H-5s",
	} {
		s.expect(group, of(group, "IBC-1017.2-I-1s", "IBC-1017.2-I-2s", "IBC-1017.2-H-1s", "IBC-1017.2-H-5s"), nil,
			[]string{rule + only})
	}
	for group, rule := range map[string]string{
		"R-2": "IBC-CPET-R-2s", "R-1": "IBC-CPET-R-1s", "I-2": "IBC-CPET-R-1s", "I-3": "IBC-CPET-I-3s",
	} {
		s.expect(group, of(group, "IBC-CPET-R-2s", "IBC-CPET-R-1s", "IBC-CPET-I-3s", "IBC-CPET-Bs"), nil,
			[]string{rule + only})
	}
	yes := true
	o := of("I-1", "IBC-1017.2-I-1s")
	o.Sprinklered = &yes
	s.expect("with sprinklers", o, nil, nil)
	o.Sprinklered = nil
	s.expect("of sprinklers nothing is known", o, nil,
		[]string{"IBC-1017.2-I-1s: whether the building is sprinklered (argument sprinklered): "})
}
