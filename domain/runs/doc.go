// Package runs decides the progress of a run: longer work on its own branch in recorded steps, with gates that must
// pass before the merge, and a bounded number of fixes for the gates' findings. It is pure, like the package domain.
//
// The main types: [Config] is the configuration that a run was started with, [Run] the state folded from its stream,
// [Item] one piece of its work, [Event] a stored fact. [Run.Next] derives the next item from the log alone. So if a
// process is killed, any other process continues with the same item under the same command id. [Moves] is the state
// machine. Read state.go first, then item.go.
//
// The result of an item is stored together with its changes of the model, in one append at the revision of the run at
// which the item was decided. So an item is done only once, no matter how often and by how many processes it is tried.
package runs
