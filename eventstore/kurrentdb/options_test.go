package kurrentdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
)

func TestConnectionStrings(t *testing.T) {
	for url, want := range map[string]string{
		"esdb://localhost:2113?tls=false":                                "bimstream-log",
		"kurrentdb://localhost?tls=false&namespace=house.1":              "house.1-log",
		"kdb+discover://cluster.example:2113?Namespace=x":                "x-log",
		"esdb+discover://a:1,b:2,c:3?tls=false":                          "bimstream-log",
		"esdb://u:p@a:1,b:2,c:3?tlsVerifyCert=false&maxAppendBytes=9999": "bimstream-log",
	} {
		s := open(t, url, Options{})
		if s.logName != want || !IsConnectionString(url) {
			t.Errorf("%s: log %q, want %q", url, s.logName, want)
		}
		if strings.Contains(url, "9999") && s.CallLimit() != 9999 {
			t.Errorf("%s: bound %d", url, s.CallLimit())
		}
	}
}

func TestRefusedConnectionStrings(t *testing.T) {
	for url, want := range map[string]string{
		"localhost:2113":                                     "begins with esdb://",
		"sqlite:somewhere":                                   "begins with esdb://",
		"esdb://localhost?tsl=false":                         `unknown setting "tsl"`,
		"esdb://localhost?namespace=A-b":                     "namespace",
		"esdb://localhost?maxAppendBytes=lots":               "number of bytes",
		"esdb://localhost?maxAppendBytes=999":                "at least 4096",
		"esdb://admin:secret@localhost?tls=false":            "over TLS only",
		"esdb://admin:secret@localhost:port?tls=true":        "connection string",
		"esdb://localhost?tls=false&keepAliveInterval=never": "keepAliveInterval",
	} {
		_, err := Open(url, Options{MirrorDir: t.TempDir()})
		if !errors.Is(err, eventstore.ErrRefused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", url, err, want)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error tells the password: %v", url, err)
		}
	}
	if _, err := Open("esdb://localhost?tls=false", Options{}); err == nil {
		t.Error("a store without a directory for its mirror was opened")
	}
}
