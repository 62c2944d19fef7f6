package ifc

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenHouse holds the whole export of the house in each schema to the file that was accepted last.
func TestGoldenHouse(t *testing.T) {
	m := house(t).model
	for name, golden := range map[string]string{SchemaIFC2X3: "house-ifc2x3.ifc", SchemaIFC4: "house.ifc", SchemaIFC4X3: "house-ifc4x3.ifc"} {
		t.Run(name, func(t *testing.T) {
			golden = filepath.Join("..", "testdata", "ifc", golden)
			var out bytes.Buffer
			if _, err := Export(&out, m, in(name)); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Fatalf("the export differs from %s in line %d: look at the difference, then accept it with -update", golden, firstDifference(out.Bytes(), want))
			}
		})
	}
}

func firstDifference(a, b []byte) int {
	la, lb := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range la {
		if i >= len(lb) || !bytes.Equal(la[i], lb[i]) {
			return i + 1
		}
	}
	return len(la)
}
