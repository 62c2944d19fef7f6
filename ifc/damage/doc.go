// Package damage changes IFC files as programs that write them wrongly do: the syntax stays, what it says does not.
// Read [Tokens]. It is for tests, of all that reads files of others.
//
// The changes are drawn at random from a generator of the caller's, so that a file that shows a fault can be made
// again.
package damage
