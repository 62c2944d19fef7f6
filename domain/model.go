package domain

import (
	"strings"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/geometry"
)

// Info describes a model as a whole.
type Info struct {
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Description  string          `json:"description,omitempty"`
	Owner        string          `json:"owner"`
	Author       string          `json:"author,omitempty"`
	Organization string          `json:"organization,omitempty"`
	HalfExtent   geometry.Length `json:"half_extent"` // the model's bounds are a cube of twice this about the origin
	SiteID       ID              `json:"site_id"`
	BuildingID   ID              `json:"building_id"`
}

// DefaultHalfExtent bounds a model to a cube of 20 km about its origin, which has room for a campus or a bridge. Every
// coordinate stays within 2^34 micrometres, so that products of two differences fit 128-bit arithmetic.
const DefaultHalfExtent = 10 * geometry.Kilometre

// Model is the state of one branch at one revision. A Model that others can see is never changed: Evolve is called on a
// Clone. Cloning is O(1), and a change to a clone copies only what it touches (the trees are copy-on-write).
type Model struct {
	info        Info
	elements    *btree.Map[ID, *Element]
	types       *btree.Map[ID, *Type]
	materials   *btree.Map[ID, *Material]
	bodies      *btree.Map[ID, *FixedBody]
	joins       links[*Join]
	connections links[*Connection]
	linked      []ModelLink // in the order of ids; shared with clones
	// The indexes hold composite keys owner + "/" + member.
	byLevel    *btree.Set[string]
	byHost     *btree.Set[string]
	byType     *btree.Set[string]
	byCategory *btree.Set[string]
	byMention  *btree.Set[string]        // elements whose parameters name another one, by that one
	byPlace    *btree.Set[string]        // elements of one category on one level
	byNumber   *btree.Set[string]        // rooms by their number
	names      *nameIndex                // what is called something; nil without alone
	places     *placeIndex               // what is met where; nil without alone
	alone      func() func(func())       // makes the locks of names and places
	made       *btree.Map[Category, int] // elements ever created, per category, for automatic names

	folding *folding // changes of a fold that are not in the trees yet; nil without a fold
	late    func()   // builds the indexes of the elements at its first call; nil if they are up to date
	bare    bool     // late was not called yet; only read while nobody else sees the model

	stop geometry.Interrupt // ends looking at the model; nil for never

	placesOwned bool // no other model has places; only read by who changes the model
}

// NewModel returns the state before the first event.
func NewModel() *Model {
	return &Model{
		elements: new(btree.Map[ID, *Element]), types: new(btree.Map[ID, *Type]),
		materials: new(btree.Map[ID, *Material]),
		bodies:    new(btree.Map[ID, *FixedBody]), joins: newLinks[*Join](), connections: newLinks[*Connection](),
		byLevel: new(btree.Set[string]), byHost: new(btree.Set[string]), byType: new(btree.Set[string]),
		byCategory: new(btree.Set[string]), byMention: new(btree.Set[string]),
		byPlace: new(btree.Set[string]), byNumber: new(btree.Set[string]), made: new(btree.Map[Category, int]),
	}
}

// Clone returns a copy that can be changed while the original stays as it is. Clone marks the original's trees as
// shared, so calls of Clone on one Model must not run concurrently; reads may.
func (m *Model) Clone() *Model {
	m.ordered()
	m.indexed()
	m.placesOwned = false
	return &Model{
		info: m.info, elements: m.elements.Copy(), types: m.types.Copy(), materials: m.materials.Copy(),
		bodies: m.bodies.Copy(), joins: m.joins.copy(), connections: m.connections.copy(), linked: m.linked,
		byLevel: m.byLevel.Copy(), byHost: m.byHost.Copy(), byType: m.byType.Copy(), byCategory: m.byCategory.Copy(),
		byMention: m.byMention.Copy(), byPlace: m.byPlace.Copy(), byNumber: m.byNumber.Copy(), made: m.made.Copy(),
		names: m.names, places: m.places, alone: m.alone,
	}
}

// Until returns the model for somebody who may have to stop looking at it: stop is asked within all that takes long,
// and ends it by a panic, since most of that has no error to return. It is for reading, and for nothing that is kept.
func (m *Model) Until(stop geometry.Interrupt) *Model {
	m.ordered()
	return &Model{ // bare is only for code that changes the model; late fills the indexes that are shared
		info: m.info, elements: m.elements, types: m.types, materials: m.materials, bodies: m.bodies, joins: m.joins,
		connections: m.connections, linked: m.linked, byLevel: m.byLevel, byHost: m.byHost, byType: m.byType,
		byCategory: m.byCategory,
		byMention:  m.byMention, byPlace: m.byPlace, byNumber: m.byNumber, names: m.names, places: m.places,
		alone: m.alone, made: m.made, late: m.late, stop: stop,
	}
}

