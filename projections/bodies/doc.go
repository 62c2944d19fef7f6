// Package bodies says what viewers draw of a state: its elements in rows, their bodies in chunks of little-endian
// bytes, and what differs from another state. The web page and the view in a chat are told of models by it.
//
// The few types: [State] is a view as far as somebody may know of it, [Scene] tells its elements and where their
// chunks are to be had, [Delta] tells what differs between two states, [Store] makes bodies and keeps them. Read
// scene.go, then chunk.go (the bytes) and delta.go.
//
// The shapes are written down for readers in mcp/web/ui/api.ts; a test there holds the names of the fields against it.
//
// Caveats: bodies that were encoded are kept up to a bound; what was let go is made again. Triangles of a chunk are not
// counted before its bodies are made.
package bodies
