package importer

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// fixedFitting reads a fitting with its body and its ports: tees, crosses and transitions, whose arms no file
// describes.
func (r *reader) fixedFitting(p *building.Product, category state.Category) (*Draft, error) {
	d, err := r.fixedShape(p, category, false)
	if err != nil {
		return nil, err
	}
	fitting := &services.Fitting{SystemID: r.systems[p], Fixed: state.FixedOf(d.Element)}
	fitting.Fixed.Ports = r.fixedPorts(p, d)
	d.Element.Params = fitting
	if fitting.SystemID != "" {
		plain := *d.Element
		plain.Params = &services.Fitting{Fixed: fitting.Fixed}
		d.Plain = &plain
	}
	return d, nil
}

// fittingsOf maps the categories of segments to the categories of their fittings.
var fittingsOf = map[state.Category]state.Category{
	state.CategoryDuct: state.CategoryDuctFitting, state.CategoryPipe: state.CategoryPipeFitting,
	state.CategoryCableTray: state.CategoryCableTrayFitting,
}

// fittingOfNeighbours returns the category of an IfcFlowFitting without a type that determines it. It takes the
// category from a segment at one of the fitting's ports, and returns "" if there is no such segment.
func (r *reader) fittingOfNeighbours(p *building.Product) state.Category {
	if p.Class != "IfcFlowFitting" {
		return ""
	}
	for _, port := range r.ports[p] {
		if opposite := r.opposite[port]; opposite != nil {
			if d := r.drafts[opposite.Of]; d != nil && fittingsOf[d.Element.Category] != "" {
				return fittingsOf[d.Element.Category]
			}
		}
	}
	return ""
}

// portReach is the distance from a port to the point that gives the port's direction. It is so large that rounding the
// point to the grid turns the direction by no more than a millionth.
const portReach = float64(geometry.Metre)

// fixedPorts reads the ports of a fitting. A port of a file of another program points into the segment connected to it,
// because the frames of ports are oriented differently in different files. Without a segment it points along the Z axis
// of the port, away from the body.
func (r *reader) fixedPorts(p *building.Product, d *Draft) []state.FixedPort {
	var out []state.FixedPort
	down := geometry.Point3{Z: elevationOf(r.levelOf(p))}
	for _, port := range r.ports[p] {
		frame := r.shift.Compose(port.Frame)
		way := frame.Z
		if !r.Own {
			way = r.wayOut(port, frame, p, d)
		}
		at := building.Rounded(frame.O).Sub(down)
		out = append(out, state.FixedPort{At: at, Toward: at.Add(building.Rounded(geometry.Times(way, portReach)))})
	}
	return out
}

func (r *reader) wayOut(port *building.Port, frame building.Frame, p *building.Product, d *Draft) r3.Vector {
	if way, ok := r.wayOfSegment(port); ok {
		return way
	}
	box := d.Body.Bounds()
	centre := r.world(p).Point(geometry.Times(box.Min.Vector().Add(box.Max.Vector()), 0.5))
	if frame.Z.Dot(frame.O.Sub(centre)) < 0 {
		return geometry.Times(frame.Z, -1)
	}
	return frame.Z
}

// wayOfSegment returns the direction into the segment that is connected to a port.
func (r *reader) wayOfSegment(port *building.Port) (r3.Vector, bool) {
	opposite := r.opposite[port]
	if opposite == nil {
		return r3.Vector{}, false
	}
	ref, ok := r.portRef(opposite)
	if !ok {
		return r3.Vector{}, false
	}
	s, ok := r.drafts[opposite.Of].Element.Params.(*services.Segment)
	if !ok {
		return r3.Vector{}, false
	}
	along := s.End.Sub(s.Start).Vector().Normalize()
	if ref.Port == services.PortEnd {
		along = geometry.Times(along, -1)
	}
	return along, true
}
