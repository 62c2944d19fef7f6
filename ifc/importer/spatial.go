package importer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// spatial reads site, building and levels.
func (r *reader) spatial() {
	var sites, buildings, storeys []*building.Product
	for _, p := range r.b.Products {
		switch p.Class {
		case "IfcSite":
			sites = append(sites, p)
		case "IfcBuilding":
			buildings = append(buildings, p)
		case "IfcBuildingStorey":
			storeys = append(storeys, p)
		}
	}
	all := append(append(slices.Clone(storeys), buildings...), sites...)
	r.readShift(all)
	r.leftBodies(all)
	r.site(sites)
	r.building(buildings)
	heights := r.elevations(storeys)
	for i, p := range storeys {
		r.level(p, heights[i], len(buildings) > 1)
	}
	for _, p := range r.b.Products {
		if p.Class == "IfcAnnotation" && p.ObjectType == levelMark {
			e := r.level(p, r.world(p).O.Z, false)
			e.Params = &shape.Level{Elevation: length(r.world(p).O.Z)}
		}
	}
	if len(r.Levels) == 0 && len(r.b.Products) > len(sites)+len(buildings) {
		r.makeLevel()
	}
	slices.SortStableFunc(r.Levels, byElevation)
	r.places = r.Levels
}

// leftBodies reports the sites, buildings and storeys that have bodies of their own, such as the ground of a site.
func (r *reader) leftBodies(places []*building.Product) {
	for _, p := range places {
		if !r.Own && r.src.HasBody(p) {
			r.Report.left(Simplified, p,
				"its own body is not kept: sites, buildings and levels have none in the model", "")
		}
	}
}

// makeLevel adds a level for the elements of a file without storeys.
func (r *reader) makeLevel() {
	r.Levels = append(r.Levels, &state.Element{ID: state.DeriveID("import level", 0), Category: state.CategoryLevel,
		Name: "Level", Params: &shape.Level{IsStorey: true}})
	r.Report.leftCounted("IfcBuildingStorey",
		"the file has no storeys: its elements stand on a level that was made for them", 1)
}

// levelMark is the ObjectType of our own levels that are not storeys.
const levelMark = "LEVEL"

func byElevation(a, b *state.Element) int {
	return cmp.Or(cmp.Compare(elevationOf(a), elevationOf(b)), cmp.Compare(a.ID, b.ID))
}

func elevationOf(e *state.Element) geometry.Length { return e.Params.(*shape.Level).Elevation }

// world returns the frame of a product in the model.
func (r *reader) world(p *building.Product) building.Frame { return r.shift.Compose(p.Frame) }

func length(um float64) geometry.Length {
	return building.Rounded(r3.Vector{X: um}).X
}

func (r *reader) site(sites []*building.Product) {
	s := &shape.Site{}
	e := &state.Element{Category: state.CategorySite, Params: s}
	r.Site = e
	if len(sites) > 0 {
		p := sites[0]
		r.common(e, p)
		r.levels[p] = nil
		if lat, ok := r.src.Degrees(p, "RefLatitude"); ok {
			if long, ok := r.src.Degrees(p, "RefLongitude"); ok {
				latitude, longitude := geometry.Angle(lat), geometry.Angle(long)
				s.Latitude, s.Longitude = &latitude, &longitude
			}
		}
		if z, ok := r.src.Length(p, "RefElevation"); ok {
			s.Elevation = length(z)
		}
		s.Address = r.src.Address(p)
		for _, other := range sites[1:] {
			r.Report.left(Simplified, other, "a model has one site: the others' elements are on the first", "")
			r.done[other] = true
		}
		r.done[p] = true
	}
	s.OffsetX, s.OffsetY = length(-r.shift.O.X), length(-r.shift.O.Y)
	r.mapPlace(s)
	r.recordCRS(s)
	if north := r.b.Project.TrueNorth; north != nil {
		s.TrueNorth = geometry.Atan2Degrees(-north.X, north.Y)
	}
	if library := r.libraryOf(); len(library) > 0 {
		o := state.Origin{}
		if e.Origin != nil {
			o = *e.Origin
		}
		o.Library, e.Origin = library, &o
	}
	if len(sites) > 0 {
		r.keepAttributes(e, sites[0])
		r.applyCarried(e, sites[0])
	}
}

