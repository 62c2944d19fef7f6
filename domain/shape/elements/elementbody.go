package elements

import (
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ProfileOf returns the cross section of a column, beam or segment, from the element or its type. It returns false for
// other elements.
func ProfileOf(m *state.Model, e *state.Element) (geometry.Profile, bool) {
	var own *geometry.Profile
	switch p := e.Params.(type) {
	case *member.Column:
		own = p.Profile
	case *member.Beam:
		own = p.Profile
	case *services.Segment:
		own = p.Profile
	default:
		return geometry.Profile{}, false
	}
	profile, err := m.OwnOrTypeProfile(e, own)
	return profile, err == nil && state.FixedOf(e) == nil
}
