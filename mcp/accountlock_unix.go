//go:build unix

package mcp

import (
	"errors"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// lockFile waits for the exclusive lock of a file, which the operating system releases when the process ends.
func lockFile(f *os.File) error { return flock(f, unix.LOCK_EX) }

func unlockFile(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// load reads the file, after mapping it into memory at the first call.
func (f *accountFile) load() (err error) {
	var about unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &about); err != nil {
		return err
	}
	if about.Nlink == 0 {
		return errRemoved
	}
	if err := f.checkSize(about.Size); err != nil {
		return err
	}
	if f.mapped == nil {
		f.mapped, err = unix.Mmap(int(f.Fd()), 0, len(f.room), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err != nil {
			return err
		}
	}
	return survive(func() { copy(f.room[:], f.mapped) })
}

// save writes one of the places.
func (f *accountFile) save(place int, text [accountBytes]byte) error {
	return survive(func() { copy(f.mapped[place*accountBytes:], text[:]) })
}

// survive runs a function that accesses mapped memory. If the file is shortened at that moment, survive returns an
// error, instead of ending the process.
func survive(touch func()) (err error) {
	defer func(before bool) {
		debug.SetPanicOnFault(before)
		if r := recover(); r != nil {
			err = damagedAccount("it was cut while it was used")
		}
	}(debug.SetPanicOnFault(true))
	touch()
	return nil
}

func (f *accountFile) unmap() error {
	if f.mapped == nil {
		return nil
	}
	return unix.Munmap(f.mapped)
}
