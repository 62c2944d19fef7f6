package projections

import (
	"fmt"
	"slices"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// changes generates operations of all kinds, in places where they affect each other.
type changes struct {
	*commander
	made int  // number of things that needed a name or an id of their own
	turn int  // the next maker in turn, from 1; 0 for a random maker
	old  bool // leaves out the newest makers and categories, as in the histories of older seeds
}

// newestCategories and newestMakers count the categories and makers added since the seeds of the tests were found.
const newestCategories, newestMakers = 4, 6

// categories returns the categories from which elements are picked.
func (c *changes) categories() []state.Category {
	if c.old {
		return state.Categories[:len(state.Categories)-newestCategories]
	}
	return state.Categories
}

// makers lists the functions that generate operations: at least one for each operation.
func (c *changes) makers() []func() changing.Operation {
	return []func() changing.Operation{
		c.level, c.grid, c.wall, c.wall, c.floor, c.roof, c.column, c.beam, c.stair, c.room, c.drawn, c.opening,
		c.hole, c.through, c.door, c.window, c.memberType, c.plateType, c.ceiling, c.footing, c.railing, c.curtainWall,
		c.zone, c.component,
		c.fixture, c.componentType, c.material, c.set, c.retype, c.resize, c.constrain, c.release, c.rezone, c.ring,
		c.join, c.attach, c.attach, c.detach, c.combine, c.parameter, c.parameter, c.parameter, c.parameter,
		c.parameter, c.property, c.shift, c.shift, c.shift, c.shiftAll, c.copied, c.copied, c.delete, c.delete,
		c.run, c.run, c.system, c.serve, c.ports, c.ports, c.proxy, c.received, c.informed,
		c.ramp, c.split, c.array, c.released, c.mirrored, c.view, c.sheet, c.skylight,
	}
}

func (c *changes) next() changing.Operation {
	all := c.makers()
	if c.old {
		all = all[:len(all)-newestMakers]
	}
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

// of returns an element of one of the categories, or "" if there is none.
func (c *changes) of(categories ...state.Category) state.ID {
	return c.pick(categories[c.random.IntN(len(categories))])
}

// any returns an element of any category.
func (c *changes) any() state.ID {
	for range 20 {
		if id := c.of(c.categories()...); id != "" {
			return id
		}
	}
	return ""
}

// several returns some elements of some categories, each once.
func (c *changes) several(categories ...state.Category) []state.ID {
	var out []state.ID
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

func (c *changes) typeOf(category state.Category) state.ID {
	for _, t := range c.model.Types() {
		if t.Category == category && c.random.IntN(3) > 0 {
			return t.ID
		}
	}
	return ""
}

func (c *changes) grid() changing.Operation {
	return changing.CreateGrid{Name: c.name("Grid"), Axes: []shape.GridAxis{
		{Tag: "A", Start: at(0, 0), End: at(0, 9000)},
		{Tag: "1", Start: c.corner(), End: at(9000, 12000)}}}
}

func (c *changes) roof() changing.Operation {
	return changing.CreateRoof{LevelID: c.pick(state.CategoryLevel), Roof: fabric.Roof{Boundary: c.outline(),
		RoofType: choice[fabric.RoofType](c), Slope: geometry.Angle(c.random.IntN(4)) * 15 * geometry.Degree,
		Thickness: c.mm(100, 300, 100), Overhang: c.mm(0, 500, 500), Offset: c.mm(0, 3000, 1500)}}
}

func (c *changes) beam() changing.Operation {
	z := c.mm(2000, 3000, 500)
	return changing.CreateBeam{LevelID: c.pick(state.CategoryLevel), TypeID: c.typeOf(state.CategoryBeam),
		Beam: member.Beam{Start: c.corner().At(z), End: c.corner().At(z),
			Profile: oneOf(c, nil, c.square(), c.square())}}
}

func (c *changes) stair() changing.Operation {
	foot, top := c.pick(state.CategoryLevel), c.pick(state.CategoryLevel)
	rise := shape.Elevation(c.model, top) - shape.Elevation(c.model, foot)
	if rise < 0 {
		foot, top, rise = top, foot, -rise
	}
	return changing.CreateStair{LevelID: foot, Stair: stair.Stair{Start: c.spot(), Toward: c.spot(), TopLevel: top,
		Width: c.mm(900, 1500, 300), Risers: max(2, int(rise/geometry.MM(175))), Tread: c.mm(240, 300, 20)}}
}

func (c *changes) ramp() changing.Operation {
	return changing.CreateRamp{LevelID: c.pick(state.CategoryLevel), Ramp: stair.Ramp{Start: c.spot(), Toward: c.spot(),
		Rise: c.mm(200, 800, 100), Width: c.mm(1200, 1800, 300), Kerb: c.mm(0, 100, 100)}}
}

func (c *changes) split() changing.Operation {
	return changing.SplitWall{WallID: c.pick(state.CategoryWall), Offset: c.mm(500, 4000, 500)}
}

func (c *changes) array() changing.Operation {
	delta := c.delta()
	if line := c.spot(); c.random.IntN(3) == 0 {
		return changing.CreateArray{ElementIDs: c.several(c.categories()...),
			Mirror: []geometry.Point2{line, c.corner()}}
	}
	return changing.CreateArray{ElementIDs: c.several(c.categories()...), Count: 2, Delta: &delta}
}

func (c *changes) released() changing.Operation {
	return changing.ReleaseArray{ArrayID: c.pick(state.CategoryArray)}
}

func (c *changes) mirrored() changing.Operation {
	return changing.MirrorElement{ElementIDs: c.several(c.categories()...), Start: c.spot(), End: c.corner()}
}

// view adds a section or a plan, on a sheet if there is one.
func (c *changes) view() changing.Operation {
	v := changing.DefineView{Kind: oneOf(c, views.Section, views.Plan), SheetID: c.pick(state.CategorySheet)}
	if v.Kind == views.Plan {
		v.LevelID = c.pick(state.CategoryLevel)
		return v
	}
	start, end := c.spot(), c.spot()
	v.Start, v.End = &start, &end
	return v
}

func (c *changes) sheet() changing.Operation {
	return changing.DefineSheet{Number: c.name("A")}
}

func (c *changes) hole() changing.Operation {
	centre := c.spot()
	return changing.CreateOpening{HostID: c.of(state.CategoryFloor, state.CategoryRoof), Location: &centre,
		Width: c.mm(300, 900, 300), Height: c.mm(300, 900, 300)}
}

func (c *changes) skylight() changing.Operation {
	return changing.PlaceSkylight{RoofID: c.of(state.CategoryRoof, state.CategoryFloor), Skylight: fabric.Skylight{
		Location: c.spot(), Width: c.mm(300, 900, 300), Height: c.mm(300, 900, 300)}}
}

func (c *changes) through() changing.Operation {
	return changing.CreateOpening{HostID: c.of(state.CategoryWall, state.CategoryWall, state.CategoryFloor),
		Through: c.of(state.CategoryDuct, state.CategoryPipe, state.CategoryBeam), Clearance: geometry.MM(20)}
}

func (c *changes) memberType() changing.Operation {
	return changing.DefineType{Category: oneOf(c, state.CategoryColumn, state.CategoryBeam), Name: c.name("Member"),
		Profile: c.square()}
}

func (c *changes) plateType() changing.Operation {
	return changing.DefineType{Category: oneOf(c, state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling,
		state.CategoryWall), Name: c.name("Layers"),
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: c.mm(100, 300, 50)}}}
}

func (c *changes) ceiling() changing.Operation {
	return changing.CreateCeiling{LevelID: c.pick(state.CategoryLevel), TypeID: c.typeOf(state.CategoryCeiling),
		Ceiling: fabric.Ceiling{Boundary: c.outline(), Height: c.mm(2100, 2700, 300), Thickness: c.mm(0, 20, 20)}}
}

func (c *changes) footing() changing.Operation {
	f := fabric.Footing{Width: c.mm(400, 900, 100), Height: geometry.MM(400), Offset: c.mm(-300, 0, 300)}
	a, b := c.corner(), c.corner()
	if c.random.IntN(2) == 0 {
		f.Location, f.Length = &a, c.mm(400, 900, 100)
	} else {
		f.Start, f.End = &a, &b
	}
	return changing.CreateFooting{LevelID: c.pick(state.CategoryLevel), Footing: f}
}

func (c *changes) railing() changing.Operation {
	r := changing.CreateRailing{Railing: stair.Railing{Path: []geometry.Point3{c.spot().At(0), c.spot().At(0)},
		Height: c.mm(900, 1100, 100), Infill: choice[stair.RailingInfill](c)}}
	if c.random.IntN(2) == 0 {
		r.HostID = c.of(state.CategoryStair, state.CategoryFloor, state.CategoryRoof)
	} else {
		r.LevelID = c.pick(state.CategoryLevel)
	}
	return r
}

func (c *changes) curtainWall() changing.Operation {
	return changing.CreateCurtainWall{LevelID: c.pick(state.CategoryLevel), CurtainWall: fabric.CurtainWall{
		Start: c.corner(), End: c.corner(), Height: c.mm(2400, 3000, 300), USpacing: c.mm(1000, 1500, 500),
		VSpacing: geometry.MM(1500)}}
}

// drawn adds a room with an outline of its own, without walls that bound it.
func (c *changes) drawn() changing.Operation {
	return changing.CreateRoom{LevelID: c.pick(state.CategoryLevel), Room: room.Room{Boundary: c.outline(),
		Height: c.mm(0, 2500, 2500)}}
}

func (c *changes) zone() changing.Operation {
	return changing.CreateZone{Name: c.name("Zone"), Zone: room.Zone{Rooms: c.several(state.CategoryRoom)}}
}

func (c *changes) rezone() changing.Operation {
	return changing.SetZone{ZoneID: c.pick(state.CategoryZone), Add: c.several(state.CategoryRoom)}
}

func (c *changes) component() changing.Operation {
	return changing.PlaceComponent{Category: choice[component.ComponentCategory](c),
		LevelID: c.pick(state.CategoryLevel),
		Component: component.Component{Location: c.spot().At(0), Width: c.mm(300, 900, 300), Depth: geometry.MM(600),
			Height: c.mm(300, 1200, 300)}}
}

// fixture places a component on its host, of a type if there is one.
func (c *changes) fixture() changing.Operation {
	category := choice[component.ComponentCategory](c)
	p := changing.PlaceComponent{Category: category, TypeID: c.typeOf(state.Category(category)),
		HostID:    c.of(state.CategoryWall, state.CategoryFloor, state.CategoryCeiling),
		Component: component.Component{Location: c.spot().At(geometry.MM(1000))}}
	if p.TypeID == "" {
		p.Width, p.Depth, p.Height = geometry.MM(400), geometry.MM(300), c.mm(100, 400, 100)
	}
	return p
}

func (c *changes) componentType() changing.Operation {
	return changing.DefineComponentType{Category: choice[component.ComponentCategory](c), Name: c.name("Component"),
		Width: c.mm(300, 900, 300), Depth: geometry.MM(500), Height: c.mm(300, 900, 300)}
}

func (c *changes) material() changing.Operation {
	return changing.DefineMaterial{Name: c.name("Material"), Category: "concrete", Density: 2400}
}

// set gives elements a type, a material or a property.
func (c *changes) set() changing.Operation {
	id := c.any()
	op := changing.SetProperties{ElementIDs: []state.ID{id}}
	e, ok := c.model.Element(id)
	switch {
	case ok && e.Category.Typed() && c.random.IntN(2) == 0:
		op.TypeID = c.typeOf(e.Category)
	case c.random.IntN(2) == 0:
		op.Material = "Brick"
	}
	op.Psets = shape.PropertySets{"Own": {"Note": shape.PropertyOf(c.name("note"))}}
	return op
}

// resize edits any type except types of walls.
func (c *changes) resize() changing.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.memberType()
	}
	t := types[c.random.IntN(len(types))]
	switch {
	case t.Profile != nil:
		return changing.ModifyType{TypeID: t.ID, Profile: c.square()}
	case len(t.Layers) > 0:
		return changing.ModifyType{TypeID: t.ID, Layers: []shape.LayerInput{{Material: "Brick",
			Thickness: c.mm(100, 400, 50)}}}
	}
	return changing.ModifyType{TypeID: t.ID, Width: c.mm(300, 900, 100), Depth: c.mm(300, 900, 100),
		Height: c.mm(300, 900, 100)}
}

