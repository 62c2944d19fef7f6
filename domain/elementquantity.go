package domain

// QuantityKind is the dimension of a quantity.
type QuantityKind string

// The kinds of quantities and their units.
const (
	QuantityLength QuantityKind = "length_m"
	QuantityArea   QuantityKind = "area_m2"
	QuantityVolume QuantityKind = "volume_m3"
	QuantityCount  QuantityKind = "count"
)

// Quantity is a measured value in SI units, named as in the IFC quantity sets (Qto_WallBaseQuantities and so on).
type Quantity struct {
	Name  string       `json:"name"`
	Kind  QuantityKind `json:"kind"`
	Value float64      `json:"value"` // in the unit of its kind
}

// Quantities returns what is measured of an element, in a fixed order. Elements without a body have none.
func (m *Model) Quantities(id ID) ([]Quantity, error) {
	e, err := m.find(id)
	if err != nil {
		return nil, err
	}
	if f := FixedOf(e); f != nil {
		return f.measured(m, e)
	}
	if b, ok := e.Params.(bodied); ok {
		return b.quantities(m, e)
	}
	return nil, nil
}

// QuantityNamed returns one quantity of a list.
func QuantityNamed(list []Quantity, name string) (float64, bool) {
	for _, q := range list {
		if q.Name == name {
			return q.Value, true
		}
	}
	return 0, false
}

func length(name string, metres float64) Quantity { return Quantity{name, QuantityLength, metres} }
func area(name string, m2 float64) Quantity       { return Quantity{name, QuantityArea, m2} }
func volume(name string, m3 float64) Quantity     { return Quantity{name, QuantityVolume, m3} }
func count(name string, n int) Quantity           { return Quantity{name, QuantityCount, float64(n)} }
