package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/mcp"
)

// sessions holds the keys that each admit a browser once, and the tokens of the sessions.
type sessions struct {
	now func() time.Time

	mu     sync.Mutex
	keys   map[digest]time.Time // time until which a key is valid
	tokens map[digest]time.Time // time of the last use
}

// digest is the SHA-256 of a secret. Sessions are stored and looked up by it. The stored value thus admits nobody, and
// the time of a lookup does not reveal how much of a guess is right.
type digest [sha256.Size]byte

// The bounds of keys and tokens. A key is visible in a terminal's scrollback; a token is in a browser's storage.
const (
	keyLifetime = 10 * time.Minute
	tokenIdle   = 12 * time.Hour
	maxKeys     = 32
	maxSessions = 64
)

func newSessions(now func() time.Time) *sessions {
	return &sessions{now: now, keys: map[digest]time.Time{}, tokens: map[digest]time.Time{}}
}

// secret returns 32 random bytes as text.
func secret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: the runtime ends the process instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// key creates a key that admits one browser.
func (s *sessions) key() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	dropOldest(s.keys, maxKeys-1)
	k := secret()
	s.keys[sha256.Sum256([]byte(k))] = s.now().Add(keyLifetime)
	return k
}

// begin uses up a key and returns the token of a new session; ok is false for an invalid key.
func (s *sessions) begin(key string) (token string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := digest(sha256.Sum256([]byte(key)))
	until, known := s.keys[d]
	delete(s.keys, d)
	if !known || !s.now().Before(until) {
		return "", false
	}
	dropOldest(s.tokens, maxSessions-1)
	token = secret()
	s.tokens[sha256.Sum256([]byte(token))] = s.now()
	return token, true
}

// has reports whether a token belongs to a session, and records its use.
func (s *sessions) has(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := digest(sha256.Sum256([]byte(token)))
	used, known := s.tokens[d]
	if !known {
		return false
	}
	if s.now().Sub(used) > tokenIdle {
		delete(s.tokens, d)
		return false
	}
	s.tokens[d] = s.now()
	return true
}

// end ends one session, or all sessions.
func (s *sessions) end(token string, all bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if all {
		clear(s.tokens)
	}
	delete(s.tokens, sha256.Sum256([]byte(token)))
}

// dropOldest deletes the oldest entries until their number does not exceed most.
func dropOldest(of map[digest]time.Time, most int) {
	for len(of) > most {
		var oldest digest
		first := true
		for d, at := range of {
			if first || at.Before(of[oldest]) {
				oldest, first = d, false
			}
		}
		delete(of, oldest)
	}
}

// bearer returns the token of a request, "" for none.
func bearer(r *http.Request) string {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return token
}

// sessionData describes the person and what the page can do for them.
type sessionData struct {
	Token  string     `json:"token,omitempty"`
	Server serverData `json:"server"`
	Me     meData     `json:"me"`
	Tools  []string   `json:"tools"`
	Code   bool       `json:"code"`
}

type serverData struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Instance string `json:"instance"`
}

type meData struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Kind string   `json:"kind"`
	May  []string `json:"may"`
}

func (s *Server) sessionOf(who mcp.Principal) sessionData {
	may := make([]string, 0, len(who.Permissions))
	for op := range who.Permissions {
		may = append(may, string(op))
	}
	slices.Sort(may)
	return sessionData{
		Server: serverData{"bimstream", s.config.Version, s.instance}, Code: s.config.ShowCode != nil,
		Me: meData{ID: who.ID, Name: who.ID, Kind: string(who.Kind), May: may}, Tools: pageTools,
	}
}

// begin serves POST /api/session: it exchanges a key for the token of a session.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Key string `json:"key"`
	}
	who := s.config.Person()
	if err := decode(r, &asked); err != nil {
		s.refuse(w, who, err)
		return
	}
	token, ok := s.sessions.begin(asked.Key)
	if !ok {
		s.refuse(w, who, errNoKey)
		return
	}
	out := s.sessionOf(who)
	out.Token = token
	answer(w, out)
}

func (s *Server) session(w http.ResponseWriter, _ *http.Request, who mcp.Principal) error {
	answer(w, s.sessionOf(who))
	return nil
}

// end serves DELETE /api/session: it ends this session, or with ?all=true the sessions of all browsers.
func (s *Server) end(w http.ResponseWriter, r *http.Request, _ mcp.Principal) error {
	s.sessions.end(bearer(r), r.URL.Query().Get("all") == "true")
	w.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
