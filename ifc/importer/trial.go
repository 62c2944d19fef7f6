package importer

import (
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// The limits of one step. A KurrentDB server accepts appends of up to 1 MiB; a limit of half that size leaves room for
// the envelopes.
const (
	stepBytes    = 512 << 10
	stepElements = 500
)

// appendBytes is the greatest size of one element with its bodies: an append of 1 MiB minus an eighth for its
// envelopes.
const appendBytes = 896 << 10

// trial tries to import everything that was read, by asking the decider, and collects the accepted imports in steps.
type trial struct {
	*Reading
	plan  *Plan
	model *state.Model
	tries int
	step  change.Import
	bytes int
	// walled is true when all walls and their joins are in the model.
	walled bool
}

func newTrial(r *Reading, p *Plan, to Target) (*trial, error) {
	info := r.Info
	if to.Info.ID != "" {
		info.HalfExtent = to.Info.HalfExtent
	}
	extent := info.HalfExtent
	p.Create = change.CreateModel{
		Name: info.Name, Description: info.Description, Author: info.Author,
		Organization: info.Organization, HalfExtent: &extent,
		SiteID: r.Site.ID, BuildingID: r.Building.ID,
	}
	create := p.Create
	create.ID, create.Owner = "import", "import"
	decision, err := domain.Decide(state.NewModel(), change.Command{ID: "import", Do: create})
	if err != nil {
		return nil, err
	}
	return &trial{Reading: r, plan: p, model: decision.After}, nil
}

// try adds an import to the step if the decider accepts it.
func (t *trial) try(i change.Import) error {
	t.tries++
	decision, err := domain.Decide(t.model, change.Command{ID: fmt.Sprintf("try %d", t.tries), Do: i})
	if err != nil {
		return err
	}
	size := 0
	for _, e := range decision.Events {
		size += len(state.EncodeEvent(e))
	}
	if size > appendBytes {
		return form("it is more than one append to the store takes")
	}
	if t.bytes+size > stepBytes || len(t.step.Elements) >= stepElements {
		t.flush()
	}
	t.model = decision.After
	t.bytes += size
	t.step.Materials = append(t.step.Materials, i.Materials...)
	t.step.Types = append(t.step.Types, i.Types...)
	t.step.Joins = append(t.step.Joins, i.Joins...)
	t.step.Connections = append(t.step.Connections, i.Connections...)
	for _, e := range i.Elements {
		if made, ok := t.model.Element(e.ID); ok && e.Category != state.CategorySite &&
			e.Category != state.CategoryBuilding {
			if e.Name == "" {
				t.plan.Unnamed[e.ID] = true
			}
			named := *e
			named.Name = made.Name
			e = &named
		}
		t.step.Elements = append(t.step.Elements, e)
	}
	for id, body := range i.Bodies {
		if t.step.Bodies == nil {
			t.step.Bodies = map[state.ID]geometry.Body{}
		}
		t.step.Bodies[id] = body
	}
	for id, items := range i.Drawn {
		if t.step.Drawn == nil {
			t.step.Drawn = map[state.ID][]geometry.Drawn{}
		}
		t.step.Drawn[id] = items
	}
	t.plan.Elements += len(i.Elements)
	return nil
}

// flush completes a step.
func (t *trial) flush() {
	if t.bytes > 0 {
		t.plan.Steps = append(t.plan.Steps, t.step)
	}
	t.step, t.bytes = change.Import{}, 0
}

// library tries materials and types. A refused type is tried again without layers, profile and material.
func (t *trial) library() {
	for _, m := range t.Materials {
		if err := t.try(change.Import{Materials: []state.Material{*m}}); err != nil {
			_, detail := reasonOf(err)
			t.Report.Left = append(t.Report.Left, Left{Kind: NotTaken, Class: "IfcMaterial",
				Reason: state.CodeOf(err).Name(), Name: m.Name, Detail: detail})
		}
	}
	for _, d := range t.Types {
		err := t.try(change.Import{Types: []state.Type{*d}})
		if err == nil {
			continue
		}
		d.Layers, d.Profile, d.MaterialID = nil, nil, ""
		kind := Simplified
		if t.try(change.Import{Types: []state.Type{*d}}) != nil {
			kind = NotTaken
		}
		reason, detail := reasonOf(err)
		t.Report.Left = append(t.Report.Left, Left{Kind: kind, Class: "IfcTypeObject", Reason: reason,
			Name: d.Name, Detail: detail})
	}
}

// spatial tries the site, the building or a level. A refused site is tried again without its parameters.
func (t *trial) spatial(e *state.Element) {
	err := t.try(change.Import{Elements: []*state.Element{e}})
	if err == nil {
		return
	}
	reason, detail := reasonOf(err)
	kind := NotTaken
	if e.Category == state.CategorySite {
		bare := *e
		bare.Params = &shape.Site{}
		if t.try(change.Import{Elements: []*state.Element{&bare}}) == nil {
			kind = Simplified
		}
	}
	if p := t.reader.spatialProduct(e); p != nil {
		t.Report.left(kind, p, reason, detail)
		return
	}
	t.Report.Left = append(t.Report.Left, Left{Kind: kind, Class: string(e.Category), Reason: reason,
		Name: e.Name, Detail: detail})
}

// joins tries the joins of walls.
func (t *trial) joins() {
	t.walled = true
	for _, j := range t.Joins {
		t.reader.src.Hear()
		if err := t.try(change.Import{Joins: []state.Join{*j}}); err != nil {
			t.Report.leftInstance("IfcRelConnectsPathElements", t.reader.relations[j.ID],
				"its walls are not both taken over")
		}
	}
}

// connections tries the connections between ports.
func (t *trial) connections() {
	for _, c := range t.Connections {
		t.reader.src.Hear()
		if err := t.try(change.Import{Connections: []state.Connection{c}}); err != nil {
			reason, _ := reasonOf(err)
			t.Report.leftInstance("IfcRelConnectsPorts", t.reader.relations[c.ID], reason)
		}
	}
}

// product tries a product in its possible forms, the most detailed first.
func (t *trial) product(d *Draft) {
	if d.Misfit {
		t.fixed(d, form("its footprint is not that of a straight wall with its joins"))
		return
	}
	if t.follow(d) {
		return
	}
	err := t.try(t.importOf(d))
	if err == nil {
		t.took(d, nil)
		return
	}
	if bare := d.withoutDrawn(err); bare != nil && t.try(t.importOf(bare)) == nil {
		t.took(bare, err)
		return
	}
	if d.With != nil {
		if bare := t.withoutKept(d, err); t.try(t.importOf(bare)) == nil {
			t.took(bare, nil)
			return
		}
		t.apart(d, err)
		return
	}
	for _, e := range t.simpler(d) {
		form := *d
		form.Element, form.Note = e, state.CodeOf(err).Name()
		if t.try(t.importOf(&form)) == nil {
			t.took(&form, err)
			return
		}
	}
	t.fixed(d, err)
}

// withoutKept returns an opening whose door or window has the body of its parameters.
func (t *trial) withoutKept(d *Draft, err error) *Draft {
	if len(d.With.Body) == 0 && len(d.With.Drawn) == 0 {
		return d
	}
	opening, filler := *d, *d.With
	filler.Element, filler.Body, filler.Note = fabric.WithoutKeptBody(d.With.Element), nil, ""
	filler.Drawn = nil
	filler.addNote("its body is the model's, not that of the file: " + state.CodeOf(err).Name())
	opening.With = &filler
	return &opening
}

func (t *trial) importOf(d *Draft) change.Import {
	i := change.Import{}
	for ; d != nil; d = d.With {
		t.contain(d.Element, d.Product)
		i.Elements = append(append(i.Elements, d.Element), d.Pieces...)
		if bodies := d.bodies(); bodies != nil {
			i.Bodies = bodies
		}
		if items := d.drawnBodies(); items != nil {
			i.Drawn = items
		}
	}
	return i
}

// took records a product that was accepted, and reports the data that it lacks.
func (t *trial) took(d *Draft, err error) {
	for ; d != nil; d = d.With {
		t.Report.taken(d.Product.Class, d.Element.Category)
		for _, part := range d.Parts {
			t.Report.taken(part.Class, d.Element.Category)
		}
		if d.Reason != nil && !t.Own { // in our own files the body was fixed before the export
			reason, detail := reasonOf(d.Reason)
			t.Report.left(FixedBody, d.Product, reason, detail)
		}
		for _, fault := range d.Product.Faults {
			t.Report.left(Simplified, d.Product, "its placement is not read as the file has it", fault)
		}
		if reason := t.reader.onlyMain(d.Product, d.Element); reason != "" {
			t.Report.left(Simplified, d.Product, reason, "")
		}
		t.leftContainer(d.Product)
		if d.Note != "" {
			detail := ""
			if err != nil {
				_, detail = reasonOf(err)
			}
			t.Report.left(Simplified, d.Product, d.Note, detail)
		}
	}
}

// leftContainer reports a product whose container in the file is no level.
func (t *trial) leftContainer(p *building.Product) {
	if p.Container == nil || t.Own {
		return
	}
	if p.Whole != nil && !p.Nested {
		t.Report.left(Simplified, p, "it is contained in a place of its own: as a part it stands where its whole does",
			"")
		return
	}
	if t.reader.containerOf(p) == "" {
		t.Report.left(Simplified, p, "it is contained in an "+p.Container.Class+", which the model has not: it stands "+
			"on the level at its height", "")
	}
}

// apart tries an opening without its door or window, which then becomes a fixed body.
func (t *trial) apart(d *Draft, err error) {
	filler := d.With
	alone := *d.Element
	switch p := filler.Element.Params.(type) {
	case *fabric.Door:
		alone.Params = &fabric.Opening{Offset: p.Offset, SillHeight: p.SillHeight, Width: p.Width, Height: p.Height,
			OpeningType: fabric.OpeningThrough, Form: p.Form}
	case *fabric.Window:
		alone.Params = &fabric.Opening{Offset: p.Offset, SillHeight: p.SillHeight, Width: p.Width, Height: p.Height,
			OpeningType: fabric.OpeningThrough, Form: p.Form}
	}
	if fault := t.try(change.Import{Elements: []*state.Element{&alone}}); fault == nil {
		t.took(&Draft{Product: d.Product, Element: &alone}, nil)
	} else {
		t.reader.refusedOpening(d.Product, fault)
		reason, detail := reasonOf(fault)
		t.Report.left(NotTaken, d.Product, reason, detail)
	}
	t.fixed(filler, err)
}

// simpler returns simpler forms of a refused element.
func (t *trial) simpler(d *Draft) []*state.Element {
	var out []*state.Element
	if d.Plain != nil {
		out = append(out, d.Plain)
	}
	if d.Element.Category == state.CategoryZone {
		out = append(out, withRooms(d.Element, t.model))
	}
	if typed := t.reader.typesByID[d.Element.TypeID]; typed != nil {
		bare := *d.Element
		bare.TypeID, bare.Psets = "", withSets(bare.Psets, typed.Psets)
		switch p := bare.Params.(type) {
		case *fabric.Wall:
			own := *p
			own.Thickness = typed.Thickness()
			bare.Params = &own
		case *fabric.Floor:
			own := *p
			own.Thickness = typed.Thickness()
			bare.Params = &own
		}
		out = append(out, &bare)
	}
	return out
}

// bodiless lists the categories whose elements have no body to keep in place of their parameters.
var bodiless = map[state.Category]bool{
	state.CategoryRoom: true, state.CategoryGrid: true, state.CategoryLevel: true, state.CategoryZone: true,
	state.CategorySystem:     true,
	state.CategoryConstraint: true, state.CategoryView: true, state.CategorySheet: true, state.CategoryArray: true,
}

// fixed tries a product as a fixed body, then without a body.
func (t *trial) fixed(d *Draft, err error) {
	if len(d.Parts) > 0 {
		t.pieces(d, err)
		return
	}
	reason, detail := reasonOf(err)
	if d.Element.Category == state.CategoryOpening {
		t.reader.refusedOpening(d.Product, err)
	}
	if d.Element.Category != state.CategoryProxy && d.Product.Host == nil && !bodiless[d.Element.Category] {
		for _, read := range append(t.reader.fixedForms(), t.reader.proxy) {
			body, fault := read(d.Product)
			if fault != nil || body == nil {
				continue
			}
			body.Element.ID, body.Reason = d.Element.ID, nil
			t.reader.keepAttributes(body.Element, d.Product)
			if t.try(t.importOf(body)) == nil {
				t.took(body, nil)
				t.Report.left(FixedBody, d.Product, reason, detail)
				return
			}
		}
	}
	if d.Product.Host == nil && !bodiless[d.Element.Category] && t.reader.standsAlone(d.Product) {
		bare := t.bare(d.Product, err)
		bare.Element.ID = d.Element.ID
		if t.try(t.importOf(bare)) == nil {
			t.took(bare, err)
			return
		}
	}
	t.Report.left(NotTaken, d.Product, reason, detail)
}

// bare returns the draft of a product without its body.
func (t *trial) bare(p *building.Product, err error) *Draft {
	d := t.reader.withoutBody(p, err)
	t.reader.keepAttributes(d.Element, p)
	return d
}

// pieces tries the parts of a refused whole as separate elements.
func (t *trial) pieces(d *Draft, err error) {
	reason, detail := reasonOf(err)
	for _, p := range append([]*building.Product{d.Product}, d.Parts...) {
		delete(t.reader.partIn, p)
		body, fault := t.reader.proxy(p)
		if fault == nil {
			t.reader.keepAttributes(body.Element, p)
			fault = t.try(t.importOf(body))
		}
		switch {
		case fault == nil:
			t.took(body, nil)
			t.Report.left(FixedBody, p, reason, detail)
		case errors.Is(fault, errAssembly):
			bare := t.bare(p, fault)
			if fault := t.try(t.importOf(bare)); fault != nil {
				t.Report.left(NotTaken, p, fault.Error(), detail)
				continue
			}
			t.took(bare, err)
		default:
			reason, detail := reasonOf(fault)
			t.Report.left(NotTaken, p, reason, detail)
		}
	}
}
