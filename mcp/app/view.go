package app

import (
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/web/static"
	"github.com/bimstream/bimstream/mcp/wire"
)

// ViewURI is the address of the view in a chat: a page that draws the model of a reply. It reads the scene as resources
// (resourcescene.go).
const ViewURI = "ui://bimstream/view.html"

// View returns the resource of the view. Domain is the origin of the view at hosts that ask for one; "" means none.
func View(domain string) wire.Resource {
	return wire.Resource{URI: ViewURI, Name: "view", Title: "Model in 3D", MIMEType: wire.AppMIMEType,
		Description: "Draws the model that a reply is about, for clients that show MCP Apps.",
		App:         &wire.App{Domain: domain}}
}

// ShowsView reports whether a server has tools whose results the view shows.
func ShowsView(served *mcp.Registry) bool {
	for _, e := range served.Entries() {
		if e.App == ViewURI {
			return true
		}
	}
	return false
}

func ViewContent() wire.Content { return wire.Content{MIMEType: wire.AppMIMEType, Text: static.View} }
