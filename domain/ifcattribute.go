package domain

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
func WithAttribute(sets []PropertySet, name, text string) []PropertySet {
	value := PropertyOf(text)
	return withProperty(sets, AttributeSet, name, &value)
}

// WithTypeAttribute returns the property sets of a type with an attribute set. The given ones are not changed.
func WithTypeAttribute(sets []PropertySet, name, text string) []PropertySet {
	value := PropertyOf(text)
	return withProperty(sets, TypeAttributeSet, name, &value)
}

// untag takes the Tag from a copy: it tells one thing from all others, as a number of the element in another program
// does ("identifier at the particular instance of a product", IFC4, IfcElement.Tag). What the parameters share with the
// original is not changed.
func (e *Element) untag() {
	e.Origin = e.Origin.with(func(o *Origin) { o.History = "" }) // a copy was not made by the author of the original
	if _, kept := Lookup(e.Psets, AttributeSet, AttributeTag); kept {
		e.Psets = withProperty(e.Psets, AttributeSet, AttributeTag, nil)
	}
	switch p := e.Params.(type) {
	case *Component:
		k := *p
		k.Tag, e.Params = "", &k
	case *Proxy:
		k := *p
		k.Tag, e.Params = "", &k
	}
}

// TagOf returns the tag that the authoring program gave an element, "" for none.
func TagOf(e *Element) string {
	if value, ok := Lookup(e.Psets, AttributeSet, AttributeTag); ok {
		if text, ok := value.Any().(string); ok {
			return text
		}
	}
	switch p := e.Params.(type) {
	case *Component:
		return p.Tag
	case *Proxy:
		return p.Tag
	}
	if f := FixedOf(e); f != nil {
		return f.Tag
	}
	return ""
}
