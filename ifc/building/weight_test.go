package building

import (
	"fmt"
	"strings"
	"testing"
)

// TestEndlessRepetitionIsRefused checks that a short file whose maps, booleans or curves double with every level, or
// contain themselves, is refused at once and not followed.
func TestEndlessRepetitionIsRefused(t *testing.T) {
	const levels = 60
	for name, body := range map[string]func(b *strings.Builder) int{
		"maps": func(b *strings.Builder) int {
			fmt.Fprint(b,
				"#200=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#105));\n#201=IFCREPRESENTATIONMAP(#5,#200);\n#202=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);\n#203=IFCMAPPEDITEM(#201,#202);\n")
			for i := range levels {
				n := 210 + 10*i
				fmt.Fprintf(b,
					"#%d=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#%d,#%d));\n#%d=IFCREPRESENTATIONMAP(#5,#%d);\n#%d=IFCMAPPEDITEM(#%d,#202);\n", n, n-7, n-7, n+1, n, n+3, n+1)
			}
			return 210 + 10*(levels-1) + 3
		},
		"booleans": func(b *strings.Builder) int {
			fmt.Fprint(b, "#200=IFCBOOLEANRESULT(.UNION.,#105,#105);\n")
			for i := range levels {
				fmt.Fprintf(b, "#%d=IFCBOOLEANRESULT(.UNION.,#%d,#%d);\n", 201+i, 200+i, 200+i)
			}
			return 200 + levels
		},
		"curves": func(b *strings.Builder) int {
			fmt.Fprint(b, "#200=IFCPOLYLINE((#100,#101,#102,#100));\n")
			for i := range levels {
				n := 210 + 10*i
				fmt.Fprintf(b,
					"#%d=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#%d);\n#%d=IFCCOMPOSITECURVE((#%d,#%d),.F.);\n", n-1,
					n-10, n, n-1, n-1)
			}
			last := 210 + 10*(levels-1)
			fmt.Fprintf(b, "#%d=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#%d);\n#%d=IFCEXTRUDEDAREASOLID(#%d,$,#6,1.);\n",
				last+1, last, last+2, last+1)
			return last + 2
		},
		"itself": func(b *strings.Builder) int {
			fmt.Fprint(b, "#200=IFCBOOLEANRESULT(.UNION.,#200,#200);\n")
			return 200
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			item := body(&b)
			fmt.Fprintf(&b,
				"#900001=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#%d));\n#900002=IFCPRODUCTDEFINITIONSHAPE($,$,(#900001));\n#900003=IFCBUILDINGELEMENTPROXY('0000000000000000000900',$,'Endless',$,$,$,#900002,$,$);\n", item)
			src, err := Parse([]byte(repeating + b.String() + "ENDSEC;\nEND-ISO-10303-21;\n"))
			if err != nil {
				t.Fatal(err)
			}
			p := src.Describe().Product(900003)
			items, faults := src.Body(p)
			for _, item := range items {
				if _, err := item.Faces(); err != nil {
					faults = append(faults, err)
				}
			}
			if len(faults) == 0 || !strings.Contains(faults[0].Error(), "without end") {
				t.Errorf("%d items, faults %v", len(items), faults)
			}
			src.ShapeDigest(p) // these calls must terminate too
			src.Layers(p)
			src.Styles(p)
		})
	}
}

// TestEndlessQuantitiesAreCounted checks that complex quantities that refer to each other many times are counted.
func TestEndlessQuantitiesAreCounted(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "#%d=IFCPHYSICALCOMPLEXQUANTITY('q%d',$,(#%d,#%d),'d',$,$);\n", 300+i, i, 301+i, 301+i)
	}
	fmt.Fprint(&b, "#360=IFCQUANTITYLENGTH('l',$,$,5.,$);\n"+
		"#361=IFCELEMENTQUANTITY('0000000000000000000901',$,'Set',$,$,(#300));\n"+
		"#362=IFCBUILDINGELEMENTPROXY('0000000000000000000902',$,'Endless',$,$,$,$,$,$);\n"+
		"#363=IFCRELDEFINESBYPROPERTIES('0000000000000000000903',$,$,$,(#362),#361);\n")
	src, err := Parse([]byte(repeating + b.String() + "ENDSEC;\nEND-ISO-10303-21;\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := src.Remainder().Quantities
	if len(got) != 1 || got[0] != (ClassCount{"IfcQuantityLength", 2}) {
		t.Errorf("%v", got)
	}
}

// TestALongChainIsTooHeavy checks that a long chain of booleans needs no more stack than the longest one that is
// evaluated.
func TestALongChainIsTooHeavy(t *testing.T) {
	const links = 200_000
	var b strings.Builder
	for i := range links {
		fmt.Fprintf(&b, "#%d=IFCBOOLEANRESULT(.UNION.,#%d,#105);\n", 1000+i, 1001+i)
	}
	fmt.Fprintf(&b, "#%d=IFCBOOLEANRESULT(.UNION.,#105,#105);\n", 1000+links)
	src, err := Parse([]byte(repeating + b.String() + "ENDSEC;\nEND-ISO-10303-21;\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := src.tooHeavy(src.index.Instance(1000)); err == nil {
		t.Error("not too heavy")
	}
	if s := len(src.weights); s > maxWeight+2 {
		t.Errorf("%d links of it were followed", s)
	}
}

const repeating = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#100=IFCCARTESIANPOINT((0.,0.));
#101=IFCCARTESIANPOINT((1.,0.));
#102=IFCCARTESIANPOINT((0.,1.));
#103=IFCPOLYLINE((#100,#101,#102,#100));
#104=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#103);
#105=IFCEXTRUDEDAREASOLID(#104,$,#6,1.);
`
