package export

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// The property sets that state the place on the map in IFC2X3 (buildingSMART, User Guide for Geo-referencing in IFC).
// They have the names and attributes of the classes that IFC4 introduced. They begin with ePSet because they are not
// official sets. The coordinates are plain reals, because a length measure would be in millimetres, as all lengths of
// the file are.
const (
	setMapConversion = "ePSet_MapConversion"
	setProjectedCRS  = "ePSet_ProjectedCRS"
)

// mapUnit is the unit of map coordinates.
const mapUnit = "METRE"

// mapping is the position of the model's origin on a map. The numbers are metres of the map.
type mapping struct {
	crs                         string
	eastings, northings, height step.Real
	abscissa, ordinate          step.Real // direction of the model's X axis on the map
	scale                       step.Real // metres of the map per metre of the model
}

// mapping returns the site's place on the map.
func (x *exporter) mapping() (mapping, bool) {
	s, ok := x.site()
	if !ok || s.CRS == "" {
		return mapping{}, false
	}
	scale := s.MapScale
	if scale == 0 {
		scale = 1
	}
	off := shape.Offset(x.model) // the conversion starts from the file's origin
	dx, dy := float64(off.X.M()*scale), float64(off.Y.M()*scale)
	cosine, sine := s.MapRotation.Cos(), s.MapRotation.Sin()
	return mapping{
		crs:       s.CRS,
		eastings:  metres(s.Eastings.M() - float64(dx*cosine) + float64(dy*sine)),
		northings: metres(s.Northings.M() - float64(dx*sine) - float64(dy*cosine)),
		height:    step.Real(s.OrthogonalHeight.M()),
		abscissa:  step.Real(s.MapRotation.Cos()), ordinate: step.Real(s.MapRotation.Sin()), scale: step.Real(scale),
	}, true
}

// metres returns a coordinate on the map, to a micrometre.
func metres(v float64) step.Real { return step.Real(rounded(v, float64(geometry.Metre))) }

// georeference writes the place on the map as a conversion of the model's context. In a schema without conversions it
// writes property sets of the project. The geometry does not change; only readers that apply the conversion move it.
func (x *exporter) georeference(project step.Ref) {
	m, ok := x.mapping()
	if !ok {
		return
	}
	if x.dialect.georeferenceSets {
		x.georeferenceSets(m, project)
		return
	}
	unit := x.siUnit("LENGTHUNIT", "", mapUnit)
	crs := x.crs(m, unit)
	// both contexts get the same conversion, because readers would otherwise separate them
	for _, context := range []step.Ref{x.contexts.model, x.contexts.plan} {
		args := []step.Value{context, crs, m.eastings, m.northings, m.height, m.abscissa, m.ordinate}
		if x.dialect.scaledMaps && m.scale != 1 {
			x.add("IFCMAPCONVERSIONSCALED", append(args, step.Real(metre), m.scale, m.scale, step.Real(1))...)
			continue
		}
		x.add("IFCMAPCONVERSION", append(args, m.unitScale())...)
	}
}

// crs writes the coordinate reference system under its name in the model, with the attributes of the source file.
func (x *exporter) crs(m mapping, unit step.Ref) step.Ref {
	if r := x.parsed(shape.OriginCRS); r != nil {
		ref, ok := r.Write(x.schema, x.shareIn, map[string]step.Value{"Name": label(m.crs), "MapUnit": unit})
		if ok && r.Class == "IfcProjectedCRS" {
			return ref
		}
		x.lose(r.Class)
	}
	return x.add("IFCPROJECTEDCRS", label(m.crs), null, null, null, null, null, unit)
}

// unitScale returns the metres of the map per millimetre of the model.
func (m mapping) unitScale() step.Real { return step.Real(float64(m.scale) * metre) }

func (x *exporter) georeferenceSets(m mapping, project step.Ref) {
	x.projectSet(project, setProjectedCRS, x.singleValue("Name",
		step.Typed{Name: "IFCLABEL", Value: step.String(m.crs)}),
		x.singleValue("MapUnit", step.Typed{Name: "IFCIDENTIFIER", Value: step.String(mapUnit)}))
	var conversion []step.Ref
	for _, p := range []struct {
		name  string
		value step.Real
	}{
		{"Eastings", m.eastings}, {"Northings", m.northings}, {"OrthogonalHeight", m.height},
		{"XAxisAbscissa", m.abscissa}, {"XAxisOrdinate", m.ordinate}, {"Scale", m.unitScale()},
	} {
		conversion = append(conversion, x.singleValue(p.name, step.Typed{Name: "IFCREAL", Value: p.value}))
	}
	x.projectSet(project, setMapConversion, conversion...)
}

// projectSet attaches a property set to the project.
func (x *exporter) projectSet(project step.Ref, name string, properties ...step.Ref) {
	owner := x.model.Info().ID
	set := x.addRoot("IFCPROPERTYSET", ifc.DerivedGlobalID(owner, "properties of "+name), x.history(""),
		step.String(name), null, x.refs(properties...))
	x.rel("IFCRELDEFINESBYPROPERTIES", owner, "properties "+name, x.refs(project), set)
}
