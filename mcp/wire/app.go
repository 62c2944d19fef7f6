package wire

import "maps"

// What MCP Apps (SEP-1865, 2026-01-26) has in its messages.
const (
	appExtension = "io.modelcontextprotocol/ui"
	// AppMIMEType is that of a page which hosts show in the conversation.
	AppMIMEType = "text/html;profile=mcp-app"
	appKey      = "ui"
	appFlatKey  = "ui/resourceUri" // which the first hosts read, and some still do
)

// App says how a host shows a resource of AppMIMEType: in a frame that reaches nothing but the host.
type App struct {
	// Domain is the origin that the frame gets, where the host asks a server at an address for one; "" leaves it to the
	// host.
	Domain string
}

// meta is what clients are told of the app, with the resource in lists and with its content.
func (a *App) meta() map[string]any {
	about := map[string]any{"csp": map[string]any{}, "prefersBorder": true}
	if a.Domain != "" {
		about["domain"] = a.Domain
	}
	return map[string]any{appKey: about}
}

// appMeta is what clients are told of a tool whose results an app shows.
func appMeta(uri string) map[string]any {
	return map[string]any{appKey: map[string]any{"resourceUri": uri}, appFlatKey: uri}
}

// extensions are those of the protocol that are declared, apps among them where there is one.
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

// appOf returns the app at an address, nil where there is none.
func (s *Server) appOf(uri string) *App {
	for _, r := range s.options.Resources {
		if r.URI == uri {
			return r.App
		}
	}
	return nil
}
