// Package links holds the tools by which a branch looks at other models: link, update, unlink and list.
//
// Read [Tools] first. How questions are asked across links is in package app, how views are composed in package
// projections/federation.
package links
