package geojson

import (
	"context"
	"slices"

	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// Kind is the kind of a feature.
type Kind string

// The kinds of features, in the order in which they are written.
const (
	Site      Kind = "site"      // the parcel, or a point if there is no parcel
	Building  Kind = "building"  // the common outline of its storeys
	Storey    Kind = "storey"    // the common outline of its walls, columns, slabs and rooms
	Room      Kind = "room"      // its floor
	Footprint Kind = "footprint" // the area that an element covers
	Exit      Kind = "exit"      // the middle of a door or opening that leads out
	WayOut    Kind = "way_out"   // path from the remotest place of a room to the exit, or to the stair that leads there
)

// kinds lists all kinds.
var kinds = []Kind{Site, Building, Storey, Room, Footprint, Exit, WayOut}

// Enum lists the kinds.
func (Kind) Enum() []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// Query selects the features that are written of a view. Zero values select everything.
type Query struct {
	Kinds       []Kind
	Levels      []state.ID
	Categories  []state.Category // categories of footprints; the default is [standing]
	Coordinates Coordinates
	Within      *geometry.Box   // box in plan: everything outside is cut away
	Tolerance   geometry.Length // greatest deviation of simplified lines
}

// standing are the default categories of footprints: the elements in the plan of a building.
var standing = []state.Category{state.CategoryWall, state.CategoryCurtainWall, state.CategoryColumn,
	state.CategoryFloor, state.CategoryRoof, state.CategoryStair, state.CategoryRamp}

// covering are the categories that make up a storey's outline, besides its rooms.
var covering = []state.Category{state.CategoryWall, state.CategoryCurtainWall, state.CategoryColumn,
	state.CategoryFloor}

// collecting makes the features of a view.
type collecting struct {
	ctx   context.Context
	view  *projections.View
	query Query
	out   *Collection
	cover map[state.ID]geometry.Region // footprints by element
}

// Collect returns the features of a view. index caches ways from call to call; it may be nil.
func Collect(ctx context.Context, v *projections.View, q Query, index *ways.Index) (_ *Collection, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	ground, err := GroundOf(v.Model, q.Coordinates)
	if err != nil {
		return nil, err
	}
	c := &collecting{ctx: ctx, view: v, query: q, cover: map[state.ID]geometry.Region{},
		out: &Collection{Ground: ground, Name: v.Model.Info().Name}}
	if c.wants(Site) {
		c.site()
	}
	storeys, err := c.storeys()
	if err != nil {
		return nil, err
	}
	if c.wants(Building) && len(storeys) > 0 {
		c.building(storeys)
	}
	if c.wants(Storey) {
		for _, s := range storeys {
			c.add(Feature{ID: string(s.level.ID), Geometry: s.region.Orb(), Properties: Properties{Kind: Storey,
				ElementID: s.level.ID, Name: s.level.Name, Elevation: measured(s.elevation.M()),
				Area: measured(s.region.Area())}})
		}
	}
	for _, part := range []struct {
		kind Kind
		make func() error
	}{{Room, c.rooms}, {Footprint, c.footprints}, {Exit, func() error { return c.waysOut(index) }}} {
		if c.wants(part.kind) || part.kind == Exit && c.wants(WayOut) {
			if err := part.make(); err != nil {
				return nil, err
			}
		}
	}
	return c.out, ctx.Err()
}

func (c *collecting) wants(k Kind) bool {
	return len(c.query.Kinds) == 0 || slices.Contains(c.query.Kinds, k)
}

func (c *collecting) wantsLevel(id state.ID) bool {
	return len(c.query.Levels) == 0 || slices.Contains(c.query.Levels, id)
}

// site adds the parcel, or the origin of the model if there is no parcel.
func (c *collecting) site() {
	e, ok := c.view.Model.Element(c.view.Model.Info().SiteID)
	if !ok {
		return
	}
	s, ok := e.Params.(*shape.Site)
	if !ok {
		return
	}
	f := Feature{ID: string(e.ID), Geometry: orb.Point{0, 0}, Properties: Properties{Kind: Site, ElementID: e.ID,
		Name: e.Name, Address: s.Address, Elevation: measured(s.Elevation.M())}}
	if polygon, err := geometry.NewPolygon(s.Boundary); err == nil && len(s.Boundary) > 0 {
		f.Geometry, f.Properties.Area = geometry.Region{polygon}.Orb(), measured(polygon.Area())
	}
	c.add(f)
}

// covered is the outline of a storey.
type covered struct {
	level     *state.Element
	elevation geometry.Length
	region    geometry.Region
}

// storeys returns the outlines of the selected storeys.
func (c *collecting) storeys() ([]covered, error) {
	if !c.wants(Storey) && !c.wants(Building) {
		return nil, nil
	}
	parts := map[state.ID][]geometry.Region{}
	for _, category := range covering {
		for _, id := range c.view.Model.OfCategory(category) {
			if c.ctx.Err() != nil {
				return nil, c.ctx.Err()
			}
			e, _ := c.view.Model.Element(id)
			if level := elements.StoreyOf(c.view.Model, e); c.wantsLevel(level) {
				parts[level] = append(parts[level], c.footprint(id))
			}
		}
	}
	rooms := c.view.Rooms()
	var out []covered
	for _, level := range shape.Levels(c.view.Model) {
		l, ok := level.Params.(*shape.Level)
		if !ok || !l.IsStorey || !c.wantsLevel(level.ID) {
			continue
		}
		for _, id := range rooms.OnLevel(level.ID) {
			if shape, err := rooms.Shape(id); err == nil && shape.Bounded {
				parts[level.ID] = append(parts[level.ID], shape.Region)
			}
		}
		region := geometry.Interrupt(func() bool { return c.ctx.Err() != nil }).Union(parts[level.ID]...)
		if len(region) > 0 {
			out = append(out, covered{level, l.Elevation, region})
		}
	}
	return out, c.ctx.Err()
}

func (c *collecting) building(storeys []covered) {
	regions := make([]geometry.Region, len(storeys))
	for i, s := range storeys {
		regions[i] = s.region
	}
	whole := geometry.Union(regions...)
	info := c.view.Model.Info()
	f := Feature{ID: string(info.BuildingID), Geometry: whole.Orb(), Properties: Properties{Kind: Building,
		ElementID: info.BuildingID, Area: measured(whole.Area())}}
	if e, ok := c.view.Model.Element(info.BuildingID); ok {
		f.Properties.Name = e.Name
		if b, ok := e.Params.(*shape.Building); ok {
			f.Properties.Usage, f.Properties.Address = b.Use, b.Address
		}
	}
	c.add(f)
}

// footprint returns the shadow of an element's body in plan, empty if it has none. A body that cannot be made is added
// to LeftOut once.
func (c *collecting) footprint(id state.ID) geometry.Region {
	if known, ok := c.cover[id]; ok {
		return known
	}
	body, err := c.view.Measures().Body(id)
	if err != nil {
		c.out.LeftOut = append(c.out.LeftOut, LeftOut{id, err.Error()})
	}
	region := body.Shadow(-everything, everything)
	c.cover[id] = region
	return region
}

// everything is a height above and a depth below every model.
const everything = 100 * geometry.Kilometre

// rooms adds the rooms, sorted by storey and id.
func (c *collecting) rooms() error {
	rooms := c.view.Rooms()
	for _, level := range shape.Levels(c.view.Model) {
		if !c.wantsLevel(level.ID) {
			continue
		}
		for _, id := range rooms.OnLevel(level.ID) {
			shape, err := rooms.Shape(id)
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			if err != nil || !shape.Bounded {
				c.out.LeftOut = append(c.out.LeftOut, LeftOut{id, "the room has no closed boundary"})
				continue
			}
			f := c.of(id, Room, shape.Region.Orb())
			if e, ok := c.view.Model.Element(id); ok {
				r := e.Params.(*room.Room)
				f.Properties.Number, f.Properties.Usage = r.Number, r.Usage
			}
			f.Properties.Elevation, f.Properties.Height = measured(shape.Base.M()), measured(shape.Height.M())
			f.Properties.Area = measured(shape.Region.Area())
			c.add(f)
		}
	}
	return nil
}

// footprints adds the footprints of single elements, sorted by category and id.
func (c *collecting) footprints() error {
	categories := c.query.Categories
	if len(categories) == 0 {
		categories = standing
	}
	for _, category := range categories {
		for _, id := range c.view.Model.OfCategory(category) {
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			e, _ := c.view.Model.Element(id)
			if !c.wantsLevel(elements.StoreyOf(c.view.Model, e)) {
				continue
			}
			region := c.footprint(id)
			if len(region) == 0 {
				continue
			}
			f := c.of(id, Footprint, region.Orb())
			if box := c.view.BoundsOf(id); !box.Empty() {
				f.Properties.Elevation = measured(box.Min.Z.M())
				f.Properties.Height = measured((box.Max.Z - box.Min.Z).M())
			}
			f.Properties.Area = measured(region.Area())
			c.add(f)
		}
	}
	return nil
}

// of returns the feature of an element.
func (c *collecting) of(id state.ID, kind Kind, g orb.Geometry) Feature {
	f := Feature{ID: string(id), Geometry: g, Properties: Properties{Kind: kind, ElementID: id}}
	if e, ok := c.view.Model.Element(id); ok {
		f.Properties.Name, f.Properties.Category = e.Name, string(e.Category)
		f.Properties.LevelID = elements.StoreyOf(c.view.Model, e)
		if level, ok := c.view.Model.Element(f.Properties.LevelID); ok {
			f.Properties.Level = level.Name
		}
	}
	return f
}
