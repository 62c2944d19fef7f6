package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

type getElement struct {
	ElementID domain.ID `json:"element_id" jsonschema:"element, type or material"`
	Psets     []string  `json:"psets,omitempty" jsonschema:"property sets to show, default all"`
	mcp.ReadArguments
}

// ElementDetail is all that is known of one element.
type ElementDetail struct {
	ElementEcho
	Revision       uint64                  `json:"revision"`
	TypeName       string                  `json:"type_name,omitempty"`
	HostName       string                  `json:"host_name,omitempty"`
	MaterialID     domain.ID               `json:"material_id,omitempty"`
	AssemblyID     domain.ID               `json:"assembly_id,omitempty" jsonschema:"whole it is a part of"`
	Params         json.RawMessage         `json:"params" jsonschema:"names as modify_parameter takes them"`
	Psets          []domain.PropertySet    `json:"psets,omitempty"`
	TypePsets      []domain.PropertySet    `json:"type_psets,omitempty" jsonschema:"inherited"`
	Classification []domain.Classification `json:"classification,omitempty"`
	Quantities     []domain.Quantity       `json:"quantities"`
	Measures       map[string]float64      `json:"measures" jsonschema:"the quantities by name"`
	Hosted         []ElementEcho           `json:"hosted" jsonschema:"what it carries, with places"`
	Joins          []JoinEcho              `json:"joins"`
	Wall           *WallEcho               `json:"wall,omitempty"`
	Ports          []PortEcho              `json:"ports,omitempty"`
	SystemID       domain.ID               `json:"system_id,omitempty"`
	SystemName     string                  `json:"system_name,omitempty"`
	Members        int                     `json:"members,omitempty" jsonschema:"of a system; relationship_query assigned lists them"`
	Definition     json.RawMessage         `json:"definition,omitempty" jsonschema:"of a type or material"`
	Parts          []PartEcho              `json:"parts,omitempty" jsonschema:"of a stair or curtain wall of another program"`
	PartsTotal     int                     `json:"parts_total,omitempty"`
	NextCursor     string                  `json:"next_cursor,omitempty" jsonschema:"more parts follow: call again with this cursor"`
}

// WallEcho reads a wall back as it stands: its line, faces and level.
type WallEcho struct {
	Length       geometry.Length `json:"length"`
	Thickness    geometry.Length `json:"thickness"`
	InteriorSide string          `json:"interior_side"`
	BaseZ        geometry.Length `json:"base_z"`
	TopZ         geometry.Length `json:"top_z"`
	Footprint    []geometry.Ring `json:"footprint" jsonschema:"in plan, joins made"`
}

// JoinEcho is a join as one of its walls sees it.
type JoinEcho struct {
	OtherID   domain.ID `json:"other_id"`
	OtherName string    `json:"other_name"`
	Kind      string    `json:"kind"`
	Type      string    `json:"type"`
	Part      string    `json:"part" jsonschema:"of this wall: start, end or span"`
	Through   bool      `json:"through" jsonschema:"this wall goes on"`
}

func (b *Backend) getElement(_ context.Context, v *projections.View, a *getElement, p *page) (ElementDetail, error) {
	m := v.Model
	e, ok := m.Element(a.ElementID)
	if !ok || !tells(p.bounds, v, e.ID) {
		return definitionDetail(v, a.ElementID)
	}
	d := ElementDetail{
		ElementEcho: echo(v, e), Revision: v.Revision, MaterialID: e.MaterialID, AssemblyID: e.AssemblyID, Psets: a.shown(e.Psets), Classification: e.Codes,
		Measures: map[string]float64{}, Hosted: []ElementEcho{}, Joins: []JoinEcho{},
	}
	if err := d.parts(e, p); err != nil {
		return d, err
	}
	if t, ok := m.Type(e.TypeID); ok {
		d.TypeName, d.TypePsets = t.Name, a.shown(t.Psets)
	}
	if host, ok := m.Element(e.HostID); ok && tells(p.bounds, v, host.ID) {
		d.HostName = host.Name
	}
	quantities, err := v.Measures().Quantities(e.ID)
	if err != nil {
		return d, err
	}
	for _, q := range quantities {
		q.Value = round6(q.Value)
		d.Quantities = append(d.Quantities, q)
		d.Measures[q.Name] = q.Value
	}
	for _, id := range m.HostedBy(e.ID) {
		if hosted, ok := m.Element(id); ok && tells(p.bounds, v, id) {
			d.Hosted = append(d.Hosted, echo(v, hosted))
		}
	}
	sortedByName(d.Hosted)
	d.Joins, d.Wall = joinsOf(m, e.ID), wallEcho(m, e)
	d.Joins = slices.DeleteFunc(d.Joins, func(j JoinEcho) bool { return !tells(p.bounds, v, j.OtherID) })
	d.SystemID = m.SystemOf(e)
	if e.Category == domain.CategorySystem {
		d.Members = len(m.SystemMembers(e.ID))
	}
	_, d.SystemName = named(m, d.SystemID)
	d.Ports, err = portsOf(m, e)
	return d, err
}

