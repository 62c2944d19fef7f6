package importer

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/schema"
)

// Reading is the content of a file in the terms of the model.
type Reading struct {
	Info        state.Info
	Own         bool // whether this project's exporter wrote the file
	Site        *state.Element
	Building    *state.Element
	Levels      []*state.Element
	Materials   []*state.Material
	Types       []*state.Type
	Products    []*Draft // products in the order in which they can be created
	Joins       []*state.Join
	Connections []state.Connection
	Report      Report

	reader     *reader
	byGlobalID map[string]*building.Product // products for the exporter; nil until it needs them
}

// Draft is a product on its way into the model, with its preferred form and simpler alternatives.
type Draft struct {
	Product *building.Product
	Element *state.Element
	Body    geometry.Body              // body of an element with a fixed body
	Parts   []*building.Product        // parts that make up a fixed shape
	Bodies  map[state.ID]geometry.Body // bodies of the parts of a fixed shape
	// open surfaces and curves, of the element and of its parts
	Drawn      []geometry.Drawn
	DrawnParts map[state.ID][]geometry.Drawn
	With       *Draft           // the door or window in this opening; both are imported in one step
	Pieces     []*state.Element // further openings into which an opening is divided
	Plain      *state.Element   // the element in a simpler form, in case the preferred form is refused; nil for none
	// why it has a fixed body although its class has parameters; nil if there is no such reason
	Reason  error
	gross   float64 // volume of the body in m3 before openings were cut; 0 if there are none
	Note    string  // how the product is simplified, "" if it is not
	Misfit  bool    // no form of the wall has the footprint of the file
	wall    *wallDraft
	plan    geometry.Region // plan of a room, in the frame of the model
	oddNote string          // the Note of a room that keeps its plan from the file
}

// reader creates a Reading.
type reader struct {
	*Reading
	src        *building.Source
	schemas    []*schema.Schema // the file's schema first, then the other schemas
	b          *building.Building
	ids        *identities
	productIDs map[*building.Product]state.ID
	shift      building.Frame // frame that maps the world of the file to the world of the model
	bodies     map[int]bodyOf
	bodiless   bool // whether fixed bodies are left out of the reading

	levels    map[*building.Product]*state.Element
	places    []*state.Element // levels, the lowest first
	types     map[*building.TypeObject]*state.Type
	typesByID map[state.ID]*state.Type
	typeNames typeNames
	materials map[*building.Material]*state.Material
	byName    map[string]*state.Material
	drafts    map[*building.Product]*Draft
	refused   map[*building.Product]error // why a product cannot have the parametric form of its class, by product
	shown     shown
	done      map[*building.Product]bool
	partIn    map[*building.Product]*building.Product // the whole that a part belongs to
	stale     map[*building.Product]staleness
	systems   map[*building.Product]state.ID // the system of each member
	ports     map[*building.Product][]*building.Port
	opposite  map[*building.Port]*building.Port
	relations map[state.ID]instance // joins and connections, as a report names them
	layering  layering
	// shapesKept has the identifiers of the representations that are kept as curves, by product; the next map has the
	// styles of its surfaces and curves
	shapesKept  map[int][]string
	drawnStyles map[int][]int
	origins     origins
}

// Read returns the content of a file.
func Read(src *building.Source) *Reading {
	for hosts := (shown{}); ; {
		r := begin(src, false, hosts)
		r.readRest()
		if hosts = r.shown; !hosts.grown() {
			return r.Reading
		}
	}
}

// ReadFacets returns the content of a file without fixed bodies, for the exporter, which carries them whole. Like
// [Read] it stops when the context with which the source was opened is cancelled.
func ReadFacets(src *building.Source) *Reading {
	r := begin(src, true, shown{})
	r.readRest()
	return r.Reading
}

// begin reads everything that does not depend on the form of walls.
func begin(src *building.Source, bodiless bool, hosts shown) *reader {
	b := src.Describe()
	n := len(b.Products)
	r := &reader{
		Reading: &Reading{},
		src:     src, schemas: schemasFrom(src.Templates()), b: b, ids: newIdentities(n),
		bodies: make(map[int]bodyOf, n),
		levels: map[*building.Product]*state.Element{}, types: map[*building.TypeObject]*state.Type{},
		typesByID: map[state.ID]*state.Type{},
		typeNames: typeNames{},
		materials: map[*building.Material]*state.Material{}, byName: map[string]*state.Material{},
		drafts: make(map[*building.Product]*Draft, n), done: make(map[*building.Product]bool, n),
		partIn: map[*building.Product]*building.Product{}, refused: map[*building.Product]error{},
		stale: map[*building.Product]staleness{}, systems: map[*building.Product]state.ID{},
		ports: map[*building.Product][]*building.Port{}, opposite: map[*building.Port]*building.Port{},
		relations: map[state.ID]instance{}, productIDs: make(map[*building.Product]state.ID, n),
		shapesKept: map[int][]string{}, drawnStyles: map[int][]int{},
		layering: layering{settled: map[state.ID]bool{}, variants: map[string]*state.Type{}},
	}
	r.Reading.reader, r.bodiless, r.shown = r, bodiless, hosts.again()
	r.project()
	r.readLibrary()
	r.spatial()
	r.readMaterials()
	r.readTypes()
	r.readBodies()
	r.readProducts()
	r.readJoins()
	for _, t := range src.Replaced() {
		r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: t.Class, Number: t.Number,
			Detail: t.Attribute,
			Reason: "characters that are not seen, or that steer what shows them, have marks for them"})
	}
	return r
}

// schemasFrom returns all schemas, beginning with the given schema.
func schemasFrom(first *schema.Schema) []*schema.Schema {
	out := []*schema.Schema{first}
	for _, s := range []*schema.Schema{schema.IFC2X3(), schema.IFC4(), schema.IFC4X3()} {
		if s != first {
			out = append(out, s)
		}
	}
	return out
}

// project reads the file's data about the project.
func (r *reader) project() {
	p := r.b.Project
	r.Own = isOwn(p.Sets)
	r.Info = state.Info{Name: orElse(strings.TrimSpace(p.Name), "Imported building"), Description: p.Description,
		HalfExtent: state.DefaultHalfExtent}
	if header := r.src.Header(); r.Own {
		r.Info.Author, r.Info.Organization = firstText(header.Name.Author), firstText(header.Name.Organization)
	}
	carryInfo(&r.Info, p.Sets)
	if n := foreignSets(p.Sets); n > 0 && !r.Own {
		r.Report.leftCounted("IfcPropertySet", "it is of the project, which has no property sets in the model", n)
	}
	if p.Count > 1 {
		r.Report.leftCounted("IfcProject",
			"the file has more than one project: the units and the name are the first one's", p.Count-1)
	}
}

// foreignSets returns the number of property sets, without the sets in which files of IFC2X3 state the place on the
// map.
func foreignSets(sets []building.Set) (n int) {
	for _, s := range sets {
		if name := strings.ToLower(s.Name); name != "epset_mapconversion" && name != "epset_projectedcrs" {
			n++
		}
	}
	return n
}

func firstText(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// Elements returns all elements of the file by id, with the carried data applied.
func (r *Reading) Elements() map[state.ID]*state.Element {
	out := make(map[state.ID]*state.Element, len(r.Products))
	for _, e := range append([]*state.Element{r.Site, r.Building}, r.Levels...) {
		if e != nil {
			out[e.ID] = e
		}
	}
	for _, d := range r.Products {
		for ; d != nil; d = d.With {
			if d.Element != nil {
				out[d.Element.ID] = d.Element
			}
		}
	}
	return out
}
