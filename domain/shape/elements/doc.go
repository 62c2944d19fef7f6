// Package elements answers queries about elements of any category that need several packages of categories. These are
// the storey that an element is found on, its profile, its tag, and the check of its fixed shape. Read elementstorey.go
// first.
package elements
