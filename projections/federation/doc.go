// Package federation composes the view of a model and of its linked models, so that a query about a model can cover
// several. The view is a [projections.View] like any other, and queries need not know about links.
//
// Read compose.go: [Compose] takes over the content of each linked model at the place of its link, under its own ids if
// these are free. Storeys of the same height are one storey. place.go computes the place of a link ([Placing]),
// findings.go finds disagreements ([Check]).
//
// Nothing of the linked models is stored. The data derived from a composed view belong to it and are kept with it.
//
// Caveats: links are followed once; links of a linked model are ignored. Constraints of linked models are left out,
// because each model keeps its own.
package federation
