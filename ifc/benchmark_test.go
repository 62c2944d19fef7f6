package ifc

import (
	"io"
	"testing"
)

func BenchmarkExportHouse(b *testing.B) {
	m := house(b).model
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Export(io.Discard, m, defaults()); err != nil {
			b.Fatal(err)
		}
	}
}
