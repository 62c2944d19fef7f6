package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// fittingClass returns the class of fittings of a type. Before IFC4X3, fittings of cable carriers have predefined types
// of their own.
func (x *exporter) fittingClass(c state.Category, t serviceshape.FittingType) class {
	row := classOf(c)
	row.predefined = map[serviceshape.FittingType]string{
		serviceshape.FittingBend: "BEND", serviceshape.FittingTee: "JUNCTION", serviceshape.FittingCross: "JUNCTION",
		serviceshape.FittingTransition: "TRANSITION",
	}[t]
	if c == state.CategoryCableTrayFitting && !x.dialect.carrierJunctions {
		row.predefined = map[serviceshape.FittingType]string{
			serviceshape.FittingBend: "BEND", serviceshape.FittingTee: "TEE", serviceshape.FittingCross: "CROSS",
			serviceshape.FittingTransition: "REDUCER",
		}[t]
	}
	return row
}

// fitting writes a fitting in a frame at its location, parallel to the world. A bend is its profile revolved about the
// axis of the arc; other fittings are the extrusions of their arms.
func (x *exporter) fitting(e *state.Element) error {
	f, ok := e.Params.(*serviceshape.Fitting)
	if !ok {
		return state.Errorf(state.IllegalState, "a %s is not a fitting", e.Category)
	}
	shape, err := serviceshape.FittingShapeOf(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	frame := geometry.World()
	frame.Origin = f.Location.Add(geometry.Point3{Z: bodyshape.Elevation(x.model, e.LevelID)})
	at := x.placeWorld(x.storeys[e.LevelID], frame)
	solids, volume, err := x.fittingSolids(shape, frame)
	if err != nil {
		return err
	}
	kind := x.fittingClass(e.Category, f.FittingType)
	ref := x.serviceElement(e, kind, at, x.shape(x.body(x.mainMaterial(e), solids...)), fittingSize(f))
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: kind, quantities: quantities, volume: volume})
	return x.ports(e, ref, at)
}

// fittingSolids writes the solids of a fitting. The volume is the sum of the arms. It is 0 for a bend, since the
// model's body is a polyhedron whose corners lie on the arc.
func (x *exporter) fittingSolids(shape serviceshape.FittingShape, frame geometry.Placement) (solids []step.Ref,
	volume float64, err error) {
	if shape.Bend != nil {
		solid, err := x.revolved(*shape.Bend, frame)
		return []step.Ref{solid}, 0, err
	}
	for _, arm := range shape.Arms {
		profile, err := x.section(arm.Profile)
		if err != nil {
			return nil, 0, err
		}
		area, err := arm.Profile.Area()
		if err != nil {
			return nil, 0, err
		}
		solids = append(solids, x.extrusion(profile, x.axesIn(frame, arm.Frame), x.up(), arm.Length))
		volume += float64(area * arm.Length.M())
	}
	return solids, volume, nil
}

// axesIn writes a frame of the world, expressed in another frame.
func (x *exporter) axesIn(frame, world geometry.Placement) step.Ref {
	return x.axes(geometry.Placement{Origin: frame.Local(world.Origin),
		X: into(frame, world.X), Z: into(frame, world.Z)})
}

// revolved writes the arc of a bend.
func (x *exporter) revolved(b serviceshape.BendShape, frame geometry.Placement) (step.Ref, error) {
	profile, err := x.section(b.Profile)
	if err != nil {
		return 0, err
	}
	from, to := b.Axis()
	d := to.Sub(from)
	length := math.Sqrt(float64(float64(d.X)*float64(d.X)) + float64(float64(d.Y)*float64(d.Y)))
	direction := r3.Vector{X: float64(d.X) / length, Y: float64(d.Y) / length}
	axis := x.add("IFCAXIS1PLACEMENT", x.point3(from.At(0)), x.direction3(direction))
	turn := step.Real(rounded(b.Turn.Degrees()*(math.Pi/180), perUnit))
	return x.add("IFCREVOLVEDAREASOLID", profile, x.axesIn(frame, b.Section), axis, turn), nil
}

// fittingSize names a fitting's sections by shape and size, each once.
func fittingSize(f *serviceshape.Fitting) string {
	var names []string
	for _, p := range f.Ports {
		if name := sectionName(p.Profile); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return fmt.Sprintf("%s of %s", f.FittingType, strings.Join(names, ", "))
}
