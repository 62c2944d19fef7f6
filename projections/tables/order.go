package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// key is one of the values that rows are sorted by.
type key struct {
	field      field
	descending bool
}

// keysOf returns the keys of the order of rows: the groups, the requested fields, then level and mark.
func keysOf(q Query) ([]key, error) {
	names := slices.Concat(q.GroupBy, q.SortBy, []string{"level", "mark"})
	out := make([]key, len(names))
	for i, name := range names {
		name, descending := strings.CutPrefix(name, "-")
		f, err := fieldOf(q.Category, name)
		if err != nil {
			return nil, err
		}
		out[i] = key{f, descending}
	}
	return out, nil
}

// sortable is a record with the values that it is sorted by.
type sortable struct {
	record table.Record
	ranks  []table.Cell // for keys with a rank
	values []table.Cell
}

func sortableOf(s *subject, keys []key, r table.Record) (sortable, error) {
	out := sortable{record: r, ranks: make([]table.Cell, len(keys)), values: make([]table.Cell, len(keys))}
	for i, k := range keys {
		var err error
		if out.values[i], err = k.field.value(s); err != nil {
			return out, err
		}
		if k.field.rank != nil && out.values[i].Kind() != "" {
			out.ranks[i] = table.Number(k.field.rank(s))
		}
	}
	return out, nil
}

// sorted returns the records in the order of the keys, and in the order of ids if all keys are equal.
func sorted(rows []sortable, keys []key) []table.Record {
	slices.SortFunc(rows, func(a, b sortable) int {
		for i, k := range keys {
			c := cmp.Or(table.Compare(a.ranks[i], b.ranks[i]), table.Compare(a.values[i], b.values[i]))
			if k.descending {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return cmp.Compare(state.ID(a.record.ID), state.ID(b.record.ID))
	})
	out := make([]table.Record, len(rows))
	for i, r := range rows {
		out[i] = r.record
	}
	return out
}
