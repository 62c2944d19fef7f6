// Package clearance computes what fits into a free area in plan: the largest circle, and the shortest way of a disc
// around the obstacles. It also finds which of many areas contains a point.
//
// Read [LargestCircle] and [ShortestPath] first, then [Floor] and [Field], which answer many queries about one area:
// the ways from the nearest of several places, and the place that is farthest from them ([Field.Farthest]). [Locator]
// finds areas. The free area is a region: a floor without the obstacles on it, as package geometry subtracts them.
//
// Circles and paths keep clear of the boundary: if they are inexact, they are too small or too long, within
// [CircleTolerance] and [ArcTolerance]. A disc that fits exactly, as wide as the space between two sides, passes.
package clearance
