// Command goclient drives the server through mcp-go's own client: it builds the house, reads all lists, cancels a call,
// loses its connection and continues with a new one.
//
// Usage: goclient HOUSE.jsonl TOWER-FOLDER COMMAND ARGS...
package main
