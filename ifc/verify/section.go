package verify

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var sectionRules = []Rule{
	{ID: "SWE003", Title: "Arbitrary profiles that follow one another in a sectioned solid have the same number of " +
		"points and edges.", Severity: Proposition, Schemas: only4x3, run: sectionProfiles},
}

func sectionProfiles(c *check) {
	for _, solid := range c.model.Of("IFCSECTIONEDSOLIDHORIZONTAL") {
		profiles := c.many(solid, "CROSSSECTIONS")
		for i := 1; i < len(profiles); i++ {
			before, okBefore := c.outlines(profiles[i-1])
			after, okAfter := c.outlines(profiles[i])
			if !okBefore || !okAfter || profiles[i-1].Entity() != profiles[i].Entity() {
				continue
			}
			c.applied = true
			if before != after {
				c.at(solid, "CrossSections", "the profile #%d has other points and edges (%s) than #%d (%s)",
					profiles[i].ID, after,
					profiles[i-1].ID, before)
			}
		}
	}
}

// outlines returns the numbers of points and edges of an arbitrary closed profile as a text. For a derived profile it
// takes the parent profile, for a composite profile all its profiles. It returns false for other profiles.
func (c *check) outlines(profile *express.Instance) (string, bool) {
	of := []*express.Instance{profile}
	switch {
	case profile.IsA("IFCDERIVEDPROFILEDEF"):
		of = c.many(profile, "PARENTPROFILE")
	case profile.IsA("IFCCOMPOSITEPROFILEDEF"):
		of = c.many(profile, "PROFILES")
	}
	var out []string
	for _, p := range of {
		if text, ok := c.outline(c.one(p, "OUTERCURVE")); ok {
			out = append(out, text)
		}
	}
	return strings.Join(out, "; "), len(out) > 0
}

// outline returns the numbers of points and edges of a polyline or an indexed curve as a text.
func (c *check) outline(curve *express.Instance) (string, bool) {
	points, edges := 0, 0
	switch {
	case isAny(curve, "IFCPOLYLINE"):
		points = len(c.many(curve, "POINTS"))
		edges = points - 1
	case isAny(curve, "IFCINDEXEDPOLYCURVE"):
		points = len(c.pointList(c.one(curve, "POINTS")))
		edges = points - 1
		if c.has(curve, "SEGMENTS") {
			edges = 0
			for _, s := range c.segmentsOf(curve) {
				edges += s.edges()
			}
		}
	}
	return fmt.Sprintf("%d points, %d edges", points, edges), points > 0
}
