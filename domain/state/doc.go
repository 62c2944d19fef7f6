// Package state holds the state of a building model and what it consists of: elements, types, materials, joins,
// connections, the events that change them, and the forms in which both are stored. It is the lowest floor of the
// domain and knows no category of elements by its type: the table of categories is registered from above ([Register]).
//
// The few types: [Model] is the state of one branch at one revision, [Element] a building element in it, [Params] the
// parameters of its category, [Event] a fact, [Error] a refusal. [Model.Fold] applies events and never fails. Read
// model.go first, then element.go, event.go and evolve.go.
//
// Stored events in the form that this build writes are read by decoders of our own, others by encoding/json
// (decodescan.go, decodeplan.go). Older versions are upcast first (decodeupcast.go). A [Decoder] lets many ids share
// strings. A fold of many events sorts its changes once, at its end (modelfold.go, modelload.go). A [Rewinding] takes
// events back (modelrewind.go). [Model.Pack] is for caches only.
//
// Some indexes are made when somebody first asks (modelplaces.go, modelnames.go); models of which they say the same
// share them, so making one is guarded against a second caller.
package state
