// Package shape holds what the categories of elements share when their bodies, extents and quantities are derived:
// the body of an element ([Body]), fixed shapes of other programs, profiles along an axis, checks of parameters, and
// the categories that others stand on (site, building, level, grid). The packages below it hold one subject each:
//
//	fabric     walls, floors, roofs, ceilings, footings, curtain walls, and the openings, doors and windows in them
//	member     columns and beams
//	stair      stairs and railings
//	services   ducts, pipes, cable trays, their fittings, ports, connections and systems
//	component  furniture, equipment, terminals, proxies and results of booleans
//	room       rooms, what bounds and covers them, zones
//	views      views and sheets, which drawings are of
//	array      arrays: originals, and the places at which instances follow them
//	elements   questions about elements of any category that the others answer together
//
// Nothing here changes a model. Derived geometry is never in an event: it is a function of the state, because the
// projections, the IFC export and the checks of the decider must agree on it. Read elementbody.go first.
package shape
