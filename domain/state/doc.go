// Package state holds the state of a building model: elements, types, materials, joins, connections, the events that
// change them, and the forms in which state and events are stored. It is the lowest layer of the domain and depends on
// no category of elements: higher packages register the table of categories ([Register]).
//
// The main types: [Model] is the state of one branch at one revision, [Element] a building element in it, [Params] the
// parameters of its category, [Event] a fact, [Error] a refusal. [Model.Fold] applies events and never fails. Read
// model.go first, then element.go, event.go and evolve.go.
//
// Decoders of this package read stored events in the form that this build writes; encoding/json reads all other forms
// (decodescan.go, decodeplan.go). Older versions are upcast first (decodeupcast.go). A [Decoder] lets equal ids share
// strings. A fold of many events sorts its changes once, at its end (modelfold.go, modelload.go). A [Rewinding] reverts
// events (modelrewind.go). [Model.Pack] is for caches only.
//
// Some indexes are built at their first use (modelplaces.go, modelnames.go). Models with equal content of an index
// share it, so building one is guarded against concurrent callers.
package state
