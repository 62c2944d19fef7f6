package importer

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/ifc/building"
)

// readRest reads the products that depend on walls, such as openings, rooms and grids, and the fixed bodies of all
// other products. It reports all products that no form fits.
func (r *reader) readRest() {
	r.readOpenings()
	r.readCurtainFillings()
	r.pairFillings()
	for _, p := range r.b.Products {
		r.src.Hear()
		if !r.Own && !r.done[p] && r.partTaken(p) {
			r.Report.left(Simplified, p,
				"it is a part of an element whose body follows from parameters: what is said of it is not kept", "")
			continue
		}
		if r.done[p] || r.partTaken(p) || r.Own && p.Is("IfcVirtualElement") { // open sides of rooms in our own files
			continue
		}
		draft, err := r.other(p)
		switch {
		case errors.Is(err, errAssembly) && r.Own && p.Class == "IfcElementAssembly":
			r.done[p] = true // no element is needed: the parts name it as their assembly
		case errors.Is(err, errAssembly):
			r.Report.left(Simplified, p, err.Error(), "")
		case err != nil:
			reason, detail := reasonOf(err)
			r.Report.left(NotTaken, p, reason, detail)
		default:
			if draft.Reason == nil {
				draft.Reason = r.refused[p]
			}
			r.add(draft)
		}
	}
	r.readZones()
	r.readCarriedWhole()
	r.readConnections()
	r.leftGroups()
	r.leftUnkept()
	for _, c := range r.b.Other {
		if r.Own && (strings.HasSuffix(c.Class, "LiningProperties") || strings.HasSuffix(c.Class, "PanelProperties")) {
			continue // the property follows from the parameters of the door or window
		}
		if r.Own && strings.HasPrefix(c.Class, "IfcRelSpaceBoundary") {
			continue // space boundaries follow from the room and its surroundings
		}
		if class, several := strings.CutSuffix(c.Class, building.SeveralValues); several {
			r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: class, Count: c.Count,
				Reason: "its values become one text"})
			continue
		}
		if class, other := strings.CutSuffix(c.Class, building.OtherKind); other {
			if !r.Own {
				r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: class, Count: c.Count,
					Reason: "an export writes it as another kind of property, or its value as another type: as its " +
						"official set has it, or singly"})
			}
			continue
		}
		r.Report.leftCounted(c.Class, "the model has no place for it", c.Count)
	}
}

// notOfTheBuilding lists classes whose products are no parts of the building.
var notOfTheBuilding = []string{
	"IfcAnnotation", "IfcVirtualElement", "IfcProxy", "IfcReferent", "IfcAlignment",
	"IfcLinearPositioningElement", "IfcPositioningElement",
}

// other reads a room, a grid, or a fixed body.
func (r *reader) other(p *building.Product) (*Draft, error) {
	switch {
	case p.Is("IfcSpace"):
		return r.room(p)
	case p.Is("IfcGrid"), p.Is("IfcAnnotation") && p.ObjectType == gridMark:
		return r.grid(p)
	case p.Host != nil:
		return nil, r.cutElsewhere(p)
	case r.src.IsKind(p.Number, "IfcSpatialElement"): // a fire zone (IfcSpatialZone) is a volume that contains walls
		return nil, form("the model has no spaces of this class")
	case p.Is(notOfTheBuilding...), strings.HasPrefix(p.Class, "IfcStructural"),
		strings.HasPrefix(p.Class, "IfcAlignment"):
		return nil, form("the model has no place for this class")
	}
	d, err := r.withBody(p)
	if err != nil && r.standsAlone(p) {
		return r.withoutBody(p, err), nil
	}
	return d, err
}

// withBody reads a product that has a fixed body.
func (r *reader) withBody(p *building.Product) (*Draft, error) {
	if category := orCategory(fittingCategory(p), r.fittingOfNeighbours(p)); category != "" {
		return r.fixedFitting(p, category)
	}
	for _, read := range r.fixedForms() {
		if d, err := read(p); d != nil || err != nil {
			return d, err
		}
	}
	if row := r.componentOf(p); row.category != "" {
		return r.component(p, row.category)
	}
	return r.proxy(p)
}

