package schema

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// uniqueRule is a UNIQUE rule as it applies to the instances of an entity.
type uniqueRule struct {
	*UniqueRule
	owner  *Entity // entity that declares the rule
	places []int   // indexes of its attributes among the arguments; -1 for a missing attribute
}

// uniqueRulesOf returns the rules of an entity and its supertypes, the entity's own rules first.
func uniqueRulesOf(e *Entity) []uniqueRule {
	var out []uniqueRule
	for owner := e; owner != nil; owner = owner.super {
		for i := range owner.Unique {
			rule := uniqueRule{UniqueRule: &owner.Unique[i], owner: owner}
			for _, name := range rule.Attributes {
				_, place, ok := e.Attribute(name)
				if !ok {
					place = -1
				}
				rule.places = append(rule.places, place)
			}
			out = append(out, rule)
		}
	}
	return out
}

// firsts holds the first instance with each combination of values of a rule. Values that are a single text are in
// texts; all other values are in others, encoded as in a file.
type firsts struct {
	texts, others map[string]int32
}

// uniqueness checks the UNIQUE rules. They hold over all instances of the declaring entity and its subtypes. An
// instance without a value in an attribute of the rule is skipped, because nothing equals an absent value (ISO 10303-11
// clause 9.2.2.1).
func (c *checker) uniqueness() {
	about := map[*UniqueRule]int{} // number of instances by rule
	for _, k := range c.known {
		if k == nil {
			continue
		}
		for r := range k.unique {
			about[k.unique[r].UniqueRule] += k.count
		}
	}
	seen := map[*UniqueRule]*firsts{}
	for i := range c.classes {
		if i%step.Heard == 0 && c.cancelled() {
			return
		}
		k := c.class(i)
		if k == nil {
			continue
		}
		for r := range k.unique {
			rule := &k.unique[r]
			first := seen[rule.UniqueRule]
			if first == nil {
				first = &firsts{make(map[string]int32, about[rule.UniqueRule]), map[string]int32{}}
				seen[rule.UniqueRule] = first
			}
			c.unique(i, rule, first)
		}
	}
}

// unique compares one instance with the instances before it.
func (c *checker) unique(i int, rule *uniqueRule, first *firsts) {
	key, isText, complete := c.uniqueKey(i, rule)
	if !complete {
		return
	}
	table := first.others
	if isText {
		table = first.texts
	}
	if other, twice := table[key]; twice {
		c.notUnique(i, int(other), rule)
		return
	}
	table[key] = int32(i)
}

func (c *checker) notUnique(i, other int, rule *uniqueRule) {
	values, _ := c.uniqueValues(i, rule)
	c.notUniques = append(c.notUniques, c.finding(i, strings.Join(rule.Attributes, ", "),
		faulty(NotUnique, "%s is that of #%d too (%s of %s)", values,
			c.file.Instances[other].ID, rule.Label, rule.owner.Name)))
}

// uniqueKey returns the key of an instance. Most rules concern a single text, the GlobalId.
func (c *checker) uniqueKey(i int, rule *uniqueRule) (key string, isText, complete bool) {
	if args := c.file.Instances[i].Args; len(rule.places) == 1 && rule.places[0] >= 0 && rule.places[0] < len(args) {
		if s, isText := args[rule.places[0]].(step.String); isText {
			return string(s), true, true
		}
	}
	values, complete := c.uniqueValues(i, rule)
	return string(values), false, complete
}

// uniqueValues returns the values of the rule's attributes as a file writes them.
func (c *checker) uniqueValues(i int, rule *uniqueRule) (key []byte, complete bool) {
	args := c.file.Instances[i].Args
	for n, place := range rule.places {
		if place < 0 || place >= len(args) {
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
