package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// claudeApps is the value of --app-domain that selects the origin that Claude gives to the views of a server.
const claudeApps = "claude"

// claudeAppsDomain and claudeAppsDigits describe that origin: the first digits of the SHA-256 of the server's address,
// followed by the domain.
const (
	claudeAppsDomain = ".claudemcpcontent.com"
	claudeAppsDigits = 32
)

// originOfApp returns the origin of the view in a chat. If it returns "", the host chooses the origin. This is the case
// over standard input and output, where the server has no address.
func (o *httpOptions) originOfApp() string {
	switch {
	case o.address == "":
		return ""
	case o.appDomain != claudeApps:
		return o.appDomain
	}
	sum := sha256.Sum256([]byte(strings.TrimSuffix(o.publicURL, "/")))
	return hex.EncodeToString(sum[:])[:claudeAppsDigits] + claudeAppsDomain
}
