package elements

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

// ElementUntag removes the Tag from a copy, because a tag identifies one object. An example is the number of the
// element in another program ("identifier at the particular instance of a product", IFC4, IfcElement.Tag). It replaces
// the parameters of the copy by changed ones, because the copy shares its present parameters with the original.
func ElementUntag(e *state.Element) {
	e.Origin = e.Origin.With(
		func(o *state.Origin) { o.History = "" },
	) // the author of the original did not create the copy
	if _, kept := state.Lookup(e.Psets, shape.AttributeSet, shape.AttributeTag); kept {
		e.Psets = state.WithProperty(e.Psets, shape.AttributeSet, shape.AttributeTag, nil)
	}
	switch p := e.Params.(type) {
	case *component.Component:
		k := *p
		k.Tag, e.Params = "", &k
	case *component.Proxy:
		k := *p
		k.Tag, e.Params = "", &k
	}
}

// TagOf returns the tag that the authoring program gave an element, or "" for none.
func TagOf(e *state.Element) string {
	if value, ok := state.Lookup(e.Psets, shape.AttributeSet, shape.AttributeTag); ok {
		if text, ok := shape.PropertyValueAny(value).(string); ok {
			return text
		}
	}
	switch p := e.Params.(type) {
	case *component.Component:
		return p.Tag
	case *component.Proxy:
		return p.Tag
	}
	if f := state.FixedOf(e); f != nil {
		return f.Tag
	}
	return ""
}
