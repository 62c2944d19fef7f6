package step

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := randomFile(t)
		var b bytes.Buffer
		if err := Write(&b, want); err != nil {
			t.Fatal(err)
		}
		whole, err := ParseBytes(b.Bytes())
		sameFile(t, want, whole, err)
		streamed, err := Parse(iotest.OneByteReader(bytes.NewReader(b.Bytes())))
		sameFile(t, want, streamed, err)
		indexed, err := Open(b.Bytes())
		sameFile(t, want, fileOf(t, indexed), err)
	})
}

func sameFile(t failer, want, got *File, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("got\n%#v\nwant\n%#v", got, want)
	}
}

func fileOf(t failer, d *Document) *File {
	f := &File{Header: *d.Header()}
	d.All(func(in Instance, err error) bool {
		if err != nil {
			t.Fatalf("%v", err)
		}
		f.Instances = append(f.Instances, in)
		return true
	})
	return f
}

func randomFile(t *rapid.T) *File {
	f := &File{Header: Header{
		Description: FileDescription{ImplementationLevel: "2;1"},
		Name:        FileName{Name: rapid.String().Draw(t, "name"), Author: []string{"A", ""}},
		Schemas:     []string{"IFC4"},
	}}
	for range rapid.IntRange(0, 20).Draw(t, "instances") {
		in := Instance{ID: rapid.IntRange(1, math.MaxInt32).Draw(t, "id")}
		if rapid.IntRange(0, 9).Draw(t, "complex") == 0 {
			for range rapid.IntRange(1, 3).Draw(t, "parts") {
				in.Parts = append(in.Parts, Part{randomName(t), randomValues(t, 2)})
			}
		} else {
			in.Name, in.Args = randomName(t), randomValues(t, 3)
		}
		f.Instances = append(f.Instances, in)
	}
	return f
}

func randomName(t *rapid.T) string {
	return rapid.StringMatching(`!?[A-Z_][A-Z0-9_]{0,12}`).Draw(t, "name")
}

func randomValues(t *rapid.T, depth int) []Value {
	out := []Value{}
	for range rapid.IntRange(0, 5).Draw(t, "n") {
		out = append(out, randomValue(t, depth))
	}
	return out
}

func randomValue(t *rapid.T, depth int) Value {
	kinds := 9
	if depth > 0 {
		kinds = 11
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return Null{}
	case 1:
		return Derived{}
	case 2:
		return Int(rapid.Int64().Draw(t, "int"))
	case 3:
		return Real(rapid.Float64().Draw(t, "real"))
	case 4:
		return String(rapid.String().Draw(t, "text"))
	case 5:
		return Enum(rapid.StringMatching(`[A-Z_][A-Z0-9_]{1,12}`).Draw(t, "item"))
	case 6:
		return Logical(rapid.IntRange(0, 2).Draw(t, "logical"))
	case 7:
		return Binary(rapid.StringMatching(`[0-3][0-9A-F]{0,9}`).Draw(t, "binary"))
	case 8:
		return Ref(rapid.IntRange(1, math.MaxInt32).Draw(t, "ref"))
	case 9:
		return List(randomValues(t, depth-1))
	}
	return Typed{randomName(t), randomValue(t, depth-1)}
}

// FuzzParse checks that no input makes the reader panic, and that all ways of reading agree. A file that was read must
// be the same after it is written and read again.
func FuzzParse(f *testing.F) {
	f.Add(data("#1=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',$,.SOLIDWALL.,(1,2.5,(#1,*)),IFCLABEL('x'));"))
	f.Add(data(`#1=(A("1F")B('\X2\00FC\X0\\S\|\PE\\S\0''\\'));/* c */ #2=C(-1.E-5,.T.,.U.);`))
	f.Add(data("#1=A('x);\n#2=A('y');\n#1=A(,);"))
	f.Add([]byte("\xef\xbb\xbfISO-10303-21;HEADER;ENDSEC;DATA;#1=A();ENDSEC;END-ISO-10303-21;"))
	f.Add([]byte("ISO-10303-21;\nDATA;\n#5=A(1.0E400);\n#6=A('\xff');\n#7=A(/*;"))
	f.Fuzz(func(t *testing.T, text []byte) {
		first, err := ParseBytes(text)
		streamed, streamErr := Parse(bytes.NewReader(text))
		if !reflect.DeepEqual(first, streamed) || !sameFault(err, streamErr) {
			t.Fatalf("read at once: %v\n%#v\nstreamed: %v\n%#v", err, first, streamErr, streamed)
		}
		if d, openErr := Open(text); err == nil {
			sameFile(t, first, fileOf(t, d), openErr)
		}
		comparesItself(t, text)
		var b bytes.Buffer
		if err := Write(&b, first); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		second, err := ParseBytes(b.Bytes())
		if first.Header.Description.ImplementationLevel == "" {
			first.Header.Description.ImplementationLevel = "2;1"
		}
		sameFile(t, first, second, err)
	})
}

func sameFault(a, b error) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error()) &&
		errors.Is(a, ErrTooManyErrors) == errors.Is(b, ErrTooManyErrors)
}
