package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// rise returns from where to where above the model's origin the body of a floor or roof reaches, for the voids of its
// openings, which all ask for it. A level slab says so; of a sloping roof the last ones are kept.
func (m *Model) rise(host *Element) (low, high geometry.Length, err error) {
	if f, ok := host.Params.(*Floor); ok && f.Fixed == nil {
		top := m.elevation(host.LevelID) + f.Offset
		return top - m.FloorThickness(host), top, nil
	}
	key := riseKey{of: host.Params, z: m.elevation(host.LevelID), thickness: m.layersThickness(host, 0)}
	for _, id := range m.HostedBy(host.ID) {
		if e, ok := m.Element(id); ok {
			if o, ok := e.Params.(*Opening); ok {
				key.openings = append(key.openings, o)
			}
		}
	}
	parametric := FixedOf(host) == nil
	if parametric {
		if known, ok := rises.Recalled(key); ok {
			return known[0], known[1], nil
		}
	}
	body, err := m.Body(host.ID)
	if err != nil {
		return 0, 0, err
	}
	box := body.Bounds()
	if parametric {
		rises.Keep(key, [2]geometry.Length{box.Min.Z, box.Max.Z})
	}
	return box.Min.Z, box.Max.Z, nil
}

// riseKey is what the body of a roof follows from. Parameters and openings are never changed in place.
type riseKey struct {
	of           Params
	z, thickness geometry.Length
	openings     []*Opening
}

// mostRises is how many roofs are remembered: those whose openings are derived at the same time.
const mostRises = 16

// rises has from where to where the roofs reach that were asked for last.
var rises = geometry.NewLatest[riseKey, [2]geometry.Length](mostRises, func(a, b riseKey) bool {
	return a.of == b.of && a.z == b.z && a.thickness == b.thickness && slices.Equal(a.openings, b.openings)
})
