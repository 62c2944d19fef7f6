package geojson

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// placed returns a model whose site has the given parameters.
func placed(t testing.TB, changes ...change.ModifyParameter) *state.Model {
	t.Helper()
	m := state.NewModel()
	do := func(id string, op change.Operation) {
		t.Helper()
		d, err := domain.Decide(m, change.Command{ID: id, Do: op})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Events {
			m = m.Evolve(e)
		}
	}
	do("1", change.CreateModel{ID: "11111111-1111-4111-8111-111111111111", Name: "House", Owner: "ada",
		Latitude: degrees(52), Longitude: degrees(5)})
	for i, c := range changes {
		c.ElementIDs = []state.ID{m.Info().SiteID}
		do("change "+string(rune('a'+i)), c)
	}
	return m
}

func TestReadTakesAllGeometries(t *testing.T) {
	outlines, _, err := Read([]byte(`{"type":"FeatureCollection","features":[
		{"type":"Feature","id":7,"properties":{"name":"Parcel"},"geometry":{"type":"Polygon","coordinates":
			[[[5,52],[5.001,52],[5.001,52.001],[5,52.001],[5,52]],
			 [[5.0002,52.0002],[5.0002,52.0004],[5.0004,52.0004],[5.0002,52.0002]]]}},
		{"type":"Feature","properties":null,"geometry":{"type":"GeometryCollection","geometries":[
			{"type":"Point","coordinates":[5,52,12]},{"type":"MultiLineString","coordinates":[[[5,52],[5.001,52]]]}]}},
		{"type":"Feature","id":"x \u00e4 \"","properties":{},"geometry":null}]}`), placed(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(outlines) != 3 || outlines[0].ID != "7" || outlines[0].Name != "Parcel" || len(outlines[0].Rings) != 1 ||
		len(outlines[0].Rings[0].Holes) != 1 || len(outlines[1].Points) != 1 || len(outlines[1].Lines) != 1 ||
		outlines[2].Corners() != 0 || outlines[2].ID != `x ä "` {
		t.Errorf("read %+v", outlines)
	}
	if p := outlines[1].Points[0]; p != (geometry.Point2{}) {
		t.Errorf("the place of the model is read at %v", p)
	}
	if a := outlines[0].Area(); a < 7300 || a > 7700 { // 68.6 m by 111.3 m, less a half of 13.7 m by 22.3 m
		t.Errorf("the parcel has %v m2", a)
	}
}

func TestReadTakesAMapsCoordinates(t *testing.T) {
	m := placed(t, change.ModifyParameter{ParameterName: "crs", Value: []byte(`"EPSG:28992"`)},
		change.ModifyParameter{ParameterName: "eastings", Value: []byte(`155000000`)},
		change.ModifyParameter{ParameterName: "northings", Value: []byte(`463000000`)})
	for _, name := range []string{"urn:ogc:def:crs:EPSG::28992", "EPSG:28992"} {
		outlines, _, err := Read([]byte(
			`{"type":"Point","coordinates":[155001,463002],"crs":{"type":"name","properties":`+
				`{"name":"`+name+`"}}}`), m)
		if err != nil || len(outlines) != 1 || outlines[0].Points[0] != metresAt(1, 2) {
			t.Errorf("%s: %+v, %v", name, outlines, err)
		}
	}
	if _, _, err := Read([]byte(`{"type":"Point","coordinates":[1,2],"crs":{"type":"name","properties":{"name":`+
		`"EPSG:25832"}}}`), m); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("another map is read: %v", err)
	}
}

func TestReadRefuses(t *testing.T) {
	m := placed(t)
	for text, want := range map[string]string{
		`[`:                                            "no JSON",
		`{"type":"Circle"}`:                            "no geometry of type",
		`{"type":"Point","coordinates":[5]}`:           "two numbers",
		`{"type":"Point","coordinates":"here"}`:        "coordinates",
		`{"type":"Point","coordinates":[52,5]}`:        "the right way round",
		`{"type":"Point","coordinates":[5,1e99]}`:      "the right way round",
		`{"type":"LineString","coordinates":[[5,52]]}`: "two positions",
		`{"type":"Polygon","coordinates":[[[5,52],[5.1,52],[5.1,52.1]]]}`:  "not closed",
		`{"type":"Polygon","coordinates":[]}`:                              "needs a ring",
		`{"type":"Polygon","coordinates":[[[5,52],[5,52],[5,52],[5,52]]]}`: "feature 0",
		`{"type":"Point","coordinates":[5,52],"crs":{"type":"link"}}`:      "no named reference system",
		`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"GeometryCollection",` +
			`"geometries":` + strings.Repeat(`[{"type":"GeometryCollection","geometries":`, 20) + `[]` +
			strings.Repeat(`}]`, 20) + `}}]}`: "nested",
	} {
		if _, _, err := Read([]byte(text), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a"},"geometry":` +
		`{"type":"Polygon","coordinates":[[[5,52],[5.001,52],[5.001,52.001],[5,52]]]}}]}`))
	f.Add([]byte(`{"type":"MultiPoint","coordinates":[[5,52]],"crs":{"type":"name","properties":{"name":"CRS84"}}}`))
	m := placed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		outlines, _, err := Read(data, m)
		if err != nil {
			return
		}
		for _, o := range outlines {
			for _, r := range o.Rings {
				if _, err := geometry.NewPolygon(r.Outer, r.Holes...); err != nil {
					t.Errorf("a polygon that is none was read: %v", err)
				}
			}
		}
	})
}
