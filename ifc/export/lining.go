package export

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// panel describes a panel of a door or window: its operation and its position.
type panel struct {
	operation, position step.Enum
	share               float64 // share of the door's width
}

// fixedPanel is the operation of a door panel that does not open (IfcDoorPanelOperationEnum).
const fixedPanel = step.Enum("FIXEDPANEL")

// Positions of panels side by side and on top of each other (IfcDoorPanelPositionEnum, IfcWindowPanelPositionEnum).
var (
	alone  = []step.Enum{"MIDDLE"}
	pair   = []step.Enum{"LEFT", "RIGHT"}
	triple = []step.Enum{"LEFT", "MIDDLE", "RIGHT"}
	stack  = []step.Enum{"TOP", "BOTTOM"}
)

// panelsOf returns panels of equal width at the given positions.
func panelsOf(operation step.Enum, positions []step.Enum) []panel {
	out := make([]panel, len(positions))
	for i, position := range positions {
		out[i] = panel{operation, position, 1 / float64(len(positions))}
	}
	return out
}

// fillerSets writes the property sets of a type of doors or windows. The sets of the model's type come first, then the
// dimensions of the lining and of each panel.
func (x *exporter) fillerSets(t *fillerType, modelType *state.Type, row class, owner string,
	told []string) step.Value {
	sets := x.typeSets(modelType, row, owner, told)
	switch {
	case t.key.kept != "": // a body of another program: its lining and panels are unknown
	case x.dialect.liningBySets:
		for _, set := range t.liningSets() {
			for _, ref := range x.propertySets(owner, x.history(""), modelType.ID, set) {
				sets = append(sets, ref)
			}
		}
	case t.key.category == state.CategoryDoor:
		sets = append(sets, x.doorSets(t, owner)...)
	default:
		sets = append(sets, x.windowSets(t, owner)...)
	}
	if len(sets) == 0 {
		return null
	}
	return sets
}

// liningSets returns the lining and the panels as the official property sets that IFC4X3 has in place of predefined
// sets. One set describes all panels, which differ only in their positions.
func (t *fillerType) liningSets() []state.PropertySet {
	s, p := t.key.sizes, t.panels[0]
	lining := []state.Property{
		lengthOf("LiningDepth", t.liningDepth().MM()), lengthOf("LiningThickness", s.LiningThickness.MM()),
		lengthOf("LiningOffset", t.liningOffset())}
	var panels []state.Property
	kind := "Window"
	if t.key.category == state.CategoryDoor {
		kind = "Door"
		panels = []state.Property{lengthOf("PanelDepth", s.PanelDepth.MM()), word("PanelOperation", p.operation),
			lengthOf("PanelWidth", p.share)}
	} else {
		if p.operation != notDefined {
			panels = append(panels, word("OperationType", p.operation))
		}
		if s.FrameThickness > 0 {
			panels = append(panels, lengthOf("FrameDepth", s.PanelDepth.MM()),
				lengthOf("FrameThickness", s.FrameThickness.MM()))
		}
	}
	if len(t.panels) == 1 {
		panels = append(panels, word("PanelPosition", p.position))
	}
	return []state.PropertySet{{Name: "Pset_" + kind + "LiningProperties", Properties: lining},
		{Name: "Pset_" + kind + "PanelProperties", Properties: panels}}
}

// lengthOf returns a property whose value is a number: a length in mm, or a ratio.
func lengthOf(name string, value float64) state.Property {
	return state.Property{Name: name, Value: shape.PropertyOf(value)}
}

func word(name string, item step.Enum) state.Property {
	return state.Property{Name: name, Value: shape.PropertyOf(string(item))}
}

// predefinedSet writes a set of predefined properties.
func (x *exporter) predefinedSet(entity, owner, role string, rest ...step.Value) step.Ref {
	return x.addRoot(entity, ifc.DerivedGlobalID(owner, role),
		append([]step.Value{x.history(""), null, null}, rest...)...)
}

// doorSets writes IfcDoorLiningProperties and IfcDoorPanelProperties. The lining is centred on the wall's middle plane,
// which is the plane Y = 0 of the door. Its offset is the distance from that plane to its face.
func (x *exporter) doorSets(t *fillerType, owner string) step.List {
	s := t.key.sizes
	out := step.List{x.predefinedSet("IFCDOORLININGPROPERTIES", owner, "lining",
		mm(s.LiningDepth), mm(s.LiningThickness),
		null, null, null, null, step.Real(-s.LiningDepth.MM()/2), null, null, null, null, null, null)}
	for i, p := range t.panels {
		if p.operation == fixedPanel && x.dialect.panelsOpen {
			p.operation = notDefined
		}
		out = append(out, x.predefinedSet("IFCDOORPANELPROPERTIES", owner, fmt.Sprintf("panel %d", i+1),
			mm(s.PanelDepth), p.operation, step.Real(p.share), p.position, null))
	}
	return out
}

// windowSets writes IfcWindowLiningProperties and IfcWindowPanelProperties. The lining has the same position as in a
// door, but not every schema has an attribute for its offset.
func (x *exporter) windowSets(t *fillerType, owner string) step.List {
	s := t.key.sizes
	offset := step.Value(null)
	if x.dialect.windowOffsets {
		offset = step.Real(t.liningOffset())
	}
	out := step.List{x.predefinedSet("IFCWINDOWLININGPROPERTIES", owner, "lining",
		mm(t.liningDepth()), mm(s.LiningThickness),
		null, null, null, null, null, null, null, offset, null, null)}
	for i, p := range t.panels {
		depth, thickness := step.Value(null), step.Value(null)
		if s.FrameThickness > 0 {
			depth, thickness = mm(s.PanelDepth), mm(s.FrameThickness)
		}
		out = append(out, x.predefinedSet("IFCWINDOWPANELPROPERTIES", owner, fmt.Sprintf("panel %d", i+1), p.operation,
			p.position, depth, thickness, null))
	}
	return out
}

// liningDepth returns the depth of the lining. That of a skylight includes its upstand.
func (t *fillerType) liningDepth() geometry.Length { return t.key.sizes.LiningDepth + t.key.upstand }

// liningOffset returns where the lining begins along Y, in millimetres. The lining of a skylight begins at the top of
// its upstand, all others are centred.
func (t *fillerType) liningOffset() float64 {
	if t.key.category == state.CategorySkylight {
		return -t.key.upstand.MM()
	}
	return -t.key.sizes.LiningDepth.MM() / 2
}
