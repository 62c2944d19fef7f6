// Package branches holds the tools of branches: create, list, compare, merge and delete them, and tag states.
//
// Read [Tools] first, then [Backend.DecideMerge], which decides a merge for the tool and for a run.
package branches
