package spatial

import (
	"context"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type modelOverview struct {
	StateHash bool `json:"include_state_hash,omitempty" jsonschema:"costs a pass over the model"`
	app.LinkedArguments
	mcp.ReadArguments
}

type overview struct {
	ModelID   string          `json:"model_id"`
	Name      string          `json:"name"`
	Branch    string          `json:"branch"`
	Revision  uint64          `json:"revision"`
	ChangedAt string          `json:"changed_at"`
	StateHash string          `json:"state_hash,omitempty"`
	Levels    []levelOverview `json:"levels" jsonschema:"from the lowest up; a page of them"`
	Counts    []categoryCount `json:"counts"`
	Totals    totals          `json:"totals"`
	Linked    []linkedModel   `json:"models,omitempty" jsonschema:"linked ones that the counts hold too"`
	Types     []definition    `json:"types" jsonschema:"the first, on the first page; totals counts all"`
	Materials []definition    `json:"materials" jsonschema:"as types"`
	Cell      string          `json:"site_cell,omitempty" jsonschema:"S2 cell of the site, about 600 m"`
	app.Paging
}

type levelOverview struct {
	LevelID   state.ID        `json:"level_id"`
	Name      string          `json:"name"`
	Elevation geometry.Length `json:"elevation"`
	IsStorey  bool            `json:"is_storey"`
	Elements  int             `json:"elements"`
	Counts    []categoryCount `json:"counts"`
}

type categoryCount struct {
	Category string `json:"category"`
	Count    int    `json:"count"`
}

type totals struct {
	Elements    int `json:"elements"`
	Types       int `json:"types"`
	Materials   int `json:"materials"`
	Joins       int `json:"joins"`
	Connections int `json:"connections"`
}

type definition struct {
	ID       state.ID `json:"id"`
	Name     string   `json:"name"`
	Category string   `json:"category,omitempty"`
}

// linkedModel is a linked model in an overview of a model with its links.
type linkedModel struct {
	Model      string `json:"model" jsonschema:"link that it comes by"`
	Discipline string `json:"discipline,omitempty"`
	Revision   uint64 `json:"revision"`
	Elements   int    `json:"elements"`
}

// definitionsShown bounds the types, and the materials, in an overview, and definitionsBytes the size of each list.
const (
	definitionsShown = 100
	definitionsBytes = 8_000
)

func (b *Backend) modelOverview(ctx context.Context, v *projections.View, a *modelOverview, p *app.Page) (overview,
	error) {
	m := v.Model
	d := overview{
		Types: []definition{}, Materials: []definition{},
		ModelID: v.ModelID, Name: m.Info().Name, Branch: v.Branch, Revision: v.Revision,
		ChangedAt: v.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"),
		Totals:    totals{m.Len(), len(m.Types()), len(m.Materials()), len(m.Joins()), len(m.Connections())},
	}
	if a.StateHash {
		hash, err := v.Alone().StateHash(ctx)
		if err != nil {
			return d, err
		}
		d.StateHash = hash
	}
	for _, part := range v.Parts() {
		d.Linked = append(d.Linked, linkedModel{part.Link.Name, part.Link.Discipline, part.View.Revision,
			part.Elements})
	}
	for _, c := range state.Categories {
		if n := elements.CountOf(m, c); n > 0 {
			d.Counts = append(d.Counts, categoryCount{string(c), n})
		}
	}
	if site, ok := m.Element(m.Info().SiteID); ok {
		d.Cell = site.Params.(*shape.Site).Cell()
	}
	if p.Offset == 0 {
		d.define(m)
	}
	head := app.BytesOf(d)
	var levels []*state.Element
	met := metElsewhere(m)
	levels, d.Paging = app.Take(p, shape.Levels(m), func(level *state.Element) int {
		n := app.BytesOf(overviewOf(m, level, met)) + head
		head = 0 // the rest is counted once, with the first level
		return n
	})
	d.Levels = make([]levelOverview, len(levels))
	for i, level := range levels {
		d.Levels[i] = overviewOf(m, level, met)
	}
	return d, nil
}

// define lists the first types and materials.
func (d *overview) define(m *state.Model) {
	for _, t := range m.Types()[:min(definitionsShown, len(m.Types()))] {
		d.Types = append(d.Types, definition{t.ID, t.Name, string(t.Category)})
	}
	for _, material := range m.Materials()[:min(definitionsShown, len(m.Materials()))] {
		d.Materials = append(d.Materials, definition{material.ID, material.Name, ""})
	}
	d.Types, d.Materials = app.WithinBytes(d.Types, definitionsBytes), app.WithinBytes(d.Materials, definitionsBytes)
}

// metElsewhere returns corrections to the numbers of elements, by level and category. Doors, windows and openings in a
// wall over several storeys count on the storey that they belong to, and not on the level of the wall.
func metElsewhere(m *state.Model) map[state.ID]map[state.Category]int {
	out := map[state.ID]map[state.Category]int{}
	add := func(level state.ID, c state.Category, n int) {
		if out[level] == nil {
			out[level] = map[state.Category]int{}
		}
		out[level][c] += n
	}
	for _, x := range elements.MetElsewhere(m) {
		add(x.Storey, x.Element.Category, 1)
		add(x.Element.LevelID, x.Element.Category, -1)
	}
	return out
}

func overviewOf(m *state.Model, level *state.Element, met map[state.ID]map[state.Category]int) levelOverview {
	params := level.Params.(*shape.Level)
	out := levelOverview{level.ID, level.Name, params.Elevation, params.IsStorey, 0, []categoryCount{}}
	for _, c := range state.Categories {
		if n := met[level.ID][c] + elements.CountOn(m, level.ID, c); n > 0 {
			out.Counts = append(out.Counts, categoryCount{string(c), n})
			out.Elements += n
		}
	}
	return out
}