// fixedForms returns the functions that read a fixed shape of a door, window, wall, floor or roof; they run after the
// walls have been read.
func (r *reader) fixedForms() []func(*building.Product) (*Draft, error) {
	return []func(*building.Product) (*Draft, error){r.fixedFilling, r.fixedShell}
}

// errAssembly is the error for a product that has parts but no body of its own.
const errAssembly = form("it is an assembly without a body of its own; its parts are elements by themselves, and " +
	"what is said of the whole is not kept")

// errBodiless is the error for a product without a body.
const errBodiless = form("it has no body")

// standsAlone reports whether a product is an element that is kept even without its body. In our own files a whole with
// parts is not kept in this way, because its parts describe it.
func (r *reader) standsAlone(p *building.Product) bool {
	return r.src.IsKind(p.Number, "IfcElement") && !r.src.IsKind(p.Number, "IfcFeatureElement") && p.Host == nil &&
		!(r.Own && len(p.Parts) > 0)
}

// withoutBody reads a product whose body cannot be kept, with all its other data.
func (r *reader) withoutBody(p *building.Product, err error) *Draft {
	d := &Draft{Product: p}
	if len(p.Parts) == 0 { // curves of an assembly are only reported; an import would not restore them
		r.keepDrawn(d, r.drawnOf(p, nil))
	}
	r.proxyOf(p, d)
	if len(d.Drawn) == 0 {
		r.bare(d.Element, p)
	}
	if !errors.Is(err, errAssembly) && !errors.Is(err, errBodiless) { // such a product needs no note
		reason, _ := reasonOf(err)
		d.Note = "it is kept without its body: " + reason
	}
	return d
}

// cutElsewhere returns the reason why an opening whose host has no parameters is not an element.
func (r *reader) cutElsewhere(p *building.Product) error {
	if host := r.drafts[p.Host]; host != nil || r.isProxied(p.Host) || r.isCutInParts(p.Host) {
		r.done[p] = true
		return form("it is cut into the fixed body of its host")
	}
	return form("its host is not taken over")
}

// isProxied reports whether a product has a body that can be kept as a fixed body.
func (r *reader) isProxied(p *building.Product) bool {
	_, err := r.faces(p)
	return err == nil
}

// room reads a space on its level: as an upright prism or, for any other body, by its outline in plan.
func (r *reader) room(p *building.Product) (*Draft, error) {
	level, room := r.levelOf(p), &room.Room{}
	e := r.element(p, state.CategoryRoom, room)
	e.TypeID, e.MaterialID = "", ""
	e.Name = orElse(strings.TrimSpace(p.LongName), strings.TrimSpace(p.Name))
	if name := strings.TrimSpace(p.Name); name != e.Name {
		room.Number = name
	}
	if use := textProperty(e, "Pset_SpaceOccupancyRequirements", "OccupancyType"); use != "" {
		room.Usage = use
		e.Psets = without(e.Psets, "Pset_SpaceOccupancyRequirements", "OccupancyType")
	}
	d := &Draft{Product: p, Element: e}
	b, err := r.upright(p)
	odd := err != nil && !r.Own
	if odd {
		reason := err
		if b, err = r.shadow(p); err != nil {
			return nil, reason
		}
	}
	if err == nil {
		b.region = largestFirst(b.region)
		room.Boundary, room.Height = r.inWorld(p, b.region[0].Outer), length(b.top-b.bottom)
		d.Note, d.oddNote = b.note, b.note
		d.plan = r.roomPlan(d, b.region)
		switch {
		case len(b.region) > 1:
			d.Note = "of the parts of the room only the outer boundary of the largest is kept"
		case len(b.region[0].Holes) > 0:
			d.Note = "only the outer boundary of the room is kept"
		}
		if base := above(r.world(p).O.Z+b.bottom, level); base.Abs() > layerSlack {
			d.Note, d.oddNote = "the room begins at its level", "the room begins at its level"
		}
		if odd {
			d.Note = b.note
		}
	}
	if room.Number != "" {
		plain := *room
		plain.Number = ""
		d.Plain = &state.Element{ID: e.ID, Category: e.Category, Name: e.Name, LevelID: e.LevelID, Params: &plain,
			Psets: shape.WithAttribute(e.Psets, shape.AttributeName, room.Number), Codes: e.Codes}
	}
	return d, nil
}

