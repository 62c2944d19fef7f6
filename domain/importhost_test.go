package domain

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

// An import is refused if it names a host for an element whose category cannot be hosted, even if everything else is
// valid.
func TestAnImportedHostOfWhatIsNotHosted(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	zone := &state.Element{ID: state.DeriveID("zone", 1), Category: state.CategoryZone, Name: "Z", HostID: wall,
		Params: &room.Zone{}}
	if _, err := p.try(change.Import{Elements: []*state.Element{zone}}); state.CodeOf(err) != state.IllegalState {
		t.Errorf("a hosted zone: %v", err)
	}
}
