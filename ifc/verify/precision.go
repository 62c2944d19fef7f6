package verify

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
)

// defaultPrecision is what the schemas assume where a context gives none
// (IfcGeometricRepresentationSubContext.Precision).
const defaultPrecision = 1e-5

// precisions tell the distance up to which two points of a representation count as one.
type precisions struct {
	least float64 // of the contexts of the file's representations
	// what representations of the others lead to; nil where all contexts have the least
	of map[*express.Instance]float64
}

// precisionAt returns the precision of the context that an instance is represented in: the least where there are
// several, and for what no representation leads to that of the file, lest a coarse context makes duplicates of the
// points of a fine one.
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
		for _, p := range sizes { // the least comes first and stays
			c.spread(out.of, by[p], p)
		}
	}
	return out
}

// contextPrecision returns the precision of a context, of a subcontext that of the one it belongs to.
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

// spread gives a precision to whatever representations lead to, short of other representations.
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