// grid reads the straight axes of a grid.
func (r *reader) grid(p *building.Product) (*Draft, error) {
	g, frame := &shape.Grid{}, r.world(p)
	d := &Draft{Product: p}
	for _, line := range r.src.GridLines(p) {
		if !line.Straight {
			d.Note = "only its straight axes are kept"
			continue
		}
		g.Axes = append(g.Axes, shape.GridAxis{Tag: line.Tag, Start: building.Rounded(frame.Point(line.Start)).XY(),
			End: building.Rounded(frame.Point(line.End)).XY()})
	}
	if len(g.Axes) == 0 && !r.Own {
		return nil, form("it has no straight axes")
	}
	e := &state.Element{Category: state.CategoryGrid, Params: g}
	r.common(e, p)
	d.Element = e
	return d, nil
}

// proxy reads the body of a product after its openings are cut. The body is in the product's own frame if that is
// upright, so that equal products share a body; otherwise it is in an upright frame.
func (r *reader) proxy(p *building.Product) (*Draft, error) {
	d, err := r.fixedBody(p)
	if err != nil {
		return nil, err
	}
	r.proxyOf(p, d)
	return d, nil
}

// fixedBody reads the body of a product, in the product's frame, after its openings are cut.
func (r *reader) fixedBody(p *building.Product) (*Draft, error) {
	d := &Draft{Product: p}
	if r.bodiless {
		shown := r.drawnOf(p, nil)
		shown.styles = append(r.src.OpenItemStyles(p), shown.styles...)
		if r.keepDrawn(d, shown); r.src.HasBody(p) || shown.showsBody() {
			return d, nil
		}
	}
	body, open, err := r.facesAndOpen(p)
	shown := r.drawnOf(p, open)
	if err != nil && len(body) == 0 && !shown.showsBody() {
		if len(p.Parts) > 0 {
			return nil, errAssembly
		}
		return nil, err
	}
	isWhole := shown.surfaces == len(open) && len(r.body(p).faults) == 0 // open items are kept as surfaces
	if r.keepDrawn(d, shown); err != nil && !isWhole {
		d.Note = "some of its items have no body that can be kept"
	}
	gross := body.Volume()
	if body, err = r.cutBy(p, body, r.voidsOf(p)); err != nil {
		d.Note = "its openings are not cut"
	}
	if len(body) != len(r.origins.items[p.Number]) {
		delete(r.origins.items, p.Number) // solids can no longer be matched to items
	}
	if net := body.Volume(); net < gross*(1-leastCut) {
		d.gross = cubic(gross)
	}
	d.Body = body
	return d, nil
}

// perCubicMetre is the number of steps per m3 to which volumes are rounded: cubic millimetres.
const perCubicMetre = 1e9

func cubic(volume float64) float64 { return math.Round(volume*perCubicMetre) / perCubicMetre }

// proxyOf creates the proxy of a product with a body in the product's frame.
func (r *reader) proxyOf(p *building.Product, d *Draft) {
	params := &component.Proxy{IfcClass: p.Class, ObjectType: clipped(p.ObjectType), Tag: r.tagOf(p),
		PredefinedType: predefinedOf(p)}
	if kind := strings.ToUpper(r.kindOf(p)); params.PredefinedType == "" && isItem(kind) && kind != userDefined {
		params.PredefinedType = kind // the predefined type comes from the product's type, which a proxy does not have
	}
	if p.Class == "IfcBuildingElementProxy" {
		params.IfcClass = ""
	}
	params.Location, params.Rotation = r.stand(p, d)
	d.Element = r.element(p, state.CategoryProxy, params)
}

