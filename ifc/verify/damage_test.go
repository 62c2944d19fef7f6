package verify

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// damaged changes some bytes of a file: it changes a byte or a digit, cuts out a piece, or copies a piece elsewhere.
func damaged(data []byte, rng *rand.Rand) []byte {
	data = bytes.Clone(data)
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(data) - 50)
		switch rng.IntN(4) {
		case 0:
			data[at] = byte(rng.IntN(256))
		case 1:
			data = append(data[:at:at], data[at+rng.IntN(40):]...)
		case 2:
			if i := bytes.IndexAny(data[at:], "0123456789"); i >= 0 {
				data[at+i] = byte('0' + rng.IntN(10))
			}
		case 3:
			copy(data[at:at+30], data[rng.IntN(len(data)-50):])
		}
	}
	return data
}

func TestEveryRuleHasAnOutcomeForADamagedFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range allFixtures(t) {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			r, err := Bytes(t.Context(), damaged(data, rng), Options{})
			if err != nil || len(r.Rules) != len(Rules()) {
				t.Fatalf("%s: %v", f.path, err)
			}
		}
	}
}

func TestATruncatedFileHasALocatedSyntaxError(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(fixtures, "pass-all-ifc4.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	const step = 61
	for size := 0; size < bytes.LastIndex(data, []byte(fileEnd)); size += step {
		r, err := Bytes(t.Context(), data[:size], Options{Rules: []string{"STEP"}})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Findings) == 0 || r.Findings[0].Line < 1 || r.Findings[0].Column < 1 {
			t.Fatalf("%d bytes: %+v", size, r)
		}
	}
}

func TestDeepNestingIsReadOrRefusedWithItsPlace(t *testing.T) {
	const depth = 100_000
	for name, data := range map[string]string{
		"lists": "#1=IFCWALL(" + strings.Repeat("(", depth) + strings.Repeat(")", depth) + ");",
		"typed values": "#1=IFCPROPERTYSINGLEVALUE('a',$," + strings.Repeat("IFCLABEL(", depth) + "'x'" +
			strings.Repeat(")", depth) + ",$);",
		"big numbers": "#99999999999999999999=IFCCARTESIANPOINT((1.E400,0.,0.));\n#1=IFCINDEXEDPOLYGONALFACE((99999999999999999999));",
	} {
		r := verifyRing(t, ifc4, data)
		if o, _ := r.Outcome("STEP"); o.Status != Failed || r.Findings[0].Line < 8 {
			t.Errorf("%s: %+v %v", name, o, r.Findings[:1])
		}
	}
}
