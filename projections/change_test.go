package projections

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// changes makes up operations of every kind that there is, in places where they have to do with each other.
type changes struct {
	*commander
	made int // of things that need a name or an id of their own
	turn int // of the maker in whose turn it is, from 1; 0 for one at random
}

// makers are the operations that can be made up, one function for each and more for some.
func (c *changes) makers() []func() domain.Operation {
	return []func() domain.Operation{
		c.level, c.grid, c.wall, c.wall, c.floor, c.roof, c.column, c.beam, c.stair, c.room, c.drawn, c.opening,
		c.hole, c.through, c.door, c.window, c.memberType, c.plateType, c.ceiling, c.footing, c.railing, c.curtainWall,
		c.zone, c.component,
		c.fixture, c.componentType, c.material, c.set, c.retype, c.resize, c.constrain, c.release, c.rezone, c.ring,
		c.join, c.attach, c.attach, c.detach, c.combine, c.parameter, c.parameter, c.parameter, c.parameter,
		c.parameter, c.property, c.shift, c.shift, c.shift, c.shiftAll, c.copied, c.copied, c.delete, c.delete,
		c.run, c.run, c.system, c.serve, c.ports, c.ports, c.proxy, c.received, c.informed,
	}
}

func (c *changes) next() domain.Operation {
	all := c.makers()
	if c.turn > 0 {
		c.turn++
		return all[c.turn%len(all)]()
	}
	return all[c.random.IntN(len(all))]()
}

func (c *changes) name(of string) string {
	c.made++
	return fmt.Sprintf("%s %d %d", of, c.made, c.random.IntN(1000))
}

// of returns an element of one of the categories, "" when there is none.
func (c *changes) of(categories ...domain.Category) domain.ID {
	return c.pick(categories[c.random.IntN(len(categories))])
}

// any returns an element of any category.
func (c *changes) any() domain.ID {
	for range 20 {
		if id := c.of(domain.Categories...); id != "" {
			return id
		}
	}
	return ""
}

