package files

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// exportMemory is how many bytes an export needs at most for each element. A generated tower of 10,000 elements took 24
// kB, including garbage that was not yet collected.
const exportMemory = 32 << 10

// holdExport reserves the memory of an export of a view until the call ends.
func holdExport(ctx context.Context, v *projections.View) error {
	need := int64(v.Model.Len()) * exportMemory
	err := budget.Hold(ctx, need)
	if errors.Is(err, budget.ErrNever) {
		return state.Errorf(state.OperationTooLarge,
			"an export of %d elements takes up to %d MB of memory, and all calls of this server may take %d MB (flag "+
				"--work-memory): export with the command bimstream export, or on a machine with more memory",
			v.Model.Len(), need>>20, budget.Allowed()>>20).
			With("elements", v.Model.Len()).With("largest", budget.Allowed()/exportMemory)
	}
	return err
}

// WorkMemory returns how many bytes the calls of a server may take together by default: half of the memory of the
// machine, the control group's limit or Go's memory limit, whichever is least.
func WorkMemory() int64 {
	all := debug.SetMemoryLimit(-1)
	if kilobytes, ok := app.FieldOf("/proc/meminfo", "MemTotal:"); ok {
		all = min(all, kilobytes<<10)
	}
	if most, ok := app.NumberIn("/sys/fs/cgroup/memory.max"); ok {
		all = min(all, most)
	}
	return all / 2
}
