package verify

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/ifc/express"
)

// ringData has rings of every relation in which files are known to have rings. $t is the last attribute of an element,
// which IFC2X3 does not have.
var ringData = map[string]string{
	"placement of itself":            "#1=IFCLOCALPLACEMENT(#1,$);\n#2=IFCWALL('w',$,$,$,$,#1,$,$$t);",
	"placements of each other":       "#1=IFCLOCALPLACEMENT(#3,$);\n#3=IFCLOCALPLACEMENT(#1,$);\n#2=IFCWALL('w',$,$,$,$,#1,$,$$t);",
	"aggregation in itself":          "#1=IFCWALL('w',$,$,$,$,$,$,$$t);\n#2=IFCRELAGGREGATES('r',$,$,$,#1,(#1));",
	"aggregation round":              buildings + "#12=IFCRELAGGREGATES('t',$,$,$,#3,(#1));",
	"nesting round":                  buildings + "#12=IFCRELNESTS('t',$,$,$,#3,(#1));",
	"containment and aggregation":    buildings + "#12=IFCRELCONTAINEDINSPATIALSTRUCTURE('t',$,$,$,(#1),#3);",
	"opening of its own filling":     "#1=IFCDOOR('w',$,$,$,$,$,$,$,1.,1.);\n#2=IFCOPENINGELEMENT('o',$,$,$,$,$,$,$);\n#3=IFCRELVOIDSELEMENT('v',$,$,$,#1,#2);\n#4=IFCRELFILLSELEMENT('f',$,$,$,#2,#1);",
	"mapped item in its own map":     "#1=IFCMAPPEDITEM(#2,$);\n#2=IFCREPRESENTATIONMAP($,#3);\n#3=IFCSHAPEREPRESENTATION($,'Body','MappedRepresentation',(#1));",
	"operand of itself":              "#1=IFCBOOLEANRESULT(.DIFFERENCE.,#2,#1);\n#2=IFCSPHERE($,1.);",
	"operands of each other":         "#1=IFCBOOLEANRESULT(.DIFFERENCE.,#2,#2);\n#2=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#1,#1);\n#3=IFCCSGSOLID(#1);",
	"subcontext of itself":           "#1=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#1,$,.MODEL_VIEW.,$);\n#2=IFCSHAPEREPRESENTATION(#1,'Body','Brep',(#3));\n#3=IFCPOLYLINE((#4,#4));\n#4=IFCCARTESIANPOINT((0.,0.));",
	"unit based on itself":           "#1=IFCPROJECT('p',$,$,$,$,$,$,(),#2);\n#2=IFCUNITASSIGNMENT((#3));\n#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'foot',#4);\n#4=IFCMEASUREWITHUNIT(IFCREAL(0.3),#3);",
	"profile derived from itself":    "#1=IFCDERIVEDPROFILEDEF(.AREA.,$,#1,#2,$);\n#2=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,$,$);",
	"curve of its own segments":      "#2=IFCCOMPOSITECURVE((#3),.F.);\n#3=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#2);\n#5=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#2);",
	"curve trimmed from itself":      "#1=IFCTRIMMEDCURVE(#1,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.)),.T.,.PARAMETER.);",
	"property in itself":             "#1=IFCCOMPLEXPROPERTY('a',$,'u',(#2));\n#2=IFCCOMPLEXPROPERTY('a',$,'u',(#1));\n#3=IFCPROPERTYSET('s',$,'Pset_WallCommon',$,(#1));",
	"quantity in itself":             "#4=IFCPHYSICALCOMPLEXQUANTITY('q',$,(#4),'d',$,$);\n#5=IFCELEMENTQUANTITY('e',$,'Qto_WallBaseQuantities',$,$,(#4));",
	"relation of itself":             "#1=IFCRELDEFINESBYTYPE('r',$,$,$,(#1),#1);\n#2=IFCRELNESTS('n',$,$,$,#2,(#2));",
	"classification under itself":    "#1=IFCCLASSIFICATIONREFERENCE($,'a',$,#1$t);",
	"usage of itself for a material": "#1=IFCMATERIALLAYERSETUSAGE(#1,.AXIS2.,.POSITIVE.,0.$t);\n#2=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#2),#1);",
}

