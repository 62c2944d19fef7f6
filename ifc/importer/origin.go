package importer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/record"
)

// origins collects the data about products other than geometry and properties, and the library of the file's records.
type origins struct {
	library map[string]string // text of records, by key
	keys    map[int]string    // key of the record of an instance, by its number
	items   map[int][]int     // by product: index of the item for each solid of the body
	kept    map[int]bool      // products whose origin is in the model
	bare    map[int]bool      // products without a body in the model, which keep no layers and styles
	unlike  int               // number of styles that bodies in the model cannot have
}

func newOrigins() origins {
	return origins{library: map[string]string{}, keys: map[int]string{}, items: map[int][]int{}, kept: map[int]bool{},
		bare: map[int]bool{}}
}

// ownGlass is the name of the style that this exporter gives to glazing, which belongs to no material.
const ownGlass = "Glass"

// maxLibrary bounds the library, in bytes. The library is one facet of the site and has to fit into an append of half a
// megabyte.
const maxLibrary = 192 << 10

// readLibrary records the instances that elements refer to, and the file's data about the project. It runs before
// elements are read.
func (r *reader) readLibrary() {
	r.origins = newOrigins()
	for _, p := range r.b.Products {
		r.record(r.src.OwnerHistory(p.Number), shape.OriginHistoryPrefix)
		for _, layer := range r.src.Layers(p) {
			r.record(layer, shape.OriginLayerPrefix, "AssignedItems")
		}
		for _, style := range r.src.Styles(p) {
			if !r.Own || !r.src.IsOfMaterial(style) && r.src.TextOf(style, "Name") != ownGlass {
				r.record(style, shape.OriginStylePrefix)
			}
		}
		r.recordCurveStyles(p)
	}
	for _, g := range r.b.Groups {
		r.record(r.src.OwnerHistory(g.Number), shape.OriginHistoryPrefix)
	}
	used := r.systemsUsed()
	for _, system := range r.src.Instances("IfcClassification") {
		if name := strings.TrimSpace(r.src.TextOf(system, "Name")); !used[name] || !r.isOnlyNamed(system) {
			r.record(system, shape.OriginSystemPrefix)
		}
	}
	r.recordProject()
}

// record puts an instance into the library without some of its attributes, unless the library has it already. It omits
// owner histories of this exporter, because the event log has the authors.
func (r *reader) record(number int, prefix string, without ...string) {
	if _, known := r.origins.keys[number]; known || number == 0 {
		return
	}
	text := r.src.Record(number, without...)
	r.origins.keys[number] = r.keyOf(prefix, text)
	if key := r.origins.keys[number]; key != "" {
		r.origins.library[key] = text
	}
}

// systemsUsed returns the names of the classification systems that classify something.
func (r *reader) systemsUsed() map[string]bool {
	used := map[string]bool{}
	note := func(codes []building.Code) {
		for _, c := range codes {
			used[strings.TrimSpace(c.System)] = true
		}
	}
	for _, p := range r.b.Products {
		note(p.Codes)
	}
	for _, g := range r.b.Groups {
		note(g.Codes)
	}
	for _, t := range r.b.Types {
		note(t.Codes)
	}
	return used
}

// isOnlyNamed reports whether a classification system has no attributes but a name. Source and edition, which IFC2X3
// requires, do not count if this exporter wrote them as unspecified.
func (r *reader) isOnlyNamed(system int) bool {
	told, err := record.Parse(r.src.Record(system))
	return err != nil || told.SaysOnly("Name") ||
		r.Own && told.SaysOnly("Name", "Source", "Edition") && told.Text("Source") == unspecifiedSystem
}

// keyLength is the number of hexadecimal digits of the digest in a key, which is enough to distinguish the records of
// one file.
const keyLength = 12

