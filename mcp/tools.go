package mcp

// extraTools answers tools that a build with special tags adds; nil in the product.
var extraTools func() []Tool

// Tools answers the whole table of tools.
func Tools() []Tool {
	var table []Tool
	if extraTools != nil {
		table = append(table, extraTools()...)
	}
	return table
}
