package links

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/coordination"
	"github.com/bimstream/bimstream/projections/federation"
	"github.com/bimstream/bimstream/projections/validation"
)

// project is a project that is being made. Everything is decided before anything is stored.
type project struct {
	backend *Backend
	call    *mcp.Call
	name    string
	sources []*source
	storeys []projectStorey
	placed  string
	parts   int // of the work, for progress reports

	view     *projections.View // of the project, with its links
	composed *projections.View
	changes  []state.Event
	events   []eventstore.Event // of changes, as they are stored

	report  *coordination.Report
	check   *validation.Check
	runID   string
	runs    [][]eventstore.Event
	written []reportedFile
	records []eventstore.Event // of written
}

// source is a file that becomes a model of a project.
type source struct {
	projectFile
	link     string // name of the link
	made     *files.Import
	view     *projections.View // of the model that the file becomes
	placing  state.ModelLink
	place    state.Transform
	findings []federation.Finding
	problem  error
}

// id returns the permanent id of a part of the project. It derives from the command's id, so that a repeated call finds
// what an earlier one left.
func (p *project) id(part string) string { return string(state.DeriveID(p.call.CommandID+" "+part, 0)) }

func (p *project) modelID() string { return p.id("project") }

// read reads and prepares the files. A file that cannot be imported ends the call before anything is stored.
func (p *project) read(ctx context.Context, a *createProject) error {
	if err := model.New(p.backend.Backend).CheckModelName(ctx, p.call, p.name); err != nil {
		return err
	}
	for i, f := range a.Files {
		p.parts = 3 * len(a.Files)
		p.progress(i, "reading "+path.Base(f.File))
		s := &source{projectFile: f, link: strings.TrimSpace(f.Name)}
		if s.link == "" {
			name := p.backend.NameOf(ctx, p.call, f.File)
			s.link = strings.TrimSuffix(path.Base(name), path.Ext(name))
		}
		if s.Discipline == "" {
			s.Discipline = disciplineOf(p.backend.NameOf(ctx, p.call, f.File))
		}
		err := p.prepare(ctx, s, i)
		if err != nil {
			return p.inFile(f.File, err)
		}
		p.sources = append(p.sources, s)
	}
	return nil
}

// inFile adds to an error the name of the file that causes it.
func (p *project) inFile(name string, err error) error {
	wrong := state.CodeOf(err)
	if wrong == state.Internal {
		return fmt.Errorf("file %q: %w", name, err)
	}
	const nothing = "nothing was imported"
	left := "; " + nothing
	if strings.Contains(err.Error(), nothing) ||
		slices.ContainsFunc(p.sources, func(s *source) bool { return s.made.Resumed }) {
		left = ""
	}
	return state.Errorf(wrong, "file %q: %w%s", name, err, left).With("file", name)
}

func (p *project) prepare(ctx context.Context, s *source, i int) error {
	data, err := files.New(p.backend.Backend).ReadIFC(ctx, p.call, s.File)
	if err != nil {
		return err
	}
	s.made, err = files.PrepareImport(ctx, p.backend.Store, p.backend.Live, files.ImportRequest{
		Data: data, FileName: path.Base(p.backend.NameOf(ctx, p.call, s.File)), Name: s.link,
		Owner: app.User(p.call.Principal), ID: p.id(fmt.Sprintf("file %d", i)), Meta: app.MetaOf(p.call, 0),
		Standing: true})
	if err != nil || s.made.Resumed {
		return err
	}
	return model.New(p.backend.Backend).CheckModelName(ctx, p.call, s.link)
}

// foresee makes the models of the files without storing them.
func (p *project) foresee(ctx context.Context, _ *createProject) error {
	for i, s := range p.sources {
		p.progress(len(p.sources)+i, "deciding "+s.link)
		var err error
		if s.view, err = s.made.Foreseen(ctx); err != nil {
			return p.inFile(s.File, err)
		}
	}
	return nil
}

// found makes the model of the project. The model gets the place on the map and the storeys of its files, and a link to
// each file's model.
func (p *project) found(_ context.Context, _ *createProject) error {
	reference := p.reference()
	info := reference.view.Model.Info()
	created, err := domain.Decide(state.NewModel(), change.Command{ID: p.id("create"), Do: change.CreateModel{
		Name: p.name, ID: p.modelID(), Owner: app.User(p.call.Principal), Author: info.Author,
		Organization: info.Organization, HalfExtent: p.extent()}})
	if err != nil {
		return err
	}
	p.changes = created.Events
	p.view = projections.EmptyView(p.modelID(), projections.MainBranch).Preview(created.Events)
	if err := p.decide("map", placeOf(reference.view.Model)); err != nil {
		return err
	}
	for _, s := range p.sources {
		p.locate(s, reference)
	}
	if err := p.raise(); err != nil {
		return err
	}
	for i, s := range p.sources {
		l := s.placing
		if err := p.decide(fmt.Sprintf("link %d", i), change.LinkModel{ModelID: l.ModelID, State: l.State, Name: l.Name,
			Discipline: l.Discipline, Placement: l.Placement, Offset: l.Offset, Rotation: l.Rotation}); err != nil {
			return p.inFile(s.File, err)
		}
		s.findings = federation.Check(p.view.Model, s.view.Model, l, s.place)
		for _, f := range s.findings {
			if f.Blocks && s.problem == nil {
				s.problem = state.Errorf(state.OutOfModelBounds, "%s: %s", f.Message, f.Suggestion)
			}
		}
	}
	p.events = projections.EncodeEvents(p.changes, app.MetaOf(p.call, 0))
	return nil
}

