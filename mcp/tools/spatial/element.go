package spatial

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type getElement struct {
	ElementID state.ID `json:"element_id" jsonschema:"element, type or material"`
	Psets     []string `json:"psets,omitempty" jsonschema:"to show, default all"`
	app.LinkedArguments
	mcp.ReadArguments
}

// ElementDetail is the full description of one element.
type ElementDetail struct {
	app.ElementEcho
	Revision       uint64                 `json:"revision"`
	TypeName       string                 `json:"type_name,omitempty"`
	HostName       string                 `json:"host_name,omitempty"`
	MaterialID     state.ID               `json:"material_id,omitempty"`
	AssemblyID     state.ID               `json:"assembly_id,omitempty" jsonschema:"whole it is a part of"`
	Params         json.RawMessage        `json:"params" jsonschema:"names as modify_parameter takes them"`
	Psets          []state.PropertySet    `json:"psets,omitempty"`
	TypePsets      []state.PropertySet    `json:"type_psets,omitempty" jsonschema:"inherited"`
	Classification []state.Classification `json:"classification,omitempty"`
	Quantities     []state.Quantity       `json:"quantities"`
	Measures       map[string]float64     `json:"measures" jsonschema:"the quantities by name"`
	Hosted         []app.ElementEcho      `json:"hosted" jsonschema:"what it carries, with places"`
	HostedTotal    int                    `json:"hosted_total,omitempty" jsonschema:"of these, where not all are listed: query_elements with host_id has them"`
	Joins          []JoinEcho             `json:"joins"`
	JoinsTotal     int                    `json:"joins_total,omitempty" jsonschema:"as hosted_total: relationship_query joined has them"`
	Wall           *WallEcho              `json:"wall,omitempty"`
	Ports          []app.PortEcho         `json:"ports,omitempty"`
	SystemID       state.ID               `json:"system_id,omitempty"`
	SystemName     string                 `json:"system_name,omitempty"`
	Members        int                    `json:"members,omitempty" jsonschema:"of a system; relationship_query assigned lists them"`
	Definition     json.RawMessage        `json:"definition,omitempty" jsonschema:"of a type or material"`
	Parts          []PartEcho             `json:"parts,omitempty" jsonschema:"of a stair or curtain wall of another program"`
	Long           []app.LongList         `json:"long_lists,omitempty" jsonschema:"of params, psets or definition, told in part: as many of their items as there is room for"`
	app.PartPaging
}

// WallEcho describes a wall in its current state: its line, faces and level.
type WallEcho struct {
	Length       geometry.Length `json:"length"`
	Radius       geometry.Length `json:"radius,omitempty" jsonschema:"of an arc; negative: turns right"`
	Thickness    geometry.Length `json:"thickness"`
	InteriorSide string          `json:"interior_side"`
	BaseZ        geometry.Length `json:"base_z"`
	TopZ         geometry.Length `json:"top_z"`
	Footprint    []geometry.Ring `json:"footprint" jsonschema:"in plan, joins made"`
}

// JoinEcho describes a join from the point of view of one of its walls.
type JoinEcho struct {
	OtherID   state.ID `json:"other_id"`
	OtherName string   `json:"other_name"`
	Kind      string   `json:"kind"`
	Type      string   `json:"type"`
	Part      string   `json:"part" jsonschema:"of this wall: start, end or span"`
	Through   bool     `json:"through" jsonschema:"this wall goes on"`
}

func (b *Backend) getElement(ctx context.Context, v *projections.View, a *getElement, p *app.Page) (ElementDetail,
	error) {
	m := v.Model
	e, ok := m.Element(a.ElementID)
	if !ok || !app.Tells(p.Bounds, v, e.ID) {
		return definitionDetail(v, a.ElementID, p)
	}
	of := relativesOf(p, v, e)
	d := ElementDetail{
		ElementEcho: p.Within(v, app.Echo(v, e)), Revision: v.Revision, MaterialID: e.MaterialID,
		AssemblyID: of.assembly, Psets: a.shown(e.Psets), Classification: e.Codes,
		Measures: map[string]float64{}, Hosted: []app.ElementEcho{}, Joins: []JoinEcho{},
	}
	if t, ok := m.Type(e.TypeID); ok {
		d.TypeName, d.TypePsets = t.Name, a.shown(t.Psets)
	}
	if err := d.parts(v, e, p); err != nil {
		return d, err
	}
	if host, ok := m.Element(e.HostID); ok && app.Tells(p.Bounds, v, host.ID) {
		d.HostName = host.Name
	}
	quantities, err := v.Measures().Quantities(e.ID)
	if err != nil {
		return d, err
	}
	for _, q := range quantities {
		q.Value = app.Round6(q.Value)
		d.Quantities = append(d.Quantities, q)
		d.Measures[q.Name] = q.Value
	}
	for _, id := range m.HostedBy(e.ID) {
		if hosted, ok := m.Element(id); ok && app.Tells(p.Bounds, v, id) {
			d.Hosted = append(d.Hosted, p.Within(v, app.Echo(v, hosted)))
		}
	}
	app.SortedByName(d.Hosted)
	d.Joins, d.Wall = joinsOf(m, e.ID), wallEcho(m, e)
	d.Joins = slices.DeleteFunc(d.Joins, func(j JoinEcho) bool { return !app.Tells(p.Bounds, v, j.OtherID) })
	d.Hosted, d.HostedTotal = shared(d.Hosted, hostedBytes)
	d.Joins, d.JoinsTotal = shared(d.Joins, app.JoinsBytes)
	d.SystemID, d.Members = of.system, of.members
	_, d.SystemName = app.Named(m, d.SystemID)
	if d.Ports, err = portsOf(m, e); err == nil {
		p.NarrowPorts(v, d.Ports)
	}
	return d, err
}

