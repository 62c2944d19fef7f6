package export

import (
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

// Classes tells as which classes of IFC4X3 elements are written, for those who write them in other forms than a STEP
// file.
type Classes struct{ exporter exporter }

// NewClasses makes the tables that are looked up.
func NewClasses() *Classes {
	d := dialectOf(SchemaIFC4X3)
	return &Classes{exporter{builder: newBuilder(d, 0), schema: schema.IFC4X3()}}
}

// Of returns the class of an element, such as IfcWall, and the name of the set of its base quantities, "" where it has
// none.
func (c *Classes) Of(m *state.Model, e *state.Element) (name, quantities string) {
	row := c.row(m, e)
	entity, ok := c.exporter.schema.Entity(c.exporter.dialect.className(row.entity))
	if !ok {
		return "IfcBuildingElementProxy", row.quantities
	}
	return entity.Name, row.quantities
}

// row is the row of the class that an element names, where an element of it can be written, else that of its category
// or use.
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
