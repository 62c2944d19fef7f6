package app

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// ElementEcho describes an element and where it is.
type ElementEcho struct {
	ElementID state.ID         `json:"element_id"`
	Category  string           `json:"category"`
	Name      string           `json:"name"`
	Model     string           `json:"model,omitempty" jsonschema:"link that it comes by"`
	LevelID   state.ID         `json:"level_id,omitempty"`
	LevelName string           `json:"level_name,omitempty"`
	StoreyID  state.ID         `json:"storey_id,omitempty" jsonschema:"onto which it opens, if not that level"`
	TypeID    state.ID         `json:"type_id,omitempty"`
	HostID    state.ID         `json:"host_id,omitempty"`
	FillsID   state.ID         `json:"fills_id,omitempty" jsonschema:"the opening it is set in"`
	Span      *Span            `json:"span,omitempty" jsonschema:"edges in the host wall"`
	Box       *geometry.Box    `json:"box,omitempty" jsonschema:"world box"`
	AreaM2    *float64         `json:"area_m2,omitempty"`
	VolumeM3  *float64         `json:"volume_m3,omitempty"`
	Elevation *geometry.Length `json:"elevation,omitempty"`
}

// Span is the position of an opening in its wall: start and end along the wall, sill and head above the wall's base.
type Span struct {
	Start geometry.Length `json:"start"`
	End   geometry.Length `json:"end"`
	Sill  geometry.Length `json:"sill"`
	Head  geometry.Length `json:"head"`
}

// Echo describes an element of a view.
func Echo(v *projections.View, e *state.Element) ElementEcho {
	m := v.Model
	out := ElementEcho{ElementID: e.ID, Category: string(e.Category), Name: e.Name, LevelID: e.LevelID,
		TypeID: e.TypeID, HostID: e.HostID, FillsID: e.FillsID, Model: ModelNameOf(v, e.ID)}
	if level, ok := m.Element(e.LevelID); ok {
		out.LevelName = level.Name
	}
	if level, ok := e.Params.(*shape.Level); ok {
		out.Elevation = &level.Elevation
	}
	if storey := elements.StoreyOf(m, e); storey != e.LevelID {
		out.StoreyID = storey
	}
	out.Box = BoxOf(v, e.ID)
	out.Span = spanOf(m, e)
	out.AreaM2, out.VolumeM3 = Measures(v, e.ID)
	return out
}

// briefEcho returns the name of an element and, with figures, also its position and measures.
func briefEcho(v *projections.View, e *state.Element, figures bool) ElementEcho {
	out := ElementEcho{ElementID: e.ID, Category: string(e.Category), Name: e.Name}
	if !figures {
		return out
	}
	if level, ok := v.Model.Element(e.LevelID); ok {
		out.LevelName = level.Name
	}
	out.Span = spanOf(v.Model, e)
	out.AreaM2, out.VolumeM3 = Measures(v, e.ID)
	return out
}

// BoxOf returns the world box of an element, nil when it has no body.
func BoxOf(v *projections.View, id state.ID) *geometry.Box {
	box := v.BoundsOf(id)
	if box.Empty() {
		return nil
	}
	return &box
}

// spanOf returns the position of an opening, door or window in its wall, or nil for other elements.
func spanOf(m *state.Model, e *state.Element) *Span {
	r, ok := fabric.RectInWall(m, e)
	if !ok {
		return nil
	}
	return &Span{r.Offset, r.Offset + r.Width, r.Sill, r.Sill + r.Height}
}

// Measures returns the net area and volume of an element; each is nil if the element has none.
func Measures(v *projections.View, id state.ID) (area, volume *float64) {
	quantities, err := v.QuantitiesOf(id)
	if err != nil {
		return nil, nil
	}
	pick := func(names ...string) *float64 {
		for _, name := range names {
			if value, ok := shape.QuantityNamed(quantities, name); ok {
				value = Round6(value)
				return &value
			}
		}
		return nil
	}
	return pick("NetFloorArea", "NetArea", "Area", "NetSurfaceArea"), pick("NetVolume", "Volume")
}

// SortedByName orders element echoes by name, equal ones by id.
func SortedByName(list []ElementEcho) {
	slices.SortFunc(list, func(a, b ElementEcho) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ElementID), string(b.ElementID))
	})
}

// PortEcho is a port of a segment or fitting, with the port that is connected to it.
type PortEcho struct {
	Port        state.PortName  `json:"port"`
	At          geometry.Point3 `json:"at" jsonschema:"in the world"`
	Direction   [3]float64      `json:"direction" jsonschema:"out of the element"`
	Flow        services.Flow   `json:"flow" jsonschema:"in, out or both"`
	ConnectedTo *PortTarget     `json:"connected_to,omitempty" jsonschema:"none: the port is free"`
}

// PortTarget names the port at the other end of a connection.
type PortTarget struct {
	ElementID state.ID       `json:"element_id"`
	Category  string         `json:"category"`
	Name      string         `json:"name"`
	Port      state.PortName `json:"port"`
}

// Named returns the category and name of an element or type.
func Named(m *state.Model, id state.ID) (category, name string) {
	if e, ok := m.Element(id); ok {
		return string(e.Category), e.Name
	}
	if t, ok := m.Type(id); ok {
		return "type", t.Name
	}
	return "", ""
}
