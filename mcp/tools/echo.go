package tools

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// ElementEcho says what an element is and where it landed.
type ElementEcho struct {
	ElementID domain.ID        `json:"element_id"`
	Category  string           `json:"category"`
	Name      string           `json:"name"`
	LevelID   domain.ID        `json:"level_id,omitempty"`
	LevelName string           `json:"level_name,omitempty"`
	TypeID    domain.ID        `json:"type_id,omitempty"`
	HostID    domain.ID        `json:"host_id,omitempty"`
	FillsID   domain.ID        `json:"fills_id,omitempty" jsonschema:"the opening it is set in"`
	Span      *Span            `json:"span,omitempty" jsonschema:"edges in the host wall"`
	Box       *geometry.Box    `json:"box,omitempty" jsonschema:"world box"`
	AreaM2    *float64         `json:"area_m2,omitempty"`
	VolumeM3  *float64         `json:"volume_m3,omitempty"`
	Elevation *geometry.Length `json:"elevation,omitempty"`
}

// Span is where an opening lies in its wall: along it from its start, and up from its base.
type Span struct {
	Start geometry.Length `json:"start"`
	End   geometry.Length `json:"end"`
	Sill  geometry.Length `json:"sill"`
	Head  geometry.Length `json:"head"`
}

// ModifiedEcho says which facets of an element changed. Joined and connected
// count as a change of both elements.
type ModifiedEcho struct {
	ElementID domain.ID       `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Changes   []domain.Change `json:"changes"`
	VolumeM3  *float64        `json:"volume_m3,omitempty" jsonschema:"after the change"`
	AreaM2    *float64        `json:"area_m2,omitempty"`
}

// DeletedEcho names an element that went.
type DeletedEcho struct {
	ElementID domain.ID `json:"element_id"`
	Category  string    `json:"category"`
	Name      string    `json:"name"`
	Cascade   bool      `json:"cascade" jsonschema:"went because what it depends on went"`
}

// echo describes an element of a view.
func echo(v *projections.View, e *domain.Element) ElementEcho {
	m := v.Model
	out := ElementEcho{ElementID: e.ID, Category: string(e.Category), Name: e.Name, LevelID: e.LevelID, TypeID: e.TypeID, HostID: e.HostID, FillsID: e.FillsID}
	if level, ok := m.Element(e.LevelID); ok {
		out.LevelName = level.Name
	}
	if level, ok := e.Params.(*domain.Level); ok {
		out.Elevation = &level.Elevation
	}
	out.Box = boxOf(v, e.ID)
	out.Span = spanOf(m, e)
	out.AreaM2, out.VolumeM3 = measures(v, e.ID)
	return out
}

// boxOf returns the world box of an element, nil when it has no body.
func boxOf(v *projections.View, id domain.ID) *geometry.Box {
	measure, err := v.MeasureOf(id)
	if err != nil || measure.Bounds.Empty() {
		return nil
	}
	return &measure.Bounds
}

// spanOf returns where an opening, door or window lies in its wall.
func spanOf(m *domain.Model, e *domain.Element) *Span {
	opening := e
	if e.FillsID != "" {
		filled, ok := m.Element(e.FillsID)
		if !ok {
			return nil
		}
		opening = filled
	}
	r, ok := m.OpeningRect(opening)
	if !ok {
		return nil
	}
	return &Span{r.Offset, r.Offset + r.Width, r.Sill, r.Sill + r.Height}
}

// measures returns the net area and volume of an element where its category has them.
func measures(v *projections.View, id domain.ID) (area, volume *float64) {
	quantities, err := v.QuantitiesOf(id)
	if err != nil {
		return nil, nil
	}
	pick := func(names ...string) *float64 {
		for _, name := range names {
			if value, ok := domain.QuantityNamed(quantities, name); ok {
				value = round6(value)
				return &value
			}
		}
		return nil
	}
	return pick("NetFloorArea", "NetArea", "Area", "NetSurfaceArea"), pick("NetVolume", "Volume")
}

// describe fills the lists of a change from its events.
func (c *Change) describe(before, after *projections.View, events []domain.Event, recorded []eventstore.Event) {
	modified := map[domain.ID][]domain.Change{}
	var order []domain.ID
	touch := func(id domain.ID, changes ...domain.Change) {
		if _, seen := modified[id]; !seen {
			order = append(order, id)
		}
		modified[id] = append(modified[id], changes...)
	}
	for i, event := range events {
		name, _ := domain.EventType(event)
		ref := EventRef{EventID: recorded[i].ID, Type: name, Revision: before.Revision + 1 + uint64(i)}
		if touched := event.Touched(); len(touched) > 0 {
			ref.ElementID = touched[0].ElementID
		}
		c.Events = append(c.Events, ref)
		switch e := event.(type) {
		case *domain.ElementCreated:
			c.created(after, e.Element.ID)
		case *domain.ElementModified:
			touch(e.ElementID, e.Changes...)
		case *domain.ElementMoved:
			touch(e.ElementID, e.Changes...)
		case *domain.ElementsJoined:
			touch(e.A)
			touch(e.B)
		case *domain.ElementsConnected:
			touch(e.A)
			touch(e.B)
		case *domain.ElementsDisconnected:
			touch(e.A)
			touch(e.B)
		case *domain.ElementDeleted:
			c.deleted(e)
		case *domain.TypeDefined:
			c.ElementID = string(e.ID)
			c.Created = append(c.Created, ElementEcho{ElementID: e.ID, Category: "type", Name: e.Name})
		case *domain.MaterialDefined:
			c.ElementID = string(e.ID)
			c.Created = append(c.Created, ElementEcho{ElementID: e.ID, Category: "material", Name: e.Name})
		}
	}
	c.modified(after, order, modified)
}

func (c *Change) created(after *projections.View, id domain.ID) {
	if e, ok := after.Model.Element(id); ok {
		c.Created = append(c.Created, echo(after, e))
		if c.ElementID == "" {
			c.ElementID = string(id)
		}
	}
}

func (c *Change) deleted(e *domain.ElementDeleted) {
	c.Deleted = append(c.Deleted, DeletedEcho{e.Element.ID, string(e.Element.Category), e.Element.Name, false})
	for _, gone := range e.Cascade {
		c.Deleted = append(c.Deleted, DeletedEcho{gone.ID, string(gone.Category), gone.Name, true})
	}
	c.Unbounded = append(c.Unbounded, e.Unbounded...)
}

// modified lists the changed elements that were not made by the same call. A wall whose join went is not one: what went
// is named with the deleted wall.
func (c *Change) modified(after *projections.View, order []domain.ID, changes map[domain.ID][]domain.Change) {
	for _, id := range order {
		e, ok := after.Model.Element(id)
		isNew := slices.ContainsFunc(c.Created, func(made ElementEcho) bool { return made.ElementID == id })
		if !ok || isNew {
			continue
		}
		area, volume := measures(after, id)
		c.Modified = append(c.Modified, ModifiedEcho{id, string(e.Category), e.Name, changes[id], volume, area})
	}
	if len(c.Modified) == 1 && c.ElementID == "" {
		c.ElementID = string(c.Modified[0].ElementID)
	}
}

// sortedByName orders element echoes by name, equal ones by id.
func sortedByName(list []ElementEcho) {
	slices.SortFunc(list, func(a, b ElementEcho) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ElementID), string(b.ElementID))
	})
}
