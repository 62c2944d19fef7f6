package step

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestValuesAsTheyStandInAFile(t *testing.T) {
	cases := []struct {
		value Value
		want  string
	}{
		{Null{}, "$"},
		{Derived{}, "*"},
		{Int(-42), "-42"},
		{Real(0), "0."},
		{Real(math.Copysign(0, -1)), "0."},
		{Real(1), "1."},
		{Real(-2.5), "-2.5"},
		{Real(0.1), "0.1"},
		{Real(1e-4), "0.0001"},
		{Real(1e-7), "1.E-7"},
		{Real(1.25e-100), "1.25E-100"},
		{Real(123456789012345), "123456789012345."},
		{Real(1e15), "1.E15"},
		{Real(-6.02214076e23), "-6.02214076E23"},
		{Real(math.MaxFloat64), "1.7976931348623157E308"},
		{Real(math.SmallestNonzeroFloat64), "5.E-324"},
		{String(""), "''"},
		{String("it's"), "'it''s'"},
		{String(`a\b`), `'a\\b'`},
		{String("Tür"), `'T\X2\00FC\X0\r'`},
		{String("日本"), `'\X2\65E5672C\X0\'`},
		{String("a😀b"), `'a\X4\0001F600\X0\b'`},
		{String("é😀é"), `'\X2\00E9\X0\\X4\0001F600\X0\\X2\00E9\X0\'`},
		{String("tab\tnl\n"), `'tab\X\09nl\X\0A'`},
		{Enum("SOLIDWALL"), ".SOLIDWALL."},
		{Bool(true), ".T."},
		{Bool(false), ".F."},
		{Unknown, ".U."},
		{Binary("23F"), `"23F"`},
		{Ref(7), "#7"},
		{List{}, "()"},
		{List{Int(1), List{Ref(2), Null{}}}, "(1,(#2,$))"},
		{Typed{"IFCLABEL", String("x")}, "IFCLABEL('x')"},
		{Typed{"IFCCOMPLEXNUMBER", List{Real(1), Real(2)}}, "IFCCOMPLEXNUMBER((1.,2.))"},
	}
	for _, c := range cases {
		got, err := AppendValue(nil, c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%#v: got %s, %v, want %s", c.value, got, err, c.want)
		}
	}
}

