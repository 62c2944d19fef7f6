// Package member holds columns and beams: a profile along an axis. A column is trimmed by the elements that it is
// attached to. Read column.go first.
package member
