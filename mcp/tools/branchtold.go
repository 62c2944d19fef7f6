package tools

import (
	"bytes"
	"encoding/json"

	"github.com/bimstream/bimstream/mcp"
)

// unnamedBranch stands for the name of a branch that the caller may not read, where one that it may read was forked off
// that branch, or has it merged. No branch can be called so.
const unnamedBranch = "(a branch that you may not read)"

// BranchTold returns the name of a branch as a caller is told it: that of one that it may not read is left out.
func BranchTold(to mcp.Principal, name string) string { return branchTold(to, name) }

// branchTold returns the name of a branch as a caller is told it.
func branchTold(to mcp.Principal, name string) string {
	if name == "" || to.ReadsBranch(name) {
		return name
	}
	return unnamedBranch
}

// pointTold returns a state with the name of its branch as a caller is told it.
func pointTold(to mcp.Principal, point pointData) pointData {
	point.Branch = branchTold(to, point.Branch)
	return point
}

// told leaves out what a caller may not know of the parent.
func (e branchEntry) told(to mcp.Principal) branchEntry {
	if !to.ReadsBranch(e.Parent) {
		e.Parent, e.ForkRevision, e.Unmerged = "", nil, nil
	}
	return e
}

// branchesTold puts the names of branches as a caller is told them into the entries of a history: where an event
// happened, and what forks and merges name.
func branchesTold(to mcp.Principal, entries []EventEntry) error {
	for i := range entries {
		e := &entries[i]
		e.Branch = branchTold(to, e.Branch)
		if e.Type != "branch.created" && e.Type != "branch.merged" || len(e.Data) == 0 {
			continue
		}
		if err := e.nameBranches(to); err != nil {
			return err
		}
	}
	return nil
}

// nameBranches rewrites the data of a fork or a merge where they name a branch that the caller may not read.
func (e *EventEntry) nameBranches(to mcp.Principal) error {
	decoder := json.NewDecoder(bytes.NewReader(e.Data))
	decoder.UseNumber()
	var data map[string]any
	if err := decoder.Decode(&data); err != nil {
		return err
	}
	left := leftOut(to, data, "parent")
	for _, point := range []string{"source", "target", "base"} { // of domain.BranchMerged
		if state, ok := data[point].(map[string]any); ok && leftOut(to, state, "branch") {
			left = true
		}
	}
	if !left {
		return nil
	}
	text, err := json.Marshal(data)
	e.Data = text
	return err
}

// leftOut reports whether a member is the name of a branch that the caller may not read, and replaces it.
func leftOut(to mcp.Principal, in map[string]any, member string) bool {
	name, _ := in[member].(string)
	told := branchTold(to, name)
	if told == name {
		return false
	}
	in[member] = told
	return true
}
