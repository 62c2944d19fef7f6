package httpd

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// guard refuses requests that a web page from elsewhere may have sent. It checks the Origin. It also checks the Host,
// because a browser may have been led to this machine by a foreign name (DNS rebinding).
type guard struct {
	hosts   []string // allowed names beside those of this machine, without port
	origins []string // as browsers send them, such as https://bim.example
}

// check returns an error for a host or origin that no request can have.
func (g guard) check() error {
	for _, o := range g.origins {
		if u, err := url.Parse(o); err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" {
			return fmt.Errorf("--allowed-origin takes scheme and host, such as https://bim.example, not %q", o)
		}
	}
	for _, h := range g.hosts {
		if h == "" || strings.ContainsAny(h, "/ ") || strings.Contains(h, "://") {
			return fmt.Errorf("--allowed-host takes a host name, such as bim.example, not %q", h)
		}
	}
	return nil
}

// refuses returns why a request is refused, or "" if it is accepted.
func (g guard) refuses(r *http.Request) string {
	if origin := r.Header.Get("Origin"); origin != "" && !g.knowsOrigin(origin) {
		return "requests of web pages from this origin are not allowed: the operator allows it by --allowed-origin"
	}
	if !g.knowsHost(r) {
		return "requests for this host are not allowed: the operator allows the name by --allowed-host, or lets the " +
			"proxy send Host: localhost"
	}
	return ""
}

func (g guard) knowsOrigin(origin string) bool {
	if slices.ContainsFunc(g.origins, func(o string) bool { return strings.EqualFold(o, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && isLoopbackName(u.Hostname())
}

// knowsHost reports whether the Host of a request is allowed. A request over the loopback must name this machine, the
// address that it came to, or an allowed name. If names are configured, the Host of every request is checked.
func (g guard) knowsHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return true // not a network connection
	}
	at, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return true // a Unix socket
	}
	host := hostName(r.Host)
	switch {
	case isLoopbackName(host), slices.ContainsFunc(g.hosts,
		func(h string) bool { return strings.EqualFold(hostName(h), host) }):
		return true
	case at.Addr().Unmap().IsLoopback():
		return false
	}
	asked, err := netip.ParseAddr(host)
	return len(g.hosts) == 0 || err == nil && asked.Unmap() == at.Addr().Unmap()
}

// hostName returns a host without its port, and an IPv6 address without its brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.Trim(host, "[]")
}

func isLoopbackName(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// allow sets the headers that allow the requesting page to read the answer.
func (g guard) allow(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After, ETag")
}

// preflight answers the question that a browser asks before it sends the request of an allowed page.
func (g guard) preflight(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	header.Set("Access-Control-Allow-Headers",
		"Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, "+
			"Mcp-Name, Range, If-Range, If-None-Match")
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}
