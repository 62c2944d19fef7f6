package state

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"

	"github.com/bimstream/bimstream/geometry"
	"github.com/tidwall/btree"
)

// Info describes a model as a whole.
type Info struct {
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Description  string          `json:"description,omitempty"`
	Owner        string          `json:"owner"`
	Author       string          `json:"author,omitempty"`
	Organization string          `json:"organization,omitempty"`
	HalfExtent   geometry.Length `json:"half_extent"` // half the side of the bounding cube about the origin
	SiteID       ID              `json:"site_id"`
	BuildingID   ID              `json:"building_id"`
}

// DefaultHalfExtent bounds a model to a cube of 20 km about its origin, enough for a campus or a bridge. Every
// coordinate stays within 2^34 micrometres, so that products of two differences fit 128-bit arithmetic.
const DefaultHalfExtent = 10 * geometry.Kilometre

// Model is the state of one branch at one revision. A Model that others can see is never changed: Evolve is called on a
// Clone. Cloning is O(1), and a change to a clone copies only the nodes that it touches (the trees are copy-on-write).
type Model struct {
	info            Info
	Elements        *btree.Map[ID, *Element]
	types           *btree.Map[ID, *Type]
	materials       *btree.Map[ID, *Material]
	Bodies          *btree.Map[ID, *FixedBody]
	JoinIndex       Links[*Join]
	ConnectionIndex Links[*Connection]
	linked          []ModelLink // in the order of ids; shared with clones
	// The indexes hold composite keys owner + "/" + member.
	ByLevel    *btree.Set[string]
	ByHost     *btree.Set[string]
	ByType     *btree.Set[string]
	ByCategory *btree.Set[string]
	ByMention  *btree.Set[string]        // elements that name another one, by the named one
	ByPlace    *btree.Set[string]        // elements of one category on one level
	ByNumber   *btree.Set[string]        // rooms by their number
	Names      *nameIndex                // elements and definitions by name; nil without Alone
	Places     *PlaceIndex               // elements by storey; nil without Alone
	Alone      func() func(func())       // makes the locks of Names and Places
	Made       *btree.Map[Category, int] // elements ever created, per category, for automatic names

	folding *folding // changes of a fold that are not in the trees yet; nil outside a fold
	late    func()   // builds the indexes of the elements on its first call; nil if they are up to date
	bare    bool     // late was not called yet; read only while no other goroutine uses the model

	Stop geometry.Interrupt // interrupts reading the model; nil for never

	placesOwned bool // no other model shares Places; only read while changing the model
}

// NewModel returns the state before the first event.
func NewModel() *Model {
	return &Model{
		Elements: new(btree.Map[ID, *Element]), types: new(btree.Map[ID, *Type]),
		materials: new(btree.Map[ID, *Material]),
		Bodies:    new(btree.Map[ID, *FixedBody]), JoinIndex: newLinks[*Join](),
		ConnectionIndex: newLinks[*Connection](),
		ByLevel:         new(btree.Set[string]), ByHost: new(btree.Set[string]), ByType: new(btree.Set[string]),
		ByCategory: new(btree.Set[string]), ByMention: new(btree.Set[string]),
		ByPlace: new(btree.Set[string]), ByNumber: new(btree.Set[string]), Made: new(btree.Map[Category, int]),
	}
}

// Clone returns a copy that can be changed without changing the original. Clone marks the original's trees as shared,
// so calls of Clone on one Model must not run concurrently; reads may.
func (m *Model) Clone() *Model {
	m.Ordered()
	m.Indexed()
	m.placesOwned = false
	return &Model{
		info: m.info, Elements: m.Elements.Copy(), types: m.types.Copy(), materials: m.materials.Copy(),
		Bodies: m.Bodies.Copy(), JoinIndex: m.JoinIndex.copy(), ConnectionIndex: m.ConnectionIndex.copy(),
		linked:  m.linked,
		ByLevel: m.ByLevel.Copy(), ByHost: m.ByHost.Copy(), ByType: m.ByType.Copy(), ByCategory: m.ByCategory.Copy(),
		ByMention: m.ByMention.Copy(), ByPlace: m.ByPlace.Copy(), ByNumber: m.ByNumber.Copy(), Made: m.Made.Copy(),
		Names: m.Names, Places: m.Places, Alone: m.Alone,
	}
}

