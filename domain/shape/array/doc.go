// Package array has the definition of an array ([Array]): originals, and the places at which instances of them follow
// them. It makes no instances: domain/change does at the end of each command that bears on an array.
package array
