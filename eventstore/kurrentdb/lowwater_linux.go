package kurrentdb

import "syscall"

// setLowWater sets how many bytes must have come before the system says that there is something to read. What came is
// read whether it is that much or not. A system that refuses says it for every byte, as without this.
func setLowWater(raw syscall.RawConn, bytes int) {
	_ = raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVLOWAT, bytes)
	})
}
