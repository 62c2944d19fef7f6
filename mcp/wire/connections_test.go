package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// boundServer returns a server with bounds that admits only requests to /known.
func boundServer(t *testing.T, most, strangers int) (*httptest.Server, *Connections) {
	t.Helper()
	bounds := NewConnections(most, strangers)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/known" {
			LetIn(r.Context())
		}
		_, _ = io.WriteString(w, "ok")
	}))
	bounds.Bound(s.Config)
	s.Start()
	t.Cleanup(s.CloseClientConnections)
	return s, bounds
}

// opened is a connection of a client.
type opened struct {
	net.Conn
	in *bufio.Reader
}

func openTo(t *testing.T, s *httptest.Server) opened {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return opened{c, bufio.NewReader(c)}
}

// answered reports whether the server answers a request on the connection. It waits for the answer or for the
// connection to close.
func (o opened) answered(path string) bool {
	_ = o.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(o, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		return false
	}
	r, err := http.ReadResponse(o.in, nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil
}

// closed waits until the server has closed the connection. It returns false if the server has not closed it in a
// minute.
func (o opened) closed() bool {
	_ = o.SetDeadline(time.Now().Add(time.Minute))
	_, err := o.in.ReadByte()
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

// awaitIdle waits until a number of connections with an admitted request are idle. The server marks a connection as
// idle after it has sent the answer, so a client may read the answer before.
func awaitIdle(t *testing.T, c *Connections, number int) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		idle := c.idle.Len()
		c.mu.Unlock()
		if idle == number {
			return
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("%d connections are idle, not %d", idle, number)
		}
	}
}

// TestStrangersTakeNoConnectionOfAnybody opens many connections without an admitted request. Only the newest up to the
// bound stay open, and the connections with an admitted request are kept.
func TestStrangersTakeNoConnectionOfAnybody(t *testing.T) {
	s, bounds := boundServer(t, 1000, 20)
	var friends, strangers []opened
	for range 30 {
		c := openTo(t, s)
		if !c.answered("/known") {
			t.Fatal("a request is not answered")
		}
		friends = append(friends, c)
	}
	for i := range 100 {
		c := openTo(t, s)
		switch { // some send nothing, some half a request, and some are refused
		case i%3 == 1:
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nX-")
		case i%3 == 2 && !c.answered("/unknown"):
			t.Fatal("a stranger's request is not answered")
		}
		strangers = append(strangers, c)
	}
	for _, c := range strangers[:70] {
		if !c.closed() {
			t.Error("the connection of a stranger stays")
		}
	}
	if !openTo(t, s).answered("/known") {
		t.Error("a newcomer is not let in")
	}
	for _, c := range friends {
		if !c.answered("/known") {
			t.Error("a connection is closed for strangers")
		}
	}
	if all, few := bounds.Open(); few > 20 || all > 20+31 {
		t.Errorf("%d connections are open, %d of strangers", all, few)
	}
}

// TestANewConnectionTakesThePlaceOfAnIdleOne fills the bound with admitted connections.
func TestANewConnectionTakesThePlaceOfAnIdleOne(t *testing.T) {
	s, bounds := boundServer(t, 10, 10)
	var all []opened
	for range 10 {
		c := openTo(t, s)
		if !c.answered("/known") {
			t.Fatal("a request is not answered")
		}
		all = append(all, c)
		awaitIdle(t, bounds, len(all))
	}
	if !all[0].answered("/known") { // so that the second connection is the longest idle
		t.Fatal("a kept connection is closed")
	}
	awaitIdle(t, bounds, len(all))
	if !openTo(t, s).answered("/known") || !all[1].closed() || !all[0].answered("/known") {
		t.Error("a new connection does not take the place of the one that is idle longest")
	}
	if n, _ := bounds.Open(); n > 10 {
		t.Errorf("%d connections are open", n)
	}
}

// TestConnectionsAtWorkStay checks that a new connection is closed if all others have a request in progress.
func TestConnectionsAtWorkStay(t *testing.T) {
	bounds := NewConnections(2, 2)
	hold, began := make(chan struct{}), make(chan struct{}, 2)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		LetIn(r.Context())
		began <- struct{}{}
		<-hold
		_, _ = io.WriteString(w, "ok")
	}))
	bounds.Bound(s.Config)
	s.Start()
	t.Cleanup(s.Close)
	answers := make(chan bool, 2)
	for range 2 {
		c := openTo(t, s)
		go func() { answers <- c.answered("/") }()
		<-began
	}
	if !openTo(t, s).closed() {
		t.Error("a third connection is taken")
	}
	close(hold)
	for range 2 {
		if !<-answers {
			t.Error("a request under way was cut")
		}
	}
}
