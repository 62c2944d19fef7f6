package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// scopeFlags are the flags of a scope.
type scopeFlags struct {
	categories, levels, branches, regions []string
	model                                 string
	tasks, findings, library, groups      string
}

func (s *scopeFlags) flags(f *pflag.FlagSet) {
	f.StringSliceVar(&s.categories, "categories", nil, "only elements of these")
	f.StringSliceVar(&s.levels, "levels", nil, "only on these levels, by id or name")
	f.StringVar(&s.model, "model", "", "of the names of levels, by id or name; default the only one")
	f.StringSliceVar(&s.branches, "branches", nil, "only on branches that match, such as agent/*")
	f.StringVar(&s.tasks, "tasks", "", "own or all: tasks too, which lie nowhere, where the scope is bounded")
	f.StringVar(&s.findings, "findings", "", "yes: what is said of findings too")
	f.StringVar(&s.library, "library", "", "yes: materials too, and types of the categories")
	f.StringVar(&s.groups, "groups", "", "yes: zones and systems too")
	f.StringArrayVar(&s.regions, "region", nil, "only in this box: x0,y0,z0,x1,y1,z1 in mm; several are allowed")
}

func (s *scopeFlags) scope() (mcp.Scope, error) {
	out := mcp.Scope{Categories: s.categories, BranchPatterns: s.branches, Tasks: mcp.Word(s.tasks),
		Findings: mcp.Word(s.findings), Library: mcp.Word(s.library), Groups: mcp.Word(s.groups)}
	for _, name := range s.categories {
		if !slices.Contains(scopeCategories(), name) {
			return out, fmt.Errorf("there is no category %q: give some of %s", name,
				strings.Join(scopeCategories(), ", "))
		}
	}
	for _, text := range s.regions {
		var v [6]float64
		if n, err := fmt.Sscanf(text, "%f,%f,%f,%f,%f,%f", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5]); err != nil ||
			n != len(v) {
			return out, fmt.Errorf("region %q: give x0,y0,z0,x1,y1,z1 in mm", text)
		}
		if v[3] <= v[0] || v[4] <= v[1] || v[5] <= v[2] {
			return out, fmt.Errorf("region %q: the second corner is not above and beyond the first", text)
		}
		at := func(i int) geometry.Point3 {
			return geometry.Point3{X: geometry.FromMM(v[i]), Y: geometry.FromMM(v[i+1]), Z: geometry.FromMM(v[i+2])}
		}
		out.Regions = append(out.Regions, geometry.Box{Min: at(0), Max: at(3)})
	}
	return out, nil
}

// scopeCategories returns the categories that a scope may bound: categories of elements, and other kinds of objects
// that are judged like one.
func scopeCategories() []string {
	var out []string
	for _, c := range modelstate.Categories {
		out = append(out, string(c))
	}
	return append(out, "material", "tag", "model", "import", "branch", "finding", "issue")
}

// levelIDs returns the ids of the levels that the flags name.
func (s *scopeFlags) levelIDs(c *cobra.Command, o *approvalOptions) ([]string, error) {
	named := func(level string) bool { return uuid.Validate(level) != nil }
	if !slices.ContainsFunc(s.levels, named) {
		return s.levels, nil
	}
	out := slices.Clone(s.levels)
	err := withApprover(c, o, func(a *mcp.Approver) error {
		live := projections.NewLive(a.Store)
		model, err := selectModelOf(c.Context(), live, s.model, a.Sight)
		if err != nil {
			return err
		}
		view, err := live.View(c.Context(), model.ID, projections.MainBranch)
		for i, level := range out {
			if err == nil && named(level) {
				out[i], err = levelNamed(view.Model, level)
			}
		}
		return err
	})
	return out, err
}

// scopeWords describes in words where a permission holds; "" means everywhere.
func scopeWords(s mcp.Scope) string {
	out := ""
	for _, part := range []struct {
		name   string
		values []string
	}{{"categories", s.Categories}, {"levels", s.Levels}, {"branches", s.BranchPatterns}} {
		if len(part.values) > 0 {
			out += "; " + part.name + " " + strings.Join(part.values, ", ")
		}
	}
	for _, word := range []struct {
		name string
		is   mcp.Word
	}{{mcp.WordingTasks, s.Tasks}, {mcp.WordingFindings, s.Findings}, {mcp.WordingLibrary, s.Library},
		{mcp.WordingGroups, s.Groups}} {
		if word.is != "" {
			out += "; " + word.name + " " + string(word.is)
		}
	}
	for _, r := range s.Regions {
		out += "; from " + point(r.Min) + " to " + point(r.Max) + " mm"
	}
	return out
}
