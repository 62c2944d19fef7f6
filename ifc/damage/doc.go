// Package damage changes IFC files as faulty programs write them: the syntax stays correct, but the content is wrong.
// Read [Tokens]. It serves tests of all packages that read files of other programs.
//
// The changes are drawn at random from the caller's generator, so that a file that shows a fault can be made again.
package damage
