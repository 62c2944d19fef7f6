package schema

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"
)

func TestPlainNumbers(t *testing.T) {
	for document, want := range map[string]string{
		`{"a":2800.0,"b":[28e2,2800,-0.50],"c":"1.0"}`: `{"a":2800,"b":[2800,2800,-0.5],"c":"1.0"}`,
		`[0,-0,0.0,0e7,-0.000]`:                        `[0,0,0,0,0]`,
		`[1e-3,0.0010,12.5e1,1.25E+2,100]`:             `[0.001,0.001,125,125,100]`,
		`[1e22,1e21,10e21]`:                            `[1e22,1000000000000000000000,1e22]`,
		`[1e-22,1.0e-23]`:                              `[0.0000000000000000000001,1e-23]`,
		`9007199254740993`:                             `9007199254740993`,
		`[1e99999999999999999999,true,null,"\"1.0"]`:   `[1e99999999999999999999,true,null,"\"1.0"]`,
		`{}`: `{}`,
	} {
		if got := string(PlainNumbers([]byte(document))); got != want {
			t.Errorf("%s: got %s, want %s", document, got, want)
		}
	}
}

// FuzzPlainNumber checks that the rewritten number is exactly equal to the original one.
func FuzzPlainNumber(f *testing.F) {
	for _, seed := range []string{"2800.0", "-1.50e-3", "0.00", "12e5", "1e21"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := []byte(text)
		if len(d) > 40 || !isNumber(d) {
			return
		}
		plain := PlainNumbers(d)
		was, ok := new(big.Rat).SetString(text)
		is, good := new(big.Rat).SetString(string(plain))
		if !ok || !good {
			return // the library does not accept such an exponent
		}
		if was.Cmp(is) != 0 {
			t.Fatalf("%s is written as %s", text, plain)
		}
		if again := PlainNumbers(plain); !bytes.Equal(again, plain) {
			t.Fatalf("%s is written as %s, and that as %s", text, plain, again)
		}
	})
}

func isNumber(text []byte) bool {
	d := Parse(text)
	d.parse()
	_, is := d.value.(json.Number)
	return d.valid && is && d.value.(json.Number).String() == string(text)
}
