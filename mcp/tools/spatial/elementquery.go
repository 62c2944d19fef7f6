package spatial

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// ElementQuery selects the elements that meet all the criteria given.
type ElementQuery struct {
	Categories []string `json:"categories,omitempty"`
	LevelID    state.ID `json:"level_id,omitempty"`
	TypeID     state.ID `json:"type_id,omitempty"`
	HostID     state.ID `json:"host_id,omitempty"`
	Name       string   `json:"name,omitempty" jsonschema:"part of the name, any case"`
	Property   string   `json:"property,omitempty" jsonschema:"Pset.Name or Pset.Name=value"`
	Value      any      `json:"value,omitempty" jsonschema:"or so: equal this"`
}

// fieldList lists the fields that a list of elements shows of each element.
type fieldList struct {
	Fields []string `json:"fields,omitempty" jsonschema:"columns instead: parameter, quantity, Pset.Name, mark, level, type, host, material, room, from_room, to_room"`
}

type queryElements struct {
	ElementQuery
	fieldList
	app.LinkedArguments
	mcp.ReadArguments
}

// ElementList is a page of elements: each with its usual description, or as a row of the requested fields.
type ElementList struct {
	Revision uint64            `json:"revision"`
	Elements []app.ElementEcho `json:"elements"`
	Columns  []string          `json:"columns,omitempty" jsonschema:"of rows"`
	Rows     [][]table.Cell    `json:"rows,omitempty" jsonschema:"with fields, instead of elements"`
	app.Paging
}

func (b *Backend) queryElements(_ context.Context, v *projections.View, a *queryElements,
	p *app.Page) (ElementList, error) {
	if err := p.MustTell(v, a.LevelID, a.HostID); err != nil {
		return ElementList{}, err
	}
	found, err := a.Find(v.Model)
	if err != nil {
		return ElementList{}, err
	}
	return a.listed(v, p.Readable(v, found), p)
}

// Find returns the elements that the query selects.
func (a *ElementQuery) Find(m *state.Model) ([]*state.Element, error) {
	if err := a.check(m); err != nil {
		return nil, err
	}
	var found []*state.Element
	for _, e := range candidates(m, a) {
		if a.matches(m, e) {
			found = append(found, e)
		}
	}
	return found, nil
}

// check refuses categories, levels, hosts and types that do not exist.
func (a *ElementQuery) check(m *state.Model) error {
	if err := app.CheckCategories(a.Categories); err != nil {
		return err
	}
	for _, id := range []state.ID{a.LevelID, a.HostID} {
		if id != "" && !app.Has(m, id) {
			return state.Errorf(state.NotFound, "no element %q in this model and branch", id).With("element_id", id)
		}
	}
	if _, ok := m.Type(a.TypeID); a.TypeID != "" && !ok {
		return state.Errorf(state.NotFound, "no type %q in this model and branch: model_overview lists the types",
			a.TypeID).With("type_id", a.TypeID)
	}
	if a.Value != nil && (a.Property == "" || strings.Contains(a.Property, "=")) {
		return state.Errorf(state.InvalidInput, "value goes with a property without a value: give property %q",
			"Pset_WallCommon.FireRating").With("parameter", "value")
	}
	return nil
}

func (a *ElementQuery) categories() []state.Category {
	out := make([]state.Category, len(a.Categories))
	for i, c := range a.Categories {
		out[i] = state.Category(c)
	}
	return out
}

// candidates returns the elements of the most selective index that the query can use.
func candidates(m *state.Model, a *ElementQuery) []*state.Element {
	var ids []state.ID
	switch {
	case a.HostID != "":
		ids = m.HostedBy(a.HostID)
	case a.TypeID != "":
		ids = m.OfType(a.TypeID)
	case a.LevelID != "":
		ids = elements.MetOn(m, a.LevelID, a.categories()...)
	case len(a.Categories) > 0:
		for _, c := range a.categories() {
			ids = append(ids, m.OfCategory(c)...)
		}
	default:
		var all []*state.Element
		m.Each(func(e *state.Element) bool { all = append(all, e); return true })
		return all
	}
	slices.Sort(ids)
	var out []*state.Element
	for _, id := range slices.Compact(ids) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	return out
}

