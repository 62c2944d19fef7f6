package spatial

import (
	"cmp"
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"
)

type pathFinding struct {
	FromRoom       state.ID         `json:"from_room"`
	ToRoom         state.ID         `json:"to_room"`
	AccessibleOnly bool             `json:"accessible_only,omitempty" jsonschema:"for a wheelchair: 815 mm wide, lifts, ramps up to 1:12, steps up to 13 mm, no stairs"`
	MinWidth       *geometry.Length `json:"min_width,omitempty" jsonschema:"of the way; default 610, accessible 815"`
	app.LinkedArguments
	mcp.ReadArguments
}

type circulationCheck struct {
	Start          geometry.Point2  `json:"start" jsonschema:"in plan"`
	End            geometry.Point2  `json:"end" jsonschema:"in plan"`
	LevelID        state.ID         `json:"level_id,omitempty" jsonschema:"default the only one"`
	EndLevelID     state.ID         `json:"end_level_id,omitempty" jsonschema:"of end; default level_id"`
	MinWidth       *geometry.Length `json:"min_width,omitempty" jsonschema:"of the way; default 610, accessible 815"`
	AgentRadius    *geometry.Length `json:"agent_radius,omitempty" jsonschema:"half of min_width; the larger one counts"`
	AccessibleOnly bool             `json:"accessible_only,omitempty" jsonschema:"for a wheelchair: lifts, ramps up to 1:12, steps up to 13 mm, no stairs"`
	app.LinkedArguments
	mcp.ReadArguments
}

// wayReport is the shortest way, or the reason why there is none.
type wayReport struct {
	Revision  uint64          `json:"revision"`
	Found     bool            `json:"found"`
	Distance  geometry.Length `json:"distance,omitempty" jsonschema:"floors in plan, stairs and ramps along their slope"`
	Risers    int             `json:"risers,omitempty" jsonschema:"steps climbed or descended"`
	Narrowest *narrowEcho     `json:"narrowest,omitempty"`
	Doors     []doorEcho      `json:"doors" jsonschema:"doors and openings passed, in order; what pages are of"`
	Legs      []legEcho       `json:"legs" jsonschema:"parts of the way, in order"`
	Blocked   *blockedEcho    `json:"blocked,omitempty"`
	Traveller travellerEcho   `json:"traveller"`
	NotWays   []NamedRef      `json:"not_taken" jsonschema:"stairs whose steps are not known, ramps that join no two storeys for this traveller"`
	app.Paging
}

type travellerEcho struct {
	Width    geometry.Length `json:"width"`
	Headroom geometry.Length `json:"headroom"`
	Step     geometry.Length `json:"step"`
	Stairs   bool            `json:"stairs"`
}

type narrowEcho struct {
	Width    geometry.Length    `json:"width"`
	LevelID  state.ID           `json:"level_id"`
	Ends     [2]geometry.Point2 `json:"ends"`
	Elements []NamedRef         `json:"elements" jsonschema:"what stands there"`
}

type doorEcho struct {
	NamedRef
	ClearWidth  geometry.Length `json:"clear_width" jsonschema:"leaf open at 90 degrees"`
	ClearHeight geometry.Length `json:"clear_height"`
}

type legEcho struct {
	LevelID  state.ID          `json:"level_id" jsonschema:"of a stair or ramp, where it starts"`
	Stair    *NamedRef         `json:"stair,omitempty"`
	Ramp     *NamedRef         `json:"ramp,omitempty" jsonschema:"the first of its runs"`
	Lift     *NamedRef         `json:"lift,omitempty" jsonschema:"room of the lower stop"`
	Up       bool              `json:"up,omitempty"`
	Distance geometry.Length   `json:"distance"`
	Points   []geometry.Point2 `json:"points,omitempty" jsonschema:"in plan; of very long ways within 5 mm"`
}

type blockedEcho struct {
	Reason   ways.Reason     `json:"reason"`
	Message  string          `json:"message"`
	LevelID  state.ID        `json:"level_id"`
	At       geometry.Point2 `json:"at"`
	Widest   geometry.Length `json:"widest,omitempty" jsonschema:"what would pass"`
	Elements []NamedRef      `json:"elements" jsonschema:"what is in the way"`
	Reached  []NamedRef      `json:"reached" jsonschema:"rooms of the level that are reached, if none leads on"`
}

// travellerOf returns the traveller that the arguments of a call describe. The error OUT_OF_RANGE names a width or
// radius below zero.
func travellerOf(accessible bool, width, radius *geometry.Length) (ways.Traveller, error) {
	t := ways.Walker()
	if accessible {
		t = ways.Wheelchair()
	}
	if width != nil || radius != nil {
		t.Radius = 0
	}
	for _, given := range []struct {
		name   string
		length *geometry.Length
		parts  geometry.Length // of the length that make a radius
	}{{"min_width", width, 2}, {"agent_radius", radius, 1}} {
		if given.length == nil {
			continue
		}
		if *given.length < 0 {
			return t, state.Errorf(state.OutOfRange, "%s is %v mm: give 0 or more", given.name,
				*given.length).With("parameter", given.name)
		}
		t.Radius = max(t.Radius, *given.length/given.parts)
	}
	return t, nil
}

