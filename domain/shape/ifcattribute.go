package shape

import (
	"github.com/bimstream/bimstream/domain/state"
)

// AttributeSet is the property set that stores those attributes of an element's entity in an IFC file for which the
// element has no parameter. The export writes these texts back into the attributes.
const AttributeSet = "IfcAttributes"

// TypeAttributeSet is the same set of a type. It has another name because elements also show the properties of their
// type, but do not have its Description and Tag.
const TypeAttributeSet = "IfcTypeAttributes"

// The properties of both sets, named after the attributes of IfcRoot, IfcObject, IfcElement, IfcSpatialStructureElement
// and the classes of the elements.
const (
	AttributeDescription = "Description"
	AttributeName        = "Name"         // of a room that shares its number with another room
	AttributeLongName    = "LongName"     // of sites, buildings, storeys and groups; the LongName of a room is its name
	AttributeObjectType  = "ObjectType"   // as the source program wrote it
	AttributeElementType = "ElementType"  // ObjectType of a type
	AttributeTag         = "Tag"          // such as the element number of Revit
	AttributeLayerSet    = "LayerSetName" // of the layer set of a type
	AttributeLayersText  = "LayerSetDescription"
	AttributePredefined  = "PredefinedType" // an item without a term in the category, such as LINTEL of a beam
)

// WithAttribute returns property sets with an attribute set. The given sets are not changed.
func WithAttribute(sets []state.PropertySet, name, text string) []state.PropertySet {
	value := PropertyOf(text)
	return state.WithProperty(sets, AttributeSet, name, &value)
}

// WithTypeAttribute returns the property sets of a type with an attribute set. The given sets are not changed.
func WithTypeAttribute(sets []state.PropertySet, name, text string) []state.PropertySet {
	value := PropertyOf(text)
	return state.WithProperty(sets, TypeAttributeSet, name, &value)
}
