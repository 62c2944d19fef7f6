package files

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/geojson"
)

const geojsonType = "application/geo+json" // RFC 7946, 12

// maxGeoJSONFile bounds a file that is read, in bytes: a cadastral sheet of 10,000 parcels has some 10 MB.
const maxGeoJSONFile = 32 << 20

type exportGeoJSON struct {
	Features    []geojson.Kind      `json:"features,omitempty" jsonschema:"default all"`
	Categories  []string            `json:"categories,omitempty" jsonschema:"of footprints; default wall, curtain_wall, column, floor, roof, stair"`
	LevelIDs    []state.ID          `json:"level_ids,omitempty"`
	Coordinates geojson.Coordinates `json:"coordinates,omitempty" jsonschema:"default wgs84 where the site has latitude and longitude, else map"`
	Crop        *cropBox            `json:"crop,omitempty" jsonschema:"in plan: what lies outside is cut away"`
	Tolerance   geometry.Length     `json:"tolerance,omitempty" jsonschema:"by which outlines may be simplified; default 0"`
	FileName    string              `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	ModelID     string              `json:"model_id,omitempty"`
	Branch      string              `json:"branch,omitempty"`
	At          mcp.At              `json:"at,omitempty"`
	DryRun      bool                `json:"dry_run,omitempty"`
}

// cropBox is a box in plan.
type cropBox struct {
	Min geometry.Point2 `json:"min"`
	Max geometry.Point2 `json:"max"`
}

type geojsonData struct {
	ModelID     string               `json:"model_id"`
	Branch      string               `json:"branch"`
	Revision    uint64               `json:"revision"`
	Path        string               `json:"path"`
	SHA256      string               `json:"sha256"`
	Size        int64                `json:"size"`
	Coordinates geojson.Coordinates  `json:"coordinates"`
	CRS         string               `json:"crs"`
	BBox        []float64            `json:"bbox" jsonschema:"west, south, east, north"`
	Features    int                  `json:"features"`
	Kinds       map[geojson.Kind]int `json:"kinds"`
	Simplified  int                  `json:"simplified,omitempty" jsonschema:"outlines"`
	Cut         int                  `json:"cut,omitempty" jsonschema:"by crop"`
	Outside     int                  `json:"outside,omitempty" jsonschema:"features outside crop"`
	LeftOut     []state.ID           `json:"left_out" jsonschema:"elements whose body or boundary cannot be made; the first 100"`
	LeftAll     int                  `json:"left_out_total"`
	Events      []app.EventRef       `json:"events"`
}

func geojsonTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{
			Name: "export_geojson", Heavy: true, Title: "Export GeoJSON", Server: "documentation", Set: mcp.SetFull,
			Category: mcp.CategoryExecution, Operation: mcp.OpRead,
			Description: "Writes the plan as GeoJSON (RFC 7946) for maps and GIS: parcel, building, storeys, rooms, " +
				"footprints, exits and ways out, in WGS 84 by the site's latitude, longitude and true north, or in " +
				"its crs. The same revision gives the same bytes.",
			Input: exportGeoJSON{}, Output: geojsonData{}, Handle: b.exportGeoJSON,
		},
		{
			Name: "import_geojson", Title: "Import GeoJSON", Server: "documentation", Set: mcp.SetFull,
			Category: mcp.CategoryMutation,
			Description: "Reads GeoJSON, in WGS 84 or the site's crs, into coordinates of the model: outlines to " +
				"draw from, or with parcel the boundary of the site.",
			Input: importGeoJSON{}, Output: geojsonImported{}, Handle: b.importGeoJSON,
		},
	}
}

func (b *Backend) exportGeoJSON(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a exportGeoJSON
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ViewNamed(ctx, c, &app.Page{}, &a)
	if err != nil {
		return nil, err
	}
	query, err := a.query(v.Model)
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, b.Store, v); err != nil {
		return nil, err
	}
	to, err := b.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, ".geojson"), ".geojson")
	if err != nil {
		return nil, err
	}
	made, err := geojson.Collect(ctx, v, query, &b.Ways)
	if err != nil {
		return nil, err
	}
	if len(made.Features) == 0 {
		return nil, state.Errorf(state.EmptyResult,
			"nothing that was asked for has a place in plan: widen features, level_ids, categories or crop")
	}
	data := &geojsonData{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path,
		Coordinates: made.Ground.Coordinates, CRS: cmp.Or(made.Ground.CRS, "EPSG:4326"), Features: len(made.Features),
		Kinds: made.Count(), Simplified: made.Simplified, Cut: made.Cut, Outside: made.Outside,
		LeftOut: []state.ID{}, LeftAll: len(made.LeftOut), BBox: made.BBox()}
	for _, left := range made.LeftOut[:min(len(made.LeftOut), leftOutShown)] {
		data.LeftOut = append(data.LeftOut, left.ID)
	}
	if data.SHA256, data.Size, err = to.Write(ctx, c, made.Write); err != nil {
		return nil, app.FileError(err)
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{ModelID: data.ModelID, Branch: data.Branch,
		Revision: data.Revision, ContentType: geojsonType, Schema: "RFC 7946", SHA256: data.SHA256,
		Size: data.Size}, data.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	out := &mcp.Outcome{Data: data, EventID: event.ID, Commit: b.RecordArtifact(data.ModelID, event)}
	if data.LeftAll > 0 {
		out.Warnings = []mcp.Warning{{Code: "LEFT_OUT",
			Message: "some elements are not in the file, since they have no body or boundary: look at left_out",
			Data:    map[string]any{"elements": data.LeftAll}}}
	}
	return out, nil
}

// query returns the query of the arguments.
func (a *exportGeoJSON) query(m *state.Model) (geojson.Query, error) {
	q := geojson.Query{Kinds: a.Features, Levels: a.LevelIDs, Categories: spatial.CategoriesFrom(a.Categories),
		Coordinates: a.Coordinates, Tolerance: a.Tolerance}
	if err := app.CheckCategories(a.Categories); err != nil {
		return q, err
	}
	if a.Tolerance < 0 || a.Tolerance > maxOutlineTolerance {
		return q, state.Errorf(state.OutOfRange, "tolerance is %s mm: give 0 to %s", a.Tolerance,
			maxOutlineTolerance).With("parameter", "tolerance")
	}
	for _, id := range a.LevelIDs {
		if e, ok := m.Element(id); !ok || e.Category != state.CategoryLevel {
			return q, state.Errorf(state.NotFound,
				"no level %q in this model and branch: list levels with model_overview", id).With("level_id", id)
		}
	}
	if a.Crop != nil {
		if err := cmp.Or(spatial.CheckPlace(m, "crop", a.Crop.Min.At(0)),
			spatial.CheckPlace(m, "crop", a.Crop.Max.At(0))); err != nil {
			return q, err
		}
		if a.Crop.Min.X >= a.Crop.Max.X || a.Crop.Min.Y >= a.Crop.Max.Y {
			return q, state.Errorf(state.OutOfRange,
				"crop encloses nothing: its min has to be left of and below its max").With("parameter", "crop")
		}
		q.Within = &geometry.Box{Min: a.Crop.Min.At(0), Max: a.Crop.Max.At(0)}
	}
	return q, nil
}

// maxOutlineTolerance exceeds the thickness of any wall: a larger tolerance would leave nothing of a plan.
const maxOutlineTolerance = 5 * geometry.Metre

type importGeoJSON struct {
	File     string   `json:"file" jsonschema:"GeoJSON, or its file:// address"`
	Features []string `json:"features,omitempty" jsonschema:"number from 0, id or name of each; default all"`
	Parcel   bool     `json:"parcel,omitempty" jsonschema:"the one polygon becomes boundary of the site"`
	app.ReplyArguments
	mcp.MutationArguments
}

type geojsonImported struct {
	ModelID    string         `json:"model_id"`
	Branch     string         `json:"branch"`
	Revision   uint64         `json:"revision" jsonschema:"of the branch after the change"`
	CRS        string         `json:"crs" jsonschema:"of the file"`
	Total      int            `json:"total" jsonschema:"features that were asked for"`
	Outlines   []outlineEcho  `json:"outlines" jsonschema:"in the model's millimetres; the first 100"`
	Site       string         `json:"site_id,omitempty" jsonschema:"whose boundary was set"`
	EventCount int            `json:"event_count"`
	Events     []app.EventRef `json:"events"`
}

// outlineEcho is a feature of a file in the reply. Its coordinates are left out if the reply has no room for them.
type outlineEcho struct {
	Feature  int                 `json:"feature" jsonschema:"number in the file"`
	ID       string              `json:"id,omitempty"`
	Name     string              `json:"name,omitempty"`
	Area     float64             `json:"area_m2,omitempty"`
	Corners  int                 `json:"corners"`
	Polygons []polygonEcho       `json:"polygons,omitempty"`
	Lines    [][]geometry.Point2 `json:"lines,omitempty"`
	Points   []geometry.Point2   `json:"points,omitempty"`
	LeftOut  bool                `json:"coordinates_left_out,omitempty" jsonschema:"for their number: name the feature"`
}

type polygonEcho struct {
	Outer geometry.Ring   `json:"boundary_points"`
	Holes []geometry.Ring `json:"holes,omitempty"`
}

const (
	outlinesShown = 100
	// cornersShown bounds the corners of a reply: some 20 bytes each.
	cornersShown = 1000
)

func (b *Backend) importGeoJSON(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a importGeoJSON
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	text, err := b.ReadFile(ctx, c, a.File, maxGeoJSONFile)
	if err != nil {
		return nil, err
	}
	v, err := b.NewestView(ctx, c)
	if err != nil {
		return nil, err
	}
	if _, err := b.CheckExpected(ctx, c, v); err != nil {
		return nil, err
	}
	all, ground, err := geojson.Read(text, v.Model)
	if _, ours := errors.AsType[*state.Error](err); err != nil && !ours {
		return nil, state.Errorf(state.InvalidInput, "%q cannot be read as GeoJSON: %w", filepath.Base(a.File),
			err).With("parameter", "file")
	} else if err != nil {
		return nil, err
	}
	chosen, err := a.chosen(all)
	if err != nil {
		return nil, err
	}
	data := &geojsonImported{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Total: len(chosen),
		CRS: cmp.Or(ground.CRS, "EPSG:4326"), Outlines: echoOutlines(chosen), Events: []app.EventRef{}}
	if !a.Parcel {
		return &mcp.Outcome{Data: data}, nil
	}
	boundary, err := parcelOf(chosen)
	if err != nil {
		return nil, err
	}
	site := v.Model.Info().SiteID
	out, err := b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
		return v.DecideUntil(ctx, change.Command{ID: commandID, Do: change.ModifyParameter{
			ElementIDs: []state.ID{site}, ParameterName: "boundary", Value: boundary}})
	}, nil)
	if err != nil {
		return nil, err
	}
	if reply, ok := out.Data.(*app.Change); ok {
		data.Revision, data.EventCount, data.Site = reply.Revision, reply.EventCount, string(site)
		data.Events = append(data.Events, reply.Events...)
	}
	out.Data = data
	return out, nil
}

// chosen returns the features that the arguments name, in the order of the file.
func (a *importGeoJSON) chosen(all []geojson.Outline) ([]geojson.Outline, error) {
	if len(a.Features) == 0 {
		return all, nil
	}
	var out []geojson.Outline
	for _, o := range all {
		if slices.ContainsFunc(a.Features, func(f string) bool { return calledBy(o, f) }) {
			out = append(out, o)
		}
	}
	for _, f := range a.Features {
		if !slices.ContainsFunc(all, func(o geojson.Outline) bool { return calledBy(o, f) }) {
			return nil, state.Errorf(state.NotFound, "the file has %d features, none with number, id or name %q",
				len(all), f).With("parameter", "features").With("value", f)
		}
	}
	return out, nil
}

// calledBy reports whether a text is the number, the id or the name of a feature.
func calledBy(o geojson.Outline, text string) bool {
	return text == strconv.Itoa(o.Index) || text != "" && (text == o.ID || text == o.Name)
}

// parcelOf returns the only polygon of the features as a value for the site's boundary.
func parcelOf(chosen []geojson.Outline) (json.RawMessage, error) {
	var rings []geojson.Ring
	for _, o := range chosen {
		rings = append(rings, o.Rings...)
	}
	switch {
	case len(rings) != 1:
		return nil, state.Errorf(state.OutOfRange, "a parcel is one polygon, and %d were found: name its feature",
			len(rings)).With("parameter", "features").With("polygons", len(rings))
	case len(rings[0].Holes) > 0:
		return nil, state.Errorf(state.OutOfRange, "the polygon has %d holes, which the boundary of a site cannot "+
			"have: join them to its outside in the file", len(rings[0].Holes)).With("parameter", "features")
	}
	return json.Marshal(rings[0].Outer)
}

func echoOutlines(chosen []geojson.Outline) []outlineEcho {
	out, room := []outlineEcho{}, cornersShown
	for _, o := range chosen[:min(len(chosen), outlinesShown)] {
		e := outlineEcho{Feature: o.Index, ID: checks.Bounded(tasks.PlainLine(o.ID, clippedAt)),
			Name: checks.Bounded(tasks.PlainLine(o.Name, clippedAt)), Area: o.Area(), Corners: o.Corners()}
		if e.LeftOut = e.Corners > room; !e.LeftOut {
			room -= e.Corners
			e.Lines, e.Points = o.Lines, o.Points
			for _, r := range o.Rings {
				e.Polygons = append(e.Polygons, polygonEcho{r.Outer, r.Holes})
			}
		}
		out = append(out, e)
	}
	return out
}
