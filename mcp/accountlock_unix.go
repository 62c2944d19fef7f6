//go:build unix

package mcp

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile waits for the exclusive lock of a file, which the operating system takes back when the process ends.
func lockFile(f *os.File) error { return flock(f, unix.LOCK_EX) }

func unlockFile(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// load reads the file, which is mapped into memory at the first time.
func (f *accountFile) load() error {
	about, err := f.Stat()
	if err == nil && about.Size() < int64(len(f.room)) { // new, of an older build, or cut by somebody
		err = f.fill(about.Size())
	}
	if err == nil && f.mapped == nil {
		f.mapped, err = unix.Mmap(int(f.Fd()), 0, len(f.room), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	}
	if err != nil {
		return err
	}
	copy(f.room[:], f.mapped)
	return nil
}

// fill writes zeros from a place to the end. A file that is made longer without has no room on the disk yet: where
// there is none left, the first write to the memory would end the process, and this says that the disk is full.
func (f *accountFile) fill(from int64) error {
	_, err := f.WriteAt(make([]byte, int64(len(f.room))-from), from)
	return err
}

// save writes one of the places.
func (f *accountFile) save(place int, text [accountBytes]byte) error {
	copy(f.mapped[place*accountBytes:], text[:])
	return nil
}

func (f *accountFile) unmap() error {
	if f.mapped == nil {
		return nil
	}
	return unix.Munmap(f.mapped)
}
