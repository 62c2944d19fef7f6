package importer

import (
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// readPorts records the ports of each product and the opposite port of each connected port.
func (r *reader) readPorts() {
	for _, port := range r.b.Ports {
		if port.Of != nil {
			r.ports[port.Of] = append(r.ports[port.Of], port)
		}
	}
	for _, pair := range r.b.PortPairs {
		r.opposite[pair.A], r.opposite[pair.B] = pair.B, pair.A
	}
}

// readConnections reads the connections between ports of elements that have ports in the model.
func (r *reader) readConnections() {
	for _, pair := range r.b.PortPairs {
		a, okA := r.portRef(pair.A)
		b, okB := r.portRef(pair.B)
		at := instance{pair.Number, pair.GlobalID, ""}
		if !okA || !okB {
			r.Report.leftInstance("IfcRelConnectsPorts", at,
				"it connects what is no segment or fitting with parameters")
			continue
		}
		id, _ := r.ids.of(pair.GlobalID, pair.Number)
		r.relations[id] = at
		r.Connections = append(r.Connections, change.NewConnection(id, a, b))
	}
	r.leftPorts()
}

// leftPorts reports the number of ports whose elements have no ports in the model.
func (r *reader) leftPorts() {
	n := 0
	for _, port := range r.b.Ports {
		if _, ok := r.portRef(port); !ok {
			n++
		}
	}
	if n > 0 {
		r.Report.leftCounted("IfcDistributionPort", "it is a port of what is no segment or fitting with parameters", n)
	}
}

// portRef returns the port of a model element that corresponds to a port of the file.
func (r *reader) portRef(port *building.Port) (state.PortRef, bool) {
	d := r.drafts[port.Of]
	if d == nil {
		return state.PortRef{}, false
	}
	ref := state.PortRef{ElementID: d.Element.ID}
	switch p := d.Element.Params.(type) {
	case *services.Segment:
		up := geometry.Point3{Z: r.elevationOn(d.Element.LevelID)}
		ref.Port = r.endOf(port, p.Start.Add(up).Vector(), p.End.Add(up).Vector())
	case *services.Fitting:
		ref.Port = r.portAt(port, p, geometry.Point3{Z: r.elevationOn(d.Element.LevelID)})
	}
	return ref, ref.Port != ""
}

// portAt returns the port of a fitting at the position of a port of the file, "" for none.
func (r *reader) portAt(port *building.Port, f *services.Fitting, up geometry.Point3) state.PortName {
	best, near := state.PortName(""), float64(services.PortTolerance)
	for i, at := range portPlaces(f) {
		if d := r.shift.Point(port.Frame.O).Sub(at.Add(up).Vector()).Norm(); d <= near {
			best, near = state.PortName(strconv.Itoa(i+1)), d
		}
	}
	return best
}

// portPlaces returns the positions of the ports of a fitting, above its level.
func portPlaces(f *services.Fitting) []geometry.Point3 {
	var out []geometry.Point3
	for _, p := range f.Ports {
		out = append(out, p.At)
	}
	if f.Fixed != nil {
		for _, p := range f.Fixed.Ports {
			out = append(out, p.At)
		}
	}
	return out
}

// elevationOn returns the height of a level.
func (r *reader) elevationOn(level state.ID) geometry.Length {
	at := slices.IndexFunc(r.Levels, func(l *state.Element) bool { return l.ID == level })
	if at < 0 {
		return 0
	}
	return elevationOf(r.Levels[at])
}
