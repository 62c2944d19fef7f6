package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestNothingIsSaidOfFindingsOfAnArchivedBranch checks that statements about findings of an archived branch stay, and
// that no new ones are accepted.
func TestNothingIsSaidOfFindingsOfAnArchivedBranch(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.ok("delete_branch", `{"name":"opt"}`)
	d := o.refused(state.IllegalState, "update_finding",
		`{"branch":"opt","keys":["%s"],"status":"reviewed","reasoning":"seen"}`, key)
	if d.at("state").text() != "archived" {
		t.Errorf("refused with %v", d.value)
	}
	o.ok("delete_branch", `{"name":"opt","restore":true}`)
	o.says("opt", key, "reviewed", "seen")
}
