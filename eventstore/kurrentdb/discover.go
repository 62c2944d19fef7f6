package kurrentdb

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"github.com/bimstream/bimstream/eventstore"
)

// node is a server that answered.
type node struct {
	address string
	version string // "" if the server does not report it
}

// askNode is the time limit for the answer of one node while others are asked in parallel. On a busy machine the first
// answer of a node that has just started takes a second.
const askNode = 2 * time.Second

// confirmNode is the time limit for the confirmation by the node that the others name as leader. They go on to name a
// frozen leader until they have elected another one. The limit is short, so that finding the new leader takes little
// longer than the election.
const confirmNode = time.Second

// discover finds the node to use. In a cluster it is the leader. If the connection string names only one node, it is
// that node or, after that node has refused to lead, the leader that it names. The nodes of a cluster are asked in
// parallel, because a node that accepts connections but does not answer would delay the others. The client's own
// discovery asks them one after the other.
func (p *sessions) discover(ctx context.Context) (node, error) {
	if !p.isCluster() {
		address := p.config.Address
		if p.follows.Load() {
			if leader, err := p.leaderBy(ctx, address); err == nil {
				address = leader
			}
		}
		return p.inspect(ctx, address)
	}
	leader, err := p.namedLeader(ctx)
	if err != nil {
		return node{}, err
	}
	if err := p.confirm(ctx, leader); err != nil {
		return node{}, err
	}
	return p.inspect(ctx, leader)
}

// namedLeader returns the node that the nodes of a cluster name as leader.
func (p *sessions) namedLeader(ctx context.Context) (string, error) {
	candidates, err := p.candidates(ctx)
	if err != nil {
		return "", err
	}
	return mostNamed(ctx, candidates, p.leaderBy)
}

// isCluster reports whether the connection string names a cluster.
func (p *sessions) isCluster() bool { return len(p.config.GossipSeeds) > 0 || p.config.DnsDiscover }

// confirm asks the node that others name as leader whether it considers itself the leader. A newly elected node claims
// this only once it has everything that the previous leader acknowledged.
func (p *sessions) confirm(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, confirmNode)
	defer cancel()
	itself, err := p.leaderBy(ctx, address)
	if err == nil && itself != address {
		err = &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
			Reason: fmt.Sprintf("the node at %s is said to lead the cluster, and says that %s does", address, itself)}
	}
	return err
}

// candidates returns the addresses of the nodes in the connection string.
func (p *sessions) candidates(ctx context.Context) ([]string, error) {
	var out []string
	for _, seed := range p.config.GossipSeeds {
		out = append(out, seed.String())
	}
	if !p.config.DnsDiscover {
		return out, nil
	}
	host, port, err := net.SplitHostPort(p.config.Address)
	if err != nil {
		return []string{p.config.Address}, nil
	}
	hosts, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return nil, &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
			Reason: fmt.Sprintf("no node of the cluster: the name %q is not known", host), Cause: err}
	}
	for _, h := range hosts {
		out = append(out, net.JoinHostPort(h, port))
	}
	if !p.config.DisableTLS && !p.config.SkipCertificateVerification {
		return []string{p.config.Address}, nil // certificates are issued for the name
	}
	return out, nil
}

// mostNamed asks all nodes in parallel which node leads. It returns a node as soon as more than half of them name it.
// Once all have answered or failed, it returns the node that most of them name. A former leader that has not noticed
// the election is thereby outvoted. If no node answers, it returns the most informative error.
func mostNamed(ctx context.Context, addresses []string,
	ask func(context.Context, string) (string, error)) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		leader string
		err    error
	}
	answers := make(chan answer, len(addresses))
	for _, a := range addresses {
		go func() {
			leader, err := ask(ctx, a)
			answers <- answer{leader, err}
		}()
	}
	var failure error
	votes, most := map[string]int{}, ""
	for range addresses {
		a := <-answers
		if a.err != nil {
			if failure == nil || errors.Is(a.err, eventstore.ErrRefused) {
				failure = a.err
			}
			continue
		}
		if votes[a.leader]++; votes[a.leader] > votes[most] {
			most = a.leader
		}
		if 2*votes[most] > len(addresses) {
			return most, nil
		}
	}
	if most != "" {
		return most, nil
	}
	return "", cmp.Or(failure, error(&eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
		Reason: "the connection string names no node"}))
}

