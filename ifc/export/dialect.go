package export

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// The schemas that the exporter can write, as [Options] and the header name them.
const (
	SchemaIFC2X3 = "IFC2X3"      // IFC2X3 TC1
	SchemaIFC4   = "IFC4"        // IFC4 ADD2 TC1
	SchemaIFC4X3 = "IFC4X3_ADD2" // IFC4X3 ADD2
)

// Schemas lists the schemas that can be written.
func Schemas() []string {
	out := make([]string, len(dialects))
	for i := range dialects {
		out[i] = dialects[i].name
	}
	return out
}

// Prepare starts to load the tables of a schema in another goroutine before an export needs them, because loading takes
// some hundredths of a second. For an unknown schema it loads the tables of IFC4; the export refuses the name later.
func Prepare(name string) {
	d := dialectOf(name)
	go func() {
		schema.IFC4()
		d.schema()
	}()
}

// dialect describes how one schema differs from IFC4 ADD2. The exporter writes in the classes and attributes of IFC4
// ADD2. It does not repeat the contents of the schema tables. Attributes that another schema has under the same name go
// to their index in that schema. Attributes that it lacks are left out and counted (form.go).
type dialect struct {
	name   string
	schema func() *schema.Schema
	views  []string // model view definitions that the header may name; the first is the default

	entities   map[string]string     // maps a class of IFC4 to a class of this schema
	attributes map[string]string     // CLASS.Attribute of IFC4 to the attribute's name in this schema
	fixed      map[string]step.Value // CLASS.Attribute of this schema: its value if the exporter gives none

	shapeForms
	spatialForms
	elementForms
	openingForms
	serviceForms
}

// shapeForms holds the differences in shapes and styles.
type shapeForms struct {
	faceSets         bool   // the schema has tessellated face sets
	indexedCurves    bool   // the schema has lines with arcs over a list of points
	curve3D          string // representation type of an axis in space
	styleAssignments bool   // a styled item has its style through an IfcPresentationStyleAssignment
}

// spatialForms holds the differences in the project, its storeys and rooms.
type spatialForms struct {
	spaceKind        step.Enum // predefined type of a room (IfcSpaceTypeEnum)
	externalBySet    bool      // a property, not a kind of space, states that a room is inside
	levelByAttribute bool      // a storey has its height as an attribute besides its placement; IFC4X3 deprecates it
	scaledMaps       bool      // a map conversion has the scale of the map apart from the scale of the units
	georeferenceSets bool      // property sets of the project state the place on the map
	groundBoundaries bool      // a boundary may say that it lies in the ground
	virtualOpenings  bool      // a virtual boundary may be an opening; otherwise it is a virtual element
	namedPersons     bool      // a person needs a name besides an identification
}

// elementForms holds the differences in elements, their properties, quantities and materials.
type elementForms struct {
	flightByAttribute bool   // a flight has its steps as attributes; later schemas deprecate them for the property set
	standardWalls     bool   // layered walls of one prism are IfcWallStandardCase
	quantitySet       string // the name of every quantity set, "" for the name in its template
	materialSets      bool   // materials have named sets of properties
	boundsOnly        bool   // a property with bounds has no value of its own
}

// openingForms holds the differences in openings, doors and windows.
type openingForms struct {
	panelsOpen    bool // the schema has no operation for a door panel that does not open
	liningBySets  bool // property sets describe lining and panels; predefined properties are deprecated
	windowOffsets bool // the lining of a window has its offsets
	recessAsType  bool // ObjectType states that an opening is a recess
}

// serviceForms holds the differences in services and their systems.
type serviceForms struct {
	servicesByType    bool // only the types of segments and fittings state their kind
	groupsHaveMembers bool // a group must have members
	nestedPorts       bool // ports are nested in their element
	referencedSystems bool // a system is referenced in the building that it serves
	carrierJunctions  bool // fittings of cable carriers are junctions and transitions, as other fittings are
}

