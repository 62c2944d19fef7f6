// Package impact says what checks find of a planned change: which findings about what it touches are new after it, and
// which are gone. Who decides on the change reads them beside the elements.
package impact
