package domain

import (
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

// Regenerated looks for what an element hosts and no further.
func TestWhatIsHostedHostsNothing(t *testing.T) {
	for _, hosted := range state.CategoryRows {
		for _, host := range hosted.Hosts {
			if further := state.Rows[host].Hosts; len(further) > 0 {
				t.Errorf("a %s is hosted by a %s, which is hosted by %v", hosted.Category, host, further)
			}
		}
	}
}