// shown returns the property sets that were asked for.
func (a *getElement) shown(sets []domain.PropertySet) []domain.PropertySet {
	if len(a.Psets) == 0 {
		return sets
	}
	return slices.DeleteFunc(slices.Clone(sets), func(s domain.PropertySet) bool { return !slices.Contains(a.Psets, s.Name) })
}

func definitionDetail(v *projections.View, id domain.ID) (ElementDetail, error) {
	d := ElementDetail{Revision: v.Revision, Params: json.RawMessage("{}"), Measures: map[string]float64{}, Hosted: []ElementEcho{}, Joins: []JoinEcho{}}
	var definition any
	if t, ok := v.Model.Type(id); ok {
		d.ElementEcho, definition = ElementEcho{ElementID: id, Category: "type", Name: t.Name}, t
	} else if material, ok := v.Model.Material(id); ok {
		d.ElementEcho, definition = ElementEcho{ElementID: id, Category: "material", Name: material.Name}, material
	} else {
		return d, domain.Errorf(domain.NotFound, "no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
	}
	text, err := json.Marshal(definition)
	d.Definition = text
	return d, err
}

func joinsOf(m *domain.Model, id domain.ID) []JoinEcho {
	out := []JoinEcho{}
	for _, j := range m.JoinsOf(id) {
		other, ok := m.Element(j.Other(id))
		if ok {
			out = append(out, JoinEcho{other.ID, other.Name, string(j.Kind), string(j.Type), string(j.Part(id)), j.Through == id})
		}
	}
	return out
}

func wallEcho(m *domain.Model, e *domain.Element) *WallEcho {
	w, ok := e.Params.(*domain.Wall)
	if !ok {
		return nil
	}
	plan, err := m.WallPlan(e.ID)
	if err != nil {
		return nil
	}
	out := &WallEcho{Length: plan.Length, Thickness: plan.Thickness(), InteriorSide: "left of start to end", BaseZ: plan.Frame.Origin.Z, TopZ: plan.Frame.Origin.Z + w.Height}
	for _, polygon := range plan.World() {
		out.Footprint = append(out.Footprint, polygon.Outer)
	}
	return out
}

// elementQuery says which elements are meant: those of which all that is given holds.
type elementQuery struct {
	Categories []string  `json:"categories,omitempty"`
	LevelID    domain.ID `json:"level_id,omitempty"`
	TypeID     domain.ID `json:"type_id,omitempty"`
	HostID     domain.ID `json:"host_id,omitempty"`
	Name       string    `json:"name,omitempty" jsonschema:"part of the name, any case"`
	Property   string    `json:"property,omitempty" jsonschema:"Pset.Name that must be there"`
	Value      any       `json:"value,omitempty" jsonschema:"and equal this"`
}

// fieldList is what a list of elements tells of each.
type fieldList struct {
	Fields []string `json:"fields,omitempty" jsonschema:"answer these as columns instead: parameter, quantity, Pset.Name, mark, level, type, host, material, room, from_room, to_room"`
}

type queryElements struct {
	elementQuery
	fieldList
	mcp.ReadArguments
}

// ElementList is a page of elements: each whole, or as a row of the fields that were asked for.
type ElementList struct {
	Revision uint64         `json:"revision"`
	Elements []ElementEcho  `json:"elements"`
	Columns  []string       `json:"columns,omitempty" jsonschema:"of rows"`
	Rows     [][]table.Cell `json:"rows,omitempty" jsonschema:"with fields, instead of elements"`
	Paging
}

func (b *Backend) queryElements(_ context.Context, v *projections.View, a *queryElements, p *page) (ElementList, error) {
	found, err := a.find(v.Model)
	if err != nil {
		return ElementList{}, err
	}
	return a.listed(v, p.readable(v, found), p)
}

// find returns the elements that are meant.
func (a *elementQuery) find(m *domain.Model) ([]*domain.Element, error) {
	if err := a.check(m); err != nil {
		return nil, err
	}
	var found []*domain.Element
	for _, e := range candidates(m, a) {
		if a.matches(m, e) {
			found = append(found, e)
		}
	}
	return found, nil
}

// check refuses categories, levels, hosts and types that there are not.
func (a *elementQuery) check(m *domain.Model) error {
	if err := checkCategories(a.Categories); err != nil {
		return err
	}
	for _, id := range []domain.ID{a.LevelID, a.HostID} {
		if id != "" && !has(m, id) {
			return domain.Errorf(domain.NotFound, "no element %q in this model and branch", id).With("element_id", id)
		}
	}
	if _, ok := m.Type(a.TypeID); a.TypeID != "" && !ok {
		return domain.Errorf(domain.NotFound, "no type %q in this model and branch: model_overview lists the types", a.TypeID).With("type_id", a.TypeID)
	}
	if a.Value != nil && a.Property == "" {
		return domain.Errorf(domain.InvalidInput, "value goes with property").With("parameter", "value")
	}
	return nil
}

// candidates returns the elements of the smallest index that the query names.
func candidates(m *domain.Model, a *elementQuery) []*domain.Element {
	var ids []domain.ID
	switch {
	case a.HostID != "":
		ids = m.HostedBy(a.HostID)
	case a.TypeID != "":
		ids = m.OfType(a.TypeID)
	case a.LevelID != "":
		ids = m.MetOn(a.LevelID)
	case len(a.Categories) > 0:
		for _, c := range a.Categories {
			ids = append(ids, m.OfCategory(domain.Category(c))...)
		}
	default:
		var all []*domain.Element
		m.Each(func(e *domain.Element) bool { all = append(all, e); return true })
		return all
	}
	slices.Sort(ids)
	var out []*domain.Element
	for _, id := range slices.Compact(ids) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	return out
}

func (a *elementQuery) matches(m *domain.Model, e *domain.Element) bool {
	return (len(a.Categories) == 0 || slices.Contains(a.Categories, string(e.Category))) &&
		(a.LevelID == "" || m.StoreyOf(e) == a.LevelID) && (a.TypeID == "" || e.TypeID == a.TypeID) && (a.HostID == "" || e.HostID == a.HostID) &&
		strings.Contains(strings.ToLower(e.Name), strings.ToLower(a.Name)) && a.hasProperty(m, e)
}

// propertyOf returns a property, named Pset.Name, of an element or else of its type.
func propertyOf(m *domain.Model, e *domain.Element, property string) (domain.PropertyValue, bool) {
	set, name, _ := strings.Cut(property, ".")
	value, ok := domain.Lookup(e.Psets, set, name)
	if t, typed := m.Type(e.TypeID); !ok && typed {
		value, ok = domain.Lookup(t.Psets, set, name)
	}
	return value, ok
}

// hasProperty looks at the element's own properties first, then at its type's.
func (a *elementQuery) hasProperty(m *domain.Model, e *domain.Element) bool {
	if a.Property == "" {
		return true
	}
	value, ok := propertyOf(m, e, a.Property)
	return ok && (a.Value == nil || value.Any() == a.Value)
}

// listed returns the page of elements by name.
func (l fieldList) listed(v *projections.View, found []*domain.Element, p *page) (ElementList, error) {
	slices.SortFunc(found, func(a, b *domain.Element) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(string(a.ID), string(b.ID)))
	})
	data := ElementList{Revision: v.Revision, Elements: []ElementEcho{}}
	if len(l.Fields) > 0 {
		return data, l.rows(&data, v, found, p)
	}
	var page []*domain.Element
	page, data.Paging = take(p, found, func(e *domain.Element) int { return bytesOf(echo(v, e)) })
	for _, e := range page {
		data.Elements = append(data.Elements, echo(v, e))
	}
	return data, nil
}

