package verify

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var versionRules = []Rule{
	{ID: "IFC102", Title: "Nothing is used that the schema's documentation deprecates: entities, attributes, items, " +
		"property sets.", Severity: Agreement, run: deprecated},
	{ID: "IFC105", Title: "Every instance that is no rooted one is reached from a rooted one by its attributes, or " +
		"by the few inverse ones for styles, layers, subcontexts, coordinate operations, properties of materials and " +
		"profiles, and representations of materials.", Severity: Agreement, run: reachedNarrowly},
	{ID: "IFC106", Title: "The same as IFC105, where colours, textures, aspects and well-known text lead on too.",
		Severity: Practice, run: reachedWidely},
	{ID: "IFC430", Title: "A file that declares the model view definition ReferenceView has no alignments.",
		Severity: Practice,
		Schemas:  only4x3, run: referenceScope},
}

func referenceScope(c *check) {
	if !c.declaresView("ReferenceView") {
		return
	}
	c.applied = true
	for _, x := range c.exactly("IFCALIGNMENT") {
		c.at(x, "", "alignments are beyond the scope of the ReferenceView")
	}
}

// deprecation lists the parts of a schema that its documentation deprecates.
type deprecation struct {
	entities   string            // alone, without subtypes
	attributes map[string]string // attributes by entity with subtypes
	items      map[string]string // items of PredefinedType (or the attribute after the point) by entity with subtypes
	types      string            // types of shape representations
}

var flowClasses = " IfcFlowFitting IfcFlowSegment IfcFlowTerminal IfcFlowController IfcFlowMovingDevice " +
	"IfcFlowStorageDevice IfcFlowTreatmentDevice IfcEnergyConversionDevice"

var deprecations = map[string]deprecation{
	ifc2x3: {
		entities: "Ifc2DCompositeCurve IfcConnectionPortGeometry IfcElectricalElement IfcEquipmentElement " +
			"IfcTextLiteral IfcProductRepresentation IfcRepresentation IfcRepresentationContext IfcRelAssociates",
		attributes: map[string]string{"IfcFillAreaStyleHatching": "PointOfReferenceHatchLine"},
		items:      map[string]string{"IfcOwnerHistory.ChangeAction": "MODIFIEDADDED MODIFIEDDELETED"},
	},
	ifc4: {
		entities: "IfcBeamStandardCase IfcColumnStandardCase IfcDoorStandardCase IfcDoorStyle " +
			"IfcFaceBasedSurfaceModel IfcMaterialClassificationRelationship IfcMaterialList IfcMemberStandardCase " +
			"IfcOpeningStandardCase IfcPlateStandardCase IfcPresentationStyleAssignment IfcProxy " +
			"IfcRelCoversBldgElements IfcRelCoversSpaces IfcSlabElementedCase IfcSlabStandardCase IfcTextLiteral " +
			"IfcWallElementedCase IfcWallStandardCase IfcWindowStandardCase IfcWindowStyle" + flowClasses,
		attributes: map[string]string{
			"IfcDoorLiningProperties": "ShapeAspectStyle", "IfcDoorPanelProperties": "ShapeAspectStyle",
			"IfcFillAreaStyleHatching": "PointOfReferenceHatchLine", "IfcReinforcingElement": "SteelGrade",
			"IfcRelAssigns":            "RelatedObjectsType",
			"IfcStairFlight":           "NumberOfRisers NumberOfTreads RiserHeight TreadLength",
			"IfcWindowPanelProperties": "ShapeAspectStyle", "IfcWindowLiningProperties": "ShapeAspectStyle",
			"IfcTendon": "NominalDiameter CrossSectionArea TensionForce PreStress FrictionCoefficient AnchorageSlip " +
				"MinCurvatureRadius",
			"IfcTendonType": "NominalDiameter CrossSectionArea SheathDiameter"},
		items: map[string]string{"IfcWall": "POLYGONAL STANDARD ELEMENTEDWALL",
			"IfcWallType": "POLYGONAL STANDARD ELEMENTEDWALL"},
	},
	ifc4x3: {
		entities: "IfcBuildingSystem IfcCivilElement IfcCivilElementType IfcDoorLiningProperties " +
			"IfcDoorPanelProperties IfcElectricDistributionBoard IfcElectricDistributionBoardType " +
			"IfcFaceBasedSurfaceModel IfcMaterialClassificationRelationship IfcMaterialList " +
			"IfcPermeableCoveringProperties IfcPostalAddress IfcRelConnectsPortToElement IfcRelCoversBldgElements " +
			"IfcRelServicesBuildings IfcRelCoversSpaces IfcTelecomAddress IfcTextLiteral IfcTrapeziumProfileDef " +
			"IfcWallStandardCase IfcWindowLiningProperties IfcWindowPanelProperties IfcWindowStandardCase" +
			flowClasses,
		attributes: map[string]string{
			"IfcBuilding": "BuildingAddress ElevationOfRefHeight ElevationOfTerrain", "IfcBuildingStorey": "Elevation",
			"IfcFillAreaStyleHatching": "PointOfReferenceHatchLine",
			"IfcOrganization":          "Addresses", "IfcPerson": "Addresses",
			"IfcPile": "ConstructionType", "IfcReinforcingElement": "SteelGrade", "IfcRelAssigns": "RelatedObjectsType",
			"IfcSite":                  "LandTitleNumber SiteAddress",
			"IfcStairFlight":           "NumberOfRisers NumberOfTreads RiserHeight TreadLength",
			"IfcSurfaceStyleRendering": "DiffuseTransmissionColour ReflectionColour TransmissionColour",
			"IfcSurfaceTexture":        "Parameter", "IfcTendon": "NominalDiameter CrossSectionArea",
			"IfcTextureCoordinateGenerator": "Parameter"},
		items: map[string]string{"IfcBuildingElementProxy": "PROVISIONFORSPACE PROVISIONFORVOID",
			"IfcFireSuppressionTerminal": "SPRINKLERDEFLECTOR", "IfcFireSuppressionTerminalType": "SPRINKLERDEFLECTOR",
			"IfcCableCarrierFitting": "TEE CROSS REDUCER", "IfcCableCarrierFittingType": "TEE CROSS REDUCER",
			"IfcGeographicElement": "SOIL_BORING_POINT", "IfcGeographicElementType": "SOIL_BORING_POINT",
			"IfcSpace": "INTERNAL EXTERNAL", "IfcSpaceType": "INTERNAL EXTERNAL", "IfcWall": "POLYGONAL STANDARD",
			"IfcWallType": "POLYGONAL STANDARD"},
		types: "PointCloud",
	},
}

