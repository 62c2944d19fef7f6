package tools

import (
	"context"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// scheduleQuery says what a schedule lists.
type scheduleQuery struct {
	Template   tables.Template `json:"template,omitempty" jsonschema:"fills in category and parameters; default that of the category"`
	Category   domain.Category `json:"category,omitempty"`
	Parameters []string        `json:"parameters,omitempty" jsonschema:"columns: mark, name, level, type, host, material, room, from_room, to_room, a parameter, a quantity such as NetVolume, Pset.Name"`
	Filters    []tables.Filter `json:"filters,omitempty" jsonschema:"all must hold"`
	SortBy     []string        `json:"sort_by,omitempty" jsonschema:"fields, -field descends; then level, mark"`
	GroupBy    []string        `json:"group_by,omitempty" jsonschema:"fields, with subtotals"`
	Summary    bool            `json:"summary,omitempty" jsonschema:"a row for each group, not each element"`
	NoTotals   bool            `json:"no_totals,omitempty"`
	Title      string          `json:"title,omitempty"`
}

func (q scheduleQuery) query() tables.Query {
	return tables.Query{Template: q.Template, Category: q.Category, Title: q.Title,
		Parameters: q.Parameters, Filters: q.Filters,
		SortBy: q.SortBy, GroupBy: q.GroupBy, Summary: q.Summary, NoTotals: q.NoTotals}
}

// tableFormat is how a table stands in a reply.
type tableFormat string

// Enum lists the formats.
func (tableFormat) Enum() []string { return []string{"json", "markdown"} }

type generateSchedule struct {
	scheduleQuery
	Format tableFormat `json:"format,omitempty" jsonschema:"default json"`
	linkedArguments
	mcp.ReadArguments
}

type quantityTakeoff struct {
	Categories []string        `json:"categories,omitempty" jsonschema:"default all with bodies"`
	Grouping   tables.Grouping `json:"grouping,omitempty" jsonschema:"default type; material: layers by volume"`
	Format     tableFormat     `json:"format,omitempty" jsonschema:"default json"`
	linkedArguments
	mcp.ReadArguments
}

// tableData is a page of a table.
type tableData struct {
	Revision uint64         `json:"revision"`
	Title    string         `json:"title"`
	Columns  []table.Column `json:"columns" jsonschema:"empty with format markdown: it says them, notes their rules"`
	Lines    []table.Line   `json:"lines" jsonschema:"empty with format markdown"`
	Markdown string         `json:"markdown,omitempty"`
	Notes    []string       `json:"notes" jsonschema:"rules behind the figures, and what is not known"`
	Paging
}

func tableTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{
			Name: "generate_schedule", Title: "Generate schedule", Server: "documentation", Set: mcp.SetContract,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the elements of a category as a table with filters, groups, subtotals and totals. " +
				"Templates: door, window, room, wall, finish, equipment. export_table writes it to a file.",
			Input: generateSchedule{}, Output: tableData{}, Handle: reading(b, b.generateSchedule),
		},
		{
			Name: "quantity_takeoff", Heavy: true, Title: "Quantity take-off", Server: "documentation",
			Set: mcp.SetContract, Category: mcp.CategoryRead, Idempotent: true,
			Description: "Adds up counts, lengths, gross and net areas and volumes by category and level, type or " +
				"material. Notes state the rule of every figure.",
			Input: quantityTakeoff{}, Output: tableData{}, Handle: reading(b, b.quantityTakeoff),
		},
	}
}

func (b *Backend) generateSchedule(ctx context.Context, v *projections.View, a *generateSchedule,
	p *page) (tableData, error) {
	t, err := tables.Schedule(ctx, v, a.query())
	if err != nil {
		return tableData{}, err
	}
	return tablePage(v, t, a.Format, p)
}

func (b *Backend) quantityTakeoff(ctx context.Context, v *projections.View, a *quantityTakeoff,
	p *page) (tableData, error) {
	if err := checkCategories(a.Categories); err != nil {
		return tableData{}, err
	}
	t, err := tables.Takeoff(ctx, v, categoriesFrom(a.Categories), a.Grouping)
	if err != nil {
		return tableData{}, err
	}
	return tablePage(v, t, a.Format, p)
}
