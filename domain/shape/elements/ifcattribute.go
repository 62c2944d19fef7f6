package elements

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

// ElementUntag takes the Tag from a copy: it tells one thing from all others, as a number of the element in another
// program does ("identifier at the particular instance of a product", IFC4, IfcElement.Tag). What the parameters share
// with the original is not changed.
func ElementUntag(e *state.Element) {
	e.Origin = e.Origin.With(
		func(o *state.Origin) { o.History = "" },
	) // a copy was not made by the author of the original
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

// TagOf returns the tag that the authoring program gave an element, "" for none.
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
