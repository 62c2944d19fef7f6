package importer

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/record"
)

// TestWhatAFileSaysIsKept checks that the model keeps authors, layers, styles, attributes of the project and
// classification systems.
func TestWhatAFileSaysIsKept(t *testing.T) {
	src, err := building.Parse([]byte(strings.Replace(unkeptFile, "UNITS", "#2", 1)))
	if err != nil {
		t.Fatal(err)
	}
	r := Read(src)
	library := r.Site.Origin
	var wall *state.Element
	for _, d := range r.Products {
		if d.Element.Name == "A" {
			wall = d.Element
		}
	}
	if library == nil || wall == nil || wall.Origin == nil {
		t.Fatalf("the site has %v, the wall %v", library, wall)
	}
	kept, _ := library.Record(wall.Origin.History)
	made := record.AuthorshipOf(kept.Text)
	if made == nil || made.By != "ann" || made.Organization != "Office" || made.Application != "App 1" ||
		made.Created.Unix() != 1 {
		t.Errorf("the wall was made by %+v", made)
	}
	if got := strings.Join(wall.Origin.Layers, ", "); got != "layer All, layer Walls" {
		t.Errorf("the wall is on %s", got)
	}
	if len(wall.Origin.Styles) != 1 {
		t.Fatalf("the wall has the styles %v", wall.Origin.Styles)
	}
	style, _ := library.Record(wall.Origin.Styles[0])
	for _, want := range []string{`"Side":{"enum":"POSITIVE"}`, `"Transparency":0.5`, `"Name":"red"`} {
		if !strings.Contains(style.Text, want) {
			t.Errorf("the style %s does not say %s", style.Text, want)
		}
	}
	project, _ := library.Record(shape.OriginProject)
	if project.Text != `{"is":"IfcProject","GlobalId":"0000000000000000000001","LongName":"Long","Phase":"Phase 2"}` {
		t.Errorf("the project is %s", project.Text)
	}
	system, _ := library.Record(shape.OriginSystemPrefix + "Uniclass")
	if !strings.Contains(system.Text, `"Source":"NBS","Edition":"2015"`) {
		t.Errorf("the system is %s", system.Text)
	}
}

// TestRecordsAreKeptInAllSchemas checks that every schema can express a record, and that an import reads the same
// record back.
func TestRecordsAreKeptInAllSchemas(t *testing.T) {
	data := []byte(strings.Replace(unkeptFile, "UNITS", "#2", 1))
	for _, name := range []string{"IFC4", "IFC4X3_ADD2"} {
		src, err := building.Parse(bytes.Replace(data, []byte("IFC4"), []byte(name), 1))
		if err != nil {
			t.Fatal(err)
		}
		text := src.Record(50)
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if r.One("OwningUser").One("ThePerson").Text("Identification") != "ann" {
			t.Errorf("%s: the record is %s", name, text)
		}
	}
}
