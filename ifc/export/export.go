package export

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"slices"
	"sync"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Write writes a model as an IFC file to w. Nothing is written unless the whole file has been made and checked. An
// error is a domain error: OUT_OF_RANGE for an option, INVALID_OUTPUT for a file that fails its check, or an error of
// the model's geometry. It may also be the error of the context or of w.
func Write(ctx context.Context, w io.Writer, m *state.Model, o Options) (Summary, error) {
	x, err := build(ctx, m, o)
	if err != nil {
		return Summary{}, err
	}
	if err := checkFile(ctx, &x.file, x.expected()); err != nil {
		return Summary{}, err
	}
	broken, err := x.brokenRules()
	if err != nil {
		return Summary{}, err
	}
	x.summary.Warnings = append(x.summary.Warnings, broken...)
	return x.write(w)
}

// exporter is the state of one export: the model, the options, the instances so far and, by concern, the values that
// later instances refer to.
type exporter struct {
	*builder
	ctx     context.Context // context of this export; its loops check it
	model   *state.Model
	all     map[state.ID]*state.Element // all elements of the model
	options Options
	schema  *schema.Schema
	summary Summary
	lost    map[string]int // counts of losses other than attributes

	ownership
	structure
	appearance
	typeObjects
	relatives
	assembling
	classifying
	derived
	promises
	provenance
	bodies     sharedBodies
	directions map[r3.Vector]step.Ref
	setFaults  map[[2]string]setFault // faults of sets by class and set name
	told       map[state.ID][]string  // attributes that were written from an element's properties
}

// instancesOfElement is the average number of instances of an element, with its sets and relations, rounded up. The
// list gets this capacity at once, because a list that grows takes twice its memory for a while.
const instancesOfElement = 24

func newExporter(ctx context.Context, m *state.Model, o Options) *exporter {
	d := dialectOf(o.Schema)
	x := &exporter{
		ctx: ctx, builder: newBuilder(d, instancesOfElement*m.Len()), model: m,
		all:     make(map[state.ID]*state.Element, m.Len()),
		options: o, schema: d.schema(), lost: map[string]int{},
		summary:   Summary{Schema: o.Schema, MVD: o.MVD, Warnings: append([]change.Warning{}, o.warnings()...)},
		ownership: newOwnership(d), structure: newStructure(), appearance: newAppearance(),
		typeObjects: newTypeObjects(),
		relatives:   newRelatives(), assembling: newAssembling(),
		classifying: classifying{codes: map[string]state.Classification{}},
		derived:     newDerived(), promises: newPromises(), provenance: newProvenance(),
		bodies:     newSharedBodies(),
		directions: map[r3.Vector]step.Ref{}, setFaults: map[[2]string]setFault{},
		told: map[state.ID][]string{},
	}
	x.rooms = sync.OnceValue(x.findRooms)
	x.takers = sync.OnceValue(func() *room.FloorTakers { return room.FloorTakersOf(m) })
	m.Each(func(e *state.Element) bool {
		x.all[e.ID] = e
		x.bodies.count(e)
		if e.AssemblyID != "" {
			x.wholes[e.AssemblyID] = true
		}
		return true
	})
	return x
}

// element returns an element of the model.
func (x *exporter) element(id state.ID) (*state.Element, bool) {
	e, ok := x.all[id]
	return e, ok
}

// build creates the whole file in memory.
func build(ctx context.Context, m *state.Model, o Options) (made *exporter, err error) {
	defer processors.Stopped(&err)
	if m.Info().ID == "" {
		return nil, state.Errorf(state.NotFound, "there is no model to export: call create_model first")
	}
	o, err = o.withDefaults()
	if err != nil {
		return nil, err
	}
	x := newExporter(ctx, m.Until(processors.Until(ctx)), o)
	x.header()
	x.spatialStructure()
	x.writeMaterials()
	if err := x.writeTypes(); err != nil {
		return nil, err
	}
	if err := x.elements(); err != nil {
		return nil, err
	}
	if err := x.heard(x.assemblies, x.spaceBoundaries, x.connections, x.portConnections, x.systemMembers,
		x.relations, x.unusedSystems, x.presentationLayers); err != nil {
		return nil, err
	}
	if err := x.carry(); err != nil {
		return nil, err
	}
	if err := x.heard(x.dropUnused, x.warnLosses, func() { x.number(ctx) }); err != nil {
		return nil, err
	}
	x.summary.Instances = len(x.file.Instances)
	x.summary.Objects = countObjects(&x.file, x.schema)
	x.model = m // the writers are several goroutines, and each checks the context itself
	return x, nil
}

// heard runs steps in order. It returns the context's error once the context is cancelled.
func (x *exporter) heard(steps ...func()) error {
	for _, step := range steps {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		step()
	}
	return x.ctx.Err()
}

// elements writes every element of the model. Openings, doors and windows are written with their host.
func (x *exporter) elements() error {
	for _, kind := range []struct {
		category state.Category
		write    func(*state.Element) error
	}{
		{state.CategoryGrid, x.grid}, {state.CategoryWall, x.wall}, {state.CategoryFloor, x.floor},
		{state.CategoryRoof, x.roof},
		{state.CategoryColumn, x.column}, {state.CategoryBeam, x.beam}, {state.CategoryStair, x.stair},
		{state.CategoryRamp, x.ramp},
		{state.CategoryRoom, x.room}, {state.CategoryZone, x.zone},
		{state.CategoryCeiling, x.ceiling}, {state.CategoryFooting, x.footing}, {state.CategoryRailing, x.railing},
		{state.CategoryCurtainWall, x.curtainWall},
		{state.CategorySystem, x.system}, {state.CategoryDuct, x.segment}, {state.CategoryPipe, x.segment},
		{state.CategoryCableTray, x.segment},
		{state.CategoryDuctFitting, x.fitting}, {state.CategoryPipeFitting, x.fitting},
		{state.CategoryCableTrayFitting, x.fitting},
		{state.CategoryFurniture, x.component}, {state.CategoryEquipment, x.component},
		{state.CategoryTerminal, x.component}, {state.CategorySanitary, x.component},
		{state.CategoryProxy, x.proxy},
	} {
		if err := x.inBatches(x.model.OfCategory(kind.category), kind.write); err != nil {
			return err
		}
	}
	return x.unhosted()
}

// unhosted writes the doors and windows with a fixed shape. They do not stand in an opening of a wall.
func (x *exporter) unhosted() error {
	for _, category := range []state.Category{state.CategoryDoor, state.CategoryWindow} {
		ids := slices.DeleteFunc(x.model.OfCategory(category), func(id state.ID) bool {
			e, ok := x.model.Element(id)
			return !ok || state.FixedOf(e) == nil
		})
		if err := x.each(ids, nil); err != nil {
			return err
		}
	}
	return nil
}

// inBatches writes elements of one category. While it writes one batch, other goroutines work out the next batch. The
// derived values of a category may depend on the categories written before: rooms use the plans of walls.
func (x *exporter) inBatches(ids []state.ID, write func(*state.Element) error) error {
	if len(ids) == 0 {
		return nil
	}
	batches := slices.Collect(slices.Chunk(ids, batch))
	next := x.foresee(batches[0])
	for i, ids := range batches {
		x.look(next)
		if next = nil; i+1 < len(batches) {
			next = x.foresee(batches[i+1])
		}
		if err := x.each(ids, write); err != nil {
			if next != nil {
				next.busy.Wait()
			}
			return err
		}
	}
	return nil
}

// each writes elements of one category one by one.
func (x *exporter) each(ids []state.ID, write func(*state.Element) error) error {
	for _, id := range ids {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		e, ok := x.element(id)
		if !ok {
			continue
		}
		done := x.within(string(id))
		x.looks(e.Origin)
		err := x.writing(e, write)
		done()
		if err != nil {
			return of(e, err)
		}
	}
	return nil
}

// writing writes an element by the function of its category, or by its fixed shape if it has one in place of
// parameters.
func (x *exporter) writing(e *state.Element, usual func(*state.Element) error) error {
	if f := state.FixedOf(e); f != nil {
		return x.fixedShape(e, f)
	}
	return usual(e)
}

// of adds the element to an error about it.
func of(e *state.Element, err error) error {
	known, ok := errors.AsType[*state.Error](err)
	if !ok {
		return state.Errorf(state.Internal, "%s %q cannot be exported: %w", e.Category, e.Name,
			err).With("element_id", e.ID)
	}
	if _, named := known.Data["element_id"]; named {
		return err
	}
	out := state.Errorf(known.Code, "%s %q cannot be exported: %w", e.Category, e.Name, err).With("element_id", e.ID)
	for key, value := range known.Data {
		out.Data[key] = value
	}
	return out
}

func (x *exporter) warn(code, message string, data map[string]any) {
	x.summary.Warnings = append(x.summary.Warnings, change.Warning{Code: code, Message: message, Data: data})
}

// write writes the finished file to w.
func (x *exporter) write(w io.Writer) (Summary, error) {
	out := &digest{ctx: x.ctx, w: w, sum: sha256.New()}
	if err := x.writeIn(out); err != nil {
		return Summary{}, err
	}
	x.summary.Size, x.summary.SHA256 = out.size, hex.EncodeToString(out.sum.Sum(nil))
	return x.summary, nil
}

// writeIn writes the file itself, or an archive with only this file, dated with the time of the header.
func (x *exporter) writeIn(w io.Writer) error {
	if x.options.Archive == "" {
		return step.Write(w, &x.file)
	}
	archive := zip.NewWriter(w)
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: x.options.Archive, Method: zip.Deflate,
		Modified: x.options.Stamp.UTC()})
	if err == nil {
		err = step.Write(entry, &x.file)
	}
	return errors.Join(err, archive.Close())
}

// digest counts and hashes the bytes that are written through it, until the context is cancelled.
type digest struct {
	ctx  context.Context
	w    io.Writer
	sum  hash.Hash
	size int64
}

func (d *digest) Write(p []byte) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := d.w.Write(p)
	d.sum.Write(p[:n])
	d.size += int64(n)
	return n, err
}
