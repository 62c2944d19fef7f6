package mcp

// extraTools returns tools that a build with special tags adds; nil in the product.
var extraTools func() []Tool

// Tools returns the tools that this package itself brings: none in the product, the fixtures in a test build. The
// table of the product is in the sub-package tools.
func Tools() []Tool {
	if extraTools == nil {
		return nil
	}
	return extraTools()
}
