// Package federation composes the view of a model and of those that it links, so that a question about a model can be
// about several: the view is a [projections.View] like any other, and whoever asks it learns nothing of links.
//
// Read compose.go: [Compose] takes over what each linked model has, under its own ids where nothing else has them, at
// the place that the link gives it. Storeys of one height are one storey. place.go says where that place is
// ([Placing]), findings.go what does not fit ([Check]).
//
// Nothing of the linked models is stored. What a composed view derives belongs to it and is kept with it.
//
// Caveats: links are followed once; what a linked model links itself is not looked at. Constraints of linked models are
// left out: they say what that model keeps.
package federation
