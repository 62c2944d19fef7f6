package double

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// DefaultMaxAppendSize is the size limit of one append in all versions of EventStoreDB and in KurrentDB 25.0 (1 MiB).
const DefaultMaxAppendSize = 1 << 20

// window is the number of bytes that a client may send ahead.
const window = 4 << 20

// maxMessage is the size of the largest message that is accepted: an event of 16 MiB and its metadata.
const maxMessage = 18 << 20

// Options configures a server. The zero value is a leader with an empty log and the default limit, on a free port.
type Options struct {
	Address       string  // host:port; empty means a free port of the loopback interface
	Log           *Log    // nil means a new log
	MaxAppendSize int     // in bytes; 0 means DefaultMaxAppendSize
	Leader        *Server // nil if this server is the leader; a follower refers calls that require one to it
	// Cluster is set instead of Leader if the server is one of several nodes that elect a leader.
	Cluster *Cluster
	// Delay is a pause before each call. It simulates the delays of the network, the disk and other nodes.
	Delay time.Duration
	TLS   *tls.Config     // nil means no TLS
	Users map[string]User // users that may call streams; nil means everybody
	// NoBatches refuses BatchAppend, as servers before version 21.6 do.
	NoBatches bool
	// ToldFirst makes the server notify the subscribers of a stream before it answers the writer, as a real node may.
	// It does so for every second append.
	ToldFirst bool
	// Version is the version that the server reports; empty means DefaultVersion.
	Version string
}

// DefaultVersion is the version that a server reports by default.
const DefaultVersion = "24.10.0"

// User describes the rights of a user.
type User struct {
	Password string
	Denied   bool // no access to any stream
	// NoMetadata denies the user access to the metadata of streams.
	NoMetadata bool
}

// Server is one node. It answers every call of the services itself. The embedded types only mark it as an
// implementation. If a later protocol adds a call, the program does not compile until the call is answered here.
type Server struct {
	api.UnsafeStreamsServer
	serverfeatures.UnsafeServerFeaturesServer

	options Options
	log     *Log
	faults  faults

	mu      sync.Mutex
	address string
	running *grpc.Server // nil while the server is stopped
	pause   pause
	calls   map[Call]int

	hesitating, isolated bool // see Hesitate and Isolate
	behind               int  // see FallBehind
}

// Start starts a server and returns once it is listening.
func Start(options Options) (*Server, error) {
	if options.Log == nil {
		options.Log = NewLog()
	}
	if options.MaxAppendSize == 0 {
		options.MaxAppendSize = DefaultMaxAppendSize
	}
	if options.Address == "" {
		options.Address = "127.0.0.1:0"
	}
	s := &Server{options: options, log: options.Log, address: options.Address, calls: map[Call]int{}}
	if options.Cluster != nil {
		options.Cluster.join(s)
	}
	return s, s.Restart()
}

// Restart listens again at the same address, with the same log.
func (s *Server) Restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		return fmt.Errorf("listening at %s: %w", s.address, err)
	}
	s.address = listener.Addr().String()
	// fixed windows, so that gRPC sends no pings to measure the network
	options := []grpc.ServerOption{grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage),
		grpc.ForceServerCodecV2(newCodec()),
		// a real node accepts any pings
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Second, PermitWithoutStream: true})}
	if s.options.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(s.options.TLS)))
	}
	g := grpc.NewServer(options...)
	api.RegisterStreamsServer(g, s)
	serverfeatures.RegisterServerFeaturesServer(g, s)
	gossip.RegisterGossipServer(g, &gossipService{server: s})
	s.running = g
	go func() { _ = g.Serve(&pausedListener{listener, &s.pause}) }() // Stop reports the error
	return nil
}

// Stop drops all connections and stops listening. The log is kept.
func (s *Server) Stop() {
	s.pause.end()
	s.mu.Lock()
	g := s.running
	s.running = nil
	s.mu.Unlock()
	if g != nil {
		g.Stop()
	}
}

// Address returns the host and port that the server listens on.
func (s *Server) Address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// URL returns the connection string of the server, without a user.
func (s *Server) URL() string {
	if s.options.TLS != nil {
		return "esdb://" + s.Address() + "?tls=true"
	}
	return "esdb://" + s.Address() + "?tls=false"
}

// Log returns the server's log.
func (s *Server) Log() *Log { return s.log }

// Inject makes the next calls of a kind fail.
func (s *Server) Inject(f Fault) { s.faults.inject(f) }

// Heal removes the faults that have not taken effect yet.
func (s *Server) Heal() { s.faults.clear() }

// Calls returns the number of calls of a kind that have arrived.
func (s *Server) Calls(c Call) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[c]
}

func (s *Server) count(c Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c]++
}

// GetSupportedMethods lists the methods that the client may use.
func (s *Server) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	const service = "event_store.client.streams.streams"
	var methods []*serverfeatures.SupportedMethod
	names := []string{"append", "read", "delete", "tombstone"}
	if !s.options.NoBatches {
		names = append(names, "batchappend")
	}
	for _, name := range names {
		methods = append(methods, &serverfeatures.SupportedMethod{MethodName: name, ServiceName: service})
	}
	return &serverfeatures.SupportedMethods{Methods: methods,
		EventStoreServerVersion: cmp.Or(s.options.Version, DefaultVersion)}, nil
}

// gossipService is separate from Server because both services have a method named Read.
type gossipService struct {
	gossip.UnsafeGossipServer
	server *Server
}

// Read returns the members of the cluster: this server and its leader, or all of them.
func (g *gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	if c := g.server.options.Cluster; c != nil {
		return &gossip.ClusterInfo{Members: c.membersFor(g.server)}, nil
	}
	leader := g.server.leader()
	if leader == g.server {
		return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{g.server.member(gossip.MemberInfo_Leader)}}, nil
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{
		leader.member(gossip.MemberInfo_Leader), g.server.member(gossip.MemberInfo_Follower),
	}}, nil
}

// leader returns the leader as this server knows it, or nil during an election.
func (s *Server) leader() *Server {
	switch {
	case s.options.Cluster != nil:
		return s.options.Cluster.leaderFor(s)
	case s.options.Leader != nil:
		return s.options.Leader
	}
	return s
}

func (s *Server) member(state gossip.MemberInfo_VNodeState) *gossip.MemberInfo {
	host, port := s.hostAndPort()
	return &gossip.MemberInfo{
		State: state, IsAlive: true, HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
	}
}

func (s *Server) hostAndPort() (string, int) {
	host, port, err := net.SplitHostPort(s.Address())
	n, convErr := strconv.Atoi(port)
	if err != nil || convErr != nil {
		return s.Address(), 0
	}
	return host, n
}

// checkLeader refuses calls that require a leader on a follower, and names the leader in the trailer.
func (s *Server) checkLeader(stream grpc.ServerStream) error {
	leader := s.leader()
	md, _ := metadata.FromIncomingContext(stream.Context())
	required := md.Get("requires-leader")
	if leader == s || len(required) == 0 || required[0] != "true" {
		return nil
	}
	if leader == nil {
		return status.Error(codes.Unavailable, "Server Is Not Ready")
	}
	host, port := leader.hostAndPort()
	stream.SetTrailer(metadata.Pairs(
		"exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", strconv.Itoa(port)))
	return status.Error(codes.NotFound, "Leader info available")
}

// admit lets a call of a user begin, after the configured delay.
func (s *Server) admit(ctx context.Context, kind Call) error {
	if err := s.authenticate(ctx); err != nil {
		return err
	}
	if s.options.Delay == 0 || kind == Subscribe {
		return nil
	}
	select {
	case <-time.After(s.options.Delay):
		return nil
	case <-ctx.Done():
		return status.FromContextError(ctx.Err()).Err()
	}
}

// authenticate refuses unknown users and users without rights, with the server's messages.
func (s *Server) authenticate(ctx context.Context) error {
	if s.options.Users == nil {
		return nil
	}
	name, password := credentialsOf(ctx)
	user, known := s.options.Users[name]
	switch {
	case name == "", known && user.Denied && user.Password == password:
		return status.Error(codes.PermissionDenied, "Access Denied")
	case !known || user.Password != password:
		return status.Error(codes.Unauthenticated, "Unauthenticated")
	}
	return nil
}

// authorize refuses users that may not read a stream.
func (s *Server) authorize(ctx context.Context, stream string) error {
	if name, _ := credentialsOf(ctx); s.options.Users[name].NoMetadata && strings.HasPrefix(stream, "$$") {
		return status.Error(codes.PermissionDenied, "Access Denied")
	}
	return nil
}

func credentialsOf(ctx context.Context) (name, password string) {
	md, _ := metadata.FromIncomingContext(ctx)
	if given := md.Get("authorization"); len(given) > 0 {
		encoded, _ := strings.CutPrefix(given[0], "Basic ")
		text, _ := base64.StdEncoding.DecodeString(encoded) // text that is not a valid user matches nobody
		name, password, _ = strings.Cut(string(text), ":")
	}
	return name, password
}