// Info returns what is said of the model as a whole. Its ID is "" before model.created.
func (m *Model) Info() Info { return m.info }

// Element returns an element by id.
func (m *Model) Element(id ID) (*Element, bool) {
	if m.folding != nil {
		if e, changed := m.folding.elements[id]; changed {
			return e, e != nil
		}
	}
	return m.elements.Get(id)
}

// Type returns a type by id.
func (m *Model) Type(id ID) (*Type, bool) { return m.types.Get(id) }

// Material returns a material by id.
func (m *Model) Material(id ID) (*Material, bool) { return m.materials.Get(id) }

// Join returns a join by id.
func (m *Model) Join(id ID) (*Join, bool) { return m.joins.get(id) }

// Len returns the number of elements.
func (m *Model) Len() int {
	m.ordered()
	return m.elements.Len()
}

// Each calls f for every element in the order of ids until f returns false.
func (m *Model) Each(f func(*Element) bool) {
	m.ordered()
	m.elements.Scan(func(_ ID, e *Element) bool { return f(e) })
}

// Types returns all types in the order of ids.
func (m *Model) Types() []*Type { return m.types.Values() }

// Materials returns all materials in the order of ids.
func (m *Model) Materials() []*Material { return m.materials.Values() }

// Joins returns all joins in the order of ids.
func (m *Model) Joins() []*Join {
	m.ordered()
	return m.joins.byID.Values()
}

// OnLevel returns the ids of the elements on a level, in order.
func (m *Model) OnLevel(level ID) []ID { return m.members(m.byLevel, string(level)) }

// HostedBy returns the ids of the openings, doors and windows of a host, in order.
func (m *Model) HostedBy(host ID) []ID { return m.members(m.byHost, string(host)) }

// Mentioning returns the ids of the elements that name the given one in a parameter: columns and stairs name their top
// level, members their system.
func (m *Model) Mentioning(id ID) []ID { return m.members(m.byMention, string(id)) }

// OfType returns the ids of the elements of a type, in order.
func (m *Model) OfType(typeID ID) []ID { return m.members(m.byType, string(typeID)) }

// OfCategory returns the ids of the elements of a category, in order.
func (m *Model) OfCategory(c Category) []ID { return m.members(m.byCategory, string(c)) }

// Has reports whether there is an element of a category.
func (m *Model) Has(c Category) bool {
	m.ordered()
	m.indexed()
	prefix, found := string(c)+"/", false
	m.byCategory.Ascend(prefix, func(k string) bool {
		found = strings.HasPrefix(k, prefix)
		return false
	})
	return found
}

// JoinsOf returns the joins of a wall in the order of their ids.
func (m *Model) JoinsOf(wall ID) []*Join {
	m.stop.Now()
	return m.joins.of(wall)
}

// Bounds returns the cube in which the model's coordinates must lie.
func (m *Model) Bounds() geometry.Box {
	h := m.info.HalfExtent
	return geometry.Box{Min: geometry.Point3{X: -h, Y: -h, Z: -h}, Max: geometry.Point3{X: h, Y: h, Z: h}}
}

func (m *Model) checkBounds(name string, p geometry.Point3) error {
	if m.Bounds().Contains(geometry.Box{Min: p, Max: p}) {
		return nil
	}
	return Errorf(OutOfModelBounds, "%s lies outside the model's bounds of %s mm about the origin: model near the "+
		"origin and georeference the site",
		name, m.info.HalfExtent).With("parameter", name).With("max", m.info.HalfExtent)
}

// find returns an element or NOT_FOUND.
func (m *Model) find(id ID) (*Element, error) {
	m.stop.Now()
	if e, ok := m.Element(id); ok {
		return e, nil
	}
	return nil, missing(id)
}

func missing(id ID) *Error {
	return Errorf(NotFound, "no element %q in this model and branch: list elements with query_elements",
		id).With("element_id", id)
}

// findOf returns an element of one of the given categories, or an error that names the category it has.
func (m *Model) findOf(id ID, categories ...Category) (*Element, error) {
	e, ok := m.Element(id)
	if !ok {
		return nil, missing(id).With("category", categories[0])
	}
	for _, c := range categories {
		if e.Category == c {
			return e, nil
		}
	}
	return nil, Errorf(IllegalState, "%s %q is a %s, not a %s", e.Category, e.Name, e.Category, categories[0]).
		With("element_id", id).With("state", e.Category).With("allowed", categories)
}
