// Package elements holds the queries about elements of any category that need several packages of categories: the
// storey on which an element is found, its profile, its tag, and the check of its fixed shape. Read elementstorey.go
// first.
package elements
