// Package member holds columns and beams: a profile along an axis, trimmed by what a column is attached to. Read
// column.go first.
package member
