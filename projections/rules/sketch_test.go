package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

// sketch is a model under construction, with the ids of its elements by their names. Lengths are in mm.
type sketch struct {
	t      *testing.T
	view   *projections.View
	number int
	ids    map[string]state.ID
}

func newSketch(t *testing.T) *sketch {
	s := &sketch{t: t, view: projections.EmptyView("11111111-1111-4111-8111-111111111111", projections.MainBranch),
		ids: map[string]state.ID{}}
	s.do("", change.CreateModel{ID: "11111111-1111-4111-8111-111111111111", Name: "Sketch", Owner: "ada"})
	return s
}

// do executes a command and names the last created element, not counting openings of doors and windows.
func (s *sketch) do(name string, op change.Operation) {
	s.t.Helper()
	s.number++
	d, err := s.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", s.number), Do: op})
	if err != nil {
		s.t.Fatalf("%s: %T: %v", name, op, err)
	}
	s.view = s.view.Preview(d.Events)
	_, opening := op.(change.CreateOpening)
	for _, e := range d.Events {
		if c, ok := state.CreatedBy(e); ok && (opening || c.Category != state.CategoryOpening) {
			s.ids[name] = c.ID
		}
	}
}

func at(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func rectangle(x0, y0, x1, y1 int64) geometry.Ring {
	return geometry.Ring{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}
}

func (s *sketch) level(name string, elevation int64) {
	s.t.Helper()
	s.do(name, change.CreateLevel{Name: name, Elevation: geometry.MM(elevation)})
}

// datum makes a level that is no storey.
func (s *sketch) datum(name string, elevation int64) {
	s.t.Helper()
	no := false
	s.do(name, change.CreateLevel{Name: name, Elevation: geometry.MM(elevation), IsStorey: &no})
}

func (s *sketch) wall(name, level string, x0, y0, x1, y1 int64) {
	s.t.Helper()
	s.do(name, change.CreateWall{LevelID: s.ids[level], Name: name, Wall: fabric.Wall{Start: at(x0, y0),
		End: at(x1, y1), Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

// ring builds four walls of 200 mm along a rectangle, joined: S, E, N and W after a prefix.
func (s *sketch) ring(prefix, level string, x0, y0, x1, y1 int64) {
	s.t.Helper()
	s.wall(prefix+"S", level, x0, y0, x1, y0)
	s.wall(prefix+"E", level, x1, y0, x1, y1)
	s.wall(prefix+"N", level, x1, y1, x0, y1)
	s.wall(prefix+"W", level, x0, y1, x0, y0)
	s.do("", joinAll(s, level))
}

func joinAll(s *sketch, level string) change.Operation {
	var walls []state.ID
	for _, id := range s.view.Model.OnLevel(s.ids[level]) {
		if e, ok := s.view.Model.Element(id); ok && e.Category == state.CategoryWall {
			walls = append(walls, id)
		}
	}
	return change.JoinElements{ElementIDs: walls, JoinType: "auto"}
}

func (s *sketch) door(name, wall string, offset, width int64) {
	s.t.Helper()
	s.do(name, change.PlaceDoor{WallID: s.ids[wall], Name: name, Door: fabric.Door{Offset: geometry.MM(offset),
		Width: geometry.MM(width), Height: geometry.MM(2100)}})
}

func (s *sketch) opening(name, wall string, offset, width int64) {
	s.t.Helper()
	from := geometry.MM(offset)
	s.do(name, change.CreateOpening{HostID: s.ids[wall], Name: name, Offset: &from, Width: geometry.MM(width),
		Height: geometry.MM(2500)})
}

func (s *sketch) room(name, level, usage string, x, y int64) {
	s.t.Helper()
	seed := at(x, y)
	s.do(name, change.CreateRoom{LevelID: s.ids[level], Name: name, Room: room.Room{Seed: &seed, Usage: usage}})
}

func (s *sketch) floor(name, level string, boundary geometry.Ring, holes ...geometry.Ring) {
	s.t.Helper()
	s.do(name, change.CreateFloor{LevelID: s.ids[level], Name: name, Floor: fabric.Floor{Boundary: boundary,
		Holes: holes, Thickness: geometry.MM(200)}})
}

// thing places a box by its middle.
func (s *sketch) thing(name, level string, x, y, z, width, depth, height int64) {
	s.t.Helper()
	s.do(name, change.PlaceComponent{Category: "furniture", LevelID: s.ids[level], Name: name,
		Component: component.Component{Location: at(x, y).At(geometry.MM(z)), Width: geometry.MM(width),
			Depth: geometry.MM(depth), Height: geometry.MM(height)}})
}

// check applies rules and returns findings and missing facts, one line each: the rule, the measured value in
// thousandths of its unit or the missing fact, and the names of the elements.
func (s *sketch) check(o rules.Options) (found, lacks []string) {
	s.t.Helper()
	for _, r := range rules.Table() {
		if slices.Contains(o.Rules, r.ID) && !slices.Contains(o.Checks, r.Check) {
			o.Checks = append(o.Checks, r.Check)
		}
	}
	report, err := rules.Check(s.t.Context(), s.view, ways.NewIndex(), rules.Table(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range report.Findings {
		measured := "-" // data are missing
		if f.Measured != nil {
			measured = fmt.Sprintf("%.6g", *f.Measured)
		}
		found = append(found, fmt.Sprintf("%s %s: %s", f.Rule, measured, s.names(f.Elements)))
	}
	for _, n := range report.NotChecked {
		lacks = append(lacks, fmt.Sprintf("%s: %s: %s", strings.Join(n.Rules, " "), n.Missing, s.names(n.Elements)))
	}
	slices.Sort(found) // each rule orders them by ids
	return found, lacks
}

func (s *sketch) names(ids []state.ID) string {
	var out []string
	for _, id := range ids {
		if e, ok := s.view.Model.Element(id); ok {
			out = append(out, e.Name)
		}
	}
	return strings.Join(out, " ")
}

// expect checks the findings and the missing facts of a check.
func (s *sketch) expect(what string, o rules.Options, found, lacks []string) {
	s.t.Helper()
	gotFound, gotLacks := s.check(o)
	if !slices.Equal(gotFound, found) || !slices.Equal(gotLacks, lacks) {
		lines := func(list []string) string { return strings.Join(list, "\n  ") }
		s.t.Errorf("%s: found\n  %s\nlacking\n  %s\nexpected\n  %s\nlacking\n  %s", what, lines(gotFound),
			lines(gotLacks), lines(found), lines(lacks))
	}
}

// of returns the options for a check of some rules in a building of an occupancy group without sprinklers.
func of(occupancy string, ids ...string) rules.Options {
	no := false
	return rules.Options{Rules: ids, Occupancy: occupancy, Sprinklered: &no}
}
