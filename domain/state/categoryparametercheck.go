package state

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

func (m *Model) CheckRing(name string, ring []geometry.Point2) error {
	for i, point := range ring {
		if err := m.CheckBounds(fmt.Sprintf("%s[%d]", name, i), point.At(0)); err != nil {
			return err
		}
	}
	return nil
}

func (p Parameter) CheckEnum(value string, items []string) error {
	if value == "" && p.Optional {
		return nil
	}
	for _, item := range items {
		if item == value {
			return nil
		}
	}
	return Errorf(OutOfRange, "%s has no item %q: give one of %s", p.Name, value, strings.Join(items, ", ")).
		With("parameter", p.Name).With("allowed", items)
}
