package step

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestValuesAreRead(t *testing.T) {
	cases := []struct {
		text string
		want Value
	}{
		{"$", Null{}},
		{" * ", Derived{}},
		{"12", Int(12)},
		{"+12", Int(12)},
		{"-9223372036854775808", Int(-9223372036854775808)},
		{"00000000000000000000012", Int(12)},
		{"1.", Real(1)},
		{"-0.", Real(0)},
		{"1.E-5", Real(1e-5)},
		{"1.5e+3", Real(1500)},
		{".5", Real(.5)},
		{"-.5", Real(-.5)},
		{"2E3", Real(2000)},
		{"0.1000000000000000055511151231257827", Real(.1)},
		{".solid.", Enum("SOLID")},
		{".T.", True},
		{".f.", False},
		{".U.", Unknown},
		{`"1ab"`, Binary("1AB")},
		{"#7", Ref(7)},
		{"()", List{}},
		{"(1,(2.,$),( ))", List{Int(1), List{Real(2), Null{}}, List{}}},
		{"IfcLabel('x')", Typed{"IFCLABEL", String("x")}},
		{"!MINE(1)", Typed{"!MINE", Int(1)}},
		{"A(B((1)))", Typed{"A", Typed{"B", List{Int(1)}}}},
		{"/* a ; ' comment */ 1 /**/", Int(1)},
		{`\N\ 1`, Int(1)},
	}
	for _, c := range cases {
		if got := parseValue(t, c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, want %#v", c.text, got, c.want)
		}
	}
}