func (b *Backend) pathFinding(ctx context.Context, v *projections.View, a *pathFinding, p *app.Page) (wayReport,
	error) {
	who, err := travellerOf(a.AccessibleOnly, a.MinWidth, nil)
	if err != nil {
		return wayReport{}, err
	}
	building, err := b.Ways.Building(ctx, v, who)
	if err != nil {
		return wayReport{}, err
	}
	var places [2]ways.Place
	for i, room := range [...]state.ID{a.FromRoom, a.ToRoom} {
		if places[i], err = building.Middle(room); err != nil {
			return wayAnswer(p, building, ways.Route{}, err)
		}
	}
	route, err := building.Route(places[0], places[1])
	return wayAnswer(p, building, route, err)
}

func (b *Backend) circulationCheck(ctx context.Context, v *projections.View, a *circulationCheck,
	p *app.Page) (wayReport, error) {
	if err := cmp.Or(CheckPlace(v.Model, "start", a.Start.At(0)), CheckPlace(v.Model, "end", a.End.At(0))); err != nil {
		return wayReport{}, err
	}
	who, err := travellerOf(a.AccessibleOnly, a.MinWidth, a.AgentRadius)
	if err != nil {
		return wayReport{}, err
	}
	building, err := b.Ways.Building(ctx, v, who)
	if err != nil {
		return wayReport{}, err
	}
	from, err := building.OfLevel(a.LevelID)
	if a.LevelID == "" {
		from, err = building.Only()
	}
	if err != nil {
		return wayReport{}, err
	}
	to := from
	if a.EndLevelID != "" {
		if to, err = building.OfLevel(a.EndLevelID); err != nil {
			return wayReport{}, err
		}
	}
	route, err := building.Route(ways.Place{Storey: from, Point: a.Start}, ways.Place{Storey: to, Point: a.End})
	return wayAnswer(p, building, route, err)
}

// wayAnswer returns the report of a way. A missing way is a report with the reason, not an error. The pages list the
// doors; every page has the rest.
func wayAnswer(p *app.Page, b *ways.Building, r ways.Route, err error) (wayReport, error) {
	m, t := b.View.Model, b.Traveller
	report := wayReport{
		Revision: b.View.Revision, Doors: []doorEcho{}, Legs: []legEcho{}, NotWays: refs(m, b.Unread()),
		Traveller: travellerEcho{2 * t.Radius, t.Headroom, t.Step, t.Stairs},
	}
	if blocked := (*ways.Blocked)(nil); errors.As(err, &blocked) {
		report.Blocked = &blockedEcho{
			blocked.Reason, blocked.Error(), b.Level(blocked.Storey), blocked.At, blocked.Widest,
			refs(m, blocked.Elements), refs(m, blocked.Reached),
		}
		return report, nil
	}
	if err != nil {
		return wayReport{}, err
	}
	report.Found, report.Distance, report.Risers = true, r.Length, r.Risers
	if n := r.Narrow; n.Width > 0 {
		report.Narrowest = &narrowEcho{n.Width, b.Level(n.Storey), n.Ends, refs(m, n.Elements)}
	}
	doors := []doorEcho{}
	for _, d := range r.Doorways {
		category, name := app.Named(m, d.ID)
		doors = append(doors, doorEcho{NamedRef{d.ID, category, name}, d.Width, d.Height})
	}
	report.Doors, report.Paging = app.Take(p, doors, app.BytesOf)
	points := 0
	for _, l := range r.Legs {
		points += len(l.Path.Points)
	}
	for _, l := range r.Legs {
		report.Legs = append(report.Legs, legOf(m, l, points > plainPoints))
	}
	return report, nil
}

func legOf(m *state.Model, l ways.Leg, many bool) legEcho {
	leg := legEcho{LevelID: l.Level, Up: l.Up, Distance: l.Length, Points: l.Path.Points}
	if l.Flight != nil {
		category, name := app.Named(m, l.Flight.ID)
		leg.Stair = &NamedRef{l.Flight.ID, category, name}
		switch {
		case l.Flight.Lift:
			leg.Stair, leg.Lift = nil, leg.Stair
		case l.Flight.Ramp:
			leg.Stair, leg.Ramp = nil, leg.Stair
		}
	}
	if many {
		leg.Points = fewer(l.Path.Points)
	}
	return leg
}

const (
	// plainPoints is how many points of a way are returned without simplification: some 6 kB.
	plainPoints = 250

	// pointTolerance is how far a simplified way may be from the exact one, in metres. Arcs around corners have a point
	// for each degree or so, of which simplification leaves few.
	pointTolerance = 0.005
)

// fewer returns the points of a way without those that are within pointTolerance (Douglas and Peucker 1973).
func fewer(points []geometry.Point2) []geometry.Point2 {
	line := make(orb.LineString, len(points))
	for i, p := range points {
		line[i] = orb.Point{p.X.M(), p.Y.M()}
	}
	kept := simplify.DouglasPeucker(pointTolerance).LineString(line)
	out := make([]geometry.Point2, len(kept))
	for i, p := range kept {
		out[i] = geometry.Point2{X: geometry.FromMM(p[0] * 1000), Y: geometry.FromMM(p[1] * 1000)}
	}
	return out
}
