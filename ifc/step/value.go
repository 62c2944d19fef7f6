package step

// Value is one argument of an instance. The set of types is closed: [Null], [Derived], [Int], [Real], [String], [Enum],
// [Logical], [Binary], [Ref], [List] and [Typed].
type Value interface{ isValue() }

// Null is an optional attribute without a value, written $.
type Null struct{}

// Derived is the value of an attribute that a subtype derives, written *.
type Derived struct{}

// Int is an integer.
type Int int64

// Real is a real number; it is finite.
type Real float64

// String is text in UTF-8, without quotes or escapes.
type String string

// Enum is an item of an enumeration in upper case, without its points: Enum("SOLIDWALL") is written .SOLIDWALL.
type Enum string

// Logical is a BOOLEAN or LOGICAL value, written .F., .T. or .U.
type Logical uint8

// The values of [Logical]. Unknown is a LOGICAL only.
const (
	False Logical = iota
	True
	Unknown
)

// Bool returns the Logical of b.
func Bool(b bool) Logical {
	if b {
		return True
	}
	return False
}

// Binary holds hexadecimal digits in upper case as in the file. The first digit, 0 to 3, is the number of unused bits
// at the start of the second (ISO 10303-21 clause 6.3.7).
type Binary string

// Ref refers to the instance with that id, written #id.
type Ref int

// List is an aggregate (LIST, SET, BAG or ARRAY).
type List []Value

// Typed is a value of a defined type, as select types require: Typed{"IFCLABEL", String("x")} is written IFCLABEL('x').
type Typed struct {
	Name  string // type name in upper case
	Value Value
}

func (Null) isValue()    {}
func (Derived) isValue() {}
func (Int) isValue()     {}
func (Real) isValue()    {}
func (String) isValue()  {}
func (Enum) isValue()    {}
func (Logical) isValue() {}
func (Binary) isValue()  {}
func (Ref) isValue()     {}
func (List) isValue()    {}
func (Typed) isValue()   {}
