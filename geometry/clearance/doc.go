// Package clearance tells what fits into a free area in plan: the largest circle, and the shortest way of a disc around
// the obstacles; and in which of many areas a point lies.
//
// Read [LargestCircle] and [ShortestPath] first, then [Floor] and [Field], which answer many questions about one area:
// the ways from the nearest of several places, and the place that is farthest from them ([Field.Farthest]). [Locator]
// finds areas. The free area is a region: a floor less what stands on it, as package geometry subtracts it.
//
// Circles and paths keep clear of the boundary: they err, if at all, by being too small or too long, within
// [CircleTolerance] and [ArcTolerance]. What fits exactly, a disc as wide as the place between two sides, passes.
package clearance
