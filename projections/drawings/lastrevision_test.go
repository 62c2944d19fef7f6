package drawings

import (
	"testing"
	"time"

	"github.com/bimstream/bimstream/projections"
)

// TestAStateThatIsNotStoredHasNoDate checks that a state that is not stored yet, such as the preview of a new project,
// has no date.
func TestAStateThatIsNotStoredHasNoDate(t *testing.T) {
	if row := LastRevision(&projections.View{}); row.Date != "" {
		t.Errorf("its date is %s", row.Date)
	}
	at := time.Date(2026, 11, 30, 23, 0, 0, 0, time.FixedZone("", -3600))
	if row := LastRevision(&projections.View{At: at}); row.Date != "2026-12-01" {
		t.Errorf("the date in UTC is %s", row.Date)
	}
}