// relatives are related elements that the description of an element shows by id only.
type relatives struct {
	assembly, system state.ID
	members          int // of a system
}

// relativesOf returns the relatives of an element that the caller may see.
func relativesOf(p *app.Page, v *projections.View, e *state.Element) relatives {
	out := relatives{assembly: e.AssemblyID, system: services.SystemOf(v.Model, e)}
	if out.assembly != "" && !p.Tells(v, out.assembly) {
		out.assembly = ""
	}
	if out.system != "" && !p.Tells(v, out.system) {
		out.system = ""
	}
	if e.Category == state.CategorySystem {
		out.members = len(p.Known(v, v.Model.SystemMembers(e.ID)))
	}
	return out
}

// hostedBytes is the share of a reply for the elements that an element hosts.
const hostedBytes = 10_000

// shared returns the part of a list that fits in its share of a reply. total is the length of the list if that part is
// shorter, else 0.
func shared[T any](list []T, limit int) (shown []T, total int) {
	if shown = app.WithinBytes(list, limit); len(shown) < len(list) {
		total = len(list)
	}
	return shown, total
}

// shown returns the property sets that the call asks for.
func (a *getElement) shown(sets []state.PropertySet) []state.PropertySet {
	if len(a.Psets) == 0 {
		return sets
	}
	return slices.DeleteFunc(slices.Clone(sets), func(s state.PropertySet) bool {
		return !slices.Contains(a.Psets,
			s.Name)
	})
}

func definitionDetail(v *projections.View, id state.ID, p *app.Page) (ElementDetail, error) {
	d := ElementDetail{Revision: v.Revision, Params: json.RawMessage("{}"), Measures: map[string]float64{},
		Hosted: []app.ElementEcho{}, Joins: []JoinEcho{}}
	var definition any
	if !p.Tells(v, id) {
		return d, state.Errorf(state.NotFound,
			"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
	}
	if t, ok := v.Model.Type(id); ok {
		d.ElementEcho, definition = app.ElementEcho{ElementID: id, Category: "type", Name: t.Name}, t
	} else if material, ok := v.Model.Material(id); ok {
		d.ElementEcho, definition = app.ElementEcho{ElementID: id, Category: "material", Name: material.Name}, material
	} else {
		return d, state.Errorf(state.NotFound,
			"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
	}
	text, err := json.Marshal(definition)
	if err != nil {
		return d, err
	}
	d.Definition, d.Long, d.PartPaging, err = app.PageOfLists(text, p)
	return d, err
}

func joinsOf(m *state.Model, id state.ID) []JoinEcho {
	out := []JoinEcho{}
	for _, j := range m.JoinsOf(id) {
		other, ok := m.Element(j.Other(id))
		if ok {
			out = append(out, JoinEcho{other.ID, other.Name, string(j.Kind), string(j.Type),
				string(j.Part(id)), j.Through == id})
		}
	}
	return out
}

func wallEcho(m *state.Model, e *state.Element) *WallEcho {
	w, ok := e.Params.(*fabric.Wall)
	if !ok {
		return nil
	}
	plan, err := fabric.WallPlanOf(m, e.ID)
	if err != nil {
		return nil
	}
	out := &WallEcho{Length: plan.Length, Thickness: plan.Thickness(), InteriorSide: "left of start to end",
		BaseZ: plan.Frame.Origin.Z, TopZ: plan.Frame.Origin.Z + w.Height}
	out.Radius, _ = plan.Radius()
	for _, polygon := range plan.World() {
		out.Footprint = append(out.Footprint, polygon.Outer)
	}
	return out
}
