// Package app is the application that tools, page and commands share: the store with its live projections, who may see
// which model, the view that a call is about, the plan and commit of a change, the reply that says what a change
// reached, and the files that come in and go out.
//
// Read [Backend] first; then [Backend.ModelID] and [Backend.ViewAt], by which a call finds its model and state,
// [Backend.Change], by which every change is decided, judged and appended, [Reading], by which every question is
// answered, and [Reader], by which the page and the resources read as a principal.
//
// Caveats: a handler may run several times for one call, when another process moved the head in between; it must not
// do anything that cannot be done twice before Commit.
package app
