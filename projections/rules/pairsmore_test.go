package rules_test

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/rules"
)

// pair is a fault and its sound twin.
type pair struct {
	name         string
	options      rules.Options
	sound, fault func(s *sketch)
}

// between returns a pair whose fault and twin are the same element in two sizes.
func between(name string, o rules.Options, plant func(s *sketch, size int64), sound, fault int64) pair {
	return pair{name, o, func(s *sketch) { plant(s, sound) }, func(s *sketch) { plant(s, fault) }}
}

// morePairs returns pairs whose fault and twin differ in one size only.
func morePairs() []pair {
	var out []pair
	for _, list := range [][]pair{doorPairs(), stairPairs(), railPairs(), roomPairs(), windowPairs(), loadPairs(),
		ratingPairs(), memberPairs(), rampPairs(), dataPairs()} {
		out = append(out, list...)
	}
	return out
}

func doorPairs() []pair {
	wide := func(s *sketch, width int64) { s.doorOf(width, 2200) }
	box := func(y, depth int64) func(s *sketch, x int64) {
		return func(s *sketch, x int64) { s.thing("chest", "L", x, y, 0, 400, depth, 900) }
	}
	return []pair{
		between("a door too narrow for beds", of("I-2", "IBC-1010.1.1i2"), func(s *sketch, width int64) {
			wide(s, width)
			for _, name := range []string{"out", "through"} {
				s.do("", change.ModifyParameter{ElementID: s.ids[name], ParameterName: "width", Value: []byte("1300")})
			}
		}, 1300, 1000),
		between("a narrow door by AD M", of("B", "ADM2-T2a"), wide, 1000, 800),
		between("a chest in the pull of a door", of("B", "ADA-404.2.4.1ad"), box(2500, 1200), 3500, 5100),
		between("a chest in the push of a door", of("B", "ADA-404.2.4.1b"), box(2500, 1200), 9000, 6900),
		between("a chest beside the latch", of("B", "ADA-404.2.4.1al"), box(1800, 300), 3500, 5600),
	}
}

func stairPairs() []pair {
	risers := func(s *sketch, n int64) { s.flight(1300, n, 280) }
	treads := func(s *sketch, tread int64) { s.flight(1300, 18, tread) }
	wide := func(s *sketch, width int64) { s.flight(width, 18, 280) }
	lamp := func(s *sketch, z int64) {
		s.flight(1300, 18, 280)
		s.thing("lamp", "L", 2600, 6500, z, 800, 800, 200)
	}
	foot := func(s *sketch, x int64) {
		s.do("stair", change.CreateStair{LevelID: s.ids["L"], Name: "stair", Stair: stair.Stair{Start: at(x, 6500),
			Toward: at(5000, 6500), TopLevel: s.ids["T"], Width: geometry.MM(1300), Risers: 18,
			Tread: geometry.MM(260), FloorOpening: "none"}})
	}
	return []pair{
		between("high risers of a dwelling", of("R-3", "IBC-1011.5.2dr"), risers, 18, 14),
		between("short treads of a dwelling", of("R-3", "IBC-1011.5.2dt"), treads, 280, 240),
		between("high risers by AD K, private", of("R-3", "ADK-T1.1pr"), risers, 18, 13),
		between("short treads by AD K, private", of("R-3", "ADK-T1.1pg"), treads, 240, 210),
		between("high risers by AD K", of("B", "ADK-T1.1gr"), risers, 18, 16),
		between("short treads by AD K", of("B", "ADK-T1.1gg"), treads, 280, 240),
		between("a stair that is too flat", of("B", "ADK-1.2"), treads, 280, 380),
		between("a narrow stair by AD K", of("B", "ADK-1.15"), wide, 1300, 900),
		between("a long flight by AD K", of("B", "ADK-1.17"), risers, 18, 20),
		between("high risers by ADA", of("B", "ADA-504.2r"), risers, 18, 16),
		between("short treads by ADA", of("B", "ADA-504.2t"), treads, 280, 270),
		between("what hangs over a stair by AD K", of("B", "ADK-1.11"), lamp, 5000, 3000),
		between("a short landing", of("B", "IBC-1011.6"), foot, 1400, 800),
		between("a short landing by AD K", of("B", "ADK-1.20"), foot, 1400, 900),
	}
}

