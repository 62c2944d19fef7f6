package building

import "github.com/golang/geo/r3"

// Building describes the building in a file: its products in the order of the file, and the things that they refer to.
type Building struct {
	Project     Project
	Map         *MapConversion // nil if the file has no place on a map
	Products    []*Product
	Types       []*TypeObject
	Materials   []*Material
	Connections []Connection
	Groups      []*Group // systems, zones and others, in the order of the file
	Ports       []*Port
	PortPairs   []PortPair
	Other       []ClassCount // relations and other rooted instances that the description does not include, by class

	products noted[*Product]
}

// ClassCount is the number of instances of one class.
type ClassCount struct {
	Class string
	Count int
}

// Project holds the file's data about the project.
type Project struct {
	GlobalID, Name, Description string
	TrueNorth                   *r3.Vector // direction of true north in plan; nil for +Y
	Sets                        []Set
	Count                       int // number of projects in the file; more than one is a fault of the file
}

// MapConversion is the position of the file's origin on a map. Coordinates are metres of the map.
type MapConversion struct {
	CRS                         string
	Eastings, Northings, Height float64 // coordinates of the file's origin on the map
	Abscissa, Ordinate          float64 // direction of the file's X axis on the map
	Scale                       float64 // metres of the map per metre of the file
}

// Product is anything with a placement: spatial elements, building elements, openings, grids, annotations.
type Product struct {
	Number     int    // number of the instance in the file
	Class      string // class name as the schema spells it
	GlobalID   string
	Name       string
	LongName   string // long name, for spatial elements only
	Text       string // description of the product
	ObjectType string
	Tag        string
	Predefined string // predefined type in capitals; "" for none
	Frame      Frame  // frame of the product in the world

	Container *Product // the spatial element that contains or aggregates it
	Whole     *Product // the whole that it is a part of, other than a spatial element
	OfType    bool     // whether it is a part of a type
	Nested    bool     // whether it is attached to the whole without being a part of its body (IfcRelNests)
	Parts     []*Product
	Host      *Product   // for an opening: the element into which it is cut
	Openings  []*Product // openings that are cut into it
	Fills     *Product   // the opening that it fills
	Fillings  []*Product // for an opening: the doors and windows in it
	Type      *TypeObject
	Use       Use
	Sets      []Set
	Codes     []Code
	Faults    []string // descriptions of data that could not be read
}

// TypeObject is a type that products share.
type TypeObject struct {
	Number     int
	Class      string
	GlobalID   string
	Name       string
	Text       string // description of the type
	Tag        string
	Predefined string
	Kind       string // its ElementType: the kind in the words of the source program
	Operation  string // operation of a door, partitioning of a window
	Use        Use
	Sets       []Set
	Codes      []Code
}

// Material is a material of the file.
type Material struct {
	Number   int
	Name     string
	Category string
	Colour   string  // colour as #rrggbb
	Density  float64 // density in kg/m3
	Sets     []Set
}

// Use describes the material of a product or type. Only one of Material, Layers, Profile and List is set.
type Use struct {
	Number   int         // number of the instance that states the use
	Material *Material   // material of the whole product
	Layers   []Layer     // layers in the order of the file
	Named    string      // name of the layer set
	Text     string      // description of the layer set
	Usage    *LayerUsage // how the layers lie; nil for a bare set
	Profile  *Section    // section of a profile set
	Cardinal int         // cardinal point of the profile that lies on the axis; 0 if the file has none
	List     []*Material // materials of parts, whose extent is unknown
}

// Layer is one layer of a set. Its thickness is in micrometres.
type Layer struct {
	Material  *Material
	Thickness float64
	Function  string
	Record    string // the other attributes of the layer as a record, "" for none
}

// LayerUsage is the position of a layer set in a product's frame: the axis across the layers, the offset of the first
// layer in micrometres, and the direction.
type LayerUsage struct {
	Axis     string
	Offset   float64
	Positive bool
}

// Section is the cross section of a profile set with its material.
type Section struct {
	Material *Material
	Profile  Profile
}

// Set is a property set. Sets of quantities are left out, since the model computes quantities itself.
type Set struct {
	Name       string
	Properties []Property
}

// Property is one value: a string, a float64 or a bool. Lengths are millimetres, areas m2, volumes m3, plane angles
// degrees. All other measures are in coherent SI units if the file states their units.
type Property struct {
	Name    string
	Value   any
	Measure string // the defined type of the value, such as IfcLengthMeasure; "" for several values in one text
}

// Code is a reference to an entry of a classification system.
type Code struct{ System, Code, Name, Location string }

// Connection is a join of two walls (IfcRelConnectsPathElements). In a butt joint the related wall runs through.
type Connection struct {
	Number                        int
	GlobalID, Text                string
	Relating, Related             *Product
	RelatingPart, RelatedPart     string // ATSTART, ATEND or ATPATH
	RelatingNumber, RelatedNumber int
}

// Group is a system, a zone or another group: it has members, but no placement.
type Group struct {
	Number     int
	Class      string
	GlobalID   string
	Name       string
	LongName   string // long name of a system or zone
	Text       string // description of the group
	ObjectType string
	Predefined string
	Members    []*Product // members, each once, in the order of the file
	Sets       []Set
	Codes      []Code
}

// Port is a point at which something can be connected to a product.
type Port struct {
	Number   int
	GlobalID string
	Name     string
	Flow     string // SOURCE, SINK, SOURCEANDSINK; "" if the file has none
	Frame    Frame  // frame of the port in the world
	Of       *Product
}

// PortPair is a connection of two ports (IfcRelConnectsPorts).
type PortPair struct {
	Number   int
	GlobalID string
	A, B     *Port
}

// Product returns a product by its number in the file, nil for none.
func (b *Building) Product(number int) *Product {
	p, _ := b.products.of(number)
	return p
}

// Is reports whether a product is of one of the given classes; subtypes do not count.
func (p *Product) Is(classes ...string) bool {
	for _, c := range classes {
		if p.Class == c {
			return true
		}
	}
	return false
}

// Property returns a property of a product or, if the product lacks it, of its type.
func (p *Product) Property(set, name string) (any, bool) {
	v, ok := lookup(p.Sets, set, name)
	if !ok && p.Type != nil {
		v, ok = lookup(p.Type.Sets, set, name)
	}
	return v.Value, ok
}

func lookup(sets []Set, set, name string) (Property, bool) {
	for _, s := range sets {
		if s.Name != set {
			continue
		}
		for _, p := range s.Properties {
			if p.Name == name {
				return p, true
			}
		}
	}
	return Property{}, false
}
