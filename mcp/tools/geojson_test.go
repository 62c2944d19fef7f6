package tools

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// mapped is a GeoJSON file as decoded by an independent reader.
type mapped struct {
	Type     string
	CRS      any
	BBox     []float64
	Features []struct {
		ID         string
		Properties map[string]any
		Geometry   struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
}

// geojson exports a file and decodes it.
func (o *office) geojson(arguments string) (mapped, answer) {
	o.t.Helper()
	d := o.ok("export_geojson", "%s", arguments)
	text, err := os.ReadFile(d.at("path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	var out mapped
	if err := json.Unmarshal(text, &out); err != nil {
		o.t.Fatalf("%v: %s", err, text)
	}
	if int64(len(text)) != int64(d.at("size").number()) || len(out.Features) != d.at("features").number() {
		o.t.Errorf("the reply says %v bytes and %v features, the file has %d and %d", d.at("size"), d.at("features"),
			len(text), len(out.Features))
	}
	return out, d
}

func (m mapped) of(kind string) (out []int) {
	for i, f := range m.Features {
		if f.Properties["kind"] == kind {
			out = append(out, i)
		}
	}
	return out
}

// TestGeoJSONOfAnOffice compares the features of a house with the replies of other tools, in WGS 84 and on a map.
func TestGeoJSONOfAnOffice(t *testing.T) {
	o := storeyed(t)
	o.refused(state.IllegalState, "export_geojson", `{}`)
	o.ok("set_model_info", `{"latitude":52.09,"longitude":5.12}`)
	whole, reply := o.geojson(`{}`)
	if whole.Type != "FeatureCollection" || whole.CRS != nil || reply.at("coordinates").text() != "wgs84" {
		t.Errorf("the file is %s with crs %v, in %v", whole.Type, whole.CRS, reply.at("coordinates"))
	}
	for _, kind := range []string{"site", "building", "storey", "room", "footprint", "exit", "way_out"} {
		if n := len(whole.of(kind)); n == 0 || n != reply.at("kinds", kind).number() {
			t.Errorf("there are %d features of kind %s, the reply says %v", n, kind, reply.at("kinds", kind))
		}
	}
	hall := whole.Features[whole.of("room")[0]]
	if want := o.ok("room_analysis", `{"room_id":"%s"}`, hall.ID).at("area_m2"); hall.Properties["area_m2"] !=
		want.value {
		t.Errorf("the hall has %v m2, want %v", hall.Properties["area_m2"], want.value)
	}
	o.ok("set_model_info", `{"crs":"EPSG:28992","eastings":136000000,"northings":456000000}`)
	on, reply := o.geojson(`{"coordinates":"map","features":["footprint"],"categories":["wall"]}`)
	if reply.at("crs").text() != "EPSG:28992" || on.BBox[0] < 135_990 || on.BBox[2] > 136_020 {
		t.Errorf("on the map: %v in %v", on.BBox, reply.at("crs"))
	}
	if crs, _ := on.CRS.(map[string]any); crs["type"] != "name" {
		t.Errorf("the file is in %v", on.CRS)
	}
	cut, reply := o.geojson(`{"coordinates":"map","features":["footprint"],"categories":["wall"],` +
		`"crop":{"min":[-1000,-1000],"max":[1000,9000]}}`)
	if cut.BBox[2] > 136_001.0005 || reply.at("cut").number() == 0 || reply.at("outside").number() == 0 {
		t.Errorf("cut at 1 m it is %v, with %v cut and %v outside", cut.BBox, reply.at("cut"), reply.at("outside"))
	}
	o.refused(state.OutOfRange, "export_geojson", `{"crop":{"min":[0,0],"max":[0,1]}}`)
	o.refused(state.OutOfRange, "export_geojson", `{"tolerance":-1}`)
	o.refused(state.OutOfRange, "export_geojson", `{"file_name":"plan.json"}`)
	o.refused(state.EmptyResult, "export_geojson", `{"features":["footprint"],"categories":["roof"]}`)
}

// TestGeoJSONParcel imports a parcel and checks that an export returns its corners to their original place.
func TestGeoJSONParcel(t *testing.T) {
	o := newOffice(t)
	site := o.ok("query_elements", `{"categories":["site"]}`).at("elements", 0, "element_id").text()
	o.ok("set_model_info", `{"latitude":52.09,"longitude":5.12}`)
	ring := `[[[5.12,52.09],[5.1204,52.09],[5.1204,52.0902],[5.12,52.0902],[5.12,52.09]]]`
	path := filepath.Join(o.out, "parcels.geojson")
	if err := os.WriteFile(path, []byte(`{"type":"FeatureCollection","features":[
		{"type":"Feature","id":"NL-1","properties":{"name":"Plot"},"geometry":{"type":"Polygon","coordinates":`+ring+`}},
		{"type":"Feature","id":"NL-2","properties":{},"geometry":{"type":"Polygon","coordinates":
			[[[5.121,52.09],[5.122,52.09],[5.122,52.0902],[5.121,52.09]]]}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	read := o.ok("import_geojson", `{"file":"%s"}`, path)
	if read.at("total").number() != 2 || read.at("event_count").number() != 0 ||
		len(read.at("outlines", 0, "polygons", 0, "boundary_points").value.([]any)) != 4 {
		t.Errorf("read %v", read.value)
	}
	o.refused(state.OutOfRange, "import_geojson", `{"file":"%s","parcel":true}`, path)
	o.refused(state.NotFound, "import_geojson", `{"file":"%s","features":["NL-9"]}`, path)
	dry := o.ok("import_geojson", `{"file":"%s","parcel":true,"features":["NL-1"],"dry_run":true}`, path)
	done := o.ok("import_geojson", `{"file":"%s","parcel":true,"features":["NL-1"]}`, path)
	if dry.at("event_count").number() != 1 || done.at("event_count").number() != 1 ||
		done.at("site_id").text() != site {
		t.Errorf("dry %v, done %v", dry.value, done.value)
	}
	out, _ := o.geojson(`{"features":["site"]}`)
	var corners [][][2]float64
	if err := json.Unmarshal(out.Features[0].Geometry.Coordinates, &corners); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][2]float64{{5.12, 52.09}, {5.1204, 52.0902}} {
		if !slices.ContainsFunc(corners[0], func(c [2]float64) bool {
			return max(c[0]-want[0], want[0]-c[0], c[1]-want[1], want[1]-c[1]) < 2e-8
		}) {
			t.Errorf("no corner of %v is %v", corners, want)
		}
	}
	o.ok("undo", `{}`)
	if again, _ := o.geojson(`{"features":["site"]}`); again.Features[0].Geometry.Type != "Point" {
		t.Errorf("after undo the site is a %s", again.Features[0].Geometry.Type)
	}
	if text := strings.Repeat("[", 100_000); os.WriteFile(path, []byte(text), 0o600) != nil {
		t.Fatal("not written")
	}
	o.refused(state.InvalidInput, "import_geojson", `{"file":"%s"}`, path)
}
