package web

import (
	"net/http"
	"slices"
	"strings"
)

// refuses returns why a request is refused, or "" if it is accepted, since a page from elsewhere may have sent it. The
// check of Host stops foreign names that resolve to this machine (DNS rebinding), which browsers take for the page's
// own origin. The check of Origin stops other servers of this machine, which browsers take for the same site.
func (s *Server) refuses(r *http.Request) string {
	known := func(host string) bool {
		return slices.ContainsFunc(s.config.Hosts, func(h string) bool { return strings.EqualFold(h, host) })
	}
	if !known(r.Host) {
		return "this server is not " + r.Host + ": open the address that its terminal shows"
	}
	origin := r.Header.Get("Origin")
	if host, ok := strings.CutPrefix(origin, "http://"); origin != "" && (!ok || !known(host)) {
		return "requests of pages from " + origin + " are not answered"
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && r.Method != http.MethodGet {
		return "requests of pages from elsewhere are not answered"
	}
	return ""
}

// policy allows the page to run its own script and style and to reach its own server, and nothing else. No part of a
// model can become a script, and the page can send nothing elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
	"trusted-types 'none'"

// secure sets the security headers of every answer.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy",
		"accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()")
}
