// Command httpclient tests HTTP with mcp-go's client, as http.mjs does with the SDKs: the house, progress of two
// concurrent calls, a broken connection, a restarted server, a rotated token, a file upload and download.
package main
