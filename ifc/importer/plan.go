package importer

import (
	"context"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/building"
)

// Plan is an import that the model admits.
type Plan struct {
	Schema     string  // as the file's header names it
	Unit       float64 // millimetres for one length of the file
	Create     change.CreateModel
	Steps      []change.Import // each of a size that one append takes
	Elements   int             // site and building included
	Report     Report
	SiteID     state.ID // of the file's, for a new model
	BuildingID state.ID
}

// Target is what is imported into.
type Target struct {
	Info state.Info // of an existing model; a zero Info for a new one
}

// Progress is told how many of the products have been looked at.
type Progress func(done, total int)

// lastWall returns the place of the last wall among the products, -1 for none.
func (r *Reading) lastWall() int {
	for i := len(r.Products) - 1; i >= 0; i-- {
		if r.Products[i].wall != nil {
			return i
		}
	}
	return -1
}

// Make decides an import into a model that holds nothing yet. It reads no clock and depends on the file alone and, for
// an existing model, on its bounds. The error is the context's.
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

// makeWith decides an import in which some hosts keep the body that the file shows. It returns also which have to do so
// as far as it saw: where these are more, it is to be made again.
func makeWith(ctx context.Context, src *building.Source, to Target, hosts shown,
	progress Progress) (*Plan, shown, error) {
	r := begin(src, false, hosts)
	if err := ctx.Err(); err != nil {
		return nil, hosts, err
	}
	reading := r.Reading
	p := &Plan{Schema: src.Schema(), Unit: src.Millimetres(), SiteID: reading.Site.ID, BuildingID: reading.Building.ID}
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
		if !joined && i > walls { // walls come first, but for what they are attached to
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
