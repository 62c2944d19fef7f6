package verify

var placementRules = []Rule{
	// LIP002 also requires that the position agrees with the linear placement; that is not checked here.
	{ID: "LIP002", Title: "A linear placement gives its Cartesian position for those who cannot compute it.",
		Severity: Practice,
		Schemas:  only4x3, run: linearFallback},
	{ID: "OJP001", Title: "An element that is aggregated in another is placed relative to it.", Severity: Agreement,
		Schemas: []string{ifc2x3, ifc4}, run: relativePlacement},
	{ID: "OPENING", Title: "An opening is placed relative to the element that it voids, and what fills it relative " +
		"to the opening.", Severity: Practice, run: openingPlacement},
}

func relativePlacement(c *check) {
	for _, rel := range c.model.Of("IFCRELAGGREGATES") {
		whole := c.one(rel, "RELATINGOBJECT")
		if !isAny(whole, "IFCELEMENT") {
			continue
		}
		for _, part := range c.many(rel, "RELATEDOBJECTS") {
			if !part.IsA("IFCELEMENT") {
				continue
			}
			c.applied = true
			placement := c.one(part, "OBJECTPLACEMENT")
			if !isAny(placement, "IFCLOCALPLACEMENT") {
				c.at(part, "ObjectPlacement", "the element is part of #%d but has no local placement", whole.ID)
			} else if c.one(placement, "PLACEMENTRELTO") != c.one(whole, "OBJECTPLACEMENT") {
				c.at(part, "ObjectPlacement", "the element is part of #%d but not placed relative to it", whole.ID)
			}
		}
	}
}

func linearFallback(c *check) {
	for _, x := range c.each("IFCLINEARPLACEMENT") {
		if !c.has(x, "CARTESIANPOSITION") {
			c.at(x, "CartesianPosition", "the linear placement has no Cartesian position")
		}
	}
}

func openingPlacement(c *check) {
	c.placedRelative("IFCRELVOIDSELEMENT", "RELATINGBUILDINGELEMENT", "RELATEDOPENINGELEMENT")
	c.placedRelative("IFCRELFILLSELEMENT", "RELATINGOPENINGELEMENT", "RELATEDBUILDINGELEMENT")
}

// placedRelative reports a finding if both objects of a relation have local placements, and the related object is not
// placed relative to the other object.
func (c *check) placedRelative(relation, relating, related string) {
	for _, rel := range c.each(relation) {
		host, guest := c.one(rel, relating), c.one(rel, related)
		to, placement := c.one(host, "OBJECTPLACEMENT"), c.one(guest, "OBJECTPLACEMENT")
		if isAny(to, "IFCLOCALPLACEMENT") && isAny(placement, "IFCLOCALPLACEMENT") &&
			c.one(placement, "PLACEMENTRELTO") != to {
			c.at(guest, "ObjectPlacement", "the %s is not placed relative to #%d, an %s",
				guest.Class(), host.ID, host.Class())
		}
	}
}
