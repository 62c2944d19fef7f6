package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/bimstream/bimstream/ifc/step"
)

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	best, instances := time.Hour, 0
	for range 5 {
		runtime.GC()
		began := time.Now()
		f, err := step.ParseBytes(data)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		best, instances = min(best, time.Since(began)), len(f.Instances)
	}
	fmt.Printf("%.6f %d\n", best.Seconds(), instances)
}
