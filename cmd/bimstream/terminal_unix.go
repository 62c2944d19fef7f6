//go:build !windows

package main

// terminal is the terminal that controls the process.
const terminal = "/dev/tty"
