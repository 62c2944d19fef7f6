package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// kindsOfLevel builds storeys of several kinds: a single storey, a storey above another, and a storey among levels that
// are no storeys. Each has a level T above the level L.
var kindsOfLevel = map[string]func(s *sketch){
	"at the ground": func(s *sketch) {
		s.level("L", 0)
		s.level("T", 3000)
	},
	"above another": func(s *sketch) {
		s.level("Ground", 0)
		s.ring("g", "Ground", 0, 0, 12000, 8000)
		s.floor("gF", "Ground", rectangle(-100, -100, 12100, 8100))
		s.level("L", 3000)
		s.level("T", 6000)
	},
	"among levels that are no storeys": func(s *sketch) {
		s.level("L", 0)
		for name, z := range map[string]int64{"finish": 19, "sill": 900, "landing": 1500, "ceiling": 2600} {
			s.datum(name, z)
		}
		s.level("T", 3000)
		s.datum("parapet", 3900)
	},
}

// twoOffices builds two adjacent offices on L with a door between them and a door out of each.
func (s *sketch) twoOffices() {
	s.t.Helper()
	s.ring("r", "L", 0, 0, 12000, 8000)
	s.wall("P", "L", 6000, 0, 6000, 8000)
	s.do("", joinAll(s, "L"))
	s.floor("F", "L", rectangle(-100, -100, 12100, 8100))
	s.floor("TF", "T", rectangle(-100, -100, 12100, 8100), rectangle(700, 4500, 6000-200, 7700))
	s.door("out", "rS", 2000, 1100)
	s.door("through", "P", 2000, 1100)
	s.room("A", "L", "office", 3000, 2000)
	s.room("B", "L", "office", 9000, 2000)
}

// doorOf sets a door of a size into the south wall before the second office.
func (s *sketch) doorOf(width, height int64) {
	s.do("tried", change.PlaceDoor{WallID: s.ids["rS"], Name: "tried", Door: fabric.Door{Offset: geometry.MM(8000),
		Width: geometry.MM(width), Height: geometry.MM(height)}})
}

// flight builds a stair from L to T beneath the hole of T's floor.
func (s *sketch) flight(width, risers, tread int64) {
	s.do("stair", change.CreateStair{LevelID: s.ids["L"], Name: "stair", Stair: stair.Stair{Start: at(800, 6500),
		Toward: at(5000, 6500), TopLevel: s.ids["T"], Width: geometry.MM(width), Risers: int(risers),
		Tread: geometry.MM(tread), FloorOpening: "none"}})
}

func (s *sketch) property(name, set, property string, value any) {
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids[name]}, Psets: shape.PropertySets{
		set: {property: shape.PropertyOf(value)}}})
}

func (s *sketch) post(x, y, z, height int64) {
	s.do("post", change.CreateColumn{BaseLevel: s.ids["L"], Name: "post", Column: member.Column{Location: at(x, y),
		BaseOffset: geometry.MM(z), Height: geometry.MM(height), Profile: rectangular(300, 300)}})
}

