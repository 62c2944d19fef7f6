package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/ifc/step"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
)

// exports measures exporting the large model to a checked IFC file, and reading that file.
func (b *bench) exports() error {
	h, store, v, err := b.opened(elementsPerStorey)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	file := filepath.Join(b.dir, "export.ifc")
	var instances int
	spent, err := Spend(func() error {
		summary, err := files.ExportIFC(b.ctx, store, v, file, app.ExportOptions{Version: b.build.Version})
		instances = summary.Instances
		return err
	})
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	of := fmt.Sprintf("IFC export of %d elements, %d instances", h.elements, instances)
	b.add(Figure{Name: of, Value: float64(h.elements) / spent.Wall.Seconds(), Unit: "elements/s",
		Note: "made, checked, written, read back and checked; with the pass over the log for the owners"})
	b.add(Figure{Name: of, Value: megabytes(info.Size()) / spent.Wall.Seconds(), Unit: "MB/s"})
	if spent.CPU > 0 {
		b.add(Figure{Name: of + ", processor time", Value: spent.CPU.Seconds() * 1e6 / float64(instances),
			Unit: "us/instance"})
	}
	b.add(Figure{Name: of + ", memory", Value: megabytes(int64(spent.memory)), Unit: "MB",
		Note: "that the process holds afterwards, with the model"})
	return b.parsing(file)
}

// parsing measures reading a file on one processor.
func (b *bench) parsing(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	spent, err := Spend(func() error {
		_, err := step.ParseBytes(data)
		return err
	})
	if err != nil {
		return err
	}
	b.add(Figure{Name: "reading the file on one processor",
		Value: megabytes(int64(len(data))) / spent.Wall.Seconds(), Unit: "MB/s"})
	return nil
}

// Spending is the time and memory that an operation took.
type Spending struct {
	Wall, CPU time.Duration // CPU is 0 if the system does not report it
	memory    uint64        // bytes that the process holds from the system
}

// Spend runs a function, and returns its spending and its error.
func Spend(what func() error) (Spending, error) {
	runtime.GC()
	before, _ := cpuTime()
	began := time.Now()
	err := what()
	var s Spending
	s.Wall = time.Since(began)
	if after, ok := cpuTime(); ok {
		s.CPU = after - before
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	s.memory = stats.Sys
	return s, err
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }
