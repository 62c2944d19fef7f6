package wire

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// A session id contains all that a process must know about the session, and is signed together with the principal:
//
//	nonce[12] | issued, Unix seconds[4] | version[1] | capabilities[1] | keyed hash[16]
//
// in base64 for URLs. Every process with the key therefore accepts the id, before and after a restart, and only from
// this principal.
const (
	nonceLength  = 12
	issuedLength = 4
	claimsLength = nonceLength + issuedLength + 2
	hashLength   = 16
	idLength     = claimsLength + hashLength
)

// sessionLifetime is how long after its beginning a session is accepted: longer than a client runs.
const sessionLifetime = 30 * 24 * time.Hour

// sessionVersions are the versions of the protocol that have sessions. The order is part of ids: add at the end.
var sessionVersions = []string{"2024-11-05", "2025-03-26", mcp.ProtocolVersion20250618, mcp.ProtocolVersion20251125}

// capabilities of a client that matter after the handshake, as bits of a session id.
const (
	canElicitBit = 1 << iota
	canFormBit
	canURLBit
	canSampleBit
)

type nonce [nonceLength]byte

// claims are the contents of a session id.
type claims struct {
	nonce   nonce
	issued  uint32
	version byte
	can     byte
}

func (c claims) bytes() []byte {
	out := append(make([]byte, 0, idLength), c.nonce[:]...)
	out = binary.BigEndian.AppendUint32(out, c.issued)
	return append(out, c.version, c.can)
}

func (c claims) versionName() string {
	if int(c.version) < len(sessionVersions) {
		return sessionVersions[c.version]
	}
	return sessionVersions[0]
}

func (c claims) capabilities() mcp.ClientCapabilities {
	var out mcp.ClientCapabilities
	if c.can&canElicitBit != 0 {
		out.Elicitation = &mcp.ElicitationCapability{}
		if c.can&canFormBit != 0 {
			out.Elicitation.Form = &struct{}{}
		}
		if c.can&canURLBit != 0 {
			out.Elicitation.URL = &struct{}{}
		}
	}
	if c.can&canSampleBit != 0 {
		out.Sampling = &mcp.SamplingCapability{}
	}
	return out
}

func capabilityBits(c mcp.ClientCapabilities) (bits byte) {
	if c.Elicitation != nil {
		bits |= canElicitBit
		if c.Elicitation.Form != nil {
			bits |= canFormBit
		}
		if c.Elicitation.URL != nil {
			bits |= canURLBit
		}
	}
	if c.Sampling != nil {
		bits |= canSampleBit
	}
	return bits
}

// newClaims returns the claims of a new session.
func newClaims(version string, can mcp.ClientCapabilities, now time.Time) claims {
	c := claims{issued: uint32(now.Unix()), can: capabilityBits(can)}
	_, _ = rand.Read(c.nonce[:]) // never fails: the runtime ends the process instead
	for i, v := range sessionVersions {
		if v == version {
			c.version = byte(i)
		}
	}
	return c
}

// sign returns the session id for claims and a subject.
func (t *sessionTable) sign(c claims, subject string) string {
	return base64.RawURLEncoding.EncodeToString(append(c.bytes(), t.hash(c, subject)...))
}

func (t *sessionTable) hash(c claims, subject string) []byte {
	h := hmac.New(sha256.New, t.key)
	h.Write(c.bytes())
	h.Write([]byte(subject))
	return h.Sum(nil)[:hashLength]
}

// read returns the claims of an id, if the id was signed for the subject and is neither too old nor from the future.
func (t *sessionTable) read(id, subject string, now time.Time) (claims, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(raw) != idLength {
		return claims{}, false
	}
	c := claims{
		nonce: nonce(raw), issued: binary.BigEndian.Uint32(raw[nonceLength:]),
		version: raw[claimsLength-2], can: raw[claimsLength-1],
	}
	age := now.Sub(time.Unix(int64(c.issued), 0))
	return c, hmac.Equal(raw[claimsLength:], t.hash(c, subject)) && age < sessionLifetime && age > -clockSkew
}

// clockSkew is the allowed difference between the clocks of two machines on one store.
const clockSkew = 5 * time.Minute

// httpSession is the data that a process keeps for a session in use. It can be recreated from the id.
type httpSession struct {
	claims
	subject   string
	id        string
	requests  inflight
	questions questions

	mu        sync.Mutex
	level     mcp.LoggingLevel
	streams   map[string]*stream // streams that can be resumed
	listeners int                // open GET streams
	used      time.Time
	over      chan struct{} // closed when the session was ended
}

// session returns the library's view of a session for one request.
func (s *httpSession) session(out messageWriter) *session {
	one := newSession(newConnection(s.id, out, &s.questions))
	one.initialized, one.version, one.can = true, s.versionName(), s.capabilities()
	s.mu.Lock()
	one.level = s.level
	s.mu.Unlock()
	return one
}

// keep stores what a request changed in its session.
func (s *httpSession) keep(one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level = one.GetLogLevel()
}

// busy reports whether open streams, kept streams or requests use the session.
func (s *httpSession) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listeners > 0 || len(s.streams) > 0 || !s.requests.empty()
}
