package importer

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// segmentCategories maps the classes of segments to categories. For an IfcFlowSegment the class of its type decides.
var segmentCategories = map[string]state.Category{
	"IfcDuctSegment": state.CategoryDuct, "IfcPipeSegment": state.CategoryPipe,
	"IfcCableCarrierSegment": state.CategoryCableTray,
	"IfcDuctSegmentType":     state.CategoryDuct, "IfcPipeSegmentType": state.CategoryPipe,
	"IfcCableCarrierSegmentType": state.CategoryCableTray,
}

// segment reads a straight piece of duct, pipe or cable carrier: a section along a line.
func (r *reader) segment(p *building.Product) (*Draft, error) {
	category := segmentCategories[p.Class]
	if category == "" && p.Type != nil {
		category = segmentCategories[p.Type.Class]
	}
	if category == "" {
		return nil, form("nothing says whether it is a duct, a pipe or a cable carrier")
	}
	s, err := r.swept(p)
	if err != nil {
		return nil, err
	}
	level := r.levelOf(p)
	down := geometry.Point3{Z: elevationOf(level)}
	start, end := s.at.O, s.at.O.Add(geometry.Times(s.along, s.depth))
	params := &services.Segment{
		Start: building.Rounded(start).Sub(down), End: building.Rounded(end).Sub(down), Rotation: segmentTurn(s),
		SystemID: r.systems[p], Flow: r.flowOf(p, start, end),
	}
	e := r.element(p, category, params)
	params.Profile = r.memberSection(e, s.section)
	r.dropSizes(e)
	d := &Draft{Product: p, Element: e, Note: s.note}
	if params.SystemID != "" {
		alone := *params
		alone.SystemID = ""
		plain := *e
		plain.Params = &alone
		d.Plain = &plain
	}
	return d, nil
}

// segmentTurn returns the rotation of a section about its line. It is 0 for round sections; a channel lies on its web.
func segmentTurn(s sweep) geometry.Angle {
	if s.section.Diameter != 0 {
		return 0
	}
	turn := turnAbout(s.at.X, s.along)
	if s.section.Shape == geometry.ProfileU {
		turn -= geometry.QuarterTurn
	}
	return (turn%geometry.FullTurn + geometry.FullTurn) % geometry.FullTurn
}

// flowOf returns the direction of flow through a segment, from the ports at its ends.
func (r *reader) flowOf(p *building.Product, start, end r3.Vector) services.FlowDirection {
	var atStart, atEnd string
	for _, port := range r.ports[p] {
		switch r.endOf(port, start, end) {
		case services.PortStart:
			atStart = port.Flow
		case services.PortEnd:
			atEnd = port.Flow
		}
	}
	switch {
	case atStart == "SINK" && atEnd == "SOURCE":
		return services.FlowForward
	case atStart == "SOURCE" && atEnd == "SINK":
		return services.FlowReverse
	case atStart == "SOURCEANDSINK" && atEnd == "SOURCEANDSINK":
		return services.FlowEither
	}
	return ""
}

// endOf returns the end of a line at which a port lies, "" for neither.
func (r *reader) endOf(port *building.Port, start, end r3.Vector) state.PortName {
	at := r.shift.Point(port.Frame.O)
	near := float64(services.PortTolerance)
	switch toStart, toEnd := at.Sub(start).Norm(), at.Sub(end).Norm(); {
	case toStart <= near && toStart <= toEnd:
		return services.PortStart
	case toEnd <= near:
		return services.PortEnd
	}
	return ""
}

// dropSizes removes the sizes that follow from the section and that our exporter adds.
func (r *reader) dropSizes(e *state.Element) {
	if !r.Own {
		return
	}
	for _, name := range []string{"NominalDiameter", "OuterDiameter", "InnerDiameter"} {
		e.Psets = without(e.Psets, "Pset_PipeSegmentTypeCommon", name)
	}
	for _, name := range []string{"NominalDiameterOrWidth", "NominalHeight"} {
		e.Psets = without(e.Psets, "Pset_DuctSegmentTypeCommon", name)
	}
}
