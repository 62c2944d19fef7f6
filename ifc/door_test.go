package ifc

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/step"
)

// IFC looks through a door along +Y, the way it opens; the model looks back at it from there.
func TestDoorOperation(t *testing.T) {
	for _, c := range []struct {
		kind  domain.DoorType
		swing domain.Swing
		want  string
	}{
		{"single_swing", "left", "SINGLE_SWING_RIGHT"}, {"single_swing", "right", "SINGLE_SWING_LEFT"}, {"double_swing", "left", "DOUBLE_SWING_RIGHT"},
		{"double_door", "left", "DOUBLE_DOOR_SINGLE_SWING"}, {"sliding", "right", "SLIDING_TO_LEFT"}, {"folding", "left", "FOLDING_TO_RIGHT"},
		{"revolving", "left", "REVOLVING"}, {"rolling_up", "left", "ROLLINGUP"}, {"fixed", "left", "USERDEFINED"}, {"", "", "NOTDEFINED"},
	} {
		if got := doorOperation(&domain.Door{DoorType: c.kind, Swing: c.swing}); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.kind, c.swing, got, c.want)
		}
	}
}

// Every way of opening is an item of IFC's enumeration.
func TestDoorOperationsAreItems(t *testing.T) {
	s := newExporter(domain.NewModel(), Options{}).schema
	enumeration, _ := s.Type("IfcDoorTypeOperationEnum")
	for _, kind := range domain.DoorType("").Enum() {
		for _, swing := range domain.Swing("").Enum() {
			if item := doorOperation(&domain.Door{DoorType: domain.DoorType(kind), Swing: domain.Swing(swing)}); !enumeration.HasItem(item) {
				t.Errorf("%s is no item", item)
			}
		}
	}
	partitioning, _ := s.Type("IfcWindowTypePartitioningEnum")
	for _, kind := range domain.WindowType("").Enum() {
		if item := windowFiller(&domain.Window{WindowType: domain.WindowType(kind)}).kind; !partitioning.HasItem(item) {
			t.Errorf("%s is no item", item)
		}
	}
}

// +Y is the side that a door opens to: the wall's interior, or, turned about, its exterior.
func TestDoorOpensToPlusY(t *testing.T) {
	r := read(t, variety(t))
	inside := r.one(t, "IfcDoor", "single_swing left")
	if origin, _, x := r.location(inside); !sameNumbers(origin, []float64{0, 0, 0}) || len(x) != 0 {
		t.Errorf("a door to the interior is at %v, turned to %v", origin, x)
	}
	outside := r.one(t, "IfcDoor", "double_swing left")
	if origin, z, x := r.location(outside); !sameNumbers(origin, []float64{900, 0, 0}) || !sameNumbers(x, []float64{-1, 0, 0}) || !sameNumbers(z, []float64{0, 0, 1}) {
		t.Errorf("a door to the exterior is at %v, turned to %v", origin, x)
	}
}

func TestDoorSize(t *testing.T) {
	r := read(t, house(t))
	d1 := r.one(t, "IfcDoor", "D1")
	if r.number(d1, "OverallWidth") != 1100 || r.number(d1, "OverallHeight") != 2200 {
		t.Errorf("D1 is %v x %v", r.number(d1, "OverallWidth"), r.number(d1, "OverallHeight"))
	}
	f2 := r.one(t, "IfcWindow", "F2")
	if r.number(f2, "OverallWidth") != 1800 || r.number(f2, "OverallHeight") != 1400 || r.enum(f2, "PartitioningType") != "SINGLE_PANEL" || r.enum(f2, "PredefinedType") != "WINDOW" {
		t.Errorf("F2 is %v x %v, %s", r.number(f2, "OverallWidth"), r.number(f2, "OverallHeight"), r.enum(f2, "PartitioningType"))
	}
	if items := r.refs(r.representation(d1, "Body"), "Items"); len(items) != 2 {
		t.Errorf("D1 has %d solids, want frame and leaf", len(items))
	}
}

// Where a door has a type, the way of opening belongs to the type alone; a type that opens in two ways is two in IFC.
func TestTypedDoors(t *testing.T) {
	r := read(t, variety(t))
	for _, c := range []struct{ door, operation, userDefined string }{
		{"single_swing left", "SINGLE_SWING_RIGHT", ""}, {"single_swing right", "SINGLE_SWING_LEFT", ""}, {"fixed left", "USERDEFINED", "fixed"},
	} {
		door := r.one(t, "IfcDoor", c.door)
		for _, name := range []string{"OperationType", "PredefinedType", "UserDefinedOperationType"} {
			if r.attribute(door, name) != step.Value(null) {
				t.Errorf("%s has its own %s", c.door, name)
			}
		}
		kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", door, "RelatingType")
		if r.enum(kind, "OperationType") != c.operation || r.text(kind, "UserDefinedOperationType") != c.userDefined || r.text(kind, "Name") != "D-900 "+c.operation {
			t.Errorf("%s is of type %q, %s", c.door, r.text(kind, "Name"), r.enum(kind, "OperationType"))
		}
	}
	untyped := r.one(t, "IfcDoor", "sliding left")
	if r.enum(untyped, "OperationType") != "SLIDING_TO_RIGHT" || r.enum(untyped, "PredefinedType") != "DOOR" {
		t.Errorf("a door without a type is %s", r.enum(untyped, "OperationType"))
	}
	if got := r.enum(r.one(t, "IfcDoorType", "unused"), "OperationType"); got != "NOTDEFINED" {
		t.Errorf("a type that nothing uses opens by %s", got)
	}
}

// A pane that does not open keeps the model's word for it.
func TestFixedWindow(t *testing.T) {
	r := read(t, variety(t))
	fixed := r.one(t, "IfcWindow", "fixed")
	kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", fixed, "RelatingType")
	if r.text(fixed, "ObjectType") != "fixed" || r.enum(kind, "PartitioningType") != "SINGLE_PANEL" || r.text(kind, "Name") != "W-900" {
		t.Errorf("a fixed window is %q of %s", r.text(fixed, "ObjectType"), r.enum(kind, "PartitioningType"))
	}
}
