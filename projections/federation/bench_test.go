package federation

import (
	"runtime"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
)

// BenchmarkClashesAcrossModels holds the clashes of a tower that is split into four models against those of the whole,
// composing included.
func BenchmarkClashesAcrossModels(b *testing.B) {
	whole := built(b, 10, 10_000)
	var events []state.Event
	for e := range (&composer{own: whole, whole: true}).ownEvents(whole, nil) {
		events = append(events, e)
	}
	var views []*projections.View
	for _, d := range disciplines {
		views = append(views, split(whole, d, state.Transform{}))
	}
	for name, view := range map[string]func() *projections.View{
		"whole":    func() *projections.View { return viewOf("whole", events) },
		"composed": func() *projections.View { return Compose(views[0], sources(views, state.Transform{}), true) },
	} {
		b.Run(name, func(b *testing.B) {
			var held *projections.View
			for b.Loop() {
				held = view()
				if _, err := clashes.Find(b.Context(), held, clashes.Test{Mode: clashes.ModeHard}, nil); err != nil {
					b.Fatal(err)
				}
			}
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-held")
			runtime.KeepAlive(held)
		})
	}
}
