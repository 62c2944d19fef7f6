package draft

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
)

func open(t *testing.T, name string) *check.Model {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/ifc/" + name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := check.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestModelsSatisfyTheirDrafts checks that a model passes the draft made from it, and that the audit has no finding in
// the draft.
func TestModelsSatisfyTheirDrafts(t *testing.T) {
	for _, name := range []string{"house.ifc", "house-ifc2x3.ifc", "house-ifc4x3.ifc"} {
		for _, values := range []bool{false, true} {
			d := From(open(t, name), Options{Values: values})
			read, faults := audit.Audit(d.Write(), ids.ReadOptions{})
			if faults.Status != audit.OK || len(read.Specifications) < 5 {
				t.Fatalf("%s: %d specifications, %v", name, len(read.Specifications), faults.Findings)
			}
			r := check.Run(read, faults, open(t, name), check.Options{})
			if r.Status != check.Pass {
				t.Errorf("%s, values %v: %s, %+v", name, values, r.Status, r.Counts)
			}
			if again := From(open(t, name), Options{Values: values}); !bytes.Equal(again.Write(), d.Write()) {
				t.Errorf("%s: a second draft differs", name)
			}
		}
	}
}

func TestDraftAsksForWhatAllWallsHave(t *testing.T) {
	d := From(open(t, "house.ifc"), Options{Title: "House", Classes: []string{"IFCWALL"}, Values: true})
	text := string(d.Write())
	for _, want := range []string{"<title>House</title>", "IFCWALL: what all", "Pset_WallCommon",
		`dataType="IFCIDENTIFIER"`, "EXT-300", "IFCRELCONTAINEDINSPATIALSTRUCTURE"} {
		if !strings.Contains(text, want) {
			t.Errorf("the draft has no %s:\n%s", want, text)
		}
	}
	if len(d.Specifications) != 1 {
		t.Errorf("%d specifications of one class", len(d.Specifications))
	}
}
