package kurrentdb

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// certificate returns a self-signed certificate for the loopback address, and the file of its authority.
func certificate(t *testing.T) (*tls.Config, string) {
	t.Helper()
	config, authority, err := double.Certificate()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(file, authority, 0o600); err != nil {
		t.Fatal(err)
	}
	return config, file
}

// TestCausesAreToldApart connects to servers that refuse in different ways, and to servers that do not exist. Each must
// give its own error.
func TestCausesAreToldApart(t *testing.T) {
	t.Parallel()
	secured, authority := certificate(t)
	_, other := certificate(t)
	users := map[string]double.User{"anna": {Password: "secret"}, "ben": {Password: "secret", Denied: true}}
	safe, plain := server(t, double.Options{TLS: secured, Users: users}), server(t, double.Options{})
	preview, stopped := server(t, double.Options{Version: "25.1.0-rc.1"}), server(t, double.Options{})
	frozen := server(t, double.Options{})
	stopped.Stop()
	frozen.Freeze()
	at := func(user, address, settings string) string { return "esdb://" + user + address + "?" + settings }
	ca := "tlsCaFile=" + url.QueryEscape(authority)
	for name, c := range map[string]struct {
		url     string
		kind    error
		reasons []string
	}{
		"a wrong password": {at("anna:wrong@", safe.Address(), ca), eventstore.ErrRefused,
			[]string{`user "anna"`, "password", safe.Address()}},
		"an unknown user": {at("carl:x@", safe.Address(), ca), eventstore.ErrRefused,
			[]string{`user "carl"`, safe.Address()}},
		"no user": {at("", safe.Address(), ca), eventstore.ErrRefused,
			[]string{"names no user", safe.Address()}},
		"a user without rights": {at("ben:secret@", safe.Address(), ca), eventstore.ErrRefused,
			[]string{`user "ben"`, "bimstream-log", safe.Address()}},
		"an unknown authority": {at("anna:secret@", safe.Address(), "tlsCaFile="+url.QueryEscape(other)),
			eventstore.ErrRefused, []string{"authority", "tlsCaFile", safe.Address()}},
		"TLS met without TLS": {at("", safe.Address(), "tls=false"), eventstore.ErrRefused,
			[]string{"wants TLS", safe.Address()}},
		"no TLS met with TLS": {at("", plain.Address(), "tls=true"), eventstore.ErrRefused,
			[]string{"does not speak TLS", plain.Address()}},
		"a version that is none": {preview.URL(), eventstore.ErrRefused, []string{"25.1.0-rc.1", preview.Address()}},
		"nobody there": {stopped.URL(), eventstore.ErrUnavailable,
			[]string{"nobody listens", stopped.Address()}},
		"a server that is frozen": {frozen.URL(), eventstore.ErrUnavailable,
			[]string{"does not answer", frozen.Address()}},
		"a cluster of which none": {"esdb://" + stopped.Address() + ",127.0.0.1:1?tls=false",
			eventstore.ErrUnavailable, []string{"nobody listens"}},
		"a name that is not known": {"esdb://nowhere.invalid:2113?tls=false", eventstore.ErrUnavailable,
			[]string{"nowhere.invalid"}},
		"a cluster one of which is": {"esdb://anna:secret@" + stopped.Address() + "," + safe.Address() + "?" + ca,
			nil, nil},
		"all as it should be": {at("anna:secret@", safe.Address(), ca), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, c.url, Options{})
			begun := time.Now()
			err := s.Connect(t.Context())
			if took := time.Since(begun); took > 5*time.Second+slack {
				t.Errorf("it took %v", took)
			}
			if c.kind == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			h, healthErr := s.Health(t.Context())
			if !errors.Is(err, c.kind) || healthErr != nil || h.State == StateConnected {
				t.Errorf("error %v, want %v; health %+v, %v", err, c.kind, h, healthErr)
			}
			for _, want := range c.reasons {
				if !strings.Contains(eventstore.ReasonOf(err), want) || !strings.Contains(h.Problem, want) {
					t.Errorf("error %v, health %q: want %q", err, h.Problem, want)
				}
			}
			if strings.Contains(err.Error()+h.Problem, "secret") || strings.Contains(err.Error(), "wrong") {
				t.Errorf("the password is told: %v", err)
			}
		})
	}
}

