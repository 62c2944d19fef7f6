// Package restoring restores the events that a KurrentDB server lost when it was set back to an older copy. It takes
// them from the mirror of this machine. The type is [Restoration]; begin with [Open].
//
// Caveats: only events that this machine has read can be restored. Each machine restores the events of its own mirror.
package restoring
