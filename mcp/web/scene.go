package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// sceneData is a state, with where its bodies are to be had.
type sceneData struct {
	momentData
	Levels  []levelData      `json:"levels"`
	Rows    rowsData         `json:"rows"`
	Chunks  []chunkData      `json:"chunks"`
	Box     []float64        `json:"box"`
	LeftOut []scenes.LeftOut `json:"left_out"`
}

type chunkData struct {
	URL       string    `json:"url"`
	Bytes     int       `json:"bytes"`
	Level     int       `json:"level"`
	First     int       `json:"first"`
	Count     int       `json:"count"`
	Triangles int       `json:"triangles"`
	Box       []float64 `json:"box"`
}

// chunkElements bounds how many elements a chunk has, so that the first is there soon: about a second of work for
// bodies of 100 triangles.
const chunkElements = 2000

// state is what a scene and its chunks are told of.
type state struct {
	view  *projections.View
	tells func(domain.ID) bool
	levelling
	elements []*domain.Element // sorted
}

// stateOf gathers what a person may see of a view.
func stateOf(v *projections.View, tells func(domain.ID) bool) *state {
	s := &state{view: v, tells: tells, levelling: levelsOf(v, tells)}
	v.Model.Each(func(e *domain.Element) bool {
		if listed(e.Category) && tells(e.ID) {
			s.elements = append(s.elements, e)
		}
		return true
	})
	s.elements = s.sorted(s.elements)
	return s
}

// part is the elements of a chunk: some of one level that follow each other.
type part struct{ level, first, count int }

// parts divides the elements into chunks.
func (s *state) parts() []part {
	var out []part
	for i, e := range s.elements {
		level := s.place(e)
		if n := len(out); n > 0 && out[n-1].level == level && out[n-1].count < chunkElements {
			out[n-1].count++
			continue
		}
		out = append(out, part{level: level, first: i, count: 1})
	}
	return out
}

// scene serves the elements of a state, and the addresses of their bodies.
func (s *Server) scene(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	v, head, err := s.viewAndHead(r, who, r.URL.Query().Get("at"))
	if err != nil {
		return err
	}
	tag := s.tagOf(v, head, who)
	if r.Header.Get("If-None-Match") == tag {
		w.Header().Set("ETag", tag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	st := stateOf(v, s.reader(who).Tells(v))
	out := sceneData{momentData: momentOf(v, head), Levels: st.levels, Rows: st.rows(st.elements, st.tells),
		Chunks: []chunkData{}, LeftOut: []scenes.LeftOut{}}
	whole := geometry.EmptyBox()
	for i, p := range st.parts() {
		box, any := geometry.EmptyBox(), false
		for _, e := range st.elements[p.first : p.first+p.count] {
			if !drawn(e.Category) {
				continue
			}
			any = true
			if b := v.BoundsOf(e.ID); e.Category != domain.CategoryRoom {
				box = box.Union(b)
			}
			if _, err := v.MeasureOf(e.ID); err != nil {
				out.LeftOut = append(out.LeftOut, scenes.LeftOut{ElementID: e.ID, Reason: err.Error()})
			}
		}
		if whole = whole.Union(box); any {
			out.Chunks = append(out.Chunks, chunkData{Level: p.level, First: p.first, Count: p.count, Box: corners(box),
				URL: fmt.Sprintf("/api/models/%s/branches/%s/chunks/%d/%d?of=%s", url.PathEscape(v.ModelID),
					url.PathEscape(v.Branch), v.Revision, i, s.instance)})
		}
	}
	out.Box = corners(whole)
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("ETag", tag)
	answer(w, out)
	return nil
}

// tagOf names what a person is told of a state. It ends with the process: another one may tell another store, or make
// other bodies of the same events.
func (s *Server) tagOf(v *projections.View, head uint64, who mcp.Principal) string {
	may, err := json.Marshal(who.Permissions)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %x %d %s %s", v.ModelID, v.Branch, v.Hash, head, s.instance, may))
	return etag(hex.EncodeToString(sum[:]))
}

// viewAndHead returns a state that a request names, and the last revision of its branch.
func (s *Server) viewAndHead(r *http.Request, who mcp.Principal, point string) (*projections.View, uint64, error) {
	reader := s.reader(who)
	v, err := reader.View(r.Context(), r.PathValue("model"), r.PathValue("branch"), point)
	if err != nil {
		return nil, 0, err
	}
	head, err := reader.Head(r.Context(), v)
	return v, head, err
}

// chunk serves the bodies of some elements of a revision.
func (s *Server) chunk(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	v, err := s.reader(who).View(r.Context(), r.PathValue("model"), r.PathValue("branch"), r.PathValue("rev"))
	if err != nil {
		return err
	}
	st := stateOf(v, s.reader(who).Tells(v))
	parts := st.parts()
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= len(parts) {
		return notFound("there is no chunk %q: the scene names them", r.PathValue("n"))
	}
	p := parts[n]
	content, _, err := s.encode(r.Context(), v, st.elements[p.first:p.first+p.count])
	if err != nil {
		return err
	}
	keep(w)
	serveChunk(w, content)
	return nil
}

func serveChunk(w http.ResponseWriter, content []byte) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}

// encode writes the bodies of elements as a chunk whose rows are their places in the list. Bodies are made on all
// processors.
func (s *Server) encode(ctx context.Context, v *projections.View, elements []*domain.Element) ([]byte, int, error) {
	made := make([]body, len(elements))
	var next atomic.Int64
	var busy sync.WaitGroup
	for range processors.Count() {
		busy.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(elements) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if drawn(elements[i].Category) {
					made[i] = s.bodies.of(v, elements[i])
				}
			}
		})
	}
	busy.Wait()
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	c := newChunkWriter()
	for i, b := range made {
		c.add(i, b)
	}
	return c.bytes(), c.triangles, nil
}
