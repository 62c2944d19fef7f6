package projections

import (
	"context"
	"iter"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// DefaultSnapshotEvery is the default number of events between snapshots. Folding that many events takes about as long
// as loading a state of ten thousand elements, some tens of milliseconds.
const DefaultSnapshotEvery = 10_000

// snapshots keeps folded states of streams in a folder and begins folds from them. It is a cache: a snapshot is used
// only if it is undamaged, has this version, and belongs to exactly the history in the store. Without the folder every
// answer is the same. The zero value keeps nothing.
type snapshots struct {
	folder snapshotFolder
	every  uint64
	turn   chan struct{} // holds a token while a snapshot is written; nil to keep nothing
	busy   sync.WaitGroup

	mu sync.Mutex
	// newest known snapshot by stream, so that most offers need not read the folder
	newest map[string]uint64
}

func newSnapshots(dir string, every uint64) *snapshots {
	return &snapshots{folder: snapshotFolder{dir: dir}, every: max(1, every), turn: make(chan struct{}, 1),
		newest: map[string]uint64{}}
}

// nearest returns the draft of the newest snapshot of a stream at or before a revision that the store confirms, or nil
// if there is none. The draft is late.
func (s *snapshots) nearest(ctx context.Context, store eventstore.Store, stream string,
	until uint64) *draft {
	if s.turn == nil {
		return nil
	}
	files := s.folder.list(stream)
	for i := len(files) - 1; i >= 0; i-- {
		if files[i].revision > until {
			continue
		}
		d, err := s.folder.read(files[i], stream, true)
		if err != nil {
			continue
		}
		agrees, err := confirms(store.Read(ctx, stream, files[i].revision), d)
		if err != nil {
			return nil // the fold will get the same error
		}
		if agrees {
			return d
		}
		s.folder.remove(files[i])
	}
	return nil
}

// before returns the revision of the newest snapshot at or before a revision. The snapshot may turn out to be unusable.
func (s *snapshots) before(stream string, revision uint64) (newest uint64, kept bool) {
	if s.turn == nil {
		return 0, false
	}
	for _, f := range s.folder.list(stream) {
		if f.revision <= revision {
			newest, kept = f.revision, true
		}
	}
	return newest, kept
}

// confirms reports whether the store has the event of a snapshot. Its hash also covers all events before it.
func confirms(events iter.Seq2[eventstore.Recorded, error], d *draft) (bool, error) {
	for r, err := range events {
		if err != nil {
			return false, err
		}
		at := link{next: d.next - 1, hash: r.PrevHash}
		return r.Hash == d.hash && at.check(&r) == nil, nil
	}
	return false, nil
}

// offer keeps a stored view in the background if the newest snapshot before it is old enough. It never waits: it writes
// nothing while another snapshot is being written.
func (s *snapshots) offer(v *View) {
	stream := StreamName(v.ModelID, v.Branch)
	if s.turn == nil || v.next < s.every || s.near(stream, v.Revision) {
		return
	}
	select {
	case s.turn <- struct{}{}:
	default:
		return
	}
	s.busy.Go(func() {
		defer func() { <-s.turn }()
		if !s.wanted(stream, v.Revision) {
			return
		}
		// If the cache cannot be written, it lacks this entry, and the next attempt follows after as many events.
		_ = s.folder.write(stream, v.Revision, encodeSnapshot(v, s.folder.seals))
		s.saw(stream, v.Revision)
	})
}

// wanted reports whether the newest snapshot at or before a revision is old enough for a new one.
func (s *snapshots) wanted(stream string, revision uint64) bool {
	last := uint64(0)
	for _, f := range s.folder.list(stream) {
		if f.revision <= revision {
			last = f.revision
		}
	}
	s.saw(stream, last)
	return revision-last >= s.every-1
}

// near reports whether a known snapshot lies shortly before a revision.
func (s *snapshots) near(stream string, revision uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	newest, seen := s.newest[stream]
	return seen && newest <= revision && revision-newest < s.every-1
}

// saw remembers the newest snapshot of a stream.
func (s *snapshots) saw(stream string, revision uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest[stream] = max(revision, s.newest[stream])
}

// settle waits for a snapshot that is being written.
func (s *snapshots) settle() { s.busy.Wait() }
