package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// claudeApps asks for the origin that Claude gives to the views of a server.
const claudeApps = "claude"

// claudeAppsDomain and claudeAppsDigits are how Claude names it: after the first digits of the SHA-256 of the server's
// address.
const (
	claudeAppsDomain = ".claudemcpcontent.com"
	claudeAppsDigits = 32
)

// originOfApp is the origin of the view in a chat; "" leaves it to the host, as over standard input and output, where
// there is no address that an origin could be bound to.
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
