// Package runs holds the tools of longer work by a configuration: a run drafts by steps on a branch of its own, passes
// gates, and asks for its merge.
//
// Read [Tools] first, then runwork.go, which does the steps, and runcheck.go, which judges the gates.
package runs