// tagOf returns a product's tag, or "" if it is the product's own id, which our exporter writes there for people to
// search for.
func (r *reader) tagOf(p *building.Product) string {
	if id, ok := given(p.Tag); ok && id == r.idOf(p) {
		return ""
	}
	return clipped(p.Tag)
}

func predefinedOf(p *building.Product) string {
	if kind := strings.ToUpper(p.Predefined); isItem(kind) {
		return kind
	}
	return ""
}

// stand moves the body of a draft into the frame of an element: the product's own frame if that is upright, otherwise
// an upright frame. It returns the location above the level and the rotation of that frame.
func (r *reader) stand(p *building.Product, d *Draft) (at geometry.Point3, turn geometry.Angle) {
	var frame building.Frame
	d.withDrawn(func(body geometry.Body) (out geometry.Body) {
		frame, out = r.based(p, body)
		return out
	})
	origin := building.Rounded(frame.O)
	if isUp(frame.Z) {
		turn = rotation(frame.X)
	} else {
		d.withDrawn(func(body geometry.Body) geometry.Body { return turnedBody(body, frame, origin) })
	}
	if carried := r.carriedBodyOf(p); r.Own && carried != nil {
		d.Body = carried
	}
	return origin.Sub(geometry.Point3{Z: elevationOf(r.levelOf(p))}), turn
}

// turnedBody converts a body from a leaning frame to an upright frame at an origin.
func turnedBody(body geometry.Body, frame building.Frame, origin geometry.Point3) geometry.Body {
	out := make(geometry.Body, len(body))
	for i, s := range body {
		out[i] = geometry.Solid{Frame: geometry.World(), Faces: s.Faces,
			Vertices: make([]geometry.Point3, len(s.Vertices))}
		for k, v := range s.Vertices {
			out[i].Vertices[k] = building.Rounded(frame.Point(v.Vector())).Sub(origin)
		}
	}
	return out
}

// cutBy cuts openings out of a product's body.
func (r *reader) cutBy(p *building.Product, body geometry.Body, openings []*building.Product) (geometry.Body, error) {
	var voids []csg.Expr
	to := r.world(p).Inverse()
	for _, o := range openings {
		faces, err := r.faces(o)
		if err != nil {
			return body, err
		}
		for _, s := range turnedBody(faces, to.Compose(r.world(o)), geometry.Point3{}) {
			void, err := csg.FromSolid(s)
			if err != nil {
				return body, err
			}
			voids = append(voids, csg.Of(void))
		}
	}
	if len(voids) == 0 {
		return body, nil
	}
	var out geometry.Body
	for _, s := range body {
		solid, err := csg.FromSolid(s)
		if err != nil {
			return body, err
		}
		shape, err := r.src.Evaluate(csg.Subtract(append([]csg.Expr{csg.Of(solid)}, voids...)...))
		if err != nil {
			return body, err
		}
		if shape.Empty() {
			continue
		}
		left, err := shape.In(csg.Identity()).Solid()
		if err != nil {
			return body, err
		}
		out = append(out, left)
	}
	return out, nil
}

// maxLabel is the greatest length of a label in IFC, and in the model.
const maxLabel = 255

func clipped(s string) string {
	s = strings.TrimSpace(s)
	if len(s) <= maxLabel {
		return s
	}
	return strings.ToValidUTF8(s[:maxLabel], "")
}

// isItem reports whether a text can be an item of an enumeration.
func isItem(s string) bool {
	return s != "" && !slices.ContainsFunc([]rune(s), func(c rune) bool {
		return !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_'
	}) && s[0] >= 'A' && s[0] <= 'Z'
}