// reference returns the file that determines the place of the project: the first one that is on a map, otherwise the
// first one.
func (p *project) reference() *source {
	i := slices.IndexFunc(p.sources, func(s *source) bool { return siteOf(s.view.Model).CRS != "" })
	return p.sources[max(0, i)]
}

// extent returns bounds that have room for every model.
func (p *project) extent() *geometry.Length {
	most := state.DefaultHalfExtent
	for _, s := range p.sources {
		most = max(most, s.view.Model.Info().HalfExtent)
	}
	return &most
}

// siteOf returns the site of a model, or an empty site if it has none.
func siteOf(m *state.Model) *shape.Site {
	if e, ok := m.Element(m.Info().SiteID); ok {
		if s, ok := e.Params.(*shape.Site); ok {
			return s
		}
	}
	return new(shape.Site)
}

// placeOf returns the command that gives a model the place of another model.
func placeOf(m *state.Model) change.SetModelInfo {
	s := siteOf(m)
	out := change.SetModelInfo{Latitude: s.Latitude, Longitude: s.Longitude, Elevation: &s.Elevation,
		TrueNorth: &s.TrueNorth, Address: &s.Address}
	if s.CRS == "" {
		return out
	}
	out.CRS, out.Eastings, out.Northings, out.OrthogonalHeight = &s.CRS, &s.Eastings, &s.Northings, &s.OrthogonalHeight
	out.MapRotation = &s.MapRotation
	if s.MapScale != 0 {
		out.MapScale = &s.MapScale
	}
	return out
}

// decide decides a command on the project as built so far, and adds its events.
func (p *project) decide(part string, do change.Operation) error {
	d, err := p.view.Decide(change.Command{ID: p.id(part), Do: do})
	if err != nil || len(d.Events) == 0 {
		return err
	}
	p.changes, p.view = append(p.changes, d.Events...), p.view.PreviewOf(d)
	return nil
}

// locate proposes the place of a model in the project: by the map if both are on one, otherwise by their origins. An
// import moves a model that lies far from the origin, so the files' own origins are compared.
func (p *project) locate(s, reference *source) {
	s.placing = state.ModelLink{ModelID: s.made.ModelID, State: shape.LinkDelivery, Name: s.link,
		Discipline: s.Discipline, Placement: state.PlacedByOrigin}
	off := shape.Offset(s.view.Model).Sub(shape.Offset(reference.view.Model))
	switch {
	case federation.SameMap(p.view.Model, s.view.Model):
		s.placing.Placement = state.PlacedByMap
	case off != shape.Offset(s.view.Model):
		s.placing.Placement, s.placing.Offset = state.PlacedAsGiven, off
	}
	s.place, s.problem = federation.Placing(p.view.Model, s.view.Model, s.placing)
	words := map[state.LinkPlacement]string{state.PlacedByMap: "map", state.PlacedByOrigin: "origin",
		state.PlacedAsGiven: "origin"}
	if word := words[s.placing.Placement]; !strings.Contains(p.placed, word) {
		p.placed = strings.TrimPrefix(p.placed+" and "+word, " and ")
	}
}

// sameStorey is the largest difference between the levels of one storey in the models of two disciplines: the finished
// floor and the structure below it. Every storey is higher.
const sameStorey = geometry.Metre

