// Package runs holds the tools for longer work that follows a configuration. A run carries out steps on a branch of its
// own, passes gates, and asks for its merge.
//
// Read [Tools] first, then runwork.go, which does the steps, and runcheck.go, which judges the gates.
package runs
