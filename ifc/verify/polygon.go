package verify

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
)

// point returns the coordinates of an IfcCartesianPoint.
func (c *check) point(x *express.Instance) vector { return vectorOf(c.get(x, "COORDINATES")) }

func vectorOf(v express.Value) vector {
	var out vector
	for i, item := range valuesOf(v) {
		if i < len(out) {
			out[i], _ = numberOf(item)
		}
	}
	return out
}

// points returns the coordinates of the points that an attribute refers to.
func (c *check) points(x *express.Instance, attribute string) []vector {
	var out []vector
	for _, p := range c.many(x, attribute) {
		out = append(out, c.point(p))
	}
	return out
}

// pointList returns the coordinates of an IfcCartesianPointList.
func (c *check) pointList(x *express.Instance) []vector {
	if x == nil {
		return nil
	}
	var out []vector
	if list, ok := c.get(x, "COORDLIST").(*express.Aggregate); ok {
		for _, row := range list.Items {
			out = append(out, vectorOf(row))
		}
	}
	return out
}

// indices returns a list of integers.
func indices(v express.Value) []int {
	if t, ok := v.(*express.Typed); ok {
		return indices(t.Value)
	}
	a, ok := v.(*express.Aggregate)
	if !ok {
		return nil
	}
	out := make([]int, len(a.Items))
	for i, item := range a.Items {
		n, _ := numberOf(item)
		out[i] = int(n)
	}
	return out
}

// ring drops each point that repeats the previous point, and a last point that repeats the first point.
func ring(points []vector, precision float64) []vector {
	var out []vector
	for _, p := range points {
		if len(out) == 0 || distance(p, out[len(out)-1]) > precision {
			out = append(out, p)
		}
	}
	for len(out) > 1 && distance(out[0], out[len(out)-1]) <= precision {
		out = out[:len(out)-1]
	}
	return out
}

// maxPairs bounds the compared pairs of edges in one polygon, and maxAllPairs the pairs in one rule: some seconds of
// work.
const (
	maxPairs    = 20_000_000
	maxAllPairs = 10 * maxPairs
)

// crosses reports a finding if a closed polygon crosses or touches itself.
func (c *check) crosses(x *express.Instance, attribute string, points []vector) {
	most := min(maxPairs, maxAllPairs-c.pairs)
	at, found, pairs := crossing(points, c.precisionAt(x), most)
	c.pairs += pairs
	switch {
	case found:
		c.at(x, attribute, "the polygon crosses or touches itself near (%g, %g, %g)", at[0], at[1], at[2])
	case pairs >= most:
		c.reason = "the polygons have too many edges to be judged all"
	}
}

// crossing finds two edges of a closed polygon that are not neighbours but come closer than the precision. It also
// returns the number of compared pairs, which is at most most. Edges are sorted by their least x, so that only edges
// that overlap in x are compared.
func crossing(points []vector, precision float64, most int) (at vector, found bool, pairs int) {
	corners := ring(points, precision)
	n := len(corners)
	order := make([]int, n)
	edges := make([]segment, n)
	for i := range corners {
		order[i], edges[i] = i, segment{corners[i], corners[(i+1)%n]}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(edges[a].low(), edges[b].low()) })
	for i, a := range order {
		for _, b := range order[i+1:] {
			if pairs >= most || edges[b].low() > edges[a].high()+precision {
				break
			}
			pairs++
			if !neighbours(a, b, n) && edges[a].distanceTo(edges[b]) < precision {
				return edges[b].from, true, pairs
			}
		}
	}
	return vector{}, false, pairs
}

func neighbours(a, b, n int) bool { return (a+1)%n == b || (b+1)%n == a }

// duplicate finds two points closer than the precision. With exceptEnds the first and the last point may coincide. It
// skips points whose coordinates are too large for the precision.
func duplicate(points []vector, precision float64, exceptEnds bool) (at vector, found bool) {
	cells := map[vector][]int{}
	for i, p := range points {
		home := vector{math.Floor(p[0] / precision), math.Floor(p[1] / precision), math.Floor(p[2] / precision)}
		if max(math.Abs(home[0]), math.Abs(home[1]), math.Abs(home[2])) >= maxCell {
			continue
		}
		for d := range 27 { // the cell and the cells around it
			near := vector{home[0] + float64(d%3) - 1, home[1] + float64(d/3%3) - 1, home[2] + float64(d/9) - 1}
			for _, j := range cells[near] {
				ends := j == 0 && i == len(points)-1
				if distance(p, points[j]) < precision && !(ends && exceptEnds) {
					return p, true
				}
			}
		}
		cells[home] = append(cells[home], i)
	}
	return vector{}, false
}

// maxCell bounds the cell numbers, because beyond 2^53 a float64 cannot represent every integer and neighbours would
// coincide.
const maxCell = 1 << 53