// pairs lists faults and their sound twins. One of the rules finds the fault, and none of them finds anything in the
// twin.
var pairs = []pair{
	{"a window before a partition", quality("MQ-1"), func(s *sketch) { s.window("w", "rN") },
		func(s *sketch) {
			s.do("w", change.PlaceWindow{WallID: s.ids["rN"], Name: "w", Window: fabric.Window{
				Offset: geometry.MM(5000), Width: geometry.MM(2000), Height: geometry.MM(1200),
				SillHeight: geometry.MM(900)}})
		}},
	{"a thing in the swing of a door", quality("MQ-2", "MQ-3", "MQ-4"),
		func(s *sketch) { s.thing("shelf", "L", 10500, 6000, 0, 600, 600, 1800) },
		func(s *sketch) {
			s.thing("shelf", "L", 6600, 2500, 0, 600, 600, 1800)
			s.thing("chest", "L", 5400, 2500, 0, 600, 600, 1800)
		}},
	{"rooms in one another", quality("MQ-6"), func(s *sketch) {
		s.do("drawn", change.CreateRoom{LevelID: s.ids["L"], Name: "drawn", Room: room.Room{Height: geometry.MM(2500),
			Boundary: rectangle(20000, 0, 22000, 2000)}})
	}, func(s *sketch) {
		s.do("drawn", change.CreateRoom{LevelID: s.ids["L"], Name: "drawn", Room: room.Room{Height: geometry.MM(2500),
			Boundary: rectangle(11000, 1000, 13000, 2000)}})
	}},
	{"a thing above its storey", quality("MQ-9"),
		func(s *sketch) { s.thing("lamp", "L", 9000, 5000, 2200, 400, 400, 200) },
		func(s *sketch) { s.thing("lamp", "L", 9000, 5000, 4500, 400, 400, 200) }},
	{"a placeholder", quality("MQ-10"), func(s *sketch) { s.property("P", "Pset_WallCommon", "FireRating", "none") },
		func(s *sketch) { s.property("P", "Pset_WallCommon", "FireRating", "tbd") }},
	{"a template's word", quality("MQ-10"),
		func(s *sketch) { s.property("P", "Pset_WallCommon", "FireRating", "EI 60") },
		func(s *sketch) { s.property("P", "Pset_WallCommon", "FireRating", "Fire Rating") }},
	{"the same twice", quality("MQ-12"), func(s *sketch) {
		s.thing("a", "L", 9000, 5000, 0, 500, 500, 500)
		s.thing("b", "L", 9600, 5000, 0, 500, 500, 500)
	}, func(s *sketch) {
		s.thing("a", "L", 9000, 5000, 0, 500, 500, 500)
		s.thing("b", "L", 9000, 5000, 0, 500, 500, 500)
	}},
	{"a gap between walls", quality("MQ-7"), func(s *sketch) {
		s.wall("Q", "L", 6000, 4000, 12000, 4000)
		s.do("", joinAll(s, "L"))
	}, func(s *sketch) { s.wall("Q", "L", 6150, 4000, 12000, 4000) }},
	{"a wall in a wall", quality("MQ-14"), func(s *sketch) { s.wall("Q", "L", 6200, 3000, 6200, 5000) },
		func(s *sketch) { s.wall("Q", "L", 6100, 3000, 6100, 5000) }},
	{"a narrow door", of("B", "IBC-1010.1.1w"), func(s *sketch) { s.doorOf(1000, 2200) },
		func(s *sketch) { s.doorOf(750, 2200) }},
	{"a low door", of("B", "IBC-1010.1.1h"), func(s *sketch) { s.doorOf(1000, 2200) },
		func(s *sketch) { s.doorOf(1000, 1900) }},
	{"a door too narrow for a wheelchair", of("B", "ADA-404.2.3"), func(s *sketch) { s.doorOf(1000, 2200) },
		func(s *sketch) { s.doorOf(800, 2200) }},
	{"what hangs low", of("B", "IBC-1003.3.1"),
		func(s *sketch) { s.thing("sign", "L", 9000, 5000, 2200, 800, 800, 200) },
		func(s *sketch) { s.thing("sign", "L", 9000, 5000, 1900, 800, 800, 200) }},
	{"a low room", of("B", "IBC-1208.2"), func(s *sketch) { s.do("", height(s, "A", 2400)) },
		func(s *sketch) { s.do("", height(s, "A", 2200)) }},
	{"a room without a way out", of("B", "EG-1"), func(*sketch) {}, func(s *sketch) {
		s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["through"]}})
	}},
	{"a step for wheelchairs", of("B", "ADA-206.2.2"), func(s *sketch) {
		s.do("boards", change.CreateFloor{LevelID: s.ids["L"], Name: "boards", Floor: fabric.Floor{
			Thickness: geometry.MM(19), Offset: geometry.MM(19), Boundary: rectangle(6100, 100, 11900, 7900)}})
	}, func(s *sketch) {
		s.do("stage", change.CreateFloor{LevelID: s.ids["L"], Name: "stage", Floor: fabric.Floor{
			Thickness: geometry.MM(100), Offset: geometry.MM(100), Boundary: rectangle(6100, 100, 11900, 7900)}})
	}},
	{"a door that a wheelchair does not pass", of("B", "ADA-206.2.2"), func(*sketch) {}, func(s *sketch) {
		s.do("", change.ModifyParameter{ElementID: s.ids["through"], ParameterName: "width", Value: []byte("750")})
	}},
	{"an opening in a rated wall", of("B", "FR-1"), func(s *sketch) {
		s.property("P", "Pset_WallCommon", "FireRating", "1h")
	}, func(s *sketch) {
		s.property("P", "Pset_WallCommon", "FireRating", "1h")
		s.opening("hole", "P", 5000, 1000)
	}},
	{"a column on nothing", of("B", "STR-2"), func(s *sketch) { s.post(9000, 5000, 0, 2500) },
		func(s *sketch) { s.post(9000, 5000, 600, 2000) }},
	{"a narrow stair", of("B", "IBC-1011.2"), func(s *sketch) { s.flight(1300, 18, 280) },
		func(s *sketch) { s.flight(800, 18, 280) }},
	{"high risers", of("B", "IBC-1011.5.2r"), func(s *sketch) { s.flight(1300, 18, 280) },
		func(s *sketch) { s.flight(1300, 14, 280) }},
	{"short treads", of("B", "IBC-1011.5.2t"), func(s *sketch) { s.flight(1300, 18, 280) },
		func(s *sketch) { s.flight(1300, 18, 250) }},
	{"what hangs over a stair", of("B", "IBC-1011.3"), func(s *sketch) { s.flight(1300, 18, 280) },
		func(s *sketch) {
			s.flight(1300, 18, 280)
			s.thing("lamp", "L", 2600, 6500, 3000, 800, 800, 200)
		}},
	{"a stair without handrails", of("B", "IBC-1011.11"), func(s *sketch) {
		s.flight(1300, 18, 280)
		for name, y := range map[string]int64{"right": 6500 - 600, "left": 6500 + 600} {
			from, to := at(800, y), at(800+17*280, y)
			s.do(name, change.CreateRailing{LevelID: s.ids["L"], Name: name, Railing: stair.Railing{
				RailingType: "handrail", Height: geometry.MM(900),
				Path: []geometry.Point3{from.At(geometry.MM(167)), to.At(geometry.MM(3000))}}})
		}
	}, func(s *sketch) { s.flight(1300, 18, 280) }},
}

