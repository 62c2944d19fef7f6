package building

import "github.com/bimstream/bimstream/ifc/step"

// The property sets that tell the place on the map in IFC2X3 (buildingSMART, User Guide for Geo-referencing in IFC), in
// the spellings that occur.
var (
	conversionSets = []string{"ePSet_MapConversion", "ePset_MapConversion", "EPset_MapConversion"}
	crsSets        = []string{"ePSet_ProjectedCRS", "ePset_ProjectedCRS", "EPset_ProjectedCRS"}
)

// georeference reads the place on the map.
func (d *description) georeference() {
	for i := range d.file.Instances {
		in := &d.file.Instances[i]
		if d.isA(in, "IfcMapConversion") {
			d.b.Map = d.mapConversion(in)
			return
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
	own := d.units.length / micrometresOfMetre // metres of one of the file's units
	m := &MapConversion{
		CRS: d.text(crs, "Name"), Eastings: float64(number("Eastings", 0) * mapUnit), Northings: float64(number("Northings", 0) * mapUnit),
		Height: float64(number("OrthogonalHeight", 0) * mapUnit), Abscissa: number("XAxisAbscissa", 1), Ordinate: number("XAxisOrdinate", 0),
	}
	m.Scale = number("Scale", own/mapUnit) * mapUnit / own * number("FactorX", 1)
	return m
}

// mapUnit returns metres for one unit of the map: the one that the reference system names, else that of the file.
func (d *description) mapUnit(crs *step.Instance) float64 {
	if f := d.unitFactor(d.one(crs, "MapUnit"), 0); f > 0 {
		return f
	}
	return d.units.length / micrometresOfMetre
}

// mapOfSets reads the sets of IFC2X3; their coordinates are metres, their scale is that of the file's unit.
func (b *Building) mapOfSets(own float64) *MapConversion {
	find := func(sets []string, name string) any {
		for _, set := range sets {
			if v, ok := lookup(b.Project.Sets, set, name); ok {
				return v
			}
			for _, p := range b.Products {
				if v, ok := lookup(p.Sets, set, name); ok && p.Is("IfcSite") {
					return v
				}
			}
		}
		return nil
	}
	number := func(name string, otherwise float64) float64 {
		if v, ok := find(conversionSets, name).(float64); ok {
			return v
		}
		return otherwise
	}
	name, _ := find(crsSets, "Name").(string)
	if name == "" {
		return nil
	}
	m := &MapConversion{
		CRS: name, Eastings: number("Eastings", 0), Northings: number("Northings", 0), Height: number("OrthogonalHeight", 0),
		Abscissa: number("XAxisAbscissa", 1), Ordinate: number("XAxisOrdinate", 0), Scale: 1,
	}
	if scale := number("Scale", 0); scale > 0 {
		m.Scale = scale / own
	}
	return m
}
