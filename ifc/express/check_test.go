package express

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

func TestEveryRuleOfTheSchemasCompiles(t *testing.T) {
	for _, s := range []*schema.Schema{schema.IFC2X3(), schema.IFC4(), schema.IFC4X3()} {
		r := For(s)
		for _, b := range r.Broken() {
			t.Errorf("%s: %s: %s", s.Name, b.Rule, b.Reason)
		}
		for id, f := range r.functions {
			if r.compileFunction(f); f.err != nil {
				t.Errorf("%s: function %s: %v", s.Name, id, f.err)
			}
		}
		for _, c := range r.classes {
			for _, p := range c.attributes {
				if p.derived != nil && p.derived.err != nil {
					t.Errorf("%s: %s.%s: %v", s.Name, c.entity.Name, p.name, p.derived.err)
				}
			}
		}
	}
}

// broken returns "#id Rule" of every violation.
func broken(t *testing.T, schemaName, data string) []string {
	t.Helper()
	f := file(t, schemaName, data)
	s, _ := schema.ByName(schemaName)
	result := NewModel(f, s).Check(t.Context())
	for _, u := range result.NotEvaluated {
		t.Errorf("not evaluated: %s: %s", u.Rule, u.Reason)
	}
	out := []string{}
	for _, v := range result.Violations {
		out = append(out, fmt.Sprintf("#%d %s", v.ID, v.Rule))
	}
	return out
}

func TestRulesAreJudged(t *testing.T) {
	cases := []struct {
		name, schema, data string
		want               []string
	}{
		{"a sound box", "IFC4", strings.Replace(box, "'2GRZiWnqn7bRl0kxgrEZzT',$,$",
			"'2GRZiWnqn7bRl0kxgrEZzT',$,'n'", 1), nil},
		{"a set without name", "IFC4", box, []string{"#9 IfcPropertySet.ExistsName"}},
		{"axes along one line", "IFC4",
			"#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCDIRECTION((0.,0.,1.));\n#3=IFCAXIS2PLACEMENT3D(#1,#2,#2);\n",
			[]string{"#3 IfcAxis2Placement3D.AxisToRefDirPosition"}},
		{"a length that is not positive", "IFC4", "#1=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.,3.);\n",
			[]string{"#1 IfcPositiveLengthMeasure.WR1"}},
		{"a selected value", "IFC2X3", "#1=IFCPROPERTYSINGLEVALUE('a',$,IFCPOSITIVERATIOMEASURE(-1.),$);\n",
			[]string{"#1 IfcPositiveRatioMeasure.WR1"}},
		{"minutes beyond the hour", "IFC4", "#1=IFCSITE('2GRZiWnqn7bRl0kxgrEZzT',$,$,$,$,$,$,$,$,(10,61,0),$,$,$,$);\n",
			[]string{"#1 IfcSpatialStructureElement.WR41", "#1 IfcCompoundPlaneAngleMeasure.MinutesInRange"}},
		{"two projects", "IFC4",
			"#1=IFCPROJECT('2GRZiWnqn7bRl0kxgrEZzT',$,'a',$,$,$,$,$,$);\n#2=IFCPROJECT('2GRZiWnqn7bRl0kxgrEZzU',$,'b',$,$,$,$,$,$);\n",
			[]string{"#0 IfcSingleProjectInstance.WR1"}},
		{"a unit of the wrong dimensions", "IFC4",
			"#1=IFCDIMENSIONALEXPONENTS(2,0,0,0,0,0,0);\n#2=IFCMEASUREWITHUNIT(IFCREAL(1.),#3);\n" +
				"#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#4=IFCCONVERSIONBASEDUNIT(#1,.LENGTHUNIT.,'x',#2);\n",
			[]string{"#4 IfcNamedUnit.WR1"}},
		{"a unit twice", "IFC4",
			"#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#2=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#3=IFCUNITASSIGNMENT((#1,#2));\n",
			[]string{"#3 IfcUnitAssignment.WR01"}},
		{"a representation of the wrong type", "IFC4",
			"#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCAXIS2PLACEMENT3D(#1,$,$);\n" +
				"#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#2,$);\n#4=IFCSHAPEREPRESENTATION(#3,'Body','Brep',(#1));\n" +
				"#5=IFCPRODUCTDEFINITIONSHAPE($,$,(#4));\n#6=IFCBUILDINGELEMENTPROXY('2GRZiWnqn7bRl0kxgrEZzT',$,'x',$,$,#7,#5,$,$);\n#7=IFCLOCALPLACEMENT($,#2);\n",
			[]string{"#4 IfcShapeRepresentation.CorrectItemsForType"}},
		{"contexts that disagree", "IFC2X3",
			"#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCDIRECTION((1.,0.,0.));\n#3=IFCDIRECTION((0.,0.,1.));\n" +
				"#4=IFCAXIS2PLACEMENT3D(#1,$,$);\n#5=IFCAXIS2PLACEMENT3D(#1,#2,#3);\n#6=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#4,$);\n" +
				"#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);\n",
			[]string{"#0 IfcRepresentationContextSameWCS.WR1"}},
	}
	for _, c := range cases {
		if got := broken(t, c.schema, c.data); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestARuleThatCannotBeEvaluatedIsReported(t *testing.T) {
	// A list of vectors in place of positive integers: the values have no order relative to 0.
	f := file(t, "IFC4", "#1=IFCINDEXEDPOLYGONALFACE((('a'),2,3));\n")
	result := NewModel(f, schema.IFC4()).Check(t.Context())
	if len(result.Violations) != 0 || len(result.NotEvaluated) != 1 {
		t.Fatalf("got %+v", result)
	}
	if u := result.NotEvaluated[0]; u.Rule != "IfcPositiveInteger.WR1" || u.ID != 1 || u.Count != 1 || u.Reason == "" {
		t.Errorf("got %+v", u)
	}
}

func TestDamagedFilesAreEvaluatedWithoutHarm(t *testing.T) {
	for _, data := range []string{
		"#1=IFCWALL();\n", "#1=IFCNONSENSE(1);\n", "#1=IFCAXIS2PLACEMENT3D(#9,#1,#1);\n", "#1=(IFCWALL()IFCSLAB());\n",
		"#1=IFCTRIMMEDCURVE(#1,(#1),(#1),.T.,.CARTESIAN.);\n#2=IFCPOLYLINE((#1,#2));\n", // it is its own basis curve
		"#1=IFCCOMPOSITECURVE((#2),.F.);\n#2=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#1);\n",
		"#1=IFCPROPERTYSET(1,2,3,4,5);\n", "#1=IFCPOLYLINE((1,'a',$,*,.T.));\n",
	} {
		NewModel(file(t, "IFC4", data), schema.IFC4()).Check(t.Context())
	}
}

func TestGetReadsInverseAndDerivedAttributes(t *testing.T) {
	m := NewModel(file(t, "IFC4", box), schema.IFC4())
	place := m.Of("IFCAXIS2PLACEMENT3D")[0]
	if v, err := m.Get(place, "DIM"); err != nil || v != Value(step.Int(3)) {
		t.Errorf("Dim: %v, %v", v, err)
	}
	if got := m.Users(m.Of("IFCCARTESIANPOINT")[0], "IFCPLACEMENT", "LOCATION"); len(got) != 1 || got[0] != place {
		t.Errorf("Users: %v", got)
	}
	if v, err := m.Get(place, "NONSENSE"); v != nil || err != nil {
		t.Errorf("an attribute that is not there: %v, %v", v, err)
	}
	if n := len(m.References(place)); n != 3 {
		t.Errorf("%d references instead of 3", n)
	}
}

func TestLogicKeepsItsLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]step.Logical{step.True, step.False, step.Unknown})
		a, b, c := draw.Draw(t, "a"), draw.Draw(t, "b"), draw.Draw(t, "c")
		if not(and(a, b)) != or(not(a), not(b)) || and(a, b) != and(b, a) || and(and(a, b), c) != and(a, and(b, c)) {
			t.Fatalf("%v %v %v", a, b, c)
		}
		if a != step.Unknown && b != step.Unknown && xor(a, b) != and(or(a, b), not(and(a, b))) {
			t.Fatalf("xor of %v and %v", a, b)
		}
	})
}

func TestSetsKeepTheirLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 5), 0, 6), func(n []int) *Aggregate {
			items := make([]Value, len(n))
			for i, v := range n {
				items[i] = step.Int(v)
			}
			return (&machine{}).set(schema.SetOf, items)
		})
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		f := &frame{machine: &machine{}}
		union, common, rest := sum(f, a, b).(*Aggregate), product(f, a, b).(*Aggregate),
			difference(f, a, b).(*Aggregate)
		if len(union.Items) != len(a.Items)+len(b.Items)-len(common.Items) ||
			len(rest.Items) != len(a.Items)-len(common.Items) {
			t.Fatalf("%s %s: %s %s %s", show(a), show(b), show(union), show(common), show(rest))
		}
		if f.equal(sum(f, b, a), union) != step.True || operators["<="](f, common, a) != Value(step.True) {
			t.Fatalf("%s %s", show(a), show(b))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range schema.IFC4().Functions {
		f.Add(s.Text)
	}
	for _, e := range schema.IFC4().Entities {
		if len(e.Where) > 0 {
			f.Add(e.Where[0].Text)
		}
	}
	f.Add("((((((((((((((((((((((1")
	f.Add("FOR (IfcProject); WHERE WR1 : SIZEOF(IfcProject) <= 1;")
	m := NewModel(file(f, "IFC4", box), schema.IFC4())
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := eval(t, m, 4, text); err == nil {
			_, _ = eval(t, m, 4, "F(1)", "F "+text)
		}
		_, _ = parseFunction(text)
		_, _ = parseRule(text)
		_, _ = parseDerived(text)
	})
}