func railPairs() []pair {
	rail := func(kind stair.RailingUse) func(s *sketch, height int64) {
		return func(s *sketch, height int64) {
			s.do("rail", change.CreateRailing{LevelID: s.ids["L"], Name: "rail", Railing: stair.Railing{
				RailingType: kind, Height: geometry.MM(height),
				Path: []geometry.Point3{at(7000, 6000).At(0), at(10000, 6000).At(0)}}})
		}
	}
	return []pair{
		between("a high handrail", of("B", "IBC-1014.2"), rail("handrail"), 900, 1000),
		between("a low handrail by ADA", of("B", "ADA-505.4"), rail("handrail"), 900, 800),
		between("a low handrail by AD K", of("B", "ADK-1.34"), rail("handrail"), 950, 850),
		between("a low guard", of("B", "IBC-1015.3"), rail("guardrail"), 1100, 1000),
		between("a low guard by AD K", of("B", "ADK-D3.1o"), rail("guardrail"), 1100, 1050),
		between("a low guard of a dwelling", of("R-3", "ADK-D3.1d"), rail("guardrail"), 900, 850),
	}
}

// called changes the usage of the first office.
func (s *sketch) called(usage string) {
	s.do("", change.ModifyParameter{ElementID: s.ids["A"], ParameterName: "usage",
		Value: fmt.Appendf(nil, "%q", usage)})
}

func roomPairs() []pair {
	tall := func(usage string) func(s *sketch, mm int64) {
		return func(s *sketch, mm int64) {
			s.called(usage)
			s.do("", height(s, "A", mm))
		}
	}
	// A strip along the partition is a room of its own, between the partition and another wall.
	strip := func(usage string) func(s *sketch, width int64) {
		return func(s *sketch, width int64) {
			s.wall("Q", "L", 6200+width, 0, 6200+width, 8000)
			s.do("", joinAll(s, "L"))
			s.door("on", "Q", 5000, 1100)
			s.room("C", "L", usage, 6500, 6000)
		}
	}
	cell := func(s *sketch, depth int64) {
		s.wall("Q", "L", 8600, 0, 8600, 8000)
		s.wall("Q2", "L", 6000, 8000-200-depth, 8600, 8000-200-depth)
		s.do("", joinAll(s, "L"))
		s.room("C", "L", "bedroom", 6500, 7700)
	}
	return []pair{
		between("a narrow bedroom", of("R-3", "IBC-1208.1"), strip("bedroom"), 2400, 1900),
		between("a narrow bedroom by NDSS", of("R-3", "NDSS-10cw"), strip("bedroom"), 2400, 2100),
		between("a small bedroom", of("R-3", "NDSS-10c"), cell, 3500, 2500),
		between("a low toilet", of("B", "IBC-1208.2w"), tall("toilet"), 2200, 2100),
		between("a low corridor", of("B", "IBC-1003.2"), tall("corridor"), 2400, 2200),
		between("a low room by MBO", of("B", "MBO-47"), tall("office"), 2450, 2350),
		between("no place to turn in a toilet", of("B", "ADA-603.2.1"), strip("toilet"), 1800, 1400),
		between("a narrow corridor by ADA", of("B", "ADA-403.5.1"), strip("corridor"), 1200, 850),
		between("a narrow corridor by AD M", of("B", "ADM2-3.14"), strip("corridor"), 1300, 1100),
		between("a narrow corridor for few", of("B", "IBC-1020.3-50"), strip("corridor"), 1000, 850),
		between("a corridor too narrow for beds", of("I-2", "IBC-1020.3-I2"), strip("corridor"), 2500, 2300),
		between("what hangs low by ADA", of("B", "ADA-307.4"),
			func(s *sketch, z int64) { s.thing("sign", "L", 9000, 5000, z, 800, 800, 200) }, 2200, 1900),
	}
}

