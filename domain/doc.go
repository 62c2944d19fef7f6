// Package domain is the pure decider of the building model: categories of elements, commands, events, and the state
// that folding events gives. It has no clock, no randomness, no IO and no dependence on the order of a map: time and
// ids come in with the command.
//
// The few types: [Model] is the state of one branch at one revision, [Element] a building element in it, [Event] a
// fact, [Command] a request. [Decide] returns the events that a command leads to or an [Error]; [Model.Evolve] applies
// an event and never fails, [Model.Fold] many. Read decide.go, then event.go, then wall.go, which shows what a category
// consists of.
//
// The repository's docs/tour.md walks through the call that creates a wall, step by step.
//
// Branches: [Merge] brings the changes of one branch into another one, [Undo] takes changes back, [FindOverlap] reports
// whether a command still holds at a newer state. Read merge.go first, then mergeelement.go and mergecheck.go.
//
// Stored events in the form that this build writes are read by decoders of our own, others by encoding/json
// (decodescan.go, decodeplan.go). Older versions are upcast first (decodeupcast.go). A [Decoder] lets many ids share
// strings. A fold of many events sorts its changes once, at its end (modelfold.go, modelload.go). A [Rewinding] takes
// events back (modelrewind.go). [Model.Pack] is for caches only. Sub-package tower generates buildings for benchmarks.
//
// Derived geometry (bodies, footprints, room boundaries) is never in an event. It is a function of the model in this
// package, because the projections, the IFC export and the checks of the decider must agree on it.
//
// Services: ducts, pipes and cable trays are [Segment]s, their bends, tees and transitions [Fitting]s, each with ports
// ([Model.Ports]). A [Connection] records that two ports are joined; it holds as long as it is recorded, and elements
// that are connected ([Model.Connected], [Model.ConnectionsOf]) touch on purpose: they are no clash. A [System] has its
// members by their system_id. Read segment.go, port.go and connection.go, then segmentcreate.go for how a run is made
// and connectioncreate.go for how connections follow a change.
//
// Stairs, curtain walls, railings, fittings, columns, beams, footings, ceilings, doors and windows of other programs
// may have a [FixedShape] in place of parameters (fixedshape.go); [FixedOf] returns it.
//
// Files are named by their subject first, so that a listing shows the families:
//
//	family         files                                        holds
//	category       category*                                    the table of categories and their parameters
//	element        element*                                     facets, bodies, quantities; move, modify, copy, delete
//	decide         decide*, errors, id, idorder                 commands, the transaction, errors, ids
//	event          event*, evolve, branch                       events and how they change a state
//	model          model*                                       the state: its indexes, folding, hash, packed form
//	codec          codec, decode*                               events as JSON, upcasting of older versions
//	merge          merge*                                       undo, conflicts, differences, overlap of commands
//	import         import*, delivery, idrewrite                 elements of another program, weekly deliveries
//	wall           wall*                                        walls along lines and arcs: joins, plans, quantities
//	attachment     attachment*                                  walls and columns up to roofs, slabs and levels
//	curtainwall    curtainwall*                                 curtain walls, the grid of their parts, doors in them
//	opening        opening*, door, window                       openings, and what fills them
//	room           room*, zone                                  rooms, what bounds and covers them; zones of rooms
//	constraint     constraint*                                  what must hold of elements, and what follows from it
//	plates         floor, ceiling, roof*, footing               flat or sloped plates
//	members        member, column, beam, roundness              columns and beams: a profile along an axis
//	stair          stair*, railing*                             flights and railings
//	component      component*, proxy*, combine*, assembly,      furniture and equipment, proxies, results of booleans,
//	               ifcclass, ifcattribute                       wholes, IFC classes of their own
//	fixedshape     fixedshape*                                  shapes of other programs in place of parameters
//	services       segment*, fitting*, port, connection*,       ducts, pipes, trays: runs, fittings, ports, systems
//	               system*
//	site           site, level, grid                            site, building, levels and grids
//	library        library*, property*, origin                  types, materials, property sets, what files say else
//
// Adding a category: one file with its parameters, checks and body, and a row in category.go; docs/adding.md has the
// whole list. What every category says is [Params], so that the compiler names what is missing; there is no switch over
// categories.
//
// Why one package: the families share the model's indexes, the transaction and each other's checks. Counted by the
// names that would have to be exported: merging needs 49 unexported names of the rest, services 64, rooms 31, walls 32.
// The codec needs 9, but the transaction stores each event through it, so that it cannot come above the package.
package domain
