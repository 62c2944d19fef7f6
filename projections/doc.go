// Package projections keeps what is derived from the log of a model: the folded state, the spatial index, the rooms,
// the graph of relations, measures and the history of each element. Everything here can be thrown away and folded
// again.
//
// The few types: [Live] keeps one [View] per branch in use and brings it up to the head of the store before every
// answer. A View is the model at one revision with everything derived from it; it never changes, so it may be read from
// any number of goroutines. [Meta] is the metadata of a stored model event. Read live.go first, then view.go,
// derivedlazy.go and derivedaffected.go, which says what has to be computed again after an event.
//
// Branches: branchfork.go shows how a branch begins with its parent's state, branchancestry.go what a state contains,
// branchcomparison.go how two states are brought together.
//
// A past view is made from the nearest view at hand, the present one or a past one that is kept (viewpastcache.go):
// forwards by folding, backwards by taking events back (viewback.go), with what follows from geometry of all that these
// events do not bear on (derivedbetween.go). Where that is more work (viewwalk.go), and for the present, a fold begins
// at a snapshot in a folder (snapshots.go, snapshotfolder.go), which is a cache that may be missing, damaged or of
// another history without changing any answer. It decodes on one goroutine what it applies on another
// (eventdecodeahead.go), and puts what many events leave in order once (state.Model.Fold, historyBuilder in
// history.go).
//
// What a view derives from geometry is computed when it is first looked at, for the part of the model that is looked
// at, and from the view before it where that had computed it: the cost of an edit follows what the edit touches, and
// the cost of a first answer what it is about. A part consists of cells, the elements of a category on a level
// (derivedextent.go): a survey says by the parameters alone between which heights those of a cell can be, and each look
// (derivedlook.go) derives the cells that its answer depends on. What no cell finds is derived from the beginning.
//
// Caveat: an event of a type that this build does not know stops the fold with STORE_CORRUPT; nothing is ever skipped.
package projections
