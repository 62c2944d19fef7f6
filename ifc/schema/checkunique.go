package schema

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// uniqueKey is a combination of values under one UNIQUE rule: a text by itself, other values as they stand in a file.
type uniqueKey struct {
	rule   *UniqueRule
	isText bool
	values string
}

// rootedOf is how many instances of a file come on one with a GlobalId, about; it only saves the table from growing.
const rootedOf = 4

// uniqueness checks the UNIQUE rules. They hold over all instances of the declaring entity, its subtypes included; one
// without a value in an attribute of the rule is left out, since nothing equals an absent value (ISO 10303-11 clause
// 9.2.2.1).
func (c *checker) uniqueness() {
	first := make(map[uniqueKey]int, len(c.classes)/rootedOf)
	for i, e := range c.classes {
		for owner := e; owner != nil; owner = owner.super {
			for r := range owner.Unique {
				key, complete := c.uniqueKey(i, &owner.Unique[r])
				if !complete {
					continue
				}
				if other, twice := first[key]; twice {
					c.notUnique(i, other, owner, key.rule)
					continue
				}
				first[key] = i
			}
		}
	}
}

func (c *checker) notUnique(i, other int, owner *Entity, rule *UniqueRule) {
	values, _ := c.uniqueValues(nil, i, rule)
	c.report(i, strings.Join(rule.Attributes, ", "), NotUnique, "%s is that of #%d too (%s of %s)", values,
		c.file.Instances[other].ID, rule.Label, owner.Name)
}

// uniqueKey answers the key of an instance; most rules are about one text, the GlobalId.
func (c *checker) uniqueKey(i int, rule *UniqueRule) (key uniqueKey, complete bool) {
	if len(rule.Attributes) == 1 {
		_, place, ok := c.classes[i].Attribute(rule.Attributes[0])
		if args := c.file.Instances[i].Args; ok && place < len(args) {
			if s, isText := args[place].(step.String); isText {
				return uniqueKey{rule, true, string(s)}, true
			}
		}
	}
	values, complete := c.uniqueValues(nil, i, rule)
	return uniqueKey{rule, false, string(values)}, complete
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
