package wire

import (
	"container/list"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// sessionTable caches the sessions of a process. A dropped session is recreated from its id.
type sessionTable struct {
	key        []byte
	most       int
	mostOfOne  int
	idle       time.Duration
	resumeFor  time.Duration
	ended      *endings
	listeners  atomic.Int64
	retained   atomic.Int64
	mu         sync.Mutex
	table      map[nonce]*list.Element // of *httpSession
	order      *list.List              // the most recently used in front
	ofOne      map[string]int
	retirement []*stream // ended streams, the oldest first
}

func newSessionTable(o HTTPOptions) (*sessionTable, error) {
	key := o.Key
	if len(key) == 0 {
		key = make([]byte, sealKeyBytes)
		_, _ = rand.Read(key) // never fails: the runtime ends the process instead
	}
	ended, err := openEndings(o.Ended)
	if err != nil {
		return nil, err
	}
	return &sessionTable{
		key: key, most: o.Sessions, mostOfOne: o.SessionsOfOne, idle: o.SessionIdle,
		resumeFor: o.ResumeWithin, ended: ended,
		table: map[nonce]*list.Element{}, order: list.New(), ofOne: map[string]int{},
	}, nil
}

func (t *sessionTable) close() error { return t.ended.close() }

func (t *sessionTable) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.table)
}

// begin returns a new session, or nil if the subject or all subjects together have too many busy sessions.
func (t *sessionTable) begin(subject, version string, can mcp.ClientCapabilities, now time.Time) *httpSession {
	return t.adopt(newClaims(version, can, now), subject, now)
}

// find returns the subject's session with an id. gone means that there is no such session. If s is nil and gone is
// false, there is no room for the session.
func (t *sessionTable) find(id, subject string, now time.Time) (s *httpSession, gone bool) {
	c, ok := t.read(id, subject, now)
	if !ok || t.ended.has(c.nonce) {
		return nil, true
	}
	return t.adopt(c, subject, now), false
}

func (t *sessionTable) adopt(c claims, subject string, now time.Time) *httpSession {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.table[c.nonce]; e != nil {
		s := e.Value.(*httpSession)
		s.used = now
		t.order.MoveToFront(e)
		return s
	}
	if t.ofOne[subject] >= t.mostOfOne && !t.letGo(func(s *httpSession) bool { return s.subject == subject }) {
		return nil
	}
	if len(t.table) >= t.most && !t.letGo(func(*httpSession) bool { return true }) {
		return nil
	}
	s := &httpSession{claims: c, subject: subject, id: t.sign(c, subject), level: mcp.LoggingLevelError,
		used: now, over: make(chan struct{})}
	t.table[c.nonce] = t.order.PushFront(s)
	t.ofOne[subject]++
	return s
}

// letGo drops the least recently used session that is not busy and that may selects. It reports whether there was one.
func (t *sessionTable) letGo(may func(*httpSession) bool) bool {
	for e := t.order.Back(); e != nil; e = e.Prev() {
		if s := e.Value.(*httpSession); may(s) && !s.busy() {
			t.drop(e)
			return true
		}
	}
	return false
}

func (t *sessionTable) drop(e *list.Element) {
	s := t.order.Remove(e).(*httpSession)
	delete(t.table, s.nonce)
	if t.ofOne[s.subject]--; t.ofOne[s.subject] == 0 {
		delete(t.ofOne, s.subject)
	}
}

// end ends a session permanently in every process.
func (t *sessionTable) end(s *httpSession) error {
	if err := t.ended.add(s.nonce, s.issued); err != nil {
		return err
	}
	t.mu.Lock()
	if e := t.table[s.nonce]; e != nil {
		t.drop(e)
	}
	t.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.streams {
		t.retained.Add(-int64(st.size()))
	}
	s.streams = nil
	select {
	case <-s.over:
	default:
		close(s.over)
	}
	return nil
}

// sweep drops sessions that were idle too long and streams that nobody resumed in time. It returns the number of
// dropped sessions.
func (t *sessionTable) sweep(now time.Time) (gone int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.retire(func(st *stream) bool { return now.Sub(st.endedAt) > t.resumeFor })
	for e := t.order.Back(); e != nil; {
		before := e.Prev()
		if s := e.Value.(*httpSession); now.Sub(s.used) > t.idle && !s.busy() {
			t.drop(e)
			gone++
		}
		e = before
	}
	if len(t.table) == 0 { // a Go map does not shrink
		t.table, t.ofOne = map[nonce]*list.Element{}, map[string]int{}
	}
	return gone
}

const (
	// maxRetained bounds the bytes of all streams that clients can resume: 400 answers of the largest size.
	maxRetained = 32 << 20
	// maxRetainedStreams bounds the number of streams that clients can resume, over all sessions.
	maxRetainedStreams = 4096
)

// retainLater keeps an ended stream until its time to be resumed is over, or room is needed.
func (t *sessionTable) retainLater(st *stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.retirement = append(t.retirement, st)
	t.retire(func(*stream) bool { return t.retained.Load() > maxRetained || len(t.retirement) > maxRetainedStreams })
}

// retire drops the oldest streams while due reports true for them.
func (t *sessionTable) retire(due func(*stream) bool) {
	for len(t.retirement) > 0 && due(t.retirement[0]) {
		st := t.retirement[0]
		t.retirement[0] = nil
		t.retirement = t.retirement[1:]
		st.of.mu.Lock()
		if st.of.streams[st.id] == st {
			delete(st.of.streams, st.id)
			t.retained.Add(-int64(st.size()))
		}
		st.of.mu.Unlock()
	}
	if len(t.retirement) == 0 {
		t.retirement = nil
	}
}
