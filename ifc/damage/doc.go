// Package damage turns IFC files into files such as faulty programs write: the syntax stays correct, but the content is
// wrong. It is for the tests of all packages that read files of other programs. Read [Tokens].
//
// The changes are drawn at random from the caller's generator, so that a file that shows a fault can be made again.
package damage
