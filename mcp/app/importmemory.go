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

// ImportMemory is how many bytes an import takes at most for each byte of its file: measured 16.5 of an export of
// 20,000 elements (30 MB), with what the collector leaves lying.
const ImportMemory = 18

// CheckImportMemory refuses a file for which the memory that is free would not do, before it is read: a machine that
// runs out of memory ends the whole server. It accepts what it cannot tell.
func CheckImportMemory(size int64) error { return CheckMemory(size, FreeMemory()) }

// HoldImport returns a function that runs CheckImportMemory and holds the memory of an import until the call ends.
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

// FreeMemory returns the bytes that this process may still take: of the system, of the control group and of the limit
// that Go was given, the least. What is not told does not count.
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

// FieldOf returns the number behind a name in a file of lines.
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

// NumberIn returns the number that a file holds; false where it holds a word, such as max.
func NumberIn(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
