package export

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

func path(xyz ...int64) []geometry.Point3 {
	var out []geometry.Point3
	for i := 0; i < len(xyz); i += 3 {
		out = append(out, at(xyz[i], xyz[i+1]).At(length(xyz[i+2])))
	}
	return out
}

func profileOf(shape geometry.ProfileShape, width, depth, wall int64) *geometry.Profile {
	p := &geometry.Profile{Shape: shape, WallThickness: geometry.MM(wall)}
	if shape == geometry.ProfileCircle || shape == geometry.ProfileCircleHollow {
		p.Diameter = geometry.MM(width)
		return p
	}
	p.Width, p.Depth = geometry.MM(width), geometry.MM(depth)
	if shape == geometry.ProfileU {
		p.WallThickness, p.WebThickness, p.FlangeThickness = 0, geometry.MM(wall), geometry.MM(wall)
	}
	return p
}

// services draws runs of every kind with bends, tees, crosses, transitions, skew and upright, with and without systems
// and types.
func (s *site) services() {
	s.do("supply", change.CreateSystem{Name: "Supply 1",
		System: serviceshape.System{Use: "supply_air", Description: "of the offices"}})
	s.do("empty", change.CreateSystem{Name: "Nothing yet", System: serviceshape.System{Use: "data"}})
	s.do("DN50", change.DefineType{Category: "pipe", Name: "DN50",
		Profile: profileOf("circle_hollow", 60, 0, 3), Material: "White"})
	s.do("conduit", change.DefineType{Category: "cable_tray", Name: "Conduit",
		Profile: profileOf("circle_hollow", 25, 0, 2)})
	run := func(name string, kind serviceshape.ServiceKind, p *geometry.Profile, xyz ...int64) change.CreateSegment {
		return change.CreateSegment{System: kind, Name: name, LevelID: s.ids["L1"], Path: path(xyz...), Profile: p}
	}
	duct := run("duct", "duct", profileOf("rectangle_hollow", 400, 200, 1), 0, 20000, 500, 6000, 20000, 500, 6000,
		24000, 500, 6000, 24000, 3000)
	duct.SystemID, duct.Material = s.ids["supply"], "White"
	s.do("duct", duct)
	s.do("branch", run("branch", "duct", profileOf("circle_hollow", 200, 0, 1), 3000, 20000, 500, 3000,
		23000, 500, 2000, 25000, 500))
	s.do("cross", run("cross", "duct", profileOf("circle", 150, 0, 0), 3000, 18000, 500, 3000, 20000, 500))
	s.do("smaller", run("smaller", "duct", profileOf("rectangle", 300, 200, 0), 0, 20000, 500, -3000, 20000, 500))
	pipe := run("pipe", "pipe", nil, 10000, 20000, 500, 14000, 20000, 500, 16000, 22000, 1500, 16000, 22000, 4000)
	pipe.TypeID, pipe.SystemName, pipe.SystemUse, pipe.Flow = s.ids["DN50"], "Soil", "sanitary",
		serviceshape.FlowReverse
	s.do("pipe", pipe)
	tray := run("tray", "cable_tray", profileOf("u", 60, 300, 2), 20000, 20000, 500, 24000, 20000, 500, 24000,
		24000, 500, 24000, 24000, 2500)
	tray.Flow = serviceshape.FlowEither
	s.do("tray", tray)
	s.do("tray branch", run("tray branch", "cable_tray", profileOf("u", 60, 200, 2), 22000,
		20000, 500, 22000, 18000, 500))
	conduit := run("conduit run", "cable_tray", nil, 20000, 30000, 0, 24000, 30000, 0)
	conduit.TypeID, conduit.SystemName, conduit.SystemUse = s.ids["conduit"], "Power", "electrical"
	s.do("conduit run", conduit)
	s.do("trunking", run("trunking", "cable_tray", profileOf("rectangle_hollow", 100, 60, 2),
		20000, 32000, 0, 24000, 32000, 0))
}

// TestPortsConnectionsAndSystemsAreWritten checks that every port belongs to its element, that every connection joins
// two ports at one place, and that every member is in its system.
func TestPortsConnectionsAndSystemsAreWritten(t *testing.T) {
	s := equipped(t)
	for _, schemaName := range Schemas() {
		t.Run(schemaName, func(t *testing.T) {
			r := readIn(t, s, schemaName)
			ports := r.of("IfcDistributionPort")
			if want := portsOf(s.model); len(ports) != want {
				t.Errorf("%d ports, the model has %d", len(ports), want)
			}
			owned := 0
			for _, rel := range r.of("IfcRelNests") {
				owned += len(r.refs(rel, "RelatedObjects"))
			}
			owned += len(r.of("IfcRelConnectsPortToElement"))
			if owned != len(ports) {
				t.Errorf("%d of %d ports are at an element", owned, len(ports))
			}
			if got := len(r.of("IfcRelConnectsPorts")); got != len(s.model.Connections()) {
				t.Errorf("%d connections, the model has %d", got, len(s.model.Connections()))
			}
			for _, rel := range r.of("IfcRelConnectsPorts") {
				from, to := r.enum(r.ref(rel, "RelatingPort"), "FlowDirection"),
					r.enum(r.ref(rel, "RelatedPort"), "FlowDirection")
				if from == "SINK" || to == "SOURCE" {
					t.Errorf("it flows from a %s to a %s", from, to)
				}
			}
			checkSystems(t, r, s, schemaName)
		})
	}
}

