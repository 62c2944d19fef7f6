package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func clusterURL(addresses []string) string {
	return "esdb://" + strings.Join(addresses, ",") + "?tls=false"
}

func (s *Store) mustAppend(t *testing.T, id string) {
	t.Helper()
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, id)); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
}

// TestAListOfHostsMayBeDiscovered connects with all nodes of a cluster and +discover in the connection string. One of
// the nodes does not run. The store must find the leader.
func TestAListOfHostsMayBeDiscovered(t *testing.T) {
	t.Parallel()
	_, nodes, addresses := three(t)
	nodes[2].Stop()
	s := open(t, "esdb+discover://"+strings.Join(addresses, ",")+"?tls=false", Options{})
	s.mustAppend(t, "first")
	if h, err := s.Health(t.Context()); err != nil || h.Node != addresses[0] {
		t.Errorf("%+v, %v", h, err)
	}
}

// TestALeaderThatIsBehindIsWaitedFor elects a node that does not show all acknowledged events yet. While this lasts, it
// must count as an outage and not as damage.
func TestALeaderThatIsBehindIsWaitedFor(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s := open(t, clusterURL(addresses), Options{})
	for i := range 5 {
		s.mustAppend(t, fmt.Sprint(i))
	}
	nodes[1].FallBehind(2)
	cluster.Elect(nodes[1])
	nodes[0].Stop()
	hasty, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	_, err := s.Append(hasty, storetest.Part("walls", eventstore.Any, "hasty"))
	if !errors.Is(err, eventstore.ErrUnavailable) || !strings.Contains(err.Error(), "5 of its events") {
		t.Errorf("while the leader is behind: %v", err)
	}
	time.AfterFunc(time.Second, func() { nodes[1].FallBehind(0) })
	s.mustAppend(t, "patient")
	got, err := storetest.Drain(s.Read(t.Context(), "walls", 0))
	if err != nil || len(got) != 6 {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// TestALeaderThatIsBehindIsWaitedForByWhoNamesOneNode is the same test with a connection string that names one node,
// which redirects to the leader.
func TestALeaderThatIsBehindIsWaitedForByWhoNamesOneNode(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s := open(t, clusterURL(addresses[:1]), Options{})
	for i := range 5 {
		s.mustAppend(t, fmt.Sprint(i))
	}
	nodes[1].FallBehind(2)
	cluster.Elect(nodes[1])
	time.AfterFunc(time.Second, func() { nodes[1].FallBehind(0) })
	s.mustAppend(t, "patient")
	if h, err := s.Health(t.Context()); err != nil || h.Node != addresses[1] {
		t.Errorf("%+v, %v", h, err)
	}
}

// TestAClusterThatWentBackIsDamaged gives a cluster a log that ends before the mirror and stays so. After the waiting
// time the store must report damage.
func TestAClusterThatWentBackIsDamaged(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s := open(t, clusterURL(addresses), Options{})
	s.options.shorterFor = time.Second
	for i := range 5 {
		s.mustAppend(t, fmt.Sprint(i))
	}
	for _, n := range nodes {
		n.FallBehind(2)
	}
	cluster.Elect(nodes[2])
	nodes[0].Stop()
	_, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "lost"))
	if !errors.Is(err, eventstore.ErrCorrupt) || !strings.Contains(err.Error(), "the server went back") {
		t.Errorf("the log is shorter for good: %v", err)
	}
}

// TestTheLeaderIsFoundThroughOldNews uses nodes with outdated gossip about the last election. One node names the
// previous leader, and the elected node does not claim to lead yet. The store must find the new leader.
func TestTheLeaderIsFoundThroughOldNews(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seeds []int
		news  func(cluster *double.Cluster, nodes []*double.Server)
	}{
		"most know": {[]int{0, 1, 2}, func(cluster *double.Cluster, nodes []*double.Server) {
			cluster.Believe(nodes[2], nodes[0])
		}},
		"the one before takes itself for it": {[]int{0, 1, 2}, func(cluster *double.Cluster, nodes []*double.Server) {
			cluster.Believe(nodes[0], nodes[0])
			nodes[0].FallBehind(1)
		}},
		"half know": {[]int{0, 2}, func(cluster *double.Cluster, nodes []*double.Server) {
			cluster.Believe(nodes[2], nodes[0])
		}},
		"it does not say so yet": {[]int{0, 1, 2}, func(_ *double.Cluster, nodes []*double.Server) {
			nodes[1].Hesitate(true)
			nodes[1].FallBehind(1)
			time.AfterFunc(time.Second, func() { nodes[1].FallBehind(0); nodes[1].Hesitate(false) })
		}},
		"nobody knows for a while": {[]int{0, 1, 2}, func(cluster *double.Cluster, nodes []*double.Server) {
			cluster.Believe(nodes[0], nil)
			cluster.Believe(nodes[2], nil)
			time.AfterFunc(time.Second, func() { cluster.Learn(nodes[0]); cluster.Learn(nodes[2]) })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cluster, nodes, addresses := three(t)
			var seeds []string
			for _, i := range c.seeds {
				seeds = append(seeds, addresses[i])
			}
			s := open(t, clusterURL(seeds), Options{})
			s.mustAppend(t, "before")
			cluster.Elect(nodes[1])
			c.news(cluster, nodes)
			s.sessions.giveUp(s.sessions.inUse(), nil) // as if the previous node had dropped its connections
			begun := time.Now()
			s.mustAppend(t, "after")
			if took := time.Since(begun); took > 3*time.Second+slack {
				t.Errorf("it took %v", took)
			}
			if h, err := s.Health(t.Context()); err != nil || h.Node != addresses[1] {
				t.Errorf("%+v, %v", h, err)
			}
		})
	}
}

