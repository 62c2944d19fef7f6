package kurrentdb

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/bimstream/bimstream/eventstore"
)

// lookAtNode bounds each step of a diagnosis of a node that did not answer within askNode.
const lookAtNode = time.Second

// diagnose returns the reason why a node cannot be used. gRPC reports little more than a failed connection, so diagnose
// repeats the steps of making one: the name, the port, TLS.
func (p *sessions) diagnose(address string, err error) error {
	switch status.Code(err) {
	case codes.PermissionDenied, codes.Unauthenticated:
		return p.denied(address, err)
	}
	conn, dialed := net.DialTimeout("tcp", address, lookAtNode)
	if dialed != nil {
		return unreachable(address, dialed)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(lookAtNode))
	switch {
	case status.Code(err) == codes.DeadlineExceeded: // a fault in TLS would have been reported at once
	case p.config.DisableTLS: // only check whether the server speaks TLS
		if tls.Client(conn, &tls.Config{InsecureSkipVerify: true}).Handshake() == nil {
			return refused("the server at %s wants TLS: remove tls=false from the connection string", address)
		}
	default:
		if reason := p.handshake(conn, address); reason != nil {
			return reason
		}
	}
	return &eventstore.ReasonError{
		Kind: eventstore.ErrUnavailable, Reason: fmt.Sprintf(
			"the node at %s takes connections and does not answer: it is starting, overloaded or frozen", address),
		Cause: err,
	}
}

// unreachable returns the error for a port that accepts no connection.
func unreachable(address string, err error) error {
	what := "the node at %s cannot be reached: see to the address and the network"
	if errors.Is(err, syscall.ECONNREFUSED) {
		what = "nobody listens at %s: start the server, or correct the address"
	}
	if unknown, ok := errors.AsType[*net.DNSError](err); ok && unknown.IsNotFound {
		what = "the host of %s is not known: correct the address"
	}
	return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Reason: fmt.Sprintf(what, address), Cause: err}
}

// handshake tries TLS as the client does. It returns nil if the handshake succeeds.
func (p *sessions) handshake(conn net.Conn, address string) error {
	config, err := p.tlsConfig()
	if err != nil {
		return err
	}
	host, _, _ := net.SplitHostPort(address)
	config.ServerName = host
	err = tls.Client(conn, config).Handshake()
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return refused("the certificate of %s is signed by an authority that is not known here: name its certificate "+
			"with tlsCaFile=FILE", address)
	}
	if wrong, ok := errors.AsType[x509.HostnameError](err); ok {
		return refused("the certificate of %s is for other names: %s", address, wrong.Error())
	}
	if wrong, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		return refused("the certificate of %s is not valid: %s", address, wrong.Error())
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return refused("the server at %s does not speak TLS: add tls=false to the connection string, if that is meant",
			address)
	}
	if alert, ok := errors.AsType[tls.AlertError](err); ok {
		return refused("the server at %s refuses the connection: %s; does it want a user certificate?", address,
			alert.Error())
	}
	return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
		Reason: fmt.Sprintf("TLS with %s fails", address), Cause: err}
}

// denied returns the error for a user without permission.
func (p *sessions) denied(address string, err error) error {
	who := "nobody (the connection string names no user)"
	if p.config.Username != "" {
		who = fmt.Sprintf("the user %q", p.config.Username)
	}
	if status.Code(err) == codes.Unauthenticated {
		return refused("the server at %s does not know %s with this password: correct the user or the password",
			address, who)
	}
	return refused("the server at %s lets %s not read and write the stream %q and its metadata: give the right, or "+
		"name another user", address, who, p.logName)
}
