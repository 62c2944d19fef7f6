package export

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// contexts are the representation contexts of the project and its subcontexts.
type contexts struct {
	model, plan     step.Ref
	body, axis      step.Ref // subcontexts of model
	planAxis, print step.Ref // subcontexts of plan: wall axes, where Bonsai expects them, and the lines of grids
}

// contextPrecision is the distance in millimetres below which points are equal: the model's grid.
const contextPrecision = 0.001

func (x *exporter) writeContexts() {
	north := x.trueNorth()
	world := x.axes(geometry.World())
	x.contexts.model = x.add("IFCGEOMETRICREPRESENTATIONCONTEXT", null, step.String("Model"), step.Int(3),
		step.Real(contextPrecision), world, north)
	plan := x.share("IFCAXIS2PLACEMENT2D", x.point2(geometry.Point2{}), null)
	x.contexts.plan = x.add("IFCGEOMETRICREPRESENTATIONCONTEXT", null, step.String("Plan"), step.Int(2),
		step.Real(contextPrecision), plan, north)
	x.contexts.body = x.subcontext(x.contexts.model, "Model", "Body", "MODEL_VIEW")
	x.contexts.axis = x.subcontext(x.contexts.model, "Model", "Axis", "GRAPH_VIEW")
	x.contexts.planAxis = x.subcontext(x.contexts.plan, "Plan", "Axis", "GRAPH_VIEW")
	x.contexts.print = x.subcontext(x.contexts.plan, "Plan", "FootPrint", "PLAN_VIEW")
}

func (x *exporter) subcontext(parent step.Ref, contextType, identifier, view string) step.Ref {
	return x.add("IFCGEOMETRICREPRESENTATIONSUBCONTEXT", step.String(identifier), step.String(contextType),
		step.Derived{}, step.Derived{}, step.Derived{}, step.Derived{}, parent, null, step.Enum(view), null)
}

// trueNorth returns the direction of north in plan: the model's Y axis turned counter-clockwise by the site's angle.
func (x *exporter) trueNorth() step.Value {
	site, ok := x.site()
	if !ok || site.TrueNorth == 0 {
		return x.direction2(r3.Vector{Y: 1})
	}
	return x.direction2(r3.Vector{X: -site.TrueNorth.Sin(), Y: site.TrueNorth.Cos()})
}

func (x *exporter) site() (*shape.Site, bool) {
	e, ok := x.element(x.model.Info().SiteID)
	if !ok {
		return nil, false
	}
	s, ok := e.Params.(*shape.Site)
	return s, ok
}