// keyOf returns the key of a record, or "" for a record that is not kept. For a classification system, or a layer with
// only a name, the key contains the name; for any other record it contains a digest.
func (r *reader) keyOf(prefix, text string) string {
	told, err := record.Parse(text)
	if err != nil || prefix == shape.OriginHistoryPrefix && r.isOurs(told) {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	digest := hex.EncodeToString(sum[:])[:keyLength]
	switch name := told.Text("Name"); prefix {
	case shape.OriginLayerPrefix:
		if told.SaysOnly("Name") {
			return prefix + name
		}
		return strings.TrimSpace(prefix+name) + " " + digest
	case shape.OriginSystemPrefix:
		return prefix + orElse(strings.TrimSpace(name), unspecifiedSystem)
	}
	return prefix + digest
}

// isOurs reports whether this exporter wrote the file and the owner history.
func (r *reader) isOurs(history *record.Record) bool {
	if !r.Own {
		return false
	}
	application := history.One("OwningApplication").Text("ApplicationFullName")
	return application != "" && strings.Contains(r.src.Header().Name.OriginatingSystem, application)
}

// projectRecord is a record of the project. It is a struct of its own, because package record does not record rooted
// instances.
type projectRecord struct {
	Is         string `json:"is"`
	GlobalID   string `json:"GlobalId,omitempty"`
	ObjectType string `json:"ObjectType,omitempty"`
	LongName   string `json:"LongName,omitempty"`
	Phase      string `json:"Phase,omitempty"`
}

// recordProject records the attributes of the project.
func (r *reader) recordProject() {
	told := projectRecord{Is: "IfcProject"}
	if projects := r.src.Instances(told.Is); len(projects) > 0 {
		told.LongName, told.Phase = r.src.TextOf(projects[0], "LongName"), r.src.TextOf(projects[0], "Phase")
		told.ObjectType = r.src.TextOf(projects[0], "ObjectType")
	}
	if !r.Own || slices.ContainsFunc(r.b.Project.Sets, func(s building.Set) bool {
		return s.Name == carriedSet && carriedText(s, carriedProject) != ""
	}) {
		if _, err := ifc.ElementID(r.b.Project.GlobalID); err == nil {
			told.GlobalID = r.b.Project.GlobalID
		} else {
			r.Report.leftCounted(told.Is, "its GlobalId is none: an export has another one", 1)
		}
	}
	if told != (projectRecord{Is: told.Is}) {
		r.origins.library[shape.OriginProject] = text(told)
	}
}

// recordCRS records the attributes of the coordinate reference system other than its name. It reports them as lost if
// the model has no place on that map.
func (r *reader) recordCRS(place *shape.Site) {
	for i, crs := range r.src.Instances("IfcCoordinateReferenceSystem") {
		text := r.src.Record(crs, "Name", "MapUnit")
		told, err := record.Parse(text)
		switch {
		case err != nil || told.SaysOnly():
		case i > 0 || place.CRS == "" || told.Class != "IfcProjectedCRS":
			r.Report.leftCounted(told.Class, "what is said of a reference system is not kept where it is no "+
				"projected one, or the model has no place on its map", told.Len())
		default:
			r.origins.library[shape.OriginCRS] = text
		}
	}
}

// libraryOf returns the library sorted by key. If it exceeds maxLibrary, records other than the project and the
// reference system are dropped from the end.
func (r *reader) libraryOf() (out []state.OriginRecord) {
	for key, text := range r.origins.library {
		out = append(out, state.OriginRecord{Key: key, Text: text})
	}
	slices.SortFunc(out, func(a, b state.OriginRecord) int { return cmp.Compare(a.Key, b.Key) })
	size := 0
	for _, each := range out {
		size += len(each.Key) + len(each.Text)
	}
	for i := len(out) - 1; i >= 0 && size > maxLibrary; i-- {
		if strings.Contains(out[i].Key, " ") { // the record is one of several of its kind
			size -= len(out[i].Key) + len(out[i].Text)
			delete(r.origins.library, out[i].Key)
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}

// key returns the key of an instance in the library, or "" if the library does not have it.
func (r *reader) key(number int) string {
	key := r.origins.keys[number]
	if _, kept := r.origins.library[key]; !kept {
		return ""
	}
	return key
}

// originOf returns the origin of a product without styles, nil for none.
func (r *reader) originOf(p *building.Product) *state.Origin {
	r.origins.kept[p.Number] = true
	o := &state.Origin{History: r.key(r.src.OwnerHistory(p.Number))}
	for _, layer := range r.src.Layers(p) {
		if key := r.key(layer); key != "" && !slices.Contains(o.Layers, key) {
			o.Layers = append(o.Layers, key)
		}
	}
	slices.Sort(o.Layers)
	if o.Empty() {
		return nil
	}
	return o
}

// style sets the styles of an element, if its body can have them.
func (r *reader) style(e *state.Element, p *building.Product) {
	if isSetInWall(e) {
		return
	}
	r.styleDrawn(e, p)
	told := r.stylesOf(p)
	if differ := len(told) > 0 && !isUniform(told); differ && hasOneBody(e) || told == nil {
		r.origins.unlike += len(r.src.Styles(p))
		return
	}
	keys, some := make([]string, len(told)), false
	material := r.materialOf(p)
	for i, style := range told {
		colour := r.src.Colour(style)
		if r.Own && r.src.IsOfMaterial(style) ||
			!r.Own && material != nil && colour != "" && strings.EqualFold(colour, material.Colour) {
			continue
		}
		keys[i] = r.key(style)
		some = some || keys[i] != ""
	}
	if !some {
		return
	}
	if isUniform(keys) {
		keys = keys[:1]
	}
	o := state.Origin{}
	if e.Origin != nil {
		o = *e.Origin
	}
	o.Styles, e.Origin = keys, &o
}

func isUniform[T comparable](list []T) bool {
	return !slices.ContainsFunc(list, func(each T) bool { return each != list[0] })
}

// hasOneBody reports whether an element's body follows from parameters, so that it cannot have several styles.
func hasOneBody(e *state.Element) bool {
	return BodyOf(e) == "" && state.FixedOf(e) == nil && !fabric.HasKeptBody(e) && e.Category != state.CategoryProxy &&
		component.ComponentUses(e.Category) == nil
}

// stylesOf returns the style of each solid of a product's body in the model, 0 for none. It returns nil if it cannot
// match solids to items.
func (r *reader) stylesOf(p *building.Product) []int {
	if r.Own {
		return r.src.ItemStyles(p)
	}
	items := r.body(p).items
	styles := make([]int, len(items))
	for i, item := range items {
		styles[i] = r.src.StyleOf(item)
	}
	if isUniform(styles) {
		return styles
	}
	of, known := r.origins.items[p.Number]
	if !known {
		return nil
	}
	out := make([]int, len(of))
	for i, item := range of {
		out[i] = styles[item]
	}
	return out
}

// isSetInWall reports whether an element is a door or window with a parametric body. An export draws the parts of such
// a body in its own styles.
func isSetInWall(e *state.Element) bool {
	return (e.Category == state.CategoryDoor || e.Category == state.CategoryWindow) && state.FixedOf(e) == nil &&
		!fabric.HasKeptBody(e)
}

// unspecifiedSystem is the name of a classification system that has none in the file.
const unspecifiedSystem = "unspecified"

// bare removes the layers of an element without a body, since an export puts only drawn elements on layers.
func (r *reader) bare(e *state.Element, p *building.Product) {
	if r.bodiless {
		return
	}
	r.origins.bare[p.Number] = true
	if e.Origin == nil || len(e.Origin.Layers) == 0 {
		return
	}
	o := *e.Origin
	if o.Layers, e.Origin = nil, &o; o.Empty() {
		e.Origin = nil
	}
}

// keepMaterial keeps a record of all materials of an element if the model keeps only one of them.
func (r *reader) keepMaterial(e *state.Element, p *building.Product) {
	u := p.Use
	layered := r.typesByID[e.TypeID] != nil && len(r.typesByID[e.TypeID].Layers) > 0
	if u.Number == 0 || hasOneBody(e) || isSetInWall(e) || layered || r.src.IsKind(u.Number, "IfcMaterial") {
		return
	}
	told := r.src.Record(u.Number)
	if told == "" {
		return
	}
	o := state.Origin{}
	if e.Origin != nil {
		o = *e.Origin
	}
	o.Material, e.Origin = told, &o
}

// ofPart returns the origin of a part of an element with its styles and materials. It makes e a proxy.
func (r *reader) ofPart(e *state.Element, p *building.Product) *state.Origin {
	e.Category, e.Params = state.CategoryProxy, &component.Proxy{} // a proxy has a body of its own
	r.style(e, p)
	r.keepMaterial(e, p)
	return e.Origin
}