func height(s *sketch, room string, mm int64) change.Operation {
	value, _ := geometry.MM(mm).MarshalJSON()
	return change.ModifyParameter{ElementID: s.ids[room], ParameterName: "height", Value: value}
}

// fromTheGround lists rules about ways out from the ground. They are not tested on an upper storey, because no way to
// it is modelled.
var fromTheGround = []string{"EG-1", "ADA-206.2.2", "IBC-1006.3.3-2", "ADB2-T2.1-1-one"}

// wantedRules is the least number of rules that have a pair.
const wantedRules = 60

// TestFaultsAreFoundAndTheirTwinsAreNot plants each fault, and its sound twin, on a storey of each kind of level. A
// rule must find the fault and nothing in the twin.
func TestFaultsAreFoundAndTheirTwinsAreNot(t *testing.T) {
	planted := map[string]bool{}
	for _, p := range slices.Concat(pairs, morePairs()) {
		for _, id := range p.options.Rules {
			planted[id] = true
		}
		for kind, levels := range kindsOfLevel {
			if kind == "above another" && slices.ContainsFunc(p.options.Rules,
				func(id string) bool { return slices.Contains(fromTheGround, id) }) {
				continue
			}
			for _, sound := range []bool{true, false} {
				s := newSketch(t)
				levels(s)
				s.twoOffices()
				if sound {
					p.sound(s)
				} else {
					p.fault(s)
				}
				found, lacks := s.check(p.options)
				if sound != (len(found) == 0) {
					t.Errorf("%s, %s, sound %t: found %s; not checked %s", p.name, kind, sound,
						strings.Join(found, "; "), strings.Join(lacks, "; "))
				}
			}
		}
	}
	if len(planted) < wantedRules {
		t.Errorf("only %d rules have pairs", len(planted))
	}
}

// TestASlitIsNoExit checks that an opening too narrow to walk through is no exit, and that a narrow door is one.
func TestASlitIsNoExit(t *testing.T) {
	s := newSketch(t)
	s.level("L", 0)
	s.level("T", 3000)
	s.twoOffices()
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["out"]}})
	s.opening("slit", "rS", 2000, 300)
	s.expect("a slit", of("B", "EG-1"), nil, []string{"EG-1: exits (no door is marked or found as one): "})
	s.door("narrow", "rS", 3000, 650)
	s.expect("a narrow door", of("B", "EG-1"), nil, nil)
}

// TestTheSystemIsAskedOfServicesAlone checks that only elements that can be in a system are required to have one.
func TestTheSystemIsAskedOfServicesAlone(t *testing.T) {
	s := newSketch(t)
	s.level("L", 0)
	s.level("T", 3000)
	s.twoOffices()
	pipe := change.CreateSegment{System: "pipe", LevelID: s.ids["L"], Name: "in", SystemName: "Cold",
		SystemUse: "domestic_cold_water", Path: []geometry.Point3{at(1000, 1000).At(0), at(4000, 1000).At(0)},
		Offset: geometry.MM(2000), Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(50)}}
	s.do("in", pipe)
	o := quality()
	o.Checks, o.Required = []string{"data_completeness"}, []string{"system"}
	s.expect("all in one", o, nil, nil)
	pipe.Name, pipe.SystemName, pipe.SystemUse = "none", "", ""
	pipe.Path = []geometry.Point3{at(1000, 3000).At(0), at(4000, 3000).At(0)}
	s.do("none", pipe)
	s.expect("one in none", o, []string{"DC-12 -: none"}, nil)
}
