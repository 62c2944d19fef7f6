package verify

import "fmt"

var setClauses = []clause{
	{"PSE001", "occurrence", ifc4, Passed, pset("Pset_WallCommon", single("IsExternal", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE001", "type", ifc4x3, Passed, single("IsExternal", "IFCBOOLEAN(.T.)") +
		`#2=IFCPROPERTYSET('s',$,'Pset_WallCommon',$,(#1));
#3=IFCWALLTYPE('t',$,$,$,$,(#2),$,$,$,.SOLIDWALL.);`},
	{"PSE001", "type of IFC2X3", ifc2x3, Passed, single("IsExternal", "IFCBOOLEAN(.T.)") +
		`#2=IFCPROPERTYSET('s',$,'Pset_WallCommon',$,(#1));
#3=IFCWALLTYPE('t',$,$,$,$,(#2),$,$,$,.STANDARD.);`},
	{"PSE001", "unknown set", ifc4, Failed, pset("Pset_MyWall", single("IsExternal", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE001", "set of another schema", ifc2x3, Failed, pset("Pset_AddressX", single("a", "IFCLABEL('b')"), wall2x3)},
	{"PSE001", "unknown property", ifc4, Failed, pset("Pset_WallCommon",
		single("isExternal", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE001", "another object", ifc4, Failed, pset("Pset_DoorCommon", single("IsExternal", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE001", "another predefined type", ifc4, Failed,
		pset("Pset_ActuatorTypeElectricActuator", single("ActuatorInputPower", "IFCPOWERMEASURE(1.)"),
			"#3=IFCACTUATOR('w',$,$,$,$,$,$,$,.HYDRAULICACTUATOR.);")},
	{"PSE001", "no predefined type", ifc4, Passed,
		pset("Pset_ActuatorTypeElectricActuator", single("ActuatorInputPower", "IFCPOWERMEASURE(1.)"),
			"#3=IFCACTUATOR('w',$,$,$,$,$,$,$,$);")},
	{"PSE001", "occurrences' set of a type", ifc4x3, Failed, single("SerialNumber", "IFCIDENTIFIER('1')") +
		`#2=IFCPROPERTYSET('s',$,'Pset_ManufacturerOccurrence',$,(#1));
#3=IFCPUMPTYPE('t',$,$,$,$,(#2),$,$,$,.CIRCULATOR.);`},
	{"PSE001", "another kind of property", ifc4, Failed,
		pset("Pset_WallCommon", "#1=IFCPROPERTYLISTVALUE('IsExternal',$,(IFCBOOLEAN(.T.)),$);", wall)},
	{"PSE001", "another type of value", ifc4, Failed, pset("Pset_WallCommon",
		single("IsExternal", "IFCLABEL('yes')"), wall)},
	{"PSE001", "property without value", ifc4, Passed, pset("Pset_WallCommon", single("IsExternal", "$"), wall)},
	{"PSE001", "set of nothing", ifc4, Passed, pset("Pset_WallCommon", single("IsExternal", "IFCBOOLEAN(.T.)"), "")},
	{"PSE001", "set of one's own", ifc4, NotApplied, pset("MySet", single("x", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE002", "set of one's own", ifc4, Passed, pset("MyPset_Wall", single("x", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE002", "without underscore", ifc4, Failed, pset("PsetWall", single("x", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE002", "lower case", ifc2x3, Failed, pset("pset_WallCommon", single("x", "IFCBOOLEAN(.T.)"), wall2x3)},
	{"PSE002", "upper case", ifc4x3, Failed, pset("PSET_WallCommon", single("x", "IFCBOOLEAN(.T.)"), wall)},
	{"PSE002", "official prefix", ifc4, NotApplied, pset("Pset_Mine", single("x", "IFCBOOLEAN(.T.)"), wall)},
	{"QTY001", "occurrence", ifc4, Passed, qto("Qto_WallBaseQuantities", "'BaseQuantities'", length("Length"), wall)},
	{"QTY001", "type", ifc4, Passed, length("Length") +
		`#2=IFCELEMENTQUANTITY('s',$,'Qto_WallBaseQuantities',$,'BaseQuantities',(#1));
#3=IFCWALLTYPE('t',$,$,$,$,(#2),$,$,$,.SOLIDWALL.);`},
	{"QTY001", "unknown set", ifc4, Failed, qto("Qto_MyWall", "'BaseQuantities'", length("Length"), wall)},
	{"QTY001", "unknown quantity", ifc4, Failed, qto("Qto_WallBaseQuantities",
		"'BaseQuantities'", length("Langth"), wall)},
	{"QTY001", "another kind", ifc4, Failed, qto("Qto_WallBaseQuantities", "'BaseQuantities'",
		length("GrossVolume"), wall)},
	{"QTY001", "another object", ifc4x3, Failed, qto("Qto_DoorBaseQuantities",
		"'BaseQuantities'", length("Width"), wall)},
	{"QTY001", "another method", ifc4, Failed, qto("Qto_WallBaseQuantities", "'Mine'", length("Length"), wall)},
	{"QTY001", "no method", ifc4x3, Failed, qto("Qto_WallBaseQuantities", "$", length("Length"), wall)},
	{"QTY001", "set of one's own", ifc4, NotApplied, qto("Mine", "$", length("Length"), wall)},
	{"IFC105", "reached", ifc4, Passed, shaped("WALL", "'Body','SweptSolid'")},
	{"IFC105", "style of an item", ifc4, Passed, shaped("WALL", "'Body','SweptSolid'") +
		"#30=IFCSTYLEDITEM(#9,(#31),$);\n#31=IFCCURVESTYLE($,$,$,$,$);"},
	{"IFC105", "aspect of a shape", ifc4, Failed, shapeAspect},
	{"IFC105", "point of nothing", ifc2x3, Failed, `#1=IFCCARTESIANPOINT((0.,0.));`},
	{"IFC105", "rooted instances only", ifc4, NotApplied, wall},
	{"IFC106", "aspect of a shape", ifc4, Passed, shapeAspect},
	{"IFC106", "point of nothing", ifc2x3, Failed, `#1=IFCCARTESIANPOINT((0.,0.));`},
	{"IFC106", "rooted instances only", ifc4, NotApplied, wall},
}

const (
	wall    = "#3=IFCWALL('w',$,$,$,$,$,$,$,$);\n"
	wall2x3 = "#3=IFCWALL('w',$,$,$,$,$,$,$);\n"
)

var shapeAspect = shaped("WALL", "'Body','SweptSolid'") + `#30=IFCSHAPEASPECT((#31),'a',$,.T.,#2);
#31=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#9));`

func single(name, value string) string {
	return fmt.Sprintf("#1=IFCPROPERTYSINGLEVALUE('%s',$,%s,$);\n", name, value)
}

func length(name string) string {
	return fmt.Sprintf("#1=IFCQUANTITYLENGTH('%s',$,$,1.,$);\n", name)
}

// pset returns a property set with the property #1, assigned to the object #3.
func pset(name, property, object string) string {
	return property + fmt.Sprintf("#2=IFCPROPERTYSET('s',$,'%s',$,(#1));\n", name) + belongs(object)
}

// qto returns a quantity set with the quantity #1, assigned to the object #3.
func qto(name, method, quantity, object string) string {
	return quantity + fmt.Sprintf("#2=IFCELEMENTQUANTITY('s',$,'%s',$,%s,(#1));\n", name, method) + belongs(object)
}

func belongs(object string) string {
	if object == "" {
		return ""
	}
	return object + "#4=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#3),#2);\n"
}
