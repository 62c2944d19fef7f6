package views

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Table describes the rows and columns of a schedule or a take-off.
type Table struct {
	Template   string           `json:"template,omitempty" jsonschema:"of generate_schedule, such as door"`
	Category   state.Category   `json:"category,omitempty"`
	Parameters []string         `json:"parameters,omitempty" jsonschema:"columns"`
	Filters    []TableFilter    `json:"filters,omitempty" jsonschema:"all must hold"`
	SortBy     []string         `json:"sort_by,omitempty" jsonschema:"fields, -field descends"`
	GroupBy    []string         `json:"group_by,omitempty"`
	Summary    bool             `json:"summary,omitempty" jsonschema:"a row for each group"`
	NoTotals   bool             `json:"no_totals,omitempty"`
	Categories []state.Category `json:"categories,omitempty" jsonschema:"of a takeoff"`
	Grouping   string           `json:"grouping,omitempty" jsonschema:"of a takeoff: level, type or material"`
}

// TableFilter selects the rows whose field has a given relation to a value.
type TableFilter struct {
	Field    string `json:"field" jsonschema:"as in parameters"`
	Operator string `json:"op,omitempty" jsonschema:"eq (default), ne, lt, le, gt, ge, contains, exists, absent"`
	Value    string `json:"value,omitempty"`
}

// groupings lists the ways to group a take-off.
var groupings = []string{"", "level", "type", "material"}

// checkTable refuses a table with fields that belong to the other kind of table view. It also refuses a schedule whose
// table has neither a template nor a category.
func (v *View) checkTable() error {
	t := v.Table
	if t == nil {
		return nil
	}
	bad := func(format string, args ...any) error {
		return state.Errorf(state.OutOfRange, format, args...).With("parameter", "table")
	}
	for _, c := range append(slices.Clone(t.Categories), t.Category) {
		if c != "" && !c.Known() {
			return bad("table has no category %q: give one of %s", c, strings.Join(c.Enum(), ", "))
		}
	}
	if v.Kind == Schedule {
		switch {
		case t.Template == "" && t.Category == "":
			return bad("the table of a schedule needs a template or a category")
		case len(t.Categories) > 0 || t.Grouping != "":
			return bad("categories and grouping are of a takeoff: give category and group_by")
		}
		return nil
	}
	switch {
	case !slices.Contains(groupings, t.Grouping):
		return bad("grouping is %q: give level, type or material", t.Grouping)
	case t.Template != "" || t.Category != "" || len(t.Parameters)+len(t.Filters)+len(t.SortBy)+len(t.GroupBy) > 0:
		return bad("a takeoff has categories and grouping alone")
	}
	return nil
}
