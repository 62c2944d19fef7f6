package spatial

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type relationshipQuery struct {
	ElementID    state.ID             `json:"element_id" jsonschema:"element or type"`
	Relationship projections.Relation `json:"relationship_type"`
	Depth        *int                 `json:"depth,omitempty" jsonschema:"1 to 10, default 1"`
	app.LinkedArguments
	mcp.ReadArguments
}

type relations struct {
	Revision uint64         `json:"revision"`
	Related  []relationEcho `json:"related"`
	app.Paging
}

type relationEcho struct {
	Relation  string   `json:"relation"`
	FromID    state.ID `json:"from_id"`
	ToID      state.ID `json:"to_id"`
	ElementID state.ID `json:"element_id" jsonschema:"the end that was reached"`
	Category  string   `json:"category"`
	Name      string   `json:"name"`
	Depth     int      `json:"depth"`
}

// maxDepth bounds a traversal: ten steps reach every element of a storey.
const maxDepth = 10

func (b *Backend) relationshipQuery(_ context.Context, v *projections.View, a *relationshipQuery,
	p *app.Page) (relations, error) {
	depth := 1
	if a.Depth != nil {
		depth = *a.Depth
	}
	if depth < 1 || depth > maxDepth {
		return relations{}, state.Errorf(state.OutOfRange, "depth is %d: give 1 to %d", depth,
			maxDepth).With("parameter", "depth")
	}
	if err := p.MustTell(v, a.ElementID); err != nil {
		return relations{}, err
	}
	links, err := v.Graph().TraverseWithin(a.ElementID, a.Relationship, depth, p.Knows(v))
	if err != nil {
		return relations{}, err
	}
	all := make([]relationEcho, len(links))
	for i, l := range links {
		all[i] = relationEcho{Relation: string(l.Relation), FromID: l.From, ToID: l.To,
			ElementID: l.Node, Depth: l.Depth}
		all[i].Category, all[i].Name = app.Named(v.Model, l.Node)
	}
	data := relations{Revision: v.Revision}
	data.Related, data.Paging = app.Take(p, all, app.BytesOf[relationEcho])
	return data, nil
}

type roomAnalysis struct {
	RoomID   state.ID      `json:"room_id"`
	AreaRule room.AreaRule `json:"area_rule,omitempty"`
	app.LinkedArguments
	mcp.ReadArguments
}

type roomReport struct {
	Revision    uint64             `json:"revision"`
	RoomID      state.ID           `json:"room_id"`
	Name        string             `json:"name"`
	Number      string             `json:"number"`
	Usage       string             `json:"usage,omitempty"`
	Model       string             `json:"model,omitempty" jsonschema:"link that it comes by"`
	LevelID     state.ID           `json:"level_id"`
	Bounded     bool               `json:"bounded" jsonschema:"false: no closed ring of walls, nothing is measured"`
	AreaM2      float64            `json:"area_m2" jsonschema:"net, columns not subtracted"`
	ClearAreaM2 float64            `json:"clear_area_m2" jsonschema:"without columns and holes in the floor"`
	ByRule      *measuredArea      `json:"measured,omitempty" jsonschema:"by area_rule"`
	VolumeM3    float64            `json:"volume_m3"`
	Perimeter   geometry.Length    `json:"perimeter"`
	Height      geometry.Length    `json:"height" jsonschema:"the greatest one"`
	Heights     *roomHeights       `json:"heights,omitempty" jsonschema:"below sloping covers"`
	HeightOf    *NamedRef          `json:"height_of,omitempty" jsonschema:"the slab, ceiling, roof or wall whose height it is; none: its own"`
	Unreached   []NamedRef         `json:"unreached_roofs,omitempty" jsonschema:"sloping roofs over the room to which none of its walls is attached: attach a wall, and the room ends at the roof"`
	Boundary    []geometry.Polygon `json:"boundary" jsonschema:"in plan"`
	Long        []app.LongList     `json:"long_lists,omitempty" jsonschema:"of boundary, told in part"`
	Counts      roomCounts         `json:"counts" jsonschema:"of the lists; where one is cut, relationship_query lists all"`
	Bounding    []NamedRef         `json:"bounding_elements"`
	Doors       []NamedRef         `json:"doors"`
	Windows     []NamedRef         `json:"windows"`
	Openings    []NamedRef         `json:"openings"`
	Contents    []roomContent      `json:"contents" jsonschema:"what stands in it, on the first page"`
	Adjacencies []adjacency        `json:"adjacencies" jsonschema:"a page of them; the other lists are on the first page"`
	OpenTo      []openTo           `json:"open_to" jsonschema:"rooms it flows into without a door"`
	app.Paging
}

