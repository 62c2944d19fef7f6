package domain

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func point(x, y, z int64) geometry.Point3 { return mm(x, y).At(geometry.MM(z)) }

func ductOf(level state.ID, path ...geometry.Point3) change.CreateSegment {
	return change.CreateSegment{System: "duct", LevelID: level, Path: path,
		Profile: &geometry.Profile{Shape: "rectangle_hollow", Width: geometry.MM(400), Depth: geometry.MM(200),
			WallThickness: geometry.MM(1)}}
}

func pipeOf(level state.ID, path ...geometry.Point3) change.CreateSegment {
	return change.CreateSegment{System: "pipe", LevelID: level, Path: path,
		Profile: &geometry.Profile{Shape: "circle_hollow", Diameter: geometry.MM(60), WallThickness: geometry.MM(3)}}
}

func trayOf(level state.ID, path ...geometry.Point3) change.CreateSegment {
	return change.CreateSegment{System: "cable_tray", LevelID: level, Path: path,
		Profile: &geometry.Profile{Shape: "u", Width: geometry.MM(60), Depth: geometry.MM(300),
			WebThickness: geometry.MM(2), FlangeThickness: geometry.MM(2)}}
}

// plant returns a model with two empty levels.
func plant(t tester) (b *builder, ground, upper state.ID) {
	b = newBuilder(t)
	return b, b.do(change.CreateLevel{Name: "Ground"}), b.do(change.CreateLevel{Name: "Upper",
		Elevation: geometry.MM(3000)})
}

// run executes a command and returns the elements of a category that it created.
func (b *builder) run(op change.Operation, c state.Category) []*state.Element {
	b.t.Helper()
	n := len(b.log)
	b.do(op)
	var out []*state.Element
	for _, e := range b.log[n:] {
		if made, ok := e.(*state.ElementCreated); ok && made.Element.Category == c {
			out = append(out, change.Element(b.model, made.Element.ID))
		}
	}
	return out
}

// sound checks rules that every model satisfies: connections hold, are found from both ends, and use each port once.
func sound(t tester, m *state.Model) {
	t.Helper()
	taken := map[state.PortRef]bool{}
	for _, c := range m.Connections() {
		if !services.ConnectionHolds(m, c) {
			t.Errorf("the ports of %s and %s do not meet", bodyshape.NameOf(m, c.A), bodyshape.NameOf(m, c.B))
		}
		if state.ComparePorts(c.Ends()[0], c.Ends()[1]) >= 0 {
			t.Errorf("connection %s has its ends in the wrong order", c.ID)
		}
		for _, end := range c.Ends() {
			if taken[end] {
				t.Errorf("port %s of %s is taken twice", end.Port, bodyshape.NameOf(m, end.ElementID))
			}
			taken[end] = true
			if at, ok := m.ConnectionAt(end); !ok || at.ID != c.ID || !change.Has(m, end.ElementID) {
				t.Errorf("connection %s dangles at %s", c.ID, end.ElementID)
			}
		}
		if !m.Connected(c.A, c.B) || !m.Connected(c.B, c.A) {
			t.Errorf("%s and %s are connected one way only", bodyshape.NameOf(m, c.A), bodyshape.NameOf(m, c.B))
		}
	}
}

func TestAPathMakesSegmentsAndBends(t *testing.T) {
	b, ground, _ := plant(t)
	ducts := b.run(ductOf(ground, point(0, 0, 2500), point(5000, 0, 2500), point(5000, 4000, 2500),
		point(5000, 4000, 4500)), state.CategoryDuct)
	if n := elements.CountOf(b.model, state.CategoryDuctFitting); len(ducts) != 3 || n != 2 ||
		len(b.model.Connections()) != 4 {
		t.Fatalf("%d ducts, %d fittings, %d connections", len(ducts), n, len(b.model.Connections()))
	}
	sound(t, b.model)
	// The radius of a bend is 1.5 times the size in its plane. The level bend has a width of 400 mm and a radius of 600
	// mm, the upward bend a depth of 200 mm and a radius of 300 mm.
	for i, want := range []float64{4.4, 4 - 0.6 - 0.3, 2 - 0.3} {
		b.measure(ducts[i].ID, "Length", want)
	}
	for i, x := range [][3]float64{{0, 1, 0}, {-1, 0, 0}, {-1, 0, 0}} {
		ports, _ := services.Ports(b.model, ducts[i])
		if v := ports[0].X; math.Abs(v.X-x[0])+math.Abs(v.Y-x[1])+math.Abs(v.Z-x[2]) > 1e-9 {
			t.Errorf("the width of duct %d lies along %v, want %v", i, v, x)
		}
	}
	for _, id := range b.model.OfCategory(state.CategoryDuctFitting) {
		checkBody(t, b.model, id)
		e, _ := b.model.Element(id)
		shape, err := services.FittingShapeOf(b.model, e)
		if err != nil || shape.Bend == nil || shape.Bend.Turn != geometry.QuarterTurn {
			t.Errorf("%+v: %v", shape.Bend, err)
		}
		ports, _ := services.Ports(b.model, e)
		if ports[0].Flow != services.FlowIn || ports[1].Flow != services.FlowOut {
			t.Errorf("flow %s to %s", ports[0].Flow, ports[1].Flow)
		}
	}
}