func windowPairs() []pair {
	// A bedroom with one window. The other office stays an office.
	escape := func(size, sill int64, wide bool) func(s *sketch) {
		return func(s *sketch) {
			s.called("bedroom")
			w := fabric.Window{Offset: geometry.MM(9000), Width: geometry.MM(1000), Height: geometry.MM(1200),
				SillHeight: geometry.MM(sill), WindowType: "single_panel"}
			if wide {
				w.Width = geometry.MM(size)
			} else {
				w.Height = geometry.MM(size)
			}
			s.do("w", change.PlaceWindow{WallID: s.ids["rN"], Name: "w", Window: w})
		}
	}
	light := func(size int64) func(s *sketch) {
		return func(s *sketch) {
			s.called("living room")
			s.do("", change.ModifyParameter{ElementID: s.ids["B"], ParameterName: "usage", Value: []byte(`"store"`)})
			s.do("w", change.PlaceWindow{WallID: s.ids["rN"], Name: "w", Window: fabric.Window{
				Offset: geometry.MM(6500), Width: geometry.MM(size), Height: geometry.MM(2000),
				SillHeight: geometry.MM(500), WindowType: "single_panel"}})
		}
	}
	sound := escape(1200, 900, false)
	return []pair{
		{"an escape window that is too small", of("R-3", "IBC-1031.3.1"), sound, escape(600, 900, true)},
		{"an escape window that is too low", of("R-3", "IBC-1031.3.2h"), sound, escape(600, 900, false)},
		{"an escape window that is too narrow", of("R-3", "IBC-1031.3.2w"), sound, escape(500, 900, true)},
		{"an escape window that is too high up", of("R-3", "IBC-1031.3.3"), sound, escape(1200, 1300, false)},
		{"little glass", of("R-3", "IBC-1204.2"), light(4000), light(1000)},
		{"little air", of("R-3", "IBC-1202.5.1"), light(4000), light(700)},
		{"little window by MBO", of("R-3", "MBO-47w"), light(4500), light(2000)},
	}
}

func loadPairs() []pair {
	used := func(usage string) func(s *sketch) { return func(s *sketch) { s.called(usage) } }
	hall := func(facing fabric.Facing) func(s *sketch) {
		return func(s *sketch) {
			s.called("assembly hall")
			s.do("", change.ModifyParameter{ElementID: s.ids["out"], ParameterName: "facing",
				Value: fmt.Appendf(nil, "%q", facing)})
			s.do("", change.ModifyParameter{ElementID: s.ids["through"], ParameterName: "facing",
				Value: []byte(`"exterior"`)})
		}
	}
	far := func(width int64) func(s *sketch) {
		return func(s *sketch) {
			if width > 0 {
				s.door("near", "rE", 4000, width)
			}
		}
	}
	return []pair{
		{"many people behind one door", of("A", "IBC-1006.2.1-49"), used("office"), func(s *sketch) {
			s.do("", change.ModifyParameter{ElementID: s.ids["B"], ParameterName: "usage",
				Value: []byte(`"assembly hall"`)})
		}},
		{"a storey of many with one exit", of("A", "IBC-1006.3.3-2"), used("office"), used("assembly hall")},
		{"a door that opens against many", of("A", "IBC-1010.1.2.1"), hall("exterior"), hall("interior")},
		{"a long way of those in care", of("I-2", "ADB2-T2.1-1-one"), far(1100), far(0)},
	}
}

// rated gives an element a fire rating in the set of its category.
func (s *sketch) rated(name, set, rating string) { s.property(name, set, "FireRating", rating) }

func ratingPairs() []pair {
	var out []pair
	for _, c := range [][4]string{ // the rule, the rating of the wall, and of a sound and a weak door in it
		{"IBC-T716-4-3", "4h", "3h", "2h"}, {"IBC-T716-3-3", "3h", "3h", "2h"},
		{"IBC-T716-2-1.5", "2h", "1.5h", "1h"}, {"IBC-T716-1.5-1.5", "1.5h", "1.5h", "1h"},
		{"IBC-T716-1-0.75", "1h", "45min", "20min"}, {"IBC-T716-0.5-0.33", "0.5h", "20min", "10min"},
	} {
		door := func(rating string) func(s *sketch) {
			return func(s *sketch) {
				s.rated("P", "Pset_WallCommon", c[1])
				s.rated("through", "Pset_DoorCommon", rating)
			}
		}
		out = append(out, pair{"a weak door in a wall of " + c[1], of("B", c[0]), door(c[2]), door(c[3])})
	}
	closing := func(is bool) func(s *sketch) {
		return func(s *sketch) {
			s.rated("through", "Pset_DoorCommon", "1h")
			s.property("through", "Pset_DoorCommon", "SelfClosing", is)
		}
	}
	out = append(out, pair{"a fire door that stays open", of("B", "IBC-716.2.6"), closing(true), closing(false)})
	for _, c := range [][3]string{ // type of construction, sound frames, weak frames
		{"IA", "3h", "2h"}, {"IB", "2h", "1h"}, {"IIA", "1h", "0.5h"}, {"VA", "1h", "0.5h"}, {"IV-A", "3h", "2h"},
		{"IV-B", "2h", "1h"}, {"IV-C", "2h", "1h"},
	} {
		out = append(out, tablePairs(c[0], c[1], c[2])...)
	}
	return out
}

