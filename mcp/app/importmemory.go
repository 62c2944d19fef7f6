package app

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

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/budget"
)

// ImportMemory is the maximum number of bytes of memory that an import takes for each byte of its file. An export of
// 20,000 elements (30 MB) took 16.5, including garbage that was not collected yet.
const ImportMemory = 18

// CheckImportMemory refuses a file that needs more memory than is free, before the file is read, because running out of
// memory ends the whole server. If the free memory is unknown, it accepts the file.
func CheckImportMemory(size int64) error { return CheckMemory(size, FreeMemory()) }

// HoldImport returns a function that calls CheckImportMemory and reserves the memory of an import until the call ends.
func HoldImport(ctx context.Context) func(size int64) error {
	return func(size int64) error {
		if err := CheckImportMemory(size); err != nil {
			return err
		}
		err := budget.Hold(ctx, size*ImportMemory)
		if errors.Is(err, budget.ErrNever) {
			return state.Errorf(state.OperationTooLarge,
				"a file of %d MB takes up to %d MB of memory to be read, and all calls of this server may take %d MB "+
					"(flag --work-memory): divide the file by storeys or disciplines",
				size>>20, size*ImportMemory>>20, budget.Allowed()>>20).
				With("size", size).With("largest", budget.Allowed()/ImportMemory)
		}
		return err
	}
}

func CheckMemory(size, free int64) error {
	if need := size * ImportMemory; size > math.MaxInt64/ImportMemory || need > free {
		return state.Errorf(state.OperationTooLarge,
			"an import of %d MB takes up to %d MB of memory, and %d MB are free: divide the file by storeys or "+
				"disciplines, or use a machine with more memory",
			size>>20, need>>20, free>>20).With("size", size).With("needed", need).With("free", free)
	}
	return nil
}

// FreeMemory returns the bytes that this process may still take: the minimum of the system's free memory, that of the
// control group, and Go's memory limit. A limit that cannot be read is ignored.
func FreeMemory() int64 {
	free := int64(math.MaxInt64)
	if kilobytes, ok := FieldOf("/proc/meminfo", "MemAvailable:"); ok {
		free = min(free, kilobytes<<10)
	}
	const group = "/sys/fs/cgroup"
	if most, ok := NumberIn(filepath.Join(group, "memory.max")); ok {
		taken, _ := NumberIn(filepath.Join(group, "memory.current"))
		free = min(free, max(0, most-taken))
	}
	return min(free, debug.SetMemoryLimit(-1))
}

// FieldOf returns the number after a name in a file of lines, such as /proc/meminfo.
func FieldOf(path, name string) (int64, bool) {
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

// NumberIn returns the number in a file, and false if the file holds a word, such as max.
func NumberIn(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
