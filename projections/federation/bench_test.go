package federation

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
)

// compared returns the number of elements in the tower of the benchmark, which BIMSTREAM_ELEMENTS can set.
func compared(b *testing.B) int {
	b.Helper()
	if n, err := strconv.Atoi(os.Getenv("BIMSTREAM_ELEMENTS")); err == nil {
		return n
	}
	return 10_000
}

// processorSeconds returns the processor time of the process, which other processes do not affect.
func processorSeconds() float64 {
	runtime.GC() // updates the estimate
	of := []metrics.Sample{{Name: "/cpu/classes/user:cpu-seconds"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(of)
	return of[0].Value.Float64() + of[1].Value.Float64()
}

// BenchmarkAcrossModels compares a tower that is split into four models with the whole: the first query, and the matrix
// of clashes, including composing. The views of the whole and of the parts are made from a log.
func BenchmarkAcrossModels(b *testing.B) {
	whole := built(b, 10, compared(b))
	one := eventsOf(whole, "", state.Transform{})
	parts := map[string][]state.Event{}
	for _, d := range disciplines {
		parts[d] = eventsOf(whole, d, state.Transform{})
	}
	for _, question := range []struct {
		name string
		ask  func(*projections.View) error
	}{
		{"first question", func(v *projections.View) error {
			_, err := v.MeasureOf(v.Model.OfCategory(state.CategoryWall)[0])
			v.Spatial()
			return err
		}},
		{"clashes", func(v *projections.View) error {
			_, err := clashes.Find(b.Context(), v, clashes.Test{Mode: clashes.ModeHard}, nil)
			return err
		}},
	} {
		for name, view := range map[string]func() *projections.View{
			"whole": func() *projections.View { return viewOf("whole", one) },
			"composed": func() *projections.View {
				var views []*projections.View
				for _, d := range disciplines {
					views = append(views, viewOf(d, parts[d]))
				}
				return Compose(views[0], sources(views, state.Transform{}), true)
			},
		} {
			b.Run(question.name+"/"+name, func(b *testing.B) {
				var held *projections.View
				before := processorSeconds()
				for b.Loop() {
					held = view()
					if err := question.ask(held); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((processorSeconds()-before)/float64(b.N), "cpu-s/op")
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-held")
				runtime.KeepAlive(held)
			})
		}
	}
}
