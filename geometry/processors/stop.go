package processors

import "context"

// stopped is what [Hear] panics with.
type stopped struct{ err error }

// Hear ends the work that it is called from when the context has ended: by a panic, which [Stopped] makes the
// context's error where the work began. It is for loops deep within work that is thrown away when it is cancelled, and
// whose functions have no error to return.
func Hear(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// Until returns a function that hears of the end of the context, for work that asks whether it is to stop: it never
// says so, but ends it.
func Until(ctx context.Context) func() bool {
	return func() bool {
		Hear(ctx)
		return false
	}
}

// Stopped is deferred where work began that may be ended by [Hear], and sets the error then. Other panics go on.
func Stopped(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.err
	default:
		panic(r)
	}
}
