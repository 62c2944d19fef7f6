package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// checkServiceProfile refuses cross sections that a category of segments cannot have.
func checkServiceProfile(c Category, p geometry.Profile) error {
	if allowed := rows[c].sections; !slices.Contains(allowed, p.Shape) {
		return Errorf(OutOfRange, "a %s has no profile of shape %s: give one of %v", c, p.Shape,
			allowed).With("parameter", "profile").With("allowed", allowed)
	}
	return nil
}

// fittingOf returns the category of the fittings of a category of segments, "" for any other category.
func fittingOf(c Category) Category {
	for _, row := range categoryRows {
		if c != "" && row.service == c && row.category != c {
			return row.category
		}
	}
	return ""
}

// segmentKind returns the category of segments that a segment or fitting belongs to, "" for anything else.
func segmentKind(c Category) Category {
	if !c.Known() {
		return ""
	}
	return rows[c].service
}
