package export

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// portKind returns the IfcDistributionPortTypeEnum of the ports of a category.
func portKind(c domain.Category) step.Enum {
	switch c {
	case domain.CategoryDuct, domain.CategoryDuctFitting:
		return "DUCT"
	case domain.CategoryPipe, domain.CategoryPipeFitting:
		return "PIPE"
	case domain.CategoryCableTray, domain.CategoryCableTrayFitting:
		return "CABLECARRIER"
	}
	return notDefined
}

// flowDirections are the items of IfcFlowDirectionEnum.
var flowDirections = map[domain.Flow]step.Enum{domain.FlowIn: "SINK", domain.FlowOut: "SOURCE",
	domain.FlowBoth: "SOURCEANDSINK"}

// ports writes the ports of an element, each in a frame whose Z axis points out of it. Later schemas nest ports in
// their element; IFC2X3 has a relation for each.
func (x *exporter) ports(e *domain.Element, ref step.Ref, at placing) error {
	ports, err := x.model.Ports(e)
	if err != nil {
		return err
	}
	var written []step.Ref
	for _, p := range ports {
		place := x.placeWorld(at, geometry.Placement{Origin: p.At, X: p.X, Z: p.Direction})
		owner := portOwner(domain.PortRef{ElementID: e.ID, Port: p.Name})
		port := x.addRoot("IFCDISTRIBUTIONPORT", ifc.DerivedGlobalID(owner, "port"), x.history(e.ID),
			label(string(p.Name)), null, null, place.ref, null,
			flowDirections[p.Flow], portKind(e.Category), x.systemKind(e))
		x.services.ports[domain.PortRef{ElementID: e.ID, Port: p.Name}] = writtenPort{port, p.Flow}
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
	flow domain.Flow
}

func portOwner(p domain.PortRef) string { return string(p.ElementID) + "/" + string(p.Port) }

// portConnections writes which ports are connected; what flows goes from the relating to the related one.
func (x *exporter) portConnections() {
	for _, c := range x.model.Connections() {
		processors.Hear(x.ctx)
		ends := c.Ends()
		a, okA := x.services.ports[ends[0]]
		b, okB := x.services.ports[ends[1]]
		if !okA || !okB {
			continue
		}
		if a.flow == domain.FlowIn {
			a, b = b, a
		}
		x.addRoot("IFCRELCONNECTSPORTS", ifc.GlobalID(c.ID), x.history(""), null, null, a.ref, b.ref, null)
	}
}
