package export

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// structure is the spatial structure that was written, with the products to relate to it.
type structure struct {
	contexts    contexts
	project     step.Ref
	building    placing
	buildingRef step.Ref
	storeys     map[state.ID]placing  // placements of storeys by level
	containing  map[state.ID]state.ID // storeys that contain the elements of levels that are not storeys
	contained   grouping              // elements, by the level of their storey
	aggregated  grouping              // rooms, by the level whose storey aggregates them
}

func newStructure() structure {
	return structure{storeys: map[state.ID]placing{}, containing: map[state.ID]state.ID{}}
}

// element is the composition of all spatial elements (IfcElementCompositionEnum). No spatial element is a group or a
// part of another spatial element.
const element = step.Enum("ELEMENT")

// spatialStructure writes project, site, building and storeys, each aggregated in the object before it.
func (x *exporter) spatialStructure() {
	info := x.model.Info()
	defer x.within("project")()
	unit := x.units()
	x.writeContexts()
	globalID := x.projectText("GlobalId", ifc.DerivedGlobalID(info.ID, "project"))
	project := x.addRoot("IFCPROJECT", globalID, x.history(""), label(info.Name),
		text(info.Description), label(x.projectText("ObjectType", "")), label(x.projectText("LongName", "")),
		label(x.projectText("Phase", "")),
		x.refs(x.contexts.model, x.contexts.plan), unit)
	x.project = project
	x.georeference(project)
	site, at := x.writeSite(info.SiteID)
	building := x.writeBuilding(info.BuildingID, at)
	x.contained.put(string(info.SiteID), site)
	x.contained.put(string(info.BuildingID), building)
	x.aggregate(info.ID, "site", project, site)
	x.aggregate(string(info.SiteID), "building", site, building)
	var storeys []step.Ref
	for _, level := range shape.Levels(x.model) {
		if ref, written := x.storey(level); written {
			storeys = append(storeys, ref)
		}
	}
	for _, level := range shape.Levels(x.model) {
		if !writtenAsStorey(x.model, level) {
			x.reference(level)
		}
	}
	if len(storeys) > 0 {
		x.aggregate(string(info.BuildingID), "storeys", building, storeys...)
	}
}

func (x *exporter) writeSite(id state.ID) (step.Ref, placing) {
	defer x.within(string(id))()
	moved := geometry.World()
	moved.Origin = shape.Offset(x.model) // only the site moves; all other coordinates stay those of the model
	at := placing{ref: x.place(placing{frame: geometry.World()}, moved).ref, frame: geometry.World()}
	e, ok := x.element(id)
	site, isSite := x.site()
	if !ok || !isSite {
		e, site = &state.Element{ID: id, Category: state.CategorySite, Name: "Site"}, &shape.Site{}
	}
	ref := x.product(product{entity: "IFCSITE", element: e, at: at, shape: x.parcel(site), tail: []step.Value{
		label(x.attribute(e, shape.AttributeLongName, "")), element, angleMeasure(site.Latitude),
		angleMeasure(site.Longitude), mm(site.Elevation),
		null, x.address(site.Address)}})
	x.describe(e, ref, described{class: classOf(e.Category)})
	return ref, at
}

// parcel writes the boundary of a site as its footprint; it returns 0 for a site without a boundary.
func (x *exporter) parcel(s *shape.Site) step.Ref {
	if len(s.Boundary) == 0 {
		return 0
	}
	return x.shape(x.add("IFCSHAPEREPRESENTATION", x.contexts.print, step.String("FootPrint"),
		step.String("GeometricCurveSet"), x.refs(x.add("IFCGEOMETRICCURVESET", x.refs(x.ring(s.Boundary))))))
}

func (x *exporter) writeBuilding(id state.ID, site placing) step.Ref {
	defer x.within(string(id))()
	x.building = x.place(site, geometry.World())
	e, ok := x.element(id)
	if !ok {
		e = &state.Element{ID: id, Category: state.CategoryBuilding, Name: "Building", Params: &shape.Building{}}
	}
	b, ok := e.Params.(*shape.Building)
	if !ok {
		b = &shape.Building{}
	}
	ref := x.product(product{entity: "IFCBUILDING", element: e, at: x.building,
		tail: []step.Value{label(x.attribute(e, shape.AttributeLongName, "")), element, null, null,
			x.address(b.Address)}})
	d := described{class: classOf(e.Category)}
	if b.Use != "" {
		d.add("Pset_BuildingCommon", "OccupancyType", b.Use)
	}
	x.describe(e, ref, d)
	x.buildingRef = ref
	return ref
}

