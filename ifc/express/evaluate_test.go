package express

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// file wraps lines of a DATA section in a STEP file.
func file(t testing.TB, schemaName, data string) *step.File {
	t.Helper()
	f, err := step.ParseBytes(
		[]byte("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n" +
			"FILE_SCHEMA(('" + schemaName + "'));\nENDSEC;\nDATA;\n" + data + "ENDSEC;\nEND-ISO-10303-21;\n"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const box = `#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCDIRECTION((0.,0.,2.));
#3=IFCDIRECTION((1.,1.,0.));
#4=IFCAXIS2PLACEMENT3D(#1,#2,#3);
#5=IFCRECTANGLEPROFILEDEF(.AREA.,'p',$,2.,3.);
#6=IFCEXTRUDEDAREASOLID(#5,#4,#2,4.);
#7=IFCCARTESIANPOINT((0.,0.,0.));
#8=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL('x'),$);
#9=IFCPROPERTYSET('2GRZiWnqn7bRl0kxgrEZzT',$,$,$,(#8));
#10=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#11=IFCINDEXEDPOLYCURVE(#12,(IFCLINEINDEX((1,2)),IFCLINEINDEX((2,3))),$);
#12=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.),(1.,1.)));
`

// eval evaluates an expression with an instance as SELF; extra holds functions as "name (parameters) : type; ...".
func eval(t testing.TB, m *Model, self int, text string, extra ...string) (Value, error) {
	t.Helper()
	r := *m.rules
	r.functions = maps.Clone(r.functions)
	for _, f := range extra {
		id, body, _ := strings.Cut(f, " ")
		r.functions[strings.ToUpper(id)] = &function{id: id, text: body}
	}
	x := m.instance(self)
	code, err := r.compileCondition(text, x.class)
	if err != nil {
		return nil, err
	}
	machine := &machine{model: m}
	v := machine.evaluate(code, x)
	return v, machine.err
}

// show returns a value as a text for comparison.
func show(v Value) string {
	switch v := plain(v).(type) {
	case nil:
		return "?"
	case *Aggregate:
		parts := make([]string, len(v.Items))
		for i, item := range v.Items {
			parts[i] = show(item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case *Instance:
		if v.ID == 0 {
			return v.Class()
		}
		return fmt.Sprintf("#%d", v.ID)
	case step.Logical:
		return [...]string{step.False: "FALSE", step.True: "TRUE", step.Unknown: "UNKNOWN"}[v]
	default:
		return fmt.Sprint(v)
	}
}

func TestExpressions(t *testing.T) {
	m := NewModel(file(t, "IFC4", box), schema.IFC4())
	cases := []struct {
		self       int
		text, want string
	}{
		// arithmetic and precedence
		{1, "1 + 2 * 3", "7"}, {1, "(1 + 2) * 3", "9"}, {1, "-2 ** 2", "4"}, {1, "7 DIV 2", "3"}, {1, "-7 MOD 3", "2"},
		{1, "7 / 2", "3.5"}, {1, "1 / 0", "?"}, {1, "1 + ?", "?"}, {1, "ABS(-3)", "3"},
		{1, "SQRT(-1.)", "?"}, {1, "SQRT(9)", "3"},
		{1, "'a' + 'b'", "ab"}, {1, "1.5E1 + 0.", "15"},
		// comparisons and three-valued logic
		{1, "1 = 1.0", "TRUE"}, {1, "1 <> 2", "TRUE"}, {1, "? = 1", "UNKNOWN"}, {1, "'a' < 'b'", "TRUE"},
		{1, "FALSE AND ?", "FALSE"}, {1, "TRUE AND ?", "UNKNOWN"}, {1, "TRUE OR ?", "TRUE"}, {1, "NOT ?", "UNKNOWN"},
		{1, "TRUE XOR TRUE", "FALSE"}, {1, "TRUE XOR UNKNOWN", "UNKNOWN"}, {1, "{1 <= 3 < 3}", "FALSE"},
		{1, "{1 < 2 <= 2}", "TRUE"},
		{1, "NOT (1 = 2) AND (2 = 2)", "TRUE"},
		{1, "'ab' LIKE '@#'", "FALSE"}, {1, "'a1x' LIKE '@#?'", "TRUE"}, {1, "'wall.1' LIKE '*.!1'", "FALSE"},
		{1, "'wall 1' LIKE '$ &'", "TRUE"},
		// aggregates
		{1, "SIZEOF([1, 2, 2])", "3"}, {1, "[0.0 : 3]", "[0,0,0]"}, {1, "2 IN [1, 2]", "TRUE"},
		{1, "3 IN [1, 2]", "FALSE"}, {1, "3 IN ?", "UNKNOWN"},
		{1, "[1, 2] + 3", "[1,2,3]"}, {1, "[1, 2, 3] - 2", "[1,3]"}, {1, "[1, 2, 3] * [3, 4, 2]", "[2,3]"},
		{1, "[1, 2] <= [2, 1, 3]", "TRUE"},
		{1, "[1, 2, 3][2]", "2"}, {1, "[1][2]", "?"}, {1, "'wall'[2:3]", "al"}, {1, "[1, 2] = [1, 2]", "TRUE"},
		{1, "[1, 2] = [2, 1]", "FALSE"},
		{1, "QUERY(n <* [1, 2, 3, 4] | n MOD 2 = 0)", "[2,4]"}, {1, "QUERY(n <* ? | TRUE)", "?"},
		{1, "HIINDEX([5, 6])", "2"}, {1, "LOINDEX([5])", "1"},
		{1, "VALUE_UNIQUE([1, 2, 1])", "FALSE"}, {1, "VALUE_UNIQUE([1, 2])", "TRUE"},
		{1, "SIZEOF(QUERY(a <* [1, 2] | SIZEOF(QUERY(b <* [2, 3] | a = b)) = 1))", "1"},
		// functions of EXPRESS
		{1, "NVL(?, 4)", "4"}, {1, "EXISTS(?)", "FALSE"}, {1, "LENGTH('Wände')", "5"}, {1, "VALUE('1.5')", "1.5"},
		{1, "VALUE('x')", "?"}, {1, "BLENGTH(%1011)", "4"}, {1, "ODD(3)", "TRUE"},
		// attributes: explicit, optional, derived, inverse, of selects
		{1, "Coordinates", "[0,0,0]"}, {1, "Dim", "3"}, {4, "P[1].DirectionRatios[3]", "0"},
		{4, "SELF\\IfcPlacement.Location.Dim", "3"},
		{4, "P[3].DirectionRatios", "[0,0,1]"}, {5, "Position", "?"}, {5, "EXISTS(Position)", "FALSE"},
		{8, "PartOfPset", "[#9]"}, {8, "NominalValue", "x"},
		{10, "Dimensions.LengthExponent", "1"}, {10, "Dimensions = IfcDimensionalExponents(1, 0, 0, 0, 0, 0, 0)",
			"TRUE"}, {10, "UnitType = LENGTHUNIT", "TRUE"},
		{10, "UnitType = IfcUnitEnum.LENGTHUNIT", "TRUE"}, {11, "Segments[2][1]", "2"},
		{11, "IfcConsecutiveSegments(Segments)", "TRUE"}, {11, "Dim", "2"},
		// instances
		{4, "Location :=: SELF.Location", "TRUE"}, {6, "Position.Location = SweptArea.Position.Location", "UNKNOWN"},
		{4, "Location = (IfcRepresentationItem() || IfcGeometricRepresentationItem() || IfcPoint() || " +
			"IfcCartesianPoint([0., 0., 0.]))", "TRUE"},
		{4, "Location :=: IfcCartesianPoint([0., 0., 0.])", "FALSE"},
		{6, "SweptArea\\IfcRectangleProfileDef.XDim", "2"}, {6, "SweptArea\\IfcCircleProfileDef.Radius", "?"},
		{6, "'IFC4.IFCPROFILEDEF' IN TYPEOF(SweptArea)", "TRUE"}, {6, "'IFC4.IFCCURVE' IN TYPEOF(SweptArea)", "FALSE"},
		{5, "'IFC4.IFCCURVE' IN TYPEOF(Position)", "FALSE"},
		{6, "SIZEOF(TYPEOF(SweptArea) * ['IFC4.IFCPROFILEDEF', 'IFC4.IFCCURVE'])", "1"},
		{8, "'IFC4.IFCLABEL' IN TYPEOF(NominalValue)", "TRUE"}, {8, "'IFC4.IFCVALUE' IN TYPEOF(NominalValue)", "TRUE"},
		{1, "USEDIN(SELF, 'IFC4.IFCPLACEMENT.LOCATION')", "[#4]"}, {1, "USEDIN(SELF, 'IFC4.IFCCURVE.NAME')", "[]"},
		{8, "ROLESOF(SELF)", "[IFC4.IFCPROPERTYSET.HASPROPERTIES]"},
	}
	for _, c := range cases {
		v, err := eval(t, m, c.self, c.text)
		if err != nil {
			t.Errorf("#%d: %s: %v", c.self, c.text, err)
		} else if got := show(v); got != c.want {
			t.Errorf("#%d: %s: got %s, want %s", c.self, c.text, got, c.want)
		}
	}
}

func TestStatements(t *testing.T) {
	m := NewModel(file(t, "IFC4", box), schema.IFC4())
	cases := []struct{ function, text, want string }{
		{"F (n : INTEGER) : INTEGER; LOCAL s : INTEGER := 0; END_LOCAL; REPEAT i := 1 TO n; s := s + i; END_REPEAT; " +
			"RETURN (s);", "F(4)", "10"},
		{"F (n : INTEGER) : INTEGER; IF n <= 1 THEN RETURN (1); ELSE RETURN (n * F(n - 1)); END_IF;", "F(5)", "120"},
		{"F (n : INTEGER) : INTEGER; REPEAT i := n TO 1 BY -1; IF i = 3 THEN RETURN (i); END_IF; END_REPEAT; " +
			"RETURN (0);", "F(9)", "3"},
		{"F (n : INTEGER) : INTEGER; LOCAL s : INTEGER := 0; END_LOCAL; REPEAT i := 1 TO n; IF i = 2 THEN SKIP; " +
			"END_IF; IF i = 4 THEN ESCAPE; END_IF; s := s + i; END_REPEAT; RETURN (s);", "F(9)", "4"},
		{"F (n : INTEGER) : INTEGER; LOCAL s : INTEGER := n; END_LOCAL; REPEAT WHILE s > 3; s := s - 2; END_REPEAT; " +
			"RETURN (s);", "F(8)", "2"},
		{"F (n : INTEGER) : INTEGER; LOCAL s : INTEGER := n; END_LOCAL; REPEAT UNTIL s > 3; s := s + 5; END_REPEAT; " +
			"RETURN (s);", "F(8)", "13"},
		{"F (s : STRING) : INTEGER; CASE s OF 'a', 'b' : RETURN (1); 'c' : BEGIN RETURN (2); END; OTHERWISE : RETURN " +
			"(3); END_CASE;", "[F('b'), F('c'), F('d')]", "[1,2,3]"},
		{"F (s : STRING) : INTEGER; CASE s OF 'a' : ; END_CASE; RETURN (7);", "F('x')", "7"},
		{"F (n : INTEGER) : SET OF INTEGER; LOCAL s : SET OF INTEGER := []; END_LOCAL; s := s + n; s := s + n; " +
			"RETURN (s);", "F(1)", "[1]"},
		{"F (n : INTEGER) : LIST OF INTEGER; LOCAL a : LIST OF INTEGER := [1, 2, 3]; b : LIST OF INTEGER; END_LOCAL; " +
			"b := a; b[2] := n; RETURN (a + b);", "F(9)", "[1,2,3,1,9,3]"},
		{"F (n : INTEGER) : REAL; LOCAL a : ARRAY [0:2] OF INTEGER := [5, 6, 7]; END_LOCAL; RETURN (a[n]);",
			"F(0)", "5"},
		{"F (d : IfcDirection) : IfcDirection; d.DirectionRatios[1] := 7.; RETURN (d);",
			"F(RefDirection).DirectionRatios + RefDirection.DirectionRatios", "[7,1,0,1,1,0]"},
		{"F (n : INTEGER) : LOGICAL; IF n > 1 THEN RETURN (TRUE); END_IF;", "F(1)", "?"},
		{"F : INTEGER; RETURN (5);", "F", "5"},
		{"F (B : BOOLEAN; a, c : GENERIC : Item) : GENERIC : Item; IF B THEN RETURN (a); ELSE RETURN (c); END_IF;",
			"F(FALSE, 1, 'x')", "x"},
	}
	for _, c := range cases {
		v, err := eval(t, m, 4, c.text, c.function)
		if err != nil {
			t.Errorf("%s: %v", c.function, err)
		} else if got := show(v); got != c.want {
			t.Errorf("%s\n%s: got %s, want %s", c.function, c.text, got, c.want)
		}
	}
	if v, _ := m.Get(m.instance(3), "DIRECTIONRATIOS"); show(v) != "[1,1,0]" {
		t.Errorf("an assignment reached the file: %s", show(v))
	}
}

func TestWhatCannotBeEvaluatedSaysWhy(t *testing.T) {
	m := NewModel(file(t, "IFC4", box), schema.IFC4())
	cases := []struct{ function, text, want string }{
		{"", "Nonsense = 1", "NONSENSE is not declared"},
		{"", "SELF.Nonsense", "no entity has an attribute NONSENSE"},
		{"", "Nonsense(1)", "neither a function nor an entity"},
		{"", "SIZEOF(1, 2)", "takes 1 arguments, not 2"},
		{"", "IfcDirection()", "has 1 attributes of its own, not 0"},
		{"", "SELF\\IfcNonsense.Name", "IFCNONSENSE is not declared"},
		{"", "IfcUnitEnum.NONSENSE", "has no item NONSENSE"},
		{"", "'a' * 2", "no numbers"},
		{"", "SIZEOF('a')", "none"},
		{"", "'a' < 1", "without an order"},
		{"", "1 AND TRUE", "not of type LOGICAL"},
		{"", "1 = 2 OR TRUE", "not of type LOGICAL"}, // a mistake, because OR binds stronger than =
		{"", "1 +", "expected an operand"},
		{"", "'open", "not closed"},
		{"", "1 2", "expected the end"},
		{"F (n : INTEGER) : INTEGER; RETURN (F(n));", "F(1)", "without end"},
		{"F (n : INTEGER) : INTEGER; REPEAT; ; END_REPEAT;", "F(1)", "too many steps"},
		{"F (n : INTEGER) : INTEGER; m := 1;", "F(1)", "M is assigned to but not declared"},
		{"F (n : INTEGER) : INTEGER; INSERT(n, 1, 2);", "F(1)", "expected :="},
		{"F (n : LIST OF INTEGER) : INTEGER; n[5] := 1; RETURN (n);", "F([1])", "beyond the aggregate's ends"},
	}
	for _, c := range cases {
		var extra []string
		if c.function != "" {
			extra = []string{c.function}
		}
		if v, err := eval(t, m, 4, c.text, extra...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %s, %v, want %q", c.function, c.text, show(v), err, c.want)
		}
	}
}
