package sqlite

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	modernc "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/bimstream/bimstream/eventstore"
)

// primaryCode masks the part of an extended result code that gives its class (https://www.sqlite.org/rescode.html).
const primaryCode = 0xff

// translate wraps an error of SQLite or of the system in the matching error of the contract. Errors of the contract and
// of a context pass unchanged.
func translate(err error) error {
	if err == nil || hasMeaning(err) {
		return err
	}
	return fmt.Errorf("%w: %w", meaningOf(err), err)
}

func hasMeaning(err error) bool {
	for _, known := range []error{
		eventstore.ErrStreamNotFound, eventstore.ErrWrongExpected, eventstore.ErrIdempotencyCorrupt,
		eventstore.ErrInvalidEvent, eventstore.ErrTooLarge, eventstore.ErrUnavailable, eventstore.ErrFull,
		eventstore.ErrCorrupt, eventstore.ErrClosed, context.Canceled, context.DeadlineExceeded,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

func meaningOf(err error) error {
	var fault *modernc.Error
	if !errors.As(err, &fault) {
		if errors.Is(err, syscall.ENOSPC) {
			return eventstore.ErrFull
		}
		return eventstore.ErrUnavailable
	}
	switch {
	case fault.Code()&primaryCode == codes.SQLITE_FULL, fault.Code() == codes.SQLITE_IOERR_SHMSIZE:
		return eventstore.ErrFull // SHMSIZE: the index of the write-ahead log could not grow
	case fault.Code()&primaryCode == codes.SQLITE_CORRUPT, fault.Code()&primaryCode == codes.SQLITE_NOTADB:
		return eventstore.ErrCorrupt
	}
	return eventstore.ErrUnavailable
}

// isRefusal reports whether an error refuses one append and does not concern the state of the database.
func isRefusal(err error) bool {
	return errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt)
}
