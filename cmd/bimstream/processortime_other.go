//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime answers the time since the process started, where that on its processors is not asked for.
func processorTime() time.Duration { return time.Since(started) }
