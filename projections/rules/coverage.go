package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
)

// NotCovered lists the chapters of a standard that no rule of a check touches.
type NotCovered struct {
	Standard string   `json:"standard"`
	Chapters []string `json:"chapters"` // each with its subject, in the order of the standard
}

// Covered lists the chapters of a standard that the rules of a check touch.
type Covered struct {
	Standard string   `json:"standard"`
	Edition  string   `json:"edition"`
	Chapters []string `json:"chapters"`
}

// chapter is a part of a standard. Its clauses match the rules that belong to it, and are nil if no rule does.
type chapter struct {
	standard, name, subject string
	clauses                 *regexp.Regexp
}

// has reports whether a rule belongs to the chapter.
func (c *chapter) has(r *Rule) bool {
	return r.Standard == c.standard && c.clauses != nil && c.clauses.MatchString(r.Clause)
}

func (c *chapter) String() string { return c.name + " " + c.subject }

//go:embed chapters.tsv
var chapterTable string

// chapters returns the chapters in the table. Each row holds, separated by tabs, the standard, the chapter, its subject
// in our own words, and a regular expression of the clauses of its rules.
var chapters = sync.OnceValue(func() []chapter {
	var out []chapter
	for _, line := range strings.Split(strings.TrimSpace(chapterTable), "\n")[1:] {
		columns := strings.Split(line, "\t")
		c := chapter{standard: columns[0], name: columns[1], subject: columns[2]}
		if len(columns) > 3 && columns[3] != "" {
			c.clauses = regexp.MustCompile(columns[3])
		}
		out = append(out, c)
	}
	return out
})

// coverage returns the chapters that the selected rules touch, and the chapters of the same standards that no rule
// touches. Rules of our own and of a team belong to no standard with chapters.
func coverage(selected []Rule) (covered []Covered, not []NotCovered) {
	var standards []string
	editions := map[string]string{}
	for i := range selected {
		r := &selected[i]
		if !r.Team && r.clause() != "" && !slices.Contains(standards, r.Standard) {
			standards = append(standards, r.Standard)
			editions[r.Standard] = r.Edition
		}
	}
	for _, standard := range standards {
		yes, no := Covered{Standard: standard, Edition: editions[standard], Chapters: []string{}},
			NotCovered{standard, []string{}}
		all := chapters()
		for i := range all {
			c := &all[i]
			switch {
			case c.standard != standard:
			case slices.ContainsFunc(selected, func(r Rule) bool { return !r.Team && c.has(&r) }):
				yes.Chapters = append(yes.Chapters, c.String())
			default:
				no.Chapters = append(no.Chapters, c.String())
			}
		}
		covered, not = append(covered, yes), append(not, no)
	}
	return covered, not
}

// nameRules lists the quantities that are measured from names only. A check of a standard that measured nothing else
// does not show whether the model meets the standard.
var nameRules = []string{"container_name_fields"}

// namesAlone returns the standards whose selected rules look at names only.
func namesAlone(selected []Rule) []string {
	var out []string
	for i := range selected {
		r := &selected[i]
		if !r.Team && slices.Contains(nameRules, r.Quantity) && !slices.Contains(out, r.Standard) &&
			!slices.ContainsFunc(selected, func(other Rule) bool {
				return other.Standard == r.Standard && !other.Team && !slices.Contains(nameRules, other.Quantity)
			}) {
			out = append(out, r.Standard)
		}
	}
	return out
}

// missNames records the standards whose names alone were checked.
func (p *Report) missNames(selected []Rule) {
	for _, standard := range namesAlone(selected) {
		var ids []string
		for _, r := range selected {
			if r.Standard == standard && !r.Team {
				ids = append(ids, r.ID)
			}
		}
		p.NotChecked = append(p.NotChecked, NotChecked{Rules: ids,
			Missing: "rules of " + standard + " beside names: processes, roles, exchange and the metadata of " +
				"containers " +
				"are not in the model"})
	}
}

// frame lists the categories whose elements an empty building may have: they organize a building but are not parts of
// it.
var frame = []state.Category{state.CategorySite, state.CategoryBuilding, state.CategoryLevel, state.CategoryGrid,
	state.CategorySystem, state.CategoryZone, state.CategoryView, state.CategorySheet, state.CategoryArray}

// isEmpty reports whether a model has no element that a rule could judge.
func isEmpty(m *state.Model) bool {
	for _, c := range state.Categories {
		if !slices.Contains(frame, c) && m.Has(c) {
			return false
		}
	}
	return true
}
