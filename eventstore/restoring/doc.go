// Package restoring brings back the events that a server of package kurrentdb lost when it was set back to an older
// copy, from the mirror of this machine. The type is [Restoration]; begin with [Open].
//
// Caveats: only events that this machine has read can be restored. Each machine restores what it has.
package restoring
