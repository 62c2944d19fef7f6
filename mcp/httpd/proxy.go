package httpd

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

// proxies are the networks whose forwarded headers are trusted.
type proxies []netip.Prefix

// parseProxies parses addresses and networks.
func parseProxies(texts []string) (proxies, error) {
	var out proxies
	for _, text := range texts {
		if p, err := netip.ParsePrefix(text); err == nil {
			out = append(out, p.Masked())
			continue
		}
		a, err := netip.ParseAddr(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxy takes an address or a network, such as 127.0.0.1 or "+
				"10.0.0.0/8, not %q", text)
		}
		out = append(out, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
	}
	return out, nil
}

func (p proxies) trust(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// client returns the address of the client. It is the address of the connection unless that is a trusted proxy; then it
// is the last address in X-Forwarded-For that is not a trusted proxy. Earlier addresses in the header are not
// trustworthy.
func (p proxies) client(r *http.Request) netip.Addr {
	connection, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	from := connection.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.trust(from); i-- {
		said, err := netip.ParseAddr(hostName(strings.TrimSpace(hops[i])))
		if err != nil {
			break
		}
		from = said.Unmap()
	}
	return from
}

// scheme returns http or https, as reported by a trusted proxy, otherwise from the connection.
func (p proxies) scheme(r *http.Request) string {
	connection, err := netip.ParseAddrPort(r.RemoteAddr)
	if err == nil && p.trust(connection.Addr()) {
		if said := strings.ToLower(r.Header.Get("X-Forwarded-Proto")); said == "https" || said == "http" {
			return said
		}
	}
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

// host returns the host that the client asked for.
func (p proxies) host(r *http.Request) string {
	connection, err := netip.ParseAddrPort(r.RemoteAddr)
	if said := r.Header.Get("X-Forwarded-Host"); err == nil && said != "" && p.trust(connection.Addr()) {
		return said
	}
	return r.Host
}
