package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

func TestStoretestTellsWhetherAStoreConforms(t *testing.T) {
	server, err := double.Start(double.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	for name, c := range map[string]struct{ store, output, failure string }{
		"memory":           {store: "memory:", output: " passed, 0 failed"},
		"folder":           {store: "sqlite:" + t.TempDir(), output: " passed, 0 failed"},
		"server":           {store: server.URL(), output: " passed, 0 failed\nserver " + server.Address()},
		"one namespace":    {store: server.URL() + "&namespace=mine", output: " passed, 0 failed\nserver "},
		"nothing known":    {store: "oracle:x", failure: "neither memory:"},
		"a wrong setting":  {store: "esdb://localhost?tsl=false", output: "FAIL", failure: "scenarios failed"},
		"a folder unnamed": {store: "sqlite:", failure: "neither memory:"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			command := root()
			command.SetOut(&out)
			command.SetArgs([]string{"storetest", "--store", c.store})
			err := command.ExecuteContext(t.Context())
			if (err != nil) != (c.failure != "") || (err != nil && !strings.Contains(err.Error(), c.failure)) {
				t.Errorf("error %v, want %q", err, c.failure)
			}
			if !strings.Contains(out.String(), c.output) {
				t.Errorf("output %s\nwant %q", out.String(), c.output)
			}
		})
	}
}
