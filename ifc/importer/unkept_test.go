package importer

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// unkeptFile is a file of a wall with everything that the model cannot hold, and a second wall that shares some of it.
const unkeptFile = `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));ENDSEC;DATA;
#1=IFCPROJECT('0000000000000000000001',#50,'P',$,$,'Long','Phase 2',(#7),UNITS);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCBUILDINGSTOREY('0000000000000000000009',$,'Ground',$,$,#8,$,$,.ELEMENT.,0.);
#10=IFCWALL('0000000000000000000010',#50,'A',$,$,#8,#40,$,$);
#11=IFCWALL('0000000000000000000011',#50,'B',$,$,#8,#40,$,$);
#12=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000012',$,$,$,(#10,#11),#9);
#20=IFCQUANTITYLENGTH('Length',$,$,4000.,$);
#21=IFCQUANTITYAREA('Area',$,$,3.,$);
#22=IFCPHYSICALCOMPLEXQUANTITY('Layer',$,(#21,#23),'layer',$,$);
#23=IFCQUANTITYVOLUME('Volume',$,$,3.,$);
#24=IFCELEMENTQUANTITY('0000000000000000000024',$,'BaseQuantities',$,$,(#20,#22));
#25=IFCRELDEFINESBYPROPERTIES('0000000000000000000025',$,$,$,(#10,#11),#24);
#30=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,4000.,200.);
#31=IFCEXTRUDEDAREASOLID(#30,$,#32,3000.);
#32=IFCDIRECTION((0.,0.,1.));
#33=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#31));
#34=IFCREPRESENTATIONMAP(#5,#33);
#35=IFCMAPPEDITEM(#34,#36);
#36=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);
#37=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#35));
#38=IFCSHAPEREPRESENTATION(#7,'Box','BoundingBox',(#39));
#39=IFCBOUNDINGBOX(#4,1.,1.,1.);
#40=IFCPRODUCTDEFINITIONSHAPE($,$,(#37,#38));
#41=IFCPRESENTATIONLAYERASSIGNMENT('Walls',$,(#31),$);
#42=IFCPRESENTATIONLAYERASSIGNMENT('All',$,(#37),$);
#43=IFCCOLOURRGB($,1.,0.,0.);
#44=IFCSURFACESTYLERENDERING(#43,0.5,$,$,$,$,$,$,.FLAT.);
#45=IFCSURFACESTYLE('red',.POSITIVE.,(#44));
#46=IFCSTYLEDITEM(#31,(#45),$);
#50=IFCOWNERHISTORY(#51,#54,$,.ADDED.,$,$,$,1);
#51=IFCPERSONANDORGANIZATION(#52,#53,$);
#52=IFCPERSON('ann',$,$,$,$,$,$,$);
#53=IFCORGANIZATION($,'Office',$,$,$);
#54=IFCAPPLICATION(#53,'1','App','app');
#60=IFCCLASSIFICATION('NBS','2015',$,'Uniclass',$,$,$);
#61=IFCCOMPLEXPROPERTY('Fire',$,'f',(#62,#63));
#62=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL('x'),$);
#63=IFCPROPERTYSINGLEVALUE('b',$,IFCLABEL('y'),$);
#64=IFCPROPERTYSET('0000000000000000000064',$,'Set',$,(#61));
#65=IFCRELDEFINESBYPROPERTIES('0000000000000000000065',$,$,$,(#10),#64);
ENDSEC;END-ISO-10303-21;`

