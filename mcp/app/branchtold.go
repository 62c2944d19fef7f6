package app

import (
	"bytes"
	"encoding/json"

	"github.com/bimstream/bimstream/mcp"
)

// UnnamedBranch replaces the name of a branch that the caller may not read, in the data of a readable branch that was
// forked from it or merged it. No branch can have this name.
const UnnamedBranch = "(a branch that you may not read)"

// BranchTold returns the name of a branch as a reply shows it to a caller: UnnamedBranch if the caller may not read the
// branch.
func BranchTold(to mcp.Principal, name string) string {
	if name == "" || to.ReadsBranch(name) {
		return name
	}
	return UnnamedBranch
}

// NameBranches replaces, in the data of a fork or a merge, the names of branches that the caller may not read.
func (e *EventEntry) NameBranches(to mcp.Principal) error {
	decoder := json.NewDecoder(bytes.NewReader(e.Data))
	decoder.UseNumber()
	var data map[string]any
	if err := decoder.Decode(&data); err != nil {
		return err
	}
	left := leftOut(to, data, "parent")
	for _, point := range []string{"source", "target", "base"} { // of state.BranchMerged
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

// leftOut replaces a member that names a branch which the caller may not read, and reports whether it did.
func leftOut(to mcp.Principal, in map[string]any, member string) bool {
	name, _ := in[member].(string)
	told := BranchTold(to, name)
	if told == name {
		return false
	}
	in[member] = told
	return true
}
