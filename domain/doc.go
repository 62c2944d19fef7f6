// Package domain is the pure decider of the building model: categories of elements, commands, events, and the state
// that folding events gives. It has no clock, no randomness, no IO and no dependence on the order of a map: time and
// ids come in with the command.
//
// The few types: [Model] is the state of one branch at one revision, [Element] a building element in it, [Event] a fact,
// [Command] a request. [Decide] answers the events that a command leads to or an [Error]; [Model.Evolve] applies an
// event and never fails, [Model.Fold] many. Read decide.go, then event.go, then wall.go, which shows what a category consists of.
//
// Branches: [Merge] brings what one branch changed into another one, [Undo] takes changes back, [FindOverlap] says when a
// command still holds at a newer state. Read merge.go first, then mergeelement.go and mergecheck.go.
//
// Stored events are read by decoders of our own where they are as this build writes them, else by encoding/json
// (decodescan.go, decodeplan.go); older versions are upcast first (upcast.go); a [Decoder] lets the ids of many share strings.
// Many events are folded without keeping order meanwhile (fold.go, load.go). [Model.Pack] is for caches only. Sub-package
// tower makes up buildings for benchmarks.
//
// Derived geometry (bodies, footprints, room boundaries) is never in an event: it is a function of the model, here,
// because the projections, the IFC export and the checks of the decider itself all need the same answer.
//
// Services: ducts, pipes and cable trays are [Segment]s, their bends, tees and transitions [Fitting]s, each with ports
// ([Model.Ports]). A [Connection] records that two ports are joined; it holds as long as it is recorded, and elements that
// are connected ([Model.Connected], [Model.ConnectionsOf]) touch on purpose: they are no clash. A [System] has its members
// by their system_id. Read segment.go, port.go and connection.go, then createsegment.go for how a run is made and
// connecting.go for how connections follow a change.
//
// Stairs, curtain walls, railings, fittings, columns, beams, footings, ceilings, doors and windows of other programs may have a [FixedShape] in place of parameters
// (fixedshape.go); [FixedOf] tells.
//
// Adding a category: one file with its parameters, checks and body, and a row in category.go.
package domain
