package tower

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The places of the services in a wing. The ducts lie under the slab above and over the beams, so that branches pass
// between slab and beams. The water main lies beside the beams. Soil stacks are in the corner of every bath.
const (
	ductHeight    = 2700 * geometry.Millimetre // of the middle
	ductAxis      = flatDepth + corridor/2
	ductShaft     = 600 * geometry.Millimetre
	ductTail      = 600 * geometry.Millimetre // beyond the last branch
	branchOffset  = 4000 * geometry.Millimetre
	branchEnd     = 4800 * geometry.Millimetre // from the outer wall
	sleeve        = 200 * geometry.Millimetre  // width of the opening for a branch
	sleeveSill    = 2600 * geometry.Millimetre
	sleeveHeight  = 190 * geometry.Millimetre
	sleeveMistake = 600 * geometry.Millimetre // distance of a misplaced opening from its branch

	waterHeight = 2500 * geometry.Millimetre
	waterAxis   = flatDepth + 600*geometry.Millimetre
	waterShaft  = 1500 * geometry.Millimetre
	beamAxis    = flatDepth + 350*geometry.Millimetre // see frame

	stackOffset = 400 * geometry.Millimetre
	stackDepth  = 5600 * geometry.Millimetre // from the outer wall
	stackTop    = 2790 * geometry.Millimetre // on the last storey, below the roof slab
)

// The names of the systems and their types.
const (
	supplyAir = "Supply air"
	coldWater = "Cold water"
	soil      = "Soil"

	mainDuct   = "Duct 400x150"
	branchDuct = "Spiral duct 125"
	waterPipe  = "Copper pipe 54"
	soilPipe   = "Soil pipe 110"
)

// ClashRate is the inverse of the share of services that clash on purpose. The opening of one branch duct in ClashRate
// is misplaced, so that the duct runs through the wall. One water main in ClashRate runs through the beams and columns
// of the corridor. The seed decides which ones. No other services clash on purpose.
const ClashRate = 8

// serviceElements returns the number of elements of a wing's services on a storey, including the openings for the
// branches. The duct riser and the water riser are each cut in two by a tee, and the duct main is cut at every bay. The
// other elements are the branches, the water main, and the stacks.
func (w wing) serviceElements() int {
	units := 2*w.bays - 1
	ducts, fittings := 2+(1+w.bays)+units, 1+w.bays
	water, stacks, openings := 2+1+1, units, units
	return ducts + fittings + water + stacks + openings
}

// topSavings is the number of elements by which the services of a wing are fewer on the last storey, where both risers
// end in a bend.
const topSavings = 2

// serviceLibrary defines the materials, types and systems of services.
func (b *builder) serviceLibrary() {
	for _, m := range []change.DefineMaterial{
		{Name: "Galvanised steel", Category: "steel", Colour: "#b8bcc0", Density: 7850},
		{Name: "Copper", Category: "metal", Colour: "#b87333", Density: 8930},
		{Name: "PVC", Category: "plastic", Colour: "#8d8d8d", Density: 1400},
	} {
		b.make(m)
	}
	tube := func(diameter, wall int64) *geometry.Profile {
		return &geometry.Profile{Shape: geometry.ProfileCircleHollow, Diameter: geometry.MM(diameter),
			WallThickness: geometry.MM(wall)}
	}
	rectangular := &geometry.Profile{Shape: geometry.ProfileRectangleHollow, Width: geometry.MM(400),
		Depth: geometry.MM(150), WallThickness: geometry.MM(1)}
	for _, t := range []change.DefineType{
		{Category: state.CategoryDuct, Name: mainDuct, Profile: rectangular, Material: "Galvanised steel"},
		{Category: state.CategoryDuct, Name: branchDuct, Profile: tube(125, 1), Material: "Galvanised steel"},
		{Category: state.CategoryPipe, Name: waterPipe, Profile: tube(54, 2), Material: "Copper"},
		{Category: state.CategoryPipe, Name: soilPipe, Profile: tube(110, 3), Material: "PVC"},
	} {
		b.types[t.Name] = b.make(t)
	}
	for _, s := range []change.CreateSystem{
		{Name: supplyAir, System: services.System{Use: "supply_air"}},
		{Name: coldWater, System: services.System{Use: "domestic_cold_water"}},
		{Name: soil, System: services.System{Use: "sanitary"}},
	} {
		b.types[s.Name] = b.make(s)
	}
}

