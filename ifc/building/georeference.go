package building

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// The property sets that state the place on the map in IFC2X3 (buildingSMART, User Guide for Geo-referencing in IFC),
// in the spellings that occur.
var (
	conversionSets = []string{"ePSet_MapConversion", "ePset_MapConversion", "EPset_MapConversion"}
	crsSets        = []string{"ePSet_ProjectedCRS", "ePset_ProjectedCRS", "EPset_ProjectedCRS"}
)

// georeference reads the place on the map.
func (d *description) georeference() {
	for i := range d.file.Instances {
		in := &d.file.Instances[i]
		switch {
		case d.isA(in, "IfcMapConversion"):
			d.b.Map = d.mapConversion(in)
			return
		case d.isA(in, "IfcRigidOperation"):
			if d.b.Map = d.rigidOperation(in); d.b.Map != nil {
				return
			}
			d.countLeft(in)
		}
	}
	d.b.Map = d.b.mapOfSets(float64(d.units.length / micrometresOfMetre))
}

func (d *description) mapConversion(in *step.Instance) *MapConversion {
	crs := d.one(in, "TargetCRS")
	mapUnit := d.mapUnit(crs)
	number := func(name string, otherwise float64) float64 {
		if v, ok := d.number(in, name); ok {
			return v
		}
		return otherwise
	}
	own := d.units.length / micrometresOfMetre // metres per unit of the file
	m := &MapConversion{
		CRS: d.text(crs, "Name"), Eastings: float64(number("Eastings", 0) * mapUnit),
		Northings: float64(number("Northings", 0) * mapUnit),
		Height:    float64(number("OrthogonalHeight", 0) * mapUnit), Abscissa: number("XAxisAbscissa", 1),
		Ordinate: number("XAxisOrdinate", 0),
	}
	m.Scale = number("Scale", own/mapUnit) * mapUnit / own * number("FactorX", 1)
	return m
}

// rigidOperation reads a translation into the coordinate system of a map whose axes are parallel to the file's (IFC4X3,
// IfcRigidOperation); nil for a translation in degrees.
func (d *description) rigidOperation(in *step.Instance) *MapConversion {
	crs := d.one(in, "TargetCRS")
	unit := d.mapUnit(crs)
	var at [2]float64
	for i, name := range []string{"FirstCoordinate", "SecondCoordinate"} {
		v := d.value(in, name)
		if typed, ok := v.(step.Typed); ok {
			if strings.Contains(typed.Name, "ANGLE") {
				return nil
			}
			v = typed.Value
		}
		number, ok := step.NumberOf(v)
		if !ok {
			return nil
		}
		at[i] = float64(number * unit)
	}
	height, _ := d.number(in, "Height")
	return &MapConversion{CRS: d.text(crs, "Name"), Eastings: at[0], Northings: at[1],
		Height: float64(height * unit), Abscissa: 1, Scale: 1}
}

// mapUnit returns the length of the map's unit in metres: the unit of the reference system, or by default the unit of
// the file.
func (d *description) mapUnit(crs *step.Instance) float64 {
	if f := d.unitFactor(d.one(crs, "MapUnit"), 0); f > 0 {
		return f
	}
	return d.units.length / micrometresOfMetre
}

// mapUnits maps the names of map units in property sets to metres. Spaces, underscores and hyphens are removed first.
var mapUnits = map[string]float64{
	"METRE": 1, "METER": 1, "M": 1, "MILLIMETRE": 0.001, "MILLIMETER": 0.001, "MM": 0.001, "FOOT": 0.3048,
	"FEET": 0.3048, "FT": 0.3048,
	"USSURVEYFOOT": 1200.0 / 3937, "USSURVEYFEET": 1200.0 / 3937, "FTUS": 1200.0 / 3937,
}

// mapOfSets reads the property sets of IFC2X3. A coordinate that is a length has already been converted from the file's
// unit. A plain number is in the unit that the set of the reference system names, or in metres. The scale is relative
// to the file's unit.
func (b *Building) mapOfSets(own float64) *MapConversion {
	name, _ := b.mapProperty(crsSets, "Name").Value.(string)
	if name == "" {
		return nil
	}
	unit, _ := b.mapProperty(crsSets, "MapUnit").Value.(string)
	metres := mapUnits[strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(unit))]
	if metres == 0 {
		metres = 1
	}
	number := func(name string, plain, otherwise float64) float64 {
		p := b.mapProperty(conversionSets, name)
		v, ok := p.Value.(float64)
		switch {
		case !ok:
			return otherwise
		case strings.HasSuffix(p.Measure, "LengthMeasure"):
			return v / 1000
		}
		return float64(v * plain)
	}
	m := &MapConversion{
		CRS: name, Eastings: number("Eastings", metres, 0), Northings: number("Northings", metres, 0),
		Height:   number("OrthogonalHeight", metres, 0),
		Abscissa: number("XAxisAbscissa", 1, 1), Ordinate: number("XAxisOrdinate", 1, 0), Scale: 1,
	}
	if scale := number("Scale", 1, 0); scale > 0 {
		m.Scale = scale * metres / own
	}
	return m
}

// mapProperty returns a property of the project or of a site in the first of the sets that has it.
func (b *Building) mapProperty(sets []string, name string) Property {
	for _, set := range sets {
		if p, ok := lookup(b.Project.Sets, set, name); ok {
			return p
		}
		for _, site := range b.Products {
			if !site.Is("IfcSite") {
				continue
			}
			if p, ok := lookup(site.Sets, set, name); ok {
				return p
			}
		}
	}
	return Property{}
}
