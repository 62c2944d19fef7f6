// Package elements answers questions about elements of any category that the packages of the categories answer
// together: the storey that an element shows on, its profile, its tag, whether its fixed shape is sound. Read
// elementstorey.go first.
package elements
