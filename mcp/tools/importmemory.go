package tools

import (
	"bufio"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/projections"
)

// importMemory is how many bytes an import takes at most for each byte of its file: measured 16.5 of an export of
// 20,000 elements (30 MB), with what the collector leaves lying.
const importMemory = 18

// CheckImportMemory refuses a file for which the memory that is free would not do, before it is read: a machine that
// runs out of memory ends the whole server. It accepts what it cannot tell.
func CheckImportMemory(size int64) error { return checkMemory(size, freeMemory()) }

// holdImport returns a function that runs CheckImportMemory and holds the memory of an import until the call ends.
func holdImport(ctx context.Context) func(size int64) error {
	return func(size int64) error {
		if err := CheckImportMemory(size); err != nil {
			return err
		}
		err := budget.Hold(ctx, size*importMemory)
		if errors.Is(err, budget.ErrNever) {
			return domain.Errorf(domain.OperationTooLarge,
				"a file of %d MB takes up to %d MB of memory to be read, and all calls of this server may take %d MB "+
					"(flag --work-memory): divide the file by storeys or disciplines",
				size>>20, size*importMemory>>20, budget.Allowed()>>20).
				With("size", size).With("largest", budget.Allowed()/importMemory)
		}
		return err
	}
}

// exportMemory is how many bytes an export needs at most for each element: 24 kB were measured of a generated tower of
// 10,000 elements, including garbage that was not yet collected.
const exportMemory = 32 << 10

// holdExport holds the memory of an export of a view until the call ends.
func holdExport(ctx context.Context, v *projections.View) error {
	need := int64(v.Model.Len()) * exportMemory
	err := budget.Hold(ctx, need)
	if errors.Is(err, budget.ErrNever) {
		return domain.Errorf(domain.OperationTooLarge,
			"an export of %d elements takes up to %d MB of memory, and all calls of this server may take %d MB (flag "+
				"--work-memory): export with the command bimstream export, or on a machine with more memory",
			v.Model.Len(), need>>20, budget.Allowed()>>20).
			With("elements", v.Model.Len()).With("largest", budget.Allowed()/exportMemory)
	}
	return err
}

func checkMemory(size, free int64) error {
	if need := size * importMemory; size > math.MaxInt64/importMemory || need > free {
		return domain.Errorf(domain.OperationTooLarge,
			"an import of %d MB takes up to %d MB of memory, and %d MB are free: divide the file by storeys or "+
				"disciplines, or use a machine with more memory",
			size>>20, need>>20, free>>20).With("size", size).With("needed", need).With("free", free)
	}
	return nil
}

// freeMemory returns the bytes that this process may still take: of the system, of the control group and of the limit
// that Go was given, the least. What is not told does not count.
func freeMemory() int64 {
	free := int64(math.MaxInt64)
	if kilobytes, ok := fieldOf("/proc/meminfo", "MemAvailable:"); ok {
		free = min(free, kilobytes<<10)
	}
	const group = "/sys/fs/cgroup"
	if most, ok := numberIn(filepath.Join(group, "memory.max")); ok {
		taken, _ := numberIn(filepath.Join(group, "memory.current"))
		free = min(free, max(0, most-taken))
	}
	return min(free, debug.SetMemoryLimit(-1))
}

// WorkMemory returns how many bytes the calls of a server may take together where nothing else is said: half of what
// the machine, the control group or the limit that Go was given has, the least of them.
func WorkMemory() int64 {
	all := debug.SetMemoryLimit(-1)
	if kilobytes, ok := fieldOf("/proc/meminfo", "MemTotal:"); ok {
		all = min(all, kilobytes<<10)
	}
	if most, ok := numberIn("/sys/fs/cgroup/memory.max"); ok {
		all = min(all, most)
	}
	return all / 2
}

// fieldOf returns the number behind a name in a file of lines.
func fieldOf(path, name string) (int64, bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == name {
			n, err := strconv.ParseInt(words[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}

// numberIn returns the number that a file holds; false where it holds a word, such as max.
func numberIn(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