// TestASilentNodeIsAskedWhetherItLeads cuts the leader off from the other nodes while a store only waits for events.
// The events must come from the newly elected leader.
func TestASilentNodeIsAskedWhetherItLeads(t *testing.T) {
	t.Parallel()
	cluster, nodes, addresses := three(t)
	s, other := open(t, clusterURL(addresses), Options{}), open(t, clusterURL(addresses[1:]), Options{})
	s.options.silence = 100 * time.Millisecond
	s.mustAppend(t, "before")
	at, err := s.mirror.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return s.following.Load() != nil })
	cluster.Isolate(nodes[0], true)
	cluster.Elect(nodes[1])
	other.mustAppend(t, "after")
	if err := within(t, 5*time.Second, func(ctx context.Context) error { return s.Wait(ctx, at) }); err != nil {
		t.Errorf("what the other one wrote does not come: %v", err)
	}
}

// TestAnAppendThatWasRefusedOnceIsSentAgain makes the server refuse appends once for temporary reasons, and another
// append because of its size. The store must send all of them again, and they must succeed.
func TestAnAppendThatWasRefusedOnceIsSentAgain(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{MaxAppendSize: 32 << 10})
	s := open(t, d.URL(), Options{})
	for _, effect := range []double.Effect{double.Abort, double.Unavailable} {
		d.Inject(double.Fault{On: double.Append, Effect: effect})
		s.mustAppend(t, fmt.Sprint("refused ", effect))
		s.mustAppend(t, fmt.Sprint("taken ", effect))
	}
	part := storetest.Part("walls", eventstore.Any, "large")
	part.Events[0].Data = []byte(`{"x":"` + strings.Repeat("x", 64<<10) + `"}`)
	if _, err := s.Append(t.Context(), part); err != nil {
		t.Error(err)
	}
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != 4 {
		t.Errorf("%+v, %v", head, err)
	}
}

// TestMetadataThatMayNotBeReadIsNotAskedFor appends as a user without permission to read the metadata of streams. The
// store must not ask for the metadata at every append.
func TestMetadataThatMayNotBeReadIsNotAskedFor(t *testing.T) {
	t.Parallel()
	secured, authority := certificate(t)
	d := server(t, double.Options{TLS: secured,
		Users: map[string]double.User{"anna": {Password: "secret", NoMetadata: true}}})
	s := open(t, "esdb://anna:secret@"+d.Address()+"?tlsCaFile="+authority, Options{})
	s.mustAppend(t, "first")
	asked := d.Calls(double.Read)
	for i := range 20 {
		s.mustAppend(t, fmt.Sprint(i))
	}
	if n := d.Calls(double.Read) - asked; n > 5 {
		t.Errorf("asked %d times for 20 appends", n)
	}
}

// TestElectionsLoseNothing lets two stores write while nodes are elected, lag behind, are cut off, and have outdated
// views of each other. Each acknowledged event must be stored exactly once.
func TestElectionsLoseNothing(t *testing.T) {
	t.Parallel()
	rounds := 6
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		rounds = 60
	}
	cluster, nodes, addresses := three(t)
	stores := []*Store{open(t, clusterURL(addresses), Options{CallTimeout: 15 * time.Second}),
		open(t, clusterURL(addresses), Options{CallTimeout: 15 * time.Second})}
	for _, s := range stores {
		s.options.silence = 200 * time.Millisecond
	}
	ended, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	written := make([]int, len(stores))
	for w, s := range stores {
		writers.Go(func() {
			for ; ended.Err() == nil; written[w]++ {
				part := storetest.Part("walls", eventstore.Any, fmt.Sprint(w, " ", written[w]))
				if _, err := s.Append(t.Context(), part); err != nil {
					t.Errorf("store %d, append %d: %v", w, written[w], err)
					return
				}
			}
		})
	}
	dice := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for range rounds {
		disturb(cluster, nodes, dice)
	}
	stop()
	writers.Wait()
	wantSameEverywhere(t, append(stores, open(t, clusterURL(addresses), Options{})), written[0]+written[1])
}

// disturb elects another node, with a random fault at first.
func disturb(cluster *double.Cluster, nodes []*double.Server, dice *rand.Rand) {
	before, next := cluster.Leader(), nodes[dice.IntN(len(nodes))]
	third := nodes[dice.IntN(len(nodes))]
	what := dice.IntN(5)
	switch what {
	case 0:
		cluster.Isolate(before, true)
		for next == before {
			next = nodes[dice.IntN(len(nodes))]
		}
	case 1:
		next.FallBehind(1 + dice.IntN(3))
		next.Hesitate(dice.IntN(2) == 0)
	case 2:
		cluster.Believe(third, before)
	case 3:
		before.Stop()
	}
	cluster.Elect(next)
	time.Sleep(time.Duration(100+dice.IntN(500)) * time.Millisecond)
	if what == 3 {
		_ = before.Restart() // its own port is still free
	}
	cluster.Isolate(before, false)
	next.FallBehind(0)
	next.Hesitate(false)
	cluster.Learn(third)
	time.Sleep(time.Duration(100+dice.IntN(400)) * time.Millisecond)
}
