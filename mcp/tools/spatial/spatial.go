package spatial

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/golang/geo/r3"
)

func spatialTools(b *Backend) []mcp.Tool {
	read := func(name, title, description string, set mcp.Set, input, output any,
		handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) mcp.Tool {
		return mcp.Tool{Name: name, Title: title, Server: "spatial", Set: set, Category: mcp.CategoryRead,
			Idempotent: true, Description: description, Input: input, Output: output, Handle: handle}
	}
	return []mcp.Tool{
		read("spatial_query", "Spatial query",
			"Finds elements by place: bounds, or point with radius, or ray. Boxes are compared; nearest sorts by "+
				"distance.",
			mcp.SetContract, spatialQuery{}, hits{}, app.Reading(b.Backend, b.spatialQuery)),
		read("level_elements", "Elements of a level", "Lists what stands on a level.", mcp.SetContract, levelElements{},
			ElementList{}, app.Reading(b.Backend, b.levelElements)),
		read("relationship_query", "Relationships",
			"Follows an element's relations: hosts, hosted_by, joined, bounds, contained, typed, voids, fills, any.",
			mcp.SetContract, relationshipQuery{}, relations{}, app.Reading(b.Backend, b.relationshipQuery)),
		read("room_analysis", "Room analysis",
			"Area, volume, perimeter, what bounds a room, doors, windows, neighbours, rooms open to it.",
			mcp.SetContract, roomAnalysis{}, roomReport{}, app.Reading(b.Backend, b.roomAnalysis)),
		read("path_finding", "Path finding",
			"Shortest way between the middles of two rooms, over floors, doors and stairs, with distance, doors "+
				"passed, narrowest place; or what blocks it.",
			mcp.SetContract, pathFinding{}, wayReport{}, app.Reading(b.Backend, b.pathFinding)),
		read("circulation_check", "Circulation check",
			"Shortest way between two points for somebody of a width: furniture, columns and what hangs below 2032 "+
				"mm are in the way. Says what blocks it if there is none.",
			mcp.SetContract, circulationCheck{}, wayReport{}, app.Reading(b.Backend, b.circulationCheck)),
		read("adjacency_matrix", "Adjacency matrix",
			"Which rooms of a level are next to each other, and by which walls, doors and openings.",
			mcp.SetContract, adjacencyMatrix{}, adjacencies{}, app.Reading(b.Backend, b.adjacencyMatrix)),
		read("bounding_analysis", "Bounding analysis",
			"What bounds an element: of a room its sides with walls and what is behind them, its floor and ceiling; "+
				"of anything else what touches it and the rooms along it.",
			mcp.SetContract, boundingAnalysis{}, boundReport{}, app.Reading(b.Backend, b.boundingAnalysis)),
		read("detect_rooms", "Detect rooms",
			"Finds what the walls of a level, or of all, enclose and has no room yet, with a seed for create_room.",
			mcp.SetFull, detectRooms{}, detectedRooms{}, app.Reading(b.Backend, b.detectRooms)),
		read("get_element", "Get element",
			"All of one element: parameters, place, quantities, properties, hosted, joins.",
			mcp.SetDefault, getElement{}, ElementDetail{}, app.Reading(b.Backend, b.getElement)),
		read("query_elements", "Query elements", "Lists elements by category, level, type, host, name or property.",
			mcp.SetDefault, queryElements{}, ElementList{}, app.Reading(b.Backend, b.queryElements)),
		read("model_overview", "Model overview",
			"Levels, counts, types, materials of a model. Call it first.",
			mcp.SetDefault, modelOverview{}, overview{}, app.Reading(b.Backend, b.modelOverview)),
		read("measure", "Measure", "Measures bodies as they stand: shortest distance and angle between elements, "+
			"faces or points, and whether they overlap; size, volume and surface of elements; area, normal and "+
			"centre of faces; length, angles and area of a path of points.",
			mcp.SetFull, measureArguments{}, measured{}, app.Reading(b.Backend, b.measure)),
	}
}

// queryMode is the mode of a spatial query.
type queryMode string

// Enum lists the modes.
func (queryMode) Enum() []string { return []string{"intersects", "contains", "nearest"} }

type spatialQuery struct {
	Bounds     *geometry.Box    `json:"bounds,omitempty" jsonschema:"world box"`
	Point      *geometry.Point3 `json:"point,omitempty"`
	Radius     *geometry.Length `json:"radius,omitempty" jsonschema:"around point"`
	Ray        *ray             `json:"ray,omitempty"`
	Mode       queryMode        `json:"mode,omitempty" jsonschema:"default intersects; with point nearest"`
	Categories []string         `json:"categories,omitempty"`
	app.LinkedArguments
	mcp.ReadArguments
}

type ray struct {
	Origin    geometry.Point3  `json:"origin"`
	Direction geometry.Point3  `json:"direction"`
	Reach     *geometry.Length `json:"reach,omitempty"`
}

type hits struct {
	Revision uint64 `json:"revision"`
	Hits     []hit  `json:"hits"`
	app.Paging
}

type hit struct {
	ElementID state.ID         `json:"element_id"`
	Category  string           `json:"category"`
	Name      string           `json:"name"`
	Model     string           `json:"model,omitempty" jsonschema:"link that it comes by"`
	Box       geometry.Box     `json:"box"`
	Distance  *geometry.Length `json:"distance,omitempty"`
}

