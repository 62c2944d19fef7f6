package scenes

import (
	"strconv"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/meshfile"
)

// glass is a pale blue that absorbs a third of the light.
var glass = meshfile.Colour{0xa8, 0xc8, 0xd8, 0x58}

// space is the colour of rooms and openings: almost transparent.
var space = meshfile.Colour{0x90, 0xb0, 0xe0, 0x40}

// usual maps categories to the colours of elements without a coloured material, as drawings of the trades use them.
var usual = map[state.Category]meshfile.Colour{
	state.CategoryWall: {0xe6, 0xe1, 0xd7, 0xff}, state.CategoryFloor: {0xbe, 0xbe, 0xbe, 0xff},
	state.CategoryRoof:   {0xa0, 0x5a, 0x46, 0xff},
	state.CategoryColumn: {0xaa, 0xaa, 0xaf, 0xff}, state.CategoryBeam: {0xaa, 0xaa, 0xaf, 0xff},
	state.CategoryStair: {0xc8, 0xc3, 0xb9, 0xff}, state.CategoryRamp: {0xc3, 0xc3, 0xc3, 0xff},
	state.CategoryFooting: {0x96, 0x96, 0x96, 0xff}, state.CategoryCeiling: {0xf0, 0xf0, 0xeb, 0xff},
	state.CategoryRailing: {0x6e, 0x6e, 0x73, 0xff},
	state.CategoryDoor:    {0xb4, 0x8c, 0x64, 0xff}, state.CategoryWindow: {0xf5, 0xf5, 0xf5, 0xff},
	state.CategorySkylight:    {0xf5, 0xf5, 0xf5, 0xff},
	state.CategoryCurtainWall: {0x64, 0x69, 0x6e, 0xff},
	state.CategoryDuct:        {0x78, 0xaa, 0xd2, 0xff}, state.CategoryDuctFitting: {0x78, 0xaa, 0xd2, 0xff},
	state.CategoryPipe:        {0x50, 0xa0, 0x78, 0xff},
	state.CategoryPipeFitting: {0x50, 0xa0, 0x78, 0xff}, state.CategoryCableTray: {0xc8, 0x96, 0x3c, 0xff},
	state.CategoryCableTrayFitting: {0xc8, 0x96, 0x3c, 0xff},
	state.CategoryRoom:             space, state.CategoryOpening: space,
}

// plain is the colour of all other categories.
var plain = meshfile.Colour{0xc8, 0xc8, 0xc8, 0xff}

// coloursOf returns the colour of each solid of an element.
func coloursOf(m *state.Model, e *state.Element, solids int) []meshfile.Colour {
	own := ColourOf(m, e)
	out := make([]meshfile.Colour, solids)
	for i := range out {
		out[i] = own
	}
	for _, i := range glazing(m, e) {
		if i < solids {
			out[i] = glass
		}
	}
	if c, ok := e.Params.(*fabric.CurtainWall); ok && len(c.Panels) > 0 {
		colourPanels(m, e, out)
	}
	return out
}

// colourPanels gives the panels of a curtain wall that are not of glass the colours of their materials.
func colourPanels(m *state.Model, e *state.Element, colours []meshfile.Colour) {
	for i, part := range fabric.CurtainShapeOf(m, e).Parts {
		if i >= len(colours) || part.Kind != fabric.CurtainPanel || part.Cell.Kind == fabric.CellGlass {
			continue
		}
		if material, ok := shape.MaterialCalled(m, part.Cell.Material); ok {
			if c, ok := parse(material.Colour); ok {
				colours[i] = c
			}
		}
	}
}

// glazing returns the indexes of an element's solids that are of glass.
func glazing(m *state.Model, e *state.Element) (out []int) {
	switch p := e.Params.(type) {
	case *fabric.Door:
		return glazed(m, e, p.Parts)
	case *fabric.Window:
		return glazed(m, e, p.Parts)
	case *fabric.Skylight:
		return glazed(m, e, p.Parts)
	case *fabric.CurtainWall:
		for i, part := range fabric.CurtainShapeOf(m, e).Parts {
			if part.Cell.Kind == fabric.CellGlass {
				out = append(out, i)
			}
		}
	}
	return out
}

func glazed(m *state.Model, e *state.Element, parts func(thickness geometry.Length) []fabric.FillingPart) (
	out []int) {
	thickness := fabric.HostThickness(m, e)
	if thickness == 0 {
		return nil
	}
	for i, part := range parts(thickness) {
		if part.Role == fabric.RoleGlazing {
			out = append(out, i)
		}
	}
	return out
}

// ColourOf returns the colour of an element without its glass: the colour of its material, or of its type's material,
// or of the type's first layer with a colour, or the usual colour of its category.
func ColourOf(m *state.Model, e *state.Element) meshfile.Colour {
	materials := []state.ID{e.MaterialID}
	if t, ok := m.Type(e.TypeID); ok {
		materials = append(materials, t.MaterialID)
		for _, l := range t.Layers {
			materials = append(materials, l.MaterialID)
		}
	}
	for _, id := range materials {
		if material, ok := m.Material(id); ok {
			if c, ok := parse(material.Colour); ok {
				return c
			}
		}
	}
	if c, ok := usual[e.Category]; ok {
		return c
	}
	return plain
}

// parse parses #rrggbb.
func parse(text string) (meshfile.Colour, bool) {
	if len(text) != 7 || text[0] != '#' {
		return meshfile.Colour{}, false
	}
	v, err := strconv.ParseUint(text[1:], 16, 32)
	return meshfile.Colour{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, err == nil
}

// palette numbers the colours of a scene in order of first use.
type palette struct {
	scene  *meshfile.Scene
	places map[meshfile.Colour]int
}

func (p *palette) parts(made []Surface) []meshfile.Part {
	out := make([]meshfile.Part, len(made))
	for i, c := range made {
		place, known := p.places[c.Colour]
		if !known {
			place = len(p.scene.Colours)
			p.places[c.Colour], p.scene.Colours = place, append(p.scene.Colours, c.Colour)
		}
		out[i] = meshfile.Part{Colour: place, Mesh: c.Mesh}
	}
	return out
}
