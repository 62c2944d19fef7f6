package diagnosis

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// step bounds each step of a diagnosis.
const step = time.Second

// Of returns the reason why a server does not take calls. The error wraps eventstore.ErrRefused if the server will
// never take them, otherwise eventstore.ErrUnavailable. Of returns nil if a connection can be made. config is nil
// without TLS; with TLS, the host of the address is the server's name. slow means that the server gave no answer in
// time. Of then does not try TLS, because a fault in TLS never causes a missing answer.
func Of(address string, config *tls.Config, slow bool) error {
	conn, err := net.DialTimeout("tcp", address, step)
	if err != nil {
		return unreachable(address, err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(step))
	switch {
	case slow:
		return nil
	case config != nil:
		return handshake(conn, address, config)
	case tls.Client(conn, &tls.Config{InsecureSkipVerify: true}).Handshake() == nil: // does the server speak TLS?
		return refused("the server at %s wants TLS: remove tls=false from the connection string", address)
	}
	return nil
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

// handshake tries TLS as a client does. It returns nil if the handshake succeeds.
func handshake(conn net.Conn, address string, config *tls.Config) error {
	config = config.Clone()
	config.ServerName, _, _ = net.SplitHostPort(address)
	err := tls.Client(conn, config).Handshake()
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

func refused(format string, args ...any) error {
	return &eventstore.ReasonError{Kind: eventstore.ErrRefused, Reason: fmt.Sprintf(format, args...)}
}
