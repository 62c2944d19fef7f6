package double

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Call is a kind of call that a fault applies to.
type Call int

// The kinds of calls.
const (
	Append Call = iota
	Read
	Subscribe
	AppendAt // an Append that expects the log to have a certain end; counted only
)

// Effect is the way in which a call fails.
type Effect int

// The effects.
const (
	// None is no fault.
	None Effect = iota
	// LoseAnswer performs the call, but never answers: the caller's deadline ends the call.
	LoseAnswer
	// CutAfter performs the call, then answers that the server is unavailable, as a broken connection does.
	CutAfter
	// Unavailable refuses the call like a node that is starting or busy.
	Unavailable
	// Abort refuses the call like a node whose commit timed out.
	Abort
	// Delay waits for Fault.For before the call is performed.
	Delay
	// Hang never answers and does nothing.
	Hang
	// UnknownMessage sends a reader a message that the client does not know.
	UnknownMessage
	// Deny refuses the call for lack of rights.
	Deny
)

// Fault makes the next calls of a kind fail.
type Fault struct {
	On     Call
	Effect Effect
	Times  int           // number of affected calls; 0 means one
	After  int           // number of calls of the kind that succeed before
	For    time.Duration // duration of a Delay
}

// faults is the queue of injected faults.
type faults struct {
	mu      sync.Mutex
	pending []Fault
}

func (f *faults) inject(x Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x.Times = max(1, x.Times)
	f.pending = append(f.pending, x)
}

// take returns the fault for a call, if there is one.
func (f *faults) take(c Call) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.pending {
		if f.pending[i].On != c {
			continue
		}
		if f.pending[i].After > 0 {
			f.pending[i].After--
			continue
		}
		x := f.pending[i]
		if f.pending[i].Times--; f.pending[i].Times == 0 {
			f.pending = append(f.pending[:i], f.pending[i+1:]...)
		}
		return x, true
	}
	return Fault{}, false
}

func (f *faults) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = nil
}

// before applies a fault before the call. If it returns an error, the error is the answer and the call is not
// performed.
func (x Fault) before(ctx context.Context) error {
	switch x.Effect {
	case Unavailable:
		return status.Error(codes.Unavailable, "Server Is Too Busy")
	case Abort:
		return status.Error(codes.Aborted, "Operation timed out")
	case Deny:
		return status.Error(codes.PermissionDenied, "Access Denied")
	case Hang:
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	case Delay:
		select {
		case <-time.After(x.For):
		case <-ctx.Done():
			return status.FromContextError(ctx.Err()).Err()
		}
	}
	return nil
}

// after applies a fault in place of the answer.
func (x Fault) after(ctx context.Context) error {
	switch x.Effect {
	case LoseAnswer:
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	case CutAfter:
		return status.Error(codes.Unavailable, "connection reset")
	}
	return nil
}
