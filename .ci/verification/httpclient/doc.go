// Command httpclient works over HTTP by mcp-go's client, as http.mjs does by the SDKs: the house, progress of two calls
// at once, a connection that is cut, a server that is started again, a token that is rotated, a file out and in.
package main
