package importer

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape/fabric"
)

// TestDoorsOpenAsTheirOperationSays checks the types of doors for the items of IfcDoorTypeOperationEnum (IFC4).
func TestDoorsOpenAsTheirOperationSays(t *testing.T) {
	for operation, want := range map[string]fabric.DoorType{
		"SINGLE_SWING_LEFT": "single_swing", "SWING_FIXED_RIGHT": "single_swing", "DOUBLE_SWING_LEFT": "double_swing",
		"DOUBLE_DOOR_SINGLE_SWING": "double_door", "DOUBLE_DOOR_SINGLE_SWING_OPPOSITE_LEFT": "double_door",
		"DOUBLE_DOOR_DOUBLE_SWING": "double_door", "DOUBLE_DOOR_SLIDING": "sliding", "DOUBLE_DOOR_FOLDING": "folding",
		"SLIDING_TO_LEFT": "sliding", "FOLDING_TO_RIGHT": "folding", "REVOLVING": "revolving",
		"ROLLINGUP": "rolling_up", "NOTDEFINED": "", "USERDEFINED fixed": "fixed", "USERDEFINED gate": "",
	} {
		if got, _ := doorKind(operation); got != want {
			t.Errorf("%s is %q, want %q", operation, got, want)
		}
	}
}
