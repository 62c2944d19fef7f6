//go:build !linux

package kurrentdb

import "syscall"

// setLowWater does nothing where it is not known to help.
func setLowWater(syscall.RawConn, int) {}
