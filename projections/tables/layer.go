package tables

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// layerShare is the share of one material in an element.
type layerShare struct {
	name      string  // name of the material, "" if none is set
	density   float64 // kg/m3, 0 if not known
	thickness float64 // mm, 0 if not layered
	share     float64 // share of the volume
}

// layers returns the materials of an element: the layers of its type, with shares by thickness, or the single material
// of the element or its type.
func (s *subject) layers() []layerShare {
	m := s.view.Model
	if s.element.Category == state.CategoryCurtainWall && state.FixedOf(s.element) == nil {
		return curtainLayers(m, s.element)
	}
	t, typed := m.Type(s.element.TypeID)
	if !typed || len(t.Layers) == 0 {
		id := s.element.MaterialID
		if id == "" && typed {
			id = t.MaterialID
		}
		return []layerShare{materialShare(m, id)}
	}
	var out []layerShare
	whole := t.Thickness().M()
	for _, l := range t.Layers {
		share := materialShare(m, l.MaterialID)
		share.thickness, share.share = l.Thickness.MM(), l.Thickness.M()/whole
		out = append(out, share)
	}
	return out
}

func materialShare(m *state.Model, id state.ID) layerShare {
	out := layerShare{share: 1}
	if material, ok := m.Material(id); ok {
		out.name, out.density = material.Name, material.Density
	}
	return out
}

// panelMaterial is the default material of the panels of curtain walls. A material of the model with that name defines
// its density.
const panelMaterial = "Glass"

// curtainLayers returns the frame of a curtain wall with its material, and its panels by material. Panels without a
// material that are not of glass are named after their kind.
func curtainLayers(m *state.Model, e *state.Element) []layerShare {
	volumes := map[string]float64{}
	var names []string
	frame, all := materialShare(m, e.MaterialID), 0.0
	frame.share = 0
	for _, p := range fabric.CurtainShapeOf(m, e).Parts {
		v := p.Volume()
		all += v
		if p.Kind != fabric.CurtainPanel {
			frame.share += v
			continue
		}
		name := panelName(p.Cell)
		if volumes[name] == 0 {
			names = append(names, name)
		}
		volumes[name] += v
	}
	slices.Sort(names)
	out := []layerShare{frame}
	for _, name := range names {
		share := layerShare{name: name, share: volumes[name]}
		if material, ok := shape.MaterialCalled(m, name); ok {
			share.name, share.density = material.Name, material.Density
		}
		out = append(out, share)
	}
	if all == 0 {
		all, out[0].share = 1, 1
	}
	for i := range out {
		out[i].share /= all
	}
	return out
}

func panelName(c fabric.CurtainCells) string {
	switch {
	case c.Material != "":
		return c.Material
	case c.Kind == fabric.CellSolid:
		return "Solid panel"
	case c.Kind == fabric.CellLouvre:
		return "Louvre"
	}
	return panelMaterial
}
