package shape

import "github.com/bimstream/bimstream/domain/state"

// externalSets are the sets in which a wall or curtain wall says whether it is external.
var externalSets = map[state.Category]string{
	state.CategoryWall: "Pset_WallCommon", state.CategoryCurtainWall: "Pset_CurtainWallCommon",
}

// IsExternal returns whether a wall is external, as its property or that of its type says. told is false for one of
// which neither says it.
func IsExternal(m *state.Model, wall *state.Element) (external, told bool) {
	t, _ := m.Type(wall.TypeID)
	return IsExternalBy(wall, t)
}

// IsExternalBy is [IsExternal] for a wall of a type, nil for none.
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
