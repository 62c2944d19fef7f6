package step

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// TestAnInstanceIsComparedAsItIsRead checks that NextIs gives the same result as Equal for the instance that Next
// reads.
func TestAnInstanceIsComparedAsItIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFile(t)
		var b bytes.Buffer
		if err := Write(&b, f); err != nil {
			t.Fatal(err)
		}
		plain, comparing := NewReader(bytes.NewReader(b.Bytes())),
			NewReader(iotest.OneByteReader(bytes.NewReader(b.Bytes())))
		for i := range f.Instances {
			want := f.Instances[i]
			if rapid.Bool().Draw(t, "change") {
				want = changed(t, want)
			}
			in, err := plain.Next()
			same, got, err2 := comparing.NextIs(&want)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if same != in.Equal(&want) || !same && !reflect.DeepEqual(got, in) {
				t.Fatalf("%#v\nis %v\n%#v\nand was answered as\n%#v", in, same, want, got)
			}
		}
		if _, _, err := comparing.NextIs(&Instance{}); err != io.EOF {
			t.Fatalf("behind the last instance: %v", err)
		}
	})
}

// changed returns an instance that differs from the given one in one respect, or is equal to it.
func changed(t *rapid.T, in Instance) Instance {
	switch rapid.IntRange(0, 3).Draw(t, "what") {
	case 0:
		in.ID++
	case 1:
		in.Name += "X"
	case 2:
		in.Args = append(in.Args[:len(in.Args):len(in.Args)], randomValue(t, 1))
	default:
		if len(in.Args) > 0 {
			in.Args = append([]Value{randomValue(t, 2)}, in.Args[1:]...)
		}
	}
	return in
}

// comparesItself checks that NextIs finds every instance equal to itself.
func comparesItself(t *testing.T, text []byte) {
	plain, comparing := NewReader(bytes.NewReader(text)), NewReader(bytes.NewReader(text))
	for {
		in, err := plain.Next()
		same, got, err2 := comparing.NextIs(&in)
		if same != (err == nil) || !sameFault(err, err2) || !same && !reflect.DeepEqual(got, in) {
			t.Fatalf("read\n%#v, %v\ncompared with itself: %v\n%#v, %v", in, err, same, got, err2)
		}
		if syntax := (*SyntaxError)(nil); err != nil && !errors.As(err, &syntax) {
			return
		}
	}
}