func TestStringsAreDecoded(t *testing.T) {
	cases := []struct{ text, want string }{
		{`''`, ""},
		{`'it''s'`, "it's"},
		{`''''`, "'"},
		{`'a;b/*c*/d'`, "a;b/*c*/d"},
		{`'a\\b'`, `a\b`},
		{`'\X2\00FC65E5\X0\x'`, "ü日x"},
		{`'\X2\d83dde00\X0\'`, "😀"},
		{`'\X2\D83D\X0\x'`, `\X2\D83D\X0\x`}, // half a surrogate pair
		{`'\X4\0001F600\X0\'`, "😀"},
		{`'\X4\00110000\X0\'`, `\X4\00110000\X0\`},
		{`'\X\FC'`, "ü"},
		{`'\S\|'`, "ü"},
		{`'\S\'''`, "§"},
		{`'\PE\\S\0'`, "\u0410"}, // Cyrillic A
		{`'\PA\\S\|\PB\\S\1'`, "üą"},
		{`'\N\x\F\'`, "x"},
		{"'folded\r\n line'", "folded line"},
		{"'T\xc3\xbcr'", "Tür"},
		{"'T\xfcr'", "Tür"},
		{`'\Q\'`, `\Q\`},
		{`'\X2\00F'`, `\X2\00F`},
		{`'\X2\00FC'`, `\X2\00FC`}, // not closed
		{`'\X2\00FC0\X0\e'`, `\X2\00FC0\X0\e`},
		{`'\X2\\X0\'`, `\X2\\X0\`},
		{`'\X2\zz\X0\\X2\00FC\X0\'`, `\X2\zz\X0\ü`},
		{"'\\X2\\00\r\nFC\\X\n0\\r'", "ür"}, // folded within an escape
		{`'\S\' 12'`, "§ 12"},
		{`'\S\''`, "§"},
		{`'a\S\'`, `a\S\`}, // without a character after it
		{`'\\S\'`, `\S\`},
		{`'\X\G0'`, `\X\G0`},
		{`'C:\temp'`, `C:\temp`},
	}
	for _, c := range cases {
		if got := parseValue(t, c.text); got != Value(String(c.want)) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestAShiftedQuoteEndsNoStatement checks that a quote that is the character of \S\ ends no string. The rest of the
// instance and the following instances must be read correctly.
func TestAShiftedQuoteEndsNoStatement(t *testing.T) {
	for text, want := range map[string][]Value{
		`'\S\' 3;',$,'b'`:        {String("§ 3;"), Null{}, String("b")},
		`'\S\'', and b','c'`:     {String("§, and b"), String("c")},
		`'\S\'','c'`:             {String("§"), String("c")},
		`'a\S\',$,'b\S\'`:        {String(`a\S\`), Null{}, String(`b\S\`)},
		"'a\\S\\\n' 3','\nb;\n'": {String("a§ 3"), String("b;")},
	} {
		f, err := ParseBytes([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;#1=A(" + text +
			");\n#2=B('x');\nENDSEC;END-ISO-10303-21;"))
		if err != nil || len(f.Instances) != 2 || !slices.Equal(f.Instances[0].Args, want) {
			t.Errorf("%s: %v, %v; want %v", text, f.Instances, err, want)
		}
	}
}

func TestTheHeaderIsRead(t *testing.T) {
	text := "\xef\xbb\xbfISO-10303-21 ;HEADER;\n/* from somewhere */\nFILE_DESCRIPTION(('a','b'),'2;1');" +
		"FILE_NAME('n','2026-01-01T00:00:00',('x'),(),$,'sys','auth');FILE_SCHEMA(('IFC2X3'));" +
		"FILE_POPULATION($,'m',$);ENDSEC;DATA;ENDSEC;END-ISO-10303-21;"
	f, err := Parse(strings.NewReader(text))
	want := Header{
		Description: FileDescription{[]string{"a", "b"}, "2;1"},
		Name: FileName{Name: "n", TimeStamp: "2026-01-01T00:00:00", Author: []string{"x"},
			OriginatingSystem: "sys", Authorization: "auth"},
		Schemas: []string{"IFC2X3"},
		Others:  []Part{{"FILE_POPULATION", []Value{Null{}, String("m"), Null{}}}},
	}
	if err != nil || !reflect.DeepEqual(f.Header, want) {
		t.Fatalf("got %v\n%+v\nwant\n%+v", err, f.Header, want)
	}
}

func TestFaultsAreLocatedAndTheRestIsRead(t *testing.T) {
	cases := []struct {
		name, section string
		line, column  int // position in the DATA section, from 1
		message       string
		read          []int
	}{
		{"bad value", "#1=A(1);\n#2=A(1,?);\n#3=A();", 2, 8, "expected a value", []int{1, 3}},
		{"comma missing", "#1=A(1 2);#2=A();", 1, 8, "expected ',' or ')'", []int{2}},
		{"no equals sign", "#1 A();#2=A();", 1, 4, "expected '='", []int{2}},
		{"no name", "#1=5();#2=A();", 1, 4, "expected a name", []int{2}},
		{"id 0", "#0=A();#2=A();", 1, 3, "begin with #1", []int{2}},
		{"id too large", "#99999999999999999999=A();#2=A();", 1, 20, "too large", []int{2}},
		{"two values", "#1=A(B(1,2));#2=A();", 1, 9, "expected ')'", []int{2}},
		{"more behind", "#1=A()5;#2=A();", 1, 7, "expected ';'", []int{2}},
		{"exponent", "#1=A(1.E);#2=A();", 1, 9, "exponent", []int{2}},
		{"overflow", "#1=A(1.E999);#2=A();", 1, 6, "no finite number", []int{2}},
		{"integer overflow", "#1=A(9223372036854775808);#2=A();", 1, 6, "64 bits", []int{2}},
		{"item", "#1=A(.B);#2=A();", 1, 8, "after an enumeration item", []int{2}},
		{"binary", "#1=A(\"4\");#2=A();", 1, 6, "binary", []int{2}},
		{"empty complex", "#1=();#2=A();", 1, 5, "at least one", []int{2}},
		{"not an instance", "5;#2=A();", 1, 1, "ENDSEC", []int{2}},
		{"open quotes", "#1=A('x);\n#2=A('y);\n#3=A(1);", 2, 7, "expected ',' or ')'", []int{3}},
		{"open quote at the end", "#1=A('x);\n#2=A(1);\n#3=A(2);", 1, 1, "not closed", []int{2, 3}},
		{"open comment", "#1=A(/*1);\n#2=A(1);", 1, 1, "not closed", []int{2}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := data(c.section)
			f, err := ParseBytes(file)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("no syntax error but %v", err)
			}
			if !strings.Contains(syntax.Message, c.message) || syntax.Line != c.line+7 || syntax.Column != c.column {
				t.Errorf("got %v, want %q at %d:%d", err, c.message, c.line+7, c.column)
			}
			lines := bytes.SplitAfter(file, []byte("\n"))
			if at := len(bytes.Join(lines[:syntax.Line-1], nil)) + syntax.Column - 1; int64(at) != syntax.Offset {
				t.Errorf("offset %d does not agree with line and column, which say %d", syntax.Offset, at)
			}
			if got := ids(f); !reflect.DeepEqual(got, c.read) {
				t.Errorf("read %v, want %v", got, c.read)
			}
		})
	}
}

func ids(f *File) []int {
	var out []int
	for _, in := range f.Instances {
		out = append(out, in.ID)
	}
	return out
}

func TestWholeFileFaults(t *testing.T) {
	ok := string(data("#1=A();"))
	cases := []struct{ name, text, message string }{
		{"empty", "", "ends before END-ISO"},
		{"not STEP", "<ifcXML/>;", "not a STEP file"},
		{"cut off", strings.TrimSuffix(ok, "ENDSEC;\nEND-ISO-10303-21;\n"), "ends before END-ISO"},
		{"cut in a statement", ok[:strings.Index(ok, "#1=A(")+5], "inside a statement"},
		{"ENDSEC missing", strings.Replace(ok, "A();\nENDSEC;", "A();", 1), "ENDSEC is missing"},
		{"anchor", strings.Replace(ok, "DATA;", "ANCHOR;\n<a>=#1;\nENDSEC;\nDATA;", 1), "skipped"},
		{"short header", strings.Replace(ok, "'2;1'", "", 1), "expected a value"},
		{"header type", strings.Replace(ok, "'2;1'", "5", 1), "should be a string"},
		{"header list", strings.Replace(ok, "(('IFC4'))", "('IFC4')", 1), "list of strings"},
		{"header list of numbers", strings.Replace(ok, "(('IFC4'))", "((4))", 1), "strings only"},
		{"header count", strings.Replace(ok, "(('IFC4'))", "(('IFC4'),1)", 1), "2 arguments instead of 1"},
		{"header lacks", strings.Replace(ok, "(('IFC4'))", "()", 1), "lacks argument 1"},
		{"unknown section", strings.Replace(ok, "DATA;", "DATUM;", 1), "expected HEADER, DATA"},
	}
	for _, c := range cases {
		_, err := Parse(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.message)
		}
	}
}

func TestEditionsAndSectionsThatAreRead(t *testing.T) {
	ok := string(data("#1=A();"))
	for name, text := range map[string]string{
		"parametrised data":   strings.Replace(ok, "DATA;", "DATA(('x'),('IFC4'));", 1),
		"two data sections":   strings.Replace(ok, "#1=A();", "#1=A();ENDSEC;DATA;", 1),
		"windows line ends":   strings.ReplaceAll(ok, "\n", "\r\n"),
		"blanks everywhere":   strings.Replace(ok, "#1=A();", " #1 = A ( ) ; ", 1),
		"text behind the end": ok + "signature",
	} {
		f, err := Parse(strings.NewReader(text))
		if err != nil || !reflect.DeepEqual(ids(f), []int{1}) {
			t.Errorf("%s: %v, %v", name, ids(f), err)
		}
	}
}

func TestComplexInstancesAreKept(t *testing.T) {
	f, err := ParseBytes(data("#1=(A(1) /* and */ B('x',#2));\n#2=C();"))
	want := []Part{{"A", []Value{Int(1)}}, {"B", []Value{String("x"), Ref(2)}}}
	if err != nil || !reflect.DeepEqual(f.Instances[0].Parts, want) || f.Instances[0].Name != "" {
		t.Fatalf("got %v, %+v", err, f.Instances[0])
	}
}

func TestDamageIsBounded(t *testing.T) {
	deep := strings.Repeat("(", MaxDepth+1)
	if _, err := ParseBytes(data("#1=A(" + deep)); err == nil || !strings.Contains(err.Error(), "deeper") {
		t.Errorf("unclosed lists: %v", err)
	}
	closed := deep + strings.Repeat(")", MaxDepth+1)
	if _, err := ParseBytes(data("#1=A(" + closed + ");")); err == nil || !strings.Contains(err.Error(), "deeper") {
		t.Errorf("deep lists: %v", err)
	}
	typed := strings.Repeat("A(", MaxDepth+1) + "1" + strings.Repeat(")", MaxDepth+1)
	if _, err := ParseBytes(data("#1=A(" + typed + ");")); err == nil || !strings.Contains(err.Error(), "deeper") {
		t.Errorf("deep typed values: %v", err)
	}
	_, err := ParseBytes(data(strings.Repeat("#1=?;\n", 10*MaxErrors)))
	var all Errors
	if !errors.Is(err, ErrTooManyErrors) || !errors.As(err, &all) || len(all) != MaxErrors {
		t.Errorf("many errors: %d, %v", len(all), err)
	}
}

func TestAFailingReaderIsReported(t *testing.T) {
	broken := errors.New("cable cut")
	f, err := Parse(io.MultiReader(bytes.NewReader(data("#1=A();")[:150]), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || f.Header.Schemas[0] != "IFC4" {
		t.Fatalf("got %v", err)
	}
}

func TestInstancesComeOneByOne(t *testing.T) {
	text := data(strings.Repeat("#1=A('some text',(1,2.,.X.));\n", 20000) + "#2=A(?);\n#3=A();")
	r := NewReader(iotest.HalfReader(bytes.NewReader(text)))
	n, faults := 0, 0
	for {
		_, err := r.Next()
		var syntax *SyntaxError
		if err == io.EOF {
			break
		}
		if errors.As(err, &syntax) {
			faults++
			if want := int64(bytes.Index(text, []byte("?"))); syntax.Offset != want || syntax.Line != 20008 {
				t.Errorf("got %v, want byte %d in line 20008", syntax, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 20001 || faults != 1 || r.Header().Schemas[0] != "IFC4" {
		t.Fatalf("%d instances, %d faults", n, faults)
	}
}
