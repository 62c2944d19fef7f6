package export

import (
	"math"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// windowFiller returns a window in the terms of IFC (IfcWindowTypePartitioningEnum). All window types of the model
// except fixed are items of that enumeration. IFC divides windows by their panes and states how each panel opens; the
// model knows how the panels open only for fixed windows. So a fixed window also keeps its type as its ObjectType. +Y
// points to the interior.
func windowFiller(w *fabric.Window) filler {
	f := filler{width: w.Width, height: w.Height, kind: strings.ToUpper(orElse(string(w.WindowType),
		string(notDefined))), shape: w, form: w.Form}
	switch w.WindowType {
	case fabric.WindowFixed:
		f.kind, f.objectType = "SINGLE_PANEL", string(fabric.WindowFixed)
		f.panels = panelsOf("FIXEDCASEMENT", alone)
	case fabric.WindowDoubleVertical:
		f.panels = panelsOf(notDefined, pair)
	case fabric.WindowDoubleHorizontal:
		f.panels = panelsOf(notDefined, stack)
	case fabric.WindowTripleVertical:
		f.panels = panelsOf(notDefined, triple)
	default:
		f.panels = panelsOf(notDefined, alone)
	}
	return f
}

// skylightPanels maps the operations of skylights to the items of IfcWindowPanelOperationEnum.
var skylightPanels = map[fabric.SkylightOperation]step.Enum{
	fabric.SkylightFixed: "FIXEDCASEMENT", fabric.SkylightHung: "TOPHUNG", fabric.SkylightPivot: "PIVOTHORIZONTAL",
	fabric.SkylightSide: "SIDEHUNGRIGHTHAND",
}

// skylightFiller returns a skylight in the terms of IFC: a window with one panel. +Y points into the building.
func skylightFiller(s *fabric.Skylight, seat fabric.Seat) filler {
	f := filler{width: s.Width, height: s.Height, kind: "SINGLE_PANEL", shape: s, upstand: s.Upstand,
		panels: panelsOf(skylightPanels[s.Operates()], alone)}
	if n := seat.Plane.Normal; s.Plumb() && n.Z != 1 {
		f.plumb = r3.Vector{Y: math.Sqrt(float64(n.X*n.X) + float64(n.Y*n.Y)), Z: n.Z}
	}
	return f
}

// skylightIn writes the skylight that fills an opening of a floor or roof. Its frame lies in the upper face, with Z up
// the slope and Y into the building.
func (x *exporter) skylightIn(o planOpening, opening step.Ref, at placing) error {
	e, ok := x.element(o.opening.FilledBy)
	if !ok {
		return nil
	}
	seat, err := fabric.SeatOf(x.model, e)
	if err != nil {
		return of(e, err)
	}
	frame := seat.Frame
	frame.Z = seat.Frame.Y()
	defer x.within(string(e.ID))()
	f, ok := x.fillerOf(e)
	if !ok {
		return nil
	}
	fills := func(ref step.Ref) {
		x.rel("IFCRELFILLSELEMENT", string(e.ID), "", opening, ref)
		x.contain(e, ref)
	}
	foot := geometry.Placement{Origin: at.frame.Local(frame.Origin), X: into(at.frame, frame.X),
		Z: into(at.frame, frame.Z)}
	return x.writeFiller(e, f, inWall{in: at, foot: foot, relate: fills})
}
