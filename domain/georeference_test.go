package domain

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A site is placed on the map parameter by parameter; the reference system must come first.
func TestSiteOnTheMap(t *testing.T) {
	h := buildHouse(t)
	site := h.model.Info().SiteID
	set := func(parameter, value string) error {
		d, err := Decide(h.model, change.Command{ID: parameter + value,
			Do: change.ModifyParameter{ElementID: site, ParameterName: parameter, Value: json.RawMessage(value)}})
		if err == nil {
			h.model = d.After
		}
		return err
	}
	for _, c := range []struct {
		parameter, value string
		code             state.Code
	}{
		{"eastings", "155000000", state.OutOfRange}, // there is no map yet
		{"crs", `"Rijksdriehoek"`, state.OutOfRange},
		{"crs", `"EPSG:"`, state.OutOfRange},
		{"crs", `"EPSG:28992a"`, state.OutOfRange},
		{"crs", `"EPSG:28992"`, 0},
		{"eastings", "155000000", 0}, // 155 km: far beyond the model's extent
		{"northings", "463000000.5", 0},
		{"orthogonal_height", "-1250", 0},
		{"map_rotation", "-12.5", 0},
		{"map_rotation", "400", state.OutOfRange},
		{"map_scale", "0.9999079", 0},
		{"map_scale", "0.001", state.OutOfRange}, // a unit instead of a scale
		{"map_scale", "1000", state.OutOfRange},
		{"eastings", "1e12", state.OutOfRange},
		{"elevation", "1e9", state.OutOfRange}, // in the model's own range
		{"crs", "null", state.OutOfRange},
	} {
		err := set(c.parameter, c.value)
		if refused := err != nil; refused != (c.code != 0) || refused && state.CodeOf(err) != c.code {
			t.Errorf("%s = %s: %v, want code %v", c.parameter, c.value, err, c.code)
		}
	}
	e, _ := h.model.Element(site)
	got := e.Params.(*shape.Site)
	want := shape.Site{CRS: "EPSG:28992", Eastings: geometry.MM(155_000_000), Northings: geometry.FromMM(463_000_000.5),
		OrthogonalHeight: geometry.MM(-1250), MapRotation: -12_500_000, MapScale: 0.9999079}
	if got.CRS != want.CRS || got.Eastings != want.Eastings || got.Northings != want.Northings ||
		got.OrthogonalHeight != want.OrthogonalHeight ||
		got.MapRotation != want.MapRotation || got.MapScale != want.MapScale {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A scale that is not a number can only come from a broken file, not from JSON.
func TestImportedSiteWithAnEndlessScaleIsRefused(t *testing.T) {
	p := buildHouse(t)
	for _, scale := range []float64{math.Inf(1), math.NaN()} {
		p.refused(change.Import{Elements: []*state.Element{{Category: state.CategorySite,
			Params: &shape.Site{CRS: "EPSG:28992", MapScale: scale}}}}, state.OutOfRange)
	}
}