func portsOf(m *state.Model) int {
	n := 0
	m.Each(func(e *state.Element) bool {
		ports, _ := serviceshape.Ports(m, e)
		n += len(ports)
		return true
	})
	return n
}

func checkSystems(t *testing.T, r *reading, s *site, schemaName string) {
	t.Helper()
	if got, want := len(r.of("IfcSystem")), writtenSystems(s.model, schemaName); got != want {
		t.Errorf("%d systems, want %d", got, want)
	}
	for _, rel := range r.of("IfcRelAssignsToGroup") {
		id, _ := ifc.ElementID(r.text(r.ref(rel, "RelatingGroup"), "GlobalId"))
		if got, want := len(r.refs(rel, "RelatedObjects")), len(s.model.SystemMembers(id)); got != want {
			t.Errorf("system %s has %d members, want %d", id, got, want)
		}
	}
}

// TestABendIsWrittenAsItsArc checks that the written arc is the arc of the model: it begins and ends in the bend's
// ports.
func TestABendIsWrittenAsItsArc(t *testing.T) {
	s := equipped(t)
	r := read(t, s)
	bends := r.of("IfcRevolvedAreaSolid")
	if len(bends) == 0 {
		t.Fatal("no bend is an arc")
	}
	for _, in := range bends {
		axis := r.ref(in, "Axis")
		if d := r.numbers(r.ref(axis, "Axis"), "DirectionRatios"); len(d) != 3 || d[2] != 0 {
			t.Errorf("the axis %v leaves the plane of the profile", d)
		}
		if angle := r.number(in, "Angle"); angle <= 0 || angle > math.Pi/2+1e-9 {
			t.Errorf("an arc of %v", angle)
		}
	}
}

func TestServicesAreOfTheirClass(t *testing.T) {
	s := equipped(t)
	for _, c := range []struct{ schema, name, class, typeClass, predefined string }{
		{SchemaIFC4, "branch 1", "IfcDuctSegment", "", "RIGIDSEGMENT"},
		{SchemaIFC4, "pipe 1", "IfcPipeSegment", "IfcPipeSegmentType", "RIGIDSEGMENT"},
		{SchemaIFC4, "tray branch", "IfcCableCarrierSegment", "", "CABLETRAYSEGMENT"},
		{SchemaIFC4, "trunking", "IfcCableCarrierSegment", "", "CABLETRUNKINGSEGMENT"},
		{SchemaIFC4X3, "conduit run", "IfcCableCarrierSegment", "IfcCableCarrierSegmentType", "CONDUITSEGMENT"},
		{SchemaIFC4, "Duct fitting 1", "IfcDuctFitting", "", "BEND"},
		{SchemaIFC2X3, "branch 1", "IfcFlowSegment", "IfcDuctSegmentType", "RIGIDSEGMENT"},
		{SchemaIFC2X3, "pipe 1", "IfcFlowSegment", "IfcPipeSegmentType", "RIGIDSEGMENT"},
		{SchemaIFC2X3, "Duct fitting 1", "IfcFlowFitting", "IfcDuctFittingType", "BEND"},
		{SchemaIFC2X3, "Cable tray fitting 3", "IfcFlowFitting", "IfcCableCarrierFittingType", "TEE"},
	} {
		r := readIn(t, s, c.schema)
		e := r.one(t, c.class, c.name)
		typed := typeOf(r, e)
		switch {
		case (typed == nil) != (c.typeClass == ""):
			t.Errorf("%s %s: type %v", c.schema, c.name, typed)
		case typed == nil:
			if got := r.enum(e, "PredefinedType"); got != c.predefined {
				t.Errorf("%s %s is a %s", c.schema, c.name, got)
			}
		case !r.isA(typed, c.typeClass) || r.enum(typed, "PredefinedType") != c.predefined:
			t.Errorf("%s %s: type %s %s", c.schema, c.name, r.className(typed), r.enum(typed, "PredefinedType"))
		}
	}
}

// typeOf returns the type of an occurrence, nil for none.
func typeOf(r *reading, e *step.Instance) *step.Instance {
	for _, rel := range r.of("IfcRelDefinesByType") {
		for _, member := range r.refs(rel, "RelatedObjects") {
			if member == e {
				return r.ref(rel, "RelatingType")
			}
		}
	}
	return nil
}

// writtenSystems returns the number of systems that a schema can express: IFC2X3 has no systems without members.
func writtenSystems(m *state.Model, schemaName string) int {
	n := 0
	for _, id := range m.OfCategory(state.CategorySystem) {
		if schemaName != SchemaIFC2X3 || len(m.SystemMembers(id)) > 0 {
			n++
		}
	}
	return n
}