// tablePairs returns pairs of frames and bearing walls under table 601.
func tablePairs(construction, sound, weak string) []pair {
	options := func(id string) rules.Options {
		o := of("B", "IBC-T601-"+construction+"-"+id)
		o.Construction = construction
		return o
	}
	post := func(rating string) func(s *sketch) {
		return func(s *sketch) {
			s.post(9000, 5000, 0, 2500)
			s.property("post", "Pset_ColumnCommon", "LoadBearing", true)
			s.rated("post", "Pset_ColumnCommon", rating)
		}
	}
	wall := func(rating string) func(s *sketch) {
		return func(s *sketch) {
			for _, name := range []string{"rS", "rE", "rN", "rW", "P"} {
				s.property(name, "Pset_WallCommon", "LoadBearing", name == "P")
				s.rated(name, "Pset_WallCommon", rating)
			}
		}
	}
	return []pair{
		{"weak frames of " + construction, options("frame"), post(sound), post(weak)},
		{"weak bearing walls of " + construction, options("bearing"), wall(sound), wall(weak)},
	}
}

func memberPairs() []pair {
	made := func(s *sketch, name, material string) {
		s.do("", change.DefineMaterial{Name: material, Category: material})
		s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids[name]}, Material: material})
	}
	column := func(material string, width, depth int64) func(s *sketch, height int64) {
		return func(s *sketch, height int64) {
			s.do("post", change.CreateColumn{BaseLevel: s.ids["L"], Name: "post", Column: member.Column{
				Location: at(9000, 5000), Height: geometry.MM(height), Profile: rectangular(width, depth)}})
			made(s, "post", material)
		}
	}
	beam := func(material string, depth int64) func(s *sketch, length int64) {
		return func(s *sketch, length int64) {
			z := geometry.MM(2800)
			s.do("beam", change.CreateBeam{LevelID: s.ids["L"], Name: "beam", Beam: member.Beam{
				Start: at(6000, 5000).At(z), End: at(6000+length, 5000).At(z), Justification: "top",
				Profile: rectangular(200, depth)}})
			made(s, "beam", material)
		}
	}
	return []pair{
		between("a column that is a wall", of("B", "EC2-5.3.1c"),
			func(s *sketch, depth int64) { column("concrete", 200, depth)(s, 2500) }, 700, 1000),
		between("a slender concrete column", of("B", "EC2-5.8"),
			func(s *sketch, side int64) { column("concrete", side, side)(s, 2700) }, 300, 120),
		between("a slender steel column", of("B", "EC3-sl"),
			func(s *sketch, side int64) { column("steel", side, side)(s, 2700) }, 200, 45),
		between("a shallow steel beam", of("B", "EC3-ld"), beam("steel", 200), 4000, 5800),
		between("a shallow timber beam", of("B", "EC5-ld"), beam("timber", 250), 4000, 5800),
		between("a beam that is a wall", of("B", "EC2-5.3.1b"), beam("concrete", 1500), 5800, 3000),
		between("a beam on one end", of("B", "STR-3"), beam("concrete", 400), 6000, 4500),
		between("a masonry wall that is too thin", of("B", "EC6-sl"), func(s *sketch, thickness int64) {
			s.do("M", change.CreateWall{LevelID: s.ids["L"], Name: "M", Wall: fabric.Wall{Start: at(8000, 3000),
				End: at(11000, 3000), Height: geometry.MM(2800), Thickness: geometry.MM(thickness)}})
			made(s, "M", "masonry")
			s.property("M", "Pset_WallCommon", "LoadBearing", true)
		}, 150, 80),
		between("a wall on nothing", of("B", "STR-1"), func(s *sketch, z int64) {
			s.do("M", change.CreateWall{LevelID: s.ids["L"], Name: "M", Wall: fabric.Wall{Start: at(8000, 3000),
				End: at(11000, 3000), Height: geometry.MM(1500), Thickness: geometry.MM(200),
				BaseOffset: geometry.MM(z)}})
			s.property("M", "Pset_WallCommon", "LoadBearing", true)
		}, 0, 700),
		between("a wall in metres", quality("MQ-15"), func(s *sketch, height int64) {
			s.do("M", change.CreateWall{LevelID: s.ids["L"], Name: "M", Wall: fabric.Wall{Start: at(8000, 3000),
				End: at(11000, 3000), Height: geometry.MM(height), Thickness: geometry.MM(100)}})
		}, 1500, 3),
	}
}