// TestWhatAFileSaysIsCounted checks that data that the model cannot hold are counted by value, for each product that
// has them, also through mapped items.
func TestWhatAFileSaysIsCounted(t *testing.T) {
	for unit, taken := range map[string]int{"#2": 0, "$": 1} {
		src, err := building.Parse([]byte(strings.Replace(unkeptFile, "UNITS", unit, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, c := range Read(src).Report.Counts() {
			got[c.Class] += c.Count
		}
		for class, want := range map[string]int{
			"IfcProject": 0, "IfcOwnerHistory": 0, "IfcQuantityLength": 2, "IfcQuantityArea": 2, "IfcQuantityVolume": 2,
			"IfcPresentationLayerAssignment": 0, "IfcSurfaceStyle": 0, "IfcShapeRepresentation": 2,
			"IfcClassification": 0, "IfcComplexProperty": 2, "IfcUnitAssignment": taken,
		} {
			if got[class] != want {
				t.Errorf("units %s: %d of %s are reported, want %d", unit, got[class], class, want)
			}
		}
	}
}

// TestARigidOperationIsAPlaceOnTheMap checks that a translation onto a map is read as a conversion without rotation,
// and that a translation in degrees is reported.
func TestARigidOperationIsAPlaceOnTheMap(t *testing.T) {
	crs := "#31=IFCPROJECTEDCRS('EPSG:25833','d','ETRS89','DHHN2016','UTM','33N',#6);"
	site, report := onMap(t, "IFC4X3_ADD2", ".MILLI.", crs,
		"#32=IFCRIGIDOPERATION(#7,#31,IFCLENGTHMEASURE(300000.),IFCLENGTHMEASURE(5900000.),35.);")
	if site.CRS != "EPSG:25833" || site.Eastings.M() != 300000 || site.Northings.M() != 5900000 ||
		site.OrthogonalHeight.M() != 35 || site.MapRotation != 0 || site.MapScale != 0 {
		t.Errorf("the site is at %+v", site)
	}
	counts := map[string]int{}
	for _, c := range report.Counts() {
		counts[c.Class] += c.Count
	}
	if counts["IfcProjectedCRS"] != 0 {
		t.Errorf("%d attributes of the reference system are reported, though they are kept", counts["IfcProjectedCRS"])
	}
	site, report = onMap(t, "IFC4X3_ADD2", ".MILLI.", crs,
		"#32=IFCRIGIDOPERATION(#7,#31,IFCPLANEANGLEMEASURE(13.),IFCPLANEANGLEMEASURE(52.),35.);")
	if site.CRS != "" || !strings.Contains(classes(report), "IfcProjectedCRS") ||
		!strings.Contains(strings.ToUpper(classes(report)), "IFCRIGIDOPERATION") {
		t.Errorf("degrees: the site is at %+v, reported %s", site, classes(report))
	}
}

func classes(r Report) string {
	var out []string
	for _, l := range r.Left {
		out = append(out, l.Class)
	}
	return strings.Join(out, " ")
}

// TestQuantitiesOfTheirOwnAreKept checks that quantities of custom sets are kept with their kind, in the units of the
// model. Quantities of the class, which the model computes itself, are counted.
func TestQuantitiesOfTheirOwnAreKept(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO", `#250=IFCQUANTITYLENGTH('Run',$,$,2.5,$);
#251=IFCQUANTITYAREA('Paint',$,$,12.5,$);
#252=IFCQUANTITYCOUNT('Bolts',$,$,8,$);
#253=IFCQUANTITYWEIGHT('Steel',$,$,120.,$);
#254=IFCELEMENTQUANTITY('0000000000000000000254',$,'Site take-off',$,$,(#250,#251,#252,#253));
#255=IFCELEMENTQUANTITY('0000000000000000000255',$,'Qto_WallBaseQuantities',$,$,(#250));
#256=IFCRELDEFINESBYPROPERTIES('0000000000000000000256',$,$,$,(#30,#70),#254);
#257=IFCRELDEFINESBYPROPERTIES('0000000000000000000257',$,$,$,(#30),#255);
ENDSEC;
END-ISO`, 1)
	m, plan := imported(t, file)
	for _, e := range []*state.Element{one(t, m, state.CategoryWall, "Wall"),
		one(t, m, state.CategoryColumn, "Column")} {
		for name, want := range map[string]string{"Run": `{"measure":"IfcQuantityLength","value":2500}`,
			"Paint": `{"measure":"IfcQuantityArea","value":12.5}`, "Bolts": `{"measure":"IfcQuantityCount","value":8}`,
			"Steel": `{"measure":"IfcQuantityWeight","value":120}`} {
			v, _ := state.Lookup(e.Psets, "Site take-off", name)
			if text, _ := v.MarshalJSON(); string(text) != want {
				t.Errorf("%s: %s is %s, want %s", e.Name, name, text, want)
			}
		}
	}
	left := 0
	for _, l := range plan.Report.Left {
		if strings.HasPrefix(l.Class, "IfcQuantity") {
			left += l.Count
		}
	}
	if left != 1 {
		t.Errorf("%d quantities are left: %+v", left, plan.Report.Left)
	}
}
