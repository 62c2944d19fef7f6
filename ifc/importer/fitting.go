package importer

import (
	"math"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// fittingCategories maps the classes of fittings to categories. For an IfcFlowFitting the class of its type decides.
var fittingCategories = map[string]state.Category{
	"IfcDuctFitting": state.CategoryDuctFitting, "IfcPipeFitting": state.CategoryPipeFitting,
	"IfcCableCarrierFitting": state.CategoryCableTrayFitting,
}

// fittingCategory returns the category of a fitting, "" if the product is no fitting or its category is unknown.
func fittingCategory(p *building.Product) state.Category {
	category := fittingCategories[p.Class]
	if category == "" && p.Class == "IfcFlowFitting" && p.Type != nil {
		category = fittingCategories[strings.TrimSuffix(p.Type.Class, "Type")]
	}
	return category
}

// bend reads a fitting that is an arc: a section revolved about an axis. The model's other fittings consist of arms
// from their ports, which no file describes.
func (r *reader) bend(p *building.Product) (*Draft, error) {
	category := fittingCategory(p)
	if category == "" {
		return nil, form("nothing says whether it is of ducts, pipes or cable carriers")
	}
	b := r.body(p)
	if len(b.faults) > 0 {
		return nil, b.faults[0]
	}
	if len(b.items) != 1 || b.items[0].Revolved == nil || len(p.Openings) > 0 {
		return nil, form("it is no bend of one arc")
	}
	f, err := r.arc(p, b.items[0].Revolved)
	if err != nil {
		return nil, err
	}
	f.SystemID = r.systems[p]
	d := &Draft{Product: p, Element: r.element(p, category, f)}
	if f.SystemID != "" {
		alone := *f
		alone.SystemID = ""
		plain := *d.Element
		plain.Params = &alone
		d.Plain = &plain
	}
	return d, nil
}

// arc returns the bend of a revolution. Its ports are at the ends of the arc. Its location is the intersection of the
// tangents at these ends, at the distance R tan(angle/2) from both.
func (r *reader) arc(p *building.Product, turn *building.Revolution) (*services.Fitting, error) {
	section := turn.Profile.Section
	if section == nil || section.Shape == geometry.ProfileU || turn.Profile.Rounded {
		return nil, form("its section has no dimensions that both ends can have")
	}
	centre := turn.Profile.At.O
	across := centre.Sub(turn.Origin)
	across = across.Sub(geometry.Times(turn.Axis, across.Dot(turn.Axis)))
	radius := across.Norm()
	if !(radius > 0) || math.Abs(turn.Axis.Z) > parallelTolerance || turn.Angle >= math.Pi-parallelTolerance {
		return nil, form("it is no bend of one arc")
	}
	reach := float64(radius * math.Tan(turn.Angle/2))
	ahead := turn.Axis.Cross(geometry.Times(across, 1/radius))
	frame, level := r.world(p), r.levelOf(p)
	down := geometry.Point3{Z: elevationOf(level)}
	world := func(v r3.Vector) r3.Vector { return frame.Point(v) }
	start, corner, end := world(turn.Frame.Point(centre)),
		world(turn.Frame.Point(centre.Add(geometry.Times(ahead, reach)))), world(turn.End(centre))
	side, sideEnd := world(turn.Frame.Point(centre.Add(turn.Profile.At.X))).Sub(start),
		world(turn.End(centre.Add(turn.Profile.At.X))).Sub(end)
	port := func(at, x r3.Vector) services.FittingPort {
		s := sweep{section: *section, at: building.Frame{X: x.Normalize()}, along: at.Sub(corner).Normalize()}
		return services.FittingPort{At: building.Rounded(at).Sub(down), Profile: *section, Rotation: segmentTurn(s)}
	}
	return &services.Fitting{FittingType: services.FittingBend, Location: building.Rounded(corner).Sub(down),
		Ports: []services.FittingPort{port(start, side), port(end, sideEnd)}}, nil
}
