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
	older, err := double.Start(double.Options{NoBatches: true, Version: "20.10.0"})
	if err != nil {
		t.Fatal(err)
	}
	defer older.Stop()
	unready, err := double.Start(double.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer unready.Stop()
	unready.Inject(double.Fault{On: double.Append, Effect: double.Unavailable, Times: 1})
	for name, c := range map[string]struct{ store, output, failure string }{
		"memory":           {store: "memory:", output: " passed, 0 failed"},
		"folder":           {store: "sqlite:" + t.TempDir(), output: " passed, 0 failed"},
		"server":           {store: server.URL(), output: " passed, 0 failed\nserver " + server.Address()},
		"older server":     {store: older.URL(), output: "by the client library: the server has no BatchAppend"},
		"once not ready":   {store: unready.URL(), output: "1 times in between by the client library for a moment: "},
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