const buildings = `#1=IFCBUILDING('1',$,$,$,$,$,$,$,$,$,$,$);
#2=IFCBUILDING('2',$,$,$,$,$,$,$,$,$,$,$);
#3=IFCBUILDING('3',$,$,$,$,$,$,$,$,$,$,$);
#10=IFCRELAGGREGATES('r',$,$,$,#1,(#2));
#11=IFCRELAGGREGATES('s',$,$,$,#2,(#3));
`

// ringTime is the time limit for all rules together, for a file of a few lines and for the long files below.
const ringTime = 20 * time.Second

func verifyRing(t *testing.T, schema, data string) *Report {
	t.Helper()
	begin := time.Now()
	last := map[string]string{ifc2x3: ""}
	tail, short := last[schema]
	if !short {
		tail = ",$"
	}
	r, err := Bytes(t.Context(), clause{schema: schema, data: strings.ReplaceAll(data, "$t", tail)}.text(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > ringTime {
		t.Errorf("took %v", took)
	}
	return r
}

func TestRingsAreToldAtAnInstanceAndStopNoRule(t *testing.T) {
	for _, schema := range []string{ifc2x3, ifc4, ifc4x3} {
		for name, data := range ringData {
			r := verifyRing(t, schema, data)
			o, _ := r.Outcome("RING")
			located := false
			for _, f := range r.Findings {
				located = located || f.Rule == "RING" && f.ID > 0 && strings.Contains(f.Message, "itself")
			}
			if o.Status != Failed || !located {
				t.Errorf("%s, %s: %+v", schema, name, o)
			}
		}
	}
}

// TestSpaceBoundariesOfAPairAreNoRing checks that two space boundaries may name each other, and that no other ring of
// space boundaries passes.
func TestSpaceBoundariesOfAPairAreNoRing(t *testing.T) {
	boundary := func(id int, parent, corresponding string) string {
		return fmt.Sprintf("#%d=IFCRELSPACEBOUNDARY2NDLEVEL('b%d',$,'2ndLevel','2a',#90,#91,$,.PHYSICAL.,.INTERNAL.,"+
			"%s,%s);\n", id, id, parent, corresponding)
	}
	const others = "#90=IFCSPACE('s',$,$,$,$,$,$,$,.ELEMENT.,.INTERNAL.,$);\n" +
		"#91=IFCWALL('w',$,$,$,$,$,$,$,.SOLID.);\n"
	pair := boundary(1, "$", "#2") + boundary(2, "$", "#1")
	turn := boundary(1, "$", "#2") + boundary(2, "$", "#3") + boundary(3, "$", "#1")
	within := boundary(1, "#3", "#2") + boundary(2, "$", "#1") + boundary(3, "#1", "$")
	for name, c := range map[string]struct {
		data string
		want Status
	}{
		"a pair":                     {pair, Passed},
		"its own other side":         {boundary(1, "$", "#1"), Failed},
		"three that follow in turn":  {turn, Failed},
		"parents of each other":      {boundary(1, "#2", "$") + boundary(2, "#1", "$"), Failed},
		"parent of its other side":   {boundary(1, "$", "#2") + boundary(2, "#1", "$"), Failed},
		"a pair within another ring": {within, Failed},
	} {
		if o, _ := verifyRing(t, ifc4, others+c.data).Outcome("RING"); o.Status != c.want {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// TestATypeOfItselfHasAnEnd checks that the search for the classes of a set ends for a type that is its own type.
func TestATypeOfItselfHasAnEnd(t *testing.T) {
	for _, schema := range []string{ifc2x3, ifc4, ifc4x3} {
		r := verifyRing(t, schema,
			"#1=IFCWALLTYPE('t',$,'T',$,$,(#3),$,$,$,.STANDARD.);\n#2=IFCRELDEFINESBYTYPE('r',$,$,$,(#1),#1);\n"+
				"#3=IFCPROPERTYSET('s',$,'Pset_DoorCommon',$,(#4));\n#4=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('a'),$);\n#5=IFCRELDEFINESBYPROPERTIES('d',$,$,$,(#1),#3);")
		if o, _ := r.Outcome("PSE001"); o.Status != Failed {
			t.Errorf("%s: %+v", schema, o)
		}
	}
}

func TestLongAndBranchingWaysAreNoRings(t *testing.T) {
	const n = 20_000
	long := func(first, format string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := 2; i <= n; i++ {
			b.WriteString(strings.NewReplacer("$i", fmt.Sprint(i), "$b", fmt.Sprint(i-1)).Replace(format))
		}
		return b.String()
	}
	for name, data := range map[string]string{
		"placements": long("#1=IFCLOCALPLACEMENT($,$);\n", "#$i=IFCLOCALPLACEMENT(#$b,$);\n"),
		"operands":   long("#1=IFCSPHERE($,1.);\n", "#$i=IFCBOOLEANRESULT(.UNION.,#$b,#$b);\n"),
		"properties": long("#1=IFCPROPERTYSINGLEVALUE('a',$,$,$);\n", "#$i=IFCCOMPLEXPROPERTY('a',$,'u',(#$b));\n"),
		"profiles":   long("#1=IFCCIRCLEPROFILEDEF(.AREA.,$,$,1.);\n", "#$i=IFCDERIVEDPROFILEDEF(.AREA.,$,#$b,$,$);\n"),
	} {
		if o, _ := verifyRing(t, ifc4, data).Outcome("RING"); o.Status != Passed {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestALongRingOfGroupsIsFoundInTimeOfItsLength(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "#%d=IFCGROUP('g%d',$,$,$,$);\n#%d=IFCRELASSIGNSTOGROUP('r%d',$,$,$,(#%d),$,#%d);\n", i+1,
			i, n+i+1, i, (i+1)%n+1, i+1)
	}
	if o, _ := verifyRing(t, ifc4, b.String()).Outcome("GRP001"); o.Findings != n {
		t.Errorf("%+v", o)
	}
}

func TestRingsAreThoseThatReachThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 8
		n := rapid.IntRange(1, most).Draw(t, "instances")
		instances := make([]*express.Instance, n)
		place := map[*express.Instance]int{}
		ways := map[*express.Instance][]*express.Instance{}
		for i := range instances {
			instances[i] = &express.Instance{ID: i + 1}
			place[instances[i]] = i
		}
		reach := [most][most]bool{}
		for range rapid.IntRange(0, 2*n).Draw(t, "ways") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			ways[instances[a]] = append(ways[instances[a]], instances[b])
			reach[a][b] = true
		}
		for k := range n { // Warshall's algorithm for the transitive closure
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		on := [most]bool{}
		for _, ring := range ringsAmong(instances, func(x *express.Instance) []*express.Instance { return ways[x] }) {
			for _, x := range ring {
				on[place[x]] = true
				if first := place[ring[0]]; first != place[x] && !(reach[first][place[x]] && reach[place[x]][first]) {
					t.Fatalf("%d and %d are in one ring", first, place[x])
				}
			}
		}
		for i := range n {
			if on[i] != reach[i][i] {
				t.Fatalf("%d: on a ring %v, reaches itself %v", i, on[i], reach[i][i])
			}
		}
	})
}

func TestPointsBeyondAllBoundsAndPolygonsWithoutEndTakeNoTime(t *testing.T) {
	const n = 20_000
	list := make([]string, n)
	var b strings.Builder
	for i := range list {
		list[i] = fmt.Sprintf("#%d", i+1)
		fmt.Fprintf(&b, "#%d=IFCCARTESIANPOINT((%d.E300,0.,0.));\n", i+1, i)
	}
	all := strings.Join(list, ",")
	fmt.Fprintf(&b, "#%d=IFCPOLYLINE((%s));\n#%d=IFCPOLYLOOP((%s));\n", n+1, all, n+2, all)
	if o, _ := verifyRing(t, ifc4, b.String()).Outcome("GEM111"); o.Status != Passed {
		t.Errorf("%+v", o)
	}
	comb := make([]vector, 8*1024) // every edge overlaps every other along x
	for i := range comb {
		comb[i] = vector{float64(i%2) * 1e6, float64(i), float64(i*i) * 1e-3}
	}
	if _, found, pairs := crossing(comb, 1e-9, 1000); found || pairs != 1000 {
		t.Errorf("%v %d", found, pairs)
	}
}
