package shape

import "github.com/bimstream/bimstream/domain/state"

// externalSets names the property set that records whether a wall or curtain wall is external.
var externalSets = map[state.Category]string{
	state.CategoryWall: "Pset_WallCommon", state.CategoryCurtainWall: "Pset_CurtainWallCommon",
}

// IsExternal returns whether a wall is external, from its own property or else from its type's property. told is false
// if neither has the property.
func IsExternal(m *state.Model, wall *state.Element) (external, told bool) {
	t, _ := m.Type(wall.TypeID)
	return IsExternalBy(wall, t)
}

// IsExternalBy does the same as [IsExternal] for a wall whose type is t, or nil for no type.
func IsExternalBy(wall *state.Element, t *state.Type) (external, told bool) {
	value, told := state.Lookup(wall.Psets, externalSets[wall.Category], "IsExternal")
	if t != nil && !told {
		value, told = state.Lookup(t.Psets, externalSets[wall.Category], "IsExternal")
	}
	if !told {
		return false, false
	}
	external, told = PropertyValueAny(value).(bool)
	return external, told
}