// measuredArea is the floor area of a room by a rule, with the areas that the rule subtracts.
type measuredArea struct {
	Rule       room.AreaRule `json:"rule"`
	Standard   string        `json:"standard"`
	Text       string        `json:"text" jsonschema:"how it measures"`
	AreaM2     float64       `json:"area_m2"`
	WithinM2   float64       `json:"within_m2" jsonschema:"with what stands in the room; less the next four: area_m2"`
	StandingM2 float64       `json:"standing_m2" jsonschema:"piers and walls that stand free"`
	ColumnsM2  float64       `json:"columns_m2"`
	VoidsM2    float64       `json:"voids_m2" jsonschema:"holes in the floor, and what no floor carries"`
	LowOffM2   float64       `json:"low_off_m2" jsonschema:"too low, taken off"`
	LowM2      float64       `json:"low_m2" jsonschema:"too low, but in area_m2"`
}

func measuredBy(v *projections.View, id state.ID, rule room.AreaRule) (*measuredArea, error) {
	if rule == "" {
		return nil, nil
	}
	a, err := v.Measures().FloorArea(id, rule)
	if err != nil {
		return nil, err
	}
	return &measuredArea{rule, a.Rule.Standard, a.Rule.Text, app.Round6(a.Area), app.Round6(a.Within),
		app.Round6(a.Standing), app.Round6(a.Columns), app.Round6(a.Voids), app.Round6(a.LowOff),
		app.Round6(a.Low)}, nil
}

// roomHeights are the heights of a room below sloping covers.
type roomHeights struct {
	Lowest  geometry.Length `json:"lowest"`
	Highest geometry.Length `json:"highest"`
	Mean    geometry.Length `json:"mean" jsonschema:"volume by area"`
}

// roomCounts holds the full lengths of the lists of a room.
type roomCounts struct {
	Bounding int `json:"bounding_elements"`
	Doors    int `json:"doors"`
	Windows  int `json:"windows"`
	Openings int `json:"openings"`
	OpenTo   int `json:"open_to"`
}

// roomListBytes is the share of a reply for each list of a room other than its adjacencies.
const roomListBytes = 4_000

// openTo is a room that another room opens into without a wall between them.
type openTo struct {
	RoomID   state.ID        `json:"room_id"`
	Name     string          `json:"name"`
	Side     geometry.Length `json:"side" jsonschema:"shared without a wall"`
	Openings []NamedRef      `json:"openings"`
	Stairs   []NamedRef      `json:"stairs" jsonschema:"and ramps between them"`
}

type NamedRef struct {
	ElementID state.ID `json:"element_id"`
	Category  string   `json:"category"`
	Name      string   `json:"name"`
}

type adjacency struct {
	RoomID   state.ID   `json:"room_id"`
	Name     string     `json:"name"`
	Walls    []NamedRef `json:"walls"`
	Doors    []NamedRef `json:"doors"`
	Openings []NamedRef `json:"openings"`
}

