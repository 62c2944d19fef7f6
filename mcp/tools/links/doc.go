// Package links holds the tools by which a branch refers to other models: link, update, unlink and list.
//
// Read [Tools] first. Package app handles queries across links, and package projections/federation composes views.
package links
