package export

import (
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

// Classes returns the IFC4X3 classes of elements, for packages that write elements in other formats than STEP.
type Classes struct{ exporter exporter }

// NewClasses returns a Classes for lookups.
func NewClasses() *Classes {
	d := dialectOf(SchemaIFC4X3)
	return &Classes{exporter{builder: newBuilder(d, 0), schema: schema.IFC4X3()}}
}

// Of returns the class of an element, such as IfcWall, and the name of the set of its base quantities. The second name
// is "" if there is no such set.
func (c *Classes) Of(m *state.Model, e *state.Element) (name, quantities string) {
	row := c.row(m, e)
	entity, ok := c.exporter.schema.Entity(c.exporter.dialect.className(row.entity))
	if !ok {
		return "IfcBuildingElementProxy", row.quantities
	}
	return entity.Name, row.quantities
}

// row returns the row of the class that an element names, if the exporter can write an element of that class. Otherwise
// it returns the row of the element's category or use.
func (c *Classes) row(m *state.Model, e *state.Element) class {
	var named string
	switch p := e.Params.(type) {
	case *component.Component:
		named = p.IfcClass
	case *component.Proxy:
		named = p.IfcClass
	}
	if row, ok := c.exporter.classNamed(named); ok {
		return row
	}
	if _, is := e.Params.(*component.Component); is {
		if shape, err := component.ComponentShapeOf(m, e); err == nil {
			return componentClass(e.Category, shape.Use)
		}
	}
	return classOf(e.Category)
}
