package eventstore

import "context"

type expectingKey struct{}

// Expecting returns a context for reads by a caller that will take n events and then stop, so that an engine need not
// fetch more. A caller that continues still gets the rest.
func Expecting(ctx context.Context, n uint64) context.Context {
	return context.WithValue(ctx, expectingKey{}, n)
}

// ExpectedOf returns how many events the caller of a read will take, or 0 if unknown.
func ExpectedOf(ctx context.Context) uint64 {
	n, _ := ctx.Value(expectingKey{}).(uint64)
	return n
}
