package domain

import "testing"

// What a file says of hosts is refused where a category has none, whatever else is right.
func TestAnImportedHostOfWhatIsNotHosted(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	zone := &Element{ID: DeriveID("zone", 1), Category: CategoryZone, Name: "Z", HostID: wall, Params: &Zone{}}
	if _, err := p.try(Import{Elements: []*Element{zone}}); CodeOf(err) != IllegalState {
		t.Errorf("a hosted zone: %v", err)
	}
}