func TestWhatHasNoFormIsRefused(t *testing.T) {
	cases := map[string]Instance{
		"not a number":      {ID: 1, Name: "A", Args: []Value{Real(math.NaN())}},
		"infinite":          {ID: 1, Name: "A", Args: []Value{List{Real(math.Inf(-1))}}},
		"nil":               {ID: 1, Name: "A", Args: []Value{nil}},
		"id 0":              {ID: 0, Name: "A"},
		"reference to 0":    {ID: 1, Name: "A", Args: []Value{Ref(0)}},
		"no name":           {ID: 1},
		"lower case name":   {ID: 1, Name: "IfcWall"},
		"name with blank":   {ID: 1, Name: "IFC WALL"},
		"lower case item":   {ID: 1, Name: "A", Args: []Value{Enum("solid")}},
		"item T":            {ID: 1, Name: "A", Args: []Value{Enum("T")}},
		"logical 3":         {ID: 1, Name: "A", Args: []Value{Logical(3)}},
		"binary without":    {ID: 1, Name: "A", Args: []Value{Binary("")}},
		"binary 4":          {ID: 1, Name: "A", Args: []Value{Binary("4F")}},
		"typed without nil": {ID: 1, Name: "A", Args: []Value{Typed{Name: "B"}}},
		"name and parts":    {ID: 1, Name: "A", Parts: []Part{{Name: "B"}}},
		"part without name": {ID: 1, Parts: []Part{{}}},
	}
	for name, in := range cases {
		err := Write(new(bytes.Buffer), &File{Instances: []Instance{in}})
		if !errors.Is(err, ErrUnwritable) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAFileIsWrittenLineByLine(t *testing.T) {
	f := &File{
		Header: Header{
			Description: FileDescription{Description: []string{"ViewDefinition [ReferenceView_V1.2]"}},
			Name:        FileName{Name: "a.ifc", TimeStamp: "2026-03-01T12:00:00", Author: []string{"Ada"}},
			Schemas:     []string{"IFC4"},
		},
		Instances: []Instance{
			{ID: 1, Name: "IFCCARTESIANPOINT", Args: []Value{List{Real(0), Real(1.5)}}},
			{ID: 3, Parts: []Part{{"A", []Value{Int(1)}}, {"B", nil}}},
		},
	}
	want := strings.Join([]string{
		"ISO-10303-21;",
		"HEADER;",
		"FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
		"FILE_NAME('a.ifc','2026-03-01T12:00:00',('Ada'),(''),'','','');",
		"FILE_SCHEMA(('IFC4'));",
		"ENDSEC;",
		"DATA;",
		"#1=IFCCARTESIANPOINT((0.,1.5));",
		"#3=(A(1)B());",
		"ENDSEC;",
		"END-ISO-10303-21;",
		"",
	}, "\n")
	var b bytes.Buffer
	if err := Write(&b, f); err != nil || b.String() != want {
		t.Fatalf("got %v\n%s\nwant\n%s", err, b.String(), want)
	}
}

type fullDisk struct{ left int }

var errDiskFull = errors.New("disk full")

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left -= len(b); d.left < 0 {
		return 0, errDiskFull
	}
	return len(b), nil
}

func TestAFailingWriterIsReported(t *testing.T) {
	f := &File{}
	for i := range 5000 {
		f.Instances = append(f.Instances, Instance{ID: i + 1, Name: "A", Args: []Value{String("some text")}})
	}
	for _, room := range []int{0, 100_000} {
		if err := Write(&fullDisk{room}, f); !errors.Is(err, errDiskFull) {
			t.Errorf("room for %d bytes: got %v", room, err)
		}
	}
}

func TestRealsReadBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Skip("not finite")
		}
		text := appendReal(nil, v)
		if got := parseValue(t, string(text)); got != Value(Real(v)) {
			t.Fatalf("%v is written %s and read as %v", v, text, got)
		}
	})
}

// TestLengthsHaveTheFewestDigits checks that lengths, which have an algorithm of their own, are written with the fewest
// digits.
func TestLengthsHaveTheFewestDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := float64(rapid.Int64Range(-1e16, 1e16).Draw(t, "thousandths")) / 1000
		if rapid.Bool().Draw(t, "small") {
			v = float64(rapid.Int64Range(-1e6, 1e6).Draw(t, "thousandths")) / 1000
		}
		if a := math.Abs(v); a < 1e-4 || a >= 1e15 {
			t.Skip("zero, or written with an exponent")
		}
		want := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(want, ".") {
			want += "."
		}
		if got := string(appendReal(nil, v)); got != want {
			t.Fatalf("%v is written %s instead of %s", v, got, want)
		}
	})
}

func TestDecimalsAreRoundedCorrectly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?[0-9]{1,20}\.[0-9]{0,20}(E[-+]?[0-9]{1,2})?`).Draw(t, "text")
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Skip("out of range")
		}
		if got := parseValue(t, text); got != Value(Real(want)) {
			t.Fatalf("%s is read as %v instead of %v", text, got, want)
		}
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// parseValue reads one value.
func parseValue(t failer, text string) Value {
	t.Helper()
	f, err := ParseBytes(data("#1=A(" + text + ");"))
	if err != nil || len(f.Instances) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return f.Instances[0].Args[0]
}

// data returns a file with the given DATA section.
func data(section string) []byte {
	return []byte("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n" +
		"FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n" + section + "\nENDSEC;\nEND-ISO-10303-21;\n")
}
