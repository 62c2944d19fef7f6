// Package bodies defines what viewers draw of a state: its elements in rows, their bodies in chunks of little-endian
// bytes, and the differences from another state. The web page and the view in a chat use it.
//
// The main types: [State] is a view restricted to what a viewer may see, [Scene] lists its elements and the addresses
// of their chunks, [Delta] holds the differences between two states, [Store] makes bodies and caches them. Read
// scene.go, then chunk.go (the bytes) and delta.go.
//
// The JSON structures are described for readers in mcp/web/ui/api.ts; a test there compares the names of the fields
// with this package.
//
// Caveats: encoded bodies are cached up to a bound; evicted ones are made again. The triangles of a chunk are not
// counted before its bodies are made.
package bodies
