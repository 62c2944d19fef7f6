package web

import (
	"cmp"
	"net/http"
	"slices"
	"sort"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

// changesData is a page of change sets, the newest first.
type changesData struct {
	Head    uint64      `json:"head"`
	Changes []changeSet `json:"changes"`
	More    bool        `json:"more"`
}

// The bounds of pages.
const (
	changesShown   = 100
	maxChangesPage = 1000
	bucketsShown   = 400
	maxBuckets     = 4000
	authorsShown   = 8
)

// branchOf returns the current state of a branch and its change sets up to that state. A person who may read only a
// part of the branch gets an error. A change, its reason and its author would describe everything that the change
// affected.
func (s *Server) branchOf(r *http.Request, who mcp.Principal) (*projections.View, []changeSet, error) {
	reader := s.reader(who)
	v, err := reader.View(r.Context(), r.PathValue("model"), r.PathValue("branch"), "")
	if err != nil {
		return nil, nil, err
	}
	if reader.Bounded(v.Branch) {
		return nil, nil, state.Errorf(state.PermissionDenied,
			"the history tells of the whole model, and what you may READ is bounded").With("operation", mcp.OpRead)
	}
	sets, err := s.histories.of(r.Context(), v.ModelID, v.Branch)
	if err != nil {
		return nil, nil, err
	}
	known := sort.Search(len(sets), func(i int) bool { return sets[i].First > v.Revision })
	return v, sets[:known], nil
}

// changes serves the change sets of a branch before a revision.
func (s *Server) changes(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	limit, err := whole(r, "limit", changesShown, maxChangesPage)
	if err != nil {
		return err
	}
	const none = 1 << 53 // beyond every revision, and a whole number in JSON
	before, err := whole(r, "before", none, none)
	if err != nil {
		return err
	}
	v, sets, err := s.branchOf(r, who)
	if err != nil {
		return err
	}
	end := sort.Search(len(sets), func(i int) bool {
		return sets[i].First >= uint64(before) //nolint:gosec // not negative
	})
	from := max(0, end-limit)
	out := changesData{Head: v.Revision, Changes: slices.Clone(sets[from:end]), More: from > 0}
	slices.Reverse(out.Changes)
	answer(w, out)
	return nil
}

// timelineData is the history of a branch in a bounded number of buckets.
type timelineData struct {
	Head    uint64       `json:"head"`
	Buckets []bucketData `json:"buckets"`
	Marks   []mark       `json:"marks"`
}

type bucketData struct {
	First    uint64    `json:"first"`
	Last     uint64    `json:"last"`
	From     time.Time `json:"from"`
	To       time.Time `json:"to"`
	Created  int       `json:"created"`
	Modified int       `json:"modified"`
	Deleted  int       `json:"deleted"`
	Authors  []string  `json:"authors"` // the first few authors
}

// timeline serves the history of a branch in buckets with equal numbers of change sets.
func (s *Server) timeline(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	most, err := whole(r, "buckets", bucketsShown, maxBuckets)
	if err != nil {
		return err
	}
	v, sets, err := s.branchOf(r, who)
	if err != nil {
		return err
	}
	out := timelineData{Head: v.Revision, Buckets: []bucketData{}, Marks: []mark{}}
	most = max(1, most)
	each := (len(sets) + most - 1) / most
	for from := 0; from < len(sets); from += each {
		out.Buckets = append(out.Buckets, bucketOf(sets[from:min(len(sets), from+each)]))
	}
	for _, c := range sets {
		for _, m := range c.marks {
			if m.Kind == markFork || m.Kind == markMerge { // kinds that name a branch
				m.Name = model.BranchTold(who, m.Name)
			}
			out.Marks = append(out.Marks, m)
		}
	}
	annotations, err := s.config.Backend.Live.Annotations(r.Context(), v.ModelID)
	if err != nil {
		return err
	}
	for _, t := range annotations.Tags() {
		if t.At.Branch == v.Branch {
			out.Marks = append(out.Marks, mark{uint64(t.At.Revision), "tag", t.Name})
		}
	}
	slices.SortStableFunc(out.Marks, func(a, b mark) int { return cmp.Compare(a.Revision, b.Revision) })
	answer(w, out)
	return nil
}

func bucketOf(sets []changeSet) bucketData {
	last := sets[len(sets)-1]
	out := bucketData{First: sets[0].First, Last: last.Last, From: sets[0].At, To: last.At, Authors: []string{}}
	for _, c := range sets {
		out.Created, out.Modified, out.Deleted = out.Created+c.Created, out.Modified+c.Modified, out.Deleted+c.Deleted
		author := c.Agent
		if author == "" {
			author = c.User
		}
		if len(out.Authors) < authorsShown && !slices.Contains(out.Authors, author) {
			out.Authors = append(out.Authors, author)
		}
	}
	return out
}
