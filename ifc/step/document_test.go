package step

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestADocumentFindsByIdAndName(t *testing.T) {
	d, err := Open(data("#5=IFCWALL('a');\n#2=IFCDOOR(#5);\n#9=ifcwall('b');\n#7=(A()B());\n#5=IFCSLAB();"))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Named("IFCWALL"); !reflect.DeepEqual(got, []int{5, 9}) {
		t.Errorf("walls: %v", got)
	}
	if got := d.Names(); !reflect.DeepEqual(got, []string{"IFCWALL", "IFCDOOR", "", "IFCSLAB"}) {
		t.Errorf("names: %v", got)
	}
	if d.Named("IFCBEAM") != nil || d.Len() != 5 || d.Header().Schemas[0] != "IFC4" {
		t.Errorf("beams %v, %d instances, header %v", d.Named("IFCBEAM"), d.Len(), d.Header())
	}
	in, err := d.Instance(5)
	if err != nil || in.Name != "IFCWALL" || in.Args[0] != Value(String("a")) {
		t.Errorf("#5: %+v, %v", in, err)
	}
	for _, id := range []int{-1, 0, 1, 10, 1 << 40} {
		if _, err := d.Instance(id); !errors.Is(err, ErrNoInstance) {
			t.Errorf("#%d: %v", id, err)
		}
	}
}

func TestADocumentWithGapsTakesNoGapsOfMemory(t *testing.T) {
	d, err := Open(data("#999999999999=A();\n#3=B(#999999999999);"))
	if err != nil {
		t.Fatal(err)
	}
	if d.ids.dense != nil {
		t.Error("a table of the size of the largest id was made")
	}
	if in, err := d.Instance(999999999999); err != nil || in.Name != "A" {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestADocumentLocatesFaultsWhenAsked(t *testing.T) {
	d, err := Open(data("#1=A(\n?);\n#2=B();"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Instance(1)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 9 || syntax.Column != 1 {
		t.Errorf("got %v", err)
	}
	seen := 0
	d.All(func(Instance, error) bool { seen++; return false })
	if seen != 1 {
		t.Errorf("All went on: %d", seen)
	}
}

func TestADocumentServesSeveralGoroutines(t *testing.T) {
	d, err := Open(data(strings.Repeat("#1=A('text',(1,2,3));\n", 10)))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if in, err := d.Instance(1); err != nil || len(in.Args) != 2 {
					t.Errorf("%+v, %v", in, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestCheckReportsDuplicatesAndDanglingReferences(t *testing.T) {
	f, err := ParseBytes(data("#1=A(#2,(#3,#3));\n#2=B(C(#4));\n#1=A();\n#5=(A(#6)B(#1));"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{
		{ID: 1, Kind: DuplicateID},
		{ID: 1, Kind: DanglingReference, Ref: 3},
		{ID: 2, Kind: DanglingReference, Ref: 4},
		{ID: 5, Kind: DanglingReference, Ref: 6},
	}
	got := Check(f)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	if got[0].String() != "#1 is the id of more than one instance" ||
		got[1].String() != "#1 refers to #3, which does not exist" {
		t.Errorf("%s; %s", got[0], got[1])
	}
}

func TestAnIndexFindsInstancesOfAFile(t *testing.T) {
	f, err := ParseBytes(data("#4=A();\n#2=B();\n#4=C();"))
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(f)
	if in := x.Instance(4); in == nil || in.Name != "A" {
		t.Errorf("#4: %v", in)
	}
	if place, ok := x.Place(2); !ok || place != 1 {
		t.Errorf("#2 at %d, %v", place, ok)
	}
	if x.Instance(3) != nil {
		t.Error("#3 should not be found")
	}
}

func BenchmarkParse(b *testing.B) {
	text := benchmarkFile()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseBytes(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	text := benchmarkFile()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Open(text); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkFile returns a file with the mix of a real model: half points and directions, placements, a few long lines.
func benchmarkFile() []byte {
	var b strings.Builder
	for range 10000 {
		b.WriteString("#101=IFCCARTESIANPOINT((1204.5,-0.00000012,2750.));\n#102=IFCDIRECTION((0.,0.,1.));\n" +
			"#103=IFCAXIS2PLACEMENT3D(#101,#102,$);\n#104=IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('W-100'),$);\n" +
			"#105=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',#1,'Basic " +
			"Wall:T\\X2\\00FC\\X0\\r:1234',$,$,#103,#104,'1234',.SOLIDWALL.);\n")
	}
	return data(b.String())
}
