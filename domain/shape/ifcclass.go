package shape

import (
	"regexp"

	"github.com/bimstream/bimstream/domain/state"
)

// maxLabelText bounds class names, object types and tags; IFC allows 255 characters in a label.
const maxLabelText = 255

// ifcName matches the names of IFC's classes, and ifcItem matches the items of their enumerations.
var (
	ifcName = regexp.MustCompile(`^Ifc[A-Z][A-Za-z0-9]*$`)
	ifcItem = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
)

// CheckIfcClass refuses a class, predefined type, object type or tag that IFC does not allow.
func CheckIfcClass(class, predefined, objectType, tag string) error {
	switch {
	case class != "" && (len(class) > maxLabelText || !ifcName.MatchString(class)):
		return state.Errorf(state.OutOfRange,
			"ifc_class %q is not the name of a class: give one such as IfcFurniture, or "+
				"leave it out", class).With("parameter", "ifc_class")
	case predefined != "" && (len(predefined) > maxLabelText || !ifcItem.MatchString(predefined)):
		return state.Errorf(state.OutOfRange,
			"predefined_type %q is not an item in capitals: give one such as BRACE, or "+
				"leave it out", predefined).With("parameter", "predefined_type")
	case len(objectType) > maxLabelText:
		return state.Errorf(state.OutOfRange, "object_type is longer than %d bytes", maxLabelText).With("parameter",
			"object_type")
	case len(tag) > maxLabelText:
		return state.Errorf(state.OutOfRange, "tag is longer than %d bytes", maxLabelText).With("parameter", "tag")
	}
	return nil
}
