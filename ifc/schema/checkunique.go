package schema

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// uniqueKey is a combination of values under one UNIQUE rule.
type uniqueKey struct {
	rule   *UniqueRule
	values string
}

// uniqueness checks the UNIQUE rules. They hold over all instances of the declaring entity, its subtypes included; one
// without a value in an attribute of the rule is left out, since nothing equals an absent value (ISO 10303-11 clause
// 9.2.2.1).
func (c *checker) uniqueness() {
	first := map[uniqueKey]int{}
	var key []byte
	for i, e := range c.classes {
		for owner := e; owner != nil; owner = owner.super {
			for r := range owner.Unique {
				rule := &owner.Unique[r]
				var complete bool
				if key, complete = c.uniqueValues(key[:0], i, rule); !complete {
					continue
				}
				k := uniqueKey{rule, string(key)}
				if other, twice := first[k]; twice {
					c.report(i, strings.Join(rule.Attributes, ", "), NotUnique, "%s is that of #%d too (%s of %s)", key,
						c.file.Instances[other].ID, rule.Label, owner.Name)
					continue
				}
				first[k] = i
			}
		}
	}
}

// uniqueValues appends the values of the rule's attributes as they stand in a file.
func (c *checker) uniqueValues(key []byte, i int, rule *UniqueRule) ([]byte, bool) {
	args := c.file.Instances[i].Args
	for n, name := range rule.Attributes {
		_, place, ok := c.classes[i].Attribute(name)
		if !ok || place >= len(args) {
			return key, false
		}
		switch args[place].(type) {
		case step.Null, step.Derived:
			return key, false
		}
		if n > 0 {
			key = append(key, ", "...)
		}
		var err error
		if key, err = step.AppendValue(key, args[place]); err != nil {
			return key, false
		}
	}
	return key, true
}
