package export

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestRefusedOptions checks that options that cannot be written are refused with an error that lists the allowed
// values, and that nothing is written.
func TestRefusedOptions(t *testing.T) {
	m := house(t).model
	for name, c := range map[string]struct {
		o         Options
		parameter string
	}{
		"an old schema":     {Options{Schema: "IFC2X2_FINAL", Stamp: stamp}, "schema"},
		"a new schema":      {Options{Schema: "IFC5", Stamp: stamp}, "schema"},
		"a foreign view":    {Options{MVD: "CoordinationView_V2.0", Stamp: stamp}, "mvd"},
		"an old view":       {Options{Schema: SchemaIFC2X3, MVD: ViewReference, Stamp: stamp}, "mvd"},
		"a versioned view":  {Options{Schema: SchemaIFC4X3, MVD: ViewReference, Stamp: stamp}, "mvd"},
		"an unknown target": {Options{Target: "archicad", Stamp: stamp}, "target"},
		"no time":           {Options{}, "stamp"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := Write(t.Context(), &out, m, c.o)
			known, ok := err.(*state.Error)
			if !ok || known.Code != state.OutOfRange || known.Data["parameter"] != c.parameter || out.Len() != 0 {
				t.Fatalf("%v, %d bytes", err, out.Len())
			}
			if allowed, _ := known.Data["allowed"].([]string); c.parameter != "stamp" && len(allowed) == 0 {
				t.Error("the error does not say what is allowed")
			}
		})
	}
}

func TestNoModel(t *testing.T) {
	_, err := Write(t.Context(), new(bytes.Buffer), state.NewModel(), defaults())
	if state.CodeOf(err) != state.NotFound {
		t.Errorf("%v", err)
	}
}

func TestOptionWarnings(t *testing.T) {
	m := house(t).model
	for want, o := range map[string]Options{
		"":                {Stamp: stamp, Target: TargetBonsai},
		"MVD_NOT_FINAL":   {Stamp: stamp, MVD: ViewDesignTransfer},
		"REVIT_LINK_ONLY": {Stamp: stamp, Target: TargetRevit},
	} {
		_, summary := exported(t, m, o)
		if got := codes(summary); len(got) != min(len(want), 1) || (want != "" && got[want] != 1) {
			t.Errorf("%+v: warnings %v, want %q", o, got, want)
		}
	}
}

// TestHeader checks that the header follows the policy of the validation service: a known view, no empty entries, three
// parts in the originating system.
func TestHeader(t *testing.T) {
	o := defaults()
	o.Application = Application{Name: "bim-stream ", Version: "1.0-rc1", Organization: "Bouw-BV"}
	r, _ := exported(t, house(t).model, o)
	h := r.file.Header
	if !slices.Equal(h.Description.Description, []string{"ViewDefinition [ReferenceView_V1.2]",
		"Comment [revision 99]"}) || h.Description.ImplementationLevel != "2;1" {
		t.Errorf("description %v", h.Description)
	}
	if h.Name.Name != "House.ifc" || h.Name.TimeStamp != "2026-03-01T12:00:00" ||
		h.Name.OriginatingSystem != "Bouw_BV - bim_stream - 1.0-rc1" {
		t.Errorf("name %+v", h.Name)
	}
	if !slices.Equal(h.Name.Author, []string{"Ada Bouwman"}) ||
		!slices.Equal(h.Name.Organization, []string{"Bouwman Architects"}) || h.Name.Authorization != "None" {
		t.Errorf("name %+v", h.Name)
	}
	if !slices.Equal(h.Schemas, []string{"IFC4"}) {
		t.Errorf("schemas %v", h.Schemas)
	}
}

func TestHeaderIsNeverEmpty(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "m", Name: "m"})
	r, _ := exported(t, s.model, Options{Stamp: stamp.In(time.FixedZone("", 3600))})
	h := r.file.Header.Name
	if h.TimeStamp != "2026-03-01T12:00:00" || len(h.Author) != 1 || h.Author[0] == "" || len(h.Organization) != 1 ||
		h.Organization[0] == "" || h.OriginatingSystem == "" || h.PreprocessorVersion == "" {
		t.Errorf("%+v", h)
	}
}

