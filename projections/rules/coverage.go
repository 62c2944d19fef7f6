package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
)

// NotCovered is what of a standard no rule of a check touches, however well the check went.
type NotCovered struct {
	Standard string   `json:"standard"`
	Chapters []string `json:"chapters"` // each with its subject, in the order of the standard
}

// Covered is what of a standard the rules of a check look at.
type Covered struct {
	Standard string   `json:"standard"`
	Edition  string   `json:"edition"`
	Chapters []string `json:"chapters"`
}

// chapter is a part of a standard, with the clauses of rules that belong to it; nil where no rule of ours does.
type chapter struct {
	standard, name, subject string
	clauses                 *regexp.Regexp
}

// has reports whether a rule is of the chapter.
func (c *chapter) has(r *Rule) bool {
	return r.Standard == c.standard && c.clauses != nil && c.clauses.MatchString(r.Clause)
}

func (c *chapter) String() string { return c.name + " " + c.subject }

//go:embed chapters.tsv
var chapterTable string

// chapters are those of the standards of the table: tab-separated standard, chapter, subject in our own words, and a
// regular expression of the clauses of its rules.
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

// coverage says which chapters of the standards of the selected rules these touch, and which none does. Rules of our
// own and of a team are of no standard that has chapters here.
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

// nameRules are the quantities that are read off names alone. A check that looked at nothing else of a standard says
// nothing about what the standard is for.
var nameRules = []string{"container_name_fields"}

// namesAlone returns the standards of which the selected rules look at names alone.
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

// missNames notes that of some standards names alone were looked at.
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

// frame are the categories of which an empty building may have elements: what holds a building, not what it is made of.
var frame = []state.Category{state.CategorySite, state.CategoryBuilding, state.CategoryLevel, state.CategoryGrid,
	state.CategorySystem, state.CategoryZone, state.CategoryView, state.CategorySheet, state.CategoryArray}

// isEmpty reports whether a model has nothing that could comply or not.
func isEmpty(m *state.Model) bool {
	for _, c := range state.Categories {
		if !slices.Contains(frame, c) && m.Has(c) {
			return false
		}
	}
	return true
}