// raise gives the project the storeys of its models: those of the architect first, then those of the reference. From
// the other models it adds storeys whose name and height are still new.
func (p *project) raise() error {
	ordered, reference := slices.Clone(p.sources), p.reference()
	rank := func(s *source) int {
		switch {
		case s.Discipline == disciplines[0].name:
			return 0
		case s == reference:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(ordered, func(a, b *source) int { return cmp.Compare(rank(a), rank(b)) })
	for _, s := range ordered {
		for _, e := range storeysOf(s) {
			at := e.Params.(*shape.Level).Elevation + s.place.Delta.Z
			if slices.ContainsFunc(p.storeys, func(k projectStorey) bool {
				return strings.EqualFold(k.Name, e.Name) || (k.Elevation-at).Abs() < sameStorey
			}) {
				continue
			}
			if err := p.decide(fmt.Sprintf("storey %d", len(p.storeys)), change.CreateLevel{Name: e.Name,
				Elevation: at}); err != nil {
				return p.inFile(s.File, err)
			}
			p.storeys = append(p.storeys, projectStorey{e.Name, at, s.link})
		}
	}
	slices.SortStableFunc(p.storeys, func(a, b projectStorey) int { return cmp.Compare(a.Elevation, b.Elevation) })
	return nil
}

// storeysOf returns the storeys of a model, from the lowest up.
func storeysOf(s *source) []*state.Element {
	return slices.DeleteFunc(shape.Levels(s.view.Model), func(e *state.Element) bool {
		return !e.Params.(*shape.Level).IsStorey
	})
}

// detect runs the first check, for clashes of all models together, and prepares its record.
func (p *project) detect(ctx context.Context, _ *createProject) error {
	var sources []federation.Source
	for _, s := range p.sources {
		if s.problem == nil {
			l, _ := p.view.Model.ModelLinkOf(s.link)
			sources = append(sources, federation.Source{Link: l, View: s.view, Place: s.place})
		}
	}
	slices.SortFunc(sources, func(a, b federation.Source) int { return strings.Compare(a.Link.Name, b.Link.Name) })
	p.composed = federation.Compose(p.view, sources, true)
	check, err := checks.CheckClashes(ctx, p.composed, clashes.Test{Mode: clashes.ModeHard},
		func(done, total float64, message string) {
			n := len(p.sources)
			p.progress(2*n+int(float64(n)*done/max(1, total)), message)
		})
	if err != nil {
		return err
	}
	check.Linked = app.LinkedIn(p.composed)
	meta := app.MetaOf(p.call, p.view.Revision)
	meta.CommandID = p.id("check")
	p.check = check
	p.runID, p.runs, err = check.Events(meta)
	return err
}

// write writes the first report.
func (p *project) write(ctx context.Context, _ *createProject) error {
	before, err := p.backend.Checks().Record(ctx, p.modelID()) // still empty
	if err != nil {
		return err
	}
	record, err := before.After(slices.Concat(p.runs...))
	if err != nil {
		return err
	}
	run, err := record.Run(p.runID)
	if err != nil {
		return err
	}
	g := &gathering{backend: p.backend, call: p.call, own: p.view, checked: p.composed, record: record, run: run,
		found: &validation.Found{Findings: p.check.Findings, Undecided: p.check.Undecided,
			Elements: p.check.Elements},
		pictures: picturesDrawn, standing: map[string]app.Delivered{}}
	for _, s := range p.sources {
		g.standing[s.made.ModelID] = app.Delivered{File: path.Base(s.File), At: p.call.Now.UTC().Truncate(time.Second)}
	}
	if p.report, err = g.report(ctx); err != nil {
		return err
	}
	p.written, p.records, err = p.backend.writeReport(ctx, p.call, p.composed, p.report, "")
	for i := range p.records {
		p.records[i].ID = eventID(p.id("report"), i)
	}
	return err
}

// progress reports how many parts of the work are done; each file is read, decided and checked.
func (p *project) progress(done int, stage string) {
	p.call.Progress(float64(done), float64(p.parts), stage)
}

// affected returns the number of elements that the call makes.
func (p *project) affected() int {
	n := p.view.Model.Len()
	for _, s := range p.sources {
		n += s.made.Plan.Elements
	}
	return n
}

func (p *project) answer() *projectData {
	out := &projectData{ModelID: p.modelID(), Branch: projections.MainBranch, Revision: p.view.Revision,
		Storeys: p.storeys, Placed: p.placed, RunID: p.runID, Clashes: len(p.check.Findings),
		Doubts: len(p.check.Undecided), Pairs: pairsOf(p.report), Report: p.written, Count: len(p.events),
		Events: app.RefsOf(p.events[:1])}
	for _, s := range p.sources {
		out.Models = append(out.Models, s.answer())
		out.Events = append(out.Events, app.EventRef{EventID: s.made.FirstEventID(), Type: "model.created"})
	}
	if app.BytesOf(out) > projectBytes {
		for i := range out.Models {
			out.Models[i].Findings = app.WithinBytes(out.Models[i].Findings, projectBytes/2/len(out.Models))
		}
		out.Storeys = app.WithinBytes(out.Storeys, pairBytes)
	}
	return out
}

// projectBytes is the size of a reply, in bytes, beyond which it is cut; list_links returns all findings.
const projectBytes = 24_000

func (s *source) answer() projectModel {
	left := 0
	for _, l := range s.made.Plan.Report.Counts() {
		left += l.Count
	}
	out := projectModel{File: path.Base(s.File), ModelID: s.made.ModelID, Name: s.link,
		Discipline: s.placing.Discipline, Schema: s.made.Plan.Schema, SHA256: s.made.SHA256,
		Elements: s.made.Plan.Elements, LeftOut: left, Resumed: s.made.Resumed, Placement: s.placing.Placement,
		Offset: s.place.Delta, Rotation: s.place.Rotation, Findings: s.findings}
	if s.problem != nil {
		out.Problem = s.problem.Error()
	}
	return out
}