// services creates the ducts and pipes of a wing on one storey.
func (b *builder) services(s *storey, last bool) {
	b.air(s, last)
	b.water(s, last)
	for i := range s.bays {
		b.stack(s, side{south: true}, i, last)
		if i > 0 {
			b.stack(s, side{}, i, last)
		}
	}
}

// run returns the command for a run of a type in a system.
func (b *builder) run(s *storey, kind services.ServiceKind, typeName, system string,
	path ...geometry.Point3) change.CreateSegment {
	return change.CreateSegment{System: kind, LevelID: s.level, Path: path,
		TypeID: b.types[typeName], SystemID: b.types[system]}
}

// riser creates a riser up to a height: the next storey, or on the last storey the height at which its main leaves it.
func (b *builder) riser(run change.CreateSegment, at geometry.Point2, top geometry.Length) {
	run.Path = []geometry.Point3{at.At(0), at.At(top)}
	b.make(run)
}

// top returns the height to which a riser goes.
func top(last bool, below geometry.Length) geometry.Length {
	if last {
		return below
	}
	return storeyHeight
}

// air creates the riser of the supply air, its main along the corridor and a branch into every hall.
func (b *builder) air(s *storey, last bool) {
	riser := b.run(s, "duct", mainDuct, supplyAir)
	riser.Rotation = 90 * geometry.Degree // its width across the corridor, as for the main
	b.riser(riser, s.at(ductShaft, ductAxis), top(last, ductHeight))
	end := bay*geometry.Length(s.bays-1) + branchOffset + ductTail
	b.make(b.run(s, "duct", mainDuct, supplyAir, s.at(ductShaft, ductAxis).At(ductHeight),
		s.at(end, ductAxis).At(ductHeight)))
	for i := range s.bays {
		b.branch(s, side{south: true}, s.southCorridor, i)
		if i > 0 {
			b.branch(s, side{}, s.northCorridor, i)
		}
	}
}

// branch creates the branch into a hall and its opening in the wall, which may be misplaced.
func (b *builder) branch(s *storey, d side, wall state.ID, i int) {
	x := bay*geometry.Length(i) + branchOffset
	b.make(b.run(s, "duct", branchDuct, supplyAir, s.at(x, ductAxis).At(ductHeight),
		s.at(x, d.y(branchEnd)).At(ductHeight)))
	offset := x - sleeve/2
	if b.random.below(ClashRate) == 0 {
		offset += sleeveMistake
	}
	b.make(change.CreateOpening{HostID: wall, Name: "Sleeve", Offset: &offset, Width: sleeve,
		Height: sleeveHeight, SillHeight: sleeveSill})
}

// water creates the riser of the cold water and its main along the corridor.
func (b *builder) water(s *storey, last bool) {
	y := waterAxis
	if b.random.below(ClashRate) == 0 {
		y = beamAxis
	}
	riser := b.run(s, "pipe", waterPipe, coldWater)
	b.riser(riser, s.at(waterShaft, waterAxis), top(last, waterHeight))
	from := s.at(waterShaft, waterAxis).At(waterHeight)
	path := []geometry.Point3{from, s.at(s.length()-ductTail, y).At(waterHeight)}
	b.make(b.run(s, "pipe", waterPipe, coldWater, path...))
}

// stack creates a storey's part of the soil stack of a bath, which runs through all storeys.
func (b *builder) stack(s *storey, d side, i int, last bool) {
	stack := b.run(s, "pipe", soilPipe, soil)
	stack.Flow = services.FlowReverse
	b.riser(stack, s.at(bay*geometry.Length(i)+stackOffset, d.y(stackDepth)), top(last, stackTop))
}

// shafts returns the holes of a slab through which the risers pass.
func (w wing) shafts() []geometry.Ring {
	const margin = 30 * geometry.Millimetre
	hole := func(x, y, width, depth geometry.Length) geometry.Ring {
		return w.rectangle(x-width/2-margin, y-depth/2-margin, x+width/2+margin, y+depth/2+margin)
	}
	out := []geometry.Ring{hole(ductShaft, ductAxis, geometry.MM(150), geometry.MM(400)),
		hole(waterShaft, waterAxis, geometry.MM(54), geometry.MM(54))}
	for i := range w.bays {
		for _, d := range []side{{south: true}, {}} {
			if i > 0 || d.south {
				out = append(out, hole(bay*geometry.Length(i)+stackOffset, d.y(stackDepth),
					geometry.MM(110), geometry.MM(110)))
			}
		}
	}
	return out
}
