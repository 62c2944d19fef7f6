package wire

import "maps"

// The names that MCP Apps (SEP-1865, 2026-01-26) defines for messages.
const (
	appExtension = "io.modelcontextprotocol/ui"
	// AppMIMEType is the type of a page that hosts show in the conversation.
	AppMIMEType = "text/html;profile=mcp-app"
	appKey      = "ui"
	appFlatKey  = "ui/resourceUri" // read by the first hosts, and still by some
)

// App describes how a host shows a resource of AppMIMEType: in a frame that can reach only the host.
type App struct {
	// Domain is the origin of the frame, for hosts that require one from servers with an address; "" leaves the choice
	// to the host.
	Domain string
}

// meta returns the metadata of the app for clients, both in lists of resources and with its content.
func (a *App) meta() map[string]any {
	about := map[string]any{"csp": map[string]any{}, "prefersBorder": true}
	if a.Domain != "" {
		about["domain"] = a.Domain
	}
	return map[string]any{appKey: about}
}

// appMeta returns the metadata of a tool whose results an app shows.
func appMeta(uri string) map[string]any {
	return map[string]any{appKey: map[string]any{"resourceUri": uri}, appFlatKey: uri}
}

// extensions returns the protocol extensions that the server declares, including apps if a resource has one.
func (o *Options) extensions() map[string]any {
	out := maps.Clone(o.Extensions)
	for _, r := range o.Resources {
		if r.App != nil {
			if out == nil {
				out = map[string]any{}
			}
			out[appExtension] = map[string]any{"mimeTypes": []string{AppMIMEType}}
		}
	}
	return out
}

// appOf returns the app at an address, or nil.
func (s *Server) appOf(uri string) *App {
	for _, r := range s.options.Resources {
		if r.URI == uri {
			return r.App
		}
	}
	return nil
}