func (a *ElementQuery) matches(m *state.Model, e *state.Element) bool {
	return (len(a.Categories) == 0 || slices.Contains(a.Categories, string(e.Category))) &&
		(a.LevelID == "" || elements.StoreyOf(m, e) == a.LevelID) && (a.TypeID == "" || e.TypeID == a.TypeID) &&
		(a.HostID == "" || e.HostID == a.HostID) &&
		(a.Name == "" || strings.Contains(strings.ToLower(e.Name), strings.ToLower(a.Name))) && a.hasProperty(m, e)
}

// propertyOf returns a property, named Pset.Name, of an element or else of its type.
func propertyOf(m *state.Model, e *state.Element, property string) (state.PropertyValue, bool) {
	set, name, _ := strings.Cut(property, ".")
	value, ok := state.Lookup(e.Psets, set, name)
	if t, typed := m.Type(e.TypeID); !ok && typed {
		value, ok = state.Lookup(t.Psets, set, name)
	}
	return value, ok
}

// hasProperty reports whether an element, or else its type, has the property of the query with its value.
func (a *ElementQuery) hasProperty(m *state.Model, e *state.Element) bool {
	if a.Property == "" {
		return true
	}
	property, text, valued := strings.Cut(a.Property, "=")
	value, ok := propertyOf(m, e, property)
	return ok && (a.Value == nil || shape.PropertyValueAny(value) == a.Value) &&
		(!valued || fmt.Sprint(shape.PropertyValueAny(value)) == text)
}

// listed returns the page of elements, in the order of their names.
func (l fieldList) listed(v *projections.View, found []*state.Element, p *app.Page) (ElementList, error) {
	data := ElementList{Revision: v.Revision, Elements: []app.ElementEcho{}}
	if len(l.Fields) > 0 {
		return data, l.rows(&data, v, found, p)
	}
	var page []*state.Element
	page, data.Paging = app.TakeInOrder(p, found, byName, func(e *state.Element) int {
		return app.BytesOf(app.Echo(v,
			e))
	})
	for _, e := range page {
		data.Elements = append(data.Elements, p.Within(v, app.Echo(v, e)))
	}
	return data, nil
}

func byName(a, b *state.Element) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(string(a.ID), string(b.ID)))
}

// rows fills the page with a row for each element: its id and name, then the fields.
func (l fieldList) rows(data *ElementList, v *projections.View, found []*state.Element, p *app.Page) error {
	var categories []state.Category
	for _, e := range found {
		if !slices.Contains(categories, e.Category) {
			categories = append(categories, e.Category)
		}
	}
	l.Fields = slices.DeleteFunc(slices.Clone(l.Fields), // each row already has them
		func(field string) bool { return field == "name" || field == "element_id" })
	for _, field := range l.Fields {
		if p.Bounds != nil && slices.Contains(app.Relating, strings.ToLower(field)) {
			return state.Errorf(state.PermissionDenied,
				"the field %s tells of other elements, and what you may READ is bounded: leave it out",
				field).With("parameter", "fields")
		}
	}
	reader, err := tables.RowsOf(v, categories, l.Fields)
	if err != nil {
		return err
	}
	data.Columns = append([]string{"element_id", "name"}, l.Fields...)
	rows := map[state.ID][]table.Cell{}
	var page []*state.Element
	page, data.Paging = app.TakeInOrder(p, found, byName, func(e *state.Element) int {
		cells, failed := reader.Of(e)
		if failed != nil && err == nil {
			err = failed
		}
		rows[e.ID] = append([]table.Cell{table.Text(string(e.ID)), table.Text(e.Name)}, cells...)
		return app.BytesOf(rows[e.ID])
	})
	for _, e := range page {
		data.Rows = append(data.Rows, rows[e.ID])
	}
	return err
}

type levelElements struct {
	LevelID    state.ID `json:"level_id"`
	Categories []string `json:"categories,omitempty"`
	fieldList
	app.LinkedArguments
	mcp.ReadArguments
}

func (b *Backend) levelElements(ctx context.Context, v *projections.View, a *levelElements,
	p *app.Page) (ElementList, error) {
	level, ok := v.Model.Element(a.LevelID)
	if !ok || level.Category != state.CategoryLevel {
		return ElementList{}, state.Errorf(state.NotFound,
			"no level %q in this model and branch: model_overview lists the levels",
			a.LevelID).With("level_id", a.LevelID)
	}
	return b.queryElements(ctx, v, &queryElements{ElementQuery: ElementQuery{LevelID: a.LevelID,
		Categories: a.Categories}, fieldList: a.fieldList}, p)
}
