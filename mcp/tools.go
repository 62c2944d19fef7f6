package mcp

// Hooks of a build with special tags; nil in the product.
var (
	extraTools  func() []Tool
	extraConfig func(*Config)
)

// Tools answers the tools that this package itself brings: none in the product, the fixtures in a test build. The
// table of the product is in the sub-package tools.
func Tools() []Tool {
	if extraTools == nil {
		return nil
	}
	return extraTools()
}

// AddFixtures adds to a configuration what a test build brings besides tools; nothing in the product.
func AddFixtures(c *Config) {
	if extraConfig != nil {
		extraConfig(c)
	}
}