// TestAFrozenLeaderIsLeft freezes the leader of three nodes while a store writes. The other nodes elect another leader,
// and the store must go on with it.
func TestAFrozenLeaderIsLeft(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s := open(t, "esdb://"+strings.Join(addresses, ",")+"?tls=false", Options{CallTimeout: 15 * time.Second})
	for i := range 3 {
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any,
			"before "+addresses[i])); err != nil {
			t.Fatal(err)
		}
		nodes[i].Freeze()
		const election = 500 * time.Millisecond
		time.AfterFunc(election, func() { cluster.Elect(nodes[(i+1)%3]) })
		begun := time.Now()
		_, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "during "+addresses[i]))
		if took := time.Since(begun) - election; err != nil || took > 3*time.Second+slack {
			t.Errorf("%v after the election: %v", took, err)
		}
		nodes[i].Thaw()
		if _, err := s.Head(t.Context(), "walls"); err != nil {
			t.Error(err)
		}
	}
	got, err := storetest.Drain(s.Read(t.Context(), "walls", 0))
	if err != nil || len(got) != 6 {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// three returns a cluster of three nodes over one log.
func three(t *testing.T) (cluster *double.Cluster, nodes []*double.Server, addresses []string) {
	cluster, log := &double.Cluster{}, double.NewLog()
	for range 3 {
		n := server(t, double.Options{Cluster: cluster, Log: log})
		nodes, addresses = append(nodes, n), append(addresses, n.Address())
	}
	return cluster, nodes, addresses
}

// TestALeaderThatGoesOnAsFollowerIsLeft elects another leader again and again. Each previous leader keeps all its
// connections and refuses further calls.
func TestALeaderThatGoesOnAsFollowerIsLeft(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s := open(t, "esdb://"+strings.Join(addresses, ",")+"?tls=false", Options{CallTimeout: 15 * time.Second})
	const rounds, each = 6, 3
	for i := range rounds {
		cluster.Elect(nodes[i%3])
		for k := range each {
			begun := time.Now()
			_, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, fmt.Sprint(i, " ", k)))
			if took := time.Since(begun); err != nil || took > 3*time.Second+slack {
				t.Fatalf("round %d: %v, %v", i, took, err)
			}
		}
		h, err := s.Health(t.Context())
		if err != nil || h.Node != addresses[i%3] {
			t.Errorf("round %d: connected to %s, and %s leads, %v", i, h.Node, addresses[i%3], err)
		}
	}
	got, err := storetest.Drain(s.Read(t.Context(), "walls", 0))
	if err != nil || len(got) != rounds*each {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// TestAServerThatIsNotReadyIsUnavailable makes a node refuse appends as a starting node does, without an error code. It
// does so once, and then for longer than a call may take.
func TestAServerThatIsNotReadyIsUnavailable(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s := open(t, d.URL(), impatient)
	for i, times := range []int{1, 1000} {
		d.Inject(double.Fault{On: double.Append, Effect: double.Unavailable, Times: times})
		_, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, fmt.Sprint(i)))
		if times == 1 && err != nil {
			t.Error(err)
		}
		if times > 1 && !errors.Is(err, eventstore.ErrUnavailable) ||
			err != nil && strings.Contains(err.Error(), "%!") {
			t.Errorf("%d times not ready: %v", times, err)
		}
	}
	d.Heal()
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "ready")); err != nil {
		t.Error(err)
	}
}

// TestAnOutageIsNoCancellation freezes the only node. The error must not look like a cancellation by the caller.
func TestAnOutageIsNoCancellation(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s := open(t, d.URL(), impatient)
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "a")); err != nil {
		t.Fatal(err)
	}
	d.Freeze()
	for name, call := range map[string]func(context.Context) error{
		"an append": appending(s, storetest.Part("walls", eventstore.Any, "b")),
		"a read":    func(ctx context.Context) error { _, err := s.Head(ctx, "walls"); return err },
	} {
		if err := call(t.Context()); !errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.Thaw()
}

// limitCount limits the log to two events on the server.
func limitCount(ctx context.Context, c *esdb.Client) error {
	m := esdb.StreamMetadata{}
	m.SetMaxCount(2)
	_, err := c.SetStreamMetadata(ctx, "bimstream-log", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m)
	return err
}

