package component

import (
	"github.com/bimstream/bimstream/domain/state"
)

// The operations. Union and intersect commute; subtract does not.
const (
	CombineUnion     state.CombineOperation = "union"
	CombineSubtract  state.CombineOperation = "subtract"
	CombineIntersect state.CombineOperation = "intersect"
)

// builtClasses maps a category to the IFC class of a result whose operands have that category.
var builtClasses = map[state.Category]string{
	state.CategoryWall: "IfcWall", state.CategoryFloor: "IfcSlab", state.CategoryRoof: "IfcRoof",
	state.CategoryColumn: "IfcColumn",
	state.CategoryBeam:   "IfcBeam", state.CategoryStair: "IfcStair", state.CategoryRamp: "IfcRamp",
}

func BuiltClass(e *state.Element) string {
	if p, ok := e.Params.(*Proxy); ok {
		return p.IfcClass
	}
	return builtClasses[e.Category]
}

func (p *Proxy) Combined(c state.Combination) state.Params {
	combined := *p
	combined.Combination = &c
	return &combined
}

// ResultsOf returns, in order, the ids of the results of boolean operations that an element was an operand of. It looks
// at every proxy of the model.
func ResultsOf(m *state.Model, operand state.ID) []state.ID {
	var out []state.ID
	for _, id := range m.OfCategory(state.CategoryProxy) {
		e, _ := m.Element(id)
		if c := e.Params.(*Proxy).Combination; c != nil && (c.A == operand || c.B == operand) {
			out = append(out, id)
		}
	}
	return out
}
