package diagnosis

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
)

// TestEachCauseIsNamed checks the reason that Of returns for servers that cannot be used, and that it returns none for
// two servers that can.
func TestEachCauseIsNamed(t *testing.T) {
	plain, safe := httptest.NewServer(http.NotFoundHandler()), httptest.NewTLSServer(http.NotFoundHandler())
	defer plain.Close()
	defer safe.Close()
	plainAt, safeAt := plain.Listener.Addr().String(), safe.Listener.Addr().String()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closedAt := closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	none, known := x509.NewCertPool(), x509.NewCertPool()
	known.AddCert(safe.Certificate())
	for name, c := range map[string]struct {
		address string
		config  *tls.Config
		slow    bool
		kind    error
		want    string
	}{
		"nobody listens":       {closedAt, nil, false, eventstore.ErrUnavailable, "nobody listens at"},
		"TLS met without TLS":  {safeAt, nil, false, eventstore.ErrRefused, "wants TLS"},
		"no TLS met with TLS":  {plainAt, &tls.Config{}, false, eventstore.ErrRefused, "does not speak TLS"},
		"an unknown authority": {safeAt, &tls.Config{RootCAs: none}, false, eventstore.ErrRefused, "tlsCaFile"},
		"a known authority":    {safeAt, &tls.Config{RootCAs: known}, false, nil, ""},
		"no TLS":               {plainAt, nil, false, nil, ""},
		"slow":                 {safeAt, nil, true, nil, ""},
	} {
		err := Of(c.address, c.config, c.slow)
		if !errors.Is(err, c.kind) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