var dialects = []dialect{
	{
		name: SchemaIFC2X3, schema: schema.IFC2X3, views: []string{ViewCoordination},
		entities: map[string]string{
			"IFCDOORTYPE": "IFCDOORSTYLE", "IFCWINDOWTYPE": "IFCWINDOWSTYLE", "IFCROOFTYPE": "IFCTYPEPRODUCT",
			"IFCFURNITURE": "IFCFURNISHINGELEMENT", "IFCSANITARYTERMINAL": "IFCFLOWTERMINAL",
			"IFCAIRTERMINAL":  "IFCFLOWTERMINAL",
			"IFCLIGHTFIXTURE": "IFCFLOWTERMINAL", "IFCOUTLET": "IFCFLOWTERMINAL",
			"IFCFIRESUPPRESSIONTERMINAL": "IFCFLOWTERMINAL",
			"IFCELECTRICAPPLIANCE":       "IFCFLOWTERMINAL", "IFCUNITARYEQUIPMENT": "IFCENERGYCONVERSIONDEVICE",
			"IFCBOILER": "IFCENERGYCONVERSIONDEVICE",
			"IFCPUMP":   "IFCFLOWMOVINGDEVICE", "IFCTANK": "IFCFLOWSTORAGEDEVICE",
			"IFCDUCTSEGMENT": "IFCFLOWSEGMENT", "IFCPIPESEGMENT": "IFCFLOWSEGMENT",
			"IFCCABLECARRIERSEGMENT": "IFCFLOWSEGMENT",
			"IFCDUCTFITTING":         "IFCFLOWFITTING", "IFCPIPEFITTING": "IFCFLOWFITTING",
			"IFCCABLECARRIERFITTING": "IFCFLOWFITTING", "IFCDISTRIBUTIONSYSTEM": "IFCSYSTEM",
			"IFCRELSPACEBOUNDARY1STLEVEL": "IFCRELSPACEBOUNDARY",
			"IFCRELSPACEBOUNDARY2NDLEVEL": "IFCRELSPACEBOUNDARY",
		},
		attributes: map[string]string{
			"IFCPERSON.Identification": "Id", "IFCORGANIZATION.Identification": "Id",
			"IFCCLASSIFICATIONREFERENCE.Identification": "ItemReference",
			"IFCSPACE.PredefinedType":                   "InteriorOrExteriorSpace",
			"IFCSTAIR.PredefinedType":                   "ShapeType",
			"IFCRAMP.PredefinedType":                    "ShapeType",
			"IFCROOF.PredefinedType":                    "ShapeType",
			"IFCSTAIRFLIGHT.NumberOfRisers":             "NumberOfRiser",
			"IFCWINDOWTYPE.PartitioningType":            "OperationType",
		},
		fixed: map[string]step.Value{
			"IFCDOORSTYLE.ConstructionType": notDefined, "IFCDOORSTYLE.ParameterTakesPrecedence": step.False,
			"IFCDOORSTYLE.Sizeable":           step.False,
			"IFCWINDOWSTYLE.ConstructionType": notDefined, "IFCWINDOWSTYLE.ParameterTakesPrecedence": step.False,
			"IFCWINDOWSTYLE.Sizeable":             step.False,
			"IFCTYPEPRODUCT.ApplicableOccurrence": step.String("IfcRoof"),
			"IFCCLASSIFICATION.Source":            step.String(unnamed),
			"IFCCLASSIFICATION.Edition":           step.String(unnamed),
		},
		shapeForms: shapeForms{curve3D: "GeometricSet", styleAssignments: true},
		spatialForms: spatialForms{spaceKind: "INTERNAL", levelByAttribute: true,
			namedPersons: true, georeferenceSets: true},
		elementForms: elementForms{flightByAttribute: true, quantitySet: baseQuantities,
			standardWalls: true, boundsOnly: true},
		openingForms: openingForms{panelsOpen: true, recessAsType: true},
		serviceForms: serviceForms{servicesByType: true, groupsHaveMembers: true},
	},
	{
		name: SchemaIFC4, schema: schema.IFC4, views: []string{ViewReference, ViewDesignTransfer},
		shapeForms: shapeForms{faceSets: true, indexedCurves: true, curve3D: "Curve3D"},
		spatialForms: spatialForms{spaceKind: "INTERNAL", levelByAttribute: true,
			virtualOpenings: true, groundBoundaries: true},
		elementForms: elementForms{materialSets: true},
		openingForms: openingForms{windowOffsets: true},
		serviceForms: serviceForms{nestedPorts: true},
	},
	{
		name: SchemaIFC4X3, schema: schema.IFC4X3, views: []string{ViewReference4X3},
		attributes: map[string]string{"IFCCLASSIFICATION.Location": "Specification"},
		shapeForms: shapeForms{faceSets: true, indexedCurves: true, curve3D: "Curve3D"},
		spatialForms: spatialForms{spaceKind: "SPACE", externalBySet: true, scaledMaps: true,
			virtualOpenings: true, groundBoundaries: true},
		elementForms: elementForms{materialSets: true},
		openingForms: openingForms{liningBySets: true},
		serviceForms: serviceForms{nestedPorts: true, referencedSystems: true, carrierJunctions: true},
	},
}

// dialectOf returns the dialect of a schema; the dialect of IFC4 for an unknown name or "".
func dialectOf(name string) *dialect {
	i := slices.IndexFunc(dialects, func(d dialect) bool { return d.name == name })
	if i < 0 {
		i = slices.IndexFunc(dialects, func(d dialect) bool { return d.name == SchemaIFC4 })
	}
	return &dialects[i]
}

// className returns the class of this schema that corresponds to a class of IFC4.
func (d *dialect) className(ifc4 string) string {
	if name, ok := d.entities[ifc4]; ok {
		return name
	}
	return ifc4
}

// has reports whether the schema has a class.
func (d *dialect) has(entity string) bool {
	_, ok := d.schema().Entity(entity)
	return ok
}

// wantsHistory reports whether everything with a GlobalId needs an owner history.
func (d *dialect) wantsHistory() bool {
	root, ok := d.schema().Entity("IfcRoot")
	if !ok {
		return false
	}
	a, _, ok := root.Attribute("OwnerHistory")
	return ok && !a.Optional
}
