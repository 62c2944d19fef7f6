package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// largeFile is the number of elements from which the output names a file separately.
const largeFile = 20

// totals are the counts of a run.
type totals struct {
	imported, refused, faults int
	elements, left            int
	volumes                   comparison
	folder                    string // for the exports and the list of their source files; "" for none
}

func main() {
	began, sum := time.Now(), totals{}
	if len(os.Args) > 2 {
		sum.folder = os.Args[2]
	}
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
	fmt.Printf("# %d files imported, %d refused, %d faults: %d elements, %d lines of reports, in %s\n",
		sum.imported, sum.refused, sum.faults, sum.elements, sum.left, time.Since(began).Round(time.Millisecond))
	fmt.Printf("# %s\n", &sum.volumes)
	if sum.faults > 0 || sum.imported == 0 || sum.volumes.differs > 0 {
		os.Exit(1)
	}
}

// file imports a file and counts the result.
func (s *totals) file(path string) {
	defer func() {
		if fault := recover(); fault != nil {
			s.faults++
			fmt.Printf("fault: %s: %v\n%s\n", path, fault, debug.Stack())
		}
	}()
	data, err := os.ReadFile(path)
	if err != nil {
		s.faults++
		fmt.Println("fault:", err)
		return
	}
	m, plan, err := imported(data)
	switch {
	case plan == nil:
		s.refused++
		return
	case err != nil:
		s.faults++
		fmt.Printf("fault: %s: %v\n", path, err)
		return
	}
	s.imported++
	s.elements += plan.Elements
	s.left += len(plan.Report.Left)
	if plan.Elements >= largeFile {
		fmt.Printf("# %s: %s; %d not taken, %d fixed bodies, %d simplified\n", filepath.Base(path),
			byCategory(plan.Report.Taken),
			plan.Report.Count(importer.NotTaken), plan.Report.Count(importer.FixedBody),
			plan.Report.Count(importer.Simplified))
	}
	if src, err := building.Parse(data); err == nil {
		for _, lost := range unaccounted(src, m, plan.Report) {
			s.faults++
			fmt.Printf("fault: %s: neither in the model nor in the report: %s\n", path, lost)
		}
	}
	s.volumes.add(path, data, m)
	if err := s.write(path, data, m, plan.Report); err != nil {
		s.faults++
		fmt.Printf("fault: %s: %v\n", path, err)
	}
	switch difference, err := exportedAgain(m); {
	case err != nil:
		s.faults++
		fmt.Printf("fault: %s: its export: %v\n", path, err)
	case difference != "":
		s.faults++
		fmt.Printf("fault: %s: an import of its export is another model: %s\n", path, difference)
	}
}

// imported imports a file and returns the model and the plan. The plan is nil if the file is refused.
func imported(data []byte) (*state.Model, *importer.Plan, error) {
	src, err := building.Parse(data)
	if err != nil {
		return nil, nil, err
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		return nil, nil, err
	}
	plan.Create.ID, plan.Create.Owner = "check", "check"
	m := state.NewModel()
	operations := []change.Operation{plan.Create}
	for _, step := range plan.Steps {
		operations = append(operations, step)
	}
	for i, op := range operations {
		decision, err := domain.Decide(m, change.Command{ID: fmt.Sprint(i), Do: op})
		if err != nil {
			return nil, plan, fmt.Errorf("step %d of the plan: %w", i, err)
		}
		m = decision.After
	}
	return m, plan, nil
}

// byCategory returns the numbers of imported elements by category as a text.
func byCategory(taken []importer.Taken) string {
	counts := map[state.Category]int{}
	for _, t := range taken {
		counts[t.Category] += t.Count
	}
	var out []string
	for category, n := range counts {
		out = append(out, fmt.Sprintf("%s %d", category, n))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
