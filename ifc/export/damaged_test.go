package export

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/damage"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/verify"
)

// The number of files that a test damages, and the duration of a soak test.
const (
	damagedFiles = 100
	damagingSoak = 10 * time.Minute
)

// TestDamagedFilesAreJudgedAndImported checks that a damaged file is refused, or is imported into a model that an
// export and an import restore. The schemas take turns.
func TestDamagedFilesAreJudgedAndImported(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/ifc/*.ifc")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	began, soak := time.Now(), os.Getenv("BIMSTREAM_SOAK") != ""
	for seed := uint64(1); seed <= damagedFiles || soak && time.Since(began) < damagingSoak; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		path := paths[rng.IntN(len(paths))]
		t.Run(fmt.Sprintf("%s %d", filepath.Base(path), seed), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			judgeAndImport(t, data, damage.Tokens(data, rng), Schemas()[seed%3])
		})
	}
}

func judgeAndImport(t *testing.T, original, data []byte, schema string) {
	if report, err := verify.Bytes(t.Context(), data, verify.Options{}); err != nil ||
		len(report.Rules) != len(verify.Rules()) {
		t.Errorf("verifying ends with %v", err)
	}
	if m := takenOver(t, data); m != nil && !borrows(t, original, m) {
		again, _ := reimported(t, m, in(schema))
		sameState(t, again, m)
	}
}

// borrows reports whether an element has a GlobalId that the undamaged file gives to an object other than an element,
// such as a relation. The next export would use that GlobalId for both. Only damage to one of our own files can cause
// this.
func borrows(t *testing.T, original []byte, m *state.Model) bool {
	was, found := takenOver(t, original), false
	m.Each(func(e *state.Element) bool {
		_, known := was.Element(e.ID)
		found = found || !known && bytes.Contains(original, []byte("('"+ifc.GlobalID(e.ID)+"'"))
		return !found
	})
	return found
}

// takenOver returns the model that an import of a file gives, nil if the file is refused.
func takenOver(t *testing.T, data []byte) *state.Model {
	t.Helper()
	src, err := building.Parse(data)
	if err != nil {
		return nil
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		if state.CodeOf(err) == state.Internal {
			t.Error(err)
		}
		return nil
	}
	plan.Create.ID = "damaged"
	return carriedOut(t, plan)
}
