package double

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// SoftDelete deletes a stream as a client does: its events are hidden, and a later append continues with the next
// revision.
func (l *Log) SoftDelete(stream string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.setMetadata(stream, limits{TruncateBefore: softDeleted})
}

// Tombstone deletes a stream permanently.
func (l *Log) Tombstone(stream string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.streams[stream]; s != nil {
		s.deleted = true
	}
}

// SetMetadata writes the metadata of a stream, as JSON, as a client does.
func (l *Log) SetMetadata(stream, metadata string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.store(metadataPrefix+stream, []*api.AppendReq_ProposedMessage{foreign("$metadata", metadata)})
	l.tellLocked(metadataPrefix + stream)
}

// WriteForeign writes an event to a stream as another program might.
func (l *Log) WriteForeign(stream string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.store(stream, []*api.AppendReq_ProposedMessage{foreign("foreign", `{"a":1}`)})
	l.tellLocked(stream)
}

// Interleave makes a foreign event follow an append to a stream whenever wanted returns true. The argument of wanted is
// the number of the append, from 0. A nil function ends the interleaving.
func (l *Log) Interleave(stream string, wanted func(n int) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.interleave = nil
	if n := 0; wanted != nil {
		l.interleave = func(name string) bool {
			if name != stream {
				return false
			}
			n++
			return wanted(n - 1)
		}
	}
}

func foreign(kind, data string) *api.AppendReq_ProposedMessage {
	return &api.AppendReq_ProposedMessage{
		Id:   &shared.UUID{Value: &shared.UUID_String_{String_: newID()}},
		Data: []byte(data), Metadata: map[string]string{"type": kind, "content-type": "application/json"},
	}
}

// Certificate creates a self-signed certificate for the loopback address, and returns it with its authority as PEM.
func Certificate() (config *tls.Config, authority []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "double"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, nil, err
	}
	config = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		NextProtos: []string{"h2"}}
	return config, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}
