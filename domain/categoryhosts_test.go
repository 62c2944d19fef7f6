package domain

import (
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

// A host of a hosted category must itself have no host, because Regenerated looks only one level deep.
func TestWhatIsHostedHostsNothing(t *testing.T) {
	for _, hosted := range state.CategoryRows {
		for _, host := range hosted.Hosts {
			if further := state.Rows[host].Hosts; len(further) > 0 {
				t.Errorf("a %s is hosted by a %s, which is hosted by %v", hosted.Category, host, further)
			}
		}
	}
}