// leaderBy asks a node for the leader of its cluster. If the node lists several leaders, it returns the one with the
// newest time stamp, because the previous leader may still be listed shortly after an election.
func (p *sessions) leaderBy(ctx context.Context, address string) (string, error) {
	var info *gossip.ClusterInfo
	err := p.ask(ctx, address, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		info, err = gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
		return err
	})
	if err != nil {
		return "", err
	}
	var leader *gossip.MemberInfo
	for _, m := range info.Members {
		if m.State == gossip.MemberInfo_Leader && m.IsAlive && (leader == nil || m.TimeStamp > leader.TimeStamp) {
			leader = m
		}
	}
	if leader == nil {
		return "", &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
			Reason: fmt.Sprintf("the cluster has no leader at the moment, says the node at %s", address)}
	}
	return net.JoinHostPort(leader.HttpEndPoint.Address, strconv.FormatUint(uint64(leader.HttpEndPoint.Port), 10)), nil
}

// inspect asks a node for its version, and refuses a version that the client cannot read.
func (p *sessions) inspect(ctx context.Context, address string) (node, error) {
	n := node{address: address}
	err := p.ask(ctx, address, func(ctx context.Context, conn *grpc.ClientConn) error {
		methods, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(ctx, &shared.Empty{})
		if code := status.Code(err); code == codes.Unimplemented || code == codes.NotFound {
			return nil // older servers do not report it
		}
		n.version = methods.GetEventStoreServerVersion()
		return err
	})
	if err == nil && !readable(n.version) {
		err = refused("the server at %s has version %q, which the client library cannot read: use a released "+
			"version, not a preview", address, n.version)
	}
	return n, err
}

// readable reports whether the client can read a version: its first three parts must be numbers.
func readable(version string) bool {
	for i, part := range strings.Split(version, ".") {
		if _, err := strconv.Atoi(part); err != nil && i < 3 && version != "" {
			return false
		}
	}
	return true
}

// ask makes one call to a node over a separate connection. The error gives the reason why the node failed.
func (p *sessions) ask(ctx context.Context, address string, call func(context.Context, *grpc.ClientConn) error) error {
	ctx, cancel := context.WithTimeout(ctx, askNode)
	defer cancel()
	transport, err := p.transport()
	if err != nil {
		return err
	}
	options := []grpc.DialOption{grpc.WithTransportCredentials(transport)}
	if p.config.Username != "" { // some servers name the leader only to users
		options = append(options, grpc.WithPerRPCCredentials(basicAuth{p.config.Username, p.config.Password}))
	}
	conn, err := grpc.NewClient(address, options...)
	if err != nil {
		return refused("the address %q cannot be used: %s", address, err)
	}
	defer func() { _ = conn.Close() }()
	if err := call(ctx, conn); err != nil {
		return p.diagnose(address, err)
	}
	return nil
}

// basicAuth sends a user and a password with each call, over TLS only.
type basicAuth struct{ user, password string }

// GetRequestMetadata returns the header of a call.
func (a basicAuth) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " +
		base64.StdEncoding.EncodeToString([]byte(a.user+":"+a.password))}, nil
}

// RequireTransportSecurity returns true, so that the password is never sent without TLS.
func (basicAuth) RequireTransportSecurity() bool { return true }

// tlsConfig returns the configuration of TLS, or nil without TLS.
func (p *sessions) tlsConfig() (*tls.Config, error) {
	if p.config.DisableTLS {
		return nil, nil
	}
	config := &tls.Config{InsecureSkipVerify: p.config.SkipCertificateVerification, RootCAs: p.config.RootCAs}
	if p.config.UserCertFile != "" {
		certificate, err := tls.LoadX509KeyPair(p.config.UserCertFile, p.config.UserKeyFile)
		if err != nil {
			return nil, refused("the user's certificate cannot be read: %s", err)
		}
		config.Certificates = []tls.Certificate{certificate}
	}
	return config, nil
}

func (p *sessions) transport() (credentials.TransportCredentials, error) {
	config, err := p.tlsConfig()
	if config == nil {
		return insecure.NewCredentials(), err
	}
	return credentials.NewTLS(config), err
}

// refused returns the error for a client that the server will always refuse.
func refused(format string, args ...any) error {
	return &eventstore.ReasonError{Kind: eventstore.ErrRefused, Reason: fmt.Sprintf(format, args...)}
}

// configOf returns the configuration of a client for one node.
func (p *sessions) configOf(n node) *esdb.Configuration {
	config := p.config
	config.Address, config.GossipSeeds, config.DnsDiscover = n.address, nil, false
	return &config
}
