// Package projections keeps the data derived from the log of a model: the folded state, the spatial index, the rooms,
// the graph of relations, measures and the history of each element. Everything here can be dropped and folded again.
//
// The few types: [Live] keeps one [View] per branch in use and brings it up to the head of the store before every
// answer. A View is the model at one revision with everything derived from it. It is immutable, so any number of
// goroutines may read it. [Meta] is the metadata of a stored model event. Read live.go first, then view.go,
// derivedlazy.go and derivedaffected.go, which determines what has to be computed again after an event.
//
// Branches: branchfork.go shows how a branch begins with its parent's state, branchancestry.go what a state contains,
// branchcomparison.go how two states are merged.
//
// A past view is made from the nearest view at hand, the present one or a kept past one (viewpastcache.go): forwards by
// folding, backwards by reverting events (viewback.go). It shares the derived data that these events do not affect
// (derivedbetween.go). If that is more work (viewwalk.go), and for the present view, a fold begins at a snapshot in a
// folder (snapshots.go, snapshotfolder.go). The folder is a cache that may be missing, damaged or from another history
// without changing any answer. A fold decodes events on one goroutine and applies them on another
// (eventdecodeahead.go), and sorts the results of many events once (state.Model.Fold, historyBuilder in history.go).
//
// The data derived from geometry are computed on first use, for the part of the model that a query needs. They start
// from the data of the view before, if that had computed them. So the cost of an edit depends on what the edit touches,
// and the cost of a first answer depends on the query. A part consists of cells, the elements of a category on a level
// (derivedextent.go). A survey bounds the heights of each cell by the parameters alone, and each query (derivedlook.go)
// derives the cells on which its answer depends. Elements in no cell are derived from the beginning.
//
// Caveat: an event of a type that this build does not know stops the fold with STORE_CORRUPT; no event is ever skipped.
package projections
