package export

import (
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// portKind returns the IfcDistributionPortTypeEnum of the ports of a category.
func portKind(c state.Category) step.Enum {
	switch c {
	case state.CategoryDuct, state.CategoryDuctFitting:
		return "DUCT"
	case state.CategoryPipe, state.CategoryPipeFitting:
		return "PIPE"
	case state.CategoryCableTray, state.CategoryCableTrayFitting:
		return "CABLECARRIER"
	}
	return notDefined
}

// flowDirections maps directions of flow to the items of IfcFlowDirectionEnum.
var flowDirections = map[serviceshape.Flow]step.Enum{serviceshape.FlowIn: "SINK", serviceshape.FlowOut: "SOURCE",
	serviceshape.FlowBoth: "SOURCEANDSINK"}

// ports writes the ports of an element, each in a frame whose Z axis points out of the element. Later schemas nest
// ports in their element; IFC2X3 has a relation for each port.
func (x *exporter) ports(e *state.Element, ref step.Ref, at placing) error {
	ports, err := serviceshape.Ports(x.model, e)
	if err != nil {
		return err
	}
	var written []step.Ref
	for _, p := range ports {
		place := x.placeWorld(at, geometry.Placement{Origin: p.At, X: p.X, Z: p.Direction})
		owner := portOwner(state.PortRef{ElementID: e.ID, Port: p.Name})
		port := x.addRoot("IFCDISTRIBUTIONPORT", ifc.DerivedGlobalID(owner, "port"), x.history(e.ID),
			label(string(p.Name)), null, null, place.ref, null,
			flowDirections[p.Flow], portKind(e.Category), x.systemKind(e))
		x.services.ports[state.PortRef{ElementID: e.ID, Port: p.Name}] = writtenPort{port, p.Flow}
		written = append(written, port)
		if !x.dialect.nestedPorts {
			x.rel("IFCRELCONNECTSPORTTOELEMENT", owner, "element", port, ref)
		}
	}
	if x.dialect.nestedPorts && len(written) > 0 {
		x.rel("IFCRELNESTS", string(e.ID), "ports", ref, x.refs(written...))
	}
	return nil
}

// writtenPort is a port in the file.
type writtenPort struct {
	ref  step.Ref
	flow serviceshape.Flow
}

func portOwner(p state.PortRef) string { return string(p.ElementID) + "/" + string(p.Port) }

// portConnections writes the connections between ports. The flow goes from the relating to the related port.
func (x *exporter) portConnections() {
	for _, c := range x.model.Connections() {
		processors.Hear(x.ctx)
		ends := c.Ends()
		a, okA := x.services.ports[ends[0]]
		b, okB := x.services.ports[ends[1]]
		if !okA || !okB {
			continue
		}
		if a.flow == serviceshape.FlowIn {
			a, b = b, a
		}
		x.addRoot("IFCRELCONNECTSPORTS", ifc.GlobalID(c.ID), x.history(""), null, null, a.ref, b.ref, null)
	}
}
