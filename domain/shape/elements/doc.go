// Package elements answers queries about elements of any category for which several packages of categories are needed:
// the storey that an element is found on, its profile, its tag, and whether its fixed shape is valid. Read
// elementstorey.go first.
package elements
