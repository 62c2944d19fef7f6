package export

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenHouse compares the whole export of the house in each schema with the golden file.
func TestGoldenHouse(t *testing.T) { goldens(t, "house", house(t).model) }

// TestGoldenFixedBodies compares the exports of fixed bodies of every form and class, and of results of boolean
// operations, with the golden files.
func TestGoldenFixedBodies(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "3f1c8a52-0a5b-4d0e-9a3e-6f4f0f3f9b11", Owner: "ada", Name: "Bodies"})
	s.do("steel", change.DefineMaterial{Name: "Steel", Colour: "#336699", Density: 7850})
	s.do("L1", change.CreateLevel{Name: "L1", Elevation: length(500)})
	s.varietyProxies()
	s.strangers()
	corner := at(40000, 0)
	for _, f := range []struct {
		name string
		side int64
	}{{"around", 1000}, {"core", 400}} {
		s.do(f.name, change.CreateFooting{LevelID: s.ids["L1"], Name: f.name,
			Footing: fabric.Footing{Location: &corner, Length: length(f.side),
				Width: length(f.side), Height: length(800)}})
	}
	for _, how := range []state.CombineOperation{"subtract", "intersect", "union"} {
		s.do(string(how), change.BooleanOperation{ElementA: s.ids["around"], ElementB: s.ids["core"], Operation: how,
			KeepOperands: true, Name: string(how)})
	}
	goldens(t, "bodies", s.model)
}

// goldens compares the export of a model in each schema with the golden file.
func goldens(t *testing.T, name string, m *state.Model) {
	t.Helper()
	for schema, ending := range map[string]string{SchemaIFC2X3: "-ifc2x3.ifc", SchemaIFC4: ".ifc",
		SchemaIFC4X3: "-ifc4x3.ifc"} {
		t.Run(schema, func(t *testing.T) {
			golden := filepath.Join("..", "..", "testdata", "ifc", name+ending)
			var out bytes.Buffer
			if _, err := Write(t.Context(), &out, m, in(schema)); err != nil {
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
				t.Fatalf("the export differs from %s in line %d: look at the difference, then accept it with -update",
					golden, firstDifference(out.Bytes(), want))
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

// TestGoldenCurvedWall compares the exports of one curved wall with a door with the golden files.
func TestGoldenCurvedWall(t *testing.T) { goldens(t, "curved-wall", quarter(t).model) }
