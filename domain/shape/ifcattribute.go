package shape

import (
	"github.com/bimstream/bimstream/domain/state"
)

// AttributeSet is the property set in which an element keeps what an IFC file says of it in attributes that no
// parameter stands for. The export writes its texts into these attributes again.
const AttributeSet = "IfcAttributes"

// TypeAttributeSet is the same of a type: another set, since elements have the properties of their type as well, and a
// type's Description and Tag are not theirs.
const TypeAttributeSet = "IfcTypeAttributes"

// The properties of both sets, named like the attributes of IfcRoot, IfcObject, IfcElement,
// IfcSpatialStructureElement and the classes of elements that they are.
const (
	AttributeDescription = "Description"
	AttributeName        = "Name"         // of a room whose number another room has too
	AttributeLongName    = "LongName"     // of sites, buildings, storeys and groups; the LongName of a room is its name
	AttributeObjectType  = "ObjectType"   // as the source program wrote it
	AttributeElementType = "ElementType"  // the same for a type
	AttributeTag         = "Tag"          // such as the element number of Revit
	AttributeLayerSet    = "LayerSetName" // of the layer set of a type
	AttributeLayersText  = "LayerSetDescription"
	AttributePredefined  = "PredefinedType" // an item that the category has no term for, such as LINTEL of a beam
)

// WithAttribute returns property sets with an attribute set. The given ones are not changed.
func WithAttribute(sets []state.PropertySet, name, text string) []state.PropertySet {
	value := PropertyOf(text)
	return state.WithProperty(sets, AttributeSet, name, &value)
}

// WithTypeAttribute returns the property sets of a type with an attribute set. The given ones are not changed.
func WithTypeAttribute(sets []state.PropertySet, name, text string) []state.PropertySet {
	value := PropertyOf(text)
	return state.WithProperty(sets, TypeAttributeSet, name, &value)
}
