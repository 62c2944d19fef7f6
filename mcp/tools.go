package mcp

import "github.com/bimstream/bimstream/eventstore"

// extraTools returns tools that a build with special tags adds; nil in the product.
var extraTools func() []Tool

// extraStore hands the store to tools of such a build; nil in the product.
var extraStore func(eventstore.Store)

// Tools returns the tools that this package itself brings: none in the product, the fixtures in a test build. The
// table of the product is in the sub-package tools.
func Tools() []Tool {
	if extraTools == nil {
		return nil
	}
	return extraTools()
}
