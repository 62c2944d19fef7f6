package building

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/step"
)

// group describes a system, a zone or another group.
func (d *description) group(in *step.Instance) {
	g := &Group{
		Number: in.ID, Class: d.className(in), GlobalID: d.text(in, "GlobalId"), Name: d.text(in, "Name", "LongName"),
		LongName: d.text(in, "LongName"), Text: d.text(in, "Description"),
		ObjectType: d.text(in, "ObjectType"), Predefined: d.text(in, "PredefinedType"),
	}
	if g.Predefined == "NOTDEFINED" {
		g.Predefined = ""
	}
	d.b.Groups = append(d.b.Groups, g)
	d.groups[in.ID] = g
}

// assign adds products to a group. Groups in groups are only counted, since the description does not include them.
func (d *description) assign(in *step.Instance) {
	g := d.groups[numberOfRef(d.value(in, "RelatingGroup"))]
	if g == nil {
		return
	}
	for _, object := range d.many(in, "RelatedObjects") {
		p := d.b.Product(object.ID)
		switch {
		case p == nil && d.isA(object, "IfcGroup"):
			d.other["IfcGroup in a group"]++
		case p == nil || d.member[[2]int{g.Number, p.Number}]:
		default:
			d.member[[2]int{g.Number, p.Number}] = true
			g.Members = append(g.Members, p)
		}
	}
}

// port describes a port. The port belongs to an element either by a relation of ports to elements or by nesting.
func (d *description) port(in *step.Instance) {
	p := &Port{Number: in.ID, GlobalID: d.text(in, "GlobalId"), Name: d.text(in, "Name"),
		Flow: d.text(in, "FlowDirection"), Frame: d.placement(d.one(in, "ObjectPlacement"))}
	if p.Flow == "NOTDEFINED" {
		p.Flow = ""
	}
	d.b.Ports = append(d.b.Ports, p)
	d.ports[in.ID] = p
}

// attachPorts sets the product to which ports belong.
func (d *description) attachPorts(whole *Product, ports ...*step.Instance) {
	for _, in := range ports {
		if p := d.ports[in.ID]; p != nil && p.Of == nil {
			p.Of = whole
		}
	}
}

// connectPorts describes a connection of two ports.
func (d *description) connectPorts(in *step.Instance) {
	pair := PortPair{
		Number: in.ID, GlobalID: d.text(in, "GlobalId"),
		A: d.ports[numberOfRef(d.value(in, "RelatingPort"))], B: d.ports[numberOfRef(d.value(in, "RelatedPort"))],
	}
	if pair.A != nil && pair.B != nil && pair.A != pair.B {
		d.b.PortPairs = append(d.b.PortPairs, pair)
	}
}

// relatingServices returns the action for relations of groups and ports. All other relations are only counted.
func (d *description) relatingServices(in *step.Instance) action {
	switch {
	case d.isA(in, "IfcRelAssignsToGroup"):
		return (*description).assign
	case d.isA(in, "IfcRelConnectsPortToElement"):
		return (*description).attachPort
	case d.isA(in, "IfcRelConnectsPorts"):
		return (*description).connectPorts
	case d.isA(in, "IfcRelServicesBuildings"): // a model is one building, and all systems serve it
		return nil
	case d.isA(in, "IfcRelReferencedInSpatialStructure"):
		return (*description).reference
	}
	return (*description).countLeft
}

func (d *description) attachPort(in *step.Instance) {
	if port := d.one(in, "RelatingPort"); port != nil {
		d.attachPorts(d.b.Product(numberOfRef(d.value(in, "RelatedElement"))), port)
	}
}

// reference counts a reference from a spatial element, unless it only states which systems serve that element.
func (d *description) reference(in *step.Instance) {
	if !d.onlyGroups(in) {
		d.countLeft(in)
	}
}

func (d *description) onlyGroups(in *step.Instance) bool {
	return !slices.ContainsFunc(d.many(in, "RelatedElements"),
		func(e *step.Instance) bool { return d.groups[e.ID] == nil })
}
