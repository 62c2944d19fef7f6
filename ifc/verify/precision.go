package verify

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
)

// defaultPrecision is the precision that the schemas assume if a context has none
// (IfcGeometricRepresentationSubContext.Precision).
const defaultPrecision = 1e-5

// precisions holds the distance up to which two points of a representation count as one.
type precisions struct {
	least float64 // least precision among the contexts of the file's representations
	// precision of the instances in other contexts; nil if all contexts have the least precision
	of map[*express.Instance]float64
}

// precisionAt returns the precision of the context that an instance is represented in, or the least precision if there
// are several contexts. Instances without a representation have the least precision of the file, so that a coarse
// context does not turn points of a fine context into duplicates.
func (c *check) precisionAt(x *express.Instance) float64 {
	if c.precision == nil {
		c.precision = c.precisions()
	}
	if p, ok := c.precision.of[x]; ok {
		return p
	}
	return c.precision.least
}

func (c *check) precisions() *precisions {
	by := map[float64][]*express.Instance{}
	for _, r := range c.model.Of("IFCREPRESENTATION") {
		p := c.contextPrecision(c.one(r, "CONTEXTOFITEMS"))
		by[p] = append(by[p], r)
	}
	if len(by) == 0 {
		return &precisions{least: defaultPrecision}
	}
	sizes := slices.Sorted(maps.Keys(by))
	out := &precisions{least: sizes[0]}
	if len(sizes) > 1 {
		out.of = map[*express.Instance]float64{}
		for _, p := range sizes { // the least precision comes first, and spread does not overwrite it
			c.spread(out.of, by[p], p)
		}
	}
	return out
}

// contextPrecision returns the precision of a context, or of the parent context of a subcontext.
func (c *check) contextPrecision(x *express.Instance) float64 {
	for n := 0; isAny(x, "IFCGEOMETRICREPRESENTATIONSUBCONTEXT") && n < maxLevels; n++ {
		x = c.one(x, "PARENTCONTEXT")
	}
	if x != nil && !x.IsA("IFCGEOMETRICREPRESENTATIONSUBCONTEXT") {
		if p, ok := c.number(x, "PRECISION"); ok && p > 0 {
			return p
		}
	}
	return defaultPrecision
}

// spread sets the precision of all instances that the representations reach without passing another representation.
func (c *check) spread(of map[*express.Instance]float64, from []*express.Instance, precision float64) {
	pending := slices.Clone(from)
	for len(pending) > 0 {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if _, known := of[x]; known {
			continue
		}
		of[x] = precision
		for _, to := range c.model.References(x) {
			if !to.IsA("IFCREPRESENTATION") {
				pending = append(pending, to)
			}
		}
	}
}