// TestOwnerHistory checks that there is no owner history without a History option, and that with it every object of an
// element has its author and modifier.
func TestOwnerHistory(t *testing.T) {
	s := house(t)
	if r := read(t, s); len(r.of("IfcOwnerHistory")) != 0 {
		t.Error("an owner history was made up")
	}
	o := defaults()
	made := Change{User: "ada", At: time.Unix(1000, 0)}
	o.History = func(id state.ID) (OwnerHistory, bool) {
		switch id {
		case s.ids["W1"]:
			return OwnerHistory{Created: made, Modified: Change{User: "bob", Agent: "agent-7", Application: "planner",
				At: time.Unix(2000, 0)}}, true
		case s.ids["W2"], s.ids["W3"]:
			return OwnerHistory{Created: made}, true
		}
		return OwnerHistory{}, false
	}
	r, _ := exported(t, s.model, o)
	history := func(name string) *step.Instance { return r.ref(r.one(t, "IfcWall", name), "OwnerHistory") }
	if history("W2") == nil || history("W2") != history("W3") || history("W4") != nil {
		t.Error("histories are not shared by those who have the same")
	}
	w1 := history("W1")
	if r.number(w1, "CreationDate") != 1000 || r.number(w1, "LastModifiedDate") != 2000 ||
		r.enum(w1, "ChangeAction") != "MODIFIED" {
		t.Errorf("W1 was made at %v and changed at %v (%s)", r.number(w1, "CreationDate"),
			r.number(w1, "LastModifiedDate"), r.enum(w1, "ChangeAction"))
	}
	by := r.ref(w1, "LastModifyingUser")
	if r.text(r.ref(by, "ThePerson"), "Identification") != "bob" ||
		r.text(r.refs(by, "Roles")[0], "Description") != "agent-7" ||
		r.text(r.ref(w1, "LastModifyingApplication"), "ApplicationFullName") != "planner" {
		t.Error("W1 was not changed by bob's agent with the planner")
	}
	if w2 := history("W2"); r.enum(w2, "ChangeAction") != "ADDED" || r.number(w2, "LastModifiedDate") != 1000 {
		t.Errorf("W2 was %s", r.enum(w2, "ChangeAction"))
	}
	for _, rel := range r.relating("IfcRelDefinesByProperties", "RelatedObjects", r.one(t, "IfcWall", "W1")) {
		if r.ref(rel, "OwnerHistory") != w1 || r.ref(r.ref(rel, "RelatingPropertyDefinition"), "OwnerHistory") != w1 {
			t.Error("what describes W1 has another history")
		}
	}
}

// TestNames checks that names longer than IFC allows are cut with a warning, and that letters of other scripts do not
// change.
func TestNames(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "m", Name: "Größe 設計"})
	s.do("long", change.CreateLevel{Name: fmt.Sprintf("%0300d", 7)})
	r, summary := exported(t, s.model, defaults())
	if got := r.text(r.one(t, "IfcProject", ""), "Name"); got != "Größe 設計" {
		t.Errorf("the project is called %q", got)
	}
	if got := len(r.text(r.one(t, "IfcBuildingStorey", ""), "Name")); got != 255 ||
		codes(summary)["NAME_SHORTENED"] != 1 {
		t.Errorf("a name of %d characters, warnings %v", got, codes(summary))
	}
}

func TestSummary(t *testing.T) {
	var out bytes.Buffer
	summary, err := Write(t.Context(), &out, house(t).model, defaults())
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]int{"IfcWall": 11, "IfcDoor": 5, "IfcWindow": 13, "IfcOpeningElement": 19,
		"IfcSlab": 4, "IfcRoof": 1, "IfcColumn": 2, "IfcBeam": 1, "IfcStair": 1,
		"IfcStairFlight": 1, "IfcSpace": 5, "IfcBuildingStorey": 3, "IfcWallType": 2, "IfcGrid": 1, "IfcPile": 0} {
		if got := summary.Count(class); got != want {
			t.Errorf("%d of %s, want %d", got, class, want)
		}
	}
	if summary.Size != int64(out.Len()) || len(summary.SHA256) != 64 || summary.Schema != "IFC4" ||
		summary.MVD != ViewReference || summary.Warnings == nil {
		t.Errorf("%+v", summary)
	}
}

// TestAnArchiveHoldsTheFile checks that an archive contains the same bytes as the plain file, is the same each time,
// and is read like the plain file.
func TestAnArchiveHoldsTheFile(t *testing.T) {
	m, folder := house(t).model, t.TempDir()
	var plain bytes.Buffer
	if _, err := Write(t.Context(), &plain, m, Options{Stamp: stamp}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "house.ifcZIP")
	var sums []string
	for range 2 {
		summary, err := File(t.Context(), path, m, Options{Stamp: stamp})
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if sum := sha256.Sum256(data); err != nil || hex.EncodeToString(sum[:]) != summary.SHA256 ||
			summary.Size != int64(len(data)) {
			t.Errorf("the summary tells %s of %d bytes (%v)", summary.SHA256, summary.Size, err)
		}
		sums = append(sums, summary.SHA256)
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		entry, err := archive.Open("house.ifc")
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(entry)
		if err != nil || !bytes.Equal(content, plain.Bytes()) {
			t.Errorf("the archive holds %d other bytes (%v)", len(content), err)
		}
		if _, err := building.Parse(data); err != nil {
			t.Errorf("the archive is not read: %v", err)
		}
	}
	if sums[0] != sums[1] {
		t.Error("two archives of one model are not the same bytes")
	}
}
