// Package array defines arrays ([Array]): which elements are the originals, and at which places instances follow them.
// Package change makes the instances, at the end of each command that bears on an array.
package array
