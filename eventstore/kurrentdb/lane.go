package kurrentdb

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// lane is two connections to the node of a session, for what is done with each command: appends, the question whether
// the server keeps the log, and the subscription to it. It does them for a third of the work of the client library: its
// appends share one call of the protocol (BatchAppend) that stays open, and what others write is received many events
// at a time.
//
// Unlike the library it never connects anew: a lane whose connection has ended is of no more use, and so an answer over
// it is of the server that was there when the log was looked at.
//
// A server may refuse what a lane asks; then the library asks, which also says why.
type lane struct {
	calls   *grpc.ClientConn
	follows *grpc.ClientConn
	reads   *coalescer      // of follows
	life    context.Context // of the call of the appends
	end     context.CancelFunc

	asks    ability     // the question is answered
	appends ability     // appends are taken
	over    atomic.Bool // the lane was closed

	question atomic.Pointer[question] // the last one that was put

	mu      sync.Mutex
	batch   api.Streams_BatchAppendClient // nil before the first append
	pending map[uuid.UUID]chan batchAnswer
}

const (
	// laneWindow is how many bytes either side may send ahead. With a fixed one no pings go back and forth to measure
	// the network.
	laneWindow = 4 << 20
	// laneRead is how many bytes of what others write are read at once.
	laneRead = 256 << 10
	// laneMessage is the largest message that is taken, as the client library has it.
	laneMessage = 17 << 20
	// laneOpens bounds the time of making a connection. The node has answered two questions before.
	laneOpens = 3 * time.Second
)

var errDialledOnce = errors.New("a lane connects once")

// openLane connects to a node. What comes over the subscription is read when its patience lets it.
func (p *sessions) openLane(ctx context.Context, n node) (*lane, error) {
	l := &lane{reads: newCoalescer(p.patience), pending: map[uuid.UUID]chan batchAnswer{}}
	l.life, l.end = context.WithCancel(toLeader(context.Background()))
	l.asks.count, l.appends.count = &p.refused, &p.refused
	if !n.batches {
		l.appends.never("the server has no BatchAppend")
	}
	var err error
	if l.calls, err = p.dialOnce(ctx, n.address, nil); err == nil {
		l.follows, err = p.dialOnce(ctx, n.address, l.reads)
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// dialOnce makes a connection that is never made again.
func (p *sessions) dialOnce(ctx context.Context, address string, reads *coalescer) (*grpc.ClientConn, error) {
	transport, err := p.transport()
	if err != nil {
		return nil, err
	}
	var dialled atomic.Bool
	dial := func(ctx context.Context, address string) (net.Conn, error) {
		if dialled.Swap(true) {
			return nil, errDialledOnce
		}
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err != nil || reads == nil {
			return conn, err
		}
		return newCoalescedConn(conn, reads), nil
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport), grpc.WithContextDialer(dial),
		grpc.WithInitialWindowSize(laneWindow), grpc.WithInitialConnWindowSize(laneWindow),
		grpc.WithReadBufferSize(laneRead), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(laneMessage)),
		grpc.WithDisableRetry(), grpc.WithDisableServiceConfig(), grpc.WithIdleTimeout(0),
	}
	if p.config.KeepAliveInterval >= 0 {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: p.config.KeepAliveInterval, Timeout: p.config.KeepAliveTimeout, PermitWithoutStream: true}))
	}
	if p.config.Username != "" {
		options = append(options, grpc.WithPerRPCCredentials(basicAuth{p.config.Username, p.config.Password}))
	}
	conn, err := grpc.NewClient("passthrough:///"+address, options...)
	if err != nil {
		return nil, err
	}
	if err := ready(ctx, conn); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

// ready waits until a connection is made.
func ready(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, laneOpens)
	defer cancel()
	conn.Connect()
	for {
		state := conn.GetState()
		switch state {
		case connectivity.Ready:
			return nil
		case connectivity.TransientFailure, connectivity.Shutdown:
			return errDialledOnce
		}
		if !conn.WaitForStateChange(ctx, state) {
			return ctx.Err()
		}
	}
}

// close ends the calls of a lane. It may be called several times, and of none.
func (l *lane) close() {
	if l == nil {
		return
	}
	l.over.Store(true)
	l.end()
	for _, conn := range []*grpc.ClientConn{l.calls, l.follows} {
		if conn != nil {
			_ = conn.Close() // it says that it was closed before
		}
	}
}

// problem is why a lane does not do all that it is for; "" when it does.
func (l *lane) problem() string {
	if l == nil || l.over.Load() {
		return "the store has no connections of its own to the node"
	}
	return cmp.Or(l.appends.problem(), l.asks.problem())
}

// refuses reports an answer of a server that will not do what a lane asks for, and not that it cannot be reached.
func refuses(err error) bool {
	switch status.Code(err) {
	case codes.OK, codes.Unavailable, codes.Canceled, codes.DeadlineExceeded:
		return false
	}
	return !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// onLane runs a call over the lane of the session in use. used is false when there is none, or it refuses: then the
// client library has to be asked. Unlike a call of the library it ends with its context.
func onLane(ctx context.Context, p *sessions, f func(context.Context, *session) error) (used bool, err error) {
	s, err := p.acquire(ctx)
	if err != nil {
		return false, nil // the library meets it too
	}
	defer p.end(s)
	if s.lane == nil || s.lane.over.Load() {
		return false, nil
	}
	done := make(chan struct{})
	timer := time.AfterFunc(suspicion, func() { p.suspect(s, done) })
	defer func() { timer.Stop(); close(done) }()
	err = f(ctx, s)
	if errors.Is(err, errNoLane) {
		return false, nil
	}
	p.learn(s, err)
	if err != nil && ctx.Err() == nil && s.gone.Err() != nil {
		err = p.goneFor(s)
	}
	return true, understand(err)
}

// errNoLane says that the lane does not do this.
var errNoLane = errors.New("not over this lane")
