package kurrentdb

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// The server in these benchmarks is the double. It has no disk and no network, and shares the processors with the
// client. The figures therefore measure the cost of the adapter, not of a node.

func BenchmarkAppendOne(b *testing.B) {
	s := open(b, server(b, double.Options{}).URL(), Options{})
	for i := range b.N {
		if _, err := s.Append(b.Context(), storetest.Part("walls", eventstore.Any, fmt.Sprint(i))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkAppendOneFromEight(b *testing.B) {
	s := open(b, server(b, double.Options{}).URL(), Options{})
	var n atomic.Int64
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Append(b.Context(), storetest.Part("walls", eventstore.Any,
				fmt.Sprint(n.Add(1)))); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkHead(b *testing.B) {
	s := open(b, server(b, double.Options{}).URL(), Options{})
	if _, err := s.Append(b.Context(), storetest.Part("walls", eventstore.Any, "a")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Head(b.Context(), "walls"); err != nil {
			b.Fatal(err)
		}
	}
}

// history returns a server with 20,000 events.
func history(b *testing.B) (d *double.Server, events int) {
	const appends, each = 200, 100
	d = server(b, double.Options{})
	s := open(b, d.URL(), Options{})
	for i := range appends {
		var names []string
		for j := range each {
			names = append(names, fmt.Sprint(i, " ", j))
		}
		if _, err := s.Append(b.Context(), storetest.Part("walls", eventstore.Any, names...)); err != nil {
			b.Fatal(err)
		}
	}
	return d, appends * each
}

// BenchmarkBareRead is the lower bound for BenchmarkCatchUp. It reads the same events with the client library alone and
// drops them.
func BenchmarkBareRead(b *testing.B) {
	d, events := history(b)
	s := open(b, d.URL(), Options{})
	for b.Loop() {
		n, err := call(b.Context(), s.sessions, func(ctx context.Context, client *session) (n int, err error) {
			stream, err := client.client.ReadStream(ctx, s.logName,
				esdb.ReadStreamOptions{From: esdb.Start{}}, uint64(events))
			if err != nil {
				return 0, err
			}
			defer stream.Close()
			for ; err == nil; n++ {
				_, err = stream.Recv()
			}
			return n - 1, nil
		})
		if n != events {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkCatchUp fills an empty mirror.
func BenchmarkCatchUp(b *testing.B) {
	d, events := history(b)
	for b.Loop() {
		behind := open(b, d.URL(), Options{MirrorDir: b.TempDir()})
		if position, err := behind.Position(b.Context()); err != nil || position != uint64(events) {
			b.Fatal(position, err)
		}
	}
	b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
}
