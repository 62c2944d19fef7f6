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

// claimedMark follows the name of an author whom only a file names, if a known principal has the same name. It keeps
// readers of our files from confusing the two.
const claimedMark = " (claimed)"

// claimedAuthor returns the name of an author in a file, without our own mark, so that repeated exchanges do not add up
// marks.
func claimedAuthor(name string) string {
	return cmp.Or(tasktools.PlainLine(strings.TrimSuffix(strings.TrimSpace(name), claimedMark), tasks.MaxName),
		"unknown")
}

// tellClaims marks the authors of a topic who have the name of a principal but are not that principal. Other names stay
// unchanged, so that the other program recognises them.
func (x *bcfTasks) tellClaims(t *tasks.Task, written *tasktools.Exchanged) {
	known := x.knownNames()
	mark := func(name *string) {
		if known[mcp.TwinOf(*name)] {
			*name += claimedMark
		}
	}
	if written.GUID != string(t.ID) { // the topic came from a file
		mark(&written.Author)
	}
	for i := range written.Comments {
		c := &written.Comments[i]
		at := slices.IndexFunc(t.Comments, func(k tasks.Comment) bool { return k.ID == state.ID(c.GUID) })
		if at < 0 || t.Comments[at].ClaimedAuthor != "" { // at < 0: a comment without text
			mark(&c.Author)
		}
	}
}

// knownNames returns the names, in the form of [mcp.TwinOf], of the principals who made, changed or own what the caller
// sees. It leaves out assignees and users that tasks are shared with, because these names may come from a file.
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
