// Package shape holds the code with which all categories of elements derive bodies, extents and quantities: the body of
// an element ([Body]), fixed shapes of other programs, profiles along an axis and checks of parameters. It also holds
// the categories that other elements refer to (site, building, level, grid). Each package below it has one subject:
//
//	fabric     walls, floors, roofs, ceilings, footings, curtain walls, and the openings, doors and windows in them
//	member     columns and beams
//	stair      stairs and railings
//	services   ducts, pipes, cable trays, their fittings, ports, connections and systems
//	component  furniture, equipment, terminals, proxies and results of booleans
//	room       rooms, the elements that bound and cover them, zones
//	views      views, from which drawings are made, and sheets
//	array      arrays: originals, and the places at which instances follow them
//	elements   queries about elements of any category that need several of these packages
//
// Nothing here changes a model. Derived geometry is never in an event: it is a function of the state, because the
// projections, the IFC export and the checks of the decider must agree on it. Read elementbody.go first.
package shape