// Until returns the model for a reader that may have to stop. Long computations on it call stop, which can end them by
// a panic, because most of them return no error. The result must only be read, and must not be kept.
func (m *Model) Until(stop geometry.Interrupt) *Model {
	m.Ordered()
	return &Model{ // bare is only used by code that changes the model; late fills the shared indexes
		info: m.info, Elements: m.Elements, types: m.types, materials: m.materials, Bodies: m.Bodies,
		JoinIndex:       m.JoinIndex,
		ConnectionIndex: m.ConnectionIndex, linked: m.linked, ByLevel: m.ByLevel, ByHost: m.ByHost, ByType: m.ByType,
		ByCategory: m.ByCategory,
		ByMention:  m.ByMention, ByPlace: m.ByPlace, ByNumber: m.ByNumber, Names: m.Names, Places: m.Places,
		Alone: m.Alone, Made: m.Made, late: m.late, Stop: stop,
	}
}

// Info returns the data of the model as a whole. Its ID is "" before model.created.
func (m *Model) Info() Info { return m.info }

// Element returns an element by id.
func (m *Model) Element(id ID) (*Element, bool) {
	if m.folding != nil {
		if e, changed := m.folding.elements[id]; changed {
			return e, e != nil
		}
	}
	return m.Elements.Get(id)
}

// Type returns a type by id.
func (m *Model) Type(id ID) (*Type, bool) { return m.types.Get(id) }

// Material returns a material by id.
func (m *Model) Material(id ID) (*Material, bool) { return m.materials.Get(id) }

// Join returns a join by id.
func (m *Model) Join(id ID) (*Join, bool) { return m.JoinIndex.get(id) }

// Len returns the number of elements.
func (m *Model) Len() int {
	m.Ordered()
	return m.Elements.Len()
}

// Each calls f for every element in the order of ids until f returns false.
func (m *Model) Each(f func(*Element) bool) {
	m.Ordered()
	m.Elements.Scan(func(_ ID, e *Element) bool { return f(e) })
}

// Types returns all types in the order of ids.
func (m *Model) Types() []*Type { return m.types.Values() }

// Materials returns all materials in the order of ids.
func (m *Model) Materials() []*Material { return m.materials.Values() }

// Joins returns all joins in the order of ids.
func (m *Model) Joins() []*Join {
	m.Ordered()
	return m.JoinIndex.ByID.Values()
}

// OnLevel returns the ids of the elements on a level, in order.
func (m *Model) OnLevel(level ID) []ID { return m.Members(m.ByLevel, string(level)) }

// HostedBy returns the ids of the openings, doors and windows of a host, in order.
func (m *Model) HostedBy(host ID) []ID { return m.Members(m.ByHost, string(host)) }

// Mentioning returns the ids of the elements that name the given element in a parameter: columns and stairs name their
// top level, members of a system their system.
func (m *Model) Mentioning(id ID) []ID { return m.Members(m.ByMention, string(id)) }

// OfType returns the ids of the elements of a type, in order.
func (m *Model) OfType(typeID ID) []ID { return m.Members(m.ByType, string(typeID)) }

// OfCategory returns the ids of the elements of a category, in order.
func (m *Model) OfCategory(c Category) []ID { return m.Members(m.ByCategory, string(c)) }

// Has reports whether an element of a category exists.
func (m *Model) Has(c Category) bool {
	m.Ordered()
	m.Indexed()
	prefix, found := string(c)+"/", false
	m.ByCategory.Ascend(prefix, func(k string) bool {
		found = strings.HasPrefix(k, prefix)
		return false
	})
	return found
}