func (b *Backend) spatialQuery(_ context.Context, v *projections.View, a *spatialQuery, p *app.Page) (hits, error) {
	found, measured, err := a.search(v, p.Bounds)
	if err != nil {
		return hits{}, err
	}
	found = slices.DeleteFunc(found, func(f projections.Hit) bool {
		return p.Bounds != nil &&
			!app.Tells(p.Bounds, v, f.ID)
	})
	all := make([]hit, len(found))
	for i, f := range found {
		all[i] = hit{ElementID: f.ID, Category: string(f.Category), Box: f.Bounds, Model: app.ModelNameOf(v, f.ID)}
		if e, ok := v.Model.Element(f.ID); ok {
			all[i].Name = e.Name
		}
		if measured {
			all[i].Distance = &found[i].Distance
		}
	}
	data := hits{Revision: v.Revision}
	data.Hits, data.Paging = app.Take(p, all, app.BytesOf[hit])
	return data, nil
}

// search returns the elements that the query finds, and whether their distances are meaningful.
func (a *spatialQuery) search(v *projections.View, bounds *mcp.Scope) ([]projections.Hit, bool, error) {
	if err := app.CheckCategories(a.Categories); err != nil {
		return nil, false, err
	}
	given := 0
	for _, there := range []bool{a.Bounds != nil, a.Point != nil, a.Ray != nil} {
		if there {
			given++
		}
	}
	if given != 1 {
		return nil, false, state.Errorf(state.InvalidInput, "give one of bounds, point or ray")
	}
	if err := a.checkPlaces(v.Model); err != nil {
		return nil, false, err
	}
	categories := make([]state.Category, len(a.Categories))
	for i, c := range a.Categories {
		categories[i] = state.Category(c)
	}
	switch {
	case a.Ray != nil:
		return a.alongRay(v, categories)
	case a.Point != nil:
		return a.aroundPoint(v, bounds, categories)
	case a.Mode == "contains":
		return v.Spatial().Within(*a.Bounds, categories...), false, nil
	case a.Mode == "nearest":
		return nil, false, state.Errorf(state.InvalidInput,
			"mode nearest goes with point, not with bounds").With("parameter", "mode")
	}
	return v.Spatial().Intersecting(*a.Bounds, categories...), false, nil
}

// checkPlaces refuses places outside the model's bounds, and boxes whose minimum exceeds their maximum.
func (a *spatialQuery) checkPlaces(m *state.Model) error {
	var points []geometry.Point3
	if a.Bounds != nil {
		if a.Bounds.Empty() {
			return state.Errorf(state.DegenerateGeometry,
				"bounds has a minimum above its maximum").With("parameter", "bounds")
		}
		points = append(points, a.Bounds.Min, a.Bounds.Max)
	}
	if a.Point != nil {
		points = append(points, *a.Point)
	}
	if a.Ray != nil {
		points = append(points, a.Ray.Origin)
	}
	for _, q := range points {
		if !m.Bounds().Contains(geometry.Box{Min: q, Max: q}) {
			return state.Errorf(state.OutOfModelBounds,
				"[%s, %s, %s] lies outside the model's bounds of %s mm about the origin", q.X,
				q.Y, q.Z, m.Info().HalfExtent)
		}
	}
	return nil
}

// nearestShown bounds how many elements a nearest query searches for: ten pages of the largest size.
const nearestShown = 10 * mcp.MaxLimit

// checkReach refuses a negative distance, or one beyond all lengths. A distance beyond the model is allowed and reaches
// everything.
func checkReach(name string, l geometry.Length) error {
	switch {
	case l < 0:
		return state.Errorf(state.OutOfRange, "%s is %s mm: it must not be negative", name, l).With("parameter", name)
	case l >= geometry.LengthOverflow:
		return state.Errorf(state.OutOfRange, "%s is beyond any length: leave it out to reach everything",
			name).With("parameter", name)
	}
	return nil
}

func (a *spatialQuery) aroundPoint(v *projections.View, bounds *mcp.Scope,
	categories []state.Category) ([]projections.Hit, bool, error) {
	reach := 4 * v.Model.Info().HalfExtent
	if a.Radius != nil {
		if err := checkReach("radius", *a.Radius); err != nil {
			return nil, false, err
		}
		reach = min(reach, *a.Radius)
	}
	switch a.Mode {
	case "contains":
		return v.Spatial().Intersecting(geometry.Box{Min: *a.Point, Max: *a.Point}, categories...), false, nil
	case "intersects":
		if a.Radius == nil {
			return v.Spatial().Intersecting(geometry.Box{Min: *a.Point, Max: *a.Point}, categories...), false, nil
		}
	}
	if reach == 0 { // Nearest would take 0 for any distance
		return v.Spatial().Intersecting(geometry.Box{Min: *a.Point, Max: *a.Point}, categories...), true, nil
	}
	most := nearestShown
	if bounds != nil {
		most = v.Model.Len() // hidden elements must not displace visible ones
	}
	return v.Spatial().Nearest(*a.Point, most, reach, categories...), true, nil
}

func (a *spatialQuery) alongRay(v *projections.View, categories []state.Category) ([]projections.Hit, bool, error) {
	reach := 4 * v.Model.Info().HalfExtent
	if a.Ray.Reach != nil {
		if err := checkReach("reach", *a.Ray.Reach); err != nil {
			return nil, false, err
		}
		reach = min(reach, *a.Ray.Reach)
	}
	d := a.Ray.Direction
	if d == (geometry.Point3{}) {
		return nil, false, state.Errorf(state.DegenerateGeometry,
			"the ray's direction is [0, 0, 0]").With("parameter", "ray")
	}
	if max(d.X.Abs(), d.Y.Abs(), d.Z.Abs()) >= geometry.LengthOverflow {
		return nil, false, state.Errorf(state.OutOfRange,
			"the ray's direction is too long to be read: only its ratios count, give smaller numbers").With(
			"parameter", "ray")
	}
	found, err := v.Spatial().Ray(a.Ray.Origin, r3.Vector{X: float64(d.X), Y: float64(d.Y), Z: float64(d.Z)}, reach,
		categories...)
	return found, true, err
}