// several returns some elements of some categories, each once.
func (c *changes) several(categories ...domain.Category) []domain.ID {
	var out []domain.ID
	for range 1 + c.random.IntN(3) {
		if id := c.of(categories...); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

func oneOf[T any](c *changes, items ...T) T { return items[c.random.IntN(len(items))] }

// choice returns an item of an enumeration.
func choice[T interface {
	~string
	Enum() []string
}](c *changes) T {
	var none T
	return T(oneOf(c, none.Enum()...))
}

// spot returns a point near the lattice, in steps of half a metre.
func (c *changes) spot() geometry.Point2 {
	return geometry.Point2{X: c.mm(-500, 9500, 500), Y: c.mm(-500, 9500, 500)}
}

// outline returns a rectangle on the lattice.
func (c *changes) outline() []geometry.Point2 {
	a, b := c.corner(), c.corner()
	return []geometry.Point2{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}}
}

func (c *changes) square() *geometry.Profile {
	return &geometry.Profile{Shape: "rectangle", Width: c.mm(200, 400, 100), Depth: c.mm(200, 400, 100)}
}

func (c *changes) typeOf(category domain.Category) domain.ID {
	for _, t := range c.model.Types() {
		if t.Category == category && c.random.IntN(3) > 0 {
			return t.ID
		}
	}
	return ""
}

func (c *changes) grid() domain.Operation {
	return domain.CreateGrid{Name: c.name("Grid"), Axes: []domain.GridAxis{
		{Tag: "A", Start: at(0, 0), End: at(0, 9000)},
		{Tag: "1", Start: c.corner(), End: at(9000, 12000)}}}
}

func (c *changes) roof() domain.Operation {
	return domain.CreateRoof{LevelID: c.pick(domain.CategoryLevel), Roof: domain.Roof{Boundary: c.outline(),
		RoofType: choice[domain.RoofType](c), Slope: geometry.Angle(c.random.IntN(4)) * 15 * geometry.Degree,
		Thickness: c.mm(100, 300, 100), Overhang: c.mm(0, 500, 500), Offset: c.mm(0, 3000, 1500)}}
}

func (c *changes) beam() domain.Operation {
	z := c.mm(2000, 3000, 500)
	return domain.CreateBeam{LevelID: c.pick(domain.CategoryLevel), TypeID: c.typeOf(domain.CategoryBeam),
		Beam: domain.Beam{Start: c.corner().At(z), End: c.corner().At(z),
			Profile: oneOf(c, nil, c.square(), c.square())}}
}

func (c *changes) stair() domain.Operation {
	foot, top := c.pick(domain.CategoryLevel), c.pick(domain.CategoryLevel)
	rise := c.model.Elevation(top) - c.model.Elevation(foot)
	if rise < 0 {
		foot, top, rise = top, foot, -rise
	}
	return domain.CreateStair{LevelID: foot, Stair: domain.Stair{Start: c.spot(), Toward: c.spot(), TopLevel: top,
		Width: c.mm(900, 1500, 300), Risers: max(2, int(rise/geometry.MM(175))), Tread: c.mm(240, 300, 20)}}
}

func (c *changes) hole() domain.Operation {
	centre := c.spot()
	return domain.CreateOpening{HostID: c.of(domain.CategoryFloor, domain.CategoryRoof), Location: &centre,
		Width: c.mm(300, 900, 300), Height: c.mm(300, 900, 300)}
}

func (c *changes) through() domain.Operation {
	return domain.CreateOpening{HostID: c.of(domain.CategoryWall, domain.CategoryWall, domain.CategoryFloor),
		Through: c.of(domain.CategoryDuct, domain.CategoryPipe, domain.CategoryBeam), Clearance: geometry.MM(20)}
}

func (c *changes) memberType() domain.Operation {
	return domain.DefineType{Category: oneOf(c, domain.CategoryColumn, domain.CategoryBeam), Name: c.name("Member"),
		Profile: c.square()}
}

func (c *changes) plateType() domain.Operation {
	return domain.DefineType{Category: oneOf(c, domain.CategoryFloor, domain.CategoryRoof, domain.CategoryCeiling,
		domain.CategoryWall), Name: c.name("Layers"),
		Layers: []domain.LayerInput{{Material: "Brick", Thickness: c.mm(100, 300, 50)}}}
}

func (c *changes) ceiling() domain.Operation {
	return domain.CreateCeiling{LevelID: c.pick(domain.CategoryLevel), TypeID: c.typeOf(domain.CategoryCeiling),
		Ceiling: domain.Ceiling{Boundary: c.outline(), Height: c.mm(2100, 2700, 300), Thickness: c.mm(0, 20, 20)}}
}

func (c *changes) footing() domain.Operation {
	f := domain.Footing{Width: c.mm(400, 900, 100), Height: geometry.MM(400), Offset: c.mm(-300, 0, 300)}
	a, b := c.corner(), c.corner()
	if c.random.IntN(2) == 0 {
		f.Location, f.Length = &a, c.mm(400, 900, 100)
	} else {
		f.Start, f.End = &a, &b
	}
	return domain.CreateFooting{LevelID: c.pick(domain.CategoryLevel), Footing: f}
}

func (c *changes) railing() domain.Operation {
	r := domain.CreateRailing{Railing: domain.Railing{Path: []geometry.Point3{c.spot().At(0), c.spot().At(0)},
		Height: c.mm(900, 1100, 100), Infill: choice[domain.RailingInfill](c)}}
	if c.random.IntN(2) == 0 {
		r.HostID = c.of(domain.CategoryStair, domain.CategoryFloor, domain.CategoryRoof)
	} else {
		r.LevelID = c.pick(domain.CategoryLevel)
	}
	return r
}

func (c *changes) curtainWall() domain.Operation {
	return domain.CreateCurtainWall{LevelID: c.pick(domain.CategoryLevel), CurtainWall: domain.CurtainWall{
		Start: c.corner(), End: c.corner(), Height: c.mm(2400, 3000, 300), USpacing: c.mm(1000, 1500, 500),
		VSpacing: geometry.MM(1500)}}
}

// drawn adds a room of its own outline, which no walls bound.
func (c *changes) drawn() domain.Operation {
	return domain.CreateRoom{LevelID: c.pick(domain.CategoryLevel), Room: domain.Room{Boundary: c.outline(),
		Height: c.mm(0, 2500, 2500)}}
}

func (c *changes) zone() domain.Operation {
	return domain.CreateZone{Name: c.name("Zone"), Zone: domain.Zone{Rooms: c.several(domain.CategoryRoom)}}
}

func (c *changes) rezone() domain.Operation {
	return domain.SetZone{ZoneID: c.pick(domain.CategoryZone), Add: c.several(domain.CategoryRoom)}
}

func (c *changes) component() domain.Operation {
	return domain.PlaceComponent{Category: choice[domain.ComponentCategory](c), LevelID: c.pick(domain.CategoryLevel),
		Component: domain.Component{Location: c.spot().At(0), Width: c.mm(300, 900, 300), Depth: geometry.MM(600),
			Height: c.mm(300, 1200, 300)}}
}

// fixture places a component on what it goes along with, of a type if there is one.
func (c *changes) fixture() domain.Operation {
	category := choice[domain.ComponentCategory](c)
	p := domain.PlaceComponent{Category: category, TypeID: c.typeOf(domain.Category(category)),
		HostID:    c.of(domain.CategoryWall, domain.CategoryFloor, domain.CategoryCeiling),
		Component: domain.Component{Location: c.spot().At(geometry.MM(1000))}}
	if p.TypeID == "" {
		p.Width, p.Depth, p.Height = geometry.MM(400), geometry.MM(300), c.mm(100, 400, 100)
	}
	return p
}

func (c *changes) componentType() domain.Operation {
	return domain.DefineComponentType{Category: choice[domain.ComponentCategory](c), Name: c.name("Component"),
		Width: c.mm(300, 900, 300), Depth: geometry.MM(500), Height: c.mm(300, 900, 300)}
}

func (c *changes) material() domain.Operation {
	return domain.DefineMaterial{Name: c.name("Material"), Category: "concrete", Density: 2400}
}

// set gives elements a type, a material or a property.
func (c *changes) set() domain.Operation {
	id := c.any()
	op := domain.SetProperties{ElementIDs: []domain.ID{id}}
	e, ok := c.model.Element(id)
	switch {
	case ok && e.Category.Typed() && c.random.IntN(2) == 0:
		op.TypeID = c.typeOf(e.Category)
	case c.random.IntN(2) == 0:
		op.Material = "Brick"
	}
	op.Psets = domain.PropertySets{"Own": {"Note": domain.PropertyOf(c.name("note"))}}
	return op
}

// resize edits any type that is no wall's.
func (c *changes) resize() domain.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.memberType()
	}
	t := types[c.random.IntN(len(types))]
	switch {
	case t.Profile != nil:
		return domain.ModifyType{TypeID: t.ID, Profile: c.square()}
	case len(t.Layers) > 0:
		return domain.ModifyType{TypeID: t.ID, Layers: []domain.LayerInput{{Material: "Brick",
			Thickness: c.mm(100, 400, 50)}}}
	}
	return domain.ModifyType{TypeID: t.ID, Width: c.mm(300, 900, 100), Depth: c.mm(300, 900, 100),
		Height: c.mm(300, 900, 100)}
}