func deprecated(c *check) {
	c.applied = true
	d := deprecations[c.schema.Name]
	for _, entity := range strings.Fields(d.entities) {
		for _, x := range c.exactly(strings.ToUpper(entity)) {
			c.at(x, "", "%s is deprecated", entity)
		}
	}
	for _, entity := range sortedKeys(d.attributes) {
		for _, x := range c.model.Of(strings.ToUpper(entity)) {
			for _, a := range strings.Fields(d.attributes[entity]) {
				if c.has(x, strings.ToUpper(a)) {
					c.at(x, a, "the attribute is deprecated")
				}
			}
		}
	}
	c.deprecatedItems(d)
	c.deprecatedTexts(d)
}

func (c *check) deprecatedItems(d deprecation) {
	for _, key := range sortedKeys(d.items) {
		entity, attribute, named := strings.Cut(key, ".")
		if !named {
			attribute = "PredefinedType"
		}
		for _, x := range c.model.Of(strings.ToUpper(entity)) {
			if item := c.enum(x, strings.ToUpper(attribute)); slices.Contains(strings.Fields(d.items[key]), item) {
				c.at(x, attribute, "the item %s is deprecated", item)
			}
		}
	}
}

func (c *check) deprecatedTexts(d deprecation) {
	for _, x := range c.model.Of("IFCSHAPEREPRESENTATION") {
		if t := c.text(x, "REPRESENTATIONTYPE"); t != "" && t == d.types {
			c.at(x, "RepresentationType", "the type %s is deprecated", t)
		}
	}
	for _, x := range c.model.Of("IFCPROPERTYSET") {
		if c.text(x, "NAME") == "Pset_Draughting" {
			c.at(x, "Name", "the property set Pset_Draughting is deprecated")
		}
	}
}

// followed lists the inverse attributes that IFC105 follows from one resource to another. followedToo lists the inverse
// attributes that IFC106 follows.
var (
	followed = strings.Fields("STYLEDBYITEM HASCOORDINATEOPERATION LAYERASSIGNMENTS LAYERASSIGNMENT HASSUBCONTEXTS " +
		"HASPROPERTIES HASREPRESENTATION")
	followedToo = append(strings.Fields("HASCOLOURS HASTEXTURES HASSHAPEASPECTS WELLKNOWNTEXT"), followed...)
)

// reachedNarrowly is the rule IFC105. It only warns of colours of face sets, aspects of shapes and well-known text,
// because they are legitimate and the later IFC106 allows them.
func reachedNarrowly(c *check) {
	narrow := c.reached(followed)
	var wide map[*express.Instance]bool
	for _, x := range c.model.Instances() {
		c.applied = c.applied || !x.IsA("IFCROOT")
		if narrow[x] {
			continue
		}
		if wide == nil {
			wide = c.reached(followedToo)
		}
		severity := Agreement
		if wide[x] {
			severity = Practice
		}
		c.unreached(severity, x)
	}
}

// reachedWidely is the rule IFC106.
func reachedWidely(c *check) {
	wide := c.reached(followedToo)
	for _, x := range c.model.Instances() {
		c.applied = c.applied || !x.IsA("IFCROOT")
		if !wide[x] {
			c.unreached(Practice, x)
		}
	}
}

func (c *check) unreached(severity Severity, x *express.Instance) {
	c.atAs(severity, x, "", "no rooted instance leads to this one")
}

// reached returns the instances that rooted instances reach over references and the inverse attributes.
func (c *check) reached(inverses []string) map[*express.Instance]bool {
	seen := map[*express.Instance]bool{}
	pending := slices.Clone(c.model.Of("IFCROOT"))
	for _, x := range pending {
		seen[x] = true
	}
	for len(pending) > 0 {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		next := append(c.model.References(x), c.propertiesOf(x)...)
		for _, inverse := range inverses {
			if x.Has(inverse) {
				next = append(next, c.many(x, inverse)...)
			}
		}
		for _, to := range next {
			if !seen[to] {
				seen[to] = true
				pending = append(pending, to)
			}
		}
	}
	return seen
}

// propertiesOf returns the properties of a material or profile in IFC2X3, which has no inverse attribute for them.
func (c *check) propertiesOf(x *express.Instance) []*express.Instance {
	switch {
	case c.schema.Name != ifc2x3:
	case x.IsA("IFCMATERIAL"):
		return c.model.Users(x, "IFCMATERIALPROPERTIES", "MATERIAL")
	case x.IsA("IFCPROFILEDEF"):
		return c.model.Users(x, "IFCPROFILEPROPERTIES", "PROFILEDEFINITION")
	}
	return nil
}
