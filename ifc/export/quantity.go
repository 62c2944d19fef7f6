package export

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// quantityForm describes how one kind of quantity is written.
type quantityForm struct {
	entity   string
	kind     schema.QuantityKind
	fromSI   float64 // the file's units per SI unit
	stepsPer float64 // steps per unit to which the value is rounded
}

var quantityForms = map[state.QuantityKind]quantityForm{
	shape.QuantityLength: {"IFCQUANTITYLENGTH", schema.Length, 1000, perMillimetre},
	shape.QuantityArea:   {"IFCQUANTITYAREA", schema.Area, 1, perUnit},
	shape.QuantityVolume: {"IFCQUANTITYVOLUME", schema.Volume, 1, perUnit},
	shape.QuantityCount:  {"IFCQUANTITYCOUNT", schema.Count, 1, 1},
}

// attachQuantities writes the quantities of an element that the official set of its class names, and attaches them to a
// product of the element.
func (x *exporter) attachQuantities(owner string, e *state.Element, product step.Ref, set string,
	quantities []state.Quantity) {
	template, ok := x.quantitySet(set)
	if !ok {
		return
	}
	written := make([]step.Ref, 0, mostQuantities)
	for _, q := range quantities {
		form := quantityForms[q.Kind]
		named, ok := quantityOf(template, q.Name)
		if !ok || named.Kind != form.kind {
			continue
		}
		var value step.Value = step.Real(rounded(float64(q.Value*form.fromSI), form.stepsPer))
		if q.Kind == shape.QuantityCount {
			value = measure.Numeral(q.Value)
		}
		written = append(written, x.add(form.entity, x.name(named.Name), null, null, value, null))
	}
	if len(written) == 0 {
		return
	}
	history := x.history(e.ID)
	name := x.name(orElse(x.dialect.quantitySet, set))
	ref := x.addRoot("IFCELEMENTQUANTITY", ifc.DerivedGlobalID(owner, "quantities"), history, name, null,
		step.String(baseQuantities), x.refs(written...))
	x.rel("IFCRELDEFINESBYPROPERTIES", owner, "quantities", x.refs(product), ref)
}

// quantityOf returns a quantity of a template by its name, ignoring case: GrossFootprintArea of IFC4 is
// GrossFootPrintArea in IFC4X3.
func quantityOf(template *schema.QuantitySet, name string) (*schema.Quantity, bool) {
	i := slices.IndexFunc(template.Quantities, func(q schema.Quantity) bool { return strings.EqualFold(q.Name, name) })
	if i < 0 {
		return nil, false
	}
	return &template.Quantities[i], true
}

// mostQuantities is the number of quantities that the sets of most classes do not exceed.
const mostQuantities = 16

// baseQuantities is the method by which the quantities of the official sets are measured, and the name of every such
// set in IFC2X3.
const baseQuantities = "BaseQuantities"

// quantitySet returns the template of a quantity set. No templates were published for IFC2X3, so its quantities have
// the names of IFC4.
func (x *exporter) quantitySet(name string) (*schema.QuantitySet, bool) {
	if x.dialect.quantitySet != "" {
		return schema.IFC4().QuantitySet(name)
	}
	return x.schema.QuantitySet(name)
}
