package export

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/bimstream/bimstream/ifc/verify"
)

// asked is a context that counts the checks for cancellation and is cancelled after a given number of checks. Thus the
// place where work stops does not depend on the speed of the machine.
type asked struct {
	context.Context
	until, asks atomic.Int64
}

func askedUntil(t *testing.T, n int64) *asked {
	x := &asked{Context: t.Context()}
	x.until.Store(n)
	return x
}

func (x *asked) Err() error {
	if x.asks.Add(1) > x.until.Load() {
		return context.Canceled
	}
	return nil
}

// never is a number of checks that no run reaches.
const never = 1 << 40

// cancelledThroughout cancels work at its start, near its end, and at places between. After each cancellation only the
// running loops and their callers may check the context once more. The number of checks differs slightly between runs,
// because the workers share results.
func cancelledThroughout(t *testing.T, least int, work func(ctx context.Context) error) {
	t.Helper()
	whole := askedUntil(t, never)
	if err := work(whole); err != nil {
		t.Fatal(err)
	}
	total := whole.asks.Load()
	if total < int64(least) {
		t.Fatalf("asked %d times in all, want %d at least", total, least)
	}
	const places, nested = 12, 8
	for i := range int64(places + 1) {
		ctx := askedUntil(t, total*min(i*100/places, 99)/100)
		if err := work(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d of %d questions: %v", ctx.until.Load(), total, err)
		}
		if more := ctx.asks.Load() - ctx.until.Load(); more > int64(nested*(1+runtime.GOMAXPROCS(0))) {
			t.Errorf("cancelled after %d of %d questions, it asked %d times more", ctx.until.Load(), total, more)
		}
	}
}

func TestACancelledExportLeavesNoFile(t *testing.T) {
	m, o := builtTower(t), defaults()
	o.Rules, o.SpaceBoundaries = true, true
	folder := t.TempDir()
	path := filepath.Join(folder, "tower.ifc")
	cancelledThroughout(t, m.Len(), func(ctx context.Context) error {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := File(ctx, path, m, o)
		if left, _ := os.ReadDir(folder); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
		if data, _ := os.ReadFile(path); err != nil && string(data) != "old" {
			t.Errorf("a cancelled export replaced the file: %d bytes", len(data))
		}
		return err
	})
}

func TestACancelledExportWritesNothing(t *testing.T) {
	m := builtTower(t)
	cancelledThroughout(t, m.Len(), func(ctx context.Context) error {
		_, err := Write(ctx, new(bytes.Buffer), m, defaults())
		return err
	})
}

func TestACancelledCheckHasNoReport(t *testing.T) {
	var file bytes.Buffer
	summary, err := Write(t.Context(), &file, builtTower(t), defaults())
	if err != nil {
		t.Fatal(err)
	}
	cancelledThroughout(t, summary.Instances, func(ctx context.Context) error {
		report, err := verify.Bytes(ctx, file.Bytes(), verify.Options{})
		if (report == nil) != (err != nil) {
			t.Errorf("%v with a report: %t", err, report != nil)
		}
		return err
	})
}
