package export

import (
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// services holds the written systems, their possible members and the ports.
type services struct {
	systems map[state.ID]step.Ref
	members map[state.ID]step.Ref // elements that may be members of a system
	ports   map[state.PortRef]writtenPort
}

func newServices() services {
	return services{map[state.ID]step.Ref{}, map[state.ID]step.Ref{}, map[state.PortRef]writtenPort{}}
}

// systemKinds maps the uses of systems to the items of IfcDistributionSystemEnum. Supply and return air are both
// ventilation; the ObjectType distinguishes them.
var systemKinds = map[serviceshape.SystemUse]step.Enum{
	"supply_air": "VENTILATION", "return_air": "VENTILATION", "exhaust_air": "EXHAUST",
	"domestic_cold_water": "DOMESTICCOLDWATER", "domestic_hot_water": "DOMESTICHOTWATER",
	"sanitary": "SEWAGE", "rainwater": "RAINWATER",
	"heating": "HEATING", "chilled_water": "CHILLEDWATER", "fire_protection": "FIREPROTECTION", "gas": "GAS",
	"electrical": "ELECTRICAL", "data": "DATA",
}

// systemKind returns the kind of the system that an element belongs to, $ for none.
func (x *exporter) systemKind(e *state.Element) step.Value {
	system, ok := x.element(serviceshape.SystemOf(x.model, e))
	if !ok {
		return null
	}
	if s, ok := system.Params.(*serviceshape.System); ok {
		return systemKinds[s.Use]
	}
	return null
}

// system writes a system as a group that serves the building.
func (x *exporter) system(e *state.Element) error {
	s, ok := e.Params.(*serviceshape.System)
	if !ok {
		return state.Errorf(state.IllegalState, "a %s is not a system", e.Category)
	}
	if !x.writesSystem(e.ID) {
		x.lose("systems without members")
		return nil
	}
	x.warnLongName(e.ID, e.Name)
	ref := x.addRoot(classOf(e.Category).entity, ifc.GlobalID(e.ID), x.history(e.ID), label(e.Name),
		text(s.Description), label(string(s.Use)), label(x.longName(e)), systemKinds[s.Use])
	x.services.systems[e.ID] = ref
	if x.dialect.referencedSystems {
		x.rel("IFCRELREFERENCEDINSPATIALSTRUCTURE", string(e.ID), "building", x.refs(ref), x.buildingRef)
	} else {
		x.rel("IFCRELSERVICESBUILDINGS", string(e.ID), "building", ref, x.refs(x.buildingRef))
	}
	x.describe(e, ref, described{class: classOf(e.Category)})
	return nil
}

// writesSystem reports whether a system is written to the file. IFC2X3 has no groups without members.
func (x *exporter) writesSystem(id state.ID) bool {
	return !x.dialect.groupsHaveMembers || len(x.model.SystemMembers(id)) > 0
}

// systemMembers writes the members of each system.
func (x *exporter) systemMembers() {
	for _, id := range x.model.OfCategory(state.CategorySystem) {
		var members []step.Ref
		for _, member := range x.model.SystemMembers(id) {
			if ref, ok := x.services.members[member]; ok {
				members = append(members, ref)
			}
		}
		if len(members) > 0 {
			x.rel("IFCRELASSIGNSTOGROUP", string(id), "members", x.refs(members...), null, x.services.systems[id])
		}
	}
}
