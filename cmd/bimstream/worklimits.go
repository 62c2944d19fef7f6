package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/mcp/tools/files"
)

// workLimits are the flags that bound the memory and the pixels that calls use.
type workLimits struct {
	memory int64 // megabytes; 0: half of the available memory
	pixels int64
}

func (l *workLimits) flags(f *pflag.FlagSet) {
	f.Int64Var(&l.memory, "work-memory", 0, "megabytes that all calls under way may take together for pictures, "+
		"workbooks, imports, exports, meshes and schedules; what does not fit waits, what never can is refused; "+
		"default half of the machine's or control group's")
	f.Int64Var(&l.pixels, "max-pixels", budget.DefaultPixels, "pixels that one picture may have")
}

// apply sets the limits of this process.
func (l *workLimits) apply() error {
	if l.memory < 0 || l.pixels < 1 {
		return fmt.Errorf("--work-memory %d and --max-pixels %d: give a number of megabytes, 0 for half of what there "+
			"is, and at least one pixel", l.memory, l.pixels)
	}
	bytes := l.memory << 20
	if bytes == 0 {
		bytes = files.WorkMemory()
	}
	budget.Allow(bytes)
	budget.AllowPixels(l.pixels)
	return nil
}
