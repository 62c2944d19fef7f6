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

// DefaultMaxAppendSize is the limit on one append of all EventStoreDB and of KurrentDB 25.0 (1 MiB).
const DefaultMaxAppendSize = 1 << 20

// window is how many bytes a client may send ahead.
const window = 4 << 20

// maxMessage is the largest message of the protocol that is taken: an event of 16 MiB and its metadata.
const maxMessage = 18 << 20

// Options of a server. The zero value is a leader with an empty log and the default limit, at a free port.
type Options struct {
	Address       string  // host:port; empty is a free port of the loopback interface
	Log           *Log    // nil is a new one
	MaxAppendSize int     // bytes; 0 is DefaultMaxAppendSize
	Leader        *Server // nil: this server is the leader. A follower sends calls that require one to it
	// Cluster, instead of Leader, has several nodes of which one leads.
	Cluster *Cluster
	// Delay is what each call takes before anything of it happens: the way there, the disk, the other nodes.
	Delay time.Duration
	TLS   *tls.Config     // nil: without TLS
	Users map[string]User // who may call streams; nil: everybody
	// NoBatches refuses BatchAppend, as servers before 21.6 do.
	NoBatches bool
	// ToldFirst has those who follow a stream told of an append before its writer, as a real node may; with both orders
	// by turns.
	ToldFirst bool
	// Version is what the server says of itself; empty is DefaultVersion.
	Version string
}

// DefaultVersion is the version that a server says it has.
const DefaultVersion = "24.10.0"

// User is what a user may do.
type User struct {
	Password string
	Denied   bool // nothing with any stream
	// NoMetadata lets the user read no metadata of streams.
	NoMetadata bool
}

// Server is one node. It answers every call of the services itself; the embedded types only mark it as theirs, so that
// a call that a later protocol adds does not compile before it is answered here.
type Server struct {
	api.UnsafeStreamsServer
	serverfeatures.UnsafeServerFeaturesServer

	options Options
	log     *Log
	faults  faults

	mu      sync.Mutex
	address string
	running *grpc.Server // nil while stopped
	pause   pause
	calls   map[Call]int

	hesitating, isolated bool // see Hesitate and Isolate
	behind               int  // see FallBehind
}

// Start starts a server and answers when it listens.
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

// Restart listens again at the address of before, with the log of before.
func (s *Server) Restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		return fmt.Errorf("listening at %s: %w", s.address, err)
	}
	s.address = listener.Addr().String()
	// with fixed windows no pings go back and forth to measure the network
	options := []grpc.ServerOption{grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage),
		grpc.ForceServerCodecV2(newCodec()),
		// a real node takes any pings
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Second, PermitWithoutStream: true})}
	if s.options.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(s.options.TLS)))
	}
	g := grpc.NewServer(options...)
	api.RegisterStreamsServer(g, s)
	serverfeatures.RegisterServerFeaturesServer(g, s)
	gossip.RegisterGossipServer(g, &gossipService{server: s})
	s.running = g
	go func() { _ = g.Serve(&pausedListener{listener, &s.pause}) }() // its error is that of Stop
	return nil
}

// Stop drops all connections and stops listening. The log stays.
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

// Address is the host and port that the server listens at.
func (s *Server) Address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// URL is the connection string of the server, without a user.
func (s *Server) URL() string {
	if s.options.TLS != nil {
		return "esdb://" + s.Address() + "?tls=true"
	}
	return "esdb://" + s.Address() + "?tls=false"
}

// Log is what the server has stored.
func (s *Server) Log() *Log { return s.log }

// Inject makes the next calls of a kind go wrong.
func (s *Server) Inject(f Fault) { s.faults.inject(f) }

// Heal forgets the faults that have not struck yet.
func (s *Server) Heal() { s.faults.clear() }

// Calls returns how many calls of a kind have arrived.
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

// GetSupportedMethods says what the client may use.
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

// gossipService is apart from Server because both services have a method Read.
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

// leader is who leads as this server knows; nil during an election.
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

// checkLeader refuses what requires a leader on a follower, and says in the trailer where the leader is.
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

// admit lets a call of a user begin, after what each call takes.
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

// authenticate refuses unknown users and those without rights, in the words of the server.
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

// authorize refuses a user who may not read a stream.
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
		text, _ := base64.StdEncoding.DecodeString(encoded) // what is no user is nobody
		name, password, _ = strings.Cut(string(text), ":")
	}
	return name, password
}
