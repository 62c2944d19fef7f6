// Package fabric holds the fabric of a building: walls along lines and arcs with their joins, floors, roofs, ceilings,
// footings and curtain walls. It also holds their openings, and the doors and windows that fill the openings. They are
// one package because a wall is cut by its openings and trimmed by roofs and floors, which have openings too.
//
// Read wall.go for the parts that a category consists of, then wallplan.go (the footprint of a wall between its joins),
// opening.go and attachment.go (walls and columns up to roofs, slabs and levels).
package fabric
