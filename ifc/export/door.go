package export

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/ifc/step"
)

// doorFiller returns a door in the terms of IFC.
func doorFiller(d *fabric.Door) filler {
	f := filler{width: d.Width, height: d.Height, turned: d.Facing == fabric.FacingExterior,
		kind: doorOperation(d), shape: d, form: d.Form}
	f.panels = panelsOf(panelOperation(d), alone)
	if d.DoorType == fabric.DoorDouble {
		f.panels = panelsOf(panelOperation(d), pair)
	}
	if f.kind == userDefined {
		f.userKind = string(d.DoorType)
	}
	return f
}

// userDefined is the item for a kind that the enumeration lacks; a text then names the kind.
const userDefined = "USERDEFINED"

// doorOperation returns the IfcDoorTypeOperationEnum. IFC names the hand as seen by a person looking along +Y, through
// the door in the direction in which it opens (IFC4 ADD2, IfcDoorTypeOperationEnum). The model names the hand as seen
// from the side to which the door opens. So the model's left is IFC's right.
func doorOperation(d *fabric.Door) string {
	hand := "RIGHT"
	if d.Swing == "right" {
		hand = "LEFT"
	}
	switch d.DoorType {
	case "single_swing":
		return "SINGLE_SWING_" + hand
	case "double_swing":
		return "DOUBLE_SWING_" + hand
	case "double_door":
		return "DOUBLE_DOOR_SINGLE_SWING"
	case "sliding":
		return "SLIDING_TO_" + hand
	case "folding":
		return "FOLDING_TO_" + hand
	case "revolving":
		return "REVOLVING"
	case "rolling_up":
		return "ROLLINGUP"
	case "":
		return string(notDefined)
	}
	return userDefined
}

// panelOperation returns the IfcDoorPanelOperationEnum.
func panelOperation(d *fabric.Door) step.Enum {
	switch d.DoorType {
	case "single_swing", fabric.DoorDouble:
		return "SWINGING"
	case "double_swing":
		return "DOUBLE_ACTING"
	case "sliding":
		return "SLIDING"
	case "folding":
		return "FOLDING"
	case "revolving":
		return "REVOLVING"
	case "rolling_up":
		return "ROLLINGUP"
	case "fixed":
		return fixedPanel
	}
	return notDefined
}
