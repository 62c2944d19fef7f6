package processors

import "context"

// stopped is the panic value of [Hear].
type stopped struct{ err error }

// Hear panics if the context has ended; a deferred [Stopped] turns the panic into the context's error where the work
// began. It serves loops deep within work whose functions return no error and whose result is discarded on
// cancellation.
func Hear(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// Until returns a function for work that asks whether to stop. The function calls Hear, which panics if the context has
// ended, and otherwise returns false.
func Until(ctx context.Context) func() bool {
	return func() bool {
		Hear(ctx)
		return false
	}
}

// Stopped is deferred by the function that begins work which [Hear] may end. It sets the error to the error of the
// context, and passes other panics on.
func Stopped(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.err
	default:
		panic(r)
	}
}