// JoinsOf returns the joins of a wall in the order of their ids.
func (m *Model) JoinsOf(wall ID) []*Join {
	m.Stop.Now()
	return m.JoinIndex.of(wall)
}

// Bounds returns the cube in which the model's coordinates must lie.
func (m *Model) Bounds() geometry.Box {
	h := m.info.HalfExtent
	return geometry.Box{Min: geometry.Point3{X: -h, Y: -h, Z: -h}, Max: geometry.Point3{X: h, Y: h, Z: h}}
}

func (m *Model) CheckBounds(name string, p geometry.Point3) error {
	if m.Bounds().Contains(geometry.Box{Min: p, Max: p}) {
		return nil
	}
	return Errorf(OutOfModelBounds, "%s lies outside the model's bounds of %s mm about the origin: model near the "+
		"origin and georeference the site",
		name, m.info.HalfExtent).With("parameter", name).With("max", m.info.HalfExtent)
}

// Find returns an element or NOT_FOUND.
func (m *Model) Find(id ID) (*Element, error) {
	m.Stop.Now()
	if e, ok := m.Element(id); ok {
		return e, nil
	}
	return nil, missing(id)
}

func missing(id ID) *Error {
	return Errorf(NotFound, "no element %q in this model and branch: list elements with query_elements",
		id).With("element_id", id)
}

// FindOf returns an element of one of the given categories, or an error that names its actual category.
func (m *Model) FindOf(id ID, categories ...Category) (*Element, error) {
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

// StateVersion names the form in which a state is hashed. A change of the form needs another name.
const StateVersion = "bimstream-state-1"

// Hash returns the SHA-256 of the whole state in hexadecimal: every element, type, material, body, join and connection
// in the order of ids. Models with equal hashes lead to equal replies, drawings and files.
func (m *Model) Hash() string {
	return m.HashWhile(func() bool { return true })
}

// HashWhile does the same as [Model.Hash], but calls wanted before each element. If wanted returns false, it stops and
// returns "".
func (m *Model) HashWhile(wanted func() bool) string {
	m.Ordered()
	h := sha256.New()
	h.Write([]byte(StateVersion))
	hashValue(h, m.info)
	for _, l := range m.linked {
		hashValue(h, l)
	}
	going := true
	m.Elements.Scan(func(_ ID, e *Element) bool {
		if going = wanted(); going {
			hashValue(h, e)
		}
		return going
	})
	if !going {
		return ""
	}
	m.types.Scan(func(_ ID, t *Type) bool { hashValue(h, t); return true })
	m.materials.Scan(func(_ ID, v *Material) bool { hashValue(h, v); return true })
	m.Bodies.Scan(func(_ ID, b *FixedBody) bool { hashValue(h, b); return true })
	m.JoinIndex.ByID.Scan(func(_ ID, j *Join) bool { hashValue(h, j); return true })
	m.ConnectionIndex.ByID.Scan(func(_ ID, c *Connection) bool { hashValue(h, c); return true })
	m.Made.Scan(func(c Category, n int) bool { hashValue(h, map[Category]int{c: n}); return true })
	return hex.EncodeToString(h.Sum(nil))
}

func hashValue(h hash.Hash, v any) {
	h.Write(MustJSON(v))
	h.Write([]byte{'\n'})
}

// ModelInfoSet changes the data of a model as a whole: its name, authors and bounds. The ids and the owner stay.
type ModelInfoSet struct {
	From Info `json:"from"`
	To   Info `json:"to"`
}

func (e *ModelInfoSet) Evolve(m *Model) { m.info = e.To }

// Touched returns nil, because the event writes to no element.
func (*ModelInfoSet) Touched() []Touch { return nil }

func (e *ModelInfoSet) complete() bool { return e.To.ID != "" }
