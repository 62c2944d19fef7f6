package importer

import (
	"context"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/building"
)

// Plan is an import that the model accepts.
type Plan struct {
	Schema     string  // name of the schema in the file's header
	Unit       float64 // millimetres per unit of length of the file
	Create     change.CreateModel
	Steps      []change.Import   // each small enough for one append
	Unnamed    map[state.ID]bool // elements without a name in the file; the steps have automatic ones
	Elements   int               // site and building included
	Report     Report
	SiteID     state.ID // id of the file's site, for a new model
	BuildingID state.ID
}

// Target is the model into which a file is imported.
type Target struct {
	Info state.Info // info of an existing model; zero for a new model
}

// Progress is called with the number of products that have been processed.
type Progress func(done, total int)

// lastWall returns the index of the last wall among the products, -1 for none.
func (r *Reading) lastWall() int {
	for i := len(r.Products) - 1; i >= 0; i-- {
		if r.Products[i].wall != nil {
			return i
		}
	}
	return -1
}

// Make returns the plan of an import into an empty model. It reads no clock; the plan depends only on the file and, for
// an existing model, on the model's bounds. Its only error is the error of the context.
func Make(ctx context.Context, src *building.Source, to Target, progress Progress) (plan *Plan, err error) {
	defer processors.Stopped(&err)
	for hosts := (shown{}); ; {
		p, after, err := makeWith(ctx, src, to, hosts, progress)
		if err != nil || !after.grown() {
			return p, err
		}
		hosts = after
	}
}

// makeWith plans an import in which the given hosts keep the body in the file. It also returns all hosts that must do
// so, including hosts found during the planning. If they are more than the given hosts, the import must be planned
// again.
func makeWith(ctx context.Context, src *building.Source, to Target, hosts shown,
	progress Progress) (*Plan, shown, error) {
	r := begin(src, false, hosts)
	if err := ctx.Err(); err != nil {
		return nil, hosts, err
	}
	reading := r.Reading
	p := &Plan{Schema: src.Schema(), Unit: src.Millimetres(), SiteID: reading.Site.ID, BuildingID: reading.Building.ID,
		Unnamed: map[state.ID]bool{}}
	t, err := newTrial(reading, p, to)
	if err != nil {
		return nil, hosts, err
	}
	t.library()
	for _, e := range append([]*state.Element{reading.Site, reading.Building}, reading.Levels...) {
		t.spatial(e)
	}
	t.settleWalls()
	r.readRest()
	if r.shown.grown() {
		return nil, r.shown, nil
	}
	joined, walls := false, reading.lastWall()
	for i, d := range reading.Products {
		if err := ctx.Err(); err != nil {
			return nil, hosts, err
		}
		if !joined && i > walls { // walls come first, except for the elements to which they are attached
			t.joins()
			joined = true
		}
		t.product(d)
		if progress != nil {
			progress(i+1, len(reading.Products))
		}
	}
	if !joined {
		t.joins()
	}
	t.connections()
	t.flush()
	p.Report = reading.Report
	return p, r.shown, nil
}
