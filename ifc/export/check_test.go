package export

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// damages lists ways to damage a file, each with a word of the expected complaint.
var damages = map[string]struct {
	complaint string
	do        func(t *testing.T, f *step.File, r *reading)
}{
	"a wall is nowhere": {"0 places", func(t *testing.T, f *step.File, r *reading) {
		rel := r.of("IfcRelContainedInSpatialStructure")[1]
		list := rel.Args[4].(step.List)
		rel.Args[4] = list[1:]
	}},
	"a room is in two places": {"2 places", func(t *testing.T, f *step.File, r *reading) {
		rel := r.of("IfcRelContainedInSpatialStructure")[1]
		rel.Args[4] = append(slices.Clone(rel.Args[4].(step.List)), step.Ref(r.one(t, "IfcSpace", "001").ID))
	}},
	"an element is missing": {"should be", func(t *testing.T, f *step.File, r *reading) {
		column := r.one(t, "IfcColumn", "C1")
		column.Args[0] = step.String(ifc.DerivedGlobalID("another", "one"))
	}},
	"an element has another class": {"should be an IFCBEAM", func(t *testing.T, f *step.File, r *reading) {
		beam := r.one(t, "IfcBeam", "B1")
		beam.Name, beam.Args[8] = "IFCMEMBER", step.Enum("STRUT")
	}},
	"a wall is too high": {"body of", func(t *testing.T, f *step.File, r *reading) {
		r.bodyItem(t, r.one(t, "IfcWall", "P1")).Args[3] = step.Real(2803)
	}},
	"two things share a GlobalId": {"unique", func(t *testing.T, f *step.File, r *reading) {
		r.one(t, "IfcWall", "W2").Args[0] = r.one(t, "IfcWall", "W1").Args[0]
	}},
	"a GlobalId is none": {"globalid", func(t *testing.T, f *step.File, r *reading) {
		r.one(t, "IfcWall", "W2").Args[0] = step.String("4xxxxxxxxxxxxxxxxxxxxx")
	}},
	"a reference leads nowhere": {"dangling", func(t *testing.T, f *step.File, r *reading) {
		r.one(t, "IfcWall", "W2").Args[6] = step.Ref(999999)
	}},
	"a value is of the wrong type": {"type", func(t *testing.T, f *step.File, r *reading) {
		r.one(t, "IfcDoor", "D1").Args[8] = step.String("high")
	}},
	"a body is no extrusion": {"in a body", func(t *testing.T, f *step.File, r *reading) {
		solid := r.bodyItem(t, r.one(t, "IfcColumn", "C1"))
		solid.Name = "IFCREVOLVEDAREASOLID"
		axis := 1
		for i := range f.Instances {
			axis = max(axis, f.Instances[i].ID+1)
		}
		solid.Args[2], solid.Args[3] = step.Ref(axis), step.Real(1)
		point := r.ref(r.ref(solid, "Position"), "Location")
		f.Instances = append(f.Instances, step.Instance{ID: axis, Name: "IFCAXIS1PLACEMENT",
			Args: []step.Value{step.Ref(point.ID), null}})
	}},
}

func TestVerifyRefusesDamagedFiles(t *testing.T) {
	s := house(t)
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			x, err := build(t.Context(), s.model, defaults())
			if err != nil {
				t.Fatal(err)
			}
			damage.do(t, &x.file, newReading(step.NewIndex(&x.file), x.schema))
			err = checkFile(t.Context(), &x.file, x.expected())
			refused, ok := errors.AsType[*state.Error](err)
			if !ok || refused.Code != state.InvalidOutput {
				t.Fatalf("the file was accepted: %v", err)
			}
			if faults, _ := refused.Data["faults"].([]string); !strings.Contains(strings.Join(faults, "; "),
				damage.complaint) {
				t.Fatalf("%v, want a complaint of %q", faults, damage.complaint)
			}
			folder := t.TempDir()
			if _, err := x.save(filepath.Join(folder, "house.ifc")); state.CodeOf(err) != state.InvalidOutput {
				t.Errorf("the file was accepted: %v", err)
			}
			if left, _ := os.ReadDir(folder); len(left) != 0 {
				t.Errorf("%s was left behind", left[0].Name())
			}
		})
	}
}

func TestExportFile(t *testing.T) {
	s := house(t)
	path := filepath.Join(t.TempDir(), "house.ifc")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	summary, err := File(t.Context(), path, s.model, defaults())
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(written)) != summary.Size {
		t.Errorf("%d bytes, the summary says %d", len(written), summary.Size)
	}
	if _, again := exported(t, s.model, defaults()); again.SHA256 != summary.SHA256 {
		t.Error("file and stream differ")
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files in the folder, want 1", len(left))
	}
}

// TestReadBackNoticesWhatTheDiskChanged checks that a file on the disk is compared with the written instances: a
// changed value, a missing line and an additional line are found.
func TestReadBackNoticesWhatTheDiskChanged(t *testing.T) {
	x, err := build(t.Context(), house(t).model, defaults())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "house.ifc")
	if _, err := x.save(path); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line := "#1=IFCORGANIZATION($,'x',$,$,$);\nENDSEC;\nEND"
	for what, change := range map[string][2]string{
		"a value": {"2800.", "2801."}, "an end": {"ENDSEC;\nEND", "END"}, "a line": {"ENDSEC;\nEND", line},
		"a schema": {"('IFC4')", "('IFC2X3')"}, "a letter": {"IFCWALL(", "IFCSLAB("},
	} {
		damaged := strings.Replace(string(written), change[0], change[1], 1)
		if damaged == string(written) {
			t.Fatalf("%s: nothing to change", what)
		}
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := x.readBack(path); state.CodeOf(err) != state.InvalidOutput {
			t.Errorf("%s was changed: %v", what, err)
		}
	}
}

// TestFailedExportKeepsTheOldFile checks that an existing file is unchanged if a new export fails.
func TestFailedExportKeepsTheOldFile(t *testing.T) {
	x, err := build(t.Context(), house(t).model, defaults())
	if err != nil {
		t.Fatal(err)
	}
	damages["a wall is too high"].do(t, &x.file, newReading(step.NewIndex(&x.file), x.schema))
	path := filepath.Join(t.TempDir(), "house.ifc")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := x.save(path); err == nil {
		t.Fatal("a damaged file was accepted")
	}
	if kept, _ := os.ReadFile(path); string(kept) != "old" {
		t.Errorf("the old file is now %q", kept)
	}
}

func TestExportFileIntoNowhere(t *testing.T) {
	m := house(t).model
	_, err := File(t.Context(), filepath.Join(t.TempDir(), "none", "house.ifc"), m, defaults())
	if state.CodeOf(err) != state.NotFound {
		t.Errorf("%v", err)
	}
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		return // there, permissions of folders have no effect
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := File(t.Context(), filepath.Join(folder, "house.ifc"), m, defaults()); state.CodeOf(err) !=
		state.PathNotAllowed {
		t.Errorf("%v", err)
	}
}

// TestExportToABrokenWriter checks that the error of a failing writer is returned unchanged.
func TestExportToABrokenWriter(t *testing.T) {
	_, err := Write(t.Context(), brokenWriter{}, house(t).model, defaults())
	if !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
