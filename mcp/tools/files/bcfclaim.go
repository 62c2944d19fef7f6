package files

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
)

// claimedMark follows the name of an author whom only a file names, where the name is that of somebody who is known
// here: a reader of the file that we write must not take one for the other.
const claimedMark = " (claimed)"

// claimedAuthor returns whom a file names as an author, without our own mark, so that files may come and go.
func claimedAuthor(name string) string {
	return cmp.Or(tasktools.PlainLine(strings.TrimSuffix(strings.TrimSpace(name), claimedMark), tasks.MaxName),
		"unknown")
}

// tellClaims marks the authors of a topic who are not the principals of the same name. Other names stay as the file had
// them, so that they are the same ones when it goes back.
func (x *bcfTasks) tellClaims(t *tasks.Task, written *tasktools.Exchanged) {
	known := x.knownNames()
	mark := func(name *string) {
		if known[mcp.TwinOf(*name)] {
			*name += claimedMark
		}
	}
	if written.GUID != string(t.ID) { // the topic came by a file
		mark(&written.Author)
	}
	for i := range written.Comments {
		c := &written.Comments[i]
		at := slices.IndexFunc(t.Comments, func(k tasks.Comment) bool { return k.ID == state.ID(c.GUID) })
		if at < 0 || t.Comments[at].ClaimedAuthor != "" { // one without words stays with the topic that it came by
			mark(&c.Author)
		}
	}
}

// knownNames returns the principals who made, changed or own what the caller sees, as [mcp.TwinOf] writes them. Whom a
// task is assigned to or shared with may come from a file.
func (x *bcfTasks) knownNames() map[string]bool {
	known := map[string]bool{}
	add := func(names ...string) {
		for _, name := range names {
			if name != "" {
				known[mcp.TwinOf(name)] = true
			}
		}
	}
	add(x.caller.User, x.caller.Principal, "local", x.view.Model.Info().Owner)
	for _, t := range x.board.Seen(x.caller) {
		add(t.Owner, t.Created.User, t.Created.Agent, t.Updated.User, t.Updated.Agent)
		for _, c := range t.Comments {
			add(c.Author, c.BroughtBy)
		}
	}
	return known
}