// The quantities of fittings are computed from the true arc and from round sections, not from the polygons that
// represent them.
func TestFittingsAreMeasuredAsTheyAreMeant(t *testing.T) {
	quarter := math.Pi / 2
	b, ground, _ := plant(t)
	duct := ductOf(ground, point(0, 0, 0), point(3000, 0, 0), point(3000, 3000, 0)) // 400 x 200 mm, radius 600 mm
	made := b.run(duct, state.CategoryDuctFitting)
	b.measure(made[0].ID, "Length", 0.6*quarter)
	b.measure(made[0].ID, "OuterSurfaceArea", 1.2*0.6*quarter)
	b.measure(made[0].ID, "NetVolume", (0.4*0.2-0.398*0.198)*0.6*quarter)

	// The profile is a U, whose centroid is not on the line.
	tray := trayOf(ground, point(0, 9000, 0), point(3000, 9000, 0), point(3000, 6000, 0))
	tray.Profile = &geometry.Profile{Shape: "u", Width: geometry.MM(60), Depth: geometry.MM(300),
		WebThickness: geometry.MM(3), FlangeThickness: geometry.MM(3)}
	tray.Rotation = 90 * geometry.Degree
	made = b.run(tray, state.CategoryCableTrayFitting)
	body, err := bodyshape.Body(b.model, made[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := elements.Quantities(b.model, made[0].ID)
	if v, _ := bodyshape.QuantityNamed(got, "NetVolume"); math.Abs(v/body.Volume()-1) > 0.01 {
		t.Errorf("NetVolume %.9f m3, its body has %.9f", v, body.Volume())
	}

	main := pipeOf(ground, point(0, 5000, 0), point(6000, 5000, 0)) // 60 mm
	b.run(main, state.CategoryPipe)
	b.run(pipeOf(ground, point(3000, 5000, 0), point(3000, 8000, 0)), state.CategoryPipe)
	tee := change.Element(b.model, b.model.OfCategory(state.CategoryPipeFitting)[0])
	shape, err := services.FittingShapeOf(b.model, tee)
	if err != nil {
		t.Fatal(err)
	}
	section, _ := main.Profile.Area()
	b.measure(tee.ID, "NetVolume", section*shape.Length())
	b.measure(tee.ID, "OuterSurfaceArea", math.Pi*main.Profile.Diameter.M()*shape.Length())
}

// A bend of radius R with a section of area A has the volume given by Pappus: A times the length of the line. The
// polygon has slightly less.
func TestBendsHaveTheVolumeOfTheirArc(t *testing.T) {
	b, ground, _ := plant(t)
	for i, op := range []change.CreateSegment{
		ductOf(ground, point(0, 0, 0), point(3000, 0, 0), point(3000, 3000, 0)),
		pipeOf(ground, point(0, 5000, 0), point(3000, 5000, 0), point(4000, 6500, 700)),
		trayOf(ground, point(0, 9000, 0), point(3000, 9000, 0), point(4000, 8000, 0)),
	} {
		made := b.run(op, services.FittingOf(state.Category(op.System)))
		shape, err := services.FittingShapeOf(b.model, made[0])
		if err != nil {
			t.Fatal(err)
		}
		section, _ := op.Profile.Area()
		body, err := bodyshape.Body(b.model, made[0].ID)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if want := section * shape.Length(); math.Abs(body.Volume()/want-1) > 0.03 {
			t.Errorf("%s: %.6f m3, Pappus says %.6f", op.System, body.Volume(), want)
		}
		checkBody(t, b.model, made[0].ID)
	}
}

func TestABranchMakesATeeAndAnotherOneACross(t *testing.T) {
	b, ground, _ := plant(t)
	system := b.do(change.CreateSystem{Name: "Cold water", System: services.System{Use: "domestic_cold_water"}})
	main := pipeOf(ground, point(0, 0, 2500), point(6000, 0, 2500))
	main.SystemID, main.Name = system, "Main"
	first := b.run(main, state.CategoryPipe)[0]
	branch := pipeOf(ground, point(3000, 0, 2500), point(3000, 2000, 2500))
	branch.Profile = &geometry.Profile{Shape: "circle", Diameter: geometry.MM(30)}
	made := b.run(branch, state.CategoryPipe)
	if len(made) != 2 || elements.CountOf(b.model, state.CategoryPipeFitting) != 1 {
		t.Fatalf("%d pipes made, %d fittings", len(made), elements.CountOf(b.model, state.CategoryPipeFitting))
	}
	if first.Name != "Main" || !slices.ContainsFunc(made, func(e *state.Element) bool { return e.Name == "Main (2)" }) {
		t.Errorf("the parts of Main are %q and among %q, %q", first.Name, made[0].Name, made[1].Name)
	}
	tee := change.Element(b.model, b.model.OfCategory(state.CategoryPipeFitting)[0])
	if f := tee.Params.(*services.Fitting); f.FittingType != services.FittingTee || f.SystemID != system ||
		f.Ports[2].Profile.Diameter != geometry.MM(30) {
		t.Errorf("%+v", tee.Params)
	}
	for _, p := range made {
		if services.SystemOf(b.model, p) != system {
			t.Errorf("%s is not in the system of the main", p.Name)
		}
	}
	// The tee takes 15 + 30 mm of the run before the branch.
	b.measure(first.ID, "Length", 3-0.045)
	b.do(pipeOf(ground, point(3000, -2000, 2500), point(3000, 0, 2500)))
	if f := change.Element(b.model, tee.ID).Params.(*services.Fitting); f.FittingType != services.FittingCross ||
		len(b.model.ConnectionsOf(tee.ID)) != 4 {
		t.Errorf("%s with %d connections", f.FittingType, len(b.model.ConnectionsOf(tee.ID)))
	}
	b.refused(pipeOf(ground, point(3000, 0, 2500), point(3000, 0, 3500)), state.IllegalState)
	b.refused(pipeOf(ground, point(1000, 0, 2500), point(3000, 100, 2500)), state.DegenerateGeometry)
	checkBody(t, b.model, tee.ID)
	sound(t, b.model)
}

func TestARunGoesOnFromAFreePort(t *testing.T) {
	b, ground, upper := plant(t)
	first := b.run(ductOf(ground, point(0, 0, 0), point(0, 0, 3000)), state.CategoryDuct)[0]
	b.do(ductOf(upper, point(0, 0, 0), point(0, 0, 3000)))
	if n := elements.CountOf(b.model, state.CategoryDuctFitting); n != 0 || len(b.model.Connections()) != 1 {
		t.Errorf("%d fittings, %d connections: want the risers end to end", n, len(b.model.Connections()))
	}
	smaller := ductOf(upper, point(0, 0, 3000), point(0, 0, 5000))
	smaller.Profile = &geometry.Profile{Shape: "circle", Diameter: geometry.MM(200)}
	made := b.run(smaller, state.CategoryDuctFitting)
	if len(made) != 1 || made[0].Params.(*services.Fitting).FittingType != services.FittingTransition {
		t.Fatalf("%d fittings", len(made))
	}
	checkBody(t, b.model, made[0].ID)
	// The next duct leads back from the lower end of the first duct, around a corner and with another profile.
	side := ductOf(ground, point(2000, 0, 0), point(0, 0, 0))
	side.Profile = &geometry.Profile{Shape: "circle", Diameter: geometry.MM(200)}
	if kinds := fittingsOf(b.run(side, state.CategoryDuctFitting)); kinds != "transition bend" {
		t.Errorf("made %s", kinds)
	}
	b.measure(first.ID, "Length", 3-0.6)
	sound(t, b.model)
	apart := ductOf(ground, point(2000, 0, 0), point(3000, 0, 0))
	off := false
	apart.Connect = &off
	before := len(b.model.Connections())
	b.do(apart)
	if len(b.model.Connections()) != before {
		t.Error("connect false connects")
	}
}

func fittingsOf(elements []*state.Element) string {
	var out []string
	for _, e := range elements {
		out = append(out, string(e.Params.(*services.Fitting).FittingType))
	}
	return strings.Join(out, " ")
}

func TestPathsThatCannotBeBuilt(t *testing.T) {
	b, ground, _ := plant(t)
	b.do(ductOf(ground, point(0, -5000, 0), point(500, -5000, 0)))
	radius := func(mm int64) change.CreateSegment {
		c := ductOf(ground, point(0, 0, 0), point(3000, 0, 0), point(3000, 3000, 0))
		c.BendRadius = geometry.MM(mm)
		return c
	}
	kind := ductOf(ground, point(0, 0, 0), point(1000, 0, 0))
	kind.System = "wire"
	beam := ductOf(ground, point(0, 0, 0), point(1000, 0, 0))
	beam.Profile = &geometry.Profile{Shape: "i", Width: geometry.MM(200), Depth: geometry.MM(200),
		WebThickness: geometry.MM(5), FlangeThickness: geometry.MM(5)}
	for name, c := range map[string]struct {
		op   change.CreateSegment
		want state.Code
	}{
		"one point": {ductOf(ground, point(0, 0, 0)), state.OutOfRange},
		"no length": {ductOf(ground, point(0, 0, 0), point(0, 0, 0)), state.DegenerateGeometry},
		"back onto itself": {ductOf(ground, point(0, 0, 0), point(3000, 0, 0), point(1000, 0, 0)),
			state.DegenerateGeometry},
		"no room for the bends": {ductOf(ground, point(0, 0, 0), point(3000, 0, 0), point(3000, 900, 0),
			point(0, 900, 0)), state.DegenerateGeometry},
		"a bend that is too tight": {radius(200), state.DegenerateGeometry},
		"a negative radius":        {radius(-1), state.OutOfRange},
		"no such kind":             {kind, state.OutOfRange},
		"a beam's profile":         {beam, state.OutOfRange},
		"beyond the model":         {ductOf(ground, point(0, 0, 0), point(1e12, 0, 0)), state.OutOfModelBounds},
		"over what is there": {ductOf(ground, point(-1000, -5000, 0), point(500, -5000, 0)),
			state.DegenerateGeometry},
		"no level": {ductOf("nothing", point(0, 0, 0), point(1000, 0, 0)), state.NotFound},
	} {
		t.Run(name, func(t *testing.T) { b.refused(c.op, c.want) })
	}
}

func TestSystemsTakeTheirKindOfSegment(t *testing.T) {
	b, ground, _ := plant(t)
	named := pipeOf(ground, point(0, 0, 0), point(1000, 0, 0))
	named.SystemName = "Soil"
	b.refused(named, state.NotFound)
	named.SystemUse = "sanitary"
	pipe := b.run(named, state.CategoryPipe)[0]
	system := services.SystemOf(b.model, pipe)
	if e := change.Element(b.model, system); e == nil || e.Name != "Soil" ||
		!slices.Equal(b.model.SystemMembers(system), []state.ID{pipe.ID}) {
		t.Fatalf("the pipe is in %v", e)
	}
	duct := b.run(ductOf(ground, point(0, 5000, 0), point(3000, 5000, 0), point(3000, 9000, 0)), state.CategoryDuct)
	b.refused(change.SetSystem{ElementIDs: []state.ID{duct[0].ID}, SystemID: system}, state.IllegalState)
	b.refused(change.SetSystem{ElementIDs: []state.ID{ground}, SystemID: system}, state.IllegalState)
	b.refused(modify(system, "use", "supply_air"), state.IllegalState)
	b.refused(change.CreateSystem{Name: "Soil", System: services.System{Use: "sanitary"}}, state.AlreadyExists)
	air := b.do(change.CreateSystem{Name: "Air", System: services.System{Use: "supply_air"}})
	b.do(change.SetSystem{ElementIDs: []state.ID{duct[0].ID}, SystemID: air, Connected: true})
	if n := len(b.model.SystemMembers(air)); n != 3 {
		t.Errorf("%d members, want two ducts and the bend", n)
	}
	b.do(change.DeleteElement{ElementIDs: []state.ID{air}})
	if change.Has(b.model, air) || services.SystemOf(b.model, change.Element(b.model, duct[0].ID)) != "" {
		t.Error("a deleted system leaves members behind")
	}
	named.Path = []geometry.Point3{point(0, 500, 0), point(1000, 500, 0)}
	b.do(named)
	if n := elements.CountOf(b.model, state.CategorySystem); n != 1 {
		t.Errorf("%d systems: the one that is there was not found by its name", n)
	}
}

// U is a run in the shape of a U: two legs in y, the middle in x.
func uRun(b *builder, level state.ID) (left, middle, right *state.Element) {
	made := b.run(pipeOf(level, point(0, 3000, 0), point(0, 0, 0), point(4000, 0, 0), point(4000, 3000, 0)),
		state.CategoryPipe)
	return made[0], made[1], made[2]
}

func warned(d change.Decision, code string) bool {
	return slices.ContainsFunc(d.Warnings, func(w change.Warning) bool { return w.Code == code })
}

func TestConnectedSegmentsFollowAlongTheirLines(t *testing.T) {
	b, ground, upper := plant(t)
	left, middle, right := uRun(b, ground)
	b.do(change.MoveElement{ElementIDs: []state.ID{middle.ID}, Delta: point(0, -500, 0)})
	sound(t, b.model)
	if n := len(b.model.Connections()); n != 4 {
		t.Fatalf("%d connections are left", n)
	}
	for _, id := range []state.ID{left.ID, right.ID} {
		b.measure(id, "Length", 3.5-0.09)
	}
	// Moving the end of this leg drags the bend and the end of the other leg. The other leg would have to turn, so the
	// connection is removed.
	d, err := b.try(modify(middle.ID, "end", point(4200, -500, 0)))
	if err != nil || !warned(d, "CONNECTION_BROKEN") {
		t.Errorf("%v, warnings %v", err, d.Warnings)
	}
	sound(t, d.After)
	// A riser follows the floor that it goes up to.
	riser := b.run(pipeOf(ground, point(9000, 0, 0), point(9000, 0, 3000)), state.CategoryPipe)[0]
	b.do(pipeOf(upper, point(9000, 0, 0), point(9000, 0, 3000)))
	b.do(modify(upper, "elevation", 3200))
	b.measure(riser.ID, "Length", 3.2)
	sound(t, b.model)
}

func TestAConnectionThatCannotBeKeptIsBrokenAndTold(t *testing.T) {
	b, ground, _ := plant(t)
	left, middle, right := uRun(b, ground)
	b.do(change.MoveElement{ElementIDs: []state.ID{left.ID, middle.ID, right.ID}, Delta: point(100, 0, 0)})
	b.refused(change.JoinPorts{ElementIDs: []state.ID{left.ID, right.ID}}, state.DegenerateGeometry)
	all := append(b.model.OfCategory(state.CategoryPipe), b.model.OfCategory(state.CategoryPipeFitting)...)
	n := len(b.model.Connections())
	b.do(change.MoveElement{ElementIDs: all, Delta: point(1000, 1000, 500), Rotation: 30 * geometry.Degree,
		About: new(geometry.Point2)})
	if len(b.model.Connections()) != n {
		t.Errorf("moving all broke %d connections", n-len(b.model.Connections()))
	}
	d, err := b.try(change.MoveElement{ElementIDs: []state.ID{middle.ID}, Delta: point(0, 0, 300)})
	if err != nil || len(d.After.ConnectionsOf(middle.ID)) != 0 || !warned(d, "CONNECTION_BROKEN") {
		t.Errorf("%v: %v", err, d.Warnings)
	}
	b.model = d.After
	sound(t, b.model)
	b.do(change.MoveElement{ElementIDs: []state.ID{middle.ID}, Delta: point(0, 0, -300)})
	b.do(change.JoinPorts{ElementIDs: all})
	if len(b.model.Connections()) != n {
		t.Errorf("%d connections, want %d again", len(b.model.Connections()), n)
	}
	sound(t, b.model)
}

func TestDeletingASegmentLeavesNoConnection(t *testing.T) {
	b, ground, _ := plant(t)
	_, middle, _ := uRun(b, ground)
	d, err := b.try(change.DeleteElement{ElementIDs: []state.ID{middle.ID}})
	if err != nil || !warned(d, "PORT_LEFT_OPEN") || len(d.Events[0].(*state.ElementDeleted).Connections) != 2 {
		t.Fatalf("%v: %v", err, d.Warnings)
	}
	sound(t, d.After)
	if n := len(d.After.Connections()); n != 2 {
		t.Errorf("%d connections, want those of the legs with their bends", n)
	}
}

func TestACopiedRunIsConnectedLikeTheOriginal(t *testing.T) {
	b, ground, upper := plant(t)
	uRun(b, ground)
	all := append(b.model.OfCategory(state.CategoryPipe), b.model.OfCategory(state.CategoryPipeFitting)...)
	b.do(change.CopyElement{ElementIDs: all, ToLevel: upper})
	if n := len(b.model.Connections()); n != 8 {
		t.Errorf("%d connections, want twice four", n)
	}
	sound(t, b.model)
}
