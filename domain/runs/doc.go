// Package runs decides what a run does: longer work on a branch of its own, in steps that are recorded, with gates that
// have to pass before it may be merged, and bounded fixes of what the gates find. It is pure, as the package domain is.
//
// The few types: [Config] is what a run was started with and never changes, [Run] what its stream says, [Item] one
// piece of its work, [Event] what is stored. [Run.Next] says which item comes next, from the log alone: a process
// that was killed, and any other one, goes on with the same item under the same command id. [Moves] is the state
// machine; read state.go first, then item.go.
//
// An item is stored together with what it did to the model, in one append at the revision of the run at which it was
// decided. So it is done once, however often it is tried and by however many.
package runs