func (r *reader) building(buildings []*building.Product) {
	b := &shape.Building{}
	e := &state.Element{Category: state.CategoryBuilding, Params: b}
	r.Building = e
	if len(buildings) == 0 {
		return
	}
	p := buildings[0]
	r.common(e, p)
	r.done[p] = true
	b.Address = r.src.Address(p)
	if use, ok := p.Property("Pset_BuildingCommon", "OccupancyType"); ok {
		if text, ok := use.(string); ok {
			b.Use = text
			e.Psets = without(e.Psets, "Pset_BuildingCommon", "OccupancyType")
		}
	}
	r.keepAttributes(e, p)
	r.applyCarried(e, p)
	for _, other := range buildings[1:] {
		r.done[other] = true
		r.Report.left(Simplified, other,
			"a model has one building: the storeys of the others are levels of the first", "")
	}
}

// elevations returns the heights of storeys, from their placements. If these heights are all equal and the attribute
// Elevation differs from them, it returns the values of the attribute.
func (r *reader) elevations(storeys []*building.Product) []float64 {
	out := make([]float64, len(storeys))
	flat, told := true, false
	for i, p := range storeys {
		out[i] = r.world(p).O.Z
		flat = flat && out[i] == out[0]
		if z, ok := r.src.Length(p, "Elevation"); ok && z != out[i] {
			told = true
		}
	}
	if !flat || !told || len(storeys) < 2 {
		return out
	}
	for i, p := range storeys {
		if z, ok := r.src.Length(p, "Elevation"); ok {
			out[i] = z
		}
	}
	return out
}

// level reads a storey. Names of levels are unique in a model.
func (r *reader) level(p *building.Product, z float64, several bool) *state.Element {
	e := &state.Element{Category: state.CategoryLevel,
		Params: &shape.Level{Elevation: length(z), IsStorey: p.ObjectType != levelMark}}
	r.common(e, p)
	if several && p.Container != nil && p.Container.Name != "" {
		e.Name = p.Container.Name + " / " + e.Name
	}
	e.Name = r.freeLevelName(orElse(e.Name, "Level"))
	r.levels[p] = e
	r.done[p] = true
	r.Levels = append(r.Levels, e)
	r.Report.taken(p.Class, state.CategoryLevel)
	r.keepAttributes(e, p)
	r.applyCarried(e, p)
	return e
}

// spatialProduct returns the product of the file from which a site, a building or a level was read; nil if the importer
// created the element.
func (r *reader) spatialProduct(e *state.Element) *building.Product {
	for _, p := range r.b.Products {
		if id, known := r.productIDs[p]; known && id == e.ID {
			return p
		}
	}
	return nil
}

func (r *reader) freeLevelName(name string) string {
	free := name
	for n := 2; slices.ContainsFunc(r.Levels, func(l *state.Element) bool { return l.Name == free }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// levelOf returns the level of a product: the storey that contains it, or the highest storey that is not above it.
func (r *reader) levelOf(p *building.Product) *state.Element {
	for q, depth := p, 0; q != nil && depth < maxSteps; depth++ {
		if l := r.levels[q]; l != nil {
			return l
		}
		switch {
		case q.Container != nil:
			q = q.Container
		case q.Whole != nil:
			q = q.Whole
		case q.Host != nil:
			q = q.Host
		default:
			q = q.Fills
		}
	}
	return r.levelAt(length(r.world(p).O.Z))
}

// maxSteps bounds the number of steps from a product to its storey.
const maxSteps = 64

// levelAt returns the highest storey that is not above a height, or the lowest level if there is none.
func (r *reader) levelAt(z geometry.Length) *state.Element {
	best := r.places[0]
	for _, l := range r.places {
		if l.Params.(*shape.Level).IsStorey && elevationOf(l) <= z {
			best = l
		}
	}
	return best
}
