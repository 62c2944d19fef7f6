package domain

import "testing"

// Regenerated looks for what an element hosts and no further.
func TestWhatIsHostedHostsNothing(t *testing.T) {
	for _, hosted := range categoryRows {
		for _, host := range hosted.hosts {
			if further := rows[host].hosts; len(further) > 0 {
				t.Errorf("a %s is hosted by a %s, which is hosted by %v", hosted.category, host, further)
			}
		}
	}
}
