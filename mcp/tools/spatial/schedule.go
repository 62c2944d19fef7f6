package spatial

import (
	"context"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
)

func CategoriesFrom(names []string) []state.Category {
	var out []state.Category
	for _, n := range names {
		out = append(out, state.Category(n))
	}
	return out
}

// ScheduleQuery describes the contents of a schedule.
type ScheduleQuery struct {
	Template   tables.Template `json:"template,omitempty" jsonschema:"fills in category and parameters; default that of the category"`
	Category   state.Category  `json:"category,omitempty"`
	Parameters []string        `json:"parameters,omitempty" jsonschema:"columns: mark, name, level, type, host, material, room, from_room, to_room, a parameter, a quantity such as NetVolume, Pset.Name"`
	Filters    []tables.Filter `json:"filters,omitempty" jsonschema:"all must hold"`
	SortBy     []string        `json:"sort_by,omitempty" jsonschema:"fields, -field descends; then level, mark"`
	GroupBy    []string        `json:"group_by,omitempty" jsonschema:"fields, with subtotals"`
	Summary    bool            `json:"summary,omitempty" jsonschema:"a row for each group, not each element"`
	NoTotals   bool            `json:"no_totals,omitempty"`
	Title      string          `json:"title,omitempty"`
}

func (q ScheduleQuery) Query() tables.Query {
	return tables.Query{Template: q.Template, Category: q.Category, Title: q.Title,
		Parameters: q.Parameters, Filters: q.Filters,
		SortBy: q.SortBy, GroupBy: q.GroupBy, Summary: q.Summary, NoTotals: q.NoTotals}
}

type generateSchedule struct {
	ScheduleQuery
	Format app.TableFormat `json:"format,omitempty" jsonschema:"default json"`
	app.LinkedArguments
	mcp.ReadArguments
}

type quantityTakeoff struct {
	Categories []string        `json:"categories,omitempty" jsonschema:"default all with bodies"`
	Grouping   tables.Grouping `json:"grouping,omitempty" jsonschema:"default type; material: layers by volume"`
	AreaRule   room.AreaRule   `json:"area_rule,omitempty" jsonschema:"of rooms' net areas"`
	Format     app.TableFormat `json:"format,omitempty" jsonschema:"default json"`
	app.LinkedArguments
	mcp.ReadArguments
}

func tableTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{
			Name: "generate_schedule", Title: "Generate schedule", Server: "documentation", Set: mcp.SetContract,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the elements of a category as a table with filters, groups, subtotals and totals. " +
				"Templates: door, window, room, wall, finish, equipment. export_table writes it to a file.",
			Input: generateSchedule{}, Output: app.TableData{}, Handle: app.Reading(b.Backend, b.generateSchedule),
		},
		{
			Name: "quantity_takeoff", Heavy: true, Title: "Quantity take-off", Server: "documentation",
			Set: mcp.SetContract, Category: mcp.CategoryRead, Idempotent: true,
			Description: "Adds up counts, lengths, gross and net areas and volumes by category and level, type or " +
				"material. Notes state the rule of every figure.",
			Input: quantityTakeoff{}, Output: app.TableData{}, Handle: app.Reading(b.Backend, b.quantityTakeoff),
		},
	}
}

func (b *Backend) generateSchedule(ctx context.Context, v *projections.View, a *generateSchedule,
	p *app.Page) (app.TableData, error) {
	t, err := tables.Schedule(ctx, v, a.Query())
	if err != nil {
		return app.TableData{}, err
	}
	return app.TablePage(v, t, a.Format, p)
}

func (b *Backend) quantityTakeoff(ctx context.Context, v *projections.View, a *quantityTakeoff,
	p *app.Page) (app.TableData, error) {
	if err := app.CheckCategories(a.Categories); err != nil {
		return app.TableData{}, err
	}
	t, err := tables.Takeoff(ctx, v, CategoriesFrom(a.Categories), a.Grouping, a.AreaRule)
	if err != nil {
		return app.TableData{}, err
	}
	return app.TablePage(v, t, a.Format, p)
}