func rampPairs() []pair {
	ramp := func(change func(r *stair.Ramp, size int64)) func(s *sketch, size int64) {
		return func(s *sketch, size int64) {
			r := stair.Ramp{Start: at(1800, 4000), Toward: at(3000, 4000), Rise: geometry.MM(150), Slope: 12,
				Width: geometry.MM(1500)}
			change(&r, size)
			s.ramp(r)
		}
	}
	slope := ramp(func(r *stair.Ramp, n int64) { r.Slope = float64(n) })
	width := ramp(func(r *stair.Ramp, w int64) { r.Width = geometry.MM(w) })
	foot := ramp(func(r *stair.Ramp, x int64) { r.Start = at(x, 4000) })
	return []pair{
		between("a steep ramp", of("B", "IBC-1012.2"), slope, 12, 10),
		between("a steep ramp by ADA", of("B", "ADA-405.2"), slope, 12, 10),
		between("a steep ramp by AD K", of("B", "ADK-2.2a"), slope, 12, 10),
		between("a steep ramp by AD M", of("B", "ADM2-T1a"), slope, 12, 10),
		between("a narrow ramp", of("B", "IBC-1012.5"), width, 1500, 850),
		between("a narrow ramp by ADA", of("B", "ADA-405.5"), width, 1500, 850),
		between("a narrow ramp by AD M", of("B", "ADM2-T1e"), width, 1500, 1400),
		between("a ramp without a landing", of("B", "IBC-1012.6"), foot, 1800, 1200),
		between("a ramp without a landing by ADA", of("B", "ADA-405.7.3"), foot, 1800, 1200),
		between("a ramp without a landing by AD M", of("B", "ADM2-T1f"), foot, 1800, 1000),
	}
}

// ramp builds a ramp onto a stage that continues behind the ramp.
func (s *sketch) ramp(r stair.Ramp) {
	s.do("ramp", change.CreateRamp{LevelID: s.ids["L"], Name: "ramp", Ramp: r})
	e, _ := s.view.Model.Element(s.ids["ramp"])
	shape, err := stair.RampShapeOf(s.view.Model, e)
	if err != nil {
		s.t.Fatal(err)
	}
	last := shape.Runs[len(shape.Runs)-1]
	end := last.At(last.Going, 0)
	s.do("stage", change.CreateFloor{LevelID: s.ids["L"], Name: "stage", Floor: fabric.Floor{
		Thickness: geometry.MM(150), Offset: geometry.MM(150), Boundary: geometry.Ring{
			{X: end.X, Y: geometry.MM(3000)}, {X: geometry.MM(5900), Y: geometry.MM(3000)},
			{X: geometry.MM(5900), Y: geometry.MM(5000)}, {X: end.X, Y: geometry.MM(5000)}}}})
}

func dataPairs() []pair {
	named := func(name string, number string) func(s *sketch) {
		return func(s *sketch) {
			for _, room := range []string{"A", "B"} {
				s.do("", change.ModifyParameter{ElementID: s.ids[room], ParameterName: "number",
					Value: fmt.Appendf(nil, "%q", strings.TrimSpace(number+room))})
			}
			s.do("", change.ModifyParameter{ElementID: s.ids["A"], ParameterName: name, Value: []byte(`"office"`)})
		}
	}
	given := func(all bool) func(s *sketch) {
		return func(s *sketch) {
			for _, name := range []string{"out", "through"} {
				s.property(name, "Pset_DoorCommon", "FireRating", "none")
				if all || name == "out" {
					s.property(name, "Pset_DoorCommon", "IsExternal", name == "out")
				}
			}
		}
	}
	return []pair{
		{"a room without a number", quality("DC-8"), named("usage", "1"), func(*sketch) {}},
		{"a door of which half is said", quality("DC-2"), given(true), given(false)},
	}
}
