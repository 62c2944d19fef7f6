package mcp

import "github.com/bimstream/bimstream/eventstore"

// extraTools returns tools that a build with special tags adds; nil in the product.
var extraTools func() []Tool

// extraStore passes the store to the tools of such a build; nil in the product.
var extraStore func(eventstore.Store)

// Tools returns the tools of this package: none in the product, the fixtures in a test build. The product's table is in
// the sub-package tools.
func Tools() []Tool {
	if extraTools == nil {
		return nil
	}
	return extraTools()
}