func (b *Backend) roomAnalysis(_ context.Context, v *projections.View, a *roomAnalysis, p *app.Page) (roomReport,
	error) {
	if err := p.MustTell(v, a.RoomID); err != nil {
		return roomReport{}, err
	}
	f, err := v.Rooms().Analyse(a.RoomID)
	if err != nil {
		return roomReport{}, err
	}
	m := v.Model
	p.Narrow(v, &f)
	r := roomReport{
		Revision: v.Revision, RoomID: f.ID, Name: f.Name, Number: f.Number, Usage: f.Usage,
		LevelID: f.LevelID, Bounded: f.Bounded,
		AreaM2: app.Round6(f.Area), VolumeM3: app.Round6(f.Volume), Perimeter: f.Perimeter, Height: f.Height,
		HeightOf: heightOf(m, f),
		Contents: []roomContent{}, Model: app.ModelNameOf(v, f.ID),
		Bounding: []NamedRef{}, Doors: []NamedRef{}, Windows: []NamedRef{}, Openings: []NamedRef{}, OpenTo: []openTo{},
		Counts: roomCounts{len(f.Bounding), len(f.Doors), len(f.Windows), len(f.Openings), len(f.OpenTo)},
	}
	quantities, err := v.QuantitiesOf(f.ID)
	if err != nil {
		return r, err
	}
	if r.ByRule, err = measuredBy(v, f.ID, a.AreaRule); err != nil {
		return r, err
	}
	free, _ := shape.QuantityNamed(quantities, "ClearFloorArea")
	r.ClearAreaM2 = app.Round6(free)
	r.Boundary, r.Long, err = app.BeginningOf([]geometry.Polygon(f.Region), "/boundary", app.LongListBytes)
	if err != nil {
		return r, err
	}
	if h := f.Heights; h.Lowest != h.Highest {
		r.Heights = &roomHeights{h.Lowest, h.Highest, geometry.Length(math.Round(h.Mean * float64(geometry.Metre)))}
	}
	if p.Offset == 0 {
		r.list(m, f)
		contents, err := contentsOf(v, f, p)
		if err != nil {
			return r, err
		}
		r.Contents = app.WithinBytes(contents, roomListBytes)
	}
	var all []adjacency
	for _, next := range f.Adjacent {
		_, name := app.Named(m, next.RoomID)
		all = append(all, adjacency{next.RoomID, name, refs(m, next.Walls),
			refs(m, next.Doors), refs(m, next.Openings)})
	}
	head := app.BytesOf(r)
	r.Adjacencies, r.Paging = app.Take(p, all, func(next adjacency) int {
		n := app.BytesOf(next) + head
		head = 0 // the rest is counted once, with the first entry
		return n
	})
	return r, nil
}

// list fills the lists of a room other than its adjacencies, each within its share.
func (r *roomReport) list(m *state.Model, f projections.RoomFacts) {
	r.Bounding, r.Doors = app.WithinBytes(refs(m, f.Bounding), roomListBytes), app.WithinBytes(refs(m, f.Doors),
		roomListBytes)
	r.Windows, r.Openings = app.WithinBytes(refs(m, f.Windows), roomListBytes),
		app.WithinBytes(refs(m, f.Openings), roomListBytes)
	if len(f.Unreached) > 0 {
		r.Unreached = app.WithinBytes(refs(m, f.Unreached), roomListBytes)
	}
	for _, next := range f.OpenTo {
		_, name := app.Named(m, next.RoomID)
		r.OpenTo = append(r.OpenTo, openTo{next.RoomID, name, next.Side, refs(m, next.Openings), refs(m, next.Stairs)})
	}
	r.OpenTo = app.WithinBytes(r.OpenTo, roomListBytes)
}

// heightOf returns the element that determines the height of a room, or nil if the room has a height of its own.
func heightOf(m *state.Model, f projections.RoomFacts) *NamedRef {
	if f.HeightOf == "" {
		return nil
	}
	category, name := app.Named(m, f.HeightOf)
	return &NamedRef{f.HeightOf, category, name}
}

// refs returns references to elements, in the order of their names.
func refs(m *state.Model, ids []state.ID) []NamedRef {
	out := make([]NamedRef, 0, len(ids))
	for _, id := range ids {
		category, name := app.Named(m, id)
		out = append(out, NamedRef{id, category, name})
	}
	slices.SortFunc(out, func(a, b NamedRef) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ElementID), string(b.ElementID))
	})
	return out
}