// rows fills the page with a row for each element: its id and name, then the fields.
func (l fieldList) rows(data *ElementList, v *projections.View, found []*domain.Element, p *page) error {
	var categories []domain.Category
	for _, e := range found {
		if !slices.Contains(categories, e.Category) {
			categories = append(categories, e.Category)
		}
	}
	reader, err := tables.RowsOf(v, categories, l.Fields)
	if err != nil {
		return err
	}
	data.Columns = append([]string{"element_id", "name"}, l.Fields...)
	rows := map[domain.ID][]table.Cell{}
	var page []*domain.Element
	page, data.Paging = take(p, found, func(e *domain.Element) int {
		cells, failed := reader.Of(e)
		if failed != nil && err == nil {
			err = failed
		}
		rows[e.ID] = append([]table.Cell{table.Text(string(e.ID)), table.Text(e.Name)}, cells...)
		return bytesOf(rows[e.ID])
	})
	for _, e := range page {
		data.Rows = append(data.Rows, rows[e.ID])
	}
	return err
}

type levelElements struct {
	LevelID    domain.ID `json:"level_id"`
	Categories []string  `json:"categories,omitempty"`
	fieldList
	mcp.ReadArguments
}

func (b *Backend) levelElements(ctx context.Context, v *projections.View, a *levelElements, p *page) (ElementList, error) {
	level, ok := v.Model.Element(a.LevelID)
	if !ok || level.Category != domain.CategoryLevel {
		return ElementList{}, domain.Errorf(domain.NotFound, "no level %q in this model and branch: model_overview lists the levels", a.LevelID).With("level_id", a.LevelID)
	}
	return b.queryElements(ctx, v, &queryElements{elementQuery: elementQuery{LevelID: a.LevelID, Categories: a.Categories}, fieldList: a.fieldList}, p)
}

