package domain

import (
	"slices"
	"sync"

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
	var openings []*Opening
	for _, id := range m.HostedBy(host.ID) {
		if e, ok := m.Element(id); ok {
			if o, ok := e.Params.(*Opening); ok {
				openings = append(openings, o)
			}
		}
	}
	parametric := FixedOf(host) == nil
	if parametric {
		if low, high, ok := rises.recalled(key, openings); ok {
			return low, high, nil
		}
	}
	body, err := m.Body(host.ID)
	if err != nil {
		return 0, 0, err
	}
	box := body.Bounds()
	if parametric {
		rises.keep(key, openings, box)
	}
	return box.Min.Z, box.Max.Z, nil
}

// riseKey is what, beside its openings, the body of a roof follows from.
type riseKey struct {
	of           Params // never changed in place
	z, thickness geometry.Length
}

// knownRise is where the body of a roof with some openings reaches.
type knownRise struct {
	riseKey
	openings  []*Opening // never changed in place
	low, high geometry.Length
}

// keptRises has the roofs that were asked for last, the last one first. It is safe for concurrent use.
type keptRises struct {
	mu   sync.Mutex
	last []knownRise
}

// mostRises is how many roofs are remembered: those whose openings are derived at the same time.
const mostRises = 16

var rises keptRises

func (k *keptRises) recalled(key riseKey, openings []*Opening) (low, high geometry.Length, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.last {
		if r.riseKey == key && slices.Equal(r.openings, openings) {
			return r.low, r.high, true
		}
	}
	return 0, 0, false
}

func (k *keptRises) keep(key riseKey, openings []*Opening, box geometry.Box) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = slices.Insert(k.last, 0, knownRise{key, openings, box.Min.Z, box.Max.Z})
	k.last = k.last[:min(len(k.last), mostRises)]
}
