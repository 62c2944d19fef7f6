// Package array defines arrays ([Array]): the elements that are the originals, and the places at which instances follow
// them. Package change creates the instances at the end of each command that affects an array.
package array