type modelOverview struct {
	StateHash bool `json:"include_state_hash,omitempty" jsonschema:"costs a pass over the model"`
	mcp.ReadArguments
}

type overview struct {
	ModelID   string          `json:"model_id"`
	Name      string          `json:"name"`
	Branch    string          `json:"branch"`
	Revision  uint64          `json:"revision"`
	ChangedAt string          `json:"changed_at"`
	StateHash string          `json:"state_hash,omitempty"`
	Levels    []levelOverview `json:"levels" jsonschema:"from the lowest up"`
	Counts    []categoryCount `json:"counts"`
	Totals    totals          `json:"totals"`
	Types     []definition    `json:"types"`
	Materials []definition    `json:"materials"`
	Cell      string          `json:"site_cell,omitempty" jsonschema:"S2 cell of the site, about 600 m"`
}

type levelOverview struct {
	LevelID   domain.ID       `json:"level_id"`
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
	ID       domain.ID `json:"id"`
	Name     string    `json:"name"`
	Category string    `json:"category,omitempty"`
}

// definitionsShown caps the types and materials in an overview.
const definitionsShown = 100

func (b *Backend) modelOverview(ctx context.Context, v *projections.View, a *modelOverview, _ *page) (overview, error) {
	m := v.Model
	d := overview{
		ModelID: v.ModelID, Name: m.Info().Name, Branch: v.Branch, Revision: v.Revision, ChangedAt: v.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"),
		Totals: totals{m.Len(), len(m.Types()), len(m.Materials()), len(m.Joins()), len(m.Connections())},
	}
	if a.StateHash {
		hash, err := v.StateHash(ctx)
		if err != nil {
			return d, err
		}
		d.StateHash = hash
	}
	for _, c := range domain.Categories {
		if n := m.CountOf(c); n > 0 {
			d.Counts = append(d.Counts, categoryCount{string(c), n})
		}
	}
	for _, level := range m.Levels() {
		d.Levels = append(d.Levels, overviewOf(m, level))
	}
	for _, t := range m.Types()[:min(definitionsShown, len(m.Types()))] {
		d.Types = append(d.Types, definition{t.ID, t.Name, string(t.Category)})
	}
	for _, material := range m.Materials()[:min(definitionsShown, len(m.Materials()))] {
		d.Materials = append(d.Materials, definition{material.ID, material.Name, ""})
	}
	if site, ok := m.Element(m.Info().SiteID); ok {
		d.Cell = site.Params.(*domain.Site).Cell()
	}
	return d, nil
}

func overviewOf(m *domain.Model, level *domain.Element) levelOverview {
	params := level.Params.(*domain.Level)
	counts := map[domain.Category]int{}
	ids := m.OnLevel(level.ID)
	for _, id := range ids {
		if e, ok := m.Element(id); ok {
			counts[e.Category]++
		}
	}
	out := levelOverview{level.ID, level.Name, params.Elevation, params.IsStorey, len(ids), []categoryCount{}}
	for _, c := range domain.Categories {
		if counts[c] > 0 {
			out.Counts = append(out.Counts, categoryCount{string(c), counts[c]})
		}
	}
	return out
}
