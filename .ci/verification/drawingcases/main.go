package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// planCut is the height above the level at which plans are cut.
const planCut = 1200 * geometry.Millimetre

// totals are the counts of a run.
type totals struct {
	models, refused, views, sheets, tooLarge, faults int
	rooms, outer, doors, dimensions, fixed           int
	area                                             float64 // in m2, of cut faces that were checked
}

func main() {
	began, sum := time.Now(), totals{}
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.EqualFold(filepath.Ext(path), ".ifc") {
			sum.file(path)
		}
		return err
	})
	if err != nil {
		fmt.Println("fault:", err)
		os.Exit(1)
	}
	fmt.Printf("# %d models, %d files refused: %d views, %d sheets, %d sets too large for paper; %d rooms stamped, "+
		"%d openings in chains, %d dimensions of rooms, %d doors, %d fixed bodies, %.0f m2 cut; %d faults in %s\n",
		sum.models, sum.refused, sum.views, sum.sheets, sum.tooLarge, sum.rooms, sum.outer, sum.dimensions, sum.doors,
		sum.fixed, sum.area, sum.faults, time.Since(began).Round(time.Second))
	if sum.faults > 0 || sum.models == 0 {
		os.Exit(1)
	}
}

// file draws a file and counts its faults.
func (s *totals) file(path string) {
	fault := func(faults ...string) {
		for _, f := range faults {
			s.faults++
			fmt.Printf("fault: %s: %s\n", path, f)
		}
	}
	defer func() {
		if r := recover(); r != nil {
			fault(fmt.Sprintf("%v\n%s", r, debug.Stack()))
		}
	}()
	data, err := os.ReadFile(path)
	if err != nil {
		fault(err.Error())
		return
	}
	v, err := imported(data)
	if err != nil {
		s.refused++
		return
	}
	s.models++
	ctx := context.Background()
	for _, l := range shape.Levels(v.Model) {
		for _, scale := range []int64{100, 50} {
			fault(s.plan(ctx, v, l, scale)...)
		}
	}
	for _, line := range drawings.MainSections(v) {
		fault(s.view(drawings.Section(ctx, v, drawings.SectionSpec{Line: line, Scale: 100}))...)
	}
	for _, from := range []drawings.Compass{drawings.South, drawings.East, drawings.North, drawings.West} {
		fault(s.view(drawings.Elevation(ctx, v, drawings.ElevationSpec{From: from, Scale: 100}))...)
	}
	sheets, _, err := drawings.GeneralSet(ctx, v, drawings.SetSpec{Block: drawings.DefaultBlock(v),
		Scales: []int64{100}})
	switch {
	case state.CodeOf(err) == state.OutOfRange:
		s.tooLarge++
		fmt.Printf("# %s: %v\n", filepath.Base(path), err)
	case err != nil:
		fault(err.Error())
	}
	for _, d := range sheets {
		s.sheets++
		fault(check.Drawing(d)...)
	}
}

// plan draws a plan and returns its faults.
func (s *totals) plan(ctx context.Context, v *projections.View, l *state.Element, scale int64) []string {
	drawn, err := drawings.Plan(ctx, v, drawings.PlanSpec{LevelID: l.ID, Scale: scale})
	faults := s.view(drawn, err)
	if err != nil {
		return faults
	}
	d, floor := drawn.Drawing, shape.Elevation(v.Model, l.ID)
	more, n := check.Stamps(v, d, l.ID, drawn.Warned)
	faults, s.rooms = append(faults, more...), s.rooms+n
	faults = append(faults, check.Chains(d)...)
	more, n = check.Openings(v, d, floor, floor+planCut)
	faults, s.outer = append(faults, more...), s.outer+n
	more, n = check.InRooms(v, d)
	faults, s.dimensions = append(faults, more...), s.dimensions+n
	more, n = check.Swings(v, d)
	faults, s.doors = append(faults, more...), s.doors+n
	faults = append(faults, check.Owned(v, d, floor, floor+planCut)...)
	more, n = check.Fixed(v, d, floor, floor+planCut, drawn.Warned)
	faults, s.fixed = append(faults, more...), s.fixed+n
	more, area := check.Cut(v, d.Name, drawn.Areas(), drawings.CutSpecOf(v.Model, scale, floor+planCut))
	s.area += area
	return append(faults, more...)
}

// view counts a view and returns the faults that any kind of view can have.
func (s *totals) view(v *drawings.View, err error) []string {
	s.views++
	if err != nil {
		return []string{err.Error()}
	}
	return check.Drawing(v.Drawing)
}

// imported imports a file and returns the resulting state.
func imported(data []byte) (*projections.View, error) {
	src, err := building.Parse(data)
	if err != nil {
		return nil, err
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		return nil, err
	}
	plan.Create.ID, plan.Create.Owner = "11111111-1111-4111-8111-111111111111", "check"
	m := state.NewModel()
	operations := []change.Operation{plan.Create}
	for _, step := range plan.Steps {
		operations = append(operations, step)
	}
	var events []state.Event
	for i, op := range operations {
		decision, err := domain.Decide(m, change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", i), Do: op})
		if err != nil {
			return nil, fmt.Errorf("step %d of the plan: %w", i, err)
		}
		m, events = decision.After, append(events, decision.Events...)
	}
	return projections.EmptyView(plan.Create.ID, projections.MainBranch).Preview(events), nil
}