func (c *changes) constrain() domain.Operation {
	walls := []domain.ID{c.pick(domain.CategoryWall), c.pick(domain.CategoryWall)}
	switch kind := choice[domain.ConstraintKind](c); kind {
	case domain.ConstraintEqual:
		return domain.AddConstraint{Kind: kind, ElementIDs: walls, Parameter: oneOf(c, "height", "thickness")}
	case domain.ConstraintFixed:
		return domain.AddConstraint{Kind: kind, ElementIDs: []domain.ID{c.any()}}
	case domain.ConstraintAttachedToLevel:
		return domain.AddConstraint{Kind: kind, ElementIDs: walls[:1], LevelID: c.pick(domain.CategoryLevel)}
	default:
		return domain.AddConstraint{Kind: kind, ElementIDs: oneOf(c, walls, []domain.ID{c.any(), c.any()})}
	}
}

func (c *changes) release() domain.Operation {
	return domain.RemoveConstraint{ConstraintIDs: []domain.ID{c.pick(domain.CategoryConstraint)}}
}

func (c *changes) attach() domain.Operation {
	return domain.Attach{ElementIDs: c.several(domain.CategoryWall, domain.CategoryColumn),
		To:  []domain.ID{c.of(domain.CategoryRoof, domain.CategoryFloor, domain.CategoryCeiling, domain.CategoryLevel)},
		End: choice[domain.AttachmentEnd](c)}
}

func (c *changes) detach() domain.Operation {
	return domain.Detach{ElementIDs: []domain.ID{c.of(domain.CategoryWall, domain.CategoryColumn)}}
}

func (c *changes) combine() domain.Operation {
	bodies := []domain.Category{domain.CategoryColumn, domain.CategoryFloor, domain.CategoryFooting,
		domain.CategoryProxy, domain.CategoryBeam, domain.CategoryWall}
	return domain.BooleanOperation{ElementA: c.of(bodies...), ElementB: c.of(bodies...),
		Operation: choice[domain.CombineOperation](c), KeepOperands: c.random.IntN(2) == 0}
}