// TestNothingIsAcknowledgedThatTheServerWillNotKeep damages the log while stores write. The stores must acknowledge no
// further appends.
func TestNothingIsAcknowledgedThatTheServerWillNotKeep(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(context.Context, *esdb.Client) error{
		"a soft delete": func(ctx context.Context, c *esdb.Client) error {
			_, err := c.DeleteStream(ctx, "bimstream-log", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"a tombstone": func(ctx context.Context, c *esdb.Client) error {
			_, err := c.TombstoneStream(ctx, "bimstream-log", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"$maxCount": limitCount,
		"$maxAge": func(ctx context.Context, c *esdb.Client) error {
			m := esdb.StreamMetadata{}
			m.SetMaxAge(time.Hour)
			_, err := c.SetStreamMetadata(ctx, "bimstream-log",
				esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, mirror := filled(t)
			stores := []*Store{open(t, d.URL(), Options{MirrorDir: mirror}), open(t, d.URL(), Options{})}
			for i, s := range stores {
				if _, err := s.Append(t.Context(), storetest.Part("doors", eventstore.Any,
					name+string(rune('a'+i)))); err != nil {
					t.Fatal(err)
				}
			}
			stranger(t, d, damage)
			stores = append(stores, open(t, d.URL(), Options{}))
			for i, s := range stores {
				var err error // news about the metadata may come after the answer to an append
				for tries := 0; err == nil && tries < 1000; tries++ {
					_, err = s.Append(t.Context(), storetest.Part("doors", eventstore.Any, fmt.Sprint(name, i, tries)))
				}
				if !errors.Is(err, eventstore.ErrCorrupt) ||
					!strings.Contains(err.Error(), "bimstream-log") && !strings.Contains(err.Error(), "for good") {
					t.Errorf("store %d: %v", i, err)
				}
				if h, err := s.Health(t.Context()); err != nil || h.State != StateDamaged || h.Problem == "" {
					t.Errorf("store %d: health %+v, %v", i, h, err)
				}
			}
		})
	}
}

// TestANewMachineIsToldThatTheLogWasDeleted connects a machine without a mirror to a deleted log. The error must report
// that the log was deleted.
func TestANewMachineIsToldThatTheLogWasDeleted(t *testing.T) {
	t.Parallel()
	d, _ := filled(t)
	stranger(t, d, func(ctx context.Context, c *esdb.Client) error {
		_, err := c.DeleteStream(ctx, "bimstream-log", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
		return err
	})
	s := open(t, d.URL(), Options{})
	_, err := s.Head(t.Context(), "walls")
	if !errors.Is(err, eventstore.ErrCorrupt) || !strings.Contains(err.Error(), "was deleted") {
		t.Errorf("the head of a stream: %v", err)
	}
	if err := s.Connect(t.Context()); !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("the connection: %v", err)
	}
}

// TestTwoWriteOverTLS lets two stores write to one stream of a cluster over TLS, with a user name, through a change of
// leader. Each store must read the events of the other.
func TestTwoWriteOverTLS(t *testing.T) {
	t.Parallel()
	secured, authority := certificate(t)
	cluster, log := &double.Cluster{}, double.NewLog()
	var nodes []*double.Server
	var addresses []string
	for range 3 {
		n := server(t, double.Options{Cluster: cluster, Log: log, TLS: secured,
			Users: map[string]double.User{"anna": {Password: "secret"}}})
		nodes, addresses = append(nodes, n), append(addresses, n.Address())
	}
	at := "esdb://anna:secret@" + strings.Join(addresses, ",") + "?tlsCaFile=" + url.QueryEscape(authority)
	stores := []*Store{open(t, at, Options{}), open(t, at, Options{})}
	const each = 40
	for round := range 2 {
		cluster.Elect(nodes[round])
		var writers sync.WaitGroup
		for w, s := range stores {
			writers.Go(func() {
				for i := range each {
					part := storetest.Part("walls", eventstore.Any, fmt.Sprint(round, w, i))
					if _, err := s.Append(t.Context(), part); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writers.Wait()
		for i, s := range stores {
			if h, err := s.Head(t.Context(), "walls"); err != nil || h.Revision != uint64(2*each*(round+1)-1) {
				t.Errorf("round %d, store %d: %+v, %v", round, i, h, err)
			}
		}
	}
	wantSameEverywhere(t, append(stores, open(t, at, Options{})), 2*2*each)
}
