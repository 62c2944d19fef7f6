package export

import (
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// proxy writes an element with a fixed body in the class that it names, or as an IfcBuildingElementProxy. Its placement
// is the frame of its first solid, in which the corners are whole micrometres.
func (x *exporter) proxy(e *state.Element) error {
	p := e.Params.(*component.Proxy)
	stands, err := component.ProxyShapeOf(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	body, frame, err := x.inLibrary(p.BodyID, stands.Frame, stands.Solids)
	if err != nil {
		return err
	}
	class := x.occurrenceClass(p.IfcClass, p.PredefinedType, p.ObjectType)
	x.classes[e.ID] = class.entity
	at := x.placeWorld(x.storeys[e.LevelID], frame)
	shape := x.libraryShape(body, e.MaterialID)
	ref := x.buildingElement(product{
		entity: class.entity, element: e, objectType: class.objectType, tag: p.Tag, at: at,
		shape: shape, tail: class.tail,
	})
	x.contain(e, ref)
	x.useMaterial(e, ref)
	volume, _ := bodyshape.QuantityNamed(quantities, "NetVolume")
	x.describe(e, ref, described{class: class.class, quantities: quantities, volume: volume})
	return nil
}

// fixedIn returns the frame of the first of several solids that stand in a frame of the world, and the solids in that
// frame.
func fixedIn(frame geometry.Placement, solids geometry.Body) (geometry.Placement, geometry.Body) {
	if len(solids) == 0 {
		return frame, nil
	}
	out := make(geometry.Body, len(solids))
	for i, s := range solids {
		out[i] = s
		out[i].Frame = relative(solids[0].Frame, s.Frame)
	}
	return frame.Compose(solids[0].Frame), out
}

// occurrence describes how one element with a class of its own appears.
type occurrence struct {
	class
	objectType string
	tail       []step.Value // attributes after the Tag
}

// afterTag is the number of attributes of an IfcElement.
const afterTag = 8

// occurrenceClass returns the class that an element names. The schema must have it, and the model must know all that an
// element of the class needs. Otherwise the class is kept as the ObjectType of a proxy, and counted as lost.
func (x *exporter) occurrenceClass(ifcClass, predefined, objectType string) occurrence {
	out := occurrence{class: classOf(state.CategoryProxy), objectType: objectType}
	if ifcClass != "" {
		if c, ok := x.classNamed(plainClass(ifcClass)); ok {
			out.class = c
		} else {
			x.lose(ifcClass)
			out.objectType, predefined = orElse(out.objectType, ifcClass), "" // its ObjectType keeps the class
		}
	}
	out.tail = x.occurrenceTail(&out, predefined)
	return out
}

// plainClass returns a class without the suffixes of the standard cases, which require more of an element than a fixed
// body, such as layers.
func plainClass(name string) string {
	for _, suffix := range []string{"StandardCase", "ElementedCase"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// classNamed returns the class of elements with a name: a class of the schema, or a class of IFC4 that has a
// counterpart in the schema.
func (x *exporter) classNamed(name string) (class, bool) {
	entity := strings.ToUpper(name)
	target, ok := x.schema.Entity(x.dialect.className(entity))
	if !ok || target.Abstract || !target.IsA("IfcElement") || target.IsA("IfcFeatureElement") {
		return class{}, false
	}
	for _, a := range target.AllAttributes()[afterTag:] {
		if !a.Optional && !(a.Name == x.predefinedName(entity) && hasItem(&a, string(notDefined))) {
			return class{}, false
		}
	}
	return class{entity: entity, quantities: "Qto_" + strings.TrimPrefix(target.Name, "Ifc") + "BaseQuantities"}, true
}

// occurrenceTail returns the attributes after the Tag. They are all $ except the predefined type, which is USERDEFINED
// if the class does not have the item.
func (x *exporter) occurrenceTail(o *occurrence, predefined string) []step.Value {
	source, ok := schema.IFC4().Entity(o.entity) // the exporter writes in terms of IFC4: see builder.add
	if !ok {
		source, ok = x.schema.Entity(o.entity)
	}
	if !ok {
		return nil
	}
	attributes := source.AllAttributes()[afterTag:]
	out := make([]step.Value, len(attributes))
	for i, a := range attributes {
		out[i] = null
		if a.Name == predefinedType {
			out[i] = x.predefinedItem(o, predefined)
		}
	}
	return out
}

const predefinedType = "PredefinedType"

// predefinedItem returns the item for a predefined type in this schema. A type that the enumeration lacks is
// USERDEFINED, with its name as ObjectType. An empty type is $, or NOTDEFINED if the attribute is required.
func (x *exporter) predefinedItem(o *occurrence, item string) step.Value {
	target, ok := x.schema.Entity(x.dialect.className(o.entity))
	if !ok {
		return null
	}
	a, _, ok := target.Attribute(x.predefinedName(o.entity))
	switch {
	case !ok && item == "":
		return null
	case !ok:
		return step.Enum(item) // the loss is counted when the form is applied
	case item == "" && a.Optional, item == "USERDEFINED" && o.objectType == "" && a.Optional:
		return null // a user-defined type needs a name in words
	case item == "", item == "USERDEFINED" && o.objectType == "":
		return notDefined
	case hasItem(a, item):
		return step.Enum(item)
	}
	o.objectType = orElse(o.objectType, item)
	return step.Enum("USERDEFINED")
}

// predefinedName returns the name of the predefined type of a class of IFC4 in this schema.
func (x *exporter) predefinedName(entity string) string {
	return orElse(x.dialect.attributes[entity+"."+predefinedType], predefinedType)
}

func hasItem(a *schema.Attribute, item string) bool {
	t := a.Type.Type()
	return t != nil && t.HasItem(item)
}
