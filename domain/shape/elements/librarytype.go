package elements

import (
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

// DefinedCategories lists the categories whose types DefineType creates. Component types have their own tool.
func DefinedCategories() []string {
	var out []string
	for _, c := range state.TypedCategories() {
		if component.ComponentUses(c) == nil {
			out = append(out, string(c))
		}
	}
	return out
}
