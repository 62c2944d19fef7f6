package building

import (
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Describe returns the description of the file.
func (s *Source) Describe() *Building {
	d := description{
		Source: s, b: &Building{products: noted[*Product]{index: s.index}},
		types: map[int]*TypeObject{}, groups: map[int]*Group{},
		ports: map[int]*Port{}, member: map[[2]int]bool{}, materials: map[int]*Material{},
		sets:  noted[*Set]{index: s.index},
		other: map[string]int{}, unitKinds: map[*schema.Type]string{},
	}
	for _, of := range []func(*description, *step.Instance) action{(*description).noting, (*description).relating,
		(*description).styling, (*description).counting} {
		d.each(of)
	}
	d.georeference()
	d.listOther()
	return d.b
}

// description is a Building under construction.
type description struct {
	*Source
	b         *Building
	types     map[int]*TypeObject
	groups    map[int]*Group
	ports     map[int]*Port
	member    map[[2]int]bool // whether a group has a product, by the numbers of both
	materials map[int]*Material
	sets      noted[*Set]
	other     map[string]int
	unitKinds map[*schema.Type]string // kinds of the units of value types
}

// action describes an instance; nil for a class that is not described.
type action func(*description, *step.Instance)

// each goes through the file once. The action for an instance depends only on its class, so each class is looked up
// once.
func (d *description) each(of func(*description, *step.Instance) action) {
	kinds, names := d.index.Kinds()
	acts, asked := make([]action, len(names)), make([]bool, len(names))
	for i, kind := range kinds {
		if i%step.Heard == 0 {
			d.Hear()
		}
		in := &d.file.Instances[i]
		if !asked[kind] {
			acts[kind], asked[kind] = of(d, in), true
		}
		if act := acts[kind]; act != nil {
			act(d, in)
		}
	}
}

// noting returns the action for an instance that is an object rather than a relation, such as a product or a material.
func (d *description) noting(in *step.Instance) action {
	switch {
	case d.isA(in, "IfcProject"):
		return (*description).project
	case d.isA(in, "IfcPort"):
		return (*description).port
	case d.isA(in, "IfcProduct"):
		return (*description).product
	case d.isA(in, "IfcGroup"):
		return (*description).group
	case d.isA(in, "IfcTypeObject"):
		return (*description).typeObject
	case d.isA(in, "IfcMaterial"):
		return func(d *description, in *step.Instance) { d.material(in) }
	}
	return nil
}

func (d *description) project(in *step.Instance) {
	d.b.Project.Count++
	if d.b.Project.Count > 1 {
		return
	}
	p := &d.b.Project
	p.GlobalID, p.Name, p.Description = d.text(in, "GlobalId"),
		d.text(in, "Name", "LongName"), d.text(in, "Description")
	for _, context := range d.many(in, "RepresentationContexts") {
		if north := d.one(context, "TrueNorth"); north != nil && p.TrueNorth == nil {
			if v := d.direction(north, r3.Vector{Y: 1}); v != (r3.Vector{Y: 1}) {
				p.TrueNorth = &v
			}
		}
	}
}

func (d *description) product(in *step.Instance) {
	p := &Product{
		Number: in.ID, Class: d.className(in), GlobalID: d.text(in, "GlobalId"), Name: d.text(in, "Name"),
		LongName: d.text(in, "LongName"),
		Text:     d.text(in, "Description"), ObjectType: d.text(in, "ObjectType"), Tag: d.text(in, "Tag"),
		Predefined: d.text(in, "PredefinedType", "ShapeType", "InteriorOrExteriorSpace"),
		Frame:      d.placement(d.one(in, "ObjectPlacement")),
	}
	if p.Predefined == "NOTDEFINED" {
		p.Predefined = ""
	}
	if at := d.one(in, "ObjectPlacement"); at != nil && d.misplaced[at.ID] != "" {
		p.Faults = append(p.Faults, d.misplaced[at.ID])
	}
	d.b.Products = append(d.b.Products, p)
	d.b.products.note(in.ID, p)
}

func (d *description) typeObject(in *step.Instance) {
	t := &TypeObject{
		Number: in.ID, Class: d.className(in), GlobalID: d.text(in, "GlobalId"),
		Name: d.text(in, "Name"), Text: d.text(in, "Description"), Tag: d.text(in, "Tag"),
		Predefined: d.text(in, "PredefinedType"), Kind: d.text(in, "ElementType"),
		Operation: d.text(in, "OperationType", "PartitioningType"),
	}
	if t.Operation == "USERDEFINED" {
		t.Operation += " " + d.text(in, "UserDefinedOperationType", "UserDefinedPartitioningType")
	}
	for _, set := range d.many(in, "HasPropertySets") {
		t.Sets = d.addSet(t.Sets, set)
	}
	d.types[in.ID] = t
	d.b.Types = append(d.b.Types, t)
}

// relating returns the action for relations.
func (d *description) relating(in *step.Instance) action {
	switch {
	case d.isA(in, "IfcRelDeclares"): // nothing to describe: the project contains all objects of its file
		return nil
	case !d.isA(in, "IfcRoot") || d.isA(in, "IfcObjectDefinition") || d.isA(in, "IfcPropertyDefinition"):
		return nil
	case d.isA(in, "IfcRelAggregates") || d.isA(in, "IfcRelNests"):
		return (*description).aggregate
	case d.isA(in, "IfcRelContainedInSpatialStructure"):
		return (*description).contain
	case d.isA(in, "IfcRelVoidsElement"):
		return (*description).void
	case d.isA(in, "IfcRelFillsElement"):
		return (*description).fill
	case d.isA(in, "IfcRelConnectsPathElements"):
		return (*description).connect
	case d.isA(in, "IfcRelDefinesByProperties"):
		return (*description).defineBySets
	case d.isA(in, "IfcRelDefinesByType"):
		return (*description).defineByType
	case d.isA(in, "IfcRelAssociatesMaterial"):
		return (*description).associateMaterial
	case d.isA(in, "IfcRelAssociatesClassification"):
		return (*description).classify
	}
	return d.relatingServices(in)
}

func (d *description) contain(in *step.Instance) {
	where := d.b.Product(numberOfRef(d.value(in, "RelatingStructure")))
	for _, p := range d.products(in, "RelatedElements") {
		if p != where && p.Container == nil {
			p.Container = where
		}
	}
}

func (d *description) void(in *step.Instance) {
	host := d.b.Product(numberOfRef(d.value(in, "RelatingBuildingElement")))
	for _, p := range d.products(in, "RelatedOpeningElement") {
		if p.Host == nil && host != nil && p != host {
			p.Host = host
			host.Openings = append(host.Openings, p)
		}
	}
}

func (d *description) fill(in *step.Instance) {
	opening := d.b.Product(numberOfRef(d.value(in, "RelatingOpeningElement")))
	for _, p := range d.products(in, "RelatedBuildingElement") {
		if p.Fills = opening; opening != nil {
			opening.Fillings = append(opening.Fillings, p)
		}
	}
}

func (d *description) defineBySets(in *step.Instance) {
	for _, set := range d.many(in, "RelatingPropertyDefinition") {
		d.attachSet(in, set)
	}
}

func (d *description) defineByType(in *step.Instance) {
	t := d.types[numberOfRef(d.value(in, "RelatingType"))]
	for _, p := range d.products(in, "RelatedObjects") {
		p.Type = t
	}
}

func numberOfRef(v step.Value) int {
	ref, _ := v.(step.Ref)
	return int(ref)
}

// products returns the products that an attribute lists.
func (d *description) products(in *step.Instance, attribute string) []*Product {
	var out []*Product
	for _, other := range d.many(in, attribute) {
		if p := d.b.Product(other.ID); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// aggregate makes products parts of a whole. Parts of the spatial structure are contained in it.
func (d *description) aggregate(in *step.Instance) {
	whole := d.b.Product(numberOfRef(d.value(in, "RelatingObject")))
	if whole == nil {
		if of := d.one(in, "RelatingObject"); of != nil && d.isA(of, "IfcTypeObject") {
			for _, p := range d.products(in, "RelatedObjects") {
				p.OfType = true
			}
		}
		return
	}
	d.attachPorts(whole, d.many(in, "RelatedObjects")...)
	spatial := d.isSpatial(whole)
	for _, p := range d.products(in, "RelatedObjects") {
		switch {
		case p == whole || p.Whole != nil || p.within(whole):
		case spatial:
			p.Container = whole
		default:
			p.Whole, p.Nested = whole, d.isA(in, "IfcRelNests")
			whole.Parts = append(whole.Parts, p)
		}
	}
}

// within reports whether a product is the given one or contains it, directly or over any number of steps. Without this
// check, a file that makes two products parts of each other would form a cycle.
func (p *Product) within(part *Product) bool {
	for depth := 0; part != nil && depth < maxDepth; depth++ {
		if part == p {
			return true
		}
		part = part.Whole
	}
	return false
}

func (d *description) isSpatial(p *Product) bool {
	in := d.index.Instance(p.Number)
	return d.isA(in, "IfcSpatialStructureElement") || d.isA(in, "IfcSpatialElement")
}

func (d *description) connect(in *step.Instance) {
	c := Connection{
		Number: in.ID, GlobalID: d.text(in, "GlobalId"), Text: d.text(in, "Description"),
		RelatingPart: d.text(in, "RelatingConnectionType"), RelatedPart: d.text(in, "RelatedConnectionType"),
		Relating: d.b.Product(numberOfRef(d.value(in, "RelatingElement"))),
		Related:  d.b.Product(numberOfRef(d.value(in, "RelatedElement"))),
	}
	if c.Relating != nil && c.Related != nil && c.Relating != c.Related {
		d.b.Connections = append(d.b.Connections, c)
	}
}

func (d *description) classify(in *step.Instance) {
	reference := d.one(in, "RelatingClassification")
	code := Code{
		Code: d.text(reference, "Identification", "ItemReference"), Name: d.text(reference, "Name"),
		Location: d.text(reference, "Location"),
	}
	source := reference
	for depth := 0; depth < maxDepth && source != nil && !d.isA(source, "IfcClassification"); depth++ {
		source = d.one(source, "ReferencedSource")
	}
	code.System = d.text(source, "Name")
	if reference == nil || (code.Code == "" && code.Name == "") {
		return
	}
	for _, object := range d.many(in, "RelatedObjects") {
		if codes := d.codesOf(object); codes != nil && !slices.Contains(*codes, code) {
			*codes = append(*codes, code)
		}
	}
}

// codesOf returns a pointer to the codes of an object, nil for an object that cannot have codes.
func (d *description) codesOf(in *step.Instance) *[]Code {
	if p := d.b.Product(in.ID); p != nil {
		return &p.Codes
	}
	if g := d.groups[in.ID]; g != nil {
		return &g.Codes
	}
	if t := d.types[in.ID]; t != nil {
		return &t.Codes
	}
	return nil
}

// counting returns the action for classes that are only counted, since the description does not include them.
func (d *description) counting(in *step.Instance) action {
	if d.isA(in, "IfcActor") || d.isA(in, "IfcProcess") || d.isA(in, "IfcControl") || d.isA(in, "IfcResource") {
		return (*description).countLeft
	}
	return nil
}

// listOther lists the counted instances by class.
func (d *description) listOther() {
	for name, n := range d.unread {
		d.other[name] += n
	}
	for class, n := range d.other {
		d.b.Other = append(d.b.Other, ClassCount{class, n})
	}
	slices.SortFunc(d.b.Other, func(a, b ClassCount) int { return strings.Compare(a.Class, b.Class) })
}
