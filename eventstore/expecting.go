package eventstore

import "context"

type expectingKey struct{}

// Expecting returns a context whose reads of a stream are made for a caller that will take n events and then stop, so
// that an engine need not bring more along. A caller that goes on gets the rest all the same.
func Expecting(ctx context.Context, n uint64) context.Context {
	return context.WithValue(ctx, expectingKey{}, n)
}

// ExpectedOf returns how many events the caller of a read will take, 0 when that is not known.
func ExpectedOf(ctx context.Context) uint64 {
	n, _ := ctx.Value(expectingKey{}).(uint64)
	return n
}