func (c *changes) constrain() changing.Operation {
	walls := []state.ID{c.pick(state.CategoryWall), c.pick(state.CategoryWall)}
	switch kind := choice[changing.ConstraintKind](c); kind {
	case changing.ConstraintEqual:
		return changing.AddConstraint{Kind: kind, ElementIDs: walls, Parameter: oneOf(c, "height", "thickness")}
	case changing.ConstraintFixed:
		return changing.AddConstraint{Kind: kind, ElementIDs: []state.ID{c.any()}}
	case changing.ConstraintAttachedToLevel:
		return changing.AddConstraint{Kind: kind, ElementIDs: walls[:1], LevelID: c.pick(state.CategoryLevel)}
	default:
		return changing.AddConstraint{Kind: kind, ElementIDs: oneOf(c, walls, []state.ID{c.any(), c.any()})}
	}
}

func (c *changes) release() changing.Operation {
	return changing.RemoveConstraint{ConstraintIDs: []state.ID{c.pick(state.CategoryConstraint)}}
}

func (c *changes) attach() changing.Operation {
	return changing.Attach{ElementIDs: c.several(state.CategoryWall, state.CategoryColumn),
		To:  []state.ID{c.of(state.CategoryRoof, state.CategoryFloor, state.CategoryCeiling, state.CategoryLevel)},
		End: choice[fabric.AttachmentEnd](c)}
}

func (c *changes) detach() changing.Operation {
	return changing.Detach{ElementIDs: []state.ID{c.of(state.CategoryWall, state.CategoryColumn)}}
}

func (c *changes) combine() changing.Operation {
	bodies := []state.Category{state.CategoryColumn, state.CategoryFloor, state.CategoryFooting,
		state.CategoryProxy, state.CategoryBeam, state.CategoryWall}
	return changing.BooleanOperation{ElementA: c.of(bodies...), ElementB: c.of(bodies...),
		Operation: choice[state.CombineOperation](c), KeepOperands: c.random.IntN(2) == 0}
}