// address writes an address given as a single line.
func (x *exporter) address(line string) step.Value {
	if line == "" {
		return null
	}
	return x.add("IFCPOSTALADDRESS", null, null, null, null, step.List{label(line)}, null, null, null, null, null)
}

// levelObjectType marks a storey of the file that is not a storey in the model.
const levelObjectType = "LEVEL"

// storey writes a level as a storey and reports whether it did. The height of its placement is the level's elevation,
// because importers read the elevation from the placement.
func (x *exporter) storey(e *state.Element) (step.Ref, bool) {
	if !writtenAsStorey(x.model, e) {
		return 0, false
	}
	level := e.Params.(*shape.Level)
	defer x.within(string(e.ID))()
	frame := geometry.World()
	frame.Origin.Z = level.Elevation
	at := x.place(x.building, frame)
	x.storeys[e.ID] = at
	objectType := ""
	if !level.IsStorey {
		objectType = levelObjectType
	}
	ref := x.product(product{entity: "IFCBUILDINGSTOREY", element: e, at: at, objectType: objectType,
		tail: []step.Value{label(x.attribute(e, shape.AttributeLongName, "")), element, x.levelHeight(level)}})
	x.describe(e, ref, described{class: classOf(e.Category)})
	x.contained.put(string(e.ID), ref)
	x.aggregated.put(string(e.ID), ref)
	return ref, true
}

// reference writes a level that is not a storey as an annotation at its height. The elements on the level are placed
// and contained in the storey below.
func (x *exporter) reference(e *state.Element) {
	l, ok := e.Params.(*shape.Level)
	if !ok {
		return
	}
	defer x.within(string(e.ID))()
	frame := geometry.World()
	frame.Origin.Z = l.Elevation
	at := x.place(x.building, frame)
	if below, ok := shape.StoreyBelow(x.model, l); ok {
		x.containing[e.ID] = below
		stands := x.storeys[below]
		x.storeys[e.ID] = placing{ref: stands.ref, frame: frame, lift: l.Elevation - stands.frame.Origin.Z}
	}
	ref := x.product(product{entity: "IFCANNOTATION", element: e, objectType: levelObjectType, at: at})
	x.rel("IFCRELCONTAINEDINSPATIALSTRUCTURE", string(e.ID), "building", x.refs(ref), x.buildingRef)
	x.describe(e, ref, described{class: classOf(e.Category)})
}

// storeyOf returns the level whose storey contains the elements of a level.
func (x *exporter) storeyOf(level state.ID) state.ID {
	if below, ok := x.containing[level]; ok {
		return below
	}
	return level
}

// levelHeight returns a storey's height for the attribute Elevation, which repeats the height of the placement.
func (x *exporter) levelHeight(l *shape.Level) step.Value {
	if !x.dialect.levelByAttribute {
		return null
	}
	return mm(l.Elevation)
}

// writtenAsStorey reports whether a level is written as a storey. That is so if it is a storey of the model, or if the
// model has no storey and something stands on the level. In the second case its ObjectType is LEVEL.
func writtenAsStorey(m *state.Model, e *state.Element) bool {
	level, ok := e.Params.(*shape.Level)
	if !ok || level.IsStorey {
		return ok
	}
	_, any := shape.StoreyBelow(m, level)
	return !any && len(m.OnLevel(e.ID)) > 0
}

// angleMeasure returns an IfcCompoundPlaneAngleMeasure: degrees, minutes, seconds and millionths of a second, all of
// the angle's sign. An angle is a whole number of millionths of a degree, each of which is 3600 millionths of a second,
// so the result is exact.
func angleMeasure(a *geometry.Angle) step.Value {
	if a == nil {
		return null
	}
	const secondsOfDegree, millionths = 3600, 1_000_000
	micro := int64(*a) * secondsOfDegree // millionths of a second
	seconds := micro / millionths
	return step.List{step.Int(seconds / secondsOfDegree), step.Int(seconds / 60 % 60), step.Int(seconds % 60),
		step.Int(micro % millionths)}
}
