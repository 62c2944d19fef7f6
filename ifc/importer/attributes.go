package importer

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/building"
)

// attribute is what the file may say of a product in words.
type attribute struct {
	name string
	told func(*reader, *building.Product) string
}

var attributes = []attribute{
	{domain.AttributeDescription, func(_ *reader, p *building.Product) string { return p.Text }},
	{domain.AttributeLongName, func(_ *reader, p *building.Product) string { return p.LongName }},
	{domain.AttributeObjectType, func(_ *reader, p *building.Product) string { return p.ObjectType }},
	{domain.AttributeTag, (*reader).tagOf},
}

// keepAttributes puts the attributes of a product that its element has no parameter for into a property set of it.
func (r *reader) keepAttributes(e *domain.Element, p *building.Product) {
	for _, a := range attributes {
		if told := strings.TrimSpace(a.told(r, p)); told != "" && !r.says(e, a.name, told) {
			e.Psets = domain.WithAttribute(e.Psets, a.name, told)
		}
	}
}

// says reports whether an element says by itself what an attribute does, so that the export writes it anyhow.
func (r *reader) says(e *domain.Element, attribute, told string) bool {
	switch p := e.Params.(type) {
	case *domain.Proxy, *domain.Component:
		return attribute == domain.AttributeObjectType || attribute == domain.AttributeTag
	case *domain.Room:
		return attribute == domain.AttributeLongName
	case *domain.System:
		return attribute == domain.AttributeDescription ||
			attribute == domain.AttributeObjectType && told == string(p.Use)
	case *domain.Zone:
		return attribute == domain.AttributeObjectType
	}
	if domain.FixedOf(e) != nil {
		return attribute == domain.AttributeObjectType || attribute == domain.AttributeTag
	}
	return r.Own && attribute == domain.AttributeObjectType && saidByOurs(e.Params, told)
}

// saidByOurs reports whether our exporter writes an ObjectType of elements with such parameters.
func saidByOurs(params domain.Params, told string) bool {
	switch params.(type) {
	case *domain.Level:
		return told == levelMark
	case *domain.Grid:
		return told == gridMark
	case *domain.Opening:
		return told == recessMark
	case *domain.Window:
		return told == string(domain.WindowFixed)
	}
	return false
}

// The ObjectTypes of our own grids that are annotations (in IFC2X3), and of openings that do not go through.
const (
	gridMark   = "GRID"
	recessMark = "Recess"
)
