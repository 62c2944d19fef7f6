package model

import (
	"time"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

type BranchEntry struct {
	Name         string        `json:"name"`
	Revision     uint64        `json:"revision"`
	Parent       string        `json:"parent,omitempty"`
	ForkRevision *uint64       `json:"fork_revision,omitempty"`
	Description  string        `json:"description,omitempty"`
	Unmerged     *uint64       `json:"unmerged_events,omitempty" jsonschema:"that its parent does not have"`
	CreatedAt    time.Time     `json:"created_at"`
	UpdatedAt    time.Time     `json:"updated_at"`
	Overlaps     []app.Overlap `json:"overlaps,omitempty" jsonschema:"branches that change the same"`
	ArchivedBy   string        `json:"archived_by,omitempty" jsonschema:"put away: it takes no changes"`
	Reason       string        `json:"reason,omitempty"`
}

// BranchTold returns the name of a branch for a reply, or a placeholder if the caller may not read the branch.
func BranchTold(to mcp.Principal, name string) string { return app.BranchTold(to, name) }

// PointTold returns a state with the name of its branch as the caller may see it.
func PointTold(to mcp.Principal, point PointData) PointData {
	point.Branch = app.BranchTold(to, point.Branch)
	return point
}

// Told returns the entry without the fields about its parent branch if the caller may not read that branch.
func (e BranchEntry) Told(to mcp.Principal) BranchEntry {
	if !to.ReadsBranch(e.Parent) {
		e.Parent, e.ForkRevision, e.Unmerged = "", nil, nil
	}
	return e
}

// branchesTold hides the names of branches that the caller may not read in the entries of a history: the branch of the
// event, and the branches that forks and merges name.
func branchesTold(to mcp.Principal, entries []app.EventEntry) error {
	for i := range entries {
		e := &entries[i]
		e.Branch = app.BranchTold(to, e.Branch)
		if e.Type != "branch.created" && e.Type != "branch.merged" || len(e.Data) == 0 {
			continue
		}
		if err := e.NameBranches(to); err != nil {
			return err
		}
	}
	return nil
}

type PointData struct {
	Branch   string `json:"branch"`
	Revision uint64 `json:"revision"`
}
